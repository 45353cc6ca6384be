"""Content really moves, and what is refused says why by its type and leaves everything as it was."""

import pytest
import torch

from tenure.gpu_backend.paging.content import BLANK, POISON, TOKEN, WRITER
from tenure.gpu_backend.paging.errors import (
    NotTheHolder,
    NotWritten,
    OutOfPages,
    OutOfTurn,
    PageInUse,
    PageNotFound,
    StaleWeights,
    StillRunning,
    WrongTier,
)
from tenure.gpu_backend.refusal import OutOfRoom, Refusal

from .running import ASIDE, AWAY, CACHED, FULL, PUBLISHED, WRITTEN, Running, instance


def test_a_page_goes_below_and_comes_back_as_it_was() -> None:
    run = Running()
    run.say(WRITTEN)
    before = run.row(0)
    run.say("suspend 0; set_aside 0 3 0; issue_move 0 0; complete 0; poll_move 0")
    assert run.row(3) == before
    assert all(position[WRITER] in (BLANK, POISON) for position in run.row(0))
    run.say("set_aside 0 1 3; issue_move 0 0; complete 0; poll_move 0; resume 0")
    assert run.row(1) == before


def test_a_request_goes_on_in_a_copy_of_a_page_that_others_read() -> None:
    run = Running()
    run.say(f"{WRITTEN} publish 0 0 0; submit 1; issue_load 0 1 0 1; complete_copy 0 0 1; poll_load 0 1")
    published = run.row(0)
    run.say("issue_step 0 1 1; complete_step 0 1 1; poll 0")
    assert run.row(0) == published
    own = run.row(1)
    assert own[0] == published[0]
    assert [position[WRITER] for position in own[1:]] == [run.manager.requests[1].mark] * 2


def test_steps_append_and_the_last_position_is_written_by_the_last_step() -> None:
    run = Running()
    run.say("submit 0; allocate 0 0")
    seen = []
    for full in (0, 0, 0, 1):
        run.say(f"issue_step 0 0 0; complete_step 0 0 {full}; poll 0")
        seen.append([position[TOKEN] for position in run.row(0)])
    assert seen == [[0, BLANK, BLANK], [0, 1, BLANK], [0, 2, BLANK], [0, 2, 3]]


def test_a_peer_gets_what_was_in_the_page_when_it_read_it() -> None:
    run = Running()
    run.say(f"{FULL} issue_send 0 0 0")
    sent = run.row(0)
    run.say("finish 0; complete 0; poll 0")
    assert run.manager.kernels.received[0].tolist() == sent
    assert all(position[WRITER] == POISON for position in run.row(0))


def test_a_page_stays_in_use_until_the_step_of_an_ended_request_is_polled() -> None:
    run = Running()
    run.say("submit 0; submit 1; allocate 0 0; issue_step 0 0 0; finish 0; !allocate 1 0; complete_step 0 0 0")
    run.say("!allocate 1 0; poll 0; allocate 1 0")
    assert run.row(0) == [[BLANK] * 3] * 3


def test_dropped_keys_free_what_nobody_holds_and_poison_it() -> None:
    run = Running()
    run.say("restore 0 0 1; restore 1 1 1; submit 0; hit 0 0; reset_device")
    assert all(position[WRITER] >= 0 for position in run.row(0))
    assert all(position[WRITER] == POISON for position in run.row(1))
    run.say("!hit 0 1; finish 0; submit 1; allocate 1 0; allocate 1 1")


def test_pages_that_are_asked_for_by_turn_are_taken_as_the_model_allows() -> None:
    commanded, alone = (Running(instance(0, 0, 0, 1)) for _ in range(2))
    for run in (commanded, alone):
        run.say("restore 1 0 1; restore 2 1 1; submit 0; submit 1; hit 1 0; finish 1")
    assert [alone.manager.grow(0) for _ in range(3)] == [0, 2, 1]
    commanded.say("allocate 0 0; evict 2; allocate 0 2; evict 1; allocate 0 1")
    assert alone.part.observe() == commanded.part.observe()
    with pytest.raises(OutOfPages) as refused:
        alone.manager.grow(0)
    assert isinstance(refused.value, OutOfRoom)


REFUSALS: dict[str, tuple[str, str, type[Refusal]]] = {
    "a page is held": (f"{WRITTEN} submit 1", "allocate 1 0", PageInUse),
    "a page is cached": ("restore 0 0 1; submit 0", "allocate 0 0", PageInUse),
    "a page is below": ("submit 0", "allocate 0 3", WrongTier),
    "a request has ended": ("submit 0; finish 0", "abort 0", OutOfTurn),
    "a name is taken": (f"{PUBLISHED} issue_send 0 0 0", "issue_send 0 0 0", OutOfTurn),
    "a page is published": (f"{PUBLISHED}", "issue_step 0 0 0", PageInUse),
    "a page is full": (FULL, "issue_step 0 0 0", NotWritten),
    "a page is blank": ("submit 0; allocate 0 0", "publish 0 0 0", NotWritten),
    "a page is not held": (f"{WRITTEN} submit 1", "drop 1 0", NotTheHolder),
    "a page is held already": (PUBLISHED, "hit 0 0", NotTheHolder),
    "nothing is found": ("submit 0", "hit 0 0", PageNotFound),
    "another page is found": (f"restore 1 0 1; {WRITTEN}", "publish 0 0 0", PageInUse),
    "a page that is found has other weights": ("submit 0; change_weights; restore 0 0 1", "hit 0 0", StaleWeights),
    "a loaded page has other weights": (
        "submit 0; change_weights; restore 0 0 1",
        "issue_load 0 0 0 1",
        StaleWeights,
    ),
    "a loaded page is private": (FULL, "issue_load 0 0 0 1", PageNotFound),
    "a loaded page is gone": (f"{CACHED} reset_device; submit 1", "issue_load 0 1 0 1", PageNotFound),
    "there is no room below": (f"{ASIDE} abort 0; restore 0 0 1; issue_store 0 0 3; issue_store 1 0 4; fail 1; poll 1",
                               "issue_store 1 0 3", PageInUse),
    "a page is stored where it is": (CACHED, "issue_store 0 0 1", WrongTier),
    "a page may still be written": (WRITTEN, "issue_send 0 0 0", StillRunning),
    "a step writes what is published": (
        "submit 0; allocate 0 0; issue_step 0 0 0; complete_step 0 0 0",
        "publish 0 0 0",
        StillRunning,
    ),
    "a step was not polled": ("submit 0; allocate 0 0; issue_step 0 0 0; suspend 0", "set_aside 0 3 0", OutOfTurn),
    "a set is below": (AWAY, "resume 0", WrongTier),
    "half a page is exchanged": (f"restore 1 0 1; {WRITTEN}", "rebase 0 0 0", NotWritten),
    "a victim frees nothing": ("submit 0; allocate 0 0; issue_step 0 0 0", "preempt 0 0", PageInUse),
    "an operation is in flight": (f"{PUBLISHED} issue_send 0 0 0", "poll 0", StillRunning),
    "an operation may still touch its pages": (f"{PUBLISHED} issue_send 0 0 0", "give_up 0", StillRunning),
    "a load is of an earlier life": (
        f"{PUBLISHED} submit 1; issue_load 0 1 0 1; abort 1; complete_copy 0 0 1",
        "poll_load 0 1",
        OutOfTurn,
    ),
    "a page that is held is evicted": (PUBLISHED, "evict 0", PageInUse),
    "a page that is not found is evicted": (WRITTEN, "evict 0", PageNotFound),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_has_a_type_and_changes_nothing(name: str) -> None:
    before, call, kind = REFUSALS[name]
    run = Running()
    run.say(before)
    memory, shown = run.memory(), run.part.observe()
    queues = [list(queue) for queue in (run.manager.pool.free, run.manager.pool.cached)]
    event, *args = call.split()
    with pytest.raises(Refusal) as refused:
        getattr(run.manager, event)(*map(int, args))
    assert refused.type is kind
    assert all(torch.equal(one, other) for one, other in zip(memory, run.memory(), strict=True))
    assert [list(queue) for queue in (run.manager.pool.free, run.manager.pool.cached)] == queues
    assert run.part.observe() == shown
    run.refuse(event, *map(int, args))
