"""The layer contracts of pyproject.toml catch what they are there for."""

import os
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("model", "conformance", "gpu_backend")
LINTER = "from importlinter.cli import lint_imports_command; lint_imports_command()"

MODEL_MAY_IMPORT = {"cvc5", "z3", "networkx", "numba", "numpy"}


def lint(root: Path, *, package: str, statement: str) -> subprocess.CompletedProcess[str]:
    """Hold three empty packages, one of which has one import, against the project's contracts."""
    for name in PACKAGES:
        folder = root / "tenure" / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(statement if name == package else "")
    config = str(ROOT / "pyproject.toml")
    return subprocess.run(
        [sys.executable, "-c", LINTER, "--no-cache", "--config", config],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        text=True,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("package", "statement"),
    [
        ("conformance", "from .. import model"),
        ("gpu_backend", "from .. import conformance"),
        ("gpu_backend", "import torch"),
        ("model", "import z3"),
    ],
)
def test_allowed_import_is_kept(tmp_path: Path, package: str, statement: str) -> None:
    done = lint(tmp_path, package=package, statement=statement)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("package", "statement", "finding"),
    [
        ("model", "from .. import conformance", "tenure.model -> tenure.conformance"),
        ("model", "from tenure import gpu_backend", "tenure.model -> tenure.gpu_backend"),
        ("conformance", "from .. import gpu_backend", "tenure.conformance -> tenure.gpu_backend"),
        ("conformance", "import torch", "tenure.conformance -> torch"),
        ("model", "import torch.nn", "tenure.model -> torch"),
        ("model", "import hypothesis", "tenure.model -> hypothesis"),
    ],
)
def test_forbidden_import_is_found(tmp_path: Path, package: str, statement: str, finding: str) -> None:
    done = lint(tmp_path, package=package, statement=statement)
    assert done.returncode == 1, done.stdout + done.stderr
    assert finding in done.stdout


def test_model_imports_little() -> None:
    """The contract lists what the model must not import; this lists what it may."""
    graph = grimp.build_graph("tenure.model", include_external_packages=True, cache_dir=None)
    outside = {name.split(".")[0] for name in graph.modules} - {"tenure"}
    assert outside <= MODEL_MAY_IMPORT | sys.stdlib_module_names
