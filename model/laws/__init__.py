"""Every law of the lifecycle, one file per resource."""

from . import adapters, pages, pausing, possible, requests, slots, step

__all__ = ["adapters", "pages", "pausing", "possible", "requests", "slots", "step"]
