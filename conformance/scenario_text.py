"""A scenario as text: a file is read into a `Scenario`, and what came of its calls is written below them.

A script begins with its title and its origin (`# From: …`) and names its `system` and `sizes`; what it does not
say of the sizes is as in the small instance of the system. One call a line follows. Lines set in record what came
of it: `done: active[0]=0` with every fact that has changed, or `refused: nobody holds it` with the guard that failed.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..model.catalogue import SYSTEMS
from ..model.instance import Instance
from .scenario import Came, Scenario
from .script import ScriptError
from .spelling import spelled_call, spelled_instance


def read(path: Path) -> Scenario:
    """Return the scenario of a file, or raise `ScriptError` with the line and what to write instead."""
    lines = tuple(path.read_text(encoding="utf-8").splitlines())
    (header, said), at = _parts(lines), 1
    try:
        if not said or not lines[0].startswith("# ") or not any(line.startswith("# From: ") for line in lines):
            raise ScriptError("a script has a title ('# …'), where it comes from ('# From: …') and calls; add them")  # noqa: TRY301
        at = min(said)
        instance, calls = _instance(header["system"].strip(), header["sizes"]), {}
        system = SYSTEMS[instance.schema.system]
        for at, (call, *came) in said.items():
            calls[at] = spelled_call(system, call.rstrip(), instance), _outcome(" ".join(came))
    except ScriptError as error:
        raise ScriptError(f"{path}:{at}: {error}") from error
    return Scenario(path, lines, instance, calls)


def _parts(lines: Sequence[str]) -> tuple[dict[str, str], dict[int, list[str]]]:
    """Return what stands behind the words of the header, and each call by its line, with what is set in below it."""
    header, said = {"system": "", "sizes": ""}, dict[int, list[str]]()
    for number, line in enumerate(lines, start=1):
        word, _, rest = line.partition(" ")
        if said and not word.strip() and rest:
            said[max(said)].append(rest.strip())
        elif word in header and not said:
            header[word] += f" {rest}"
        elif line.strip() and not line.startswith("#"):
            said[number] = [line]
    return header, said


def _outcome(said: str) -> Came:
    kind, _, rest = said.partition(":")
    facts = {name: value for name, _, value in (each.partition("=") for each in rest.split() if kind == "done")}
    if kind not in ("", "done", "refused") or not all(facts.values()):
        raise ScriptError(f"below it, {said!r} is no outcome; write 'done: name=value …' or 'refused: why'")
    return Came(kind, "" if kind == "done" else rest.strip(), facts)


def _instance(name: str, text: str) -> Instance:
    system = SYSTEMS.get(name)
    if system is None:
        raise ScriptError(f"there is no system {name!r}; write 'system NAME' above, one of {', '.join(SYSTEMS)}")
    tables, sizes = system.instance(1).tables, dict[str, int | list[int]]()
    for size, _, said in (each.partition("=") for each in text.split()):
        if not re.fullmatch(r"\d+(,\d+)*", said):
            raise ScriptError(f"size '{size}={said}': write name=number, or name=number,number,… with one for each")
        values = [int(value) for value in said.split(",")]
        sizes[size] = values if size in tables or len(values) > 1 else values[0]
    return spelled_instance(system, sizes)


def written(scenario: Scenario, came: Mapping[int, Came]) -> str:
    """Return the script with these outcomes recorded in place of its own."""
    lines: list[str] = []
    for number, line in enumerate(scenario.lines, start=1):
        lines += [line] * (not line.startswith(" "))
        if number in came:
            lines += textwrap.wrap(
                str(came[number]), 118, initial_indent="  ", subsequent_indent="    ",
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
    return "\n".join(lines) + "\n"
