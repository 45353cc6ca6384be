"""Paired reuse: the table of spans, both designs of keys, chunk boundaries, and the ways to agree on a depth."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tenure.model import language
from tenure.model.check import broken
from tenure.model.instance import Instance
from tenure.model.language import Event
from tenure.model.prove import Prover
from tenure.model.search import shortest_run
from tenure.model.sorts import Pool
from tenure.model.systems import reuse
from tenure.model.systems.reuse import eligibility
from tenure.model.systems.reuse.eligibility import MODES, Config, eligible, span_of
from tenure.model.systems.reuse.state import Position, Prefix, Reuse, Stage, forked, small
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld

SYSTEM = reuse.SYSTEM
T, D = int(Pool.TARGET), int(Pool.DRAFT)
R3 = "draft_cells_come_from_own_tokens"

# ---- which modes are paired -----------------------------------------------------------------------------------------


def test_each_mode_has_its_span_or_a_reason() -> None:
    spans = {mode: span_of(mode, layers=3) for mode in MODES}
    assert spans == {
        "mtp_vanilla": 3,
        "mtp_eagle_one_model": 1,
        "eagle3_one_model": 1,
        "pard": 0,
        "draft_target_one_model": None,
        "dflash": None,
        "dspark": None,
        "suffix_automaton": None,
        "two_model": None,
    }
    assert eligible(Config("pard")).span == 0
    assert eligible(Config("mtp_vanilla", layers=2)).span == 2
    assert eligible(Config("dflash")).why == "its state lies outside the paged pool"


@pytest.mark.parametrize("lacking", ["separate_pools", "block_reuse", "manager_supports_it", "aggregated"])
def test_a_deployment_that_lacks_something_stays_unpaired(lacking: str) -> None:
    found = eligible(replace(Config("eagle3_one_model"), **{lacking: False}))  # type: ignore[arg-type]  # a flag's name
    assert found.span is None
    assert found.why != MODES["eagle3_one_model"].why


def test_pools_that_could_never_agree_are_an_error() -> None:
    with pytest.raises(ValueError, match="blocks of one size"):
        eligible(Config("eagle3_one_model", tokens_per_block=(32, 64)))
    with pytest.raises(ValueError, match="unknown speculative mode"):
        span_of("eagle9")
    with pytest.raises(ValueError, match="at least one draft layer"):
        span_of("mtp_vanilla", layers=0)


def test_the_table_is_the_only_place_that_knows_a_span() -> None:
    """No other file of the system names a mode except to ask the table, and the model's size is what it answers."""
    folder = Path(str(eligibility.__file__)).parent
    asked = 0
    for file in folder.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        asking = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func) == "span_of"]
        given = {id(arg) for call in asking for arg in call.args}
        named = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and n.value in MODES]
        if file.name != "eligibility.py":
            assert [n for n in named if id(n) not in given] == []
            asked += len(asking)
    assert asked == 1
    assert small(1).sizes["lookahead"] == span_of("eagle3_one_model")


# ---- proofs beside the one of the system ----------------------------------------------------------------------------


def refuted(fixed: Mapping[str, int], events: Iterable[Event] = SYSTEM.events.values()) -> set[str]:
    """Return the laws that some event breaks, with some sizes taken as given."""
    prover = Prover(SYSTEM.laws.values(), fixed=fixed)
    return {o.law for event in events for o in prover.event(event).obligations if not o.answer.good}


def test_raw_keys_break_the_draft_law_and_nothing_else() -> None:
    assert refuted({"raw_keys": 1}) == {R3}
    assert refuted({"raw_keys": 1, "lookahead": 1}) == {R3}


def test_raw_keys_are_sound_where_nothing_looks_ahead() -> None:
    assert refuted({"raw_keys": 1, "lookahead": 0}) == set()
    assert refuted({"raw_keys": 1, "paired": 0}) == set()


@pytest.mark.parametrize(
    ("fault", "enough"), [("chunk_boundary_is_fed_the_sampled_token", 0), ("one_token_is_staged", 1)]
)
def test_staged_tokens_are_enough_for_so_many_and_no_more(fault: str, enough: int) -> None:
    """At a chunk boundary the sampled token will do for D = 0, and one staged token for D = 1 but not for D = 2."""
    wrong = [SYSTEM.faults[fault].wrong]
    for lookahead in range(enough + 1):
        assert refuted({"raw_keys": 0, "lookahead": lookahead}, wrong) == set()
    assert R3 in refuted({"raw_keys": 0, "lookahead": enough + 1}, wrong)


# ---- runs -----------------------------------------------------------------------------------------------------------


class Run:
    """A concrete run that meets every law after every event, except those that a test expects to break."""

    def __init__(
        self, requests: int, parents: tuple[int, ...], *, lookahead: int = 1, paired: int = 1, raw: int = 0
    ) -> None:
        """Take the prefixes as a tree: the parent of each, from number 1 on; positions go as deep as there are."""
        trunk = [0, *(self._up(parents, k, lookahead if paired else 0) for k in range(1, len(parents) + 1))]
        self.instance = Instance(
            requests,
            0,
            1,
            {"paired": paired, "lookahead": lookahead, "raw_keys": raw},
            {Position: len(parents) + 1, Prefix: len(parents)},
            Reuse,
            {"trunk": trunk, "scope": [0, *(1 for _ in parents)], "bare": list(range(len(parents) + 1))},
        )
        self.world = ConcreteWorld(self.instance)
        self.broken: set[str] = set()

    @staticmethod
    def _up(parents: tuple[int, ...], k: int, steps: int) -> int:
        for _ in range(steps):
            k = parents[k - 1] if k else 0
        return k

    def do(self, event: str, *args: int) -> None:
        before = ConcreteWorld(self.instance)
        before.restore(self.world.state())
        SYSTEM.events[event](self.world, *args)
        self.broken |= {b.law.name for b in broken(SYSTEM.laws.values(), self.world, before)}

    def prompt(self, r: int, *prefixes: int) -> None:
        for i, p in enumerate(prefixes):
            self.do("append", r, i, p)

    def compute(self, r: int, *, until: int) -> None:
        cursor = self.value("cursor", r)
        self.do("start_chunk", r, until)
        for i in range(cursor, until):
            self.do("compute", r, i)

    def value(self, name: str, *key: int) -> int:
        found = self.world.values(name)
        return found[key[0]] if len(key) == 1 else found[key[0] * self.instance.count(Position) + key[1]]

    def refuses(self, event: str, *args: int) -> str:
        with pytest.raises(language.Refused) as refused:
            SYSTEM.events[event](self.world, *args)
        return refused.value.why


A, AX, AY, AYZ = 1, 2, 3, 4
FORK = (0, A, A, AY)
"""The prefixes "a", "ax", "ay" and "ayz", by their parents: two prompts share a token and part after it."""


def test_the_shortest_run_that_breaks_raw_keys_is_a_second_prompt_that_publishes() -> None:
    """The second request goes on with the first one's cell, which looked ahead to another token."""
    law = SYSTEM.laws[R3]

    def goal(after: ConcreteWorld, before: tuple[int, ...], call: Call) -> bool:
        del before
        return call.event in ("claim", "publish") and next(broken([law], after), None) is not None

    found = shortest_run(
        replace(forked(2), sizes={**forked(2).sizes, "raw_keys": 1}), SYSTEM.events.values(), goal, most_states=20_000
    )
    assert found.run is not None
    assert [str(call) for call in found.run] == [
        "append(r=0, i=0, p=1)",
        "append(r=0, i=1, p=2)",
        "append(r=1, i=0, p=1)",
        "append(r=1, i=1, p=3)",
        "attempt(r=0)",
        "attempt(r=1)",
        "settle_claims(r=0)",
        "settle_claims(r=1)",
        "start_chunk(r=0, end=1)",
        "start_chunk(r=1, end=1)",
        "compute(r=0, i=0)",
        "compute(r=1, i=0)",
        "publish(p=draft, r=0, i=0, k=1)",
        "publish(p=draft, r=1, i=0, k=1)",
    ]


def test_with_raw_keys_a_third_prompt_claims_a_cell_of_another_continuation() -> None:
    """The match goes on for one token beyond the cell, so backing off by one does not help."""
    run = Run(3, FORK, raw=1)
    run.prompt(0, A, AX)
    run.prompt(1, A, AY, AYZ)
    run.prompt(2, A, AY)
    for r, until in ((0, 1), (1, 2)):
        run.do("attempt", r)
        run.do("settle_claims", r)
        run.compute(r, until=until)
    assert run.broken == set()
    run.do("publish", D, 0, 0, A)
    run.do("publish", D, 1, 0, A)
    run.do("publish", D, 1, 1, AY)
    run.do("attempt", 2)
    run.do("claim", D, 2, 0, A)
    assert run.value("cell.DRAFT", 2, 0) == AX
    assert run.broken == {R3}


def test_with_shifted_keys_the_same_prompts_each_have_a_cell_of_their_own() -> None:
    run = Run(3, FORK)
    run.prompt(0, A, AX)
    run.prompt(1, A, AY, AYZ)
    run.prompt(2, A, AY)
    for r, until in ((0, 1), (1, 2)):
        run.do("attempt", r)
        run.do("settle_claims", r)
        run.compute(r, until=until)
    run.do("publish", D, 0, 0, AX)
    run.do("publish", D, 1, 0, AY)
    run.do("attempt", 2)
    run.do("claim", D, 2, 0, AY)
    assert run.value("cell.DRAFT", 2, 0) == AY
    assert run.broken == set()


CHAIN = (0, 1, 2, 3)
"""One prompt of four tokens."""


def published(lookahead: int = 1) -> Run:
    """Return a run in which a first request has computed its four tokens in two chunks and published what it may."""
    run = Run(2, CHAIN, lookahead=lookahead)
    run.prompt(0, 1, 2, 3, 4)
    run.prompt(1, 1, 2, 3, 4)
    run.do("attempt", 0)
    run.do("settle_claims", 0)
    run.compute(0, until=2)
    run.compute(0, until=4)
    for i in range(4 - lookahead):
        run.do("publish", T, 0, i, i + lookahead + 1)
        run.do("publish", D, 0, i, i + lookahead + 1)
    return run


@pytest.mark.parametrize("lookahead", [0, 1, 2])
def test_a_draft_cell_at_a_chunk_boundary_looks_ahead_to_the_prompt(lookahead: int) -> None:
    run = published(lookahead)
    cells = [run.value("cell.DRAFT", 0, i) for i in range(4)]
    assert cells == [i + lookahead + 1 if i + lookahead < 4 else 0 for i in range(4)]
    assert run.broken == set()


def test_a_cell_that_is_evicted_between_two_claims_leaves_no_claim_at_all() -> None:
    """The draft claims two, the target one, the draft again none: both fall back, and the cursor with them."""
    run = published()
    run.do("attempt", 1)
    run.do("claim", T, 1, 0, 2)
    run.do("claim", D, 1, 0, 2)
    run.do("settle_claims", 1)
    assert run.value("cursor", 1) == 1
    run.do("attempt", 1)  # its first chunk got no pages: the next attempt claims anew
    run.do("claim", D, 1, 0, 2)
    run.do("claim", D, 1, 1, 3)
    run.do("claim", T, 1, 0, 2)
    assert run.refuses("settle_claims", 1) == "both claims are equally deep"
    run.do("unclaim", D, 1)
    run.do("evict", D, 2)
    assert run.refuses("claim", D, 1, 0, 2) == "the tree of the pool has a cell under it"
    run.do("fall_back", 1)
    assert [run.value(name, 1) for name in ("stage", "cursor", "held.TARGET", "held.DRAFT")] == [
        Stage.ADMITTED,
        0,
        0,
        0,
    ]
    assert run.broken == set()


def test_the_last_token_is_computed_and_the_last_cells_are_not_shared() -> None:
    run = published(0)
    run.do("attempt", 1)
    for i in range(3):
        run.do("claim", T, 1, i, i + 1)
    assert run.refuses("claim", T, 1, 3, 4) == "the last token is left to compute"
    assert published(2).refuses("publish", D, 0, 2, 0) == "the prompt has the tokens that the cell looks ahead to"


def test_a_deployment_that_is_not_paired_reuses_the_target_alone() -> None:
    run = Run(2, CHAIN, paired=0)
    run.prompt(0, 1, 2)
    run.prompt(1, 1, 2)
    run.do("attempt", 0)
    run.do("settle_claims", 0)
    run.compute(0, until=2)
    run.do("publish", T, 0, 0, 1)
    assert run.refuses("publish", D, 0, 0, 1) == "its cell is computed"
    run.do("attempt", 1)
    run.do("claim", T, 1, 0, 1)
    run.do("settle_claims", 1)
    assert run.value("cursor", 1) == 1
    assert run.broken == set()
