"""Faults on a request's way along the tree: what a lookup keeps, and what is given back."""

from __future__ import annotations

from ....model.systems.prefix.state import Stage
from ..block import Block, Tokens
from ..cache import PrefixCache
from ..path import Path
from ..refusals import NotThere, check
from .registry import fault


@fault("hits_are_kept_on_admission", laws=("K4",))
class HitsAreKeptOnAdmission(PrefixCache):
    """A lookup notes its hits only, to keep them later: an allocation in between evicts them (vLLM #44409)."""

    def match(self, path: Path, key: Tokens) -> None:
        """Go on without keeping the page."""
        block = self.next_block(path, key)
        check(block.has_copy, NotThere, "the page of the block is gone")
        self.extend(path, block, key)


@fault("lookup_from_before_a_reset_is_admitted", laws=("K6",))
class LookupFromBeforeAResetIsAdmitted(PrefixCache):
    """What a lookup found before a reset is used after it."""

    def check_lookup_current(self, path: Path) -> None:
        """Ask nothing."""


@fault("refused_request_keeps_its_prefix", id="F-S12", laws=("S12", "L23"))
class RefusedRequestKeepsItsPrefix(PrefixCache):
    """A request that is refused or ends is gone at once, and what it keeps is never given back."""

    def close(self, path: Path) -> None:
        """Forget the request."""
        super().close(path)
        path.stage, path.tip, path.window = Stage.IDLE, None, 0


@fault("refused_request_keeps_the_partial_hit", laws=("S12",))
class RefusedRequestKeepsThePartialHit(PrefixCache):
    """The block that fits in part is not given back when the request is refused (SGLang #16067)."""

    def close(self, path: Path) -> None:
        """Forget the block first."""
        if path.stage in (Stage.LOOKUP, Stage.ADMITTED):
            path.source = None
        super().close(path)


@fault("request_leaves_from_the_middle", laws=("S12",))
class RequestLeavesFromTheMiddle(PrefixCache):
    """A request is gone before it has given its path back."""

    def check_all_given_back(self, path: Path) -> None:
        """Ask nothing."""


@fault("released_page_forgets_other_holders", laws=("L26",))
class ReleasedPageForgetsOtherHolders(PrefixCache):
    """Whoever lets a page go forces its references to zero, while another request reads it (atlas #373)."""

    def let_go(self, path: Path, block: Block) -> None:
        """Forget all holders."""
        block.holders.clear()
        super().let_go(path, block)


@fault("path_is_released_from_its_start", laws=("K4",))
class PathIsReleasedFromItsStart(PrefixCache):
    """The block before the last is given back first: what goes on from it can no longer be reached."""

    def drop_last(self, path: Path) -> None:
        """Let go of the block before, as long as it is kept."""
        before = path.end.parent
        if path.source is None and before in path.kept:
            self.let_go(path, before)
        else:
            super().drop_last(path)


@fault("ended_request_goes_on_copying", laws=("S12",))
class EndedRequestGoesOnCopying(PrefixCache):
    """A request that ends still means to copy the start of a block, and keeps it for that."""

    def close(self, path: Path) -> None:
        """Close without letting go of the block."""
        source, path.source = path.source, None
        super().close(path)
        path.source = source


@fault("private_block_fits_in_part", laws=("K5", "K6"))
class PrivateBlockFitsInPart(PrefixCache):
    """A block that another request still writes to is taken for one that fits in part."""

    def match_start(self, path: Path, block: Block) -> None:
        """Take a private block, too."""
        if path.stage == Stage.LOOKUP and path.source is None and block.is_private and block.parent is path.tip:
            path.source = block
            self.keep(path, block)
        else:
            super().match_start(path, block)


@fault("running_request_goes_on_along_the_tree", laws=("S12",))
class RunningRequestGoesOnAlongTheTree(PrefixCache):
    """An admitted request extends its path by what it finds: it has less to compute than it was admitted for."""

    def next_block(self, path: Path, key: Tokens) -> Block:
        """Ask as if it was still being looked up."""
        found = self.tree.child(path.end, key) if path.stage == Stage.ADMITTED else None
        return found or super().next_block(path, key)
