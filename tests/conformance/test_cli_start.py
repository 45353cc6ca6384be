"""A slip in a file of the model or of the contract is told in one sentence with its place, whatever the command."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tenure.conformance.contract import ContractError, contracts
from tenure.conformance.start import main
from tenure.model.language import ModelError
from tenure.model.lifecycle import EVENTS

TREE = Path(__file__).parents[2]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a folder from which a copy of the model and of the contract is imported, and the rest as it is."""
    package = tmp_path / "tenure"
    package.mkdir()
    for name in ("model", "specs"):
        shutil.copytree(TREE / name, package / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("conformance", "gpu_backend"):
        (package / name).symlink_to(TREE / name)
    return tmp_path


def spoil(copy: Path, file: str, old: str, new: str) -> None:
    path = copy / "tenure" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def tenure(copy: Path, *words: str) -> tuple[int, str]:
    """Run a command on the copy, and return its exit code with all that it said on stderr."""
    done = subprocess.run(  # noqa: S603  this very command
        [sys.executable, "-c", "from tenure.conformance.start import main; main()", *words],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("model/events/suspension.py", "import adapter_fits", "import adapter_fts", "ImportError: cannot import name"),
        ("model/laws/adapters.py", '@law("P7")', "@law(P7)", "NameError: name 'P7' is not defined"),
        ("model/laws/adapters.py", '@law("P7")', "@law()", "TypeError: law() missing"),
        ("model/state.py", "int, ", "int.big, ", "AttributeError: "),
    ],
)
def test_a_slip_that_is_found_at_import_is_told_with_its_place(
    copy: Path, file: str, old: str, new: str, said: str
) -> None:
    spoil(copy, file, old, new)
    code, told = tenure(copy, "list", "systems")
    assert code == 2
    assert told.startswith(f"Error: {file}:")
    assert said in told
    assert told.count("\n") == 1


def test_a_slip_that_is_found_while_proving_is_told_with_its_place(copy: Path) -> None:
    spoil(copy, "model/events/suspension.py", "    park_adapter(w, r)", "    park_adapter(w)")
    line = 1 + (copy / "tenure/model/events/suspension.py").read_text().split("    park_adapter(w)\n")[0].count("\n")
    code, told = tenure(copy, "prove", "--system", "lifecycle", "--event", "suspend", "--law", "P7", "--jobs", "2")
    assert code == 2
    assert told.splitlines()[-1].startswith(f"Error: model/events/suspension.py:{line}: TypeError: park_adapter()")
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('system = "', "system = = ", "Invalid value"),
        ("\nkind = ", "\nkinds = ", "Object contains unknown field `kinds`"),
    ],
)
def test_a_slip_in_the_contract_is_told_with_its_file(copy: Path, old: str, new: str, said: str) -> None:
    spoil(copy, "specs/pages.toml", old, new)
    code, told = tenure(copy, "explain", "P7")
    assert code == 2
    assert told.startswith(f"Error: specs/pages.toml: {said}")
    assert told.count("\n") == 1


def failing(error: Exception) -> Callable[[str], None]:
    def load(_name: str) -> None:
        if isinstance(error, AttributeError):
            EVENTS["suspend"].body(None, 0)
        raise error

    return load


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (AttributeError("of the event itself"), r"Error: model/events/suspension\.py:\d+: AttributeError: "),
        (ModelError("laws.py:1: it has no docstring"), r"Error: laws\.py:1: it has no docstring\n"),
    ],
)
def test_what_is_wrong_with_the_model_is_a_usage_error(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tenure.conformance.start.importlib.import_module", failing(error))
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert re.match(said, capsys.readouterr().err)


def test_what_is_wrong_elsewhere_is_not_put_down_to_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenure.conformance.start.importlib.import_module", failing(ImportError("no such library")))
    with pytest.raises(ImportError, match="no such library"):
        main()


def test_a_contract_that_cannot_be_read_is_a_usage_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreadable(*_: object) -> None:
        raise ContractError("specs/pages.toml: Invalid value")

    monkeypatch.setattr("tenure.conformance.explaining.find", unreadable)
    monkeypatch.setattr(sys, "argv", ["tenure", "explain", "P7"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "Error: specs/pages.toml: Invalid value\n"


@pytest.mark.parametrize("text", [b"system = = 1", b"sytem = 1", b"\xff"])
def test_a_contract_is_read_whole_or_refused_by_its_name(
    text: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odd.toml").write_bytes(text)
    monkeypatch.setattr("tenure.conformance.contract.files", lambda _: tmp_path)
    with pytest.raises(ContractError, match=r"^specs/odd\.toml: "):
        contracts.__wrapped__()
