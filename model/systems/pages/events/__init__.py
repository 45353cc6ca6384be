"""Every event of the pages, one file per part that acts: the request, the cache, the issuer, the device, the poll."""

from . import cache, device, issue, parts, polls, requests, tables

__all__ = ["cache", "device", "issue", "parts", "polls", "requests", "tables"]
