"""Which engine goes through the scenarios, and whether their outcomes are recorded anew; a whole engine as a part."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from tenure.conformance import engines
from tenure.conformance.abstract import ABSENT, CELLS_SEEN, READINGS, Seen
from tenure.conformance.engine import EngineFactory, Outcome, shut
from tenure.conformance.parts.part import PartFactory
from tenure.conformance.parts.reference import reference_part
from tenure.model.instance import Instance
from tenure.model.lifecycle import EVENTS
from tenure.model.trace import Call

SCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))

Opponent = Callable[[str], PartFactory]
"""Gives, for the name of a system, what goes through its scenarios."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("scenarios")
    group.addoption("--engine", default="torch", help="the engine that goes through the scenarios (default: torch)")
    group.addoption("--record", action="store_true", help="write what the model does into the scenarios")


class WholeEngine:
    """An engine that shows, as a part does, the fields of the lifecycle that its snapshots tell."""

    def __init__(self, factory: EngineFactory, instance: Instance, seed: int, faults: Sequence[str]) -> None:
        self.engine = factory(instance, seed=seed, faults=faults)
        self.requests, self.adapters = range(instance.requests), range(instance.adapters + 1)

    def apply(self, call: Call) -> Outcome:
        return self.engine.apply(call)

    def observe(self) -> dict[str, list[int]]:
        snapshot = self.engine.observe()
        views = [snapshot.requests.get(r, ABSENT) for r in self.requests]
        seen = Seen(snapshot, views, self.requests, self.adapters)
        return {cell.name: [int(value) for value in READINGS[cell.name](seen)] for cell in CELLS_SEEN}

    def close(self) -> None:
        shut(self.engine)


def opponent_of(name: str, system: str) -> PartFactory:
    """Return the engine of a name, or its part that is held against a system; skip where it has none."""
    factory = engines.find(name)
    if system == "lifecycle":
        hidden = {"ran": "no snapshot tells it"}
        lacking = dict.fromkeys(EVENTS.keys() - factory.events, "the engine does not have it")
        return PartFactory(name, system, partial(WholeEngine, factory), factory.faults(), hidden, lacking)
    if name == "reference":
        return reference_part(system)
    found = next((part for part in engines.parts_of(factory) if part.system == system), None)
    return found or pytest.skip(f"the engine {name!r} has no part that is held against {system}")


@pytest.fixture
def opponent(request: pytest.FixtureRequest) -> Opponent:
    """Return what gives the engine, or the part of it, that goes through the scenarios of a system."""
    return partial(opponent_of, str(request.config.getoption("--engine", default="torch")))


@pytest.fixture
def torch() -> Opponent:
    """Return what gives the torch engine or its part, whichever engine is pointed at the scenarios."""
    return partial(opponent_of, "torch")


@pytest.fixture
def record(request: pytest.FixtureRequest) -> bool:
    """Return whether outcomes are recorded anew."""
    return bool(request.config.getoption("--record", default=False))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "script" in metafunc.fixturenames:
        metafunc.parametrize("script", SCRIPTS, ids=[path.stem for path in SCRIPTS])
