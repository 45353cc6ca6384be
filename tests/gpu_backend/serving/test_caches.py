"""Caches on trees: what is found, copied, moved to the host and back, and what is refused with nothing changed."""

import pytest
import torch

from tenure.conformance.wholes.script import drawn
from tenure.gpu_backend.refusal import OutOfRoom, Refusal
from tenure.gpu_backend.serving.engine import ServingEngine
from tenure.gpu_backend.serving.kv_memory import TAGS, WHOLE, WRITTEN
from tenure.gpu_backend.serving.reclaim import Reclaiming
from tenure.gpu_backend.serving.whole import WHOLE as SERVING
from tenure.model.instance import Instance

SIZES = {
    "max_length": 8, "pages.TARGET": 8, "pages.DRAFT": 8, "host_blocks": 2, "swap": 8, "index_slots": 2, "seats": 2,
    "max_requests": 2, "max_tokens": 8, "recompute": 1, "stall_limit": 4, "adapter_host": 2, "adapter_device": 2,
    "max_adapters": 2, "resets": 1,
}  # fmt: skip


def engine(**sizes: int) -> ServingEngine:
    tables = {"adapter": [0, 0], "prompt": [4, 4], "goal": [8, 8], "weight": [0]}
    return ServingEngine(Instance(2, 0, 2, SIZES | sizes, tables=tables), seed=0)


def finish(served: ServingEngine) -> None:
    for _ in range(40):
        if not served.requests:
            return
        served.step()
    pytest.fail("it does not come to an end")


def test_a_request_says_what_it_says_alone_and_leaves_its_blocks_to_be_found() -> None:
    served = engine()
    served.submit(0)
    finish(served)
    assert served.ended[0] == served.texts[0][:8]
    published = [sum(block.is_filed for block in tree.tree.blocks()) for tree in served.kv.trees]
    assert published == [3, 3]


def test_pages_say_which_tokens_they_were_computed_from() -> None:
    served = engine()
    served.submit(0)
    served.step()
    served.step()
    (cache,) = served.kv.target.caches.values()
    written = served.kv.trees[0].tiers.pool.pages[cache.pages[0], :, TAGS, :, 0, 0]
    assert tuple(written[:, WRITTEN].tolist()) == tuple(map(float, served.texts[0][:2]))
    assert torch.equal(written[:, WHOLE], written[:, WRITTEN])


def test_a_suspended_cache_leaves_for_the_host_and_comes_back_as_it_was() -> None:
    served = engine(**{"pages.TARGET": 4, "pages.DRAFT": 4})
    served.submit(0)
    served.step()
    served.step()
    llm = served.scheduler.queue.find(0)
    manager = served.kv.managers_of_trees[0]
    before = [manager.pool.pages[page].clone() for page in manager.of(llm).pages]
    manager.suspend(llm)
    manager.offload(manager.of(llm))
    assert not manager.of(llm).pages
    manager.resume(llm)
    after = [manager.pool.pages[page] for page in manager.of(llm).pages]
    assert before[0].isfinite().any()
    assert all(torch.allclose(one, other, 0, 0, equal_nan=True) for one, other in zip(before, after, strict=True))
    assert len(manager.host.free) == SIZES["swap"]


def test_room_that_cannot_be_had_is_refused_and_nothing_moves() -> None:
    served = engine()
    served.submit(0)
    finish(served)
    tree = served.kv.trees[0]
    before = dict(tree.nodes.blocks), list(tree.queue)
    with pytest.raises(OutOfRoom):
        tree.make_room(SIZES["pages.TARGET"] + 1)
    assert (dict(tree.nodes.blocks), list(tree.queue)) == before


def test_what_was_let_go_first_goes_first_and_to_the_host_while_there_is_room() -> None:
    served = engine()
    served.submit(0)
    finish(served)
    tree = served.kv.trees[0]
    ways = tree.ways()
    assert [way.block for way in ways[: len(tree.queue)]] == list(tree.queue)
    assert [way.event for way in ways[:2]] == ["demote", "demote"]
    assert {way.event for way in ways[2:]} <= {"evict", "demote"}
    assert len(list(Reclaiming([], [], 0).ways(set()))) == 0


def test_a_second_request_with_the_id_of_one_that_was_there_is_refused() -> None:
    served = engine()
    served.submit(0)
    with pytest.raises(Refusal, match="submitted before"):
        served.submit(0)


def test_every_draw_holds_each_request_when_it_is_alone() -> None:
    for draw in range(40):
        instance, _ = drawn(SERVING, 11, draw)
        for request in range(instance.requests):
            served = ServingEngine(instance, seed=11)
            served.submit(request)
            finish(served)
            assert served.ended[request] == served.texts[request][: instance.tables["goal"][request]]
