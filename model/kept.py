"""A folder of sealed files: one that was damaged is not there, and a folder that cannot be written keeps nothing."""

from __future__ import annotations

import tempfile
from pathlib import Path

from .sources import digest

FOLDER = ".tenure/proofs"
"""Made where the proof is run, with a `.gitignore` of its own."""


def read(folder: Path, name: str) -> str | None:
    """Return the text kept under a name, or None if there is none or it is not what was written."""
    try:
        seal, text = (folder / name).read_text(encoding="utf-8").split("\n", maxsplit=1)
    except (OSError, ValueError):
        return None
    return text if seal == digest([text]) else None


def write(folder: Path, name: str, text: str) -> None:
    """Keep a text under a name, whole or not at all."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
            file.write(f"{digest([text])}\n{text}")
        Path(file.name).replace(folder / name)
    except OSError:
        return
