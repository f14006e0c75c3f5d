"""What hand classes win where betting before the flop is over and the core does not know.

Two seats on a flop win their equity, which the native core computes, and something beside it that a
network for preflop gives them. Three and more seats win their equity on a sample of boards; if they
can still bet, it is multiplied by how much of its equity each class realises heads-up against each
opponent, by the same network. Without a network, hands are checked down.

Shapes: L leaves, S seats in the hand, C = 169 classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fifthstreet._native import BoardShares
from fifthstreet.cards import CARD_COUNT, CLASS_COUNT, CLASS_SIZES, HOLE_CLASS, HOLE_MASKS
from fifthstreet.cards.hands import strengths_on_boards
from fifthstreet.solvers.ring.classes import DEALT, OPPOSING_HANDS, class_odds, padded
from fifthstreet.solvers.values import Leaves
from fifthstreet.support.threads import thread_count

if TYPE_CHECKING:
    from fifthstreet.solvers.ring.game import Leaf, RingGame
    from fifthstreet.solvers.values import ClassLeafValues
    from fifthstreet.tree import ContestedPot

Rows = NDArray[np.float64]
BOARDS = 120
CHECKED_DOWN = "checked down"  # what follows without a network
_BOARD_CARDS, _OF_A_DECK = 5, 10
# The share of a pot of S seats changes about as the product of a class's equities against each of
# the others, to this power divided by S (docs/lab_notes/preflop.md).
_POWER = 2.25
_MIN_EQUITY = 0.02  # of a share in ratios
_MAX_REALISED = 2.0
_TINY = 1e-30


class RingLeaves:
    """Values at leaves, given the ranges of all seats."""

    def __init__(
        self,
        game: RingGame,
        heads_up: ClassLeafValues | None,
        *,
        boards: int = BOARDS,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        """Prepare to evaluate leaves.

        Args:
            game: The table.
            heads_up: What two seats win on a flop, like `PreflopNetworkLeaves`; None to check all
                hands down.
            boards: Number of sampled boards on which three and more seats compare hands, in each
                set of them.
            seed: Of the boards.
            threads: Number of threads; by default one per core.
        """
        self.game, self.heads_up, self.boards, self.seed = game, heads_up, boards, seed
        self.threads = thread_count(threads)
        self.use_boards(0)

    def use_boards(self, number: int) -> None:
        """Compare hands on one of many sets of boards from now on.

        Args:
            number: Of the set, from 0; sets share no boards except by chance.
        """
        masks = sample_boards(self.boards, (self.seed, number))
        strengths = strengths_on_boards(HOLE_MASKS, masks, np.uint16)
        self._boards = BoardShares(strengths, HOLE_CLASS.astype(np.uint8))

    def with_boards(self, boards: int, seed: int) -> RingLeaves:
        """Return the same values on other boards.

        Args:
            boards: Number of boards in each set.
            seed: Of the boards.
        """
        return RingLeaves(self.game, self.heads_up, boards=boards, seed=seed, threads=self.threads)

    @property
    def name(self) -> str:
        """What follows the betting before the flop."""
        return (
            "checked down" if self.heads_up is None else getattr(self.heads_up, "name", "network")
        )

    @property
    def error_pot_percent(self) -> float | None:
        """The measured error of values of two seats on flops in percent of the pot, if known."""
        return getattr(self.heads_up, "error_pot_percent", None)

    def beside_equity(self, leaves: Sequence[Leaf], reach: NDArray[np.float32]) -> Rows:
        """Return the chips that two seats win on a flop beside their equity.  [L, 2, C]

        Args:
            leaves: Leaves of two seats.
            reach: How often each class of each seat of the table gets there.  [L, P, C]
        """
        if self.heads_up is None:
            return np.zeros((len(leaves), 2, CLASS_COUNT))
        held = np.array([reach[at, list(leaf.seats)] for at, leaf in enumerate(leaves)], np.float64)
        chips = np.array([leaf.chips * leaf.kept for leaf in leaves]) * self.game.rules.chip
        beside: Rows = (self._on_flops(leaves, held) - equities(held)) * chips[:, None, None]
        return beside

    def values(
        self, leaves: Sequence[Leaf], reach: NDArray[np.float32], *, is_rough: bool = False
    ) -> Rows:
        """Return what three or more seats win at each leaf, in chips.  [L, S, C]

        Args:
            leaves: Leaves with the same number of seats in the hand.
            reach: How often each class of each seat of the table gets there.  [L, P, C]
            is_rough: Whether shares are estimated from equities against each of the others, which
                takes microseconds instead of milliseconds.
        """
        seats = np.array([leaf.seats for leaf in leaves])
        paid = np.array([leaf.paid for leaf in leaves], np.float64)
        won = np.repeat(-paid[:, :, None], CLASS_COUNT, axis=2)
        contests: dict[int, list[tuple[int, ContestedPot]]] = {}
        for at, leaf in enumerate(leaves):
            for pot in leaf.pots:
                contests.setdefault(len(pot.players), []).append((at, pot))
        for count, places in contests.items():
            rows = np.array([place for place, _ in places])
            players = np.array([pot.players for _, pot in places])
            held = reach[rows[:, None], players].astype(np.float64)
            chips = np.array([pot.chips * leaves[place].kept for place, pot in places])
            chosen = [leaves[place] for place, _ in places]
            shares = self._shares(count, chosen, held, is_rough=is_rough) * chips[:, None, None]
            column = (seats[rows][:, None] == players[:, :, None]).argmax(axis=2)
            np.add.at(won, (rows[:, None], column), shares)
        result: Rows = won * self.game.rules.chip
        return result

    def _shares(self, count: int, leaves: list[Leaf], held: Rows, *, is_rough: bool) -> Rows:
        """Return the shares of pots that `count` seats contest.  [L, count, C]"""
        if count == 1:
            return np.ones_like(held)
        if count == 2:
            return equities(held)
        return _rough(held) if is_rough else self._of_many(leaves, held)

    def _on_flops(self, leaves: Sequence[Leaf], held: Rows) -> Rows:
        """Return the shares of two seats that can bet on the flop, whatever others are in it."""
        assert self.heads_up is not None
        pots = np.array([leaf.chips * self.game.rules.chip for leaf in leaves])
        behind = np.array([leaf.behind for leaf in leaves])
        places = Leaves((), pots, behind, tuple(range(len(leaves))))
        won = self.heads_up.class_values(places, held)
        met = held[:, ::-1] @ class_odds().met.T.astype(np.float64)
        often = met * (CLASS_SIZES * OPPOSING_HANDS) * pots[:, None, None]
        shares = np.divide(won, often, out=equities(held) - 0.5, where=often > 0)
        result: Rows = np.maximum(shares + 0.5, 0.0)
        return result

    def _of_many(self, leaves: list[Leaf], held: Rows) -> Rows:
        shares = self._equity(held)
        played = [at for at, leaf in enumerate(leaves) if leaf.behind]
        if self.heads_up is not None and played:
            shares[played] *= self._realised([leaves[at] for at in played], held[played])
        return _normalised(shares, held)

    def _equity(self, held: Rows) -> Rows:
        """Return the shares of seats that check down.  [L, S, C]

        On the sampled boards, each class also has a share against each opponent alone, whose exact
        value is known. What is missing there corrects the shares against all.
        """
        rows = padded(held / np.maximum(held.max(axis=2, keepdims=True), _TINY))
        out, against = np.empty_like(rows), np.empty_like(rows)
        self._boards.shares(rows, self.threads, out, against)
        sampled = against[:, :, :CLASS_COUNT].astype(np.float64)
        exact = _equity_against(held)
        ratios = np.divide(exact, sampled, out=np.ones_like(held), where=sampled > 0)
        shares: Rows = out[:, :, :CLASS_COUNT] * _of_others(ratios) ** (_POWER / held.shape[1])
        return shares

    def _realised(self, leaves: list[Leaf], held: Rows) -> Rows:
        """Return how much of its equity each class realises, as a mean over opponents."""
        count = held.shape[1]
        ratios = np.zeros_like(held)
        for pair in combinations(range(count), 2):
            both = held[:, pair]
            equity = np.maximum(equities(both), _MIN_EQUITY)
            ratios[:, pair] += np.minimum(self._on_flops(leaves, both) / equity, _MAX_REALISED)
        result: Rows = ratios / (count - 1)
        return result


def equities(held: Rows) -> Rows:
    """Return the equity of classes of two seats; one half where no hand is met.  [L, 2, C]

    Args:
        held: How often each class of both is in the hand.  [L, 2, C]
    """
    return _equity_against(held)[:, ::-1]


def _equity_against(held: Rows) -> Rows:
    """Return the equity of each class against each range; one half against none.  [L, S, C]"""
    odds = class_odds()
    met = held @ odds.met.T.astype(np.float64)
    won = held @ odds.won.T.astype(np.float64)
    return np.divide(won, met, out=np.full_like(won, 0.5), where=met > 0)


def _of_others(rows: Rows) -> Rows:
    """Return, for each seat, the product of the others' rows.  [L, S, C]"""
    seats = range(rows.shape[1])
    return np.stack([np.delete(rows, seat, axis=1).prod(axis=1) for seat in seats], axis=1)


def _rough(held: Rows) -> Rows:
    """Return shares of a pot, estimated from equities against each of the others.  [L, S, C]"""
    shares = _of_others(_equity_against(held)) ** (_POWER / held.shape[1])
    return _normalised(shares, held)


def _normalised(shares: Rows, held: Rows) -> Rows:
    """Return shares scaled so that all seats' add up to 1 on average.  [L, S, C]"""
    often = held * DEALT * _of_others(held @ class_odds().met.T.astype(np.float64))
    means = (often * shares).sum(axis=2) / np.maximum(often.sum(axis=2), _TINY)
    total = means.sum(axis=1)
    result: Rows = shares / np.where(total > 0, total, 1.0)[:, None, None]
    return result


def sample_boards(count: int, seed: int | tuple[int, ...]) -> NDArray[np.uint64]:
    """Return masks of random boards of five cards, ten of each deck: no card is in two of them.

    Args:
        count: How many.
        seed: The same seed, or numbers, give the same boards.
    """
    rng = np.random.default_rng(seed)
    decks = rng.permuted(np.tile(np.arange(CARD_COUNT), (-(-count // _OF_A_DECK), 1)), axis=1)
    cards = decks[:, : _OF_A_DECK * _BOARD_CARDS].reshape(-1, _BOARD_CARDS)[:count]
    masks: NDArray[np.uint64] = (np.uint64(1) << cards.astype(np.uint64)).sum(
        axis=1, dtype=np.uint64
    )
    return masks
