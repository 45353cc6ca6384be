"""A pipeline under test beside its model, in sizes of a test's own, and the calls that many tests begin with."""

from collections.abc import Sequence

from tenure.conformance.parts.lockstep import Lockstep
from tenure.gpu_backend.pipeline.executor import PipelineExecutor
from tenure.gpu_backend.pipeline.part import FACTORY, PipelinePart
from tenure.gpu_backend.pipeline.requests import LlmRequest
from tenure.model.instance import Instance
from tenure.model.systems.steps.state import Pipeline
from tenure.model.trace import Call


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


class Running:
    """A pipeline and its model, driven by hand; each call is compared."""

    def __init__(self, size: Instance | None = None, faults: Sequence[str] = ()) -> None:
        self.lockstep = Lockstep(FACTORY, size or instance(), seed=0, faults=faults)
        assert isinstance(self.lockstep.part, PipelinePart)
        self.part = self.lockstep.part
        self.executor: PipelineExecutor = self.part.executor

    def do(self, event: str, *args: int) -> None:
        assert self.lockstep.do(Call(event, args, "steps")), f"{event}{args} is refused"

    def refuse(self, event: str, *args: int) -> None:
        assert not self.lockstep.do(Call(event, args, "steps")), f"{event}{args} is done"

    def say(self, script: str) -> None:
        """Do calls that are written as `event arguments; event arguments; …`, those with `!` in front being refused."""
        for line in calls_of(script):
            event, *args = line.split()
            (self.refuse if event.startswith("!") else self.do)(event.removeprefix("!"), *map(int, args))

    def request(self, r: int) -> LlmRequest:
        return self.executor.requests[r]

    def pages(self, r: int) -> tuple[list[int], list[int]]:
        """Return a request's pages in both pools."""
        residence = self.request(r).residence
        assert residence is not None
        target, draft = residence.tables
        return list(target.pages), list(draft.pages)


def calls_of(script: str) -> list[str]:
    return [line for line in map(str.strip, script.split(";")) if line]


def planned(r: int, prompt: int = 1, tokens: int | None = None, a: int = 0) -> str:
    """Return the calls that plan a request's first chunk, its whole prompt unless `tokens` says less."""
    return f"submit {r}; admit {r} {a} {prompt} {prompt if tokens is None else tokens};"


def decoding(r: int, prompt: int = 1, a: int = 0) -> str:
    """Return the calls that settle a request's prompt, with nothing else in flight."""
    return f"{planned(r, prompt, a=a)} launch; retire {r} {prompt};"
