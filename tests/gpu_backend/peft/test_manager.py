"""Weights really move, and what is refused says why by its type and leaves everything as it was."""

import pytest
import torch

from tenure.gpu_backend.peft.checkpoints import recognised, trained
from tenure.gpu_backend.peft.errors import (
    AdapterInUse,
    BudgetExceeded,
    DeviceCacheFull,
    HostCacheFull,
    NotRegistered,
    OutOfTurn,
    TaskNotCached,
    TooManyAdapters,
    WeightsMissing,
)
from tenure.gpu_backend.peft.observation import poisoned
from tenure.gpu_backend.refusal import OutOfRoom, Refusal
from tenure.model.systems.adapters.state import Entry

from .running import DEVICE, HOST, Running, admitted, instance, running


def test_weights_move_from_the_file_to_the_host_and_on_to_the_device() -> None:
    run = Running(instance(2, 1, host=3, device=3))
    run.say(f"register 1; submit 0 1; plan 0; put 0; load {HOST} 1")
    host, device = (cache.pages for cache in (run.peft.host, run.peft.device))
    entry = run.peft.host.find(1)
    assert entry is not None
    assert torch.equal(host.read(entry.pages), trained(1, 1, 2))
    run.do("copy_to_device", 0)
    copy = run.peft.device.find(1)
    assert copy is not None
    assert device.read(copy.pages).isnan().all()
    run.do("load", DEVICE, 1)
    assert torch.equal(device.read(copy.pages).cpu(), trained(1, 1, 2))


def test_weights_that_came_with_a_request_are_used_up() -> None:
    run = Running(instance(1, files=False))
    run.say("register 1; submit 0 1")
    assert run.executor.requests[0].weights is not None
    run.say(f"plan 0; put 0; load {HOST} 1")
    assert run.executor.requests[0].weights is None


def test_a_reload_leaves_the_copy_that_is_there() -> None:
    run = Running()
    run.say(f"{admitted(0, 1)} reload 1 2")
    entry = run.peft.host.find(1)
    assert entry is not None
    assert recognised(1, run.peft.host.pages.read(entry.pages), 2) == 1


def test_weights_are_those_that_the_file_held_when_the_request_was_admitted() -> None:
    run = Running()
    run.say(f"register 1; submit 0 1; plan 0; put 0; reload 1 2; load {HOST} 1")
    entry = run.peft.host.find(1)
    assert entry is not None
    assert recognised(1, run.peft.host.pages.read(entry.pages), 2) == 1


def test_what_is_evicted_is_poisoned_for_the_next_one() -> None:
    run = Running(instance(1, 1, host=1))
    run.say(f"{admitted(0, 1)} cancel; end 0; register 2; submit 1 2; plan 1; put 1")
    assert not poisoned(run.peft.host.pages.memory)
    run.do("evict", HOST, 1)
    assert poisoned(run.peft.host.pages.memory) == {0}
    run.say(f"take {HOST} 2; load {HOST} 2")
    assert torch.equal(run.peft.host.pages.memory, trained(2, 1, 1))


REFUSALS: dict[str, tuple[str, str, type[Refusal]]] = {
    "the host is full": (f"{admitted(0, 1)} register 2; submit 1 2; cancel; plan 1", "put 1", HostCacheFull),
    "a copy was promised to a claim": (
        f"{admitted(0, 1)} cancel; end 0; register 2; submit 1 2; plan 1; put 1; submit 0 1; plan 0",
        "admit 0",
        HostCacheFull,
    ),
    "what a claim waits for is not evicted yet": (
        f"{admitted(0, 1)} end 0; register 2; submit 1 2; plan 1; put 1",
        f"take {HOST} 2",
        OutOfRoom,
    ),
    "the host has nothing": ("register 1; submit 0 1; plan 0", "admit 0", TaskNotCached),
    "the host has other weights": (f"{admitted(0, 1)} reload 1 2; submit 1 1; plan 1", "admit 1", TaskNotCached),
    "the device has other weights": (
        f"{running(0, 1)} retire; lift 1; end 0; reload 1 2; discard {HOST} 1; {admitted(1, 1, named=True)}",
        "reuse 1",
        TaskNotCached,
    ),
    "the host copy is not loaded": ("register 1; submit 0 1; plan 0; put 0", "copy_to_device 0", TaskNotCached),
    "the device has nothing": (admitted(0, 1), "bind 0", TaskNotCached),
    "the load has failed": (
        f"register 1; submit 0 1; plan 0; put 0; fail_load {HOST} 1; cancel; suspend 0",
        "resume 0",
        TaskNotCached,
    ),
    "a copy is used": (f"{admitted(0, 1)}", f"evict {HOST} 1", AdapterInUse),
    "an adapter is named": ("register 1; submit 0 1", "unregister 1", AdapterInUse),
    "an adapter has copies": (f"{admitted(0, 1)} cancel; end 0", "unregister 1", AdapterInUse),
    "a step reads a copy": (running(0, 1), "lift 1", AdapterInUse),
    "there is no such name": ("", "submit 0 1", NotRegistered),
    "the base model is no adapter": ("", "register 0", NotRegistered),
    "there are no other weights": ("register 1", "reload 1 1", WeightsMissing),
    "a request is not chosen": ("register 1; submit 0 1", "put 0", OutOfTurn),
    "nothing is under way": (admitted(0, 1), f"load {HOST} 1", OutOfTurn),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_has_a_type_and_changes_nothing(name: str) -> None:
    before, call, kind = REFUSALS[name]
    run = Running(instance(1, 1, host=1, device=2))
    run.say(before)
    see_refused(run, call, kind)


def see_refused(run: Running, call: str, kind: type[Refusal]) -> None:
    """Ask for what must be refused in this way, and see that neither memory nor anything else has changed."""
    memory, shown = run.memory(), run.part.observe()
    event, *args = call.split()
    with pytest.raises(kind) as refused:
        getattr(run.executor, event)(*map(int, args))
    assert refused.type is kind
    for one, other in zip(memory, run.memory(), strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=0, equal_nan=True)
    assert run.part.observe() == shown
    run.refuse(event, *map(int, args))


def test_weights_that_are_nowhere_are_missed() -> None:
    run = Running(instance(1, 1, files=False))
    run.say("register 1; submit 0 1; plan 0")
    run.executor.requests[0].weights = None
    with pytest.raises(WeightsMissing, match="did not come along"):
        run.executor.put(0)


@pytest.mark.parametrize(("device", "most", "kind"), [(1, 2, BudgetExceeded), (2, 1, TooManyAdapters)])
def test_a_pass_says_what_it_has_no_room_for(device: int, most: int, kind: type[Refusal]) -> None:
    run = Running(instance(1, 1, device=device, most=most))
    run.say("register 1; register 2; submit 0 1; submit 1 2; plan 0")
    see_refused(run, "plan 1", kind)


def test_a_full_device_is_told_from_a_full_host() -> None:
    run = Running(instance(1, 1, device=1))
    run.say(f"{admitted(0, 1)} cancel; {admitted(1, 2)} copy_to_device 1; load {DEVICE} 2")
    with pytest.raises(DeviceCacheFull) as refused:
        run.peft.copy_task(1)
    assert isinstance(refused.value, OutOfRoom)
    assert not isinstance(refused.value, HostCacheFull)
    assert run.peft.device.state(1) == Entry.ABSENT
    assert run.peft.host.find(1) in set(run.peft.host.entries())


def test_a_refused_put_leaves_no_registration() -> None:
    run = Running(instance(1, 1, host=1))
    run.say(f"{admitted(0, 1)} register 2; submit 1 2; plan 1; !put 1")
    assert not run.peft.active.of(2)
    assert not run.peft.paused.of(2)
