"""What every command ends with: one record, which the console, JSON and JUnit only render."""

from __future__ import annotations

import msgspec

from .laws import Citation
from .verdict import Finding, Result, Verdict, worst


class Refuted(msgspec.Struct, frozen=True, kw_only=True):
    """An obligation of the proof that does not hold, or that nothing is known of."""

    system: str = "lifecycle"
    event: str
    event_where: str
    law: Citation
    answer: str
    branches: tuple[str, ...] = ()
    """The branch of the event that was taken."""
    shown: tuple[str, ...] = ()
    """The smallest counterexample, line by line."""
    from_start: bool = False
    """Whether that is a run from the initial state. A step may begin in a state that no run reaches."""


class ProvedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One event in the proof: its paths, and how many obligations have each answer."""

    system: str = "lifecycle"
    event: str
    cached: bool = False
    """Whether it was proved before, and nothing that it depends on has changed."""
    paths: int
    refusing_paths: int
    answers: dict[str, int]
    problems: tuple[str, ...] = ()
    """What is wrong with it besides the answers: what no run reaches, what says nothing."""
    seconds: float


class Doubt(msgspec.Struct, frozen=True, kw_only=True):
    """A question to which the second solver does not say what the proof implies, or gave up."""

    file: str
    question: str
    expected: str
    said: str


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """What a second solver said to the questions of the proof, which were written as SMT-LIB 2."""

    folder: str
    files: int
    questions: int
    doubts: tuple[Doubt, ...] = ()
    seconds: float = 0.0


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What the proof of the model showed."""

    result: Result
    events: tuple[ProvedEvent, ...] = ()
    """Every event that was asked for, the start, the rankings, and what is possible."""
    scope: str = ""
    """What of the model was asked for; nothing if all of it was."""
    certificate: Certificate | None = None
    laws: int = 0
    refuted: tuple[Refuted, ...] = ()
    problems: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    seconds: float = 0.0


MISTAKES = ("deletion", "guard", "flip", "off-by-one")
"""The kinds of small mistakes, as they are named on the command line and in the report."""


class Mutation(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one small mistake that was made in the model."""

    system: str = "lifecycle"
    kind: str
    """`deletion`, `guard`, `flip` or `off-by-one`."""
    statement: str
    """The function, and what was changed in it."""
    where: str
    noticed: str = ""
    """The law that noticed it, and at which event; or what is no longer possible."""
    reason: str = ""
    """Why no law notices it, where it is listed with a reason."""
    unsure: str = ""
    """Set where the solver gave up before any law had noticed it."""

    @property
    def good(self) -> bool:
        """Whether it is noticed, or listed with a reason, but not both."""
        return bool(self.noticed) != bool(self.reason) and not self.unsure


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """How many mutants there are, of a system and a kind or of all of them, and what became of them."""

    system: str = ""
    kind: str = ""
    mutants: int
    noticed: int
    listed: int
    percent: float
    """How many in a hundred are noticed; those that are listed with a reason are not."""


class Mutations(msgspec.Struct, frozen=True, kw_only=True):
    """How strong the laws are."""

    result: Result
    mutations: tuple[Mutation, ...]
    scores: tuple[Score, ...] = ()
    """By kind for each system, for each system, and last for all of them."""
    stale: tuple[str, ...] = ()
    """What is listed with a reason and is no mutant any more."""
    seconds: float = 0.0


class Caught(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one known fault that was built into the engine."""

    fault: str
    id: str
    summary: str
    expected: tuple[str, ...]
    """The ids of the laws that it must break."""
    result: str
    """`caught`, `by luck` (on too few seeds), `missed`, `another law` or `unknown`."""
    note: str = ""
    part: str = ""
    """The part of the engine that it was built into, or nothing for the engine itself."""
    by: str = ""
    """What caught it: `model`, `audit`, `answer`, `content`, `drain` or `progress`."""
    seeds: int = 1
    caught_on: int = 0
    """On how many of the seeds a law that it must break was broken."""
    seconds: float = 0.0
    """What the runs of one seed took."""
    finding: Finding | None = None

    @property
    def good(self) -> bool:
        """Whether the fault was caught by a law that it must break."""
        return self.result == "caught"


class HeldPart(msgspec.Struct, frozen=True, kw_only=True):
    """What the runs of one part of an engine showed, beside the system that looks at it; or those of a whole."""

    part: str
    system: str
    """The system, or of a whole those of all its parts."""
    verdict: Verdict
    whole: bool = False
    """Whether it is an engine made of parts, and no part."""

    @classmethod
    def of_whole(cls, name: str, systems: tuple[str, ...], verdict: Verdict) -> HeldPart:
        """Return what the runs of a whole showed."""
        return cls(part=name, system=", ".join(systems), verdict=verdict, whole=True)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What one command showed."""

    command: str
    engine: str = ""
    seed: int = 0
    faults: tuple[str, ...] = ()
    """The known faults that are built in; those that were asked for, where each is built in by itself."""
    result: Result
    proof: Proof | None = None
    mutations: Mutations | None = None
    verdict: Verdict | None = None
    parts: tuple[HeldPart, ...] = ()
    caught: tuple[Caught, ...] = ()
    left_out: dict[str, str] = msgspec.field(default_factory=dict)
    """Known faults, by their ids, that cannot be built in, each with the reason."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the engine and its parts did wrong, without what faults did that were built in to be caught."""
        verdicts = [*([self.verdict] if self.verdict is not None else []), *(each.verdict for each in self.parts)]
        return tuple(finding for verdict in verdicts for finding in verdict.findings)


def report(
    command: str,
    *,
    engine: str = "",
    seed: int = 0,
    faults: tuple[str, ...] = (),
    proof: Proof | None = None,
    mutations: Mutations | None = None,
    verdict: Verdict | None = None,
    parts: tuple[HeldPart, ...] = (),
    caught: tuple[Caught, ...] = (),
) -> Report:
    """Put together what a command showed. A fault that is not caught makes the whole unknown."""
    results = [part.result for part in (proof, mutations, verdict) if part is not None]
    results += [each.verdict.result for each in parts]
    results += [Result.UNKNOWN for each in caught if not each.good]
    return Report(
        command=command,
        engine=engine,
        seed=seed,
        faults=faults,
        result=worst(results),
        proof=proof,
        mutations=mutations,
        verdict=verdict,
        parts=parts,
        caught=caught,
    )
