"""A Bayesian network of players' bets and hands.

    position    style
          \\    /   \\
           bluff     |      final hand
                \\    |     /
                  bets

A player has one style in all hands. In each hand they bluff or not, which depends on their style
and their position. If they bluff, their bets depend on style and situation alone, otherwise on the
final hand as well. Final hands are classes of percentiles among all hands on the board. Position
and bets are observed, style and bluff never are, and the final hand is seen at some showdowns.

Style, bluff and final hand have fewer than a hundred joint states, which are all enumerated:
inference is exact, and takes a few NumPy operations. `BetNetwork.network` is the same network for
the general inference of `fifthstreet.agents.bayes`, which takes longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents.bayes import BayesianNetwork, NetworkNode
from fifthstreet.agents.opponents.bets import BETS, POSITIONS, SITUATION_COUNT
from fifthstreet.errors import InputError

FloatArray = NDArray[np.float64]

HAND_CLASSES = 10
_SUM_ERROR = 1e-6


@dataclass(frozen=True, eq=False, repr=False)
class BetNetwork:
    """The parameters of the network: styles S, positions P, hand classes H, situations C."""

    style: FloatArray  # [S]  P(style)
    bluff: FloatArray  # [S, P]  P(bluff | style, position)
    bet: FloatArray  # [S, H + 1, C, 3]  P(bet | style, final hand, situation); bluffs last

    def __post_init__(self) -> None:
        styles = len(self.style)
        if self.bluff.shape != (styles, len(POSITIONS)):
            shape = (styles, len(POSITIONS))
            raise InputError(f"bluff must have shape {shape}, got {self.bluff.shape}")
        wanted = (styles, SITUATION_COUNT, len(BETS))
        if self.bet.ndim != 4 or (self.bet.shape[0], *self.bet.shape[2:]) != wanted:
            raise InputError(
                "bet must have the shape of styles, hands and bluffs, situations, bets, got "
                f"{self.bet.shape}"
            )
        sums = np.concatenate([[self.style.sum()], self.bet.sum(axis=3).ravel()])
        if not np.allclose(sums, 1, atol=_SUM_ERROR):
            raise InputError("probabilities of styles and of bets must sum to 1")
        if not (np.all(self.bluff >= 0) and np.all(self.bluff <= 1) and np.all(self.bet >= 0)):
            raise InputError("probabilities must be from 0 to 1")

    def __repr__(self) -> str:
        return f"<BetNetwork of {len(self.style)} styles and {self.hand_classes} classes of hands>"

    @property
    def hand_classes(self) -> int:
        """Number of classes of final hands."""
        return int(self.bet.shape[1]) - 1

    def network(self, situations: Sequence[int]) -> BayesianNetwork:
        """Return the network of a hand in which a player bets in some situations.

        Args:
            situations: Numbers of situations, as of `situation`.

        Returns:
            A network with the nodes `style`, `position`, `bluff` and `final hand`, and for each of
            the situations a node `bet 1`, `bet 2` and so on.
        """
        styles, classes = len(self.style), self.hand_classes
        nodes = [
            NetworkNode("style", _numbered(styles), self.style),
            NetworkNode("position", POSITIONS, np.full(len(POSITIONS), 1 / len(POSITIONS))),
            NetworkNode(
                "bluff",
                ("no", "yes"),
                np.stack([1 - self.bluff, self.bluff], axis=-1),
                ("style", "position"),
            ),
            NetworkNode("final hand", _numbered(classes), np.full(classes, 1 / classes)),
        ]
        for number, place in enumerate(situations, start=1):
            bets = self.bet[:, :, place]  # [S, H + 1, 3]
            bluffed = np.broadcast_to(bets[:, classes:], (styles, classes, len(BETS)))
            table = np.stack([bets[:, :classes], bluffed], axis=2)  # [S, H, 2, 3]
            parents = ("style", "final hand", "bluff")
            nodes.append(NetworkNode(f"bet {number}", BETS, table, parents))
        return BayesianNetwork(nodes)

    @cached_property
    def log_bet(self) -> FloatArray:
        """Logarithms of `bet`, by situation and bet first.  [C, 3, S, H + 1]"""
        with np.errstate(divide="ignore"):
            return np.ascontiguousarray(np.log(self.bet).transpose(2, 3, 0, 1))

    def log_likelihood(self, bets: list[tuple[int, int]]) -> FloatArray:
        """Return the logarithm of P(bets | style, final hand or bluff).  [S, H + 1]

        `bets` are pairs of a situation and a bet.
        """
        total = np.zeros((len(self.style), self.hand_classes + 1))
        for place, action in bets:
            total += self.log_bet[place, action]
        return total

    def joint(
        self,
        log_likelihood: FloatArray,
        position: int,
        *,
        style: FloatArray | None = None,
        hand: FloatArray | None = None,
    ) -> FloatArray:
        """Return P(style, final hand, bluff | bets).  [S, H, 2]

        `style` is the prior of the player's style, by default of all players. `hand` is P(what
        was seen of the final hand | its class), by default 1: nothing was seen.
        """
        style = self.style if style is None else style
        classes = self.hand_classes
        likelihood = np.exp(log_likelihood - log_likelihood.max())
        bluff = self.bluff[:, position]
        joint = np.empty((len(style), classes, 2))
        joint[:, :, 0] = (style * (1 - bluff))[:, None] * likelihood[:, :classes]
        joint[:, :, 1] = (style * bluff * likelihood[:, classes])[:, None]
        if hand is not None:
            joint *= hand[:, None]
        total = joint.sum()
        if not total > 0:
            raise InputError("the bets are impossible under this network")
        joint /= total
        return joint

    def final_hand(
        self,
        bets: list[tuple[int, int]],
        position: int,
        *,
        style: FloatArray | None = None,
        hand: FloatArray | None = None,
    ) -> FloatArray:
        """Return P(final hand | bets).  [H]"""
        joint = self.joint(self.log_likelihood(bets), position, style=style, hand=hand)
        final: FloatArray = joint.sum(axis=(0, 2))
        return final


def typical_network(hand_classes: int = HAND_CLASSES) -> BetNetwork:
    """Return a network of four styles as poker books describe them, to start learning from.

    The styles are tight or loose, and passive or aggressive. Players fold weak hands and raise
    strong ones; the later the street, the better they know the final hand.

    Args:
        hand_classes: Number of classes of final hands, weakest first.
    """
    hand = (np.arange(hand_classes) + 0.5) / hand_classes  # [H]
    bet = np.zeros((4, hand_classes + 1, SITUATION_COUNT, len(BETS)))
    bluff = np.zeros((4, len(POSITIONS)))
    for index in range(4):
        is_loose, is_aggressive = index // 2 == 1, index % 2 == 1
        fold_below = 0.2 if is_loose else 0.55
        raise_above = 0.6 if is_aggressive else 0.95
        bet_above = 0.5 if is_aggressive else 0.9
        bluff[index] = 0.15 if is_aggressive else 0.04
        for street in range(SITUATION_COUNT // 2):
            slope = (3.0, 5.0, 7.0, 9.0)[street]
            folds = _rising(slope * (fold_below - hand))
            raises = _rising(slope * (hand - raise_above))
            facing = np.stack([folds, (1 - folds) * (1 - raises), (1 - folds) * raises], axis=1)
            bets = _rising(slope * (hand - bet_above))
            free = np.stack([np.zeros(hand_classes), 1 - bets, bets], axis=1)
            bet[index, :hand_classes, 2 * street] = free
            bet[index, :hand_classes, 2 * street + 1] = facing
            bet[index, hand_classes, 2 * street] = (0.0, 0.3, 0.7)
            bet[index, hand_classes, 2 * street + 1] = (0.3, 0.3, 0.4)
    bet = 0.97 * bet + 0.01  # nothing is impossible
    return BetNetwork(np.full(4, 0.25), bluff, bet / bet.sum(axis=3, keepdims=True))


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(count)))


def _rising(logits: FloatArray) -> FloatArray:
    return 1 / (1 + np.exp(-logits))
