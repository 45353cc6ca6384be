"""`tenure suite`: what is found goes to stdout, and how much it tells to stderr."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner

from tenure.conformance.cli import cli
from tenure.model.catalogue import SYSTEMS
from tenure.model.suite import Suite, written
from tenure.model.system import System
from tenure.model.telling import mistakes_in
from tenure.model.trace import Call

RUN = (SYSTEMS["buffers"].instance(1), (Call("create", (0, 0), "buffers"),))


@pytest.mark.parametrize(
    ("untold", "said"), [((), "told, by 1 run"), (("one", "another"), "told, by 1 run; these are not:")]
)
def test_how_much_a_suite_tells_is_said_at_the_end(
    untold: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite, many = Suite((RUN,), untold), len(mistakes_in(SYSTEMS["buffers"]))

    def suite_of(system: System, progress: Callable[[str], None]) -> Suite:
        progress(f"{system.name}: looking at instance 1")
        return suite

    monkeypatch.setattr("tenure.model.suite.suite_of", suite_of)
    done = CliRunner().invoke(cli, ["suite", "buffers"])
    assert done.exit_code == 0
    assert done.stdout == written(suite)
    first, *more = done.stderr.splitlines()
    assert first == f"buffers: {many} mistakes; first the shortest ways to each event and to each rare thing"
    assert more == [f"buffers: {many - len(untold)} of {many} mistakes are {said}", *(f"  {name}" for name in untold)]


def test_a_system_that_there_is_not_is_a_usage_error() -> None:
    done = CliRunner().invoke(cli, ["suite", "buffer"])
    assert done.exit_code == 2
    assert "there is no system 'buffer'; the systems are " in done.output
