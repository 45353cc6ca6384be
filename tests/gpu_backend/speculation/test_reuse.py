"""What the model does not see of paired reuse: who is paired, keys, poison, and what cells hold."""

import pytest
import torch

from tenure.gpu_backend.refusal import OutOfRoom
from tenure.gpu_backend.speculation.cells import CellPool
from tenure.gpu_backend.speculation.deployment import Deployment
from tenure.gpu_backend.speculation.keys import KeyStream
from tenure.gpu_backend.speculation.model import VOCABULARY, DraftedModel, draft_cell, target_cell
from tenure.gpu_backend.speculation.refusals import LooksBeyond, NotCached, NothingLeft, PoolsDisagree
from tenure.model.sorts import Pool
from tenure.model.systems.reuse.eligibility import Config

from .engines import CPU, PROMPT, arrived, reuse, served


def test_who_is_paired_and_how_far_keys_look_comes_from_one_table() -> None:
    assert Deployment.of(Config("mtp_vanilla", layers=3)).lookahead == 3
    assert Deployment.of(Config("pard")) == Deployment(paired=True, span=0)
    folded = Deployment.of(Config("eagle3_one_model", separate_pools=False))
    assert (folded.paired, folded.span, folded.lookahead) == (False, 1, 0)
    assert not Deployment.of(Config("dflash")).paired


def test_paired_pools_with_blocks_of_two_sizes_are_not_made() -> None:
    with pytest.raises(ValueError, match="one size"):
        Deployment.of(Config("eagle3_one_model", tokens_per_block=(32, 64)))


def test_a_key_spans_its_tokens_and_those_after_it() -> None:
    keys = KeyStream(Deployment(paired=True, span=2))
    assert keys.key(1, PROMPT, 1) == keys.key(1, [*PROMPT[:4], 99], 1)
    assert keys.key(1, PROMPT, 1) != keys.key(1, [*PROMPT[:3], 99], 1)
    assert keys.key(1, PROMPT, 1) != keys.key(2, PROMPT, 1)
    assert KeyStream(Deployment(paired=False, span=2)).lookahead == 0


def test_a_claimed_cell_outlives_its_eviction_and_goes_with_its_last_reader() -> None:
    made = reuse()
    served(made, 0, PROMPT)
    arrived(made, 1, PROMPT)
    made.admit(1)
    cell = made.requests[1].readings[Pool.DRAFT].cells[0]
    made.withdraw(0)
    made.evict(Pool.DRAFT, made.keys.key(1, PROMPT, 0))
    memory = made.pools[Pool.DRAFT].memory
    assert tuple(memory[cell.slot].tolist()) == draft_cell(1, tuple(PROMPT[:2]), 1)
    made.withdraw(1)
    assert memory[cell.slot].isnan().all()


def test_a_cell_that_is_published_twice_is_there_once() -> None:
    made = reuse()
    arrived(made, 0, PROMPT)
    made.attempt(0)
    made.fall_back(0)
    served(made, 1, PROMPT)
    free = len(made.pools[Pool.TARGET].free)
    made.start_chunk(0, 1)
    made.compute(0)
    made.publish(0, Pool.TARGET)
    assert len(made.pools[Pool.TARGET].free) == free
    assert made.requests[0].readings[Pool.TARGET].cells[0] is made.requests[1].readings[Pool.TARGET].cells[0]


def test_chunks_give_the_cells_of_a_prompt_at_once() -> None:
    made = reuse(2)
    served(made, 0, PROMPT)
    made.requests[1].tokens, made.requests[1].scope = list(PROMPT), 1
    made.attempt(1)
    made.fall_back(1)
    made.start_chunk(1, len(PROMPT))
    for _ in PROMPT:
        made.compute(1)
    whole, chunks = ([made.pools[pool].read(cell) for pool in Pool for cell in made.requests[r].readings[pool].cells]
                     for r in (1, 0))  # fmt: skip
    assert torch.equal(torch.cat(whole), torch.cat(chunks))


def test_what_is_computed_is_what_the_tokens_give() -> None:
    made = reuse(2)
    served(made, 0, PROMPT, scope=3)
    for pool, give in ((Pool.TARGET, 0), (Pool.DRAFT, 2)):
        for at, cell in enumerate(made.requests[0].readings[pool].cells[: len(PROMPT) - 2]):
            tokens = tuple(PROMPT[: at + 1 + give])
            right = draft_cell(3, tokens, 2) if pool is Pool.DRAFT else target_cell(3, tokens)
            assert tuple(made.pools[pool].read(cell).tolist()) == right


def test_poison_that_is_read_shows_in_what_is_computed() -> None:
    made = reuse()
    arrived(made, 0, PROMPT)
    made.admit(0)
    made.start_chunk(0, 2)
    made.compute(0)
    made.pools[Pool.TARGET].memory[made.requests[0].readings[Pool.TARGET].cells[0].slot] = float("nan")
    made.compute(0)
    for pool in Pool:
        assert made.pools[pool].read(made.requests[0].readings[pool].cells[1]).isnan().any()


def test_a_sampled_token_is_none_of_a_prompt() -> None:
    model = DraftedModel(1)
    assert min(model.sample(state) for state in (0.0, 5.0, float("nan"))) >= VOCABULARY


def test_a_pool_hands_out_what_nobody_holds_and_no_more() -> None:
    pool = CellPool(1, 1, CPU)
    cell = pool.allocate()
    pool.write(cell, [4.0])
    pool.hold(cell)
    pool.let_go(cell)
    with pytest.raises(OutOfRoom):
        pool.allocate()
    pool.let_go(cell)
    assert pool.memory.isnan().all()
    assert pool.allocate().slot == cell.slot


def test_reasons_for_a_refusal_can_be_told_apart() -> None:
    made = reuse()
    served(made, 0, PROMPT)
    arrived(made, 1, PROMPT[:2])
    made.attempt(1)
    made.claim(1, Pool.TARGET)
    with pytest.raises(NothingLeft):
        made.claim(1, Pool.TARGET)
    with pytest.raises(PoolsDisagree):
        made.settle_claims(1)
    made.evict(Pool.DRAFT, made.keys.key(1, PROMPT, 0))
    with pytest.raises(NotCached):
        made.claim(1, Pool.DRAFT)
    with pytest.raises(LooksBeyond):
        made.publish(0, Pool.TARGET)
