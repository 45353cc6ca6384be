"""The registry, outside of any pass: register, reload, unregister, submit."""

from ....language import event, require
from ....sorts import NO_ADAPTER, Adapter, Request
from ..state import NO_CONTENT, Caches, Content, Entry, Level, Phase


@event
def register(w: Caches, a: Adapter) -> None:
    """Weights get a name: requests may ask for it."""
    require(a != NO_ADAPTER, "the base model is no adapter", "P13")
    require(w.latest[a] == NO_CONTENT, "it is not registered yet")
    require(w.offered[a] != NO_CONTENT, "there are weights", "A2")
    require(w.weight[a] >= 1, "it has at least one page", "A4")
    w.latest[a] = w.offered[a]


@event
def reload(w: Caches, a: Adapter, c: Content) -> None:
    """The name stands for other weights from now on; who was admitted before goes on with those it has."""
    require(w.latest[a] != NO_CONTENT and w.stored[a], "it is registered, with a file that can be read again", "A5")
    require(c != NO_CONTENT and c != w.latest[a], "there are weights, and they are other ones", "A2")
    w.latest[a] = c


@event
def unregister(w: Caches, a: Adapter) -> None:
    """An adapter that no request names and that has no copies left loses its name."""
    require(w.latest[a] != NO_CONTENT, "it is registered")
    require(w.references[a] == 0, "no request names it, admitted or not", "A2")
    require(
        w.entry[Level.HOST, a] == Entry.ABSENT and w.entry[Level.DEVICE, a] == Entry.ABSENT,
        "its copies are discarded",
        "A3",
    )
    w.latest[a] = NO_CONTENT


@event
def submit(w: Caches, r: Request, a: Adapter) -> None:
    """A client's request arrives; from now on it keeps the name of its adapter."""
    require(w.phase[r] == Phase.ABSENT, "no request with its number is there")
    require(not w.reading[r], "no step computes for its number any more", "V3")
    require(a == NO_ADAPTER or w.latest[a] != NO_CONTENT, "its adapter is registered", "A2")
    w.adapter[r] = a
    w.phase[r] = Phase.WAITING
    if a != NO_ADAPTER:
        w.references[a] = w.references[a] + 1
