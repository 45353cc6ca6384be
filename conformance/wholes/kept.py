"""Runs of a whole that are kept: each shows something that runs by chance seldom come to. They are gone first.

They stand in `specs/wholes/NAME.toml`, each with a title that says what it looks at, the seed that its prompts are
drawn from, its sizes, and what is done in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec

from ...model.instance import Instance
from ..contract import ContractError

FOLDER = "wholes"
"""Where they are kept, in `specs/`."""


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run that is kept."""

    title: str
    seed: int
    instance: Instance
    calls: str


class _Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    seed: int
    requests: int
    adapters: int
    page_size: int
    sizes: dict[str, int]
    tables: dict[str, list[int]]
    calls: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    run: tuple[_Run, ...]


@cache
def kept_runs(name: str) -> tuple[KeptRun, ...]:
    """Return the runs that are kept of a whole; there may be none."""
    file = files("tenure.specs").joinpath(FOLDER, f"{name}.toml")
    if not file.is_file():
        return ()
    try:
        said = msgspec.toml.decode(file.read_text(encoding="utf-8"), type=_File)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ContractError(
            f"specs/{FOLDER}/{name}.toml holds no runs of a whole ({error}); "
            "write [[run]] with title, seed, requests, adapters, page_size, sizes, tables and calls"
        ) from error
    return tuple(
        KeptRun(
            run.title,
            run.seed,
            Instance(run.requests, run.adapters, run.page_size, run.sizes, tables=run.tables),
            run.calls,
        )
        for run in said.run
    )
