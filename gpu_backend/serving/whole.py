"""The whole engine as it is held: what clients do, what each of its parts noted, and what requests have said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from ...conformance.engine import Decisions, Done, Outcome, Refused
from ...conformance.parts.part import Shown
from ...conformance.wholes.whole import Member, Said, WholeFactory
from ...model.instance import Instance
from ...model.sorts import Pool
from ...model.systems.scheduler.kinds import Key
from ...model.systems.scheduler.state import Pass
from ...model.trace import Call
from ..peft.observation import shown as shown_of_adapters
from ..refusal import Refusal
from ..scheduling.observation import shown as shown_of_scheduler
from .dealing import ASKS, deal, draw
from .engine import ServingEngine
from .faults import FAULTS, built_with
from .journal import Journal
from .observation import TreeMemory, shown_of_tree


@dataclass(slots=True)
class JournalPart:
    """A part of the whole, which tells what it did."""

    journal: Journal
    show: Callable[[], Shown]

    def apply(self, call: Call) -> Outcome:
        """Tell what was done since somebody last asked."""
        del call
        return Decisions(self.journal.drain())

    def observe(self) -> Shown:
        """Show every field, as memory tells it."""
        return self.show()

    def close(self) -> None:
        """The whole closes itself."""


class ServingWhole:
    """A running whole."""

    def __init__(self, instance: Instance, seed: int, faults: Sequence[str] = ()) -> None:
        self.engine: ServingEngine = built_with(faults)(instance, seed)

    def members(self) -> Sequence[Member]:
        """Return the scheduler, the trees of the pools, and the adapter caches."""
        engine = self.engine
        planner, adapters = engine.planner, engine.adapters
        passes = scheduler_instance(engine)
        found = [
            Member(
                "scheduling", "scheduler", passes,
                JournalPart(planner.journal, lambda: shown_of_scheduler(engine.scheduler, passes, TreeMemory)),
            ),
            Member(
                "peft", "adapters", adapters.instance,
                JournalPart(adapters.journal, lambda: shown_of_adapters(adapters.executor, adapters.instance)),
            ),
        ]  # fmt: skip
        for pool, tree in zip(engine.config.pools, engine.kv.trees, strict=True):
            name = f"prefix tree of the {pool.name.lower()} pool"
            found.append(Member(name, "prefix", tree.instance, JournalPart(tree.journal, partial(shown_of_tree, tree))))
        return found

    def apply(self, call: Call) -> Outcome:
        """Do what a client asks, or take a step; or refuse."""
        try:
            getattr(self.engine, call.event)(*call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        return Done()

    def said(self) -> Mapping[int, Said]:
        """Return what each request has said."""
        engine = self.engine
        goals = [min(goal, engine.config.max_length) for goal in engine.config.goal]
        going_on = {
            r: Said(
                request.tokens, engine.texts[r], goals[r], drafts=request.drafts, drafts_alone=engine.texts.drafts[r]
            )
            for r, request in engine.requests.items()
        }
        return going_on | {r: Said(tokens, engine.texts[r], goals[r], ended=True) for r, tokens in engine.ended.items()}

    def held(self) -> Mapping[str, int]:
        """Return how many places are neither free nor only kept to be found again."""
        engine = self.engine
        peft = engine.adapters.executor.peft
        found = {
            "host pages of suspended requests": engine.kv.host.free.size - len(engine.kv.host.free),
            "sequence slots": engine.scheduler.seats.free.size - len(engine.scheduler.seats.free),
            "host copies of adapters that somebody keeps": len(peft.host.in_progress),
            "device copies of adapters that somebody keeps": len(peft.device.in_progress),
        }
        for pool, manager in zip(engine.config.pools, engine.kv.managers_of_trees, strict=True):
            free = manager.pool.free
            found[f"{pool.name.lower()} pages"] = free.size - len(free) - len(manager.prefix.queue)
            found[f"{pool.name.lower()} index slots"] = manager.index.free.size - len(manager.index.free)
        return found

    def close(self) -> None:
        """The tensors go with the engine."""


def scheduler_instance(engine: ServingEngine) -> Instance:
    """Return the instance of the system `scheduler` that the scheduler is an engine of."""
    config = engine.config
    slots = {pool: config.index_slots if pool in config.pools else 0 for pool in Pool}
    sizes = {
        "max_length": config.max_length,
        "drafts": int(len(config.pages) > 1),
        **{f"slots_size.{pool.name}": count for pool, count in slots.items()},
        "seats_size": config.seats,
        "recompute": int(config.recompute),
        "max_requests": config.max_requests,
        "max_tokens": config.max_tokens,
        "stall_limit": config.stall_limit,
    }
    tables = {"multimodal": (0,) * config.requests}
    return Instance(config.requests, 0, 1, sizes, {Key: len(engine.keys)}, Pass, tables)


WHOLE: Final = WholeFactory(
    "serving", ServingWhole, draw, deal, ASKS, ("scheduler", "adapters", "prefix"),
    known={name: fault.info for name, fault in FAULTS.items()},
)  # fmt: skip
"""The whole engine, as it is held."""
