"""The forward of a step: for each frame, cells in both pools and the target model's answer to each token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from ...model.sorts import Pool
from .frame import Frame
from .inputs import Inputs, gather
from .language import UNKNOWN, followings
from .pages import POISON, TOKEN, PagePool
from .stream import ComputeStream, Issued

OWNER, NEWEST, POSITION = range(3)
"""The columns of a row: whose it is, its newest token, and where that goes."""


@dataclass(eq=False, slots=True)
class Forward:
    """A step on the device: what it is given, and what it says."""

    inputs: Inputs
    rows: Tensor
    """[rows, 3]: what the next step may read."""
    answers: Tensor
    """[rows, tokens]: what the target model says behind each token."""
    starts: Tensor
    """By row, where its tokens begin; unknown where it was never computed."""
    issued: Issued | None = None


class ModelRunner:
    """Runs forwards. A forward is issued when the one before it was sampled, for its rows say what it begins with."""

    compute_stream = ComputeStream

    def __init__(self, pools: Mapping[Pool, PagePool], weights: Tensor) -> None:
        self.pools, self.weights = pools, weights
        self.device = weights.device
        self.stream = self.compute_stream(self.device)

    def prepare(self, frames: Sequence[Frame], slots: Sequence[int], before: Forward | None) -> Forward:
        """Copy to the device all that a forward needs; its rows have owners, and no tokens yet."""
        previous = self.no_rows(1) if before is None else before.rows
        inputs = gather(frames, slots, previous, self.device)
        rows = self.no_rows(len(frames))
        rows[:, OWNER] = torch.tensor([frame.request.id for frame in frames], device=self.device)
        return Forward(inputs, rows, torch.full_like(inputs.known, UNKNOWN), rows[:, POSITION].clone())

    def no_rows(self, many: int) -> Tensor:
        """Return rows of which nothing is known."""
        return torch.full((many, 3), UNKNOWN, dtype=torch.int64, device=self.device)

    def issue(self, forward: Forward) -> None:
        """Let the device run a forward."""
        forward.issued = self.stream.issue(lambda: self.compute(forward))

    def wait(self, forward: Forward) -> None:
        """Return when a forward has run."""
        if forward.issued is None:
            self.issue(forward)
        assert forward.issued is not None
        forward.issued.wait()

    def cancel(self, forward: Forward) -> None:
        """A forward is lost; nothing of it is written any more."""
        if forward.issued is not None:
            forward.issued.cancel()

    def compute(self, forward: Forward) -> None:
        """Compute all tokens of a batch, one place after another, and note what all of them lead to.

        A row whose newest token was never computed writes nothing, like padding.
        """
        inputs, pools = forward.inputs, (self.pools[Pool.TARGET], self.pools[Pool.DRAFT])
        fed, starts = self.read_rows(inputs)
        weights = self.read_weights(inputs)
        sums = [self.prefix(pool, cells, starts) for pool, cells in zip(pools, inputs.cells, strict=True)]
        forward.starts.copy_(starts)
        for offset in range(inputs.known.shape[1]):
            at = starts + offset
            for which, pool in enumerate(pools):
                active = (starts >= 0) & (offset < inputs.widths[which])
                self.write(pool, inputs.cells[which], at, torch.stack([fed, weights], 1), active)
            sums = [each + fed for each in sums]
            answer, proposal = (followings(each, at) for each in sums)
            forward.answers[:, offset] = answer
            if offset + 1 < inputs.known.shape[1]:
                known = inputs.known[:, offset + 1]
                fed = torch.where(known >= 0, known, proposal)
        self.sample(forward, inputs.widths[Pool.TARGET])

    def read_weights(self, inputs: Inputs) -> Tensor:
        """Return the adapter weights of each row, as its slot has them now."""
        return self.weights[inputs.slots]

    def read_rows(self, inputs: Inputs) -> tuple[Tensor, Tensor]:
        """Return the first token of each frame and where it goes: from the row of the step before, or from the host."""
        read = inputs.previous[inputs.sources.clamp(min=0)]
        on_device = inputs.sources >= 0
        first = torch.where(on_device, read[:, NEWEST], inputs.known[:, 0])
        return first, torch.where(on_device, read[:, POSITION], inputs.starts)

    def prefix(self, pool: PagePool, cells: Tensor, starts: Tensor) -> Tensor:
        """Return the sum of the tokens in front of each row's, as the pool's memory has them."""
        before = torch.arange(cells.shape[1], device=self.device) < starts.unsqueeze(1)
        return (pool.cells[:, TOKEN][cells] * before).sum(1)

    def write(self, pool: PagePool, cells: Tensor, at: Tensor, values: Tensor, active: Tensor) -> None:
        """Write one cell of each row that is active and has a place there, and the padding for the others."""
        last = cells.shape[1] - 1
        place = cells.gather(1, at.clamp(0, last).unsqueeze(1)).squeeze(1)
        pool.cells[torch.where(active & (at <= last), place, pool.padding)] = values

    def sample(self, forward: Forward, kept: Tensor) -> None:
        """Let each row's newest token be the one behind those that are kept, for now all of them."""
        ran = forward.starts >= 0
        newest = forward.answers.gather(1, (kept - 1).unsqueeze(1)).squeeze(1)
        forward.rows[:, NEWEST] = torch.where(ran, newest, UNKNOWN)
        forward.rows[:, POSITION] = torch.where(ran, forward.starts + kept, UNKNOWN)

    def accept(self, forward: Forward, row: int, kept: int) -> list[int]:
        """Keep so many tokens of a row; return what was said behind each of them. The next step goes on from there."""
        forward.rows[row, NEWEST] = forward.answers[row, kept - 1]
        forward.rows[row, POSITION] = forward.starts[row] + kept
        self.reject(forward, row, kept)
        said: list[int] = forward.answers[row, :kept].tolist()
        return said

    def reject(self, forward: Forward, row: int, kept: int) -> None:
        """Let the cells of a row behind those that are kept be of tokens that nobody says."""
        first = int(forward.starts[row]) + kept
        for which, cells in enumerate(forward.inputs.cells):
            many = int(forward.inputs.widths[which][row]) - kept
            if many > 0 and first >= kept:
                self.pools[Pool(which)].cells[cells[row, first : first + many]] = POISON
