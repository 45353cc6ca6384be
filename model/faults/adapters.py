"""The registry and the two caches of adapters, kept wrongly."""

from ..events.adapters import evict_device, evict_host, load, unload
from ..events.admission import adapter_fits, admit, may_plan, pages_fit, submit
from ..events.parts import activate_adapter, extend, join_batch, take_seat
from ..language import fault, require
from ..sorts import NO_ADAPTER, Adapter, Flag, Phase, Request, Tokens
from ..state import World


@fault(of=load, breaks=("base_model_is_not_registered",))
def load_registers_the_base_model(w: World, a: Adapter) -> None:
    """The base model is loaded like an adapter."""
    require(not w.registered[a], "it is not registered yet")
    w.registered[a] = 1


@fault(of=evict_device, id="F-P18", breaks=("step_finds_its_adapters_on_device", "pinned_adapters_fit_the_device"))
def evict_device_under_a_step(w: World, a: Adapter) -> None:
    """A device slot is given away while an active request reads it."""
    require(w.on_device[a], "the adapter is on the device")
    w.on_device[a] = 0
    w.device_adapters_free = w.device_adapters_free + 1


@fault(of=evict_device, breaks=("pinned_adapters_fit_the_device",))
def evict_device_loses_the_slot(w: World, a: Adapter) -> None:
    """The slot of an evicted adapter is not given back."""
    require(w.on_device[a], "the adapter is on the device")
    require(not w.device_pinned[a], "no active request holds it", "P4")
    w.on_device[a] = 0


@fault(of=evict_host, breaks=("held_adapter_stays_on_host",))
def evict_host_under_a_parked_request(w: World, a: Adapter) -> None:
    """Only active holders are asked for, so a suspended request loses the copy that it was to resume with."""
    require(w.on_host[a], "the adapter is on the host")
    require(w.active_holders[a] == 0, "no active request holds it", "P3")
    w.on_host[a] = 0
    w.host_adapters_free = w.host_adapters_free + 1


@fault(of=evict_host, breaks=("host_copies_fit_the_host",))
def evict_host_loses_the_place(w: World, a: Adapter) -> None:
    """The place of an evicted host copy is not given back."""
    require(w.on_host[a], "the adapter is on the host")
    require(not w.host_pinned[a], "no request holds it, active or parked", "P3")
    w.on_host[a] = 0


@fault(of=unload, breaks=("named_adapter_is_registered",))
def unload_under_a_waiting_request(w: World, a: Adapter) -> None:
    """An adapter is unloaded once it has no copies left, though a request that waits still names it."""
    require(w.registered[a], "it is registered")
    require(not w.on_device[a] and not w.on_host[a], "its copies are evicted", "A3")
    w.registered[a] = 0


@fault(of=unload, breaks=("only_registered_adapters_have_copies",))
def unload_leaves_its_copies(w: World, a: Adapter) -> None:
    """An adapter is taken out of the registry and its copies are forgotten where they are."""
    require(w.registered[a], "it is registered")
    require(w.references[a] == 0, "no live request names it", "A2")
    w.registered[a] = 0


@fault(of=submit, breaks=("named_adapter_is_registered",))
def submit_names_an_unknown_adapter(w: World, r: Request, a: Adapter, prompt: Tokens, paired: Flag) -> None:
    """Nobody asks whether the adapter that a request names is registered."""
    require(w.phase[r] == Phase.ABSENT, "the request was never submitted before")
    require(1 <= prompt <= w.max_length, "the prompt has at least one token and fits the longest request")
    w.adapter[r] = a
    w.prompt[r] = prompt
    w.paired[r] = paired
    w.phase[r] = Phase.WAITING
    if a != NO_ADAPTER:
        w.references[a] = w.references[a] + 1


@fault(of=submit, breaks=("references_count_live_requests",))
def submit_counts_no_reference(w: World, r: Request, a: Adapter, prompt: Tokens, paired: Flag) -> None:
    """The registry does not learn that a request names the adapter."""
    require(w.phase[r] == Phase.ABSENT, "the request was never submitted before")
    require(1 <= prompt <= w.max_length, "the prompt has at least one token and fits the longest request")
    require(a == NO_ADAPTER or w.registered[a], "its adapter is registered", "A2")
    w.adapter[r] = a
    w.prompt[r] = prompt
    w.paired[r] = paired
    w.phase[r] = Phase.WAITING


@fault(of=admit, id="F-P13", breaks=("pinned_adapters_fit_the_device", "host_copies_fit_the_host"))
def admit_claims_no_place_for_its_adapter(w: World, r: Request, tokens: Tokens) -> None:
    """Each request is admitted as if no other had claimed a place for its adapter."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request is admitted")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.slots_free >= 1, "a sequence slot is free", "S18")
    require(1 <= tokens <= w.prompt[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, tokens), "both pools have the pages of the first chunk", "K2")
    w.phase[r] = Phase.PREFILL
    w.slot[r] = 1
    w.slots_free = w.slots_free - 1
    take_seat(w, r)
    join_batch(w, r)
    extend(w, r, tokens)
    activate_adapter(w, r)


@fault(of=admit, breaks=("seated_request_is_active_on_its_adapter", "step_finds_its_adapters_on_device"))
def admit_forgets_the_adapter(w: World, r: Request, tokens: Tokens) -> None:
    """A request is admitted on an adapter that is resident for another, without becoming a holder of it."""
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
    if w.adapter[r] != NO_ADAPTER and not w.on_device[w.adapter[r]]:
        activate_adapter(w, r)
