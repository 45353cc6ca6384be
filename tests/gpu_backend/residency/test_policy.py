"""A policy gives orders that the mechanism follows; done again as commands they are what the model allows."""

import pytest

from tenure.gpu_backend.residency.executor import ResidentExecutor
from tenure.gpu_backend.residency.policy import LongestResident, MostSlack, PausePolicy, Victim
from tenure.gpu_backend.residency.policy_pass import PolicyPass
from tenure.gpu_backend.residency.requests import ResidentRequest
from tenure.model.instance import Instance
from tenure.model.trace import Call

from ..scripts import calls_of
from .running import HEADROOM, PAUSED, PLANNED, Running, instance, live


class Policed:
    """A run that a policy decides, and beside it the same run as commands."""

    def __init__(self, policy: PausePolicy, script: str, size: Instance | None = None) -> None:
        self.commanded = Running(size)
        self.executor = ResidentExecutor(self.commanded.lockstep.instance)
        self.policed = PolicyPass(self.executor, policy)
        self.say(script)

    def say(self, script: str) -> None:
        for line in calls_of(script):
            event, *args = line.split()
            getattr(self.executor, event)(*map(int, args))
        self.commanded.say(script)

    def follow(self, calls: list[Call]) -> list[str]:
        """Do as commands what the policy did, beside the model, and tell what that was."""
        for call in calls:
            self.commanded.do(call.event, *call.args)
        return [" ".join(map(str, (call.event, *call.args))) for call in calls]

    def pass_(self) -> list[str]:
        return self.follow(self.policed.run())


LATE = f"{HEADROOM} {PLANNED} {live(0, 2)} stand_still; submit 1; turn_late 1;"


def test_a_late_request_gets_the_seat_of_another_until_that_has_waited_for_too_long() -> None:
    run = Policed(LongestResident(), LATE)
    assert run.pass_() == ["begin_pass", "pause 0 1"]
    run.say("match 1; admit 1; land 1 3; schedule 1; launch; retire 1")
    assert run.pass_() == ["begin_pass", "wait 0", "open_admissions"]
    run.say("schedule 1; launch; retire 1")
    assert run.pass_() == ["begin_pass", "force_resume 0", "open_admissions"]
    assert run.executor.displaced() == [run.executor.requests[0], run.executor.requests[1]]


def test_a_paused_request_gets_a_free_seat_before_a_new_one() -> None:
    run = Policed(LongestResident(), LATE)
    run.pass_()
    run.say("stand_still")
    assert run.pass_() == ["begin_pass", "wait 0", "resume_paused 0", "open_admissions"]


def test_nobody_is_paused_for_who_is_not_late() -> None:
    run = Policed(LongestResident(), f"{HEADROOM} {PLANNED} {live(0, 2)} stand_still; submit 1")
    assert run.pass_() == ["begin_pass", "open_admissions"]


def test_the_longest_resident_gives_way_and_of_equals_the_newest() -> None:
    few, many, newer = (ResidentRequest(r, 0, decoding_iter=steps) for r, steps in ((0, 1), (1, 5), (2, 5)))
    policy = LongestResident()
    assert policy.victim([few, many, newer], affords_sacrifice=True) == Victim(newer)
    assert policy.victim([many, few], affords_sacrifice=False) == Victim(many)
    assert policy.victim([], affords_sacrifice=True) is None


def slack_of(*slack: float) -> MostSlack:
    return MostSlack(lambda request: slack[request.id])


@pytest.mark.parametrize(
    ("policy", "lost", "affords", "wanted"),
    [
        (slack_of(3, 7, 7), 0, True, (2, False)),
        (slack_of(-1, -2, -3), 1, True, (1, False)),
        (slack_of(-1, -2, -3), None, True, (2, True)),
        (slack_of(-1, -2, -3), None, False, None),
    ],
)
def test_slack_is_spent_before_anybody_is_given_up(
    policy: MostSlack, lost: int | None, affords: bool, wanted: tuple[int, bool] | None
) -> None:
    eligible = [ResidentRequest(r, 0, sacrificed=r == lost) for r in range(3)]
    found = policy.victim(eligible, affords_sacrifice=affords)
    assert (None if found is None else (found.request.id, found.sacrifice)) == wanted


def test_who_was_given_up_goes_on_after_all_others() -> None:
    paused = [ResidentRequest(0, 0, sacrificed=True), ResidentRequest(1, 0), ResidentRequest(2, 0)]
    assert [request.id for request in slack_of(1, 5, 2).resume_order(paused)] == [2, 1, 0]
    assert LongestResident().resume_order(paused) == paused


def test_a_target_is_given_up_once_and_paid_for_once() -> None:
    run = Policed(slack_of(-1, 0), LATE)
    assert run.pass_() == ["begin_pass", "sacrifice 0 1"]
    assert run.executor.credit.credit == 0
    run.say("complete_paused 0")
    assert run.follow([run.policed.finish(0, missed=True)]) == ["finish 0 1 0"]
    assert run.executor.credit.credit == 1


def test_the_gain_moves_only_once_there_is_a_target() -> None:
    plain = f"start_plain; {PLANNED} {live(0, 2)} schedule 0; launch; retire_last 0"
    before = Policed(LongestResident(), plain)
    assert before.follow([before.policed.finish(0, missed=False)]) == ["finish 0 0 1"]
    after = Policed(LongestResident(), f"set_target; {plain}")
    assert after.follow([after.policed.finish(0, missed=False)]) == ["finish 0 0 2"]
    assert LongestResident().gain_after(2, 2, missed=False) == 2
    assert LongestResident().gain_after(0, 2, missed=True) == 0


@pytest.mark.parametrize("lead", [0, 1, 5])
def test_ranks_with_different_clocks_decide_alike(lead: int) -> None:
    run = Policed(LongestResident(), PAUSED, instance(clock_lead=lead))
    run.say("match 1; admit 1; land 1 3; stand_still")
    assert [run.pass_() for _ in range(1)] == [["begin_pass", "wait 0", "open_admissions"]]
