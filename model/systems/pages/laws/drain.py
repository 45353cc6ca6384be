"""The end of it all: law D2, that operations which nobody adds to come to name no page."""

from ....language import ranking
from ..events.device import complete, complete_step, fail, lose
from ..events.parts import names
from ..events.polls import give_up, poll, poll_load, poll_move, poll_store
from ..state import Memory, Operation, Page


def page_is_not_named(w: Memory, o: Operation, p: Page) -> bool:
    """The operation neither reads nor writes the page."""
    return not names(w, o, p)


@ranking(
    "D13",
    until=page_is_not_named,
    moves=(
        (fail, ("o",)),
        (lose, ("o",)),
        (complete, ("o",)),
        (complete_step, ("o", "p", 1)),
        (poll, ("o",)),
        (poll_load, ("o", "p")),
        (poll_store, ("o", "p")),
        (poll_move, ("o",)),
        (give_up, ("o",)),
    ),
)
def operations_drain(w: Memory) -> int:
    """Whatever is pending, each operation ends and is polled or given up on, and then its pages are its no more."""
    return w.busy.total + w.flying.total
