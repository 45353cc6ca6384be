"""An error is put down to the last line of the model that was running, if any was."""

import traceback

import pytest

from tenure.conformance.blame import MODEL, WRITTEN, sentence
from tenure.model.lifecycle import EVENTS, LIFECYCLE
from tenure.model.system import complete


def raised_by(name: str) -> Exception:
    with pytest.raises(AttributeError) as raised:
        EVENTS[name].body(None, 0)
    return raised.value


def test_an_error_of_an_event_has_the_place_of_its_line() -> None:
    said = sentence(raised_by("suspend"), WRITTEN)
    assert said is not None
    assert said.startswith("model/events/suspension.py:")
    assert said.endswith("AttributeError: 'NoneType' object has no attribute 'phase'")


def test_an_error_that_was_raised_in_another_process_keeps_its_place() -> None:
    """What comes back from a worker has the frames of the worker in its cause, as text."""
    first = raised_by("suspend")
    again = AttributeError("gone")
    again.__cause__ = Exception("".join(traceback.format_exception(first)))
    assert (sentence(again, WRITTEN) or "").startswith("model/events/suspension.py:")


def test_an_error_of_what_stands_around_the_events_is_none_of_theirs() -> None:
    with pytest.raises(ValueError, match="is complete") as raised:
        complete(LIFECYCLE.schema, small=lambda _: LIFECYCLE.instance(1))
    assert sentence(raised.value, WRITTEN) is None
    assert (sentence(raised.value, WRITTEN, MODEL) or "").startswith("model/system.py:")


def test_an_error_without_words_is_told_too() -> None:
    error = raised_by("suspend")
    error.args = ()
    assert (sentence(error, WRITTEN) or "").endswith(": AttributeError: nothing more is said")
