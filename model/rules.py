"""The rules that every event obeys whatever it does: they are shown of each event beside the laws."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule about events: its id, its name, and the rule as a sentence."""

    id: str
    name: str
    sentence: str


REFUSAL_CHANGES_NOTHING = Rule("K9", "refusal_changes_nothing", "What is refused leaves everything as it was.")
"""Shown by taking every refusing path: none of them has written anything."""

EVENT_CHANGES_SOMETHING = Rule("T1", "event_changes_something", "An event that is not refused changes the state.")
"""An event that may do nothing hides a refusal."""

VALUES_STAY_IN_RANGE = Rule("T2", "values_stay_in_range", "Every value stays in the range that the state declares.")
"""Shown for each cell that an event writes; the obligation is named `range[cell]`."""

KEYS_ARE_THINGS = Rule("T3", "keys_are_things", "What is looked up or changed is a thing: no key is negative.")
"""A key that is computed (the block before this one) may name nothing, and a law about nothing says nothing. Shown of
events under the conditions that came before the key was used, and of laws at the start."""

RULES = (REFUSAL_CHANGES_NOTHING, EVENT_CHANGES_SOMETHING, VALUES_STAY_IN_RANGE, KEYS_ARE_THINGS)
