"""Every event of the lifecycle, one file per stage of life."""

from . import adapters, admission, ending, pausing, step, suspension

__all__ = ["adapters", "admission", "ending", "pausing", "step", "suspension"]
