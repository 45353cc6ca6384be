"""A request as far as steps go."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...model.sorts import NO_ADAPTER
from ...model.systems.steps.state import Stage
from .kv_cache import Residence
from .language import prompt_token
from .manager import Saved


@dataclass(eq=False, slots=True)
class LlmRequest:
    """A request from its submission on. What it has on the device is in its residence."""

    id: int
    stage: Stage = Stage.WAITING
    adapter: int = int(NO_ADAPTER)
    prompt: int = 0
    """Tokens to be computed before it decodes, in this life."""
    cursor: int = 0
    """Tokens that are settled."""
    published: int = 0
    """Tokens of these that others may reuse."""
    tokens: list[int] = field(default_factory=list)
    """What is known of it on the host; once its prompt is settled, one token more than are settled."""
    residence: Residence | None = None
    saved: Saved | None = None
    """Its settled work while it is suspended."""
    row: int | None = None
    """Its row of the step launched last, where its newest token is."""

    @property
    def decodes(self) -> bool:
        """Whether its whole prompt is settled."""
        return self.cursor >= self.prompt

    def begin(self, adapter: int, prompt: int) -> None:
        """Start a life with a prompt of so many tokens."""
        self.stage = Stage.RUNNING
        self.adapter, self.prompt = adapter, prompt
        self.tokens = [prompt_token(self.id, position) for position in range(prompt)]

    def forget(self, stage: Stage) -> None:
        """End a life; nothing of it is known any more."""
        self.stage = stage
        self.adapter, self.prompt, self.cursor, self.published = int(NO_ADAPTER), 0, 0, 0
        self.tokens, self.saved = [], None

    def settle(self, said: list[int]) -> None:
        """Move the cursor over tokens that are kept, and learn what was said behind them and was not known."""
        known = len(self.tokens) - self.cursor - 1
        self.cursor += len(said)
        self.tokens += said[known:]
