"""From submission to the end of the prompt: submit, admit, chunk, settle_chunk."""

from __future__ import annotations

from ..model.sorts import Phase
from .core import Core
from .kv_cache import KVCache
from .refusal import Refusal, require
from .requests import Request, what_a_client_sends


class Admission(Core):
    """How requests come in, and how their prompts are computed."""

    def submit(self, r: int, a: int, prompt: int, paired: int) -> None:
        """Take in a client's request. It names its adapter from now on, and holds nothing yet."""
        require(r not in self.requests, f"request {r} was submitted before")
        require(1 <= prompt <= self.max_length, "the prompt is empty or longer than the longest request")
        require(not a or a in self.adapters.registry, f"adapter {a} is not registered")
        tokens, wanted = what_a_client_sends(self.seed, r, prompt, self.max_length)
        cache = KVCache(paired=bool(paired))
        self.requests[r] = Request(r, a, bool(paired), prompt, prompt + wanted, tokens, cache)
        if a:
            self.adapters.references[a] += 1

    def admit(self, r: int, tokens: int) -> None:
        """Give a waiting request all that its first chunk needs, or nothing: slot, pages, adapter, seat."""
        request = self.find(r)
        require(request.phase is Phase.WAITING, "only a waiting request is admitted")
        self.require_room_in_step()
        self.require_seat()
        require(1 <= tokens <= request.prompt, "the chunk is empty or reaches past the prompt")
        (request.slot,) = self.slots.take(1)
        try:
            self.take_chunk_pages(request, tokens)
            self.activate_adapter_or_drop_pages(request)
        except Refusal:
            self.clean_up_failed_admission(request)
            raise
        request.phase = Phase.PREFILL
        self.reserve(request, tokens)

    def chunk(self, r: int, tokens: int) -> None:
        """Give the next part of a prompt its pages in both pools, or in neither."""
        request = self.find(r)
        require(request.phase is Phase.PREFILL, "only a request in prefill has a next chunk")
        require(request not in self.batch, "it is in the step already")
        self.require_room_in_step()
        require(1 <= tokens <= request.prompt - request.cursor, "the chunk is empty or reaches past the prompt")
        try:
            self.take_chunk_pages(request, tokens)
        except Refusal:
            self.keep_claim(request)
            raise
        self.reserve(request, tokens)

    def settle_chunk(self, r: int) -> None:
        """Count a computed chunk; after the last one the request decodes, from the token that was sampled there."""
        request = self.find(r)
        step = self.running_step(request)
        require(request.phase is Phase.PREFILL, "it is not in prefill")
        computed = request.reserved
        request.cursor, request.reserved = request.cursor + computed, 0
        if request.cursor == request.prompt:
            self.executor.keep(step, request, computed - 1)
            request.phase = Phase.DECODE
        self.leave_batch(request)

    def take_chunk_pages(self, request: Request, tokens: int) -> None:
        """Have pages for a chunk in both pools, or refuse."""
        self.kv.grow(request.cache, request.cursor + tokens)

    def activate_adapter_or_drop_pages(self, request: Request) -> None:
        """Activate the adapter; where it finds no room, the pages that were just taken go back."""
        try:
            self.activate_adapter(request)
        except Refusal:
            self.kv.release(request.cache)
            raise

    def clean_up_failed_admission(self, request: Request) -> None:
        """Give back the slot of a request that was not admitted after all. It never held its adapter."""
        self.return_slot(request)

    def keep_claim(self, request: Request) -> None:
        """A request whose chunk found no pages keeps its claim on its adapter: it goes on in a later step."""
