"""Expected failures: laws that an engine is known to break. One that is no longer broken is a failure itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .evidence import Breach
from .profile import Waiver


class Waivers:
    """The waivers of one profile, and how often each was needed."""

    def __init__(self, waivers: Sequence[Waiver]) -> None:
        """None was needed yet."""
        self.waivers = tuple(waivers)
        self.needed: Counter[str] = Counter()

    def cover(self, breach: Breach) -> bool:
        """Whether a waiver names a law that the breach breaks; takes note of it."""
        keys = {key for each in breach.broken for key in (each.law.id, each.law.name)}
        covering = [waiver.law for waiver in self.waivers if waiver.law in keys]
        self.needed.update(covering)
        return bool(covering)

    @property
    def stale(self) -> tuple[str, ...]:
        """The laws whose waiver was not needed."""
        return tuple(waiver.law for waiver in self.waivers if not self.needed[waiver.law])
