"""What must be possible, so that a model that forbids too much does not pass for a safe one."""

from ...language import helper, sometimes
from ...sorts import NO_ADAPTER, Adapter, Pool, Request
from .state import Pipeline, Stage


@sometimes
def three_steps_reserve_for_one_request(w: Pipeline, r: Request) -> bool:
    """A request is planned into a step while both steps in flight have a frame of it."""
    return w.planned[r] == 1 and w.newest[r] == 1 and w.older[r] == 1 and w.late[r] == 0


@sometimes
def decode_is_planned_on_a_row(w: Pipeline, r: Request) -> bool:
    """A decode is planned on the row of a frame that is still in flight."""
    return w.planned[r] == 1 and w.row[r] == 1 and w.older[r] == 1 and w.cursor[r] >= w.prompt[r]


@sometimes
def decode_is_planned_without_a_row(w: Pipeline, r: Request) -> bool:
    """A decode is planned on a token that is known, its request having been left out of the step launched last."""
    return w.planned[r] == 1 and not w.row[r] and w.cursor[r] >= w.prompt[r]


@sometimes
def draft_pool_reserves_more(w: Pipeline, r: Request) -> bool:
    """A frame in flight has more places in the draft pool than in the target pool."""
    return w.older_draft[r] > w.older_target[r]


@sometimes
def request_is_displaced_in_flight(w: Pipeline, r: Request) -> bool:
    """A running request is left out of the newer step while its frame in the older one is not retired."""
    return w.stage[r] == Stage.RUNNING and w.older[r] == 1 and w.newest.total >= 1 and not w.newest[r] and not w.row[r]


@sometimes
def request_waits_with_two_late_frames(w: Pipeline, r: Request) -> bool:
    """A victim waits to be computed again while two frames of its earlier life are in flight."""
    return w.stage[r] == Stage.WAITING and w.late[r] == 2


@sometimes
def request_starts_over_behind_a_late_frame(w: Pipeline, r: Request) -> bool:
    """A frame of a new life is in flight behind a frame of the life before."""
    return w.late[r] == 1 and w.newest[r] == 1 and w.newest_target[r] >= 1


@sometimes
def two_lives_have_fenced_pages(w: Pipeline, r: Request) -> bool:
    """Two lives of one request ended with a frame in flight each, and each frame fences its own pages."""
    return w.fenced_next[Pool.TARGET, r] >= 1 and w.fenced_last[Pool.TARGET, r] >= 1


@sometimes
def suspended_request_is_back_before_its_late_frame(w: Pipeline, r: Request) -> bool:
    """A suspended request is resumed while a frame from before its suspension is in flight."""
    return w.stage[r] == Stage.RUNNING and w.cursor[r] >= 1 and w.late[r] >= 1 and w.failed == 0


@sometimes
def first_token_is_kept_by_a_suspension(w: Pipeline, r: Request) -> bool:
    """A request is suspended with a single settled token."""
    return w.stage[r] == Stage.SUSPENDED and w.cursor[r] == 1


@sometimes
def resumed_request_fills_both_pools(w: Pipeline, r: Request) -> bool:
    """A request is resumed, its row lost by the way, into the very last pages of both pools."""
    return (
        w.cursor[r] == w.max_length
        and w.ran[r] == 1
        and not w.row[r]
        and w.held[Pool.TARGET, r] == w.pool_size[Pool.TARGET]
        and w.held[Pool.DRAFT, r] == w.pool_size[Pool.DRAFT]
    )


@helper
def alone_takes_the_last_pages(w: Pipeline, r: Request) -> bool:
    """Whether the request is planned, and what others do not fence is its own: it took the last pages."""
    return (
        w.planned[r] == 1
        and w.free[Pool.TARGET] == 0
        and w.free[Pool.DRAFT] == 0
        and w.held.total[Pool.TARGET] == w.held[Pool.TARGET, r]
        and w.held.total[Pool.DRAFT] == w.held[Pool.DRAFT, r]
    )


@sometimes
def first_chunk_takes_the_last_pages(w: Pipeline, r: Request) -> bool:
    """A first chunk takes the very last pages of both pools."""
    return alone_takes_the_last_pages(w, r) and w.allocated[Pool.TARGET, r] == w.planned_target[r]


@sometimes
def later_chunk_takes_the_last_pages(w: Pipeline, r: Request) -> bool:
    """A later chunk takes the very last pages of both pools."""
    return (
        alone_takes_the_last_pages(w, r)
        and w.allocated[Pool.TARGET, r] > w.planned_target[r]
        and w.allocated[Pool.TARGET, r] <= w.prompt[r]
    )


@sometimes
def decode_takes_the_last_pages(w: Pipeline, r: Request) -> bool:
    """The growth of a decoding request takes the very last pages of both pools."""
    return alone_takes_the_last_pages(w, r) and w.allocated[Pool.TARGET, r] > w.prompt[r]


@sometimes
def request_ends_with_a_frame_behind(w: Pipeline, r: Request) -> bool:
    """A request has ended, and its pages are not reusable before its last frame is retired."""
    return w.stage[r] == Stage.ENDED and w.fenced_last[Pool.TARGET, r] >= 1 and w.fenced_last[Pool.DRAFT, r] >= 1


@sometimes
def request_is_paused_in_flight(w: Pipeline, r: Request) -> bool:
    """A paused request still has frames in flight that will be settled."""
    return w.stage[r] == Stage.PAUSED and w.older_target[r] >= 1 and w.cursor[r] == w.prompt[r]


@sometimes
def failed_step_has_one_behind_it(w: Pipeline, r: Request) -> bool:
    """A step has failed while the request is also in the step behind it, and is planned into the next."""
    return w.failed == 1 and w.older[r] == 1 and w.newest[r] == 1 and w.planned[r] == 1


@sometimes
def step_of_one_fails(w: Pipeline, r: Request, s: Request) -> bool:
    """The only member of a step is there when the step fails: the other request was never in any."""
    return w.failed == 1 and w.older[r] == 1 and r != s and w.stage[s] == Stage.ABSENT


@sometimes
def chunk_is_in_flight_behind_a_chunk(w: Pipeline, r: Request) -> bool:
    """Two chunks of one prompt are in flight at once."""
    return w.cursor[r] + w.older_target[r] < w.prompt[r] and w.older_target[r] >= 1 and w.newest_target[r] >= 1


@sometimes
def every_page_left_is_fenced(w: Pipeline) -> bool:
    """No page is free and none is held: all of the pool waits for late frames."""
    return w.free[Pool.DRAFT] == 0 and w.held.total[Pool.DRAFT] == 0


@sometimes
def one_pool_is_used_up_before_the_other(w: Pipeline) -> bool:
    """The draft pool has no page left while the target pool has."""
    return w.free[Pool.DRAFT] == 0 and w.free[Pool.TARGET] >= 1


@sometimes
def published_work_is_held_in_flight(w: Pipeline, r: Request) -> bool:
    """A request decodes in flight on a single settled token, which others may reuse."""
    return w.stage[r] == Stage.RUNNING and w.published[r] == 1 and w.older_target[r] >= 1


@sometimes
def slot_is_read_while_newer_content_waits(w: Pipeline, a: Adapter) -> bool:
    """A step in flight still reads the content with which it started, while newer content waits for the slot."""
    return w.outdated[a] == 1 and w.older_reads[a] == 1


@sometimes
def two_requests_share_an_adapter(w: Pipeline, r: Request, s: Request) -> bool:
    """Two requests of the step being planned read one adapter, and another one would be too many."""
    return (
        r != s
        and w.planned[r] == 1
        and w.planned[s] == 1
        and w.adapter[r] == w.adapter[s]
        and w.adapter[r] != NO_ADAPTER
        and w.planned_reads.total == w.adapters_per_step
    )


@sometimes
def step_is_planned_full(w: Pipeline) -> bool:
    """As many requests are planned into one step as it may take, and more than one."""
    return w.planned.total == w.max_batch and w.planned.total >= 2


@sometimes
def base_model_is_planned(w: Pipeline, r: Request) -> bool:
    """A request without an adapter is planned, with nothing in any slot."""
    return w.planned[r] == 1 and w.adapter[r] == NO_ADAPTER and w.on_device.total == 0
