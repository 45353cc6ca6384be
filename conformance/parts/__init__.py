"""Holding a part of an engine (its adapter caches, its prefix tree) against the system that looks at it."""
