"""The record as JSON, for other programs."""

from __future__ import annotations

import msgspec

from ..record import Report


def render(report: Report) -> str:
    """Return the whole record as JSON, with its exit code."""
    whole = {**msgspec.to_builtins(report), "exit_code": report.result.exit_code}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode()
