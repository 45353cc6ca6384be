"""Pages that one pool has and the other has not, that nobody has, or that are promised twice."""

from ..events.admission import adapter_fits, admit, chunk, may_plan, pages_fit
from ..events.ending import abort, finish
from ..events.parts import (
    activate_adapter,
    extend,
    join_batch,
    leave_batch,
    leave_seat,
    release_adapter,
    release_memory,
    set_hosted,
    set_pages,
    take_seat,
    unpark_adapter,
)
from ..events.step import grow
from ..events.suspension import move_to_device, move_to_host, park_adapter, resume, suspend
from ..language import fault, one_of, require
from ..sorts import NO_ADAPTER, Phase, Pool, Request, Tokens
from ..state import World
from .parts import go_on, move_pages_back


@fault(of=admit, id="F-R2", breaks=("device_pages_are_conserved",))
def admit_does_not_ask_the_draft_pool(w: World, r: Request, tokens: Tokens) -> None:
    """A request is admitted on what the target pool has free, and the draft pool runs out under it."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request is admitted")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.slots_free >= 1, "a sequence slot is free", "S18")
    require(1 <= tokens <= w.prompt[r], "the chunk has a token and stays in the prompt")
    require(w.pages(tokens) <= w.free[Pool.TARGET], "the target pool has the pages of the first chunk", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    w.phase[r] = Phase.PREFILL
    w.slot[r] = 1
    w.slots_free = w.slots_free - 1
    take_seat(w, r)
    join_batch(w, r)
    extend(w, r, tokens)
    activate_adapter(w, r)


@fault(of=admit, id="F-R26", breaks=("step_finds_its_pages", "pools_move_together"))
def draft_pages_are_left_to_the_step(w: World, r: Request, tokens: Tokens) -> None:
    """The draft pool is to find its pages when the step is prepared, as if nothing else could take them until then."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request is admitted")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.slots_free >= 1, "a sequence slot is free", "S18")
    require(1 <= tokens <= w.prompt[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, tokens), "both pools have the pages of the first chunk", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    w.phase[r] = Phase.PREFILL
    w.slot[r] = 1
    w.slots_free = w.slots_free - 1
    take_seat(w, r)
    join_batch(w, r)
    w.reserved[r] = tokens
    set_pages(w, Pool.TARGET, r, w.pages(tokens))
    activate_adapter(w, r)


@fault(of=chunk, id="F-R3", breaks=("pools_move_together", "pages_match_the_extent"))
def failed_chunk_keeps_target_pages(w: World, r: Request, tokens: Tokens) -> None:
    """Where the draft pool has no room for a chunk, the target keeps the pages that it has already got."""
    require(w.phase[r] == Phase.PREFILL, "only a request in prefill has a next chunk")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(1 <= tokens <= w.prompt[r] - w.cursor[r], "the chunk has a token and stays in the prompt")
    require(
        w.pages(w.cursor[r] + tokens) - w.held[Pool.TARGET, r] <= w.free[Pool.TARGET],
        "the target pool has the pages of the chunk",
        "K2",
    )
    if pages_fit(w, r, tokens):
        join_batch(w, r)
        extend(w, r, tokens)
    else:
        set_pages(w, Pool.TARGET, r, w.pages(w.cursor[r] + tokens))


@fault(of=grow, id="F-R4", breaks=("pools_move_together", "pages_match_the_extent"))
def failed_growth_keeps_target_pages(w: World, r: Request, drafted: Tokens) -> None:
    """Where the draft pool has no room for a growth, the target keeps the pages that it has already got."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request grows")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(drafted == 0 or w.paired[r], "only a paired request drafts")
    require(w.cursor[r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    require(
        w.pages(w.cursor[r] + 1 + drafted) - w.held[Pool.TARGET, r] <= w.free[Pool.TARGET],
        "the target pool has the pages of the growth",
        "K2",
    )
    if pages_fit(w, r, 1 + drafted):
        join_batch(w, r)
        extend(w, r, 1 + drafted)
    else:
        set_pages(w, Pool.TARGET, r, w.pages(w.cursor[r] + 1 + drafted))


@fault(of=suspend, id="F-R15", breaks=("pools_move_together",))
def suspend_moves_target_only(w: World, r: Request) -> None:
    """Only the target pool is suspended; the draft pages stay where they are, in use by nobody."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    park_adapter(w, r)
    if w.held[Pool.TARGET, r] + w.held[Pool.DRAFT, r] <= w.host_free:
        move_to_host(w, Pool.TARGET, r)


@fault(of=suspend, id="F-S18", breaks=("host_pages_are_conserved",))
def suspend_without_room_on_the_host(w: World, r: Request) -> None:
    """Pages are moved to the host whether or not it has room for them, or exists at all."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    park_adapter(w, r)
    move_to_host(w, Pool.TARGET, r)
    move_to_host(w, Pool.DRAFT, r)


@fault(of=suspend, breaks=("pages_are_in_one_tier", "pages_match_the_extent", "suspension_keeps_the_work"))
def suspend_copies_its_pages(w: World, r: Request) -> None:
    """The pages are copied to the host and stay on the device as well, so that suspending frees nothing."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    park_adapter(w, r)
    if w.held[Pool.TARGET, r] + w.held[Pool.DRAFT, r] <= w.host_free:
        set_hosted(w, Pool.TARGET, r, w.held[Pool.TARGET, r])
        set_hosted(w, Pool.DRAFT, r, w.held[Pool.DRAFT, r])


@fault(of=suspend, breaks=("suspension_keeps_the_work", "pages_match_the_extent"))
def suspend_drops_pages_that_do_not_fit(w: World, r: Request) -> None:
    """Where the host has no room the device pages are freed all the same, and their content is lost."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    park_adapter(w, r)
    if w.held[Pool.TARGET, r] + w.held[Pool.DRAFT, r] <= w.host_free:
        move_to_host(w, Pool.TARGET, r)
        move_to_host(w, Pool.DRAFT, r)
    else:
        set_pages(w, Pool.TARGET, r, 0)
        set_pages(w, Pool.DRAFT, r, 0)


@fault(of=suspend, breaks=("pages_move_to_the_host_if_they_fit",))
def suspend_frees_no_page(w: World, r: Request) -> None:
    """A suspended request gives up its seat and keeps its device pages, so the one that needed them waits on."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    park_adapter(w, r)


@fault(of=resume, breaks=("device_pages_are_conserved",))
def resume_without_room_on_the_device(w: World, r: Request) -> None:
    """A request is resumed into pages that others hold."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is resumed")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    move_pages_back(w, r)
    take_seat(w, r)
    unpark_adapter(w, r)
    activate_adapter(w, r)
    go_on(w, r)


@fault(of=resume, breaks=("only_suspended_requests_are_on_host", "pools_move_together"))
def resume_leaves_the_draft_pages_on_the_host(w: World, r: Request) -> None:
    """The target's pages come back and the draft's do not, and the request drafts from nothing."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is resumed")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.hosted[Pool.TARGET, r] <= w.free[Pool.TARGET], "the target pool has room for its pages", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    if w.hosted[Pool.TARGET, r] >= 1:
        move_to_device(w, Pool.TARGET, r)
    take_seat(w, r)
    unpark_adapter(w, r)
    activate_adapter(w, r)
    go_on(w, r)


@fault(of=finish, breaks=("device_pages_are_conserved",))
def finish_loses_the_draft_pages(w: World, r: Request) -> None:
    """The draft cache is dropped without giving its pages back."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request finishes")
    require(not w.batch[r], "it is not part of the step")
    leave_seat(w, r)
    w.held[Pool.DRAFT, r] = 0
    release_memory(w, r)
    release_adapter(w, r)
    if w.adapter[r] != NO_ADAPTER:
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.phase[r] = Phase.FINISHED


@fault(of=abort, breaks=("only_suspended_requests_are_on_host",))
def abort_forgets_the_host_pages(w: World, r: Request) -> None:
    """A request that is aborted while it is suspended keeps its pages on the host."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED), "it is submitted and has not ended", "P9")
    require(not w.running or not w.batch[r], "the running step does not read it")
    leave_batch(w, r)
    if one_of(w.phase[r], Phase.PREFILL, Phase.DECODE):
        leave_seat(w, r)
    if w.phase[r] == Phase.PAUSED:
        w.paused_count = w.paused_count - 1
    w.reserved[r] = 0
    w.cursor[r] = 0
    set_pages(w, Pool.TARGET, r, 0)
    set_pages(w, Pool.DRAFT, r, 0)
    w.slots_free = w.slots_free + w.slot[r]
    w.slot[r] = 0
    release_adapter(w, r)
    if w.adapter[r] != NO_ADAPTER:
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.phase[r] = Phase.FINISHED
