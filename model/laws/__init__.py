"""Every law of the lifecycle, one file per resource."""

from . import adapters, drain, operations, pages, pausing, possible, requests, slots, step

__all__ = ["adapters", "drain", "operations", "pages", "pausing", "possible", "requests", "slots", "step"]
