"""What each seat of a table gains from a best response, on boards that the solve did not use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.support.storage import checked_types, whole_number
from fifthstreet.tree.strategy import Exploitability

# Half widths of 95% intervals in standard errors, for 1 to 29 degrees of freedom (Student's t).
_STUDENT = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045),
)
MAX_SETS = len(_STUDENT) + 1


@dataclass(frozen=True)
class RingCertificate:
    """EVs and gains of all seats, with the mean values of several sets of boards.

    A best response also wins from noise in the values. The jackknife over the sets removes the part
    of it that falls with their number, and gives the intervals.
    """

    values: tuple[float, ...]  # [P] mean chips, or prizes, that each seat wins in a hand
    gains: tuple[float, ...]  # [P] that a best response before the flop adds
    errors: tuple[float, ...]  # [P] half widths of the 95% intervals of the gains
    sets: int
    boards: int  # in each set
    seed: int  # of the sets

    @classmethod
    def of(
        cls, whole: Exploitability, without: Sequence[Exploitability], boards: int, seed: int
    ) -> RingCertificate:
        """Return the estimates and intervals of the jackknife.

        Args:
            whole: Measured with the mean values of all sets.
            without: Measured without each of two or more sets.
            boards: Number of boards in each set.
            seed: Of the sets.
        """
        sets = len(without)
        assert whole.values is not None
        gains, errors = [], []
        for gain, others in zip(
            _gains(whole), zip(*map(_gains, without), strict=True), strict=True
        ):
            gains.append(sets * gain - (sets - 1) * mean(others))
            # A spread of means of all but one set is smaller than that of sets, by sets - 1.
            errors.append(_STUDENT[sets - 2] * stdev(others) * (sets - 1) / sqrt(sets))
        return cls(whole.values, tuple(gains), tuple(errors), sets, boards, seed)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads."""
        rows = ("values", "gains", "errors")
        return asdict(self) | {name: list(getattr(self, name)) for name in rows}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], seats: int) -> RingCertificate:
        """Build from the data of `to_dict`; InputError if it is not of a table of `seats` seats."""
        rows, numbers = ("values", "gains", "errors"), ("sets", "boards", "seed")
        facts = checked_types(data, dict.fromkeys(rows, list) | dict.fromkeys(numbers, int))
        for name in rows:
            if len(facts[name]) != seats:
                raise InputError(f"{name} must have {seats} numbers, got {len(facts[name])}")
        values, gains, errors = (tuple(float(each) for each in facts[name]) for name in rows)
        sets, boards, seed = (whole_number(name, facts[name]) for name in numbers)
        return cls(values, gains, errors, sets, boards, seed)


def _gains(measured: Exploitability) -> tuple[float, ...]:
    assert measured.gains is not None
    return measured.gains


def checked_sets(sets: int) -> int:
    """Return a number of sets of boards.

    Args:
        sets: The number.

    Raises:
        InputError: If there are too few for an interval, or too many.
    """
    if not 2 <= sets <= MAX_SETS:
        raise InputError(f"sets of held-out boards must be 2 to {MAX_SETS}, got {sets}")
    return sets
