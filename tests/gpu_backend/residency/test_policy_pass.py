"""In which order a policy's pass asks and serves: late requests by the queue, victims by arrival, resumes as it says.

The model leaves these orders open. They have to be the same on every rank, so none may be that of numbers or of a set.
"""

from collections.abc import Sequence

import pytest

from tenure.gpu_backend.residency.policy import LongestResident, StepwiseGain, Victim
from tenure.gpu_backend.residency.requests import ResidentRequest

from .running import HEADROOM, PLANNED, instance, live
from .test_policy import Policed

TWO = instance(max_batch=2, pause_cap=2, max_pause=9, hysteresis=0)


class Dictated(StepwiseGain):
    """A policy that pauses whom it is told to, one in a pass, and resumes in the order of a list."""

    def __init__(self, victims: Sequence[int], resumed: Sequence[int]) -> None:
        self.victims, self.resumed = list(victims), resumed
        self.offered: list[list[int]] = []
        """Who could be paused, and who was paused, as it was told."""

    def resume_order(self, paused: Sequence[ResidentRequest]) -> Sequence[ResidentRequest]:
        """Return the paused requests in the order of the list."""
        self.offered.append([request.id for request in paused])
        return sorted(paused, key=lambda request: self.resumed.index(request.id))

    def victim(self, eligible: Sequence[ResidentRequest], *, affords_sacrifice: bool) -> Victim | None:
        """Return the next victim that it was told of."""
        del affords_sacrifice
        self.offered.append([request.id for request in eligible])
        wanted = self.victims.pop(0)
        return Victim(next(request for request in eligible if request.id == wanted))


def test_a_seat_is_made_for_the_late_request_that_came_first() -> None:
    run = Policed(LongestResident(), f"{HEADROOM} {PLANNED} {live(0, 2)} stand_still; submit 2; submit 1;")
    run.say("turn_late 1; turn_late 2")
    assert run.pass_() == ["begin_pass", "pause 0 2"]


BOTH_LIVE = f"{HEADROOM} {PLANNED} {live(1, 2)} {live(0, 3)} stand_still; submit 2; turn_late 2;"
"""Requests 1 and 0 came in this order, and 2 is late."""


def test_of_equals_the_one_that_came_last_gives_way() -> None:
    run = Policed(LongestResident(), BOTH_LIVE, TWO)
    assert run.pass_() == ["begin_pass", "pause 0 2"]


def test_the_policy_chooses_among_those_that_may_be_paused_in_order_of_arrival() -> None:
    policy = Dictated([1], [])
    run = Policed(policy, BOTH_LIVE, TWO)
    assert run.pass_() == ["begin_pass", "pause 1 2"]
    assert policy.offered == [[], [1, 0]]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_free_seats_go_by_the_order_of_the_policy_which_is_told_the_oldest_pause_first(order: tuple[int, int]) -> None:
    policy = Dictated([1, 0], order)
    run = Policed(policy, BOTH_LIVE, TWO)
    run.pass_()
    run.say("match 2; admit 2; land 2 4; stand_still; submit 3; turn_late 3")
    assert run.pass_() == ["begin_pass", "wait 1", "pause 0 3"]
    run.say("abort 3; stand_still")
    assert run.pass_() == ["begin_pass", "wait 1", "wait 0", f"resume_paused {order[0]}", "open_admissions"]
    assert policy.offered[-1] == [1, 0]
