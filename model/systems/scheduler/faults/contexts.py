"""Admission of contexts, done wrongly."""

from ....language import fault, helper, require
from ....sorts import Pool, Request, Tokens
from ..events.contexts import chunk, claim, defer, give_up, is_admitting, next_context, preempt_for_pages, prepare
from ..events.walking import at_walk
from ..kinds import NO_KEY, Key, Residency, Rung, Stage, Stand
from ..parts import (
    evictable,
    free_caches,
    give_up_caches,
    replayable,
    schedule,
    suspend,
    take_seat,
    take_slot,
    try_nothing,
    walk_on,
    withdraw,
)
from ..state import Pass


@helper
def find(w: Pass, p: Pool, r: Request, reused: int) -> None:
    """Make the cache with what was found, as the event does, but for its index slot."""
    w.kv[p, r] = Residency.SUSPENDED
    w.capacity[Pool.TARGET, r] = reused
    if p == Pool.DRAFT:
        w.capacity[Pool.DRAFT, r] = reused
    w.cursor[r] = reused
    w.rung = Rung.ADMITTING


@helper
def may_claim(w: Pass, p: Pool, r: Request, reused: int) -> None:
    """Ask all that the event asks of a claim."""
    require(next_context(w, r) if p == Pool.TARGET else is_admitting(w, r), "it is the turn of the pool")
    require(w.kv[p, r] == Residency.NONE and (p == Pool.TARGET or w.drafts), "the pool has no cache of it", "S18")
    require(w.slots_free[p] >= 1, "an index slot is free", "S18")
    require(reused < w.prompt[r], "its last token is computed in any case", "S4")
    require(p == Pool.TARGET or reused <= w.cursor[r], "the draft keeps no more than the target found", "S4")


@helper
def may_compute(w: Pass, r: Request, tokens: int) -> None:
    """Ask all that the event asks of a chunk, but for the sequence slot."""
    require(is_admitting(w, r), "its caches are looked up or resumed", "S2")
    require(not w.drafts or w.kv[Pool.DRAFT, r] != Residency.NONE, "the draft pool has a cache of it, too", "S2")
    require(tokens >= 1, "the chunk has a token", "S4")
    require(w.cursor[r] + tokens <= w.max_length, "it stays within the longest request", "S11")
    require(w.scheduled.total < w.max_requests, "the pass takes one request more", "S5")
    require(w.charge.total + tokens <= w.max_tokens, "the pass takes its tokens", "S5")


@fault(of=defer, breaks=("deferred_requests_have_a_contributor",))
def request_waits_for_nobody(w: Pass, r: Request, k: Key) -> None:
    """A request is deferred without anybody who computes its block: the pass may stay empty."""
    require(next_context(w, r), "the pass is at a context that can be computed")
    require(w.stand[r] == Stand.FIRST, "nothing of it is computed yet")
    w.key[r] = k
    w.deferred[r] = 1
    walk_on(w)


@fault(of=defer, breaks=("deferred_requests_are_behind_the_walk",))
def deferred_request_is_walked_to_again(w: Pass, r: Request, k: Key) -> None:
    """The walk stays at a request that was deferred, which is then scheduled in the same pass."""
    require(next_context(w, r), "the pass is at a context that can be computed")
    require(w.stand[r] == Stand.FIRST and not w.deferred[r], "nothing of it is computed yet")
    require(k != NO_KEY and w.contributors[k] >= 1, "another computes its first block, now or in flight", "S13")
    w.key[r] = k
    w.deferred[r] = 1


@fault(of=claim, id="F-S22", breaks=("index_slots_are_conserved",))
def missing_index_slot_is_not_noticed(w: Pass, p: Pool, r: Request, reused: Tokens) -> None:
    """A cache is made where no index slot is free, instead of trying again in the next pass."""
    require(next_context(w, r) if p == Pool.TARGET else is_admitting(w, r), "it is the turn of the pool")
    require(w.kv[p, r] == Residency.NONE and (p == Pool.TARGET or w.drafts), "the pool has no cache of it", "S18")
    require(reused < w.prompt[r], "its last token is computed in any case", "S4")
    require(p == Pool.TARGET or reused <= w.cursor[r], "the draft keeps no more than the target found", "S4")
    take_slot(w, p, r)
    find(w, p, r, reused)


@fault(of=claim, breaks=("index_slots_are_conserved", "caches_have_index_slots"))
def cache_is_made_without_a_slot(w: Pass, p: Pool, r: Request, reused: Tokens) -> None:
    """A cache is made, and the index slot is counted but not noted with the request."""
    may_claim(w, p, r, reused)
    w.slots_free[p] = w.slots_free[p] - 1
    find(w, p, r, reused)


@fault(of=claim, id="F-S19", breaks=("contributors_run",))
def key_is_registered_before_the_chunk(w: Pass, p: Pool, r: Request, reused: Tokens) -> None:
    """A request counts as computing its block as soon as it is looked up, though its chunk may still fail."""
    may_claim(w, p, r, reused)
    take_slot(w, p, r)
    find(w, p, r, reused)
    w.contributes[r] = 1


@fault(of=claim, breaks=("cursor_stays_in_the_context",))
def whole_context_is_claimed(w: Pass, p: Pool, r: Request, reused: Tokens) -> None:
    """The whole context is found, and no token is left from which the first answer could be computed."""
    require(next_context(w, r) if p == Pool.TARGET else is_admitting(w, r), "it is the turn of the pool")
    require(w.kv[p, r] == Residency.NONE and (p == Pool.TARGET or w.drafts), "the pool has no cache of it", "S18")
    require(w.slots_free[p] >= 1, "an index slot is free", "S18")
    require(reused <= w.prompt[r], "it stays in the context", "S4")
    require(p == Pool.TARGET or reused <= w.cursor[r], "the draft keeps no more than the target found", "S4")
    take_slot(w, p, r)
    find(w, p, r, reused)


@fault(of=claim, id="F-R6", breaks=("pools_are_extended_alike", "chunk_has_its_room"))
def target_keeps_its_deeper_claim(w: Pass, p: Pool, r: Request, reused: Tokens) -> None:
    """The draft pool finds less, and the target's claim is not cut down to it."""
    may_claim(w, p, r, reused)
    take_slot(w, p, r)
    w.kv[p, r] = Residency.SUSPENDED
    w.capacity[p, r] = reused
    w.cursor[r] = reused
    w.rung = Rung.ADMITTING


@fault(of=prepare, breaks=("only_a_pass_tries",))
def victims_are_looked_for_in_the_second_walk(w: Pass, r: Request) -> None:
    """A later chunk goes up the ladder of a generation, with victims anywhere on the list."""
    require(next_context(w, r), "the pass is at a context that can be computed")
    require(w.stand[r] == Stand.LATER, "part of it is computed")
    w.kv[Pool.TARGET, r] = Residency.ACTIVE
    w.rung = Rung.EVICTING
    w.scan = w.end


@fault(of=chunk, id="F-S21", breaks=("seats_are_conserved",))
def seats_are_not_asked_for(w: Pass, r: Request, tokens: Tokens, k: Key) -> None:
    """Index slots are free, and nobody asks for a sequence slot, of which there are fewer."""
    may_compute(w, r, tokens)
    if not w.seat[r]:
        take_seat(w, r)
    w.key[r] = k
    w.contributes[r] = 1
    schedule(w, r, tokens)


@fault(of=chunk, breaks=("seats_are_conserved", "admitted_requests_have_a_seat"))
def seat_is_counted_but_not_kept(w: Pass, r: Request, tokens: Tokens, k: Key) -> None:
    """A sequence slot is counted for every chunk, and not noted with the request."""
    may_compute(w, r, tokens)
    require(w.seats_free >= 1, "a sequence slot is free", "S19")
    w.seats_free = w.seats_free - 1
    w.key[r] = k
    w.contributes[r] = 1
    schedule(w, r, tokens)


@fault(of=chunk, id="F-R2", breaks=("scheduled_requests_are_on_the_device",))
def draft_is_no_part_of_the_admission(w: Pass, r: Request, tokens: Tokens, k: Key) -> None:
    """Only the target's cache decides; whether the draft pool has one turns out after the pass."""
    require(is_admitting(w, r), "its caches are looked up or resumed", "S2")
    require(tokens >= 1, "the chunk has a token", "S4")
    require(w.cursor[r] + tokens <= w.max_length, "it stays within the longest request", "S11")
    require(w.scheduled.total < w.max_requests, "the pass takes one request more", "S5")
    require(w.charge.total + tokens <= w.max_tokens, "the pass takes its tokens", "S5")
    require(w.seat[r] or w.seats_free >= 1, "it has a sequence slot, or one is free", "S19")
    if not w.seat[r]:
        take_seat(w, r)
    w.key[r] = k
    w.contributes[r] = 1
    w.kv[Pool.TARGET, r] = Residency.ACTIVE
    w.capacity[Pool.TARGET, r] = w.capacity[Pool.TARGET, r] + tokens
    w.grown[Pool.TARGET, r] = tokens
    w.scheduled[r] = 1
    w.charge[r] = tokens
    walk_on(w)


@fault(of=give_up, id="F-S12", breaks=("failed_admission_leaves_nothing",))
def failed_chunk_keeps_its_claims(w: Pass, r: Request) -> None:
    """A first chunk that fails is suspended, and goes on holding the prefix that it claimed."""
    require(is_admitting(w, r), "its caches are looked up or resumed")
    suspend(w, r)
    w.left[r] = 1
    walk_on(w)


@fault(of=give_up, id="F-S13", breaks=("failed_admission_leaves_nothing",))
def cursor_outlives_its_cache(w: Pass, r: Request) -> None:
    """The caches of a failed first chunk are given up, but the cursor stays where the prefix ended."""
    require(is_admitting(w, r), "its caches are looked up or resumed")
    if w.stand[r] == Stand.FIRST:
        free_caches(w, r)
    else:
        suspend(w, r)
    w.left[r] = 1
    walk_on(w)


@fault(of=give_up, breaks=("started_requests_keep_their_caches",))
def later_chunk_loses_its_context(w: Pass, r: Request) -> None:
    """A later chunk that fails is cleaned up like a first one, and its computed part is lost."""
    require(is_admitting(w, r), "its caches are looked up or resumed")
    free_caches(w, r)
    w.left[r] = 1
    walk_on(w)


@fault(of=give_up, breaks=("nobody_is_left_unnoticed",))
def failed_chunk_is_forgotten(w: Pass, r: Request) -> None:
    """A chunk that fails is not noted as left: a pass that helps nobody is no stall for the detector."""
    require(is_admitting(w, r), "its caches are looked up or resumed")
    withdraw(w, r)
    w.left[r] = 0
    walk_on(w)


@fault(of=preempt_for_pages, id="F-S15", breaks=("page_preemption_ends_the_pass",))
def freed_pages_go_to_the_next_in_line(w: Pass, r: Request, v: Request) -> None:
    """The walk goes on after a victim gave its pages up: another context takes them, and the next pass begins again."""
    require(is_admitting(w, r), "its caches are looked up or resumed")
    require(r != v, "it is another request")
    require(replayable(w, v) and not w.scheduled[v], "the victim can start over, and the pass does not need it", "S1")
    give_up_caches(w, v)
    withdraw(w, r)
    walk_on(w)


@fault(of=preempt_for_pages, breaks=("received_context_is_never_computed_anew",))
def nobody_asks_whether_preemption_is_on(w: Pass, r: Request, v: Request) -> None:
    """A worker that may compute nothing anew preempts for pages all the same."""
    require(is_admitting(w, r), "its caches are looked up or resumed")
    require(r != v, "it is another request")
    require(evictable(w, v) and not w.scheduled[v] and not w.multimodal[v], "the victim has started", "S1")
    give_up_caches(w, v)
    withdraw(w, r)
    try_nothing(w)
    w.end = w.walk


@fault(of=preempt_for_pages, breaks=("decisions_are_about_their_kind",))
def scheduled_request_is_preempted(w: Pass, r: Request, v: Request) -> None:
    """A request that the pass has scheduled gives its caches up, and stays scheduled."""
    require(w.stage == Stage.CONTEXTS and w.rung == Rung.ADMITTING, "its caches are looked up or resumed")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(r != v, "it is another request")
    require(replayable(w, v), "the victim can start over", "S1")
    give_up_caches(w, v)
    withdraw(w, r)
    try_nothing(w)
    w.end = w.walk


@fault(of=claim, breaks=("common_claim_is_the_shorter",))
def deeper_claim_wins(w: Pass, p: Pool, r: Request, reused: Tokens) -> None:
    """The draft pool finds more than the target, and the cursor moves on to where nothing of the target is computed."""
    require(next_context(w, r) if p == Pool.TARGET else is_admitting(w, r), "it is the turn of the pool")
    require(w.kv[p, r] == Residency.NONE and (p == Pool.TARGET or w.drafts), "the pool has no cache of it", "S18")
    require(w.slots_free[p] >= 1, "an index slot is free", "S18")
    require(reused < w.prompt[r], "its last token is computed in any case", "S4")
    take_slot(w, p, r)
    find(w, p, r, reused)


@fault(of=prepare, breaks=("later_chunk_is_resumed_first",))
def later_chunk_is_not_resumed(w: Pass, r: Request) -> None:
    """A later chunk is tried with its caches still suspended."""
    require(next_context(w, r), "the pass is at a context that can be computed")
    require(w.stand[r] == Stand.LATER, "part of it is computed")
    w.rung = Rung.ADMITTING
