"""The laws that only an engine can break: on identity, on its answers, on content and on the end of a run.

Everything else that the harness holds an engine to is a law of the model. `cite` finds either kind by name.
"""

from __future__ import annotations

import sys
from functools import cache

import msgspec

from ..model.language import short_path
from ..model.lifecycle import LAWS


class Citation(msgspec.Struct, frozen=True):
    """A law as a finding quotes it: its id, its name, the law as a sentence, and where it is written."""

    id: str
    name: str
    sentence: str
    where: str


ENGINE_LAWS: dict[str, Citation] = {}
"""The laws that the model cannot state, by name."""

_CHECKS: dict[str, str] = {}


def _declare(check: str, law_id: str, name: str, sentence: str) -> str:
    _CHECKS[name] = check
    line = sys._getframe(1).f_lineno  # noqa: SLF001  the place of the declaration is part of the law
    ENGINE_LAWS[name] = Citation(law_id, name, sentence, f"{short_path(__file__)}:{line}")
    return name


# Identity: what amounts cannot tell
ONE_HOLDER = _declare(
    "audit",
    "K2",
    "place_has_one_holder",
    "A page, a slot or an adapter place is free or has one holder: never both, never two.",
)
SAME_PLACES = _declare(
    "audit",
    "K2",
    "places_are_conserved",
    "The places of a pool, free and held, are the ones it started with: none lost or new.",
)
ONE_TIER = _declare(
    "audit", "K2", "host_tier_is_shared", "Both pools draw on one host tier and see the same free pages of it."
)
ONE_COPY = _declare(
    "audit",
    "P5",
    "adapter_has_one_copy",
    "An adapter occupies at most one place on the host and at most one on the device.",
)
OWN_ADAPTER = _declare(
    "audit",
    "P2",
    "holders_hold_their_own_adapter",
    "A request is counted as a holder of its own adapter and of no other.",
)
OWN_ROW = _declare(
    "audit", "S14", "row_has_one_owner", "No two requests own the same row, and every row lies in the batch."
)
ONE_SEAT = _declare("audit", "S5", "batch_names_each_request_once", "A request takes part in a step once.")

# Answers
AGREES = _declare(
    "answer", "O1", "engine_does_what_the_model_says", "After an event the engine holds what the model says it holds."
)
ANSWERS = _declare(
    "answer", "O2", "engine_answers_as_it_must", "The engine does what is possible and refuses what is not."
)
SURVIVES = _declare(
    "answer", "O3", "engine_survives_every_event", "The engine does not crash, whatever it is asked to do."
)
UNCHANGED = _declare("answer", "K9", "refusal_changes_nothing", "What the engine refuses leaves everything as it was.")
DISJOINT = _declare(
    "answer",
    "S1",
    "scheduled_and_evicted_exclude_each_other",
    "In one pass a request is scheduled or evicted, never both.",
)

PROGRESSES = _declare(
    "progress",
    "S16",
    "passes_bring_somebody_on",
    "While something can run, an engine that plans for itself does not stay idle.",
)

# Content
TOKENS = _declare(
    "content", "C1", "tokens_are_those_given_alone", "A request gives the tokens that it gives when it runs alone."
)
DRAFTS = _declare(
    "content", "C2", "drafts_are_those_given_alone", "The draft head proposes what it proposes when it runs alone."
)

# Between the systems of a whole
FOLLOWED = _declare(
    "between", "W1", "adapter_follows_its_request",
    "Who is suspended is parked on its adapter, who runs is active on it, and who waits or has ended holds none.",
)  # fmt: skip
ONE_STEP = _declare(
    "between", "W2", "step_is_for_whom_is_in_flight",
    "The step that reads adapters computes for those whom the scheduler has in flight, and for nobody else.",
)  # fmt: skip
ON_A_PATH = _declare(
    "between", "W3", "cache_lies_on_a_path",
    "In each pool's tree a request has a path of as many blocks as its cache has room for, or left it for the host.",
)  # fmt: skip
OUTDATED_TOGETHER = _declare(
    "between", "W4", "trees_are_outdated_together",
    "The trees of both pools are outdated by the same loads of weights.",
)  # fmt: skip

WHOLE_ANSWER = _declare(
    "between", "W5", "answer_has_the_length_that_was_asked",
    "Who ends without being given up has said all it was to say; nobody says more, and nothing said is taken back.",
)  # fmt: skip
GIVEN_UP = _declare(
    "between", "W6", "who_is_given_up_ends",
    "A request that its client gives up has ended once the step in flight is read.",
)  # fmt: skip

# The end
DRAINED = _declare(
    "drain",
    "D1",
    "nothing_is_held_in_the_end",
    "When every request has ended and every adapter is unloaded, nothing is held.",
)


def checked_by(name: str) -> str:
    """Return what sees that a law is broken: the audit, an answer, the content, the drain, progress, or the model."""
    return _CHECKS.get(name, "model")


@cache
def cite(name: str) -> Citation:
    """Return a law of the model or of this file, by name."""
    if name in ENGINE_LAWS:
        return ENGINE_LAWS[name]
    law = LAWS[name]
    return Citation(law.id, law.name, law.doc, law.where)


def cite_id(law_id: str) -> list[Citation]:
    """Return every law that has the id and that a guard can keep, those of the model first."""
    own = [cite(law.name) for law in LAWS.values() if law.id == law_id and law.of is None]
    return own + [law for law in ENGINE_LAWS.values() if law.id == law_id]


def all_laws() -> list[Citation]:
    """Return every law, those of the model first."""
    return [cite(name) for name in LAWS] + list(ENGINE_LAWS.values())
