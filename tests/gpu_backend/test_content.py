"""Whatever happens to a request and around it, it says what it says alone; and what goes wrong shows."""

import random
from collections.abc import Callable

import pytest
import torch

from tenure.model.sorts import Pool

from .running import Running

LENGTH = 20


def alone(r: int, prompt: int, adapter: int, seed: int) -> list[int]:
    run = Running(seed=seed)
    run.start(r, prompt, adapter=adapter, paired=False)
    return run.until(r, LENGTH)


def suspended(run: Running) -> None:
    run.do("suspend", 1)
    run.step(0)
    run.do("resume", 1)


def paused(run: Running) -> None:
    run.do("pause", 1)
    run.step(0)
    run.do("unpause", 1)


def displaced(run: Running) -> None:
    run.step(0, drafted=1)


def preempted(run: Running) -> None:
    run.do("preempt", 1)
    run.step(0)
    run.prefill(1, chunk=3)


def revoked(run: Running) -> None:
    run.do("grow", 1, 2)
    run.do("revoke", 1)


def drafted(run: Running) -> None:
    run.step(0, 1, drafted=3)


def drafted_and_kept_in_part(run: Running) -> None:
    run.step(1, drafted=3, most=0)


def moved_through_the_same_pages(run: Running) -> None:
    run.do("suspend", 1)
    run.start(2, 9)
    run.do("resume", 1)
    run.do("abort", 2)


HAPPENINGS: list[Callable[[Running], None]] = [
    suspended, paused, displaced, preempted, revoked, drafted, drafted_and_kept_in_part, moved_through_the_same_pages,
]  # fmt: skip


@pytest.mark.parametrize("happens", HAPPENINGS)
@pytest.mark.parametrize("host_size", [0, 40])
def test_a_request_says_what_it_says_alone(happens: Callable[[Running], None], host_size: int) -> None:
    run = Running(seed=1, page_size=2, host_size=host_size)
    run.start(0, 4, adapter=2)
    run.start(1, 5, adapter=1, chunk=2)
    run.step(0, 1)
    happens(run)
    assert run.until(1, LENGTH) == alone(1, 5, 1, seed=1)


def test_the_draft_head_says_the_same_whatever_happened() -> None:
    """Its pages are a function of the request's tokens alone, chunks and rejected drafts included."""
    run, plain = Running(seed=2, page_size=3), Running(seed=2)
    run.start(0, 8, adapter=1, chunk=3)
    plain.start(0, 8, adapter=1)
    run.step(0, drafted=3)
    run.do("suspend", 0)
    run.do("resume", 0)
    run.step(0, drafted=2, most=0)
    plain.until(0, len(run[0].tokens))
    assert (run[0].tokens, run[0].draft) == (plain[0].tokens, plain[0].draft)


def test_prompts_differ_between_requests_and_repeat_with_the_seed() -> None:
    prompts = []
    for seed in (0, 0, 1):
        run = Running(seed=seed)
        for r in range(4):
            run.do("submit", r, 0, 3, 0)
        prompts.append([tuple(run[r].tokens) for r in range(4)])
    assert prompts[0] == prompts[1] != prompts[2]
    assert len({prompt[0] for prompt in prompts[0]}) == 4


def shares(run: Running, kind: str) -> None:
    """Let request 1 read something that is not its own."""
    mine, other, slots = run[1], run[0], run.engine.adapters.device.slot_of
    draw = random.Random(run.engine.seed)
    with torch.inference_mode():
        if kind in {"page", "draft page"}:
            pool = Pool.TARGET if kind == "page" else Pool.DRAFT
            own, foreign = mine.cache.tables[pool].device, other.cache.tables[pool].device
            at = draw.randrange(min(len(own), len(foreign)))
            own[at] = foreign[at]
        elif kind == "slot":
            slots[1], slots[2] = slots[2], slots[1]
        elif kind == "row":
            mine.row = other.row
        elif kind == "position":
            run.engine.executor.newest[mine.row or 0, 1] += 1


def flips(kind: str, runs: int = 60) -> float:
    """Return in what share of runs request 1 then says something else within three steps."""
    changed = 0
    for seed in range(runs):
        said: list[list[int]] = []
        for wrong in (False, True):
            run = Running(seed=seed)
            for r, adapter in enumerate((2, 1)):
                run.start(r, 4 + (seed + r) % 4, adapter=adapter)
            for _ in range(1 + seed % 4):
                run.step(0, 1)
            if wrong:
                shares(run, kind)
            said.append([])
            for _ in range(3):
                run.step(0, 1)
                said[-1] += [run[1].draft] if kind == "draft page" else [run[1].tokens[-1]]
        changed += said[0] != said[1]
    return changed / runs


@pytest.mark.parametrize("kind", ["page", "draft page", "slot", "row", "position"])
def test_reading_what_is_not_its_own_changes_what_a_request_says_in_most_runs(kind: str) -> None:
    assert flips(kind) >= 0.7


def test_drafts_are_accepted_often_and_not_always() -> None:
    kept, drafted = 0, 0
    for seed in range(20):
        run = Running(seed=seed)
        for r, adapter in enumerate((0, 1, 2)):
            run.start(r, 1 + (seed + 3 * r) % 8, adapter=adapter)
        for _ in range(8):
            accepted = run.step(0, 1, 2, drafted=1)
            kept, drafted = kept + sum(accepted), drafted + len(accepted)
    assert 0.3 <= kept / drafted <= 0.7
