"""Everyone in an instance, as the model names them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ..model.instance import Instance
from ..model.sorts import Adapter, Request


def requests_of(instance: Instance) -> Sequence[Request]:
    """Return every request of an instance."""
    return cast("Sequence[Request]", range(instance.requests))


def adapters_of(instance: Instance) -> Sequence[Adapter]:
    """Return every adapter of an instance, the base model not among them."""
    return cast("Sequence[Adapter]", range(1, instance.adapters + 1))
