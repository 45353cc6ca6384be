"""Faults in the tree, its index, its resets, and in what leaves it."""

from __future__ import annotations

from ..block import Block, Root, Tokens
from ..cache import PrefixCache
from ..radix_tree import RadixTree
from .registry import fault


@fault("lookup_compares_placeholders", id="F-K5", laws=("K6",))
class LookupComparesPlaceholders(RadixTree):
    """Tokens are compared up to the first run only, as if all images behind it were the same placeholder."""

    def child(self, parent: Block, key: Tokens) -> Block | None:
        """Return whatever begins alike."""
        alike = [child for child in parent.children.values() if child.key.runs[:1] == key.runs[:1]]
        return alike[0] if alike and self.is_current(parent) else None


@fault("lookup_leaves_out_the_salt", id="F-K6", laws=("K7",))
class LookupLeavesOutTheSalt(RadixTree):
    """The probe leaves out the adapter and the salt, and starts at whichever root there is."""

    def root_of(self, scope: int) -> Root:
        """Return the root of the first scope."""
        return super().root_of(min(self.planted, default=scope))


@fault("lookup_finds_old_host_copies", laws=("K6",))
class LookupFindsOldHostCopies(RadixTree):
    """A reset hides what is on the device only: what is on the host is still found (vLLM #42695)."""

    def child(self, parent: Block, key: Tokens) -> Block | None:
        """Return a hosted block of an outdated tree, too."""
        found = parent.children.get(key)
        return found if found is not None and found.slot is not None else super().child(parent, key)


@fault("reset_clears_nothing", laws=("K6", "L24"))
class ResetClearsNothing(RadixTree):
    """The weights change, and what was computed before is still found (vLLM #42695)."""

    def outdate_all(self) -> None:
        """Load the weights and leave the trees."""
        self.weights.load_model()


@fault("reload_in_place", laws=("K6", "L24"))
class ReloadInPlace(RadixTree):
    """An adapter is loaded anew under its old name, and pages of the old weights are still found (vLLM #42125)."""

    def outdate(self, scope: int) -> None:
        """Load the adapter and leave its tree."""
        self.weights.load_adapter(scope)


@fault("second_root_for_a_scope", laws=("L22",))
class SecondRootForAScope(RadixTree):
    """A scope gets another root while it has one: what hangs under the first is lost, and never outdated."""

    def plant(self, scope: int) -> Root:
        """Forget the root that is there."""
        self.planted.pop(scope, None)
        return super().plant(scope)


@fault("evicted_block_stays_in_the_index", laws=("K14", "L21", "L23"))
class EvictedBlockStaysInTheIndex(RadixTree):
    """A block leaves the tree, and the index of its parent still has its key (kvcached #362)."""

    def detach(self, block: Block) -> None:
        """Take the block off its parent without unfiling it."""
        if block.parent is None:
            super().detach(block)
        else:
            block.above.branches.discard(block)


@fault("evicted_block_stays_with_its_parent", laws=("K5", "L23"))
class EvictedBlockStaysWithItsParent(RadixTree):
    """A block leaves the index, and its parent still counts it: it can never be removed itself."""

    def detach(self, block: Block) -> None:
        """Unfile the block without taking it off its parent."""
        if block.parent is None:
            super().detach(block)
        else:
            self.displace(block)


@fault("middle_of_a_path_is_evicted", laws=("K14",))
class MiddleOfAPathIsEvicted(PrefixCache):
    """A block leaves the tree while others still go on from it (SGLang #27562)."""

    def evict(self, block: Block) -> None:
        """Ask only whether the page waits for eviction."""
        if block.is_deserted or block not in self.queue or block.slot is not None:
            super().evict(block)
        else:
            self.vacate(block)
            self.tree.detach(block)


@fault("open_tree_is_uprooted", laws=("L22",))
class OpenTreeIsUprooted(PrefixCache):
    """The root that lookups start at is removed."""

    def uproot(self, root: Block) -> None:
        """Remove it as soon as nothing hangs there."""
        if isinstance(root, Root) and root.is_deserted:
            self.tree.detach(root)
        else:
            super().uproot(root)


@fault("longer_block_beside_its_start", laws=("K6",))
class LongerBlockBesideItsStart(PrefixCache):
    """A block is filed beside a shorter one that it starts with, and both are found (vLLM #49125)."""

    def check_start_not_filed(self, block: Block) -> None:
        """Ask nothing."""


@fault("replaced_block_stays_in_the_index", laws=("K6",))
class ReplacedBlockStaysInTheIndex(PrefixCache):
    """A longer block is filed, and the shorter one whose place it takes is left where it was (vLLM #49125)."""

    def replace(self, shorter: Block) -> None:
        """Leave the shorter block."""


@fault("key_is_filed_twice", laws=("K6",))
class KeyIsFiledTwice(PrefixCache):
    """Two requests that computed the same block both file it."""

    def check_not_filed(self, block: Block) -> None:
        """Ask nothing."""


@fault("reset_stays_in_its_version", laws=("K6", "L24"))
class ResetStaysInItsVersion(RadixTree):
    """The trees are dropped, but the next one counts as computed with the same weights as the last."""

    def outdate_all(self) -> None:
        """Drop the trees without another version."""
        self.planted.clear()
