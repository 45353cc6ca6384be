"""Paired reuse under test beside its model, with prompts that are written as texts."""

from collections.abc import Sequence
from random import Random

from tenure.conformance.parts.machine import deal
from tenure.gpu_backend.speculation.manager import PairedReuse
from tenure.gpu_backend.speculation.part import FACTORY, SpeculationPart
from tenure.model.instance import Instance
from tenure.model.sorts import Pool
from tenure.model.systems.reuse.state import Position, Prefix, Reuse

from ..scripts import Scripted

TARGET, DRAFT = int(Pool.TARGET), int(Pool.DRAFT)
Name = tuple[int, str]


class Texts:
    """Every beginning of some texts under each scope, by its number, and the size that gives these numbers."""

    def __init__(
        self, *texts: str, scopes: int = 1, requests: int = 3, lookahead: int = 1, paired: bool = True
    ) -> None:
        self.ahead = lookahead if paired else 0
        begins = list(dict.fromkeys(text[:end] for text in texts for end in range(1, len(text) + 1)))
        names = [(scope, text) for scope in range(1, scopes + 1) for text in begins]
        self.numbers: dict[Name, int] = {name: at for at, name in enumerate(names, 1)}
        trunks = [text[: -self.ahead] if self.ahead else text for _, text in names]
        tables = {
            "trunk": (0, *(self.numbers.get((names[at][0], trunk), 0) for at, trunk in enumerate(trunks))),
            "scope": (0, *(scope for scope, _ in names)),
            "bare": (0, *(self.numbers[1, text] for _, text in names)),
        }
        sizes = {"paired": int(paired), "lookahead": lookahead, "raw_keys": 0}
        more = {Position: max(map(len, texts)), Prefix: len(names)}
        self.size = Instance(requests, 0, 1, sizes, more, Reuse, tables)

    def number(self, text: str, scope: int = 1) -> int:
        """Return the number of a text."""
        return self.numbers[scope, text]

    def arrive(self, r: int, text: str, scope: int = 1) -> str:
        """Return the calls by which a prompt arrives."""
        numbers = [self.number(text[: at + 1], scope) for at in range(len(text))]
        return "".join(f"append {r} {at} {number};" for at, number in enumerate(numbers))

    def compute(self, r: int, begin: int, end: int) -> str:
        """Return the calls by which a chunk is computed."""
        return f"start_chunk {r} {end};" + "".join(f"compute {r} {at};" for at in range(begin, end))

    def each(self, event: str, pool: int, r: int, text: str, *positions: int, scope: int = 1) -> str:
        """Return the calls by which a pool publishes or claims cells."""
        keys = {at: self.number(text[: at + 1 + self.ahead], scope) for at in positions}
        return "".join(f"{event} {pool} {r} {at} {key};" for at, key in keys.items())

    def publish(self, r: int, text: str, *positions: int, scope: int = 1) -> str:
        """Return the calls by which both pools publish cells."""
        return "".join(self.each("publish", pool, r, text, *positions, scope=scope) for pool in (TARGET, DRAFT))

    def claim(self, r: int, text: str, *positions: int) -> str:
        """Return the calls by which both pools claim cells."""
        return "".join(self.each("claim", pool, r, text, *positions) for pool in (TARGET, DRAFT))

    def computed(self, r: int, text: str, scope: int = 1) -> str:
        """Return the calls by which a prompt arrives and is computed at once."""
        return f"{self.arrive(r, text, scope)} attempt {r}; settle_claims {r}; {self.compute(r, 0, len(text))}"

    def served(self, r: int, text: str, scope: int = 1) -> str:
        """Return the same calls, and those by which all is published that may be."""
        shared = range(len(text) - self.ahead)
        return f"{self.computed(r, text, scope)} {self.publish(r, text, *shared, scope=scope)}"


class Running(Scripted[SpeculationPart]):
    """Paired reuse and its model, driven by hand; each call is compared."""

    def __init__(self, size: Instance, faults: Sequence[str] = ()) -> None:
        super().__init__(FACTORY, SpeculationPart, size, faults)
        self.reuse: PairedReuse = self.part.reuse

    def go_by_chance(self, steps: int, chance: Random, *, arrivals: bool = True) -> dict[str, int]:
        """Do what chance deals, with or without further tokens of prompts, and return how often each event was done."""
        done: dict[str, int] = {}
        for _ in range(steps):
            call = deal(FACTORY, self.lockstep.world, done, chance)
            assert call is not None
            if call.event == "append" and not arrivals:
                continue
            if self.lockstep.do(call):
                done[call.event] = done.get(call.event, 0) + 1
        return done

    def memory(self) -> list[list[list[float]]]:
        """Return what is in both pools, poison as -1."""
        return [pool.memory.nan_to_num(-1.0).tolist() for pool in self.reuse.pools.values()]
