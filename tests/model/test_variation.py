"""Which small mistakes are made in a function."""

import ast

import pytest

from tenure.model.mistakes import Scope, variations
from tenure.model.sorts import Tokens
from tenure.model.state import World
from tenure.model.variation import Mistake, Variation, code_of, varied

SCOPE = Scope(World.specs, {"extend": (int, Tokens), "load": ()}, frozenset({"r", "NO_ADAPTER"}))


def function(body: str) -> ast.FunctionDef:
    (found,) = ast.parse("def f(w: World, r: Request, tokens: Tokens) -> None:\n    " + body).body
    assert isinstance(found, ast.FunctionDef)
    return found


def found(body: str, kind: Mistake) -> list[str]:
    return [each.text for each in variations(function(body), SCOPE) if each.kind is kind]


def test_a_statement_is_left_out() -> None:
    assert found("load(w)\n    w.free[p] = w.free[p] - 1", Mistake.DELETION) == [
        "load(w)",
        "w.free[p] = w.free[p] - 1",
    ]


def test_a_name_that_is_used_is_not_left_out() -> None:
    assert found("place = w.order[r]\n    w.cursor[place] = 0", Mistake.DELETION) == ["w.cursor[place] = 0"]


def test_a_guard_is_left_out_and_each_of_its_conditions() -> None:
    assert found("require(w.slot[r] and 1 <= tokens <= w.cursor[r], 'so', 'S1')", Mistake.GUARD) == [
        "require(w.slot[r] and 1 <= tokens <= w.cursor[r], 'so', 'S1')",
        "without and w.slot[r]",
        "without and 1 <= tokens <= w.cursor[r]",
        "1 <= tokens <= w.cursor[r] → tokens <= w.cursor[r]",
        "1 <= tokens <= w.cursor[r] → 1 <= tokens",
    ]


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        ("if w.slot[r]:\n        load(w)", ["if w.slot[r] → if not", "if w.slot[r] → always"]),
        (
            "if w.slot[r]:\n        load(w)\n    else:\n        load(w)",
            ["if w.slot[r] → if not", "if w.slot[r] → always", "if w.slot[r] → never"],
        ),
        (
            "w.cursor[r] = tokens if w.slot[r] else w.prompt[r]",
            ["if w.slot[r] → if not", "if w.slot[r] → always", "if w.slot[r] → never"],
        ),
        (
            "if w.slot[r] or w.row[r]:\n        load(w)",
            [
                "if w.slot[r] or w.row[r] → if not",
                "if w.slot[r] or w.row[r] → always",
                "without or w.slot[r]",
                "without or w.row[r]",
            ],
        ),
    ],
)
def test_a_condition_is_the_wrong_way_round(body: str, texts: list[str]) -> None:
    assert found(body, Mistake.FLIP) == texts


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        ("w.slot[r] = 1", ["w.slot[r] = 1 → 0"]),  # a flag has one other value
        ("w.cursor[r] = 0", ["w.cursor[r] = 0 → 1", "w.cursor[r] = 0 → -1"]),
        ("w.cursor[r] = tokens", ["w.cursor[r] = tokens → tokens + 1", "w.cursor[r] = tokens → tokens - 1"]),
        (
            "w.slots_free = w.slots_free - 1",  # one less than one is to leave the statement out
            ["w.slots_free = w.slots_free - 1 → w.slots_free - 2", "w.slots_free - 1 → w.slots_free + 1"],
        ),
        ("require(tokens >= 1, 'so')", ["tokens >= 1 → tokens >= 0", "tokens >= 1 → tokens >= 2"]),
        (
            "require(w.seats_taken < w.max_batch, 'so')",
            [
                "w.seats_taken < w.max_batch → w.seats_taken <= w.max_batch",
                "w.seats_taken < w.max_batch → w.seats_taken < w.max_batch - 1",
            ],
        ),
        (
            "require(w.cursor[r] == 0, 'so')",
            ["w.cursor[r] == 0 → w.cursor[r] == 1", "w.cursor[r] == 0 → w.cursor[r] == -1"],
        ),
        ("require(w.slot[r] == 1, 'so')", ["w.slot[r] == 1 → w.slot[r] == 0"]),
        (
            "extend(w, 1, 1 + tokens)",
            [
                "extend(…) of 1 → 2",
                "extend(…) of 1 → 0",
                "extend(…) of 1 + tokens → 2 + tokens",
                "extend(…) of 1 + tokens → tokens",
                "1 + tokens → 1 - tokens",
            ],
        ),
        ("w.refs.add(w.holds, r)", ["w.refs.add → w.refs.subtract"]),
        ("extend(w, w.adapter[r], NO_ADAPTER)", []),
        ("w.phase[r] = Phase.DECODE", []),
        ("require(w.phase[r] == Phase.DECODE and one_of(w.phase[r], Phase.DECODE), 'so')", []),
        ("w.adapter[r] = a", []),
        ("require(w.adapter[r] != NO_ADAPTER, 'so')", []),
        ("w.registered[w.adapter[r + 1]] = flag", []),
    ],
)
def test_a_number_is_off_by_one(body: str, texts: list[str]) -> None:
    assert found(body, Mistake.OFF_BY_ONE) == texts


def test_a_mistake_is_made_at_one_place_and_the_lines_stay() -> None:
    source = function("w.cursor[r] = 0\n    w.reserved[r] = 0")
    last = [each for each in variations(source, SCOPE) if each.kind is Mistake.OFF_BY_ONE][-1]
    changed = varied(source, last)
    assert ast.unparse(changed).splitlines()[1:] == ["    w.cursor[r] = 0", "    w.reserved[r] = -1"]
    assert {line for _, _, line in code_of(changed, "f.py").co_lines()} == {1, 2, 3}


def test_what_reads_alike_is_one_mistake() -> None:
    every: list[Variation] = variations(function("if w.slot[r]:\n        w.slot[r] = 0"), SCOPE)
    whole = [ast.unparse(varied(function("if w.slot[r]:\n        w.slot[r] = 0"), each)) for each in every]
    assert len(whole) == len(set(whole))
