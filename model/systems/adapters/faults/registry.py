"""The registry forgets a reference, or gives up a name too early."""

from ....language import fault, one_of, require
from ....sorts import NO_ADAPTER, Adapter, Request
from ..events.leaving import end
from ..events.registry import register, reload, submit, unregister
from ..parts import let_go
from ..state import NO_CONTENT, Caches, Content, Entry, Level, Phase


@fault(of=end, breaks=("references_count_requests",))
def end_keeps_the_reference(w: Caches, r: Request) -> None:
    """The registry's reference is not given back, and unregistering waits for ever (SGLang #34205)."""
    require(w.phase[r] != Phase.ABSENT, "it is there", "P9")
    require(not w.forming, "no step is put together", "P6")
    let_go(w, r)
    w.adapter[r] = NO_ADAPTER
    w.phase[r] = Phase.ABSENT
    w.started[r] = 0
    w.planned[r] = 0


@fault(of=end, breaks=("absent_request_names_nothing",))
def end_keeps_the_name(w: Caches, r: Request) -> None:
    """The number goes on naming the adapter of the request that ended."""
    require(w.phase[r] != Phase.ABSENT, "it is there", "P9")
    require(not w.forming, "no step is put together", "P6")
    let_go(w, r)
    if w.adapter[r] != NO_ADAPTER:
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.phase[r] = Phase.ABSENT
    w.started[r] = 0
    w.planned[r] = 0


@fault(of=submit, breaks=("request_keeps_the_name",))
def submit_takes_a_number_twice(w: Caches, r: Request, a: Adapter) -> None:
    """A number is given to a new request while another one waits under it."""
    require(one_of(w.phase[r], Phase.ABSENT, Phase.WAITING), "it is not admitted")
    require(not w.reading[r], "no step computes for its number any more", "V3")
    require(a == NO_ADAPTER or w.latest[a] != NO_CONTENT, "its adapter is registered", "A2")
    w.adapter[r] = a
    w.phase[r] = Phase.WAITING
    if a != NO_ADAPTER:
        w.references[a] = w.references[a] + 1


@fault(of=unregister, breaks=("named_adapter_is_registered",))
def unregister_before_admission(w: Caches, a: Adapter) -> None:
    """The name goes while requests that have not been admitted ask for it (ai-dynamo #11520)."""
    require(w.latest[a] != NO_CONTENT, "it is registered")
    require(
        w.entry[Level.HOST, a] == Entry.ABSENT and w.entry[Level.DEVICE, a] == Entry.ABSENT,
        "its copies are discarded",
        "A3",
    )
    w.latest[a] = NO_CONTENT


@fault(of=unregister, breaks=("only_registered_adapters_have_copies",))
def unregister_leaves_copies(w: Caches, a: Adapter) -> None:
    """The name goes and its copies stay, to be found by whoever gets the name next."""
    require(w.latest[a] != NO_CONTENT, "it is registered")
    require(w.references[a] == 0, "no request names it, admitted or not", "A2")
    w.latest[a] = NO_CONTENT


@fault(of=register, breaks=("registered_adapter_has_pages",))
def register_without_pages(w: Caches, a: Adapter) -> None:
    """An adapter of no size is registered: counting its pages does not say that it is in use."""
    require(a != NO_ADAPTER, "the base model is no adapter", "P13")
    require(w.latest[a] == NO_CONTENT, "it is not registered yet")
    require(w.offered[a] != NO_CONTENT, "there are weights", "A2")
    w.latest[a] = w.offered[a]


@fault(of=reload, breaks=("only_a_file_is_read_again", "weights_without_a_file_stay_current"))
def reload_without_a_file(w: Caches, a: Adapter, c: Content) -> None:
    """A name stands for other weights that nobody can read when they are needed again."""
    require(w.latest[a] != NO_CONTENT, "it is registered")
    require(c != NO_CONTENT and c != w.latest[a], "there are weights, and they are other ones", "A2")
    w.latest[a] = c
