"""Every law of slots and residents, one file per theme."""

from . import adapters, batch, drafter, learning, passes, pausing, pools, requests

__all__ = ["adapters", "batch", "drafter", "learning", "passes", "pausing", "pools", "requests"]
