"""Reading a snapshot as a state of the model."""

import random

import pytest

from tenure.conformance import abstract
from tenure.conformance.abstract import CELLS_SEEN, READINGS, Abstraction, observed_cells
from tenure.conformance.dealing import Dealer, Mode
from tenure.conformance.reference import ReferenceEngine
from tenure.model.instance import Instance
from tenure.model.language import ModelError
from tenure.model.lifecycle import EVENTS
from tenure.model.sorts import Pool
from tenure.model.worlds.layout import CELLS


def test_reference_shows_what_the_model_says(roomy: Instance) -> None:
    dealer, chance = Dealer(list(EVENTS)), random.Random(1)
    engine = ReferenceEngine(roomy, seed=0)
    abstraction = Abstraction(engine.world)
    for _ in range(300):
        engine.apply(dealer.deal(engine.world, Mode.COMMANDED, chance))
        assert abstraction.observed(engine.observe()) == abstraction.expected(engine.world.data)


def test_expected_row_holds_the_cells_it_names(roomy: Instance) -> None:
    engine = ReferenceEngine(roomy, seed=0)
    for at in range(len(engine.world.data)):
        engine.world.data[at] = at + 1000
    abstraction = Abstraction(engine.world)
    world = engine.world
    for (cell, key), value in zip(abstraction.labels, abstraction.expected(world.data), strict=True):
        if cell.index is not None:
            assert key is not None
            assert value == world.maps[cell.name][key]
        elif cell.pool is not None:
            assert value == getattr(world, cell.field)[Pool(cell.pool)]
        else:
            assert value == getattr(world, cell.name)


def test_every_reading_is_of_an_observed_cell() -> None:
    assert set(READINGS) == {cell.name for cell in CELLS_SEEN}
    assert {name for name in READINGS if not CELLS[name].spec.observed} == set()


def test_resource_without_a_reading_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(abstract.READINGS, "row")
    with pytest.raises(ModelError, match="the model shows row; say in READINGS"):
        observed_cells()
