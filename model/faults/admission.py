"""Submission and prompts handled wrongly: what is taken in, and how it is cut into chunks."""

from ..events.admission import adapter_fits, admit, chunk, may_plan, pages_fit, settle_chunk, submit
from ..events.parts import activate_adapter, extend, join_batch, leave_batch, settle, take_seat
from ..language import fault, one_of, require
from ..sorts import NO_ADAPTER, Adapter, Flag, Phase, Request, Tokens
from ..state import World


@fault(of=submit, breaks=("submitted_request_has_a_prompt",))
def submit_takes_an_empty_prompt(w: World, r: Request, a: Adapter, prompt: Tokens, paired: Flag) -> None:
    """A request without a single token is taken in; it has nothing to be admitted with."""
    require(w.phase[r] == Phase.ABSENT, "the request was never submitted before")
    require(prompt <= w.max_length, "the prompt fits the longest request")
    require(a == NO_ADAPTER or w.registered[a], "its adapter is registered", "A2")
    w.adapter[r] = a
    w.prompt[r] = prompt
    w.paired[r] = paired
    w.phase[r] = Phase.WAITING
    if a != NO_ADAPTER:
        w.references[a] = w.references[a] + 1


@fault(of=submit, breaks=("request_stays_within_the_longest",))
def submit_takes_a_prompt_of_any_length(w: World, r: Request, a: Adapter, prompt: Tokens, paired: Flag) -> None:
    """A prompt is taken in that is longer than any request can be, and outgrows its page index."""
    require(w.phase[r] == Phase.ABSENT, "the request was never submitted before")
    require(prompt >= 1, "the prompt has at least one token")
    require(a == NO_ADAPTER or w.registered[a], "its adapter is registered", "A2")
    w.adapter[r] = a
    w.prompt[r] = prompt
    w.paired[r] = paired
    w.phase[r] = Phase.WAITING
    if a != NO_ADAPTER:
        w.references[a] = w.references[a] + 1


@fault(of=submit, breaks=("request_is_as_submitted",))
def submit_pairs_nobody(w: World, r: Request, a: Adapter, prompt: Tokens, paired: Flag) -> None:  # noqa: ARG001
    """A request that asked for a draft pool gets none."""
    require(w.phase[r] == Phase.ABSENT, "the request was never submitted before")
    require(1 <= prompt <= w.max_length, "the prompt has at least one token and fits the longest request")
    require(a == NO_ADAPTER or w.registered[a], "its adapter is registered", "A2")
    w.adapter[r] = a
    w.prompt[r] = prompt
    w.phase[r] = Phase.WAITING
    if a != NO_ADAPTER:
        w.references[a] = w.references[a] + 1


@fault(of=submit, breaks=("finished_is_final", "identity_is_kept_for_life"))
def submit_revives_an_ended_request(w: World, r: Request, a: Adapter, prompt: Tokens, paired: Flag) -> None:
    """The number of a request that has ended is given to the next one while its answer may still be on its way."""
    require(one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED), "the request is not live")
    require(1 <= prompt <= w.max_length, "the prompt has at least one token and fits the longest request")
    require(a == NO_ADAPTER or w.registered[a], "its adapter is registered", "A2")
    w.adapter[r] = a
    w.prompt[r] = prompt
    w.paired[r] = paired
    w.phase[r] = Phase.WAITING
    if a != NO_ADAPTER:
        w.references[a] = w.references[a] + 1


@fault(of=admit, breaks=("first_chunk_is_as_planned",))
def admit_takes_the_whole_prompt(w: World, r: Request, tokens: Tokens) -> None:
    """The first chunk is the whole prompt wherever its pages fit, whatever the budget left for it."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request is admitted")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.slots_free >= 1, "a sequence slot is free", "S18")
    require(1 <= tokens <= w.prompt[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, w.prompt[r]), "both pools have the pages of the prompt", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    w.phase[r] = Phase.PREFILL
    w.slot[r] = 1
    w.slots_free = w.slots_free - 1
    take_seat(w, r)
    join_batch(w, r)
    extend(w, r, w.prompt[r])
    activate_adapter(w, r)


@fault(of=chunk, breaks=("prefill_is_short_of_the_prompt",))
def chunk_runs_past_the_prompt(w: World, r: Request, tokens: Tokens) -> None:
    """A chunk is as long as the budget allows, even where less of the prompt is left."""
    require(w.phase[r] == Phase.PREFILL, "only a request in prefill has a next chunk")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(1 <= tokens <= w.max_length - w.cursor[r], "the chunk has a token and stays in the longest request")
    require(pages_fit(w, r, tokens), "both pools have the pages of the chunk", "K2")
    join_batch(w, r)
    extend(w, r, tokens)


@fault(of=chunk, breaks=("next_chunk_is_as_planned",))
def chunk_takes_the_rest_of_the_prompt(w: World, r: Request, tokens: Tokens) -> None:
    """A later chunk takes all that is left of the prompt, whatever the budget left for it."""
    require(w.phase[r] == Phase.PREFILL, "only a request in prefill has a next chunk")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(1 <= tokens <= w.prompt[r] - w.cursor[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, w.prompt[r] - w.cursor[r]), "both pools have the pages of the rest", "K2")
    join_batch(w, r)
    extend(w, r, w.prompt[r] - w.cursor[r])


@fault(of=chunk, id="F-K18", breaks=("cursor_moves_at_settling_only",))
def chunk_goes_back_to_the_claim(w: World, r: Request, tokens: Tokens) -> None:
    """A later chunk applies the claim of the first one again, here of nothing, and the cursor goes back."""
    require(w.phase[r] == Phase.PREFILL, "only a request in prefill has a next chunk")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(1 <= tokens <= w.prompt[r] - w.cursor[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, tokens), "both pools have the pages of the chunk", "K2")
    join_batch(w, r)
    w.cursor[r] = 0
    extend(w, r, tokens)


@fault(of=settle_chunk, breaks=("chunk_is_settled_whole", "settled_chunk_is_of_a_prompt"))
def settle_chunk_counts_one_token(w: World, r: Request) -> None:
    """A chunk is settled like a step of decoding: the cursor moves by the one token that was sampled."""
    require(w.running and w.batch[r], "it takes part in the running step")
    require(w.phase[r] == Phase.PREFILL, "it is in prefill")
    settle(w, r, 1)
    leave_batch(w, r)
    if w.cursor[r] == w.prompt[r]:
        w.phase[r] = Phase.DECODE


@fault(of=settle_chunk, breaks=("settled_chunk_is_of_a_prompt",))
def settle_chunk_of_a_request_that_decodes(w: World, r: Request) -> None:
    """Everything that was reserved is settled, the drafted tokens of a request that decodes included."""
    require(w.running and w.batch[r], "it takes part in the running step")
    settle(w, r, w.reserved[r])
    leave_batch(w, r)
    if w.cursor[r] == w.prompt[r]:
        w.phase[r] = Phase.DECODE


@fault(of=settle_chunk, breaks=("prefill_is_short_of_the_prompt",))
def settle_chunk_stays_in_prefill(w: World, r: Request) -> None:
    """The end of the prompt goes unnoticed, and the request waits for a chunk that does not come."""
    require(w.running and w.batch[r], "it takes part in the running step")
    require(w.phase[r] == Phase.PREFILL, "it is in prefill")
    settle(w, r, w.reserved[r])
    leave_batch(w, r)
