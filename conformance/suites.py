"""The suites that are kept with the contract: runs that tell each system from every small mistake in it.

Beside those that were searched for stand kept runs, written by hand (`kept_runs.py`); they come first.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files

from ..model.instance import Instance
from ..model.suite import Suite, read
from ..model.system import SYSTEMS
from ..model.trace import Call
from . import kept_runs
from .contract import ContractError
from .kept_runs import KeptRun

Way = tuple[Instance, Sequence[Call]]
"""A run to go, and the instance that it is one of."""

FOLDER = "suites"
"""Where they are kept, in `specs/`."""


@cache
def kept_suite(system: str) -> Suite:
    """Return the suite of a system; one that has none yet has an empty one."""
    _check_loaded(system)
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


@cache
def runs_by_hand(system: str) -> tuple[KeptRun, ...]:
    """Return the kept runs of a system; it may have none."""
    _check_loaded(system)
    file = files("tenure.specs").joinpath(FOLDER, f"{system}.runs.toml")
    if not file.is_file():
        return ()
    name = f"specs/{FOLDER}/{file.name}"
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ContractError(f"{name} is no text in UTF-8 ({error}); save it as such") from error
    return tuple(kept_runs.read(SYSTEMS[system], text, name))


def _check_loaded(system: str) -> None:
    """Refuse a system that nobody has loaded, of whose file nothing could be read."""
    if system not in SYSTEMS:
        raise ContractError(
            f"no system {system!r} is loaded; those loaded are {', '.join(SYSTEMS) or 'none'}: "
            "import tenure.model.catalogue first, or name one of them"
        )


@cache
def instances_of(system: str) -> list[Instance]:
    """Return the instances that the runs of a suite are of."""
    return list({repr(instance): instance for instance, _ in kept_suite(system).runs}.values())


def ways(system: str, lacking: Container[str] = ()) -> list[Way]:
    """Return the kept runs of a system and those of its suite, each up to the first event that is lacking."""
    by_hand = ((run.instance, run.calls) for run in runs_by_hand(system))
    return [*_up_to(by_hand, lacking), *ways_on(system, lacking)]


def ways_on(system: str, lacking: Container[str] = ()) -> list[Way]:
    """Return the runs of a suite alone, from which others may go on by chance.

    What a run by hand is of may be sound for its own calls only, as where tables name prompts that no tokens spell.
    """
    return list(_up_to(kept_suite(system).runs, lacking))


def _up_to(runs: Iterable[Way], lacking: Container[str]) -> Iterator[Way]:
    """Yield the runs, each up to the first event that is lacking."""
    for instance, run in runs:
        end = next((at for at, call in enumerate(run) if call.event in lacking), len(run))
        if end:
            yield instance, run[:end]
