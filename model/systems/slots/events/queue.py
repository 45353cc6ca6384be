"""Requests that wait: submit, match, unmatch, set_target, turn_late."""

from ....language import event, one_of, require
from ....sorts import Request
from ..parts import give_back, take
from ..state import Phase, Residents, Slots, Stage


@event
def submit(w: Residents, r: Request) -> None:
    """A request arrives and waits."""
    require(w.phase[r] == Phase.ABSENT, "the request was never submitted before")
    require(not one_of(w.stage, Stage.SETUP, Stage.SIZING), "the engine has started", "S18")
    w.phase[r] = Phase.WAITING


@event
def match(w: Residents, r: Request) -> None:
    """A prefix match, at the latest that of its admission, takes a recurrent-state slot for a waiting request."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request is matched")
    require(not w.holds[Slots.RECURRENT, r], "it has no recurrent-state slot yet", "S18")
    require(w.free[Slots.RECURRENT] >= 1, "a recurrent-state slot is free", "S18")
    take(w, Slots.RECURRENT, r)


@event
def unmatch(w: Residents, r: Request) -> None:
    """A waiting request that is not admitted after all gives its recurrent-state slot back."""
    require(w.phase[r] == Phase.WAITING, "it still waits")
    require(w.holds[Slots.RECURRENT, r], "it has a recurrent-state slot")
    give_back(w, Slots.RECURRENT, r)


@event
def set_target(w: Residents) -> None:
    """The queue has seen enough to aim at a time to the first token."""
    require(not w.target, "there is no target yet")
    w.target = 1


@event
def turn_late(w: Residents, r: Request) -> None:
    """A waiting request is about to miss the target, by the clock that all ranks share."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request turns late")
    require(w.target, "the queue has a target", "G4")
    require(not w.late[r], "it is not late yet")
    w.late[r] = 1
