"""Runs as ITF files."""

import json
from pathlib import Path
from typing import Any

import itf_py
import pytest

from tenure.conformance import itf
from tenure.conformance.reference import ReferenceFactory
from tenure.conformance.replay import states_of
from tenure.conformance.script import read_calls
from tenure.model.instance import Instance
from tenure.model.sorts import Phase
from tenure.model.trace import Trace


@pytest.fixture
def run(roomy: Instance, decoding: str) -> itf.Recorded:
    return itf.recorded(Trace(roomy, 7, read_calls(decoding)), "torch", ("forgets",))


@pytest.fixture
def file(tmp_path: Path, run: itf.Recorded) -> Path:
    path = tmp_path / "run.itf.json"
    itf.write(path, run, states_of(ReferenceFactory(), run.trace))
    return path


def test_run_is_read_back(file: Path, run: itf.Recorded) -> None:
    assert itf.read(file) == run
    assert itf.read(file).trace == run.trace


def test_file_is_itf_with_a_state_for_the_start_and_each_call(file: Path, run: itf.Recorded) -> None:
    trace = itf_py.trace_from_json(json.loads(file.read_text()))
    assert len(trace.states) == len(run.calls) + 1
    assert [state.meta["call"] for state in trace.states][-1] == "settle_chunk(0)"
    assert trace.states[0].values["free.TARGET"] == 6
    assert trace.states[-1].values["phase"][0] == Phase.DECODE
    assert set(trace.vars) == set(trace.states[0].values)


def changed(file: Path, **meta: Any) -> Path:
    raw = json.loads(file.read_text())
    raw["#meta"]["tenure"] |= meta
    file.write_text(json.dumps(raw))
    return file


def said(path: Path) -> str:
    with pytest.raises(itf.TraceFileError) as raised:
        itf.read(path)
    message = str(raised.value)
    assert message.startswith(f"{path}:")
    assert "\n" not in message
    return message


def test_bad_files_are_explained_in_one_sentence(tmp_path: Path) -> None:
    assert "cannot be read" in said(tmp_path / "missing.itf.json")
    half = tmp_path / "half.json"
    half.write_text('{\n "#meta": {')
    assert f"{half}:2:12: this is not JSON" in said(half)
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe")
    assert "byte 0 is not UTF-8" in said(binary)
    foreign = tmp_path / "foreign.json"
    foreign.write_text("[]")
    assert "only runs that tenure wrote" in said(foreign)


def test_bad_contents_are_explained_in_one_sentence(file: Path) -> None:
    assert "Expected `int`, got `str`" in said(changed(file, seed="seven"))
    assert "there is no event 'ponder'" in said(changed(file, seed=7, calls=["ponder(0)"]))
    assert "requests 0 to 2" in said(changed(file, calls=["suspend(9)"]))
    assert "there is no size 'pages'" in said(changed(file, calls=[], sizes={"pages": 3}))
