"""A pipeline under test beside its model, in sizes of a test's own, and the calls that many tests begin with."""

from collections.abc import Sequence

from tenure.gpu_backend.pipeline.executor import PipelineExecutor
from tenure.gpu_backend.pipeline.part import FACTORY, PipelinePart
from tenure.gpu_backend.pipeline.requests import LlmRequest
from tenure.model.instance import Instance
from tenure.model.systems.steps.state import Pipeline

from ..scripts import Scripted


def instance(
    *,
    requests: int = 3,
    adapters: int = 2,
    page_size: int = 1,
    longest: int = 6,
    target: int = 8,
    draft: int = 8,
    batch: int = 3,
    slots: int = 2,
    reads: int = 2,
) -> Instance:
    sizes = {
        "max_length": longest,
        "pool_size.TARGET": target,
        "pool_size.DRAFT": draft,
        "max_batch": batch,
        "adapter_slots": slots,
        "adapters_per_step": reads,
    }
    return Instance(requests, adapters, page_size, sizes, schema=Pipeline)


class Running(Scripted[PipelinePart]):
    """A pipeline and its model, driven by hand; each call is compared."""

    def __init__(self, size: Instance | None = None, faults: Sequence[str] = ()) -> None:
        super().__init__(FACTORY, PipelinePart, size or instance(), faults)
        self.executor: PipelineExecutor = self.part.executor

    def request(self, r: int) -> LlmRequest:
        return self.executor.requests[r]

    def pages(self, r: int) -> tuple[list[int], list[int]]:
        """Return a request's pages in both pools."""
        residence = self.request(r).residence
        assert residence is not None
        target, draft = residence.tables
        return list(target.pages), list(draft.pages)


def planned(r: int, prompt: int = 1, tokens: int | None = None, a: int = 0) -> str:
    """Return the calls that plan a request's first chunk, its whole prompt unless `tokens` says less."""
    return f"submit {r}; admit {r} {a} {prompt} {prompt if tokens is None else tokens};"


def decoding(r: int, prompt: int = 1, a: int = 0) -> str:
    """Return the calls that settle a request's prompt, with nothing else in flight."""
    return f"{planned(r, prompt, a=a)} launch; retire {r} {prompt};"
