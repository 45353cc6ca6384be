"""Every event of slots and residents, one file per theme."""

from . import admission, ending, passes, pausing, queue, setup, step

__all__ = ["admission", "ending", "passes", "pausing", "queue", "setup", "step"]
