"""What is written in a page and who finds it: law K11, and the index (L)."""

from ....language import law, one_of, post, step_law
from ....sorts import Flag, Request
from ..events.device import complete_step
from ..events.parts import current, keeps, matchable
from ..events.tables import hit
from ..events.upkeep import restore
from ..state import Fill, Job, Memory, Operation, Outcome, Page, Prefix, Stage


@law("L11")
def prefix_finds_one_page(w: Memory, p: Page, t: Prefix) -> bool:
    """A device page whose key was not dropped is the one that is found by its prefix."""
    return w.tier[p] != 0 or not matchable(w, p) or w.key[p] != t or w.index[t] == p


@post("L11", of=hit)
def hit_is_of_the_prefix(before: Memory, after: Memory, r: Request, t: Prefix) -> bool:
    """What is held after a hit was published under the prefix that was asked for."""
    return after.holds[r, before.index[t]] == 1 and before.key[before.index[t]] == t


@law("L12")
def published_page_is_written(w: Memory, p: Page) -> bool:
    """A published page has content."""
    return w.published[p] == 0 or w.fill[p] != Fill.BLANK


@post("L12", of=complete_step)
def step_writes_its_page(before: Memory, after: Memory, o: Operation, p: Page, full: Flag) -> bool:
    """A page has content after a step that writes it is done, up to its end if the step says so."""
    return before.target[o, p] == 1 and after.fill[p] == (Fill.FULL if full else Fill.PARTIAL)


@post("L12", of=restore)
def restored_page_is_as_full_as_it_was(before: Memory, after: Memory, p: Page, t: Prefix, full: Flag) -> bool:
    """A page that arrives has content, up to its end if it is said so, and is the one that is found by the prefix."""
    return (
        matchable(after, p)
        and after.index[t] == p
        and before.refs[p] == 0
        and after.fill[p] == (Fill.FULL if full else Fill.PARTIAL)
    )


@law("L12")
def finished_copy_is_written(w: Memory, o: Operation, p: Page) -> bool:
    """The target of a load or a store is blank until it is done, and written then."""
    return (
        not w.target[o, p]
        or not one_of(w.job[o], Job.LOAD, Job.STORE)
        or (w.fill[p] != Fill.BLANK if w.outcome[o] == Outcome.DONE else w.fill[p] == Fill.BLANK)
    )


@law("K11")
def spare_page_is_an_image(w: Memory, r: Request, p: Page, q: Page) -> bool:
    """What is set aside is to be a copy of a page that stays in the table, and that nothing writes any more."""
    return (
        not w.spare[r, p] or w.image[p] != q or (w.holds[r, q] == 1 and w.fill[p] == w.fill[q] and w.stepping[r] == 0)
    )


@law("L13")
def found_page_is_of_the_present_weights(w: Memory, p: Page) -> bool:
    """Whatever is found was computed with the present weights."""
    return not matchable(w, p) or w.made[p] == w.version


@law("L13")
def keys_are_of_their_time(w: Memory, p: Page) -> bool:
    """No content is newer than the weights, and no key newer than the index of its tier."""
    return w.made[p] <= w.version and (w.published[p] == 0 or w.sealed[p] <= (w.epoch if w.tier[p] == 0 else w.below))


@law("L13")
def request_holds_pages_of_its_weights(w: Memory, r: Request, p: Page) -> bool:
    """Every page of a request was computed with the weights with which it computes itself."""
    return w.born[r] <= w.version and (not keeps(w, r, p) or w.made[p] == w.born[r])


@law("L13")
def loaded_page_is_of_its_request(w: Memory, o: Operation, p: Page) -> bool:
    """What is loaded for a request was computed with the weights with which it computes itself."""
    return w.job[o] != Job.LOAD or not w.target[o, p] or not current(w, o) or w.made[p] == w.born[w.owner[o]]


@law("L13")
def copy_is_of_the_weights_of_its_source(w: Memory, o: Operation, q: Page, p: Page) -> bool:
    """A load or a store copies content between pages of the same version of the weights."""
    return (
        not one_of(w.job[o], Job.LOAD, Job.STORE) or not w.source[o, q] or not w.target[o, p] or w.made[q] == w.made[p]
    )


@step_law("L13")
def reset_leaves_no_key(before: Memory, after: Memory, p: Page) -> bool:
    """After a reset nothing is found in the tiers that were reset."""
    return not matchable(after, p) or (
        after.version == before.version
        and (after.epoch == before.epoch if after.tier[p] == 0 else after.below == before.below)
    )


@step_law("L13")
def resets_are_counted(before: Memory, after: Memory) -> bool:
    """Keys are dropped, and weights changed, one at a time."""
    return (
        before.epoch <= after.epoch <= before.epoch + 1
        and before.below <= after.below <= before.below + 1
        and before.version <= after.version <= before.version + 1
    )


@step_law("L11")
def published_page_can_be_found(before: Memory, after: Memory, p: Page) -> bool:
    """A page that is published is found from then on, unless it was computed with older weights."""
    return before.published[p] == 1 or after.published[p] == 0 or matchable(after, p) or after.made[p] != after.version


@step_law("L12")
def taken_page_is_blank(before: Memory, after: Memory, r: Request, p: Page) -> bool:
    """A page that a request takes for itself counts as blank, whatever was in it."""
    return before.refs[p] >= 1 or not after.holds[r, p] or after.published[p] == 1 or after.fill[p] == Fill.BLANK


@step_law("K16")
def content_changes_by_operations_only(before: Memory, after: Memory, p: Page) -> bool:
    """What is in a page that is held or named changes only while an operation writes it."""
    return before.refs[p] == 0 or (
        (after.made[p] == before.made[p] and after.published[p] >= before.published[p])
        and (after.fill[p] == before.fill[p] or before.target.holders[p] >= 1)
    )


@law("K11")
def full_page_is_written_no_more(w: Memory, o: Operation, p: Page) -> bool:
    """A step that has not ended writes a page that has room."""
    return w.job[o] != Job.STEP or w.outcome[o] != Outcome.PENDING or not w.target[o, p] or w.fill[p] != Fill.FULL


@step_law("K11")
def suspended_content_is_kept(before: Memory, after: Memory, r: Request, p: Page) -> bool:
    """While a request is suspended and no step of it is in flight, nothing that it holds is written."""
    return (
        not one_of(before.stage[r], Stage.SUSPENDED, Stage.MOVING)
        or before.stepping[r] >= 1
        or not before.holds[r, p]
        or not after.holds[r, p]
        or after.fill[p] == before.fill[p]
    )
