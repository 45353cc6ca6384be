"""How strong the laws of the model are, as the report shows it: what became of each small mistake, and the scores."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from .proving import Asked, run_proof
from .record import MISTAKES, Mutation, Mutations, Proof, Score
from .verdict import Result


def run_mutants(
    progress: Callable[[str], None], *, asked: Asked | None = None, kinds: Sequence[str] = (), jobs: int | None = None
) -> tuple[Proof, Mutations | None]:
    """Make every small mistake (or those of some kinds) in every event in turn, and see that a law notices.

    The systems are proved first: where a law does not hold of the model as it is, that it does not hold of a mutant
    says nothing, and nothing more is tried.
    """
    from ..model.catalogue import SYSTEMS
    from ..model.judging import judge_all, stale
    from ..model.mutants import mutants
    from ..model.variation import Mistake

    asked = asked or Asked()
    proof = run_proof(progress, asked=asked, jobs=jobs)
    if proof.result is not Result.CONFORMS:
        return proof, None
    started = time.perf_counter()
    systems = [system for system in SYSTEMS.values() if not asked.systems or system.name in asked.systems]
    chosen = [Mistake(kind) for kind in kinds] or list(Mistake)
    todo = [mutant for system in systems for mutant in mutants(system, chosen)]
    fates = []
    for fate in judge_all(todo, jobs=jobs):
        fates.append(fate)
        progress(f"mutant {len(fates)} of {len(todo)}: {fate.mutant.system}, {fate.mutant.where}")
    rows = tuple(
        Mutation(
            system=fate.mutant.system,
            kind=fate.mutant.kind.value,
            statement=fate.mutant.key,
            where=fate.mutant.where,
            noticed=fate.noticed or "",
            reason=fate.reason or "",
            unsure=fate.unsure or "",
        )
        for fate in fates
    )
    gone = tuple(f"{system.name}: {key}" for system in systems for key in stale(system))
    if all(each.good for each in rows) and not gone:
        result = Result.CONFORMS
    else:
        result = Result.UNKNOWN if any(each.unsure for each in rows) else Result.VIOLATES
    spent = time.perf_counter() - started
    return proof, Mutations(result=result, mutations=rows, scores=tuple(scores(rows)), stale=gone, seconds=spent)


def scores(rows: Sequence[Mutation]) -> Iterator[Score]:
    """Yield the score of every kind in every system, of every system, and of everything, in the order of the report."""
    systems = dict.fromkeys(each.system for each in rows)
    for system in systems:
        mine = [each for each in rows if each.system == system]
        for kind in MISTAKES:
            some = [each for each in mine if each.kind == kind]
            if some:
                yield _score(some, system, kind)
        yield _score(mine, system)
    if len(systems) != 1:
        yield _score(rows)


def _score(rows: Iterable[Mutation], system: str = "", kind: str = "") -> Score:
    every = list(rows)
    noticed = sum(bool(each.noticed) for each in every)
    listed = sum(bool(each.reason) for each in every)
    percent = round(100 * noticed / len(every), 1) if every else 100.0
    return Score(system=system, kind=kind, mutants=len(every), noticed=noticed, listed=listed, percent=percent)
