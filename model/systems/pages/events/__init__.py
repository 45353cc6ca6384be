"""Every event of the pages, one file per part that acts: the device, the issuer, the poll, the request, the cache."""

from . import device, issue, parts, polls, requests, tables, upkeep

__all__ = ["device", "issue", "parts", "polls", "requests", "tables", "upkeep"]
