"""Faults in new blocks: how they are allocated, copied, computed, committed, exchanged and left behind."""

from __future__ import annotations

import torch

from ....model.systems.prefix.state import Stage
from ...memory import DTYPE
from ..block import Block, Tokens
from ..cache import PrefixCache
from ..path import Path
from ..refusals import DoesNotFit, NotThere, check
from ..tiers import Tiers
from .registry import fault


@fault("page_is_allocated_during_the_lookup", laws=("S12",))
class PageIsAllocatedDuringTheLookup(PrefixCache):
    """Pages are allocated for a request before it is admitted (vLLM #44409)."""

    def check_may_grow(self, path: Path, key: Tokens) -> None:
        """Let lookups allocate, too."""
        if path.stage != Stage.LOOKUP:
            super().check_may_grow(path, key)
        check(key.runs, DoesNotFit, "the block has no tokens")


@fault("block_is_found_before_it_is_computed", laws=("K6",))
class BlockIsFoundBeforeItIsComputed(PrefixCache):
    """The key is filed with the allocation: a lookup in the same pass hits what is not computed (vLLM #29387)."""

    def grow(self, path: Path, key: Tokens) -> Block:
        """File the block at once."""
        block = super().grow(path, key)
        self.tree.publish(block)
        return block


@fault("block_goes_on_from_half_a_block", laws=("K6",))
class BlockGoesOnFromHalfABlock(PrefixCache):
    """A block is added behind one that does not fill its page."""

    def check_last_is_full(self, path: Path) -> None:
        """Ask nothing."""


@fault("partial_hit_is_completed_in_place", laws=("K5",))
class PartialHitIsCompletedInPlace(PrefixCache):
    """The start of a block is completed where it is, in a page that others read (TensorRT-LLM #12306)."""

    def copy(self, source: Block, block: Block) -> None:
        """Write into the page that should be copied."""
        super().copy(source, block)
        assert source.page is not None, "it was checked"
        runs = torch.tensor(block.key.runs, dtype=DTYPE)
        self.tiers.device.rows[source.page, : len(runs)].copy_(runs)


@fault("whole_page_is_copied", laws=("K6",))
class WholePageIsCopied(PrefixCache):
    """More is taken over from a block that fits in part than what fits."""

    def copy(self, source: Block, block: Block) -> None:
        """Copy every cell."""
        self.tiers.copy_start(source, block, len(source.key.runs))


@fault("start_is_copied_before_it_arrives", id="F-K8", laws=("K16",))
class StartIsCopiedBeforeItArrives(PrefixCache):
    """The start is copied from a device page while the copy into it is still on its way."""

    def check_copied_page(self, source: Block) -> None:
        """Ask only whether there is a page."""
        check(source.page is not None, NotThere, "the page to copy is not on the device")


@fault("block_is_computed_before_its_prefix", laws=("K6",))
class BlockIsComputedBeforeItsPrefix(PrefixCache):
    """A block is computed although the one before it is not."""

    def check_prefix_computed(self, block: Block) -> None:
        """Ask nothing."""


@fault("step_is_cut_short", laws=("K6",))
class StepIsCutShort(Tiers):
    """An abort in the middle of a step leaves a block that counts as computed and is not (SGLang #28374)."""

    def compute(self, block: Block) -> None:
        """Write nothing."""


@fault("garbage_is_committed", id="F-K16", laws=("K6",))
class GarbageIsCommitted(PrefixCache):
    """Pages that were allocated and never computed are filed with garbage in them."""

    def check_computed(self, block: Block) -> None:
        """Ask nothing."""


@fault("stale_block_stays_kept", id="F-K2", laws=("K8",))
class StaleBlockStaysKept(PrefixCache):
    """A block that the window leaves behind, or that is committed behind it, stays with its holder."""

    def release_stale(self, path: Path, block: Block) -> None:
        """Keep it."""


@fault("half_a_block_is_rebased", id="F-K1", laws=("K13", "K6"))
class HalfABlockIsRebased(PrefixCache):
    """A block that does not fill its page is given for a longer one of the tree, and would be written to next."""

    def same_block(self, block: Block) -> Block | None:
        """Return whatever starts with the block."""
        longer = [
            each
            for each in block.above.children.values()
            if each.key.start == block.key.runs and self.tree.is_current(each)
        ]
        return longer[0] if longer else super().same_block(block)


@fault("rebase_keeps_its_own_page", laws=("L25",))
class RebaseKeepsItsOwnPage(PrefixCache):
    """The page of the tree is taken, and the request's own is not given back."""

    def remap(self, path: Path, block: Block, found: Block) -> None:
        """Take hold of the other page and keep both."""
        del block
        path.move_to(found)
        self.keep(path, found)


@fault("rebase_does_not_remap", laws=("K4",))
class RebaseDoesNotRemap(PrefixCache):
    """The request's own page is freed as a duplicate while its path still ends there (mini-sglang #142)."""

    def remap(self, path: Path, block: Block, found: Block) -> None:
        """Give the own page back and do no more."""
        del found
        self.let_go(path, block)


@fault("displaced_block_leaves_nothing", laws=("K6",))
class DisplacedBlockLeavesNothing(PrefixCache):
    """A shorter block is taken out for a longer one that is not filed: the next prompt computes both again."""

    def commit_longer(self, path: Path, block: Block, shorter: Block) -> None:
        """Take the longer one out again."""
        super().commit_longer(path, block, shorter)
        self.tree.displace(block)
