"""From submission to the end of the prompt: submit, admit, chunk, settle_chunk."""

from ..language import event, helper, require
from ..sorts import NO_ADAPTER, Adapter, Flag, Phase, Pool, Request, Tokens
from ..state import World
from .parts import activate_adapter, extend, join_batch, leave_batch, settle, take_seat


@helper
def pages_fit(w: World, r: Request, tokens: int) -> bool:
    """Whether each pool of the request has the pages that so many tokens beyond the cursor need."""
    return w.pages(w.cursor[r] + tokens) - w.held[Pool.TARGET, r] <= w.free[Pool.TARGET] and (
        not w.paired[r] or w.pages(w.cursor[r] + tokens) - w.held[Pool.DRAFT, r] <= w.free[Pool.DRAFT]
    )


@helper
def adapter_fits(w: World, r: Request) -> bool:
    """Whether the request's adapter, if it has one, is on the host and on the device or finds room there."""
    return w.adapter[r] == NO_ADAPTER or (
        (w.on_host[w.adapter[r]] == 1 or w.host_adapters_free >= 1)
        and (w.on_device[w.adapter[r]] == 1 or w.device_adapters_free >= 1)
    )


@helper
def may_plan(w: World) -> bool:
    """Whether the step can take one more request: it is not launched, and its batch is not full."""
    return not w.running and w.batch.total < w.max_batch


@event
def submit(w: World, r: Request, a: Adapter, prompt: Tokens, paired: Flag) -> None:
    """A client's request arrives; from now on it keeps its adapter registered."""
    require(w.phase[r] == Phase.ABSENT, "the request was never submitted before")
    require(1 <= prompt <= w.max_length, "the prompt has at least one token and fits the longest request")
    require(a == NO_ADAPTER or w.registered[a], "its adapter is registered", "A2")
    w.adapter[r] = a
    w.prompt[r] = prompt
    w.paired[r] = paired
    w.phase[r] = Phase.WAITING
    if a != NO_ADAPTER:
        w.references[a] = w.references[a] + 1


@event
def admit(w: World, r: Request, tokens: Tokens) -> None:
    """A waiting request gets all that its first chunk needs, or nothing: pages, slot, seat, adapter."""
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
    extend(w, r, tokens)
    activate_adapter(w, r)


@event
def chunk(w: World, r: Request, tokens: Tokens) -> None:
    """The next part of a prompt gets its pages in both pools, or in neither."""
    require(w.phase[r] == Phase.PREFILL, "only a request in prefill has a next chunk")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(1 <= tokens <= w.prompt[r] - w.cursor[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, tokens), "both pools have the pages of the chunk", "K2")
    join_batch(w, r)
    extend(w, r, tokens)


@event
def settle_chunk(w: World, r: Request) -> None:
    """The chunk is computed; after the last one the request decodes."""
    require(w.running and w.batch[r], "it takes part in the running step")
    require(w.phase[r] == Phase.PREFILL, "it is in prefill")
    settle(w, r, w.reserved[r])
    leave_batch(w, r)
    if w.cursor[r] == w.prompt[r]:
        w.phase[r] = Phase.DECODE
