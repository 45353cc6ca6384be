"""Every event of the lifecycle, one file per stage of life."""

from . import adapters, admission, ending, parts, pausing, step, suspension

__all__ = ["adapters", "admission", "ending", "parts", "pausing", "step", "suspension"]
