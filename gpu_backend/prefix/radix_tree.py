"""The radix tree: a root for each scope, an index of committed blocks under each block, and resets of whole trees."""

from __future__ import annotations

from collections.abc import Iterator

from .block import Block, Root, Tokens
from .refusals import NotFound, StillNeeded, check


class Weights:
    """Which weights are loaded. Versions are numbered from 1; each load of the model or an adapter starts another."""

    def __init__(self) -> None:
        self.version = 1
        self.model = 0
        """The version in which the model was last loaded anew; 0 before the first time."""
        self.adapters: dict[int, int] = {}
        """The same for the adapter of a scope."""

    def load_model(self) -> None:
        """Load the weights of the model anew."""
        self.version += 1
        self.model = self.version

    def load_adapter(self, scope: int) -> None:
        """Load the adapter of a scope anew."""
        self.version += 1
        self.adapters[scope] = self.version


class RadixTree:
    """Blocks by their tokens, under the root of their scope. What is outdated stays for its holders, found by none."""

    def __init__(self) -> None:
        self.weights = Weights()
        self.planted: dict[int, Root] = {}
        """The root at which the lookups of each scope start."""
        self.roots: set[Root] = set()
        """All roots, those of outdated trees included, which last as long as something hangs under them."""

    def plant(self, scope: int) -> Root:
        """Open the tree of a scope that has none."""
        check(scope not in self.planted, StillNeeded, "the scope has a tree")
        root = Root(scope, self.weights.version)
        self.planted[scope] = root
        self.roots.add(root)
        return root

    def root_of(self, scope: int) -> Root:
        """Return the root of a scope, or refuse."""
        check(scope in self.planted, NotFound, "the scope has no tree")
        return self.planted[scope]

    def is_current(self, block: Block) -> bool:
        """Whether the block hangs in the tree in which the lookups of its scope start."""
        return self.planted.get(block.root.scope) is block.root

    def is_found(self, block: Block) -> bool:
        """Whether a lookup that comes by finds the block."""
        return block.is_filed and self.is_current(block)

    def child(self, parent: Block, key: Tokens) -> Block | None:
        """Return what a lookup finds under a key."""
        return parent.children.get(key) if self.is_current(parent) else None

    def hang(self, block: Block) -> None:
        """Hang a new private block under its parent."""
        block.above.branches.add(block)

    def publish(self, block: Block) -> None:
        """File a block in the index of its parent; from now on it is final."""
        block.above.children[block.key] = block
        block.committed = True

    def displace(self, block: Block) -> None:
        """Take a block out of the index; it stays for those who keep it."""
        if block.is_filed:
            del block.above.children[block.key]

    def detach(self, block: Block) -> None:
        """Take a block out of the tree: nothing hangs under it, nobody is there."""
        if isinstance(block, Root):
            self.roots.discard(block)
        else:
            self.displace(block)
            block.above.branches.discard(block)

    def outdate(self, scope: int) -> None:
        """Let no lookup find what was computed with another adapter, in whatever tier, whoever holds it."""
        self.planted.pop(scope, None)
        self.weights.load_adapter(scope)

    def outdate_all(self) -> None:
        """Let no lookup find what was computed with other weights of the model."""
        self.planted.clear()
        self.weights.load_model()

    def blocks(self) -> Iterator[Block]:
        """Yield every block that is in some tree or in some index, roots included."""
        waiting: list[Block] = [*self.roots]
        seen: set[Block] = set()
        while waiting:
            block = waiting.pop()
            if block not in seen:
                seen.add(block)
                yield block
                waiting += [*block.branches, *block.children.values()]
