"""Who gives way, and who may not: what the model leaves to the planner."""

import pytest

from tenure.gpu_backend.refusal import Refusal
from tenure.gpu_backend.serving.engine import ServingEngine
from tenure.model.instance import Instance
from tenure.model.trace import Call

SIZES = {
    "max_length": 8, "pages.TARGET": 12, "pages.DRAFT": 0, "host_blocks": 0, "swap": 8, "index_slots": 3, "seats": 3,
    "max_requests": 3, "max_tokens": 12, "recompute": 1, "stall_limit": 4, "adapter_host": 2, "adapter_device": 2,
    "max_adapters": 2, "resets": 1,
}  # fmt: skip


def serving(prompts: list[int], **sizes: int) -> ServingEngine:
    """Three requests, of which the scheduler has gone through a step with those that were submitted."""
    tables = {"adapter": [0] * 3, "prompt": prompts, "goal": [8] * 3, "weight": [0]}
    return ServingEngine(Instance(3, 0, 2, SIZES | sizes, tables=tables), seed=0)


def done(engine: ServingEngine) -> list[Call]:
    return list(engine.planner.journal.drain())


def test_the_last_in_line_gives_way_to_a_growth_and_no_more_than_needed() -> None:
    engine = serving([3, 3, 3], **{"pages.TARGET": 7})
    for r in range(3):
        engine.submit(r)
    for _ in range(6):
        engine.step()
    gave_way = [call for call in done(engine) if call.event in {"evict", "evict_itself", "recompute_victim"}]
    assert [str(call) for call in gave_way[:1]] == ["evict(v=2)"]


def test_a_context_takes_the_caches_of_the_last_behind_it_and_of_nobody_before_it() -> None:
    engine = serving([2, 2, 2])
    for r in range(3):
        engine.submit(r)
    engine.step()
    engine.step()
    lists = {r: engine.scheduler.queue.find(r) for r in range(3)}
    assert engine.planner.victim_behind(lists[0]) is lists[2]
    assert engine.planner.victim_behind(lists[1]) is lists[2]
    assert engine.planner.victim_behind(lists[2]) is None


def test_weights_are_not_loaded_anew_while_somebody_is_away_with_what_it_computed() -> None:
    engine = serving([4, 4, 4])
    engine.submit(0)
    engine.step()
    engine.step()
    manager, llm = engine.kv.managers_of_trees[0], engine.scheduler.queue.find(0)
    manager.suspend(llm)
    manager.offload(manager.of(llm))
    with pytest.raises(Refusal, match="weights before"):
        engine.reset()
    manager.resume(llm)
    engine.reset()
    with pytest.raises(Refusal, match="not loaded again"):
        engine.reset()
