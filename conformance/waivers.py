"""Expected failures: laws that an engine is known to break. One that is no longer broken is a failure itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .evidence import Breach
from .laws import AGREES, ANSWERS, UNCHANGED
from .profile import Waiver


class Waivers:
    """The waivers of one profile, and how often each was needed."""

    def __init__(self, waivers: Sequence[Waiver]) -> None:
        """None was needed yet."""
        self.waivers = tuple(waivers)
        self.needed: Counter[str] = Counter()

    def cover(self, breach: Breach) -> bool:
        """Whether every law that the breach breaks is waived; takes note of the waivers that were needed.

        Laws that only say that something differs do not count: they accompany others.
        """
        covering: list[str] = []
        for each in breach.broken:
            names = [waiver.law for waiver in self.waivers if waiver.law in (each.law.id, each.law.name)]
            if not names and each.law.name not in (AGREES, UNCHANGED, ANSWERS):
                return False
            covering += names
        self.needed.update(dict.fromkeys(covering, 1))
        return bool(covering)

    @property
    def stale(self) -> tuple[str, ...]:
        """The laws whose waiver was not needed."""
        return tuple(waiver.law for waiver in self.waivers if not self.needed[waiver.law])
