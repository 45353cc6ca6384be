"""Everything that is wrong with one system: `python -m tenure.model.try_system NAME`.

For whoever writes a system: what is not proved, with a smallest counterexample; what no run reaches; laws that no fault
breaks; faults that break no law, or another than they name.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .counterexample import explain
from .language import Fault
from .obligation import Answer
from .proof import prover_of
from .prove import Prover
from .ranking import rank
from .showing import told
from .system import SYSTEMS, System
from .witness import without_witness


def failures(system: System, prover: Prover) -> Iterator[str]:
    """Yield every obligation that is not proved, in a few lines each."""
    for report in [prover.initially(), *(prover.event(event) for event in system.events.values())]:
        sys.stderr.write(f"{report.event}: {report.paths} paths, {report.seconds:.2f} s\n")
        yield from report.problems
        for each in report.obligations:
            if not each.answer.good:
                yield f"{each.event} → {each.law_id} {each.law}: {each.answer.value}"
                if each.event in system.events:
                    yield from shown(system, prover, each.event, each.law)


def shown(system: System, prover: Prover, event: str, law: str) -> Iterator[str]:
    """Yield the smallest counterexample of an event for a law."""
    found = explain(system.events[event], law, system.events.values(), prover)
    if found is None:
        yield "  no small counterexample"
        return
    yield from (f"  {line}" for line in told(found))


def noticed(fault: Fault, prover: Prover) -> frozenset[str]:
    """Return the names of the laws that a fault breaks, without the pools they are read for."""
    report = prover.event(fault.wrong)
    return frozenset(each.law.split("[")[0] for each in report.obligations if each.answer is Answer.REFUTED)


def fault_failures(system: System, prover: Prover) -> Iterator[str]:
    """Yield every fault that does not break what it names, and every law that no fault breaks."""
    for fault in system.faults.values():
        found = noticed(fault, prover)
        missing = set(fault.breaks) - found
        if missing or not fault.breaks:
            yield f"{fault.where}: {fault.name} does not break {sorted(missing)}; it breaks {sorted(found)}"
    named = {name for fault in system.faults.values() for name in fault.breaks}
    yield from (f"{law.where}: no fault breaks {name}" for name, law in system.laws.items() if name not in named)


def wrongs(system: System) -> Iterator[str]:
    """Yield everything that is wrong with a system."""
    prover = prover_of(system)
    yield from prover.unbreakable()
    yield from failures(system, prover)
    for ranking in system.rankings.values():
        report = rank(ranking, prover)
        yield from report.problems
        yield from (
            f"{each.event} → {each.law}: {each.answer.value}" for each in report.obligations if not each.answer.good
        )
    yield from without_witness(system)
    yield from fault_failures(system, prover)


def main() -> None:
    """Say what is wrong with the system that is named."""
    folder = Path(__file__).parent / "systems"
    names = ["lifecycle", *sorted(each.parent.name for each in folder.glob("*/state.py"))]
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in names:
        sys.stderr.write(f"Error: there is no system {name!r}; say one of {', '.join(names)}\n")
        sys.exit(2)
    importlib.import_module(f"tenure.model.systems.{name}" if name != "lifecycle" else "tenure.model.lifecycle")
    started, count = time.perf_counter(), 0
    for line in wrongs(SYSTEMS[name]):
        count += 1
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{name}: {count} complaints, {time.perf_counter() - started:.1f} s\n")
    sys.exit(bool(count))


if __name__ == "__main__":
    main()
