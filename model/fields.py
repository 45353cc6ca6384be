"""How a state is declared: scalars, fields, ledgers, relations and tallies, each with its domain.

A declaration says what a name may be indexed by and which values it may take. Worlds build their own storage
from the declarations; events and laws see only the access types below.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeVar

from .sorts import Flag, Pool, Sort, is_plain

K_contra = TypeVar("K_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)
C_contra = TypeVar("C_contra", contravariant=True)
V = TypeVar("V")


class Kind(Enum):
    """What sort of thing a declared name is."""

    SIZE = "size"
    """Fixed for a whole run: a capacity, or a map that no event changes."""
    SCALAR = "scalar"
    FIELD = "field"
    LEDGER = "ledger"
    """A field whose running total is kept with it."""
    RELATION = "relation"
    """Which row holds which column, with the number of holders of each column."""
    TALLY = "tally"
    """A count, kept by the field it counts, of the keys whose value is among some values."""


@dataclass(frozen=True)
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
    domain: Any = int

    @cached_property
    def members(self) -> Any:
        """The enum whose members are spelled out, so that there is one map for each, or None."""
        first = self.keys[0] if self.keys else None
        return first if isinstance(first, type) and issubclass(first, IntEnum) else None

    @cached_property
    def pooled(self) -> bool:
        """Whether the first key is spelled out."""
        return self.members is not None

    @cached_property
    def indices(self) -> tuple[Any, ...]:
        """The unbounded sorts that index the map."""
        return self.keys[1:] if self.pooled else self.keys

    @cached_property
    def index(self) -> Any:
        """The first unbounded sort that indexes the map, if any."""
        return self.indices[0] if self.indices else None

    @cached_property
    def refers(self) -> Any:
        """The sort of the things that the values name, or None if they are amounts."""
        return self.domain if isinstance(self.domain, type) and issubclass(self.domain, Sort) else None


class Field(Protocol[K_contra, V]):
    """A map from keys to values, all of them whole numbers."""

    def __getitem__(self, key: K_contra, /) -> V: ...
    def __setitem__(self, key: K_contra, value: V, /) -> None: ...

    def add(self, relation: "Relation[Any, Any]", row: Any, /) -> None:
        """Add one for every column that a row of a relation holds."""
        ...

    def subtract(self, relation: "Relation[Any, Any]", row: Any, /) -> None:
        """Subtract one for every column that a row of a relation holds."""
        ...


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

    def __getitem__(self, pool: Any, /) -> int: ...


class PooledLedger(Field[tuple[Pool, K_contra], int], Protocol[K_contra]):
    """A ledger for each pool."""

    @property
    def total(self) -> Totals:
        """The sum of all amounts in one pool."""
        ...


class Tally(Protocol[K_contra]):
    """How many keys of a field have one of some values, counted by another field."""

    def __getitem__(self, key: K_contra, /) -> int: ...


class Relation(Protocol[R_contra, C_contra]):
    """Which row holds which column: flags, with the number of holders of each column kept with them."""

    def __getitem__(self, key: tuple[R_contra, C_contra], /) -> int: ...
    def __setitem__(self, key: tuple[R_contra, C_contra], value: int, /) -> None: ...

    @property
    def holders(self) -> Tally[C_contra]:
        """How many rows hold a column."""
        ...

    def clear(self, row: R_contra, /) -> None:
        """Let a row hold nothing any more."""
        ...

    def copy(self, row: R_contra, other: "Relation[Any, Any]", other_row: Any, /) -> None:
        """Let a row hold exactly what a row of another relation holds."""
        ...


class Count(Protocol):
    """How many keys of a field have one of some values."""

    @property
    def total(self) -> int:
        """The count."""
        ...


TAKEN = frozenset({
    "asking", "bulk", "counting", "data", "enabled", "fork", "instance", "layout", "looked_up", "maps", "mark", "move",
    "named", "page_amounts", "pages", "peek", "places", "put", "read", "reads", "refusal", "replace", "replace_row",
    "restore", "specs", "state", "store", "system", "terms", "values", "write", "writes",
})  # fmt: skip
"""What the worlds call their own parts: a field of that name would hide one of them."""


class Schema:
    """The base of a state: collects the declarations of its class body, under the name of the system it is of."""

    specs: Mapping[str, Spec]
    system: ClassVar[str] = ""

    def __init_subclass__(cls, system: str = "") -> None:
        """Collect the declared names once, in the order in which they are written."""
        inherited = dict(getattr(cls, "specs", {}))
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Spec)}
        for name in own:
            if not name.isidentifier():
                raise TypeError(f"the state {cls.__name__} declares {name!r}, which is no name")
            if name in TAKEN or name.startswith("_"):
                msg = (
                    f"the state {cls.__name__} declares {name!r}, which worlds have for themselves; choose another name"
                )
                raise TypeError(msg)
        cls.specs = {**inherited, **own}
        if system:
            cls.system = system

    def pages(self, tokens: int) -> int:
        """Return how many pages hold so many tokens. Monotone, zero only for zero tokens."""
        raise NotImplementedError


def _bounds(domain: object) -> tuple[int, int | None]:
    if domain is Flag:
        return 0, 1
    if isinstance(domain, type) and issubclass(domain, IntEnum):
        if not is_plain(domain):
            raise TypeError(f"the members of {domain.__name__} are not computed with as numbers are")
        values = [int(value) for value in domain]
        return min(values), max(values)
    return 0, None


def size(doc: str, *keys: Any, domain: Any = int) -> Any:
    """Declare a capacity, or a whole map from a sort to a domain, that is fixed for a whole run."""
    low, high = _bounds(domain)
    return Spec(Kind.SIZE, doc, keys, low, high, observed=False, domain=domain)


def scalar(domain: type, doc: str, *, starts_as: str = "") -> Any:
    """Declare a single number, which starts at zero or as large as a capacity."""
    low, high = _bounds(domain)
    return Spec(Kind.SCALAR, doc, (), low, high, starts_as=starts_as, domain=domain)


def field(keys: tuple[Any, ...], domain: Any, doc: str, *, observed: bool = True, starts_as: str = "") -> Any:
    """Declare a map from keys to values of a domain; each value starts at zero or as large as a capacity."""
    low, high = _bounds(domain)
    return Spec(Kind.FIELD, doc, keys, low, high, observed, starts_as=starts_as, domain=domain)


def ledger(keys: tuple[Any, ...], domain: Any, doc: str, *, observed: bool = True) -> Any:
    """Declare a map holder → amount with its total."""
    low, high = _bounds(domain)
    return Spec(Kind.LEDGER, doc, keys, low, high, observed, domain=domain)


def relation(keys: tuple[Any, Any], doc: str, *, observed: bool = True) -> Any:
    """Declare which row holds which column, with the number of holders of each column."""
    return Spec(Kind.RELATION, doc, keys, 0, 1, observed, domain=Flag)


def tally(of: str, among: tuple[int, ...], doc: str, *, by: str = "", keys: tuple[Any, ...] = ()) -> Any:
    """Declare a count of the keys of `of` whose value is among some values, counted by the field `by`."""
    return Spec(Kind.TALLY, doc, keys, observed=False, of=of, among=tuple(int(value) for value in among), by=by)
