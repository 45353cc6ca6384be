"""Resident requests: the pools with an entry for each of them, pausing in place, and the passes that keep to both."""
