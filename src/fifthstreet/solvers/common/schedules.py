"""Schedules: what regrets and averages are multiplied by as iterations go on.

A schedule says nothing about how a pass runs. It gives three factors: at iteration t, old regrets
are multiplied by `positive[t]` or `negative[t]` according to their sign before what was seen is
added; a strategy that has had k updates is added to the average after that was multiplied by
`keep[k]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

Factors = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Discounts:
    """Factors of the iterations 1 .. T and of averages after 0 .. T updates.

    With a first iteration other than 0, those from there on, T + 1 - first of each.
    """

    positive: Factors  # [T + 1]; that of iteration 0 is not used
    negative: Factors  # [T + 1]; that of iteration 0 is not used
    keep: Factors  # [T + 1]

    def single(self) -> SingleDiscounts:
        """Rounded to the precision of the range solver's tables."""
        return SingleDiscounts(
            self.positive.astype(np.float32),
            self.negative.astype(np.float32),
            self.keep.astype(np.float32),
        )


@dataclass(frozen=True, eq=False)
class SingleDiscounts:
    """`Discounts` in single precision."""

    positive: NDArray[np.float32]  # [T + 1]
    negative: NDArray[np.float32]  # [T + 1]
    keep: NDArray[np.float32]  # [T + 1]


class Schedule(Protocol):
    """What a solver asks of a schedule."""

    @property
    def is_predictive(self) -> bool:
        """Whether strategies are matched to regrets plus a prediction of the next one."""

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Factors for so many iterations, or for those from `first` on."""


@dataclass(frozen=True)
class Vanilla:
    """CFR as it was published (Zinkevich, Johanson, Bowling & Piccione 2007), alternating."""

    is_predictive: ClassVar[bool] = False

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Nothing is ever discounted."""
        ones = np.ones(iterations + 1 - first)
        return Discounts(ones, ones, ones)


@dataclass(frozen=True)
class Plus:
    """CFR+ (Tammelin 2014): negative regrets are forgotten, averages weighted by k ** gamma."""

    gamma: float = 1.0
    is_predictive: ClassVar[bool] = False

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Regrets below zero are dropped at the next iteration, which plays the same."""
        growing = _growing(np.arange(first, iterations + 1), self.gamma)
        return Discounts(np.ones_like(growing), np.zeros_like(growing), growing)


@dataclass(frozen=True)
class Linear:
    """Linear CFR (Brown & Sandholm 2019): iteration t weighs t, in regrets and averages."""

    is_predictive: ClassVar[bool] = False

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """The same for either sign."""
        at = np.arange(first, iterations + 1)
        factor = _fading(at, 1.0)
        return Discounts(factor, factor, _growing(at, 1.0))


@dataclass(frozen=True)
class Discounted:
    """DCFR (Brown & Sandholm 2019). Exponents are not factors.

    The paper's beta of 0 halves negative regrets at every iteration. An action that was bad for a
    hundred iterations then comes back in full as soon as it looks good once, for many hands at the
    same time, and exploitability leaps up. With beta above 0 it has to look good for a while. In
    the first iterations, though, regrets come from play that is close to random and are best
    forgotten at once: beta rises from -1 to its value over the warm-up. docs/solving.md has the
    curves.
    """

    alpha: float = 1.5
    beta: float = 0.5
    gamma: float = 3.0
    warm_up: int = 50  # iterations; 0 is as in the paper
    is_predictive: ClassVar[bool] = False

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Positive regrets fade by t^alpha / (t^alpha + 1), negative ones likewise with beta."""
        at = np.arange(first, iterations + 1)
        warmth = np.minimum(at / max(self.warm_up, 1), 1.0)
        beta = self.beta if not self.warm_up else -1 + (self.beta + 1) * warmth
        return Discounts(_fading(at, self.alpha), _fading(at, beta), _growing(at, self.gamma))


@dataclass(frozen=True)
class Predictive:
    """PCFR+ (Farina, Kroer & Sandholm 2021): the last regret is expected to be seen again."""

    gamma: float = 2.0
    is_predictive: ClassVar[bool] = True

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """As CFR+."""
        return Plus(self.gamma).discounts(iterations, first=first)


SCHEDULES: dict[str, Schedule] = {
    "vanilla": Vanilla(),
    "plus": Plus(),
    "linear": Linear(),
    "discounted": Discounted(),
    "predictive": Predictive(),
}
DEFAULT_SCHEDULE = Discounted()


def schedule_of(schedule: Schedule | str) -> Schedule:
    """Return a schedule, or the one of a name with its usual numbers."""
    if not isinstance(schedule, str):
        return schedule
    if schedule not in SCHEDULES:
        raise ValueError(f"no schedule {schedule!r}; want one of {', '.join(SCHEDULES)}")
    return SCHEDULES[schedule]


def schedule_to_dict(schedule: Schedule) -> dict[str, Any]:
    """Return plain data that `schedule_from_dict` reads."""
    for name, known in SCHEDULES.items():
        if type(schedule) is type(known) and is_dataclass(schedule):
            return {"name": name, "fields": asdict(schedule)}
    raise ValueError(f"schedule {schedule!r} cannot be stored; want one of {', '.join(SCHEDULES)}")


def schedule_from_dict(data: Mapping[str, Any]) -> Schedule:
    """Build a schedule from what `schedule_to_dict` gave."""
    known = SCHEDULES.get(data["name"])
    # A field that this version lacks or knows in addition would change what comes next.
    if known is None or set(data["fields"]) != set(schedule_to_dict(known)["fields"]):
        raise ValueError(
            f"schedule {data['name']} with {data['fields']} is of another version of fifthstreet; "
            "want the one that saved it"
        )
    return type(known)(**data["fields"])


def _fading(at: NDArray[np.int64], exponent: float | Factors) -> Factors:
    """What is left of a regret at each iteration: (t-1)^x / ((t-1)^x + 1)."""
    # There is nothing to discount at the first iteration; 1 keeps the power defined.
    power = np.maximum(at - 1.0, 1.0) ** exponent
    factors: Factors = power / (power + 1)
    return factors


def _growing(at: NDArray[np.int64], gamma: float) -> Factors:
    """What is left of an average when a strategy of k updates is to weigh k ** gamma."""
    some = np.maximum(at, 1.0)
    return np.where(at > 0, ((some - 1) / some) ** gamma, 0.0)
