"""Mistakes that show where the order is another than that of the numbers, or the way is back and not there.

None of them is a known fault, and suites, which stay in small instances, do not see them; kept runs do.
"""

from collections.abc import Sequence
from typing import Final

from torch import Tensor

from tenure.gpu_backend.paging.core import Core as Paging
from tenure.gpu_backend.paging.issue import Issuing
from tenure.gpu_backend.paging.kernels import Copies, Kernels
from tenure.gpu_backend.paging.lives import Lives
from tenure.gpu_backend.paging.operations import Operation
from tenure.gpu_backend.paging.polling import Polling
from tenure.gpu_backend.paging.requests import Request
from tenure.gpu_backend.pipeline.kv_cache import PageTable
from tenure.gpu_backend.pipeline.model_runner import NEWEST, Forward, ModelRunner
from tenure.gpu_backend.prefix.block import Block
from tenure.gpu_backend.prefix.tiers import Tiers
from tenure.gpu_backend.residency.drafter import DrafterContexts
from tenure.gpu_backend.residency.recurrent import RecurrentStates
from tenure.gpu_backend.residency.requests import ResidentRequest
from tenure.gpu_backend.residency.stepping import Planning, Retiring
from tenure.model.systems.prefix.state import Transfer

from .planting import Mistake

SWITCH: Final = Polling.switch_table
REJECT: Final = ModelRunner.reject
ACCEPT: Final = ModelRunner.accept
APPEND: Final = DrafterContexts.append
ROWS: Final = RecurrentStates.rows
TRANSFER: Final = Tiers.transfer


def keep_spares_on_the_way_back(polling: Polling, request: Request, operation: Operation) -> None:
    """Forget what was set aside without giving it back, for a set that comes to the device."""
    spares = list(request.spares)
    SWITCH(polling, request, operation)
    if request.offloaded:
        for page in spares:
            polling.pool.retain(page)


def keep_spares_of_an_offloaded_end(lives: Lives, request: Request) -> None:
    """Give back what was set aside below only."""
    if not request.offloaded:
        lives.drop_spares(request)


def turn_the_way_back_round(issuing: Issuing, request: Request) -> Copies:
    """Copy a set back in the reverse order."""
    del issuing
    pairs = [(page.image, page) for page in request.spares if page.image is not None]
    sources = [source for source, _ in pairs]
    return list(zip(reversed(sources) if request.offloaded else sources, request.spares, strict=True))


def drop_one_spare(core: Paging, request: Request) -> None:
    """Give one page back of those set aside."""
    for page in request.spares[:1]:
        core.pool.release(page)
    request.spares.clear()


def drop_spares_of_a_lost_way_back(polling: Polling, operation: Operation) -> None:
    """Take a set that was to come back for gone when its move is given up."""
    request = polling.requests.get(operation.owner)
    if request is not None and request.offloaded:
        polling.drop_spares(request)
    polling.stop_moving(operation)


def copy_by_number(kernels: Kernels, copies: Copies) -> None:
    """Copy to the targets in the order of their numbers."""
    targets = sorted((target for _, target in copies), key=lambda page: page.id)
    for (source, _), target in zip(copies, targets, strict=True):
        kernels.memory.copy(source, target)


def reject_in_the_first_row(runner: ModelRunner, forward: Forward, row: int, kept: int) -> None:
    """Reject the tokens of the first row."""
    del row
    REJECT(runner, forward, 0, kept)


def go_on_behind_the_first(runner: ModelRunner, forward: Forward, row: int, kept: int) -> list[int]:
    """Go on from what was said behind the first token that was kept."""
    said = ACCEPT(runner, forward, row, kept)
    forward.rows[row, NEWEST] = forward.answers[row, 0]
    return said


def cells_by_number(table: PageTable, places: int) -> list[int]:
    """Take the pages in the order of their numbers."""
    return table.pool.where(sorted(table.pages), min(places, len(table.pages) * table.pool.page_size))


def append_by_number(contexts: DrafterContexts, requests: Sequence[int], tokens: Tensor, rows: int) -> None:
    """Give each context the token of another row."""
    APPEND(contexts, sorted(requests), tokens, rows)


def states_by_number(states: RecurrentStates, requests: Sequence[int]) -> Tensor:
    """Update the states in the order of the requests' numbers."""
    return ROWS(states, sorted(requests))


def rows_of_the_running(planning: Planning) -> None:
    """Take the rows from those who are running yet."""
    for request in planning.running:
        planning.clear_row(request)


def token_by_place(retiring: Retiring, request: ResidentRequest) -> None:
    """Read the row where the request stands among those who are left."""
    request.tokens.append(retiring.step.token(retiring.running.index(request)))
    retiring.count_step(request)
    retiring.running.remove(request)


def transfer_the_way_of_another(tiers: Tiers, block: Block, way: Transfer) -> None:
    """Copy in the direction of what else is on its way."""
    TRANSFER(tiers, block, next(iter(tiers.moving.values()), way))


MISTAKES = (
    Mistake("paging", Polling, "switch_table", keep_spares_on_the_way_back, "spares stay on the way back"),
    Mistake("paging", Lives, "release_spares", keep_spares_of_an_offloaded_end, "an end leaves spares on the device"),
    Mistake("paging", Issuing, "plan_copies", turn_the_way_back_round, "a set comes back in reverse"),
    Mistake("paging", Paging, "drop_spares", drop_one_spare, "one spare is given back"),
    Mistake("paging", Polling, "stop_waiting", drop_spares_of_a_lost_way_back, "a lost way back is taken for gone"),
    Mistake("paging", Kernels, "copy", copy_by_number, "pages are copied by number"),
    Mistake("pipeline", ModelRunner, "reject", reject_in_the_first_row, "the first row's tokens are rejected"),
    Mistake("pipeline", ModelRunner, "accept", go_on_behind_the_first, "the next step goes on behind the first token"),
    Mistake("pipeline", PageTable, "cells", cells_by_number, "pages are read by number"),
    Mistake("residency", DrafterContexts, "append", append_by_number, "contexts are written by number"),
    Mistake("residency", RecurrentStates, "rows", states_by_number, "states are found by number"),
    Mistake("residency", Planning, "clear_old_rows", rows_of_the_running, "old rows stay"),
    Mistake("residency", Retiring, "take_token", token_by_place, "tokens are read by place"),
    Mistake("prefix", Tiers, "transfer", transfer_the_way_of_another, "two copies go the same way"),
)
