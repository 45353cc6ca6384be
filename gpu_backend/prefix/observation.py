"""What the cache shows of itself in the model's fields, computed from the tree, the paths, the queue and the memory.

No block is asked where it stands: that is worked out here from what it hangs under, and from what the index has. A page
counts where one block only has it, and a free one where nothing in it is fit to be read. Where blocks and paths know of
each other, one too many is shown if they disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping

from ...conformance.parts.part import Shown
from ...model.systems.prefix.state import BASE, NO_NODE, Stage, Standing, Transfer
from .block import Block, Holder, Root
from .cache import PrefixCache
from .numbering import NodeNumbers, TokenNumbers
from .path import Path
from .tiers import Tier


class Observation:
    """One look at a cache. `roots` are the numbers of the roots that were planted last, by scope."""

    def __init__(
        self,
        cache: PrefixCache,
        nodes: NodeNumbers,
        tokens: TokenNumbers,
        paths: Mapping[int, Path],
        roots: Mapping[int, int],
    ) -> None:
        self.cache, self.nodes, self.tokens, self.paths, self.roots = cache, nodes, tokens, paths, roots
        self.number_of = {block: number for number, block in nodes.blocks.items()}
        tiers = cache.tiers
        self.pages = Counter([*tiers.device.free.view(), *(block.page for block in self.number_of)])
        self.slots = Counter([*tiers.host.free.view(), *(block.slot for block in self.number_of)])

    def fields(self, *, requests: int, scopes: int) -> Shown:
        """Return every field by its name."""
        paths = [self.paths.get(r) for r in range(requests)]
        shown: dict[str, list[int]] = {
            **dict(self._of_blocks()),
            **dict(self._of_paths(paths)),
            **dict(self._of_scopes(scopes)),
            **dict(self._of_pools()),
        }
        shown["child"] = [self._child(n, b) for n in self.nodes.all for b in range(len(self.tokens.tokens))]
        shown["holds"] = [
            int(path is not None and self.nodes.blocks.get(n) in path.kept) for path in paths for n in self.nodes.all
        ]
        return shown

    def _number(self, block: Block | None) -> int:
        return NO_NODE if block is None else self.number_of.get(block, NO_NODE)

    def _of_blocks(self) -> Iterator[tuple[str, list[int]]]:
        tiers = self.cache.tiers
        told: dict[str, Callable[[Block], int]] = {
            "standing": self._standing,
            "parent": lambda block: self._number(block.parent),
            "key": lambda block: self.tokens.number(block.key.runs),
            "scope": lambda block: block.root.scope,
            "tree": lambda block: (block.root.computed_with or 0) if block.root is _way_up(block)[-1] else 0,
            "depth": lambda block: len(_way_up(block)) - 1,
            "written": lambda block: int(block.computed_with is not None),
            "content": lambda block: 0 if block.page is None else self.tokens.number(tiers.device.read(block.page)),
            "saved": lambda block: 0 if block.slot is None else self.tokens.number(tiers.host.read(block.slot)),
            "made": lambda block: block.computed_with or 0,
            "visitors": lambda block: self._agreed(block.visitors, lambda path: path.tip is block),
            "refs": lambda block: self._agreed(block.holders, lambda path: block in path.kept),
            "device": lambda block: int(block.page is not None and self.pages[block.page] == 1),
            "queued": lambda block: int(block in self.cache.queue),
            "host": lambda block: int(block.slot is not None and self.slots[block.slot] == 1),
            "moving": lambda block: tiers.moving.get(block, Transfer.NONE),
        }
        for name, tell in told.items():
            yield name, self._told(tell)
        yield "branches", [len(self.cache.tree.roots), *self._told(lambda block: len(block.branches))[1:]]

    def _told(self, tell: Callable[[Block], int]) -> list[int]:
        blocks = [self.nodes.blocks.get(number) for number in self.nodes.all]
        return [0 if block is None else int(tell(block)) for block in blocks]

    def _standing(self, block: Block) -> Standing:
        if isinstance(block, Root):
            return Standing.ROOT
        if not block.committed:
            return Standing.PRIVATE
        is_filed = block.parent is not None and block.parent.children.get(block.key) is block
        return Standing.PUBLISHED if is_filed else Standing.ORPHAN

    def _agreed(self, known: Collection[Holder], has: Callable[[Path], bool]) -> int:
        """Return how many a block knows of, if these are the paths that have to do with it."""
        there = {path for path in self.paths.values() if has(path)}
        return len(there) + (set(known) != there)

    def _child(self, number: int, key: int) -> int:
        block = self.nodes.blocks.get(number)
        return NO_NODE if block is None else self._number(block.children.get(self.tokens.tokens[key]))

    def _of_paths(self, paths: list[Path | None]) -> Iterator[tuple[str, list[int]]]:
        told: dict[str, Callable[[Path], int]] = {
            "stage": lambda path: path.stage,
            "under": lambda path: BASE if path.stage == Stage.IDLE else path.scope,
            "tip": lambda path: self._number(path.tip),
            "asked": lambda path: self.tokens.number(path.tokens[-1].runs if path.tokens else ()),
            "committed": lambda path: sum(block.committed for block in _way_up(path.tip)[:-1]),
            "live": lambda path: path.window,
            "source": lambda path: self._number(path.source),
        }
        for name, tell in told.items():
            yield name, [0 if path is None else int(tell(path)) for path in paths]

    def _of_scopes(self, scopes: int) -> Iterator[tuple[str, list[int]]]:
        tree = self.cache.tree
        planted = [tree.planted.get(scope) for scope in range(scopes)]
        yield "planted", [0 if root is None else root.computed_with or 0 for root in planted]
        last = [self.roots.get(scope, NO_NODE) for scope in range(scopes)]
        yield "root", [was if root is None else self._number(root) for was, root in zip(last, planted, strict=True)]
        yield "since", [tree.weights.adapters.get(scope, 0) for scope in range(scopes)]
        yield "epoch", [tree.weights.version - 1]
        yield "weights_since", [tree.weights.model]

    def _of_pools(self) -> Iterator[tuple[str, list[int]]]:
        tiers = self.cache.tiers
        yield "device_free", [_free(tiers.device, self.pages)]
        yield "host_free", [_free(tiers.host, self.slots)]
        yield "evictable", [len(self.cache.queue)]


def _way_up(block: Block | None) -> list[Block]:
    """Return a block and all that it hangs under, up to the root."""
    way: list[Block] = []
    while block is not None:
        way.append(block)
        block = block.parent
    return way


def _free(tier: Tier, places: Counter[int | None]) -> int:
    """Return how many rows are free, no block's, and poisoned."""
    clean = tier.rows.isnan().all(dim=1).tolist()
    return sum(places[row] == 1 and clean[row] for row in tier.free.view())
