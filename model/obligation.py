"""What has to be shown, and what was found: one record for each law on each path of each event."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Answer(Enum):
    """What became of an obligation."""

    PROVED = "proved"
    """No state that meets the hypotheses breaks it."""
    UNTOUCHED = "untouched"
    """The event writes nothing that the law reads, so the law holds after it because it held before."""
    REFUTED = "refuted"
    """Some state that meets every law breaks it."""
    UNKNOWN = "unknown"
    """The solver gave up. Never counted as proved."""

    @property
    def good(self) -> bool:
        """Whether the law is shown to hold."""
        return self in (Answer.PROVED, Answer.UNTOUCHED)


INITIALLY = "initially"
"""Stands in the place of an event for the obligation that a law holds at the start."""

POSSIBLE = "possible"
"""Stands in the place of an event for the search that shows that each event, and each possible thing, can happen."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """One law on one path of one event, and the answer."""

    event: str
    path: int
    law_id: str
    law: str
    answer: Answer
    seconds: float = 0.0
    event_where: str = ""
    law_where: str = ""
    sentence: str = ""
    system: str = ""
    branches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventReport:
    """All obligations of one event, how many paths it has, and what is wrong with the event itself, if anything."""

    event: str
    paths: int
    refusing_paths: int
    obligations: tuple[Obligation, ...] = ()
    problems: tuple[str, ...] = ()
    seconds: float = 0.0
    system: str = ""
    source: str = ""
    """A short name for the sources of what was proved, taken before the proof."""
    cached: bool = False
    """Whether it was proved before, and nothing that it depends on has changed."""


@dataclass(frozen=True, slots=True)
class ProofReport:
    """The whole proof."""

    events: tuple[EventReport, ...]
    laws: int
    seconds: float

    @property
    def obligations(self) -> list[Obligation]:
        """Every obligation, in the order of the events."""
        return [obligation for report in self.events for obligation in report.obligations]

    @property
    def failed(self) -> list[Obligation]:
        """The obligations that are refuted or unknown."""
        return [obligation for obligation in self.obligations if not obligation.answer.good]

    @property
    def problems(self) -> list[str]:
        """What is wrong with events or laws themselves."""
        return [problem for report in self.events for problem in report.problems]

    @property
    def proved(self) -> bool:
        """Whether every law is shown to hold, initially and across every event, and nothing is vacuous.

        Where nothing was asked, nothing is proved.
        """
        asked = any(report.obligations or report.event == POSSIBLE for report in self.events)
        return asked and not self.failed and not self.problems

    @property
    def refuted(self) -> bool:
        """Whether some obligation is refuted, or an event or law is vacuous."""
        return bool(self.problems) or any(o.answer is Answer.REFUTED for o in self.obligations)
