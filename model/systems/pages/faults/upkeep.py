"""A key or a content that changes under those who use it."""

from ....language import fault, require
from ....sorts import Flag
from ..events.parts import enter, found, free, matchable
from ..events.upkeep import change_weights, evict, reset_device, restore
from ..state import Fill, Memory, Page, Prefix


@fault(of=evict, breaks=("only_unused_pages_are_evicted", "private_page_has_one_owner"))
def evict_takes_a_held_page(w: Memory, p: Page) -> None:
    """A page is evicted that requests still hold: its key is lost, and nothing is gained."""
    require(matchable(w, p), "the page is found")
    w.published[p] = 0


@fault(of=restore, breaks=("content_changes_by_operations_only", "suspended_content_is_kept"))
def restore_over_a_page_in_use(w: Memory, p: Page, t: Prefix, full: Flag) -> None:
    """What arrives is written over a page that is held."""
    require(w.tier[p] == 0 and not matchable(w, p), "the page is on the device, and not found")
    require(not found(w, t), "no other page is found by the prefix")
    w.fill[p] = Fill.FULL if full else Fill.PARTIAL
    w.made[p] = w.version
    enter(w, p, t)


@fault(of=restore, breaks=("restored_page_is_as_full_as_it_was",))
def part_arrives_as_a_full_page(w: Memory, p: Page, t: Prefix, full: Flag) -> None:
    """Every page that arrives is taken to be full, and its last positions are read though nobody wrote them."""
    require(w.tier[p] == 0 and free(w, p), "the page is a free page of the device")
    require(not found(w, t), "no other page is found by the prefix")
    w.fill[p] = Fill.FULL
    w.made[p] = w.version
    enter(w, p, t)


@fault(of=reset_device, breaks=("keys_are_of_their_time", "resets_are_counted"))
def reset_counts_down(w: Memory) -> None:
    """The count of resets is itself reset, so that keys of long ago fit again."""
    w.epoch = 0
    w.below = w.below + 1


@fault(of=change_weights, breaks=("reset_leaves_no_key", "found_page_is_of_the_present_weights"))
def change_of_weights_keeps_keys_below(w: Memory) -> None:
    """Only the keys of the device are dropped, and stale content is found below it."""
    w.epoch = w.epoch + 1
    w.version = w.version + 1
