"""The mistakes that no law of the buffers notices, each with the reason why nothing is lost."""

EQUIVALENT: dict[str, str] = {}
"""By function and text of the mistake."""
