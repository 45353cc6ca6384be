"""Every event of the pipeline, one file for each stage."""

from . import adapters, flight, leaving, parts, planning

__all__ = ["adapters", "flight", "leaving", "parts", "planning"]
