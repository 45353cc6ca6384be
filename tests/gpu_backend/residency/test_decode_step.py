"""What a batch computes: from which slot and which row each request reads, and where padding writes."""

import torch

from tenure.gpu_backend.memory import DTYPE
from tenure.gpu_backend.residency.content import (
    WIDTH,
    WINDOW,
    alone,
    expected_state,
    expected_window,
    feed,
    prefill,
    sample,
)
from tenure.gpu_backend.residency.places import contexts, states
from tenure.model.systems.slots.state import SCRATCH

from .running import HEADROOM, PAUSED, PLANNED, Running, instance, live

TWO_LIVE = f"{HEADROOM} {PLANNED} {live(0, 2)} {live(1, 3)}"


def test_the_device_computes_what_the_host_does() -> None:
    tokens = alone(3, 40)
    state = torch.zeros(1, WIDTH, dtype=DTYPE)
    for token in tokens:
        state = feed(state, torch.tensor([token], dtype=DTYPE))
    assert state[0].tolist() == prefill(tokens)
    assert int(sample(state).item()) == alone(3, 41)[-1]


def test_a_batch_of_two_computes_what_each_computes_by_itself() -> None:
    states = torch.tensor([prefill(alone(r, 5)) for r in range(2)], dtype=DTYPE)
    tokens = torch.tensor([alone(r, 6)[-1] for r in range(2)], dtype=DTYPE)
    assert feed(states, tokens).tolist() == [prefill(alone(r, 6)) for r in range(2)]


def test_no_two_requests_have_the_same_states_or_contexts() -> None:
    for known in (expected_state, expected_window):
        found = {tuple(known(r, fed)) for r in range(8) for fed in range(2, 12)}
        assert len(found) == 80


def test_padding_writes_to_the_slot_that_nobody_has() -> None:
    run = Running(instance(max_batch=3))
    run.say(TWO_LIVE)
    drafter = run.executor.pools.drafter
    scratch = int(drafter.table[SCRATCH])
    assert scratch == drafter.capacity
    before = contexts(drafter)[0]
    run.say("schedule 1; launch")
    assert contexts(drafter)[0] == before
    assert drafter.arena[scratch, -1] == 0.0


def test_the_newest_token_is_read_from_the_row_of_the_last_batch_while_there_is_one() -> None:
    run = Running(instance(max_batch=2))
    run.say(f"{TWO_LIVE} schedule 1; schedule 0; launch; retire 0; retire 1; {PLANNED} schedule 0")
    executor = run.executor
    assert [executor.requests[r].batch_idx for r in (0, 1)] == [1, 0]
    run.executor.requests[0].tokens[-1] = -5
    assert executor.step.inputs([executor.requests[0]]).tolist() == [float(alone(0, 3)[-1])]
    executor.requests[0].batch_idx = None
    assert executor.step.inputs([executor.requests[0]]).tolist() == [-5.0]


def test_a_paused_request_keeps_state_and_context_while_others_run() -> None:
    run = Running()
    run.say(f"{PAUSED} match 1; admit 1; land 1 3; schedule 1; launch; retire 1")
    pools = run.executor.pools
    assert states(pools.recurrent)[0] == expected_state(0, 1)
    assert contexts(pools.drafter)[0] == expected_window(0, 1)
    assert pools.drafter.slot_of == {0: 2, 1: 3}


def test_what_is_freed_is_poisoned_and_what_is_kept_is_not() -> None:
    run = Running(instance(max_batch=2))
    run.say(f"{TWO_LIVE} suspend 0; drop_slot 0")
    pools = run.executor.pools
    assert pools.drafter.arena.isnan().all(dim=1).tolist() == [True, False, True, True]
    assert pools.recurrent.memory.isnan().any(dim=1).tolist() == [False, False, True]
    run.say("preempt 0")
    assert pools.recurrent.memory.isnan().all(dim=1).tolist() == [True, False, True]
    assert pools.drafter.table.tolist() == [3, 3, 3, 1, 3]


def test_a_context_is_the_last_tokens_that_were_taken_in() -> None:
    run = Running()
    run.say(f"{HEADROOM} {PLANNED} {live(0, 2)}")
    for at in range(4):
        run.say(f"schedule 0; launch; retire 0; {PLANNED}")
        assert contexts(run.executor.pools.drafter)[0][-1] == alone(0, at + 2)[-1]
    assert contexts(run.executor.pools.drafter)[0] == alone(0, 5)[-WINDOW:]


def test_the_drafter_drops_all_at_once_what_commands_drop_one_by_one() -> None:
    runs = [Running(instance(max_batch=2)) for _ in range(2)]
    for run in runs:
        run.say(f"{TWO_LIVE} suspend 0; suspend 1")
    assert runs[0].executor.drop_lapsed() == [0, 1]
    runs[1].say("drop_slot 0; drop_slot 1")
    assert runs[0].part.observe() == runs[1].part.observe()
    assert runs[0].executor.pools.drafter.lowest_free() == 2
