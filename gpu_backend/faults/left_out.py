"""The known faults that neither the engine nor one of its parts can have, each with the reason."""

from typing import Final

LEFT_OUT: Final = {
    "F-S17": "There is no connector: no prefix is delivered from outside, so that none can be taken for present.",
    "F-S18": "A suspension that finds no room on the host is refused, and leaves it to the caller what else to do.",
    "F-S20": "It shows over unboundedly many arrivals only; a run has as many requests as its instance.",
    "F-K11": "A path stops to commit when it ends, and never before; there is no virtual stop to be taken for it.",
    "F-K14": "Pools are as large as the instance says; no share of the device's memory is worked out.",
    "F-K15": "There is one rank, so that no two can disagree.",
    "F-K17": "The recurrent state of a suspended request stays in its slot by design: nothing is reclaimed.",
    "F-P12": "What a refusal is raised as does not show beside the model; the tests of the manager look at its type.",
    "F-P19": "One object is called, under one name for each method; Python itself refuses any other call.",
    "F-R5": "There is no cross pool: models are decoders only.",
    "F-R14": "Padding rows hold no index slots.",
    "F-R16": "There is no cross pool: models are decoders only.",
    "F-R17": "A drafter without pages of its own has no mirror that could be forgotten.",
    "F-R20": "A pair of pools is reverted by one method that gives nothing back but an error.",
    "F-R23": "Both pools have the page size of the instance; the keys' own test refuses two.",
    "F-R24": "It breaks no law: a claim of nothing is allowed. It shows as a rate of hits only.",
    "F-R25": "A suspended cache is updated before it leaves, so that no commit can come before its update.",
    "F-R26": "Target and draft have one cursor; there is no second view of it.",
    "F-R27": "It breaks no law: the drafter proposes worse tokens, which are rejected.",
    "F-G20": "No time is measured: the policy counts passes.",
    "F-G24": "There is one rank; a tie that is broken otherwise breaks no law.",
}
"""By their ids in the list of known faults."""
