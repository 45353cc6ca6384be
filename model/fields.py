"""How a state is declared: scalars, fields, ledgers with their totals, and tallies, each with its domain.

A declaration says what a name may be indexed by and which values it may take. Worlds build their own storage
from the declarations; events and laws see only the four access types below.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, Protocol, TypeVar

from .sorts import Flag, Pool

K_contra = TypeVar("K_contra", contravariant=True)
V = TypeVar("V")


class Kind(Enum):
    """What sort of thing a declared name is."""

    SIZE = "size"
    """Fixed for a whole run: a capacity."""
    SCALAR = "scalar"
    FIELD = "field"
    LEDGER = "ledger"
    """A field whose running total is kept with it."""
    TALLY = "tally"
    """A count, kept by the field it counts, of the keys whose value is among some values."""


@dataclass(frozen=True, slots=True)
class Spec:
    """One declared name of the state: its keys, its domain `low..high` (no bound if None) and where it starts."""

    kind: Kind
    doc: str
    keys: tuple[Any, ...] = ()
    low: int = 0
    high: int | None = None
    observed: bool = True
    of: str = ""
    among: tuple[int, ...] = ()
    by: str = ""
    starts_as: str = ""

    @property
    def pooled(self) -> bool:
        """Whether the first key is a pool, so that there is one map for each pool."""
        return bool(self.keys) and self.keys[0] is Pool

    @property
    def index(self) -> Any:
        """The unbounded sort that indexes the map, if any."""
        rest = self.keys[1:] if self.pooled else self.keys
        return rest[0] if rest else None


class Field(Protocol[K_contra, V]):
    """A map from keys to values, all of them whole numbers."""

    def __getitem__(self, key: K_contra, /) -> V: ...
    def __setitem__(self, key: K_contra, value: V, /) -> None: ...


class Ledger(Field[K_contra, int], Protocol[K_contra]):
    """A map holder → amount whose total is kept with it, and which can be changed as a whole."""

    @property
    def total(self) -> int:
        """The sum of all amounts."""
        ...

    def become(self, other: "Ledger[Any]") -> None:
        """Take over every amount of another ledger."""
        ...

    def clear(self) -> None:
        """Set every amount to zero."""
        ...


class Totals(Protocol):
    """The total of a pooled ledger, pool by pool."""

    def __getitem__(self, pool: Pool, /) -> int: ...


class PooledLedger(Field[tuple[Pool, K_contra], int], Protocol[K_contra]):
    """A ledger for each pool."""

    @property
    def total(self) -> Totals:
        """The sum of all amounts in one pool."""
        ...


class Tally(Protocol[K_contra]):
    """How many keys of a field have one of some values, counted by another field."""

    def __getitem__(self, key: K_contra, /) -> int: ...


class Count(Protocol):
    """How many keys of a field have one of some values."""

    @property
    def total(self) -> int:
        """The count."""
        ...


class Schema:
    """The base of a state: collects the declarations of its class body."""

    specs: Mapping[str, Spec]

    def __init_subclass__(cls) -> None:
        """Collect the declared names once, in the order in which they are written."""
        inherited = dict(getattr(cls, "specs", {}))
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Spec)}
        cls.specs = {**inherited, **own}


def _bounds(domain: object) -> tuple[int, int | None]:
    if domain is Flag:
        return 0, 1
    if isinstance(domain, type) and issubclass(domain, IntEnum):
        values = [int(value) for value in domain]
        return min(values), max(values)
    return 0, None


def size(doc: str, *keys: Any) -> Any:
    """Declare a capacity, fixed for a whole run."""
    return Spec(Kind.SIZE, doc, keys, observed=False)


def scalar(domain: type, doc: str, *, starts_as: str = "") -> Any:
    """Declare a single number, which starts at zero or as large as a capacity."""
    low, high = _bounds(domain)
    return Spec(Kind.SCALAR, doc, (), low, high, starts_as=starts_as)


def field(keys: tuple[Any, ...], domain: Any, doc: str, *, observed: bool = True, starts_as: str = "") -> Any:
    """Declare a map from keys to values of a domain; each value starts at zero or as large as a capacity."""
    low, high = _bounds(domain)
    return Spec(Kind.FIELD, doc, keys, low, high, observed, starts_as=starts_as)


def ledger(keys: tuple[Any, ...], domain: Any, doc: str, *, observed: bool = True) -> Any:
    """Declare a map holder → amount with its total."""
    low, high = _bounds(domain)
    return Spec(Kind.LEDGER, doc, keys, low, high, observed)


def tally(of: str, among: tuple[int, ...], doc: str, *, by: str = "", keys: tuple[Any, ...] = ()) -> Any:
    """Declare a count of the keys of `of` whose value is among some values, counted by the field `by`."""
    return Spec(Kind.TALLY, doc, keys, observed=False, of=of, among=tuple(int(value) for value in among), by=by)
