"""How a solution was computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, get_type_hints

from fifthstreet.support.storage import checked_types
from fifthstreet.tree.strategy import Exploitability

# Significant digits of a target in percent, which is kept in chips: 0.3% of 5.5 chips would become
# 0.30000000000000004%.
_TARGET_DIGITS = 12
_ADDED = ("river_buckets", "disk_bytes", "leaf_values", "leaf_error_pot_percent", "method")


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
    # Where only the first street was solved: the source of the values of hands where it ends, and
    # the measured error of these values in percent of the pot, if known.
    leaf_values: str | None = None
    leaf_error_pot_percent: float | None = None
    method: str | None = None  # of a solve with three or more ranges, in words

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
        for name in _ADDED:  # so that files without them are as they were
            if data[name] == _defaults()[name]:
                del data[name]
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SolveRecord:
        """Build a record from the result of `to_dict`."""
        types = get_type_hints(cls) | {"exploitability": dict}
        facts = checked_types({**_defaults(), **data}, types)
        exploitability = Exploitability.from_dict(facts["exploitability"])
        return cls(**{**facts, "exploitability": exploitability})


def _defaults() -> dict[str, Any]:
    """Return the fields that have a default, which files may lack."""
    return {each.name: each.default for each in fields(SolveRecord) if each.default is not MISSING}
