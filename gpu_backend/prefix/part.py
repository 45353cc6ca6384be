"""The prefix cache as a part: events of the system `prefix` asked of the cache, in which nodes have numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import torch

from ...conformance.engine import Done, Outcome, Refused
from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.systems.prefix.state import Scope, Stage
from ...model.trace import Call
from ..refusal import Refusal
from .block import Block, Root
from .faults import FAULTS, with_faults
from .numbering import NodeNumbers, TokenNumbers
from .observation import Observation
from .path import Path
from .refusals import NotFound, OutOfTurn, StillNeeded, check


class PrefixPart:
    """A prefix cache with its requests. A call may name a block that the cache would not choose; then it is refused."""

    def __init__(self, instance: Instance, seed: int, faults: Sequence[str] = ()) -> None:
        """Make an empty cache; nothing in it is drawn, so the seed changes nothing."""
        del seed
        self.instance = instance
        self.nodes, self.tokens = NodeNumbers(instance), TokenNumbers(instance)
        self.paths: dict[int, Path] = {}
        self.roots: dict[int, int] = {}
        """The number of the root that each scope had last."""
        self.cache = with_faults(faults)(
            device_size=instance.size("device_size"),
            host_size=instance.size("host_size"),
            cells=self.tokens.longest,
            windowed=bool(instance.size("windowed")),
            device=torch.device("cuda" if torch.cuda.is_available() else "cpu"),
        )

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        try:
            EVENTS[call.event](self, *call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        self.nodes.keep([*self.cache.tree.blocks(), *self._on_paths()])
        return Done()

    def observe(self) -> Shown:
        """Show every field."""
        seen = Observation(self.cache, self.nodes, self.tokens, self.paths, self.roots)
        return seen.fields(requests=self.instance.requests, scopes=self.instance.count(Scope))

    def close(self) -> None:
        """Hold nothing outside Python's memory."""

    def _on_paths(self) -> list[Block]:
        held = [block for path in self.paths.values() for block in (path.tip, path.source, *path.kept)]
        return [block for block in held if block is not None]

    def path(self, r: int) -> Path:
        """Return the path of a request that has one, or refuse."""
        check(not self._is_idle(r), OutOfTurn, "the request is not at any block")
        return self.paths[r]

    def _is_idle(self, r: int) -> bool:
        return r not in self.paths or self.paths[r].stage == Stage.IDLE

    def look_up(self, r: int, s: int, n: int) -> None:
        """Start a lookup, if the call names the root where the cache would start."""
        check(self._is_idle(r), OutOfTurn, "the request has a path")
        check(self.cache.tree.root_of(s) is self.nodes[n], NotFound, "its lookup does not start there")
        self.paths[r] = self.cache.look_up(s)

    def match(self, r: int, n: int, b: int) -> None:
        """Go on by a block, if the call names the one that the cache finds."""
        path, key = self.path(r), self.tokens.tokens[b]
        check(self.cache.next_block(path, key) is self.nodes[n], NotFound, "the index has another block")
        self.cache.match(path, key)

    def pass_over(self, r: int, n: int, b: int) -> None:
        """Go on over a block, if the call names the one that the cache finds."""
        path, key = self.path(r), self.tokens.tokens[b]
        check(self.cache.next_block(path, key) is self.nodes[n], NotFound, "the index has another block")
        self.cache.pass_over(path, key)

    def insert(self, r: int, n: int, b: int) -> None:
        """Add a block, under a number that is free."""
        self.nodes.check_free(n, Block)
        self.nodes.blocks[n] = self.cache.insert(self.path(r), self.tokens.tokens[b])

    def copy_start(self, r: int, n: int, b: int) -> None:
        """Add a block that begins with a copy, under a number that is free."""
        self.nodes.check_free(n, Block)
        self.nodes.blocks[n] = self.cache.copy_start(self.path(r), self.tokens.tokens[b])

    def rebase(self, r: int, m: int, n: int) -> None:
        """Exchange the request's last block, if the call names it and the one that the cache finds."""
        path, block = self.path(r), self.nodes[m]
        check(self.cache.concurrent(path, block) is self.nodes[n], NotFound, "the index has another block")
        self.cache.rebase(path, block)

    def drop_last(self, r: int, n: int) -> None:
        """Give the last block back, if the call names it."""
        check(self.path(r).tip is self.nodes[n], StillNeeded, "it is not the last block")
        self.cache.drop_last(self.path(r))

    def leave(self, r: int, n: int) -> None:
        """Leave from the root, if the call names it."""
        check(self.path(r).tip is self.nodes[n], StillNeeded, "the path does not end there")
        self.cache.leave(self.path(r))

    def open_scope(self, s: int, n: int) -> None:
        """Plant a tree, with a root under a number that is free."""
        self.nodes.check_free(n, Root)
        self.nodes.blocks[n] = self.cache.tree.plant(s)
        self.roots[s] = n

    def _next_reset(self) -> None:
        resets = self.cache.tree.weights.version - 1
        check(resets < self.instance.size("epochs"), OutOfTurn, "the run has no more resets")

    def reload(self, s: int) -> None:
        """Load an adapter anew, as often as the run allows."""
        self._next_reset()
        self.cache.tree.outdate(s)

    def reset(self) -> None:
        """Load the weights anew, as often as the run allows."""
        self._next_reset()
        self.cache.tree.outdate_all()


EVENTS: Final[dict[str, Callable[..., None]]] = {
    "look_up": PrefixPart.look_up,
    "match": PrefixPart.match,
    "pass_over": PrefixPart.pass_over,
    "match_start": lambda part, r, n: part.cache.match_start(part.path(r), part.nodes[n]),
    "admit": lambda part, r: part.cache.admit(part.path(r)),
    "close": lambda part, r: part.cache.close(part.path(r)),
    "drop_last": PrefixPart.drop_last,
    "leave": PrefixPart.leave,
    "insert": PrefixPart.insert,
    "copy_start": PrefixPart.copy_start,
    "write": lambda part, n: part.cache.compute(part.nodes[n]),
    "publish": lambda part, r, n: part.cache.commit(part.path(r), part.nodes[n]),
    "publish_longer": lambda part, r, n, q: part.cache.commit_longer(part.path(r), part.nodes[n], part.nodes[q]),
    "rebase": PrefixPart.rebase,
    "slide": lambda part, r, n: part.cache.slide(part.path(r), part.nodes[n]),
    "evict": lambda part, n: part.cache.evict(part.nodes[n]),
    "evict_host": lambda part, n: part.cache.evict_host(part.nodes[n]),
    "demote": lambda part, n: part.cache.demote(part.nodes[n]),
    "hollow": lambda part, n: part.cache.hollow(part.nodes[n]),
    "prune": lambda part, n: part.cache.prune(part.nodes[n]),
    "uproot": lambda part, n: part.cache.uproot(part.nodes[n]),
    "offload": lambda part, n: part.cache.offload(part.nodes[n]),
    "onload": lambda part, n: part.cache.onload(part.nodes[n]),
    "arrive": lambda part, n: part.cache.arrive(part.nodes[n]),
    "fail": lambda part, n: part.cache.fail(part.nodes[n]),
    "drop_copy": lambda part, n: part.cache.drop_copy(part.nodes[n]),
    "open_scope": PrefixPart.open_scope,
    "reload": PrefixPart.reload,
    "reset": PrefixPart.reset,
}
"""What is asked of the cache for each event of the system."""

FACTORY: Final = PartFactory("prefix", "prefix", PrefixPart, {name: known.info for name, known in FAULTS.items()})
