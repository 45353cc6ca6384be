"""What a function of the model says, as text: its own source, that of every helper it reaches, and their constants."""

from __future__ import annotations

import hashlib
import inspect
import types
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import z3


def reached(function: Callable[..., Any]) -> list[types.FunctionType]:
    """Return a function and every function of the model that it calls, directly or not."""
    found: dict[types.FunctionType, None] = {}
    todo: list[object] = [function]
    while todo:
        current = todo.pop()
        if isinstance(current, types.FunctionType) and current not in found:
            found[current] = None
            todo += [current.__globals__[name] for name in _names(current)]
    return list(found)


def _names(function: types.FunctionType) -> list[str]:
    return sorted(name for name in function.__code__.co_names if name in function.__globals__)


def text_of(function: Callable[..., Any]) -> str:
    """Return all that a function says: a change of any of it may change what it means."""
    parts = []
    for each in reached(function):
        constants = {
            name: repr(each.__globals__[name]) for name in _names(each) if not callable(each.__globals__[name])
        }
        parts.append(f"{inspect.getsource(each)}{sorted(constants.items())}")
    return "\n".join(parts)


def digest(parts: Iterable[str]) -> str:
    """Return a short name for some texts, which is another one as soon as one of them changes."""
    sum_ = hashlib.sha256()
    for part in parts:
        sum_.update(f"{len(part)}:".encode())
        sum_.update(part.encode())
    return sum_.hexdigest()


@cache
def machinery() -> str:
    """Return a short name for the prover itself: everything that could turn a refuted obligation into a proved one."""
    here = Path(__file__).parent
    files = sorted([*here.glob("*.py"), *(here / "worlds").glob("*.py")])
    return digest([str(z3.get_version_string()), *(file.read_text(encoding="utf-8") for file in files)])
