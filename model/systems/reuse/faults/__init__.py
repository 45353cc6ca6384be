"""Known ways of getting it wrong, each an event with something forgotten, and the laws that this must break."""

from . import keys, pairing, tokens

__all__ = ["keys", "pairing", "tokens"]
