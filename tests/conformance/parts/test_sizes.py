"""Sizes of any system as text: what is written is read back, and what cannot be a size is said."""

import pytest

from tenure.conformance.parts.sizes import read_sizes, write_all_sizes, write_sizes
from tenure.conformance.script import ScriptError
from tenure.conformance.suites import instances_of
from tenure.model.catalogue import SYSTEMS

ADAPTERS = SYSTEMS["adapters"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_sizes_are_read_back(system: str) -> None:
    known = SYSTEMS[system]
    for instance in [*instances_of(system), *known.wide, known.instance(1)]:
        for text in (write_sizes(known, instance), write_all_sizes(instance)):
            assert write_all_sizes(read_sizes(known, text)) == write_all_sizes(instance)
    assert write_sizes(known, known.instance(1)) == ""


def test_what_is_as_usual_is_left_out() -> None:
    said = "requests=3 capacity.HOST=3 weight=(9,2,1)"
    assert write_sizes(ADAPTERS, read_sizes(ADAPTERS, said)) == said
    assert write_sizes(ADAPTERS, read_sizes(ADAPTERS, "weight=( 9, 2,1 ),  requests=3, capacity.HOST=3")) == said
    assert (
        read_sizes(SYSTEMS["pages"], "Page=4 tier=(0,0,1,1)").count(next(iter(SYSTEMS["pages"].instance(1).more))) == 4
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("weight=(9,2", "size 'weight=(9,2': write name=number, or name=(number,number) for a table"),
        ("requests", "size 'requests': write name=number"),
        ("weight=(9,2)", "weight is a list with a value for each, 3 here"),
        ("weight=9", "weight is a list"),
        ("capacity.HOST=(1,2)", "capacity.HOST is a whole number"),
        ("offered=(0,1,7)", "offered is 0 to 2; it is 7"),
        ("requests=0", "at least 1"),
        ("page_size=0", "at least 1"),
        ("host_size=3", "there is no size 'host_size' in adapters; the sizes are requests, adapters, "),
    ],
)
def test_what_is_no_size_is_explained(text: str, said: str) -> None:
    with pytest.raises(ScriptError) as raised:
        read_sizes(ADAPTERS, text)
    assert said in str(raised.value)
