"""Sampling schemes, weightings of iterations, and pruning of bad actions.

Each is a small frozen object; `SamplingSolver` takes one of each kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.support.options import option


@dataclass(frozen=True, slots=True)
class Baseline:
    """Learned action values that reduce the variance of samples (VR-MCCFR, Schmid et al. 2019).

    Each player has a baseline for each action of each information set. Actions that were not drawn
    are worth their baseline; for the drawn action, only the difference from the baseline is scaled
    up, so the estimate is unbiased with any baseline. After a visit the baseline moves
    towards the sampled value by `decay` of the difference.
    """

    decay: float = 0.5

    def __post_init__(self) -> None:
        if not 0 < self.decay <= 1:
            raise InputError(f"decay must be above 0 and at most 1, got {self.decay:g}")


@dataclass(frozen=True, slots=True)
class OutcomeSampling:
    """Sampling of one path from the root to a terminal node (Lanctot et al. 2009).

    The traverser explores: with probability `epsilon` an action is drawn uniformly, otherwise from
    the strategy. Averages are updated at the nodes of the player after the traverser, weighted by
    the owner's reach over the probability of the sample. The owner's reach cancels out there,
    chance is a constant factor of an information set, and what remains is the probability of the
    traverser's actions, which exploration keeps away from 0. At the traverser's own nodes it would
    be the probability of the opponent's actions, which is often 0; that was worse (exploitability
    of Leduc after 100,000 iterations: .50 against .47). For more than two players see
    `ExternalSampling`.
    """

    epsilon: float = option(0.6, "probability that the traverser explores a random action")
    baseline: Baseline | None = None

    def __post_init__(self) -> None:
        if not 0 < self.epsilon <= 1:
            raise InputError(f"epsilon must be above 0 and at most 1, got {self.epsilon:g}")


@dataclass(frozen=True, slots=True)
class ExternalSampling:
    """All actions of the traverser, one of chance and of every other player (Lanctot et al. 2009).

    A player's strategy is added to the average at the nodes visited by the traversal of the
    previous player: once per iteration. With two players its expected weight is the owner's reach,
    as it should be. With more players, such a node is visited as often as all players except the
    traverser reach it, so the reach of third players enters the weight: iterations in which they
    often reach a node count more there. Chance sampling has no such factor.
    """

    baseline: Baseline | None = None


@dataclass(frozen=True, slots=True)
class ChanceSampling:
    """One outcome of each chance node, all actions of all players (Zinkevich et al. 2007)."""


@dataclass(frozen=True, slots=True)
class PublicChanceSampling:
    """One outcome of public chance, all private cards, all actions (Johanson et al. 2012).

    An outcome is drawn uniformly from all possible outcomes of the event, once for all the
    histories at which the event happens. A history is weighted by the probability of the outcome
    there, which is 0 where its private cards rule the outcome out.
    """


@dataclass(frozen=True, slots=True)
class Uniform:
    """The same weight for all iterations."""


@dataclass(frozen=True, slots=True)
class LinearWeights:
    """Weight t for iteration t, in regrets and averages (Brown & Sandholm 2019)."""


@dataclass(frozen=True, slots=True)
class DiscountedWeights:
    """Discounts of earlier iterations, period by period (Brown & Sandholm 2019; Pluribus 2019).

    A period has `every` iterations. After period k, positive regrets are multiplied by
    k^alpha / (k^alpha + 1), negative ones by k^beta / (k^beta + 1), and averages by
    (k / (k + 1))^gamma.
    """

    alpha: float = 1.5
    beta: float = 0.0
    gamma: float = 2.0
    every: int = 1_000

    def __post_init__(self) -> None:
        if self.every < 1:
            raise InputError(f"every must be at least 1 iteration, got {self.every}")
        if not self.gamma >= 0:
            raise InputError(f"gamma must be at least 0, got {self.gamma:g}")

    def factors(self, period: int) -> tuple[float, float, float]:
        """Return the factors of positive regrets, negative regrets and averages after a period.

        Periods are counted from 1.
        """
        positive, negative = period**self.alpha, period**self.beta
        return (
            positive / (positive + 1),
            negative / (negative + 1),
            (period / (period + 1)) ** self.gamma,
        )


@dataclass(frozen=True, slots=True)
class Pruning:
    """Pruning of actions with very negative regret (Pluribus: Brown & Sandholm 2019).

    From iteration `after` on, `share` of the traversals skip an action of the traverser if it is
    not played and its regret is below `below` times the iteration's weight, unless the game ends
    with it. Below such an action, the other traversals have 1 / (1 - share) times the weight, so
    regrets and averages stay unbiased. In Leduc, exploitability after 1,000,000 iterations was .043
    with that factor, .122 without it, and .021 without pruning: pruning is for large games, where
    it saves more.
    """

    below: float = -300.0
    share: float = 0.95
    after: int = 0

    def __post_init__(self) -> None:
        if not self.below < 0:
            raise InputError(f"below must be a negative regret, got {self.below:g}")
        if not 0 < self.share < 1:
            raise InputError(f"share must be between 0 and 1, got {self.share:g}")
        if self.after < 0:
            raise InputError(f"after must be at least 0 iterations, got {self.after}")


Scheme: TypeAlias = OutcomeSampling | ExternalSampling | ChanceSampling | PublicChanceSampling
# In the order in which the native core numbers them.
SCHEMES = (OutcomeSampling, ExternalSampling, ChanceSampling, PublicChanceSampling)
Weighting: TypeAlias = Uniform | LinearWeights | DiscountedWeights

PRECISIONS = ("float64", "float32", "bfloat16")


def check_combination(
    scheme: object, weighting: object, pruning: Pruning | None, precision: str
) -> None:
    """Raise InputError unless all are valid and can be combined."""
    if not isinstance(scheme, Scheme):
        raise InputError(f"scheme must be one like ExternalSampling(), got {scheme!r}")
    if not isinstance(weighting, Weighting):
        raise InputError(f"weighting must be one like LinearWeights(), got {weighting!r}")
    if precision not in PRECISIONS:
        raise InputError(f"precision must be one of {', '.join(PRECISIONS)}, got {precision!r}")
    if pruning is not None and not isinstance(scheme, ExternalSampling):
        raise InputError(f"pruning requires ExternalSampling, got {type(scheme).__name__}")
