"""A file of kept runs is read as it is meant, and what cannot be read is told in a sentence, with file and line."""

import re
from pathlib import Path

import pytest

from tenure.conformance import kept_runs, suites
from tenure.conformance.contract import ContractError
from tenure.conformance.kept_runs import KeptRun
from tenure.model.catalogue import SYSTEMS
from tenure.model.trace import Call

PAGES = SYSTEMS["pages"]
SIZES = """\
# Runs of pages.

[sizes.two]
requests = 2
Page = 3
tier = [0, 0, 1]
"""
RUN = '''
[[run]]
title = "A page comes and goes"
sizes = "two"
calls = """
submit(0); allocate(r=0, p=1)  # the second one
!finish(1)

finish(0)
"""
'''


def read(text: str) -> list[KeptRun]:
    return list(kept_runs.read(PAGES, text, "pages.runs.toml"))


def test_a_run_has_its_instance_its_calls_and_what_is_refused() -> None:
    (run,) = read(SIZES + RUN)
    assert run.title == "A page comes and goes"
    assert run.where == "pages.runs.toml:8"
    assert run.instance.requests == 2
    assert run.instance.tables["tier"] == (0, 0, 1)
    calls = [("submit", (0,)), ("allocate", (0, 1)), ("finish", (1,)), ("finish", (0,))]
    assert run.calls == tuple(Call(event, args, "pages") for event, args in calls)
    assert run.refused == {2}
    assert kept_runs.difference(PAGES, run) is None


def test_members_of_enums_and_sizes_of_pools_are_written_by_name() -> None:
    text = '[sizes.a]\npool_size = { TARGET = 5, DRAFT = 4 }\n[[run]]\ntitle = "t"\nsizes = "a"\ncalls = "launch"'
    (run,) = kept_runs.read(SYSTEMS["steps"], text, "steps.runs.toml")
    assert (run.instance.size("pool_size.TARGET"), run.instance.size("pool_size.DRAFT")) == (5, 4)
    text = '[sizes.a]\n[[run]]\ntitle = "t"\nsizes = "a"\ncalls = "load(device, 1); load(0, 1)"'
    (run,) = kept_runs.read(SYSTEMS["adapters"], text, "adapters.runs.toml")
    assert [call.args for call in run.calls] == [(1, 1), (0, 1)]


def test_what_a_run_says_otherwise_than_the_model_is_told() -> None:
    (run,) = read((SIZES + RUN).replace("!finish(1)", "finish(1)"))
    said = kept_runs.difference(PAGES, run)
    assert said is not None
    assert re.match(r"pages\.runs\.toml:8: finish\(r=1\) is refused, 'it is live' does not hold; write !", said)
    (run,) = read((SIZES + RUN).replace("\nfinish(0)", "\n!finish(0)"))
    said = kept_runs.difference(PAGES, run)
    assert said is not None
    assert "finish(r=0) is done; leave out the !" in said


@pytest.mark.parametrize(
    ("was", "is_now", "said"),
    [
        ("requests = 2", "requests = ", r":4: Invalid value .* write \[sizes\.NAME\]"),
        ("requests = 2", "requests = 0", r":3: requests is a whole number, 1 or more; it is 0"),
        ("Page = 3", "Page = true", r":3: Page is a whole number, 1 or more; it is True"),
        ("Page = 3", "Pages = 3", r":3: there is no size 'Pages' in pages; the sizes are requests, "),
        ("tier = [0, 0, 1]", "tier = [0, 0]", r":3: tier is a list with a value for each, 3 here; it is \[0, 0\]"),
        ("tier = [0, 0, 1]", "tier = 0", r":3: tier is a list with a value for each, 3 here; it is 0"),
        ("tier = [0, 0, 1]", "tier = [0, 0, -1]", r":3: tier is 0 or more; it is -1"),
        ("title =", "titel =", r":8: Object contains unknown field `titel`.*write .*title ="),
        ('"A page comes and goes"', '""', r":8: Expected `str` of length >= 1 .*`\$\.run\[0\]\.title`"),
        ('sizes = "two"', 'sizes = "three"', r":8: there are no sizes 'three'; write \[sizes\.three\]"),
        ("!finish(1)", "!finsh(1)", r":13: 'finsh\(1\)' is no call; write one like name\(0, 1\), the names are "),
        ("!finish(1)", "!finish 1", r":13: 'finish 1' is no call"),
        ("!finish(1)", "!finish(1, 2)", r":13: 'finish\(1, 2\)': write finish\(r\)"),
        ("!finish(1)", "!finish(7)", r":13: 'finish\(7\)': '7' is no r; write one of 0, 1"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(was: str, is_now: str, said: str) -> None:
    text = SIZES + RUN
    assert was in text
    with pytest.raises(ContractError, match="^pages.runs.toml" + said):
        read(text.replace(was, is_now))


def test_a_run_without_calls_is_told() -> None:
    with pytest.raises(ContractError, match=r":8: the run has no calls; write them like "):
        read(SIZES + '\n[[run]]\ntitle = "t"\nsizes = "two"\ncalls = "# none yet"\n')


def test_a_file_that_is_no_text_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "suites").mkdir()
    (tmp_path / "suites" / "pages.runs.toml").write_bytes(b"\xff")
    monkeypatch.setattr(suites, "files", lambda _: tmp_path)
    suites.runs_by_hand.cache_clear()
    with pytest.raises(ContractError, match=r"specs/suites/pages\.runs\.toml is no text in UTF-8"):
        suites.runs_by_hand("pages")
    suites.runs_by_hand.cache_clear()


def test_kept_runs_come_before_those_of_the_suite_and_end_before_what_is_lacking() -> None:
    by_hand = suites.runs_by_hand("pages")
    every = suites.ways("pages")
    assert every[: len(by_hand)] == [(run.instance, run.calls) for run in by_hand]
    assert len(every) == len(by_hand) + len(suites.kept_suite("pages").runs)
    lacking = suites.ways("pages", {"suspend"})
    assert all(call.event != "suspend" for _, calls in lacking for call in calls)


def test_runs_by_chance_go_on_from_the_suite_alone() -> None:
    """Some tables of prefixes are sound for the calls of a run only, and not for whatever chance deals."""
    by_hand = [run for run in suites.runs_by_hand("reuse") if run.instance.size("lookahead") != 1]
    assert by_hand
    assert all(run.instance not in suites.instances_of("reuse") for run in by_hand)
    assert [calls for _, calls in suites.ways_on("reuse")] == [calls for _, calls in suites.kept_suite("reuse").runs]
