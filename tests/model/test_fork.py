"""Every way through a function is taken once; of those that cannot begin only idle ones are given."""

from collections.abc import Sequence

import z3

from tenure.model.fork import Fork, Possible, ways

LOW, HIGH = z3.Int("x") < 3, z3.Int("x") > 5


def guarded(fork: Fork) -> str:
    """What lies behind a guard, and behind another that cannot hold with the first."""
    if not fork.decide(LOW):
        return "refused"
    if fork.decide(HIGH):
        return "both"
    return "low" if fork.decide(z3.Int("y") == 0) else "low, and more"


def possible(asked: list[int]) -> Possible:
    def ask(conditions: Sequence[z3.BoolRef]) -> bool:
        asked.append(len(conditions))
        solver = z3.Solver()
        return bool(solver.check(*conditions) != z3.unsat)

    return ask


def test_without_anything_known_all_ways_are_taken() -> None:
    assert [said for _, said in ways(guarded, "guarded")] == ["both", "low", "low, and more", "refused"]


def test_a_way_that_is_idle_is_given_and_not_asked_about() -> None:
    asked: list[int] = []
    found = list(ways(guarded, "guarded", possible(asked), lambda said: said == "refused"))
    assert [said for _, said in found] == ["both", "low", "low, and more", "refused"]
    assert asked == [2, 3]
    assert [fork.is_asked for fork, _ in found] == [False, False, True, False]


def test_a_way_that_cannot_begin_is_left_out_unless_it_is_idle() -> None:
    def backwards(fork: Fork) -> str:
        if fork.decide(LOW):
            return "refused" if fork.decide(HIGH) else "low"
        return "refused at once"

    asked: list[int] = []

    def never(conditions: Sequence[z3.BoolRef]) -> bool:
        asked.append(len(conditions))
        return False

    assert [said for _, said in ways(backwards, "backwards", never)] == ["refused"]
    assert asked == [2, 1]
    idle = [said for _, said in ways(backwards, "backwards", never, lambda said: said == "refused at once")]
    assert idle == ["refused", "refused at once"]


def test_a_way_that_goes_on_after_its_last_choice_is_asked_about_although_it_ends_idle() -> None:
    def later(fork: Fork) -> str:
        if fork.decide(LOW):
            return "low"
        return "refused" if fork.decide(HIGH) else "neither"

    asked: list[int] = []
    found = [said for _, said in ways(later, "later", possible(asked), lambda said: said == "refused")]
    assert found == ["low", "refused", "neither"]
    assert asked == [1, 2]
