"""Who is paused, who goes on first, and what is learnt: the part of pausing that is a matter of opinion.

A policy looks at what is the same on every rank (order, counts and tokens; no local clock, no order of a set), and its
answers are orders that the mechanism may refuse. Whoever commands the engine by hand needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from .requests import ResidentRequest


@dataclass(frozen=True, slots=True)
class Victim:
    """Who is to be paused, and whether at the price of its own target."""

    request: ResidentRequest
    sacrifice: bool = False


class PausePolicy(Protocol):
    """What decides, between the rules that the mechanism keeps."""

    def resume_order(self, paused: Sequence[ResidentRequest]) -> Sequence[ResidentRequest]:
        """Return the paused requests, the oldest pause first, in the order in which they get free seats."""
        ...

    def victim(self, eligible: Sequence[ResidentRequest], *, affords_sacrifice: bool) -> Victim | None:
        """Return whom to pause of those that may be, which stand in order of arrival; or nobody."""
        ...

    def gain_after(self, gain: int, most: int, *, missed: bool) -> int:
        """Return the gain of the at-risk window after a completion: a step away at most, within its range."""
        ...


class StepwiseGain:
    """A controller that acts later after a missed target, and earlier after one that was met."""

    def gain_after(self, gain: int, most: int, *, missed: bool) -> int:
        """Make a step, within the range."""
        return max(gain - 1, 0) if missed else min(gain + 1, most)


class LongestResident(StepwiseGain):
    """For a budget on the time per token: who has decoded longest gives way, of equals the newest."""

    def resume_order(self, paused: Sequence[ResidentRequest]) -> Sequence[ResidentRequest]:
        """Return the oldest pause first."""
        return paused

    def victim(self, eligible: Sequence[ResidentRequest], *, affords_sacrifice: bool) -> Victim | None:
        """Return who has made the most decode steps; the last to arrive of several."""
        del affords_sacrifice
        if not eligible:
            return None
        return Victim(max(reversed(eligible), key=lambda request: request.decoding_iter))


class MostSlack(StepwiseGain):
    """For a target on output rate: who has most slack gives way, then who is lost already, then who is given up."""

    def __init__(self, slack: Callable[[ResidentRequest], float], least: float = 0.0) -> None:
        """Measure slack up to the deadline in this way; with less than the least nobody gives way unharmed."""
        self.slack, self.least = slack, least

    def resume_order(self, paused: Sequence[ResidentRequest]) -> Sequence[ResidentRequest]:
        """Return who has least slack first, and after all others those that were given up."""
        return sorted(paused, key=lambda request: (request.sacrificed, self.slack(request)))

    def victim(self, eligible: Sequence[ResidentRequest], *, affords_sacrifice: bool) -> Victim | None:
        """Return somebody of the first tier that has anybody."""
        newest_first = eligible[::-1]
        unharmed = [request for request in newest_first if self.slack(request) >= self.least]
        lost = [request for request in newest_first if request.sacrificed]
        for tier in (unharmed, lost):
            if tier:
                return Victim(max(tier, key=self.slack))
        if newest_first and affords_sacrifice:
            return Victim(min(newest_first, key=self.slack), sacrifice=True)
        return None
