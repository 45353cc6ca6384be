"""The wheel holds every file, and works where a folder has a `model.py` of its own."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).parents[2]
FOLDERS = ("model", "conformance", "gpu_backend", "specs")
HOSTILE = 'raise ImportError("a file of the user was imported in place of tenure")\n'

Run = Callable[..., str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a source distribution, itself built from a copy: leftovers in the checkout cannot help or harm."""
    source, dist = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, source)
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(dist), str(source), cwd=source)
    [built] = dist.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def run(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a program of a fresh environment, in a folder of hostile modules."""
    home = tmp_path_factory.mktemp("environment")
    hostile = tmp_path_factory.mktemp("hostile")
    for folder in FOLDERS:
        (hostile / f"{folder}.py").write_text(HOSTILE)
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python))
    _run(*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel), cwd=hostile)

    # torch is large: the dependencies are borrowed. The wheel comes first on the path, and the .pth files of the
    # lender, its editable tenure among them, are not read.
    borrowed = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    [packages] = home.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text("\n".join(borrowed) + "\n")
    return lambda program, *args: _run(str(home / "bin" / program), *args, cwd=hostile)


def test_every_file_is_in_the_wheel(wheel: Path) -> None:
    expected = {
        f"tenure/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    found = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("tenure/")}
    assert found == expected


@pytest.mark.parametrize("package", FOLDERS)
def test_a_hostile_folder_does_not_shadow(run: Run, package: str) -> None:
    code = f"import tenure.{package} as it; print(it.__file__)"
    assert f"/site-packages/tenure/{package}/" in run("python", "-c", code)


def test_command_starts(run: Run) -> None:
    assert "tenure" in run("tenure", "--help")


def test_engine_is_found_by_name(run: Run) -> None:
    code = "from importlib.metadata import entry_points as e; print(e(group='tenure.engines')['torch'].load().name)"
    assert run("python", "-c", code).strip() == "torch"


def test_specs_are_found(run: Run) -> None:
    code = "from importlib.resources import files; print(*sorted(p.name for p in files('tenure.specs').iterdir()))"
    listed = run("python", "-c", code).split()
    assert set(listed) >= {path.name for path in (ROOT / "specs").glob("*.toml")}


def _run(*command: str, cwd: Path) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "COV"))}
    done = subprocess.run(command, cwd=cwd, env=env, text=True, capture_output=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout
