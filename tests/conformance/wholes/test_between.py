"""Laws between the systems of a whole: each holds of states that fit, and tells those that do not."""

from collections.abc import Callable

import pytest

from tenure.conformance.wholes.between import Worlds, broken_between
from tenure.model.sorts import Pool
from tenure.model.system import SYSTEMS
from tenure.model.systems.adapters.state import Phase
from tenure.model.systems.prefix.state import Stage
from tenure.model.systems.scheduler.kinds import Flight, Residency, Stand
from tenure.model.worlds.concrete import ConcreteWorld

PAGE_SIZE = 2


def fitting() -> dict[str, list[ConcreteWorld]]:
    """One request generates, with three tokens in two blocks of either pool, and its step is in flight."""
    worlds = {
        name: [ConcreteWorld(SYSTEMS[name].instance(2)) for _ in range(many)]
        for name, many in (("scheduler", 1), ("adapters", 1), ("prefix", 2))
    }
    put(worlds, "scheduler", "stand", Stand.DECODES, Stand.ABSENT)
    put(worlds, "scheduler", "flight", Flight.OVERLAPPED, 0)
    put(worlds, "adapters", "phase", Phase.LIVE, Phase.ABSENT)
    put(worlds, "adapters", "reading", 1, 0)
    for at, pool in enumerate(Pool):
        put(worlds, "scheduler", f"kv.{pool.name}", Residency.ACTIVE, Residency.NONE)
        put(worlds, "scheduler", f"capacity.{pool.name}", 3, 0)
        put(worlds, "prefix", "stage", Stage.ADMITTED, Stage.IDLE, at=at)
        put(worlds, "prefix", "tip", 3, 0, at=at)
        put(worlds, "prefix", "depth", 0, 0, 1, 2, at=at)
    return worlds


def put(worlds: Worlds, system: str, field: str, *values: int, at: int = 0) -> None:
    worlds[system][at].put(field, values)


def test_states_that_fit_break_no_law() -> None:
    assert not broken_between(fitting(), PAGE_SIZE)


def suspended(worlds: Worlds) -> None:
    for pool in Pool:
        put(worlds, "scheduler", f"kv.{pool.name}", Residency.SUSPENDED, Residency.NONE)


def ended(worlds: Worlds) -> None:
    put(worlds, "adapters", "phase", Phase.ABSENT, Phase.ABSENT)


def stayed(worlds: Worlds) -> None:
    put(worlds, "adapters", "phase", Phase.LIVE, Phase.WAITING)


def read_by_nobody(worlds: Worlds) -> None:
    put(worlds, "adapters", "reading", 0, 0)


def read_for_another(worlds: Worlds) -> None:
    put(worlds, "adapters", "reading", 1, 1)


def too_short(worlds: Worlds) -> None:
    put(worlds, "scheduler", "capacity.DRAFT", 5, 0)


def left(worlds: Worlds) -> None:
    put(worlds, "prefix", "stage", Stage.IDLE, Stage.IDLE, at=1)


def still_there(worlds: Worlds) -> None:
    put(worlds, "prefix", "stage", Stage.ADMITTED, Stage.ADMITTED)


def outdated(worlds: Worlds) -> None:
    put(worlds, "prefix", "epoch", 1)


@pytest.mark.parametrize(
    ("change", "law", "about"),
    [
        (suspended, "adapter_follows_its_request", "r=0"),
        (ended, "adapter_follows_its_request", "r=0"),
        (stayed, "adapter_follows_its_request", "r=1"),
        (read_by_nobody, "step_is_for_whom_is_in_flight", "r=0"),
        (read_for_another, "step_is_for_whom_is_in_flight", "r=1"),
        (too_short, "cache_lies_on_a_path", "r=0"),
        (left, "cache_lies_on_a_path", "r=0"),
        (still_there, "cache_lies_on_a_path", "r=1"),
        (outdated, "trees_are_outdated_together", ""),
    ],
)
def test_what_does_not_fit_is_told(change: Callable[[Worlds], None], law: str, about: str) -> None:
    worlds = fitting()
    change(worlds)
    assert [(each.law.name, each.about) for each in broken_between(worlds, PAGE_SIZE)] == [(law, about)]


def test_a_suspended_cache_may_have_left_for_the_host() -> None:
    worlds = fitting()
    suspended(worlds)
    put(worlds, "adapters", "phase", Phase.SUSPENDED, Phase.ABSENT)
    for at in range(2):
        put(worlds, "prefix", "stage", Stage.IDLE, Stage.IDLE, at=at)
    assert not broken_between(worlds, PAGE_SIZE)


def test_laws_between_systems_that_are_not_there_say_nothing() -> None:
    worlds = fitting()
    read_by_nobody(worlds)
    del worlds["scheduler"]
    assert not broken_between(worlds, PAGE_SIZE)
