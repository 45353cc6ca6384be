"""What is to be held: which engine, against which profile, in which runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .engine import EngineFactory
from .fuzz import Campaign
from .profile import Profile
from .record import Caught
from .verdict import Verdict

Progress = Callable[[str], None]
"""Told now and then how far something has come."""

Judged = Callable[[Caught], None]
"""Told of each known fault as soon as it is judged."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which engine is held against which profile, in which runs."""

    factory: EngineFactory
    profile: Profile
    seed: int = 0
    budget: int | None = None
    """How many runs; the profile's number, or that of the faults, where it is not given."""
    faults: tuple[str, ...] = ()
    progress: Progress = lambda _: None
    judged: Judged = lambda _: None

    def verdict(self, *, small: bool = True) -> Verdict:
        """Make the runs; `small` asks for the shortest run to what is found."""
        return Campaign(
            self.factory, self.profile, self.seed, self.budget, self.faults, progress=self.progress, small=small
        ).run()
