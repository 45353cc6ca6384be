"""Laws on identity, held against a snapshot alone: the model takes no part, so a wrong model hides no wrong engine.

Each check looks at one resource and yields what is broken. A check is quick while all is well; only when something
is wrong does it look for the page, slot or request to name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from ..model.instance import Instance
from ..model.sorts import NO_ADAPTER, Phase, Pool
from . import laws
from .evidence import Broken, broken
from .snapshot import AdapterView, PoolView, RequestView, Snapshot

SEATED = frozenset({Phase.PREFILL, Phase.DECODE})
"""In prefill or decoding: with a seat, a slot, and an active adapter."""
ACTIVE = SEATED | {Phase.PAUSED}
"""Those that keep their adapter on the device."""
PARKED = frozenset({Phase.SUSPENDED})
"""Those that keep their adapter on the host only."""
ADMITTED = ACTIVE | PARKED
"""Those that hold memory."""
LIVE = ADMITTED | {Phase.WAITING}
"""Those that name their adapter."""


@dataclass(frozen=True, slots=True)
class Audited:
    """What a check looks at: the snapshot, the sizes, the places there were at the start, and the last batch."""

    now: Snapshot
    instance: Instance
    places: Mapping[str, frozenset[int]]
    ran: Collection[int]


Check = Callable[[Audited], Iterator[Broken]]


def pools(snapshot: Snapshot) -> Iterator[tuple[str, str, PoolView, Mapping[int, tuple[int, ...]] | None]]:
    """Yield each set of places: its name, its capacity in the model, its view, and who else holds places of it."""
    yield "target page", "pool_size.TARGET", snapshot.device[Pool.TARGET], None
    yield "draft page", "pool_size.DRAFT", snapshot.device[Pool.DRAFT], None
    yield "host page", "host_size", snapshot.host[Pool.TARGET], snapshot.host[Pool.DRAFT].held
    yield "sequence slot", "slots_size", snapshot.slots, None
    yield "host adapter place", "host_adapters_size", snapshot.host_adapters.places, None
    yield "device adapter slot", "device_adapters_size", snapshot.device_adapters.places, None


def places_of(snapshot: Snapshot) -> dict[str, frozenset[int]]:
    """Return every place of every pool, free or held: what must stay the same for the whole run."""
    found = {}
    for name, _, pool, others in pools(snapshot):
        found[name] = frozenset(_all_places(pool, others))
    return found


def _all_places(pool: PoolView, others: Mapping[int, tuple[int, ...]] | None) -> list[int]:
    every = list(pool.free)
    for held in pool.held.values():
        every += held
    if others:
        for held in others.values():
            every += held
    return every


def places_have_one_holder(a: Audited) -> Iterator[Broken]:
    """No place is both free and held, none is held twice, and none is lost or new."""
    for name, size, pool, others in pools(a.now):
        every = _all_places(pool, others)
        known = a.places[name]
        if len(every) == len(known) == a.instance.sizes[size] and set(every) == known:
            continue
        yield from _misplaced(name, pool, others, every, known)
        if len(known) != a.instance.sizes[size]:
            yield broken(laws.SAME_PLACES, f"{name}s in all", a.instance.sizes[size], len(known))
    target, draft = a.now.host[Pool.TARGET], a.now.host[Pool.DRAFT]
    if target.free != draft.free or target.size != draft.size:
        yield broken(laws.ONE_TIER, "free host pages as the draft pool sees them", target.free, draft.free)


def _misplaced(
    name: str,
    pool: PoolView,
    others: Mapping[int, tuple[int, ...]] | None,
    every: list[int],
    known: frozenset[int],
) -> Iterator[Broken]:
    owners: dict[int, list[str]] = {}
    for place in pool.free:
        owners.setdefault(place, []).append("free")
    for held in (pool.held, others or {}):
        for holder, places in held.items():
            for place in places:
                owners.setdefault(place, []).append(f"held by {holder}")
    for place, said in sorted(owners.items()):
        if len(said) > 1:
            yield broken(laws.ONE_HOLDER, f"{name} {place}", "free or one holder", " and ".join(said))
    lost, new = sorted(known - set(every)), sorted(set(every) - known)
    if lost:
        yield broken(laws.SAME_PLACES, f"{name} {lost[0]}", "free or one holder", "neither free nor held")
    if new:
        yield broken(laws.SAME_PLACES, f"{name} {new[0]}", "no such place", owners[new[0]][0])


def memory_is_held_by_admitted(a: Audited) -> Iterator[Broken]:
    """Pages and slots are held only by requests that are admitted and have not ended, and one slot each."""
    requests = a.now.requests
    for name, _, pool, others in pools(a.now):
        if "adapter" in name:
            continue
        for held in (pool.held, others or {}):
            for r, places in held.items():
                view = requests.get(r)
                if places and (view is None or view.phase not in ADMITTED):
                    yield broken("request_outside_holds_no_memory", f"{name}s of request {r}", "none", places, f"r={r}")
    for r, slots in a.now.slots.held.items():
        if len(slots) > 1:
            yield broken("admitted_request_has_a_slot", f"sequence slots of request {r}", 1, len(slots), f"r={r}")


def holders_are_listed_once(a: Audited) -> Iterator[Broken]:
    """Each adapter's lists of holders name a request once, and only one that runs with it and may hold it."""
    requests = a.now.requests
    for kind, lists, phases in (
        ("active", a.now.active, ACTIVE),
        ("parked", a.now.parked, PARKED),
    ):
        for adapter, holders in lists.items():
            for r in holders:
                what, about = f"{kind} holds of request {r} on adapter {adapter}", f"r={r}"
                view = requests.get(r)
                if holders.count(r) > 1:
                    yield broken(f"{kind}_holders_are_counted_once", what, 1, holders.count(r), f"a={adapter}")
                if view is None or view.phase not in LIVE or view.phase == Phase.WAITING:
                    yield broken("request_outside_holds_no_adapter", what, 0, holders.count(r), about)
                elif view.adapter != adapter:
                    yield broken(laws.OWN_ADAPTER, what, 0, holders.count(r), about)
                elif view.phase not in phases:
                    yield broken("only_admitted_requests_hold_adapters", what, 0, holders.count(r), about)
                if kind == "active" and r in a.now.parked.get(adapter, ()):
                    yield broken("active_and_parked_exclude_each_other", f"holds of request {r}", "one", "both", about)


def holders_are_listed(a: Audited) -> Iterator[Broken]:
    """A seated or paused request is in its adapter's active list, a suspended one in its parked list."""
    for r, view in a.now.requests.items():
        adapter = view.adapter
        if adapter == NO_ADAPTER:
            continue
        for kind, lists, phases, law in (
            ("active", a.now.active, ACTIVE, "seated_request_is_active_on_its_adapter"),
            ("parked", a.now.parked, PARKED, "suspended_request_parks_its_adapter"),
        ):
            holders = lists.get(adapter, ())
            if view.phase in phases and r not in holders:
                said = f"requests {', '.join(map(str, holders))}" if holders else "nobody"
                yield broken(law, f"{kind} holders of adapter {adapter}", f"request {r} among them", said, f"r={r}")


def pins_follow_holders(a: Audited) -> Iterator[Broken]:
    """A copy may not be evicted exactly while somebody holds it; what may not be evicted is there, once."""
    active = {adapter for adapter, holders in a.now.active.items() if holders}
    either = active | {adapter for adapter, holders in a.now.parked.items() if holders}
    yield from _pins(
        a.now.device_adapters,
        active,
        "device",
        "device_slot_is_pinned_by_active_holders_only",
        "pinned_adapters_fit_the_device",
    )
    yield from _pins(
        a.now.host_adapters, either, "host", "host_copy_is_pinned_by_holders_only", "held_adapter_stays_on_host"
    )


def _pins(level: AdapterView, holders: set[int], where: str, pinned: str, resident: str) -> Iterator[Broken]:
    held = level.places.held
    if level.pinned != holders:
        for adapter in sorted(level.pinned ^ holders):
            what = f"holders and pin of adapter {adapter} on the {where}"
            got = "pinned, no holder" if adapter in level.pinned else "a holder, not pinned"
            yield broken(pinned, what, "both or neither", got, f"a={adapter}")
    for adapter in sorted(level.pinned | holders):
        if adapter not in held or not held[adapter]:
            yield broken(resident, f"adapter {adapter} on the {where}", "there", "not there", f"a={adapter}")
    for adapter, places in held.items():
        if len(places) > 1:
            yield broken(laws.ONE_COPY, f"places of adapter {adapter} on the {where}", 1, len(places), f"a={adapter}")
        if places and adapter == NO_ADAPTER:
            yield broken("only_registered_adapters_have_copies", f"base model on the {where}", "none", places, "a=0")


def registry_counts_live_requests(a: Audited) -> Iterator[Broken]:
    """The registry's references are the live requests that name the adapter, and such an adapter is registered."""
    naming: dict[int, int] = {}
    for view in a.now.requests.values():
        if view.adapter != NO_ADAPTER and view.phase in LIVE:
            naming[view.adapter] = naming.get(view.adapter, 0) + 1
    references = a.now.references
    for adapter in sorted({*naming, *references}):
        said, true = references.get(adapter, 0), naming.get(adapter, 0)
        if said != true:
            yield broken(
                "references_count_live_requests", f"references of adapter {adapter}", true, said, f"a={adapter}"
            )
        if true and adapter not in a.now.registry:
            yield broken("named_adapter_is_registered", f"adapter {adapter}", "registered", "not", f"a={adapter}")
    for name, level in (("host", a.now.host_adapters), ("device", a.now.device_adapters)):
        for adapter, places in level.places.held.items():
            if places and adapter not in a.now.registry:
                what = f"copy of adapter {adapter} on the {name}"
                yield broken("only_registered_adapters_have_copies", what, "registered", "not", f"a={adapter}")


def rows_are_of_the_last_step(a: Audited) -> Iterator[Broken]:
    """A row is owned by one request, which took part in the last step and still has its seat."""
    rows = a.now.rows
    if len(set(rows.values())) != len(rows) or not all(
        0 <= row < a.instance.sizes["max_batch"] for row in rows.values()
    ):
        yield broken(laws.OWN_ROW, "rows", "one for each owner, inside the batch", dict(rows))
    for r in rows:
        view = a.now.requests.get(r)
        if r not in a.ran:
            yield broken("row_is_of_the_last_step", f"row of request {r}", "none", rows[r], f"r={r}")
        if view is None or view.phase not in SEATED:
            yield broken("row_belongs_to_a_seated_request", f"row of request {r}", "none", rows[r], f"r={r}")


def step_and_seats_are_counted(a: Audited) -> Iterator[Broken]:
    """The batch names each request once and stays within its limit; seats and pauses are counted by phase."""
    batch = a.now.batch
    phases = [view.phase for view in a.now.requests.values()]
    if len(set(batch)) != len(batch):
        yield broken(laws.ONE_SEAT, "the batch", "each request once", batch)
    if len(batch) > a.instance.sizes["max_batch"]:
        yield broken("batch_stays_within_the_limit", "requests in the step", a.instance.sizes["max_batch"], len(batch))
    for r in batch:
        if r not in a.now.requests or a.now.requests[r].phase not in SEATED:
            yield broken("only_seated_requests_are_in_the_step", f"request {r} in the step", "no", "yes", f"r={r}")
    seated = phases.count(Phase.PREFILL) + phases.count(Phase.DECODE)
    if a.now.seats_taken != seated:
        yield broken("paused_requests_take_no_seat", "seats taken", seated, a.now.seats_taken)
    paused = phases.count(Phase.PAUSED)
    if a.now.paused != paused or paused > a.instance.sizes["pause_cap"]:
        cap = a.instance.sizes["pause_cap"]
        yield broken("paused_requests_stay_under_the_cap", "paused", f"{paused}, at most {cap}", a.now.paused)


def pages_follow_the_cursor(a: Audited) -> Iterator[Broken]:
    """Pages are on the device or on the host, in both pools alike, and only a suspended request's are on the host."""
    device, host = a.now.device, a.now.host
    for r, view in a.now.requests.items():
        here = [len(device[pool].held.get(r, ())) for pool in Pool]
        there = [len(host[pool].held.get(r, ())) for pool in Pool]
        yield from _tiers(r, view, here, there)


def _tiers(r: int, view: RequestView, here: list[int], there: list[int]) -> Iterator[Broken]:
    about = f"r={r}"
    if here[0] and there[0]:
        yield broken("pages_are_in_one_tier", f"pages of request {r}", "one tier", f"{here[0]} and {there[0]}", about)
    wanted = [here[0], there[0]] if view.paired else [0, 0]
    if [here[1], there[1]] != wanted:
        what = f"draft pages of request {r} on the device and on the host"
        yield broken("pools_move_together", what, wanted, [here[1], there[1]], about)
    if (there[0] or there[1]) and view.phase != Phase.SUSPENDED:
        yield broken("only_suspended_requests_are_on_host", f"host pages of request {r}", 0, sum(there), about)


CHECKS: tuple[Check, ...] = (
    places_have_one_holder,
    memory_is_held_by_admitted,
    holders_are_listed_once,
    holders_are_listed,
    pins_follow_holders,
    registry_counts_live_requests,
    rows_are_of_the_last_step,
    step_and_seats_are_counted,
    pages_follow_the_cursor,
)
"""Every check, in the order in which findings are reported."""


def audit(audited: Audited) -> list[Broken]:
    """Return what is broken, check by check."""
    return [each for check in CHECKS for each in check(audited)]
