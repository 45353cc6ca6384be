"""Before the first pass: the pools get their sizes, with headroom in all of them if requests may be paused."""

from __future__ import annotations

from ...model.systems.slots.state import Slots, Stage
from .core import Core
from .errors import OutOfTurn, expect


class Setup(Core):
    """start_plain, prepare, reserve, start."""

    def start_plain(self) -> None:
        """Start with pools for the batch alone: pausing is not asked for, or a prerequisite is missing."""
        self.check_nothing_sized()
        self.make_plain()
        self.started = True

    def prepare(self) -> None:
        """Pausing is asked for and its prerequisites hold: the pools may get headroom."""
        self.check_nothing_sized()
        self.wants_pausing = True

    def reserve(self, k: int) -> None:
        """Give a pool room for the batch, and for every request that may be paused beside it."""
        self.check_prepared()
        pool = self.pools.by_kind[Slots(k)]
        expect(pool.capacity != self.headroom, OutOfTurn, "the pool has its headroom")
        pool.resize(self.headroom)

    def start(self) -> None:
        """Turn pausing on if every pool has its headroom, else leave it off, and no pool any larger."""
        expect(self.stage == Stage.SIZING, OutOfTurn, "pausing is not asked for, or the engine has started")
        if self.short_pools():
            self.fall_back()
        else:
            self.pausing = True
        self.started = True

    @property
    def headroom(self) -> int:
        """The size that a pool needs if requests may be paused."""
        return self.max_batch + self.pause_cap

    def short_pools(self) -> list[Slots]:
        """Return the pools that keep pausing off."""
        return self.pools.too_small(self.headroom)

    def fall_back(self) -> None:
        """Go on without pausing."""
        self.make_plain()

    def make_plain(self) -> None:
        """Size every pool for the batch alone."""
        self.pools.resize_all(self.max_batch)

    def check_nothing_sized(self) -> None:
        """Refuse once anything is sized, and a batch that takes nobody."""
        expect(self.stage == Stage.SETUP, OutOfTurn, "the engine is being set up, or has started")
        self.check_batch_size()

    def check_batch_size(self) -> None:
        """Refuse a batch that takes nobody."""
        expect(self.max_batch >= 1, OutOfTurn, "a batch takes at least one request")

    def check_prepared(self) -> None:
        """Refuse before it is known that pausing may be on."""
        expect(self.stage == Stage.SIZING, OutOfTurn, "the prerequisites of pausing are not checked")
