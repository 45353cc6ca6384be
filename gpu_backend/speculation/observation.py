"""What paired reuse shows of itself. What a cell was computed from is read out of memory, never remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
        content = [self.content(pool, name) for name in range(self.prefixes)]
        return {
            "held": [len(reading.cells) for reading in readings],
            "committed": [reading.committed for reading in readings],
            "cell": [name for request in self.reuse.requests for name in self.cells(request, pool)],
            "kept": [int(found is not None) for found in content],
            "content": [found or int(NO_PREFIX) for found in content],
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
        """Return what a request reads from memory, and behind that what its workspace has left from before."""
        reading = request.readings[pool]
        left: Rows = reading.workspace[len(reading.cells) :].tolist()
        return [self.recognise(pool, row) for row in (*(self.memory[pool][cell.slot] for cell in reading.cells), *left)]

    def content(self, pool: Pool, name: int) -> int | None:
        """Return what a cell was computed from that a lookup of these tokens finds, or None if it finds none."""
        keys, index = self.reuse.keys, self.reuse.indexes[pool]
        for scope, tokens in self.names.sequences.get(name, ()):
            cell = index.find(keys.digest(scope, tokens))
            if cell is not None:
                return self.recognise(pool, self.memory[pool][cell.slot])
        return None
