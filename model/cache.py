"""What was proved before: proofs are kept by what they are proofs of, so that only what has changed is proved again.

A proof is kept under the sources of its event, of every law of the system, of the state, and of the prover itself, and
under z3's version. Any change of any of these is another name, under which nothing is kept. Only proofs are kept: what
is refuted, unknown or vacuous is tried again each time.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict, replace
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .obligation import INITIALLY, POSSIBLE, Answer, EventReport, Obligation
from .sources import around, digest, machinery, text_of

if TYPE_CHECKING:
    from .system import System
    from .written import Event, Law

FOLDER = ".tenure/proofs"
"""Made where the proof is run, with a `.gitignore` of its own."""


def name_of(system: System, event: str) -> str:
    """Return the name under which the proof of an event of a system is kept."""
    laws = [f"{law.id} {law.name} {law.step} {law.of and law.of.name} {_takes(law)}" for law in system.laws.values()]
    state = [
        f"{name} {spec!r} {_stands_for(spec.domain)} {[_stands_for(key) for key in spec.keys]}"
        for name, spec in system.schema.specs.items()
    ]
    fixed = [f"{name}={value}" for name, value in sorted(system.fixed.items())]
    about = [event]
    if event in system.events:
        about.append(_takes(system.events[event]))
    elif event in system.rankings:
        ranking = system.rankings[event]
        about += [text_of(ranking.body), _takes(ranking.until)]
        about += [f"{_takes(move)} {given}" for move, given in ranking.moves]
    elif event != INITIALLY:  # what is possible depends on every event
        about += [_takes(each) for each in system.events.values()]
        about += [_takes(each) for each in system.sometimes.values()]
        about += [text_of(system.small)] if system.small is not None else []
    return digest([machinery(), around(system.schema), system.name, *state, *fixed, *laws, *about])


def _takes(written: Event | Law) -> str:
    """Return all that a function of the model says, with what its arguments are."""
    params = [f"{name}: {_stands_for(sort)}" for name, sort in written.params]
    return f"{written.name}({', '.join(params)})\n{text_of(written.body)}"


def _stands_for(sort: Any) -> str:
    """Return what a sort or an enum is, and not only its name."""
    members = [(each.name, int(each)) for each in sort] if isinstance(sort, type) and issubclass(sort, IntEnum) else []
    return (
        f"{getattr(sort, '__module__', '')}.{getattr(sort, '__qualname__', sort)} {getattr(sort, 'none', '')} {members}"
    )


class ProofCache:
    """A folder of proofs."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which need not be there yet."""
        self.folder = folder

    def get(self, system: System, event: str) -> EventReport | None:
        """Return the proof of an event, if it is kept; what cannot be read is not kept."""
        try:
            name = name_of(system, event)
            seal, text = (self.folder / name).read_text(encoding="utf-8").split("\n", maxsplit=1)
            if seal != digest([text]):
                return None
            kept = json.loads(text)
            report = _report(system, kept)
            whole = report.event == event and report.source == name and (event == POSSIBLE or report.obligations)
            return report if whole and all(each.answer.good for each in report.obligations) else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def put(self, report: EventReport, name: str) -> None:
        """Keep a report under a name, if everything in it is proved, of the very sources that the name is made from.

        A folder that cannot be written keeps nothing.
        """
        if report.source != name or report.problems or not all(each.answer.good for each in report.obligations):
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
            text = json.dumps(asdict(report), default=lambda answer: answer.value)
            with tempfile.NamedTemporaryFile("w", dir=self.folder, delete=False, encoding="utf-8") as file:
                file.write(f"{digest([text])}\n{text}")  # a file that was damaged is no proof
            Path(file.name).replace(self.folder / name)
        except OSError:
            return


def _report(system: System, kept: dict[str, Any]) -> EventReport:
    """Return a kept report, with the places where its event and laws stand today."""
    event = system.events.get(kept["event"])
    obligations = []
    for each in kept.pop("obligations"):
        law = system.laws.get(each["law"].split("[")[0])
        obligation = Obligation(**{**each, "answer": Answer(each["answer"]), "branches": tuple(each["branches"])})
        if event is not None:
            obligation = replace(obligation, event_where=event.where)
        obligations.append(obligation if law is None else replace(obligation, law_where=law.where))
    return EventReport(**{**kept, "problems": (), "cached": True}, obligations=tuple(obligations))
