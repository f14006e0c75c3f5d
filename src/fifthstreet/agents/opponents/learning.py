"""Learning the parameters of a bet network by expectation maximisation (Dempster et al. 1977).

A record has the actions of one player in one hand. The E step computes the probability of each
hidden state for all records. The M step counts the records, each spread over its states, and uses
the frequencies as new parameters. A player's style is the same in all their records, so each hand
is evidence for the others. With a prior network, which counts as some records, the parameters
approach a maximum of the posterior density. Neither the likelihood nor, with a prior, the posterior
density ever falls.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents.opponents.bets import BETS, POSITIONS, SITUATION_COUNT
from fifthstreet.agents.opponents.network import BetNetwork, FloatArray
from fifthstreet.errors import InputError

_TINY = 1e-300
_FIRST_SIZE = 256


class BetRecords:
    """Actions of players in some hands; above the limit, the oldest records are dropped."""

    def __init__(self, hand_classes: int, *, max_count: int = 100_000) -> None:
        """Start without records; at most `max_count` are kept."""
        if max_count < 1:
            raise InputError(f"max_count must be at least 1, got {max_count}")
        self.hand_classes = hand_classes
        self.max_count = max_count
        self._added = 0
        size = min(max_count, _FIRST_SIZE)
        self._player: NDArray[np.int64] = np.zeros(size, np.int64)
        self._position: NDArray[np.int64] = np.zeros(size, np.int64)
        self._hand: FloatArray = np.zeros((size, hand_classes))
        self._bets: FloatArray = np.zeros((size, SITUATION_COUNT * len(BETS)))

    def __len__(self) -> int:
        """Return the number of records."""
        return min(self._added, self.max_count)

    def add(
        self, player: int, position: int, hand: FloatArray, bets: list[tuple[int, int]]
    ) -> None:
        """Add a record; `hand` is P(what was seen of the final hand | its class).  [H]

        It is all ones for an unseen hand, and has a single one for a hand that was shown.
        `bets` are pairs of a situation and a bet.
        """
        if self._added == len(self._player) < self.max_count:
            self._grow(min(2 * self._added, self.max_count))
        row = self._added % self.max_count
        self._player[row] = player
        self._position[row] = position
        self._hand[row] = hand
        self._bets[row] = 0
        for place, action in bets:
            self._bets[row, place * len(BETS) + action] += 1
        self._added += 1

    def _grow(self, size: int) -> None:
        self._player = np.resize(self._player, size)
        self._position = np.resize(self._position, size)
        self._hand = np.resize(self._hand, (size, self.hand_classes))
        self._bets = np.resize(self._bets, (size, self._bets.shape[1]))

    @property
    def player(self) -> NDArray[np.int64]:
        """Number of each record's player.  [N]"""
        return self._player[: len(self)]

    @property
    def position(self) -> NDArray[np.int64]:
        """Position of each record's player.  [N]"""
        return self._position[: len(self)]

    @property
    def hand(self) -> FloatArray:
        """P(what was seen of the final hand | its class).  [N, H]"""
        return self._hand[: len(self)]

    @property
    def bets(self) -> FloatArray:
        """How often each bet was made in each situation.  [N, C * 3]"""
        return self._bets[: len(self)]


@dataclass(frozen=True)
class Expectation:
    """The result of the E step."""

    log_likelihood: float
    style: FloatArray  # [players, S]  P(style | all records of a player)
    style_counts: FloatArray  # [S]
    bluff_counts: FloatArray  # [S, P, 2]
    bet_counts: FloatArray  # [S, H + 1, C * 3]


def expect(network: BetNetwork, records: BetRecords, players: int) -> Expectation:
    """Return the expected counts of all states, given the records of a number of players."""
    classes = network.hand_classes
    styles = len(network.style)
    log_bet = np.log(np.maximum(network.bet, _TINY)).reshape(styles * (classes + 1), -1)
    logs = (records.bets @ log_bet.T).reshape(-1, styles, classes + 1)  # [N, S, H + 1]
    highest = logs.max(axis=(1, 2), keepdims=True, initial=-np.inf)
    likelihood = np.exp(logs - highest)
    bluff = network.bluff[:, records.position].T  # [N, S]
    hand = records.hand / classes  # [N, H]
    honest = (1 - bluff)[:, :, None] * likelihood[:, :, :classes] * hand[:, None, :]
    bluffed = bluff * likelihood[:, :, classes] * hand.sum(axis=1, keepdims=True)
    record_odds = np.maximum(honest.sum(axis=2) + bluffed, _TINY)  # [N, S]
    log_odds = np.log(record_odds) + highest[:, :, 0]
    by_player = np.zeros((players, styles))
    np.add.at(by_player, records.player, log_odds)
    by_player += np.log(np.maximum(network.style, _TINY))
    top = by_player.max(axis=1, keepdims=True)
    style = np.exp(by_player - top)
    total = style.sum(axis=1, keepdims=True)
    style /= total
    weight = style[records.player] / record_odds  # [N, S]
    honest *= weight[:, :, None]
    bluffed *= weight
    bet_counts = np.empty((styles, classes + 1, SITUATION_COUNT * len(BETS)))
    flat = honest.reshape(len(honest), styles * classes).T @ records.bets
    bet_counts[:, :classes] = flat.reshape(styles, classes, -1)
    bet_counts[:, classes] = bluffed.T @ records.bets
    bluff_counts = np.zeros((styles, len(POSITIONS), 2))
    for position in range(len(POSITIONS)):
        rows = records.position == position
        bluff_counts[:, position, 0] = honest[rows].sum(axis=(0, 2))
        bluff_counts[:, position, 1] = bluffed[rows].sum(axis=0)
    log_likelihood = float((np.log(total) + top).sum())
    return Expectation(log_likelihood, style, style.sum(axis=0), bluff_counts, bet_counts)


@dataclass(frozen=True)
class Prior:
    """A network that counts as some records: Dirichlet priors around its parameters."""

    network: BetNetwork
    players: float = 1.0  # for each style
    hands: float = 20.0  # for the bluffs of each style and position
    bets: float = 1.0  # for each style, hand and situation

    def log_density(self, network: BetNetwork) -> float:
        """Return the logarithm of the prior density of a network, up to a constant."""
        old = self.network
        style = self.players * len(old.style) * old.style @ np.log(np.maximum(network.style, _TINY))
        bluff = (1 - old.bluff) * np.log(np.maximum(1 - network.bluff, _TINY))
        bluff += old.bluff * np.log(np.maximum(network.bluff, _TINY))
        bet = old.bet * np.log(np.maximum(network.bet, _TINY))
        return float(style + self.hands * bluff.sum() + self.bets * bet.sum())


def maximise(network: BetNetwork, counts: Expectation, prior: Prior | None) -> BetNetwork:
    """Return the network that explains expected counts best; rows without counts do not change."""
    style = counts.style_counts
    bluff = counts.bluff_counts
    bet = counts.bet_counts.reshape(network.bet.shape)
    if prior is not None:
        old = prior.network
        style = style + prior.players * len(old.style) * old.style
        bluff = bluff + prior.hands * np.stack([1 - old.bluff, old.bluff], axis=2)
        bet = bet + prior.bets * old.bet
    return BetNetwork(
        _shares(style, network.style),
        _shares(bluff, np.stack([1 - network.bluff, network.bluff], axis=2))[:, :, 1],
        _shares(bet, network.bet),
    )


def learn(
    network: BetNetwork,
    records: BetRecords,
    players: int,
    *,
    prior: Prior | None = None,
    iterations: int = 20,
) -> tuple[BetNetwork, FloatArray, list[float]]:
    """Learn the parameters of a network from records by expectation maximisation.

    Args:
        network: The parameters to start from.
        records: Actions of the players; each record has the number of its player.
        players: Number of players.
        prior: A network that counts as some records, so that few records change little.
        iterations: Number of iterations, at least 1.

    Returns:
        The new network, P(style) of each player under it, and the logarithm of the likelihood, or
        with a prior of the posterior density, before each iteration and after the last.
    """
    if iterations < 1:
        raise InputError(f"iterations must be at least 1, got {iterations}")
    curve = []
    counts = expect(network, records, players)
    for _ in range(iterations):
        curve.append(counts.log_likelihood + (prior.log_density(network) if prior else 0.0))
        network = maximise(network, counts, prior)
        counts = expect(network, records, players)
    curve.append(counts.log_likelihood + (prior.log_density(network) if prior else 0.0))
    return network, counts.style, curve


def _shares(counts: FloatArray, fallback: FloatArray) -> FloatArray:
    totals = counts.sum(axis=-1, keepdims=True)
    shares = np.array(fallback)
    np.divide(counts, totals, out=shares, where=totals > _TINY)
    return shares
