"""Breaking the model on purpose: one statement of an event is deleted for the length of a `with` block."""

from collections.abc import Iterator
from contextlib import contextmanager

from tenure.model.language import Event
from tenure.model.mutants import Mutant, affected, mutants, without


@contextmanager
def deleted(key: str) -> Iterator[list[Event]]:
    """Delete the statement that `key` names (`function: text`) and yield the events that it affects."""
    mutant: Mutant = next(m for m in mutants() if m.key == key)
    with without(mutant):
        yield affected(mutant)
