"""Ways to sample a game's tree, to weigh iterations, and to leave bad actions out.

Each is a small frozen object; `SamplingSolver` takes one of each kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Baseline:
    """Learned values of actions that take variance out of a sample (VR-MCCFR, Schmid et al. 2019).

    For each player there is one for each action of each information set. It stands in for actions
    that were not drawn, and only the difference to it is scaled up where one was, so the estimate
    stays unbiased whatever the baseline is. After a visit it moves by `decay` of the way to the
    value that was seen.
    """

    decay: float = 0.5

    def __post_init__(self) -> None:
        """Refuse a decay outside (0, 1]."""
        if not 0 < self.decay <= 1:
            raise ValueError(f"a baseline's decay is {self.decay:g}; want above 0 and at most 1")


@dataclass(frozen=True, slots=True)
class OutcomeSampling:
    """One path from the root to an end (Lanctot et al. 2009).

    The traverser explores: with probability `epsilon` an action is drawn evenly, else from the
    strategy. Averages are weighed stochastically, by the owner's reach over the probability of the
    sample, at the nodes of the player after the traverser: the owner's own reach cancels out there,
    chance is a constant factor of an information set, and what is left is the probability of the
    traverser's actions, which exploration keeps away from 0. At the traverser's own nodes it would
    be that of the opponent's, which is often 0; that was worse (Leduc after 100,000 iterations:
    .50 against .47). With more than two players see `ExternalSampling`.
    """

    epsilon: float = 0.6
    baseline: Baseline | None = None

    def __post_init__(self) -> None:
        """Refuse an epsilon outside (0, 1]."""
        if not 0 < self.epsilon <= 1:
            raise ValueError(f"epsilon is {self.epsilon:g}; want above 0 and at most 1")


@dataclass(frozen=True, slots=True)
class ExternalSampling:
    """All actions of the traverser; one of chance and of everybody else (Lanctot et al. 2009).

    A player's strategy is added to the average at the nodes that the traversal of the player before
    comes by: once an iteration. For two players its expected weight is the owner's reach, as it has
    to be. With more, those nodes are reached as often as all players but the traverser play to
    them, so that the reach of third players comes in and iterations in which they play to a node
    count more there. Chance sampling has no such factor.
    """

    baseline: Baseline | None = None


@dataclass(frozen=True, slots=True)
class ChanceSampling:
    """One outcome at each chance node, all actions of all players (Zinkevich et al. 2007)."""


@dataclass(frozen=True, slots=True)
class PublicChanceSampling:
    """One outcome of what everybody sees, all private cards, all actions (Johanson et al. 2012).

    An outcome is drawn evenly from those the event can have at all, once for all the histories
    that await it. A history counts by how likely the outcome is there, and not at all where its
    private cards rule it out.
    """


@dataclass(frozen=True, slots=True)
class Uniform:
    """All iterations count the same."""


@dataclass(frozen=True, slots=True)
class LinearWeights:
    """Iteration t counts t times, in regrets and averages (Brown & Sandholm 2019)."""


@dataclass(frozen=True, slots=True)
class DiscountedWeights:
    """What was found before fades, period by period (Brown & Sandholm 2019; Pluribus 2019).

    After period k of `every` iterations positive regrets are multiplied by k^alpha / (k^alpha + 1),
    negative ones by k^beta / (k^beta + 1), averages by (k / (k + 1))^gamma.
    """

    alpha: float = 1.5
    beta: float = 0.0
    gamma: float = 2.0
    every: int = 1_000

    def __post_init__(self) -> None:
        """Refuse periods of no iterations and averages that grow."""
        if self.every < 1:
            raise ValueError(f"discounts come every {self.every} iterations; want 1 or more")
        if not self.gamma >= 0:
            raise ValueError(f"gamma is {self.gamma:g}; want 0 or more")

    def factors(self, period: int) -> tuple[float, float, float]:
        """What regrets above and below 0, and averages, are multiplied by after a period from 1."""
        positive, negative = period**self.alpha, period**self.beta
        return (
            positive / (positive + 1),
            negative / (negative + 1),
            (period / (period + 1)) ** self.gamma,
        )


@dataclass(frozen=True, slots=True)
class Pruning:
    """Leave out actions that have done badly for long (Pluribus: Brown & Sandholm 2019).

    In `share` of the traversals, from iteration `after` on, the traverser does not look at an
    action whose regret is under `below` times the iteration's weight and that is not played, unless
    the game ends with it. The traversals that do look count 1 / (1 - share) times from there on, so
    regrets and averages stay unbiased. Without that, Leduc was at .122 instead of .043 after
    1,000,000 iterations, and at .021 without pruning: it is for large games, where it saves more.
    """

    below: float = -300.0
    share: float = 0.95
    after: int = 0

    def __post_init__(self) -> None:
        """Refuse what would prune good actions, or some of them for ever."""
        if not self.below < 0:
            raise ValueError(f"pruning below a regret of {self.below:g}; want a number below 0")
        if not 0 < self.share < 1:
            raise ValueError(f"pruning in a share of {self.share:g}; want between 0 and 1")
        if self.after < 0:
            raise ValueError(f"pruning after {self.after} iterations; want 0 or more")


Scheme: TypeAlias = OutcomeSampling | ExternalSampling | ChanceSampling | PublicChanceSampling
SCHEMES = (OutcomeSampling, ExternalSampling, ChanceSampling, PublicChanceSampling)
Weighting: TypeAlias = Uniform | LinearWeights | DiscountedWeights

PRECISIONS = ("float64", "float32", "bfloat16")


def check_combination(
    scheme: object, weighting: object, pruning: Pruning | None, precision: str
) -> None:
    """Refuse what is no scheme, weighting or precision, and what does not go together."""
    if not isinstance(scheme, Scheme):
        raise ValueError(f"no sampling scheme: {scheme!r}; want one like ExternalSampling()")
    if not isinstance(weighting, Weighting):
        raise ValueError(f"no weighting: {weighting!r}; want one like LinearWeights()")
    if precision not in PRECISIONS:
        raise ValueError(f"precision {precision!r}; want one of {', '.join(PRECISIONS)}")
    if pruning is not None and not isinstance(scheme, ExternalSampling):
        name = type(scheme).__name__
        raise ValueError(f"pruning with {name}; want ExternalSampling or no pruning")
