"""A block of the radix tree: the tokens it is matched by, what hangs under it, who keeps it, and where its page is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one block, as runs that end where known prompts part. An image is a run named by its digest."""

    runs: tuple[int, ...]
    full: bool
    """Whether they fill a page, so that another block may follow."""

    @property
    def start(self) -> tuple[int, ...]:
        """What a copy may take over from another block: all but the last run, which is computed in any case."""
        return self.runs[:-1]


NO_TOKENS: Final = Tokens((), full=True)
"""What a root is matched by."""


class Holder:
    """Whoever keeps pages and stands at a block: the path of a request."""

    __slots__ = ()


class Block:
    """A block in the tree. Until it is committed it is private to the one request that computes it."""

    __slots__ = (
        "branches", "children", "committed", "computed_with", "holders", "key", "page", "parent", "root", "slot",
        "visitors",
    )  # fmt: skip

    def __init__(self, key: Tokens, parent: Block | None) -> None:
        self.key, self.parent = key, parent
        self.root: Root = parent.root if parent is not None else _as_root(self)
        self.children: dict[Tokens, Block] = {}
        """The index: committed blocks that go on from here, by their tokens."""
        self.branches: set[Block] = set()
        """All blocks that hang here: those in the index, private ones, and replaced ones that are still kept."""
        self.holders: set[Holder] = set()
        """Who keeps the page. Each holder counts once, and the page stays while there is any."""
        self.visitors: set[Holder] = set()
        """Whose path ends here."""
        self.committed = False
        self.computed_with: int | None = None
        """The version of the weights that its content comes from; None until it is computed."""
        self.page: int | None = None
        self.slot: int | None = None

    @property
    def above(self) -> Block:
        """The block that this one goes on from; a root goes on from none."""
        assert self.parent is not None, "a root goes on from nothing"
        return self.parent

    @property
    def depth(self) -> int:
        """How many blocks lead here from the root, this one included."""
        return 0 if self.parent is None else self.parent.depth + 1

    @property
    def is_filed(self) -> bool:
        """Whether the index of its parent has it under its key."""
        return self.parent is not None and self.parent.children.get(self.key) is self

    @property
    def is_private(self) -> bool:
        """Whether it is a block that its request may still write to."""
        return self.parent is not None and not self.committed

    @property
    def has_copy(self) -> bool:
        """Whether its page is on the device or on the host."""
        return self.page is not None or self.slot is not None

    @property
    def is_deserted(self) -> bool:
        """Whether nothing hangs here and no path ends here."""
        return not self.branches and not self.visitors


class Root(Block):
    """Where the lookups of one scope (adapter and salt) start. It has no tokens and no page."""

    __slots__ = ("scope",)

    def __init__(self, scope: int, version: int) -> None:
        super().__init__(NO_TOKENS, None)
        self.scope = scope
        self.committed = True
        self.computed_with = version


def _as_root(block: Block) -> Root:
    assert isinstance(block, Root), "only a root hangs under nothing"
    return block
