"""The registry: laws A1 to A5."""

from ....language import law, step_law
from ....sorts import NO_ADAPTER, Adapter, Request
from ..state import NO_CONTENT, Caches, Entry, Level, Phase


@law("A1")
def references_count_requests(w: Caches, a: Adapter) -> bool:
    """The registry's count of an adapter is the number of requests that name it, from submission to their end."""
    return a == NO_ADAPTER or w.references[a] == w.naming[a]


@law("A2")
def named_adapter_is_registered(w: Caches, a: Adapter) -> bool:
    """An adapter that a request names, admitted or not, is registered; the base model never is."""
    return (w.references[a] == 0 or w.latest[a] != NO_CONTENT) and w.latest[NO_ADAPTER] == NO_CONTENT


@law("A3")
def only_registered_adapters_have_copies(w: Caches, at: Level, a: Adapter) -> bool:
    """An adapter with an entry in a cache is registered."""
    return w.entry[at, a] == Entry.ABSENT or w.latest[a] != NO_CONTENT


@law("A4")
def registered_adapter_has_pages(w: Caches, a: Adapter) -> bool:
    """An adapter that is registered has at least one page."""
    return w.latest[a] == NO_CONTENT or w.weight[a] >= 1


@step_law("A5")
def only_a_file_is_read_again(before: Caches, after: Caches, a: Adapter) -> bool:
    """The weights behind a name change only where the name stands for a file."""
    return (
        before.latest[a] == NO_CONTENT
        or after.latest[a] == NO_CONTENT
        or after.latest[a] == before.latest[a]
        or after.stored[a] == 1
    )


@law("A1")
def absent_request_names_nothing(w: Caches, r: Request) -> bool:
    """A request that is not there names no adapter."""
    return w.phase[r] != Phase.ABSENT or w.adapter[r] == NO_ADAPTER


@step_law("A1")
def request_keeps_the_name(before: Caches, after: Caches, r: Request) -> bool:
    """A request names the same adapter until it ends."""
    return before.phase[r] == Phase.ABSENT or after.phase[r] == Phase.ABSENT or after.adapter[r] == before.adapter[r]
