"""What may stand in an event is checked when it is defined, with file and line."""

import inspect
from collections.abc import Callable

import pytest

from tenure.model.events.admission import may_plan
from tenure.model.language import ModelError, event, law, require
from tenure.model.lifecycle import EVENTS
from tenure.model.sorts import Phase, Request
from tenure.model.state import World
from tenure.model.syntax import ForbiddenSyntax, check_body


def uses_a_loop(w: World, r: Request) -> None:
    """Loop."""
    for _ in range(2):
        w.life[r] = w.life[r] + 1


def uses_min(w: World, r: Request) -> None:
    """Min."""
    w.cursor[r] = min(w.cursor[r], 1)


def returns_early(w: World, r: Request) -> None:
    """Return."""
    if w.phase[r] == Phase.DECODE:
        return
    w.life[r] = 1


def writes_a_total(w: World, r: Request) -> None:  # noqa: ARG001
    """Bypass the ghost."""
    w.slot.total = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def writes_a_global(w: World, r: Request) -> None:  # noqa: ARG001
    """Keep state outside the world."""
    SEEN[r] = 1


def asks_in(w: World, r: Request) -> None:
    """Branch on each option."""
    if w.phase[r] in (Phase.DECODE, Phase.PREFILL):
        w.life[r] = 1


def multiplies(w: World, r: Request) -> None:
    """Leave linear arithmetic."""
    w.cursor[r] = w.cursor[r] * 2


def uses_a_float(w: World, r: Request) -> None:
    """Leave whole numbers."""
    w.cursor[r] = 0.5  # type: ignore[assignment]  # pyright: ignore[reportArgumentType]


def calls_a_stranger(w: World, r: Request) -> None:  # noqa: ARG001
    """Call what is not a helper."""
    not_a_helper(w)


def not_a_helper(w: World) -> None:
    w.running = 0


def reads_a_global(w: World, r: Request) -> None:
    """Depend on what the world does not hold."""
    w.cursor[r] = SEEN[0]


def reads_a_total_that_nobody_keeps(w: World, r: Request) -> None:
    """Read the total of a plain field."""
    w.cursor[r] = w.paired.total  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def writes_an_undeclared_name(w: World, r: Request) -> None:  # noqa: ARG001
    """Write to what is no part of the state."""
    w.extra = 1  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def rebinds_its_argument(w: World, r: Request) -> None:
    """Speak of another request."""
    r = Request(0)
    w.cursor[r] = 0


def has_a_default(w: World, r: Request = Request(0)) -> None:  # noqa: B008
    """Speak of request 0 unless told."""
    w.cursor[r] = 0


def calls_its_argument(w: World, require: Request) -> None:
    """Hide a helper behind an argument."""
    require(w)  # type: ignore[operator]  # pyright: ignore[reportCallIssue]


def forgets_to_call(w: World, r: Request) -> None:
    """Branch on a helper itself, which is always true."""
    if may_plan:  # type: ignore[truthy-function]
        w.cursor[r] = 0


def clears_the_records(w: World, r: Request) -> None:
    """Reach for what the proof keeps."""
    w.row[r] = 0
    w.writes.clear()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def guards_without_a_sentence(w: World, r: Request) -> None:
    """Refuse without saying why."""
    require(w.phase[r] == Phase.DECODE)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    w.cursor[r] = 0


def guards_with_an_empty_sentence(w: World, r: Request) -> None:
    """Refuse and say nothing."""
    w.cursor[r] = 0
    require(w.phase[r] == Phase.DECODE, " ")


def guards_with_a_law_alone(w: World, r: Request) -> None:
    """Name the law, and not what must be so."""
    require(w.phase[r] == Phase.DECODE, law="G2")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    w.cursor[r] = 0


SEEN: dict[int, int] = {}


@pytest.mark.parametrize(
    ("function", "word", "line"),
    [
        (uses_a_loop, "`For`", 2),
        (uses_min, "`min`", 2),
        (returns_early, "a `return`", 3),
        (writes_a_total, "other than a field", 2),
        (writes_a_global, "other than a field", 2),
        (asks_in, "one_of", 2),
        (multiplies, "`Mult`", 2),
        (uses_a_float, "0.5", 2),
        (calls_a_stranger, "not_a_helper", 2),
        (reads_a_global, "the name `SEEN`", 2),
        (reads_a_total_that_nobody_keeps, "`w.paired.total`", 2),
        (writes_an_undeclared_name, "`w.extra`", 2),
        (rebinds_its_argument, "its own argument `r`", 2),
        (has_a_default, "a default", 0),
        (calls_its_argument, "not a helper", 2),
        (forgets_to_call, "the helper `may_plan` without a call", 2),
        (clears_the_records, "`w.writes.clear`", 3),
        (guards_without_a_sentence, "a guard without a sentence", 2),
        (guards_with_an_empty_sentence, "a guard without a sentence", 3),
        (guards_with_a_law_alone, "a guard without a sentence", 2),
    ],
)
def test_a_body_that_worlds_cannot_read_is_refused_with_its_place(
    function: Callable[..., None], word: str, line: int
) -> None:
    with pytest.raises(ForbiddenSyntax) as caught:
        check_body(function, returns=False)
    first = inspect.getsourcelines(function)[1]
    assert word in str(caught.value)
    assert f"test_syntax.py:{first + line}:" in str(caught.value)


def test_an_event_needs_a_docstring_and_typed_subjects() -> None:
    def bare(w: World, r: Request) -> None:
        w.life[r] = 1

    def untyped(w: World, r: int) -> None:
        """Do."""
        w.life[r] = 1  # type: ignore[index]  # pyright: ignore[reportArgumentType]

    with pytest.raises(ModelError, match="no docstring"):
        event(bare)
    with pytest.raises(ModelError, match="'r' must be annotated with a sort, an enum, Tokens or Flag"):
        event(untyped)


def test_a_name_is_taken_once() -> None:
    assert "suspend" in EVENTS

    def suspend(w: World, r: Request) -> None:
        """Suspend again."""
        w.life[r] = 1

    with pytest.raises(ModelError, match=r"'suspend' is taken by model/events/suspension\.py"):
        event(suspend)


def test_a_law_is_about_requests_adapters_and_pools_only() -> None:
    def about_a_number(w: World, n: int) -> bool:
        """Law."""
        return w.running == n

    with pytest.raises(ModelError, match="'n' must be annotated with a sort, an enum"):
        law("X1")(about_a_number)
