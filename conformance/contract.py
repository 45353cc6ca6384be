"""The contract as it is written in `specs/*.toml`: every law with its id, its source, and how it is held."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec


class ContractError(Exception):
    """A file of the contract cannot be read. The message names the file."""


Held = Literal["proved", "explored", "run time"]

HELD: dict[str, str] = {
    "proved": "to be proved for any size",
    "explored": "explored exhaustively at stated sizes",
    "run time": "checked at run time",
}
"""How a law is held, in words. What is to be proved is proved by `tenure prove` and nowhere else."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A law of the contract; `names` are the functions that state it, each a part of it as a sentence."""

    id: str
    names: tuple[str, ...] = ()
    statement: str
    """The law in one sentence."""
    formula: str
    """The law as one would compute it, in words and signs."""
    kind: str
    """`state`, `step`, `progress`, `content`, `postcondition`, `identity`, `rank`, `answer`, `rule`, or several."""
    held: Held
    reason: str = ""
    """Why it is not proved, where it is not."""
    source: str


class Contract(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file: what part of an engine it is about, and the system of the model that states its laws."""

    system: str
    model: str = ""
    """The model's system, or nothing for the laws that only the harness checks."""
    law: tuple[Entry, ...]
    file: str = ""


@cache
def contracts() -> tuple[Contract, ...]:
    """Return every file of the contract, in the order of their names."""
    found = []
    for path in sorted(files("tenure.specs").iterdir(), key=lambda each: each.name):
        if path.name.endswith(".toml"):
            try:
                contract = msgspec.toml.decode(path.read_text(encoding="utf-8"), type=Contract)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise ContractError(f"specs/{path.name}: {error}; the other files there show what is meant") from error
            found.append(msgspec.structs.replace(contract, file=path.name))
    return tuple(found)
