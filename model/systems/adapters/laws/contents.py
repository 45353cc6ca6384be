"""Which weights a copy holds, and which a request runs with: laws V1 to V3."""

from ....language import law, one_of, step_law
from ....sorts import NO_ADAPTER, Adapter, Request
from ..state import NO_CONTENT, Caches, Entry, Level


@law("V2")
def only_entries_have_content(w: Caches, at: Level, a: Adapter) -> bool:
    """An entry is of some weights, and where there is none there are no weights."""
    return (w.copy[at, a] == NO_CONTENT) == (w.entry[at, a] == Entry.ABSENT)


@step_law("V2")
def entry_is_not_overwritten(before: Caches, after: Caches, at: Level, a: Adapter) -> bool:
    """An entry is of the same weights from beginning to end: others need another entry."""
    return (
        before.copy[at, a] == NO_CONTENT or after.copy[at, a] == NO_CONTENT or after.copy[at, a] == before.copy[at, a]
    )


@step_law("V2")
def failed_load_is_never_served(before: Caches, after: Caches, at: Level, a: Adapter) -> bool:
    """An entry whose weights never came is given up: it is not taken for a loaded one."""
    return before.entry[at, a] != Entry.FAILED or one_of(after.entry[at, a], Entry.FAILED, Entry.ABSENT)


@law("V1")
def holder_runs_with_the_host_copy(w: Caches, r: Request) -> bool:
    """A holder, active or parked, runs with what its adapter's host entry is of; nobody else runs with anything."""
    return w.content[r] == (w.copy[Level.HOST, w.adapter[r]] if w.active[r] or w.parked[r] else NO_CONTENT)


@law("V2")
def device_copy_is_of_the_host_copy(w: Caches, a: Adapter) -> bool:
    """What is copied to the device is on the host all the while, and what is used there is of the same weights."""
    return (
        not one_of(w.entry[Level.DEVICE, a], Entry.CLAIMING, Entry.LOADING) or w.entry[Level.HOST, a] == Entry.USED
    ) and (
        not one_of(w.entry[Level.DEVICE, a], Entry.CLAIMING, Entry.LOADING, Entry.USED)
        or (w.entry[Level.DEVICE, a] == Entry.USED and w.deferred[Level.DEVICE, a] == 1)
        or w.copy[Level.DEVICE, a] == w.copy[Level.HOST, a]
    )


@law("V3")
def step_reads_what_its_requests_run_with(w: Caches, r: Request) -> bool:
    """The step reads, for each request in it that has not let go, a device copy of what it was admitted with."""
    return (
        not w.reading[r]
        or w.adapter[r] == NO_ADAPTER
        or (
            w.fenced[w.adapter[r]] == 1
            and (w.content[r] == NO_CONTENT or w.copy[Level.DEVICE, w.adapter[r]] == w.content[r])
        )
    )


@step_law("V1")
def request_runs_with_what_it_was_admitted_with(before: Caches, after: Caches, r: Request) -> bool:
    """A request gets, when it is admitted, what the name stands for then, and keeps it until it lets go."""
    return (
        after.content[r] == NO_CONTENT
        or after.content[r] == before.content[r]
        or (before.content[r] == NO_CONTENT and after.content[r] == after.latest[after.adapter[r]])
    )
