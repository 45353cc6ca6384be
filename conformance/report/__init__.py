"""Renderers of one record: the console, JSON, JUnit. None of them decides anything."""
