"""What was proved before: proofs are kept by what they are proofs of, so that only what has changed is proved again.

A proof is kept under the sources of its event, of every law of the system, of the state, and of the prover itself, and
under z3's version. Any change of any of these is another name, under which nothing is kept. Only proofs are kept: what
is refuted, unknown or vacuous is tried again each time.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import kept
from .obligation import INITIALLY, POSSIBLE, Answer, EventReport, Obligation
from .sources import around, digest, machinery, text_of

if TYPE_CHECKING:
    from .system import System
    from .written import Event, Law


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

    def get(self, system: System, event: str, name: str) -> EventReport | None:
        """Return the proof of an event that is kept under a name; what cannot be read is not kept."""
        try:
            text = kept.read(self.folder, name)
            if text is None:
                return None
            report = _report(system, json.loads(text))
            whole = report.event == event and report.source == name and (event == POSSIBLE or report.obligations)
            return report if whole and all(each.answer.good for each in report.obligations) else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def put(self, report: EventReport, name: str) -> None:
        """Keep a report under a name, if everything in it is proved, of the very sources that the name is made from."""
        if report.source != name or report.problems or not all(each.answer.good for each in report.obligations):
            return
        kept.write(self.folder, name, json.dumps(asdict(report), default=lambda answer: answer.value))


def _report(system: System, said: dict[str, Any]) -> EventReport:
    """Return a kept report, with the places where its event and laws stand today."""
    event = system.events.get(said["event"])
    here = {} if event is None else {"event_where": event.where}
    places = {law.name: {"law_where": law.where} for law in system.laws.values()}
    obligations = []
    for each in said.pop("obligations"):
        today = {**here, **places.get(each["law"].split("[")[0], {})}
        read = {"answer": Answer(each["answer"]), "branches": tuple(each["branches"])}
        obligations.append(Obligation(**{**each, **read, **today}))
    return EventReport(**{**said, "problems": (), "cached": True}, obligations=tuple(obligations))
