"""What an engine holds at one moment, by identity: which page, which slot, which row, for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ..model.sorts import Phase, Pool


@dataclass(frozen=True, slots=True)
class RequestView:
    """What the engine knows of one request.

    `tokens` are the prompt followed by everything generated so far; `draft` is the first token that the draft head
    proposes after them (-1 where it has none), so that a wrong draft page shows even though it can only cost speed.
    """

    phase: Phase
    life: int
    prompt: int
    paired: bool
    cursor: int
    reserved: int
    tokens: tuple[int, ...]
    draft: int = -1
    adapter: int = 0


@dataclass(frozen=True, slots=True)
class PoolView:
    """One set of places (pages or slots): its size, which are free, and which are held by whom, in order."""

    size: int
    free: tuple[int, ...]
    held: Mapping[int, tuple[int, ...]]


NO_PLACES: Final = PoolView(0, (), {})
"""The view of a pool that an engine does not have: its size is zero."""


@dataclass(frozen=True, slots=True)
class AdapterView:
    """One level of an adapter cache: its places, each held by an adapter, and the adapters that may not be evicted."""

    places: PoolView
    pinned: frozenset[int]


NO_ADAPTERS: Final = AdapterView(NO_PLACES, frozenset())
"""The view of an adapter cache that an engine does not have."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Who holds what.

    - `requests`: every request that was submitted, those that have ended included. What a request says may depend on
      its number, its adapter, its prompt's length and the seed; not on sizes, nor on who else is there.
    - `device`: target and draft pages by request; `host`: host pages by request, for each pool. The two `host` views
      share one set of places: both name the same `size` and `free`.
    - `slots`: sequence slots by request.
    - `batch`: the requests of the step; `rows`: the row of the last step that a request would read its token from.
    - `seats_taken`: the occupancy that admission is decided on. `paused`: how many are paused in place.
    - `registry`: registered adapters; `references`: live requests by adapter, as the engine counts them.
    - `active`, `parked`: for each adapter the requests that hold it, one entry for each registration it counts.
    - `margin`: the smallest gap between the two best logits seen so far (infinity if none): a tiny one makes any
      comparison of tokens meaningless.

    What has a default may be left out by an engine that has no host tier, no adapters, no pausing, or no logits.
    """

    requests: Mapping[int, RequestView]
    device: Mapping[Pool, PoolView]
    slots: PoolView
    batch: tuple[int, ...]
    running: bool
    rows: Mapping[int, int]
    seats_taken: int
    host: Mapping[Pool, PoolView] = field(default_factory=lambda: dict.fromkeys(Pool, NO_PLACES))
    paused: int = 0
    registry: frozenset[int] = frozenset()
    references: Mapping[int, int] = field(default_factory=dict)
    host_adapters: AdapterView = NO_ADAPTERS
    device_adapters: AdapterView = NO_ADAPTERS
    active: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    parked: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    margin: float = float("inf")
