"""Prefix reuse where a draft model decodes along: two pools, one key stream that looks ahead, and one cursor."""
