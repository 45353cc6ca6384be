"""Known ways of getting the pipeline wrong, each with the laws that it must break."""

from . import adapters, flight, launching, leaving, planning

__all__ = ["adapters", "flight", "launching", "leaving", "planning"]
