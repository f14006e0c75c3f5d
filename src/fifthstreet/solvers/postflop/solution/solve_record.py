"""How a solution was computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, get_type_hints

from fifthstreet.support.storage import checked_types
from fifthstreet.tree.strategy import Exploitability

# Significant digits of a target in percent, which is kept in chips: 0.3% of 5.5 chips would become
# 0.30000000000000004%.
_TARGET_DIGITS = 12


@dataclass(frozen=True)
class SolveRecord:
    """How a solution was computed."""

    iterations: int
    exploitability: Exploitability
    seconds: float
    cpu_seconds: float
    memory_bytes: int
    schedule: str
    precision: str
    isomorphism: bool
    river_buckets: int | None = None  # of hands, if hands share strategies on the river
    target: float | None = None  # exploitability to reach, in chips, if one was given
    is_stopped_early: bool = False  # whether the solve ended before the target
    disk_bytes: int = 0  # of tables in files

    @property
    def target_pot_percent(self) -> float | None:
        """The target in percent of the starting pot, if one was given."""
        if self.target is None or not self.exploitability.pot:
            return None
        percent = 100 * self.target / self.exploitability.pot
        return float(f"{percent:.{_TARGET_DIGITS}g}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads."""
        data = {**asdict(self), "exploitability": self.exploitability.to_dict()}
        for name in ("river_buckets", "disk_bytes"):  # so that files without them are as they were
            if not data[name]:
                del data[name]
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SolveRecord:
        """Build a record from the result of `to_dict`."""
        types = get_type_hints(cls) | {"exploitability": dict}
        later = {"river_buckets": None, "target": None, "is_stopped_early": False, "disk_bytes": 0}
        fields = checked_types({**later, **data}, types)
        hints = get_type_hints(Exploitability)
        measured = {name: fields["exploitability"][name] for name in hints}
        exploitability = Exploitability.from_dict(checked_types(measured, hints))
        return cls(**{**fields, "exploitability": exploitability})
