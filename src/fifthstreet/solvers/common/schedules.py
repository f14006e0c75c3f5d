"""Schedules: the factors that discount regrets and averages over the iterations.

A schedule does not define how a pass runs. It gives three factors. At iteration t, old regrets are
multiplied by `positive[t]` or `negative[t]`, according to their sign, before the regrets of the
iteration are added. Before a strategy that has had k updates is added to the average, the average
is multiplied by `keep[k]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass
from numbers import Integral, Real
from typing import Any, ClassVar, Protocol, get_type_hints

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.common.schedule_names import DEFAULT_SCHEDULE_NAME, SCHEDULE_NAMES
from fifthstreet.support.options import option
from fifthstreet.support.storage import checked_types

Factors = NDArray[np.float64]
_GAMMA = "exponent of the weights of later strategies in the average"
_MAX_EXPONENT = 30  # 2^32 iterations to this power are finite


def _check_exponent(name: str, exponent: Any, least: int) -> None:
    """Raise InputError for an exponent that would make some factor infinite or NaN."""
    if not isinstance(exponent, Real) or not least <= float(exponent) <= _MAX_EXPONENT:
        most = _MAX_EXPONENT
        raise InputError(f"{name} must be a number from {least} to {most}, got {exponent!r}")


@dataclass(frozen=True, eq=False)
class Discounts:
    """Factors for regrets at iterations 1 .. T and for averages after 0 .. T updates.

    If `first` was given, the arrays start there: they have T + 1 - first factors each.
    """

    positive: Factors  # [T + 1]; the factor of iteration 0 is not used
    negative: Factors  # [T + 1]; the factor of iteration 0 is not used
    keep: Factors  # [T + 1]

    def single(self) -> SingleDiscounts:
        """Return the factors in single precision, as in the range solver's tables."""
        factors = (self.positive, self.negative, self.keep)
        return SingleDiscounts(*(each.astype(np.float32) for each in factors))


@dataclass(frozen=True, eq=False)
class SingleDiscounts:
    """`Discounts` in single precision."""

    positive: NDArray[np.float32]  # [T + 1]
    negative: NDArray[np.float32]  # [T + 1]
    keep: NDArray[np.float32]  # [T + 1]


class Schedule(Protocol):
    """The interface of a schedule."""

    @property
    def is_predictive(self) -> bool:
        """Whether regret matching uses the regrets plus a prediction of the next regret."""

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Return the factors up to the last of `iterations`, from `first` on."""


@dataclass(frozen=True)
class Vanilla:
    """CFR as published (Zinkevich, Johanson, Bowling & Piccione 2007), with alternating updates."""

    is_predictive: ClassVar[bool] = False

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Return ones: nothing is ever discounted."""
        ones = np.ones(iterations + 1 - first)
        return Discounts(ones, ones, ones)


@dataclass(frozen=True)
class Plus:
    """CFR+ (Tammelin 2014): negative regrets are forgotten, averages weighted by k ** gamma."""

    gamma: float = option(1.0, _GAMMA)
    is_predictive: ClassVar[bool] = False

    def __post_init__(self) -> None:
        _check_exponent("gamma", self.gamma, 0)

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Return the factors.

        Negative regrets are set to zero at the next iteration instead of at once, which gives the
        same strategies.
        """
        growing = _growing(np.arange(first, iterations + 1), self.gamma)
        return Discounts(np.ones_like(growing), np.zeros_like(growing), growing)


@dataclass(frozen=True)
class Linear:
    """Linear CFR (Brown & Sandholm 2019): iteration t has weight t, in regrets and averages."""

    is_predictive: ClassVar[bool] = False

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Return the factors, which are the same for positive and negative regrets."""
        iteration = np.arange(first, iterations + 1)
        factor = _fading(iteration, 1.0)
        return Discounts(factor, factor, _growing(iteration, 1.0))


@dataclass(frozen=True)
class Discounted:
    """DCFR (Brown & Sandholm 2019), by default with the paper's exponents.

    With a warm-up, beta rises from -1 to its value over that many iterations.
    """

    alpha: float = option(1.5, "exponent that fades positive regrets")
    beta: float = option(0.0, "exponent that fades negative regrets")
    gamma: float = option(2.0, _GAMMA)
    warm_up: int = option(0, "iterations in which beta rises from -1 to its value")
    is_predictive: ClassVar[bool] = False

    def __post_init__(self) -> None:
        _check_exponent("alpha", self.alpha, -_MAX_EXPONENT)
        _check_exponent("beta", self.beta, -_MAX_EXPONENT)
        _check_exponent("gamma", self.gamma, 0)
        if not isinstance(self.warm_up, Integral) or self.warm_up < 0:
            raise InputError(f"warm_up must be a whole number of at least 0, got {self.warm_up!r}")

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Return the factors: (t-1)^x / ((t-1)^x + 1) for regrets, with x alpha or beta."""
        iteration = np.arange(first, iterations + 1)
        warmth = np.minimum(iteration / max(self.warm_up, 1), 1.0)
        beta = self.beta if not self.warm_up else -1 + (self.beta + 1) * warmth
        return Discounts(
            _fading(iteration, self.alpha),
            _fading(iteration, beta),
            _growing(iteration, self.gamma),
        )


@dataclass(frozen=True)
class Predictive:
    """PCFR+ (Farina, Kroer & Sandholm 2021): the last regret is the prediction of the next one."""

    gamma: float = option(2.0, _GAMMA)
    is_predictive: ClassVar[bool] = True

    def __post_init__(self) -> None:
        _check_exponent("gamma", self.gamma, 0)

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Return the factors of CFR+."""
        return Plus(self.gamma).discounts(iterations, first=first)


# The paper's beta of 0 halves negative regrets at every iteration. An action that was bad for a
# hundred iterations is then played in full as soon as it does well once, for many hands at the same
# time, and exploitability jumps. With beta above 0 it has to do well for a while. In the first
# iterations, however, regrets come from play that is close to random and are best forgotten at
# once, hence the warm-up. docs/explanation/range_solver.md has the curves.
STEADY = Discounted(alpha=1.5, beta=0.5, gamma=3.0, warm_up=50)

# The same names as the algorithms of `train`.
SCHEDULES: dict[str, Schedule] = dict(
    zip(
        SCHEDULE_NAMES,
        (Vanilla(), Plus(), Linear(), Discounted(), STEADY, Predictive()),
        strict=True,
    )
)
DEFAULT_SCHEDULE = SCHEDULES[DEFAULT_SCHEDULE_NAME]
_OLD_NAMES = {"vanilla": "cfr", "plus": "cfr+"}  # in files of earlier versions


def schedule_of(schedule: Schedule | str) -> Schedule:
    """Return a schedule as it is, or the one with this name and its default parameters.

    Args:
        schedule: A schedule, or its name in `SCHEDULES`, like `cfr+`.

    Raises:
        InputError: If the name is unknown; the message lists the names.
    """
    if not isinstance(schedule, str):
        return schedule
    if schedule not in SCHEDULES:
        raise InputError(f"schedule must be one of {', '.join(SCHEDULES)}, got {schedule!r}")
    return SCHEDULES[schedule]


def schedule_to_dict(schedule: Schedule) -> dict[str, Any]:
    """Return plain data that `schedule_from_dict` reads.

    The name is the first one with the same class; the fields distinguish the schedules.

    Args:
        schedule: An object of one of the classes in `SCHEDULES`.

    Raises:
        InputError: If it is a schedule of another class.
    """
    for name, default in SCHEDULES.items():
        if type(schedule) is type(default) and is_dataclass(schedule):
            return {"name": name, "fields": asdict(schedule)}
    raise InputError(f"a stored schedule must be one of {', '.join(SCHEDULES)}, got {schedule!r}")


def schedule_from_dict(data: Mapping[str, Any]) -> Schedule:
    """Build a schedule from the result of `schedule_to_dict`.

    Args:
        data: The name of a schedule in `SCHEDULES`, and its fields.

    Returns:
        The schedule.

    Raises:
        DamagedFileError: If this version has no such schedule, or one with other fields.
    """
    checked_types(data, {"name": str, "fields": dict})
    default = SCHEDULES.get(_OLD_NAMES.get(data["name"], data["name"]))
    # A field that only one of the two versions has would change the iterations that follow.
    if default is None or set(data["fields"]) != set(schedule_to_dict(default)["fields"]):
        raise DamagedFileError(
            f"schedule {data['name']} with {data['fields']} was saved by a different version of "
            "fifthstreet: use that version"
        )
    hints = get_type_hints(type(default))
    kinds = {name: hints[name] for name in data["fields"]}
    return type(default)(**checked_types(data["fields"], kinds))


def _fading(iteration: NDArray[np.int64], exponent: float | Factors) -> Factors:
    """Return the share of a regret kept at each iteration t: (t-1)^x / ((t-1)^x + 1)."""
    # There is nothing to discount at the first iteration; 1 keeps the power defined.
    power = np.maximum(iteration - 1.0, 1.0) ** exponent
    factors: Factors = power / (power + 1)
    return factors


def _growing(updates: NDArray[np.int64], gamma: float) -> Factors:
    """Return the factors that give a strategy with k updates the weight k ** gamma."""
    at_least_one = np.maximum(updates, 1.0)
    return np.where(updates > 0, ((at_least_one - 1) / at_least_one) ** gamma, 0.0)
