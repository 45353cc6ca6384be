"""How a value is written for a reader: the member of an enum by its name, everything else as a number."""

from __future__ import annotations

from enum import IntEnum
from typing import Any


def named(domain: Any, value: int) -> str:
    """Return a value of a domain as one would write it, e.g. `decode` for the phase 3."""
    if isinstance(domain, type) and issubclass(domain, IntEnum) and value in list(domain):
        return domain(value).name.lower()
    return str(int(value))
