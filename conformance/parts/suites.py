"""The suites that are kept with the contract: runs that tell each system from every small mistake in it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ...model.suite import Suite, read
from ...model.system import SYSTEMS
from ..contract import ContractError
from .part import PartFactory, Way

FOLDER = "suites"
"""Where they are kept, in `specs/`."""


@cache
def kept_suite(system: str) -> Suite:
    """Return the suite of a system; one that has none yet has an empty one."""
    file = files("tenure.specs").joinpath(FOLDER, f"{system}.json")
    if not file.is_file():
        return Suite(())
    try:
        return read(SYSTEMS[system], file.read_text(encoding="utf-8"))
    except (ValueError, KeyError, TypeError, UnicodeDecodeError) as error:
        raise ContractError(
            f"specs/{FOLDER}/{system}.json is no suite of the system ({type(error).__name__}: {error}); "
            f"write it anew with `tenure suite {system}`"
        ) from error


def ways_of(factory: PartFactory) -> list[Way]:
    """Return the runs of the suite, each as far as the part can go it."""
    ways: list[Way] = []
    for instance, run in kept_suite(factory.system).runs:
        lacks = next((at for at, call in enumerate(run) if call.event in factory.without), len(run))
        if lacks:
            ways.append((instance, run[:lacks]))
    return ways
