"""What must be possible, so that a model that forbids too much does not pass for a safe one."""

from ..language import one_of, sometimes
from ..sorts import NO_ADAPTER, Phase, Pool, Request
from ..state import World


@sometimes
def draft_pages_are_held(w: World, r: Request) -> bool:
    """A paired request decodes with pages in both pools."""
    return w.phase[r] == Phase.DECODE and w.held[Pool.DRAFT, r] >= 1


@sometimes
def pages_move_to_the_host(w: World, r: Request) -> bool:
    """A suspended request has its pages on the host and none on the device."""
    return w.hosted[Pool.TARGET, r] >= 1 and w.held[Pool.TARGET, r] == 0


@sometimes
def suspending_frees_nothing(w: World, r: Request) -> bool:
    """A suspended request keeps its device pages where the host has no room."""
    return w.phase[r] == Phase.SUSPENDED and w.held[Pool.TARGET, r] >= 1


@sometimes
def adapter_is_shared(w: World, r: Request) -> bool:
    """Two requests hold one adapter, one of them parked."""
    return w.parked[r] == 1 and w.active_holders[w.adapter[r]] >= 1


@sometimes
def request_is_displaced(w: World, r: Request) -> bool:
    """A forced unpause takes a running step over its limit, and a request that decodes is left out."""
    return (
        w.running == 1
        and w.seats_taken == w.max_batch + 1
        and one_of(w.phase[r], Phase.DECODE)
        and not w.batch[r]
        and not w.row[r]
    )


@sometimes
def prompt_comes_in_chunks(w: World, r: Request) -> bool:
    """A request is in the step with the last token of its prompt, as a chunk of its own."""
    return (
        w.phase[r] == Phase.PREFILL
        and w.cursor[r] >= 1
        and w.reserved[r] == 1
        and w.cursor[r] + w.reserved[r] == w.prompt[r]
    )


@sometimes
def first_chunk_takes_the_last_page(w: World, r: Request) -> bool:
    """A request is admitted that needs every page which is left."""
    return w.phase[r] == Phase.PREFILL and w.cursor[r] == 0 and w.free[Pool.TARGET] == 0


@sometimes
def base_model_needs_no_place_for_adapters(w: World, r: Request) -> bool:
    """A request without an adapter is admitted while adapters take up all the room there is for them."""
    return w.phase[r] == Phase.PREFILL and w.cursor[r] == 0 and w.adapter[r] == NO_ADAPTER and w.host_adapters_free == 0


@sometimes
def next_life_may_be_the_longest(w: World, r: Request) -> bool:
    """A victim waits with a prompt, its own and what it generated, that is as long as a request can be."""
    return w.phase[r] == Phase.WAITING and w.life[r] == 1 and w.prompt[r] == w.max_length


@sometimes
def target_pool_is_used_up(w: World) -> bool:
    """The last free page can be taken."""
    return w.free[Pool.TARGET] == 0


@sometimes
def host_tier_is_used_up(w: World) -> bool:
    """The last free host page can be taken."""
    return w.host_free == 0


@sometimes
def full_device_serves_a_second_request(w: World, r: Request) -> bool:
    """With no device slot free, another request can still use an adapter that is there."""
    return w.active[r] == 1 and w.active_holders[w.adapter[r]] == 2 and w.device_adapters_free == 0


@sometimes
def unpaired_request_grows(w: World, r: Request) -> bool:
    """A request without a draft pool decodes step by step."""
    return w.phase[r] == Phase.DECODE and w.paired[r] == 0 and w.reserved[r] == 1


@sometimes
def unpaired_request_generates(w: World, r: Request) -> bool:
    """A request without a draft pool keeps the one token that it grew by."""
    return w.phase[r] == Phase.DECODE and w.paired[r] == 0 and w.cursor[r] == w.prompt[r] + 1


@sometimes
def paired_request_drafts(w: World, r: Request) -> bool:
    """A paired request has pages for a drafted token in a running step."""
    return w.phase[r] == Phase.DECODE and w.reserved[r] == 2 and w.running == 1
