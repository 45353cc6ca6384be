"""A page that is taken, shared or published wrongly."""

from ....language import fault, require
from ....sorts import Request
from ..events.parts import enter, found, free, matchable, take
from ..events.tables import allocate, drop, hit, publish, rebase, set_aside
from ..state import Fill, Memory, Page, Prefix, Stage


@fault(
    of=allocate,
    id="F-K12",
    breaks=(
        "named_page_is_not_given_away",
        "held_page_is_written_for_its_holder",
        "private_page_is_read_for_its_holder",
        "target_of_a_copy_is_named_once",
    ),
)
def allocate_takes_a_named_page(w: Memory, r: Request, p: Page) -> None:
    """A page that an operation still reads or writes is given to another: only requests count as holders."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.tier[p] == 0, "the page is on the device")
    require(w.holds.holders[p] == 0 and w.spare.holders[p] == 0 and not matchable(w, p), "no request holds the page")
    take(w, p, w.born[r])
    w.holds[r, p] = 1


@fault(of=allocate, breaks=("only_free_pages_are_taken", "only_unused_pages_are_evicted"))
def allocate_takes_a_cached_page(w: Memory, r: Request, p: Page) -> None:
    """A page that is still found is taken as if it had been evicted."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.tier[p] == 0 and w.refs[p] == 0, "the page is on the device, and nobody holds it")
    take(w, p, w.born[r])
    w.holds[r, p] = 1


@fault(of=allocate, breaks=("published_page_is_written",))
def allocate_keeps_the_key(w: Memory, r: Request, p: Page) -> None:
    """The page is taken, and counts as published as before."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.tier[p] == 0 and free(w, p), "the page is a free page of the device")
    w.refs[p] = w.refs[p] + 1
    w.fill[p] = Fill.BLANK
    w.made[p] = w.born[r]
    w.holds[r, p] = 1


@fault(of=allocate, breaks=("taken_page_is_blank",))
def allocate_keeps_the_content(w: Memory, r: Request, p: Page) -> None:
    """What the last holder wrote counts as the new one's."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.tier[p] == 0 and free(w, p), "the page is a free page of the device")
    w.refs[p] = w.refs[p] + 1
    w.published[p] = 0
    w.made[p] = w.born[r]
    w.holds[r, p] = 1


@fault(of=set_aside, breaks=("spare_page_is_an_image",))
def set_aside_under_a_step(w: Memory, r: Request, p: Page, q: Page) -> None:
    """A copy is planned of a page that a step in flight still writes."""
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended, and not moving")
    require(w.holds[r, q], "the page to be copied is in its table")
    require((w.tier[p] == 0) == (w.away[r] == 1), "the page is in the other tier")
    require(free(w, p), "the page is free")
    take(w, p, w.born[r])
    w.fill[p] = w.fill[q]
    w.image[p] = q
    w.spare[r, p] = 1


@fault(of=drop, breaks=("suspended_set_is_kept",))
def drop_from_a_suspended_set(w: Memory, r: Request, p: Page) -> None:
    """A page of a suspended request is given back under it."""
    require(w.holds[r, p], "it holds the page")
    w.holds[r, p] = 0
    w.refs[p] = w.refs[p] - 1


@fault(of=hit, breaks=("references_are_holders",))
def hit_twice(w: Memory, r: Request, t: Prefix) -> None:
    """A page that the request holds already is counted once more."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(found(w, t), "a page is found")
    require(w.born[r] == w.version, "it computes with the weights that the page was computed with")
    w.holds[r, w.index[t]] = 1
    w.refs[w.index[t]] = w.refs[w.index[t]] + 1


@fault(of=hit, breaks=("request_holds_pages_of_its_weights",))
def hit_across_the_weights(w: Memory, r: Request, t: Prefix) -> None:
    """A request that began with older weights goes on with a page of the new ones."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(found(w, t) and not w.holds[r, w.index[t]], "a page is found that it does not hold yet")
    w.holds[r, w.index[t]] = 1
    w.refs[w.index[t]] = w.refs[w.index[t]] + 1


@fault(of=hit, breaks=("hit_is_of_the_prefix",))
def hit_of_a_reused_page(w: Memory, r: Request, t: Prefix) -> None:
    """The index still names a page that was evicted and then published under another key."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.tier[w.index[t]] == 0 and matchable(w, w.index[t]), "the page is found, if not by this prefix")
    require(w.born[r] == w.version, "it computes with the weights that the page was computed with")
    require(not w.holds[r, w.index[t]], "it does not hold it yet")
    w.holds[r, w.index[t]] = 1
    w.refs[w.index[t]] = w.refs[w.index[t]] + 1


@fault(of=publish, breaks=("published_page_is_written",))
def publish_before_the_write(w: Memory, r: Request, p: Page, t: Prefix) -> None:
    """The key is published before the content exists."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page")
    require(w.target.holders[p] == 0, "whatever writes it was polled")
    require(w.born[r] == w.version, "nothing is published that older weights computed")
    require(not found(w, t), "no other page is found by the prefix")
    enter(w, p, t)


@fault(of=publish, breaks=("published_page_is_never_written",))
def publish_under_a_step(w: Memory, r: Request, p: Page, t: Prefix) -> None:
    """The page is published while a step in flight still writes it."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page")
    require(w.fill[p] != Fill.BLANK, "the page is written")
    require(w.born[r] == w.version, "nothing is published that older weights computed")
    require(not found(w, t), "no other page is found by the prefix")
    enter(w, p, t)


@fault(of=publish, breaks=("found_page_is_of_the_present_weights",))
def publish_across_the_weights(w: Memory, r: Request, p: Page, t: Prefix) -> None:
    """What older weights computed is published under a key of the new ones."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page")
    require(w.fill[p] != Fill.BLANK, "the page is written")
    require(w.target.holders[p] == 0, "whatever writes it was polled")
    require(not found(w, t), "no other page is found by the prefix")
    enter(w, p, t)


@fault(of=publish, breaks=("prefix_finds_one_page",))
def publish_over_another(w: Memory, r: Request, p: Page, t: Prefix) -> None:
    """A second page is published under the same key, and the first is found no more but keeps its key."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page")
    require(w.fill[p] != Fill.BLANK, "the page is written")
    require(w.target.holders[p] == 0, "whatever writes it was polled")
    require(w.born[r] == w.version, "nothing is published that older weights computed")
    enter(w, p, t)


@fault(of=publish, breaks=("published_page_can_be_found",))
def publish_with_an_old_seal(w: Memory, r: Request, p: Page, t: Prefix) -> None:
    """The key is made as of an earlier reset, and the page is never found."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page")
    require(w.fill[p] != Fill.BLANK, "the page is written")
    require(w.target.holders[p] == 0, "whatever writes it was polled")
    require(w.born[r] == w.version, "nothing is published that older weights computed")
    require(not found(w, t), "no other page is found by the prefix")
    w.published[p] = 1
    w.key[p] = t
    w.index[t] = p


@fault(of=rebase, id="F-K1", breaks=("only_full_pages_are_rebased",))
def rebase_of_a_part(w: Memory, r: Request, p: Page, t: Prefix) -> None:
    """A page with room is given away for a full one, into which the request then writes."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page")
    require(found(w, t) and not w.holds[r, w.index[t]], "the other page is found, and not held yet")
    require(w.fill[w.index[t]] == Fill.FULL, "the other page is full")
    require(w.born[r] == w.version, "it computes with the weights that the page was computed with")
    w.holds[r, p] = 0
    w.refs[p] = w.refs[p] - 1
    w.holds[r, w.index[t]] = 1
    w.refs[w.index[t]] = w.refs[w.index[t]] + 1
