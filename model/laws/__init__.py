"""Every law of the lifecycle, one file per resource."""

from . import adapters, drain, pages, pausing, possible, requests, slots, step

__all__ = ["adapters", "drain", "pages", "pausing", "possible", "requests", "slots", "step"]
