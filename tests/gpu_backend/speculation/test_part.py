"""Paired reuse does what the model says, and shows what is in memory rather than what it was told."""

from random import Random

import pytest

from tenure.conformance.evidence import Violated
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.verdict import Result
from tenure.gpu_backend.speculation.part import FACTORY
from tenure.model.sorts import Pool

from .running import DRAFT, TARGET, Running, Texts

AB = Texts("ab")


@pytest.mark.parametrize("seed", range(3))
def test_the_part_conforms(seed: int) -> None:
    verdict = PartCampaign(FACTORY, seed=seed, runs=5).verdict()
    assert verdict.result is Result.CONFORMS, verdict
    assert set(verdict.done) == set(FACTORY.model.events)


def test_nothing_is_hidden_or_left_out() -> None:
    assert FACTORY.wrong() is None
    assert not FACTORY.hidden
    assert not FACTORY.without


SIZES = {
    "prompts part and come together": (Texts("abcd", "abde", "dbcd"), [("abcd", 1), ("abde", 1), ("dbcd", 1)]),
    "the same text under two adapters": (Texts("abcd", scopes=2), [("abcd", 1), ("abcd", 2), ("abcd", 2)]),
    "two tokens of lookahead": (
        Texts("abcdef", "abcxef", lookahead=2),
        [("abcdef", 1), ("abcxef", 1), ("abcdef", 1)],
    ),
    "three tokens of lookahead": (Texts("abcdefg", lookahead=3), [("abcdefg", 1), ("abcdef", 1), ("abcdefg", 1)]),
    "no lookahead": (Texts("abcd", "abdc", lookahead=0), [("abcd", 1), ("abdc", 1), ("abcd", 1)]),
    "unpaired": (Texts("abcd", "abdc", paired=False), [("abcd", 1), ("abdc", 1), ("abcd", 1)]),
}


@pytest.mark.parametrize("size", SIZES)
def test_longer_prompts_conform(size: str) -> None:
    texts, prompts = SIZES[size]
    run = Running(texts.size)
    for r, (text, scope) in enumerate(prompts):
        run.say(texts.arrive(r, text, scope))
    done = run.go_by_chance(600, Random(3), arrivals=False)
    assert {"claim", "publish", "evict", "compute", "settle_claims"} <= done.keys()


def test_prompts_that_part_conform_by_chance_from_the_start() -> None:
    run = Running(Texts("abc", "abd", "ac").size)
    assert run.go_by_chance(600, Random(0))["append"] >= 6


def test_of_a_branch_each_prompt_keeps_its_own_last_cell() -> None:
    fork = Texts("abcd", "abxy")
    run = Running(fork.size)
    run.say(fork.served(0, "abcd"))
    run.say(
        f"{fork.arrive(1, 'abxy')} attempt 1; {fork.claim(1, 'abxy', 0)} !claim {DRAFT} 1 1 {fork.number('abx')};"
        f"settle_claims 1; {fork.compute(1, 1, 4)} {fork.publish(1, 'abxy', 1, 2)}"
    )
    cells = [run.reuse.requests[r].readings[Pool.DRAFT].cells for r in (0, 1)]
    assert cells[0][0] is cells[1][0]
    assert cells[0][1] is not cells[1][1]


REFUSED = {
    "a claim of what was evicted": ("attempt 1; evict 1 2", "claim 1 1 0 2"),
    "a settlement of uneven claims": ("attempt 1; claim 0 1 0 2", "settle_claims 1"),
    "a second attempt at once": ("attempt 1", "attempt 1"),
    "a token behind a request under way": ("attempt 1", "append 1 1 2"),
    "a chunk beyond the prompt": ("attempt 1; settle_claims 1", "start_chunk 1 3"),
    "another key than that of the prompt": ("attempt 1", "claim 0 1 0 1"),
    "the last cell of a prompt": ("attempt 1; settle_claims 1", "publish 0 0 1 0"),
    "an eviction of nothing": ("attempt 1", "evict 0 1"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_changes_no_memory(what: str) -> None:
    before, refused = REFUSED[what]
    run = Running(AB.size)
    run.say(f"{AB.served(0, 'ab')} {AB.arrive(1, 'ab')} {before}")
    memory, filed = run.memory(), [dict(index.filed) for index in run.reuse.indexes.values()]
    held = [list(reading.cells) for request in run.reuse.requests for reading in request.readings.values()]
    run.say(f"!{refused}")
    assert run.memory() == memory
    assert [dict(index.filed) for index in run.reuse.indexes.values()] == filed
    assert [list(reading.cells) for request in run.reuse.requests for reading in request.readings.values()] == held


@pytest.mark.parametrize(("pool", "law"), [(Pool.TARGET, "K6"), (Pool.DRAFT, "R3")])
def test_a_cell_that_holds_something_else_shows(pool: Pool, law: str) -> None:
    run = Running(AB.size)
    run.say(AB.computed(0, "ab"))
    cell = run.reuse.requests[0].readings[pool].cells[0]
    run.reuse.pools[pool].memory[cell.slot, -1] += 1
    assert run.part.observe()[f"cell.{pool.name}"][0] == 0
    with pytest.raises(Violated) as found:
        run.say("attempt 1")
    assert law in {each for each, _ in found.value.breach.keys}


def test_a_wrong_token_in_any_draft_layer_shows() -> None:
    far = Texts("abcd", lookahead=2)
    run = Running(far.size)
    run.say(f"{far.arrive(0, 'abcd')} attempt 0; settle_claims 0; start_chunk 0 1")
    run.reuse.requests[0].draft_input[2] += 1
    run.reuse.compute(0)
    shown = run.part.observe()
    assert (shown["cell.TARGET"][0], shown["cell.DRAFT"][0], shown["fed"][0]) == (far.number("a"), 0, 2)


def test_to_observe_changes_nothing() -> None:
    run = Running(AB.size)
    run.say(f"{AB.served(0, 'ab')} evict {TARGET} 2")
    assert run.part.observe() == run.part.observe()
