"""What paired reuse shows of itself. What a cell was computed from is read out of memory, never remembered.

The system counts no cells. So a cell that is not accounted for, which is neither poisoned and free nor held by as many
as it says, is shown as one that is filed under no tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import isnan

from ...conformance.parts.part import Shown
from ...model.sorts import Pool
from ...model.systems.reuse.state import NO_PREFIX
from .manager import PairedReuse
from .model import draft_cell, target_cell
from .naming import PrefixNames
from .request import PromptRequest

Rows = list[list[float]]


class Observation:
    """One look at both pools, their indexes, and the requests."""

    def __init__(self, reuse: PairedReuse, names: PrefixNames, positions: int, prefixes: int) -> None:
        self.reuse, self.names, self.positions, self.prefixes = reuse, names, positions, prefixes
        self.memory: dict[Pool, Rows] = {pool: cells.memory.tolist() for pool, cells in reuse.pools.items()}
        self.known = {pool: dict(self.recognisable(pool)) for pool in Pool}

    def recognisable(self, pool: Pool) -> Iterator[tuple[tuple[float, ...], int]]:
        """Yield what cells can hold, each with the prefix that it is computed from."""
        ahead = self.names.lookahead
        for (scope, tokens), name in self.names.numbers.items():
            if pool is Pool.TARGET:
                yield target_cell(scope, tokens), name
            elif len(tokens) > ahead:
                yield draft_cell(scope, tokens, ahead), name

    def recognise(self, pool: Pool, row: list[float]) -> int:
        """Return the prefix that something in memory was computed from, or none."""
        return self.known[pool].get(tuple(row), int(NO_PREFIX))

    def fields(self) -> Shown:
        """Return every field of the system."""
        requests = self.reuse.requests

        def of_requests(value: Callable[[PromptRequest], int]) -> list[int]:
            return [int(value(request)) for request in requests]

        fields = {
            "stage": of_requests(lambda request: request.stage),
            "length": of_requests(lambda request: len(request.tokens)),
            "at": [self.prefix_at(request, i) for request in requests for i in range(self.positions)],
            "cursor": of_requests(lambda request: request.cursor),
            "chunk": of_requests(lambda request: request.chunk),
            "fed": of_requests(self.fed),
        }
        for pool in Pool:
            fields |= {f"{name}.{pool.name}": values for name, values in self.of_pool(pool).items()}
        return fields

    def of_pool(self, pool: Pool) -> dict[str, list[int]]:
        """Return what is shown of one pool."""
        readings = [request.readings[pool] for request in self.reuse.requests]
        content = [self.content(pool, name) for name in range(1, self.prefixes)]
        astray = not (self.is_accounted_for(pool) and self.is_filed_by_tokens(pool))
        return {
            "held": [len(reading.cells) for reading in readings],
            "committed": [reading.committed for reading in readings],
            "cell": [name for request in self.reuse.requests for name in self.cells(request, pool)],
            "kept": [int(astray), *(int(found is not None) for found in content)],
            "content": [int(NO_PREFIX), *(found or int(NO_PREFIX) for found in content)],
        }

    def prefix_at(self, request: PromptRequest, position: int) -> int:
        """Return the number of a prompt up to a position."""
        within = position < len(request.tokens)
        return self.names.of(request.scope, request.tokens[: position + 1]) if within else int(NO_PREFIX)

    def fed(self, request: PromptRequest) -> int:
        """Return up to where the staged tokens are those of the prompt."""
        pairs = zip(request.draft_input, request.tokens, strict=False)
        return next((at for at, (fed, own) in enumerate(pairs) if fed != own), len(request.draft_input))

    def cells(self, request: PromptRequest, pool: Pool) -> list[int]:
        """Return what attention reads of a request, and behind that what its workspace has left from before.

        Where the workspace has something else than the pool, it is of no tokens of anybody.
        """
        reading = request.readings[pool]
        gathered = [self.recognise(pool, row) for row in reading.workspace.tolist()]
        there = [self.recognise(pool, self.memory[pool][cell.slot]) for cell in reading.cells]
        both = zip(gathered, there, strict=False)
        return [own if own == other else int(NO_PREFIX) for own, other in both] + gathered[len(there) :]

    def content(self, pool: Pool, name: int) -> int | None:
        """Return what a cell was computed from that is filed under these tokens, or None if there is none."""
        filed = self.reuse.indexes[pool].filed
        found = (filed[key] for key in self.keys_of(name) if key in filed)
        return next((self.recognise(pool, self.memory[pool][cell.slot]) for cell in found), None)

    def keys_of(self, name: int) -> Iterator[int]:
        """Yield the keys of the prompts that have a number. Only that keys of others are others matters of a key."""
        return (self.reuse.keys.digest(scope, tokens) for scope, tokens in self.names.sequences.get(name, ()))

    def is_filed_by_tokens(self, pool: Pool) -> bool:
        """Whether every key that something is filed under is that of a prompt which has come."""
        return set(self.reuse.indexes[pool].filed) <= {
            key for name in self.names.sequences for key in self.keys_of(name)
        }

    def is_accounted_for(self, pool: Pool) -> bool:
        """Whether each slot is either free and poisoned, or one cell's, which counts all that hold it."""
        memory, free = self.memory[pool], self.reuse.pools[pool].free.view()
        held = (cell for request in self.reuse.requests for cell in request.readings[pool].cells)
        holders = Counter([*held, *self.reuse.indexes[pool].filed.values()])
        return (
            sorted([*free, *(cell.slot for cell in holders)]) == list(range(len(memory)))
            and all(cell.references == many for cell, many in holders.items())
            and all(isnan(value) for slot in free for value in memory[slot])
        )
