"""Action mappings: which of two sizes in a tree stands for a size between them.

A size is x = (amount above the call) / (pot after the call); a check or call is 0, all-in the
largest. Between neighbours A < x < B a mapping gives the probability of the lower one, A. Fractions
give fractions where the formula is rational.

The formulas are collected in Ganzfried & Sandholm 2013, "Action translation in extensive-form games
with large action spaces: axioms, paradoxes, and the pseudo-harmonic mapping"; random translation
goes back to Schnizlein, Bowling & Szafron 2009, "Probabilistic state translation in extensive games
with large action sets".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeAlias

from fifthstreet.errors import InputError

Share: TypeAlias = float | Fraction


class Mapping(ABC):
    """Base class of the mappings: validates sizes and handles sizes that equal a neighbour."""

    randomised: ClassVar[bool] = False  # whether results between 0 and 1 are possible

    def share_of_lower(self, x: Share, a: Share, b: Share) -> Share:
        """Return the probability that a stands for x, where a <= x <= b."""
        if not 0 <= a < b:
            raise InputError(f"neighbours must be two sizes, the lower one first, got {a} and {b}")
        if not a <= x <= b:
            raise InputError(f"the size must be from {a} to {b}, got {x}")
        if x == a:
            return 1
        return 0 if x == b else self.inside(x, a, b)

    @abstractmethod
    def inside(self, x: Share, a: Share, b: Share) -> Share:
        """Apply the formula, for a < x < b."""


@dataclass(frozen=True)
class Nearest(Mapping):
    """The nearer of the two by difference; ties go to the lower one."""

    def inside(self, x: Share, a: Share, b: Share) -> Share:
        """Return 1 up to (a + b) / 2."""
        return 1 if 2 * x <= a + b else 0


@dataclass(frozen=True)
class NearestGeometric(Mapping):
    """The nearer of the two by ratio; between a check and a bet always the bet."""

    def inside(self, x: Share, a: Share, b: Share) -> Share:
        """Return 1 up to sqrt(a b)."""
        return 1 if x * x <= a * b else 0


@dataclass(frozen=True)
class RandomArithmetic(Mapping):
    """Probabilities that keep the mean size."""

    randomised: ClassVar[bool] = True

    def inside(self, x: Share, a: Share, b: Share) -> Share:
        """Return (b - x) / (b - a)."""
        return (b - x) / (b - a)


@dataclass(frozen=True)
class RandomGeometric1(Mapping):
    """Weights a / x - a / b for the lower one against x / b - a / b for the higher one."""

    randomised: ClassVar[bool] = True

    def inside(self, x: Share, a: Share, b: Share) -> Share:
        """Return a (b - x) / (a (b - x) + x (x - a))."""
        return a * (b - x) / (a * (b - x) + x * (x - a))


@dataclass(frozen=True)
class RandomGeometric2(Mapping):
    """1/2 at the geometric mean, like `RandomGeometric1`, but flatter around it."""

    randomised: ClassVar[bool] = True

    def inside(self, x: Share, a: Share, b: Share) -> Share:
        """Return a (b + x) (b - x) / ((b - a) (x^2 + a b))."""
        return a * (b + x) * (b - x) / ((b - a) * (x * x + a * b))


@dataclass(frozen=True)
class PseudoHarmonic(Mapping):
    """Keeps the caller's minimum defence frequency (Ganzfried & Sandholm 2013).

    f / (1 + a) + (1 - f) / (1 + b) = 1 / (1 + x).

    >>> PseudoHarmonic().share_of_lower(Fraction(1, 4), Fraction(1, 10), 1)
    Fraction(11, 15)
    """

    randomised: ClassVar[bool] = True

    def inside(self, x: Share, a: Share, b: Share) -> Share:
        """Return (b - x) (1 + a) / ((b - a) (1 + x))."""
        return (b - x) * (1 + a) / ((b - a) * (1 + x))


@dataclass(frozen=True)
class PseudoHarmonicNearest(Mapping):
    """The likelier of the two under `PseudoHarmonic` (Ganzfried & Sandholm 2013)."""

    def inside(self, x: Share, a: Share, b: Share) -> Share:
        """Return 1 up to (a + b + 2 a b) / (a + b + 2)."""
        return 1 if x * (a + b + 2) <= a + b + 2 * a * b else 0


@dataclass(frozen=True)
class Tolerance(Nearest):
    """The nearest size; the match is lost if it is off by more than a share of the pot."""

    by_street: tuple[float, float, float, float] = (0.15, 0.10, 0.08, 0.05)

    def __post_init__(self) -> None:
        if len(self.by_street) != 4 or not all(share >= 0 for share in self.by_street):
            raise InputError(
                f"tolerances must be 4 of 0 or more, one per street, got {self.by_street}"
            )


MAPPINGS: dict[str, type[Mapping]] = {
    "pseudo-harmonic": PseudoHarmonic,
    "pseudo-harmonic-nearest": PseudoHarmonicNearest,
    "nearest": Nearest,
    "nearest-geometric": NearestGeometric,
    "random-arithmetic": RandomArithmetic,
    "random-geometric-1": RandomGeometric1,
    "random-geometric-2": RandomGeometric2,
    "tolerance": Tolerance,
}


def mapping_of(name: str) -> Mapping:
    """Return a mapping by its name.

    Args:
        name: One of `MAPPINGS`.

    Raises:
        InputError: If there is no such mapping.
    """
    if name not in MAPPINGS:
        raise InputError(f"mapping must be one of {', '.join(MAPPINGS)}, got {name!r}")
    return MAPPINGS[name]()
