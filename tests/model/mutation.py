"""Breaking the model on purpose: the events of the lifecycle with one small mistake in them."""

from tenure.model.language import Event
from tenure.model.lifecycle import LIFECYCLE
from tenure.model.mutants import Mutant, affected, mutants


def mutant(key: str) -> Mutant:
    """Return the mutant that `key` names (`function: text`)."""
    return next(m for m in mutants(LIFECYCLE) if m.key == key)


def mutated(key: str) -> list[Event]:
    """Return the events that a mistake affects, with the mistake in them; the model itself stays as it is."""
    return affected(mutant(key), LIFECYCLE)
