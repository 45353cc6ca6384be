"""The laws of paired reuse, one file per subject."""

from . import content, pairing, prompts, publishing

__all__ = ["content", "pairing", "prompts", "publishing"]
