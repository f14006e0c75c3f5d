"""Buckets of the hands of limit games with small decks, remembered round by round.

Such a game can also be solved without abstraction, and best responses are exact, which shows the
cost of each method of card abstraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import HISTOGRAMS, StreetRecipe
from fifthstreet.errors import InputError
from fifthstreet.solvers.abstracted import dividing
from fifthstreet.solvers.abstracted.limit_hands import LimitHands
from fifthstreet.solvers.abstracted.tree import AbstractedTree
from fifthstreet.solvers.abstracted.warm_up import ITERATIONS, limited_gains
from fifthstreet.solvers.cfr import FullSolver, GameTree
from fifthstreet.solvers.common import Linear
from fifthstreet.solvers.games import LimitPoker
from fifthstreet.tree import STREET_NAMES

Labels: TypeAlias = NDArray[np.int32]  # [V]
Gains: TypeAlias = NDArray[np.float32]  # [V, D]


@dataclass(frozen=True, eq=False, repr=False)
class LimitBuckets:
    """Buckets of the hands of each round and player of a limit game."""

    hands: LimitHands
    labels: tuple[tuple[Labels, Labels], ...]  # by round and player

    def __repr__(self) -> str:
        counts = [[len(np.unique(labels)) for labels in pair] for pair in self.labels]
        parts = ", ".join(f"{first:,} and {second:,}" for first, second in counts)
        return f"<LimitBuckets: {parts} buckets>"

    def abstracted(self, tree: GameTree) -> AbstractedTree:
        """Merge the information sets of the game's tree that have the same buckets and betting.

        Instead of cards, a player knows the buckets of their hand in this and all earlier rounds
        (perfect recall): `3-5|kbc/b` is bucket 5 of the second round, after bucket 3.
        """
        sequences = [self._sequences(player) for player in (0, 1)]
        places = self.hands.places(tree)
        keys = [
            f"{sequences[player][round][hand]}|{betting}"
            for player, (round, hand, betting) in zip(
                tree.info_player.tolist(), places, strict=True
            )
        ]
        return AbstractedTree.of(tree, keys)

    def _sequences(self, player: int) -> list[list[str]]:
        """Return the text of the buckets so far, by round and hand."""
        result: list[list[str]] = []
        for round, pair in enumerate(self.labels):
            labels = pair[player].tolist()
            if not round:
                result.append([str(label) for label in labels])
                continue
            before = result[-1]
            origins = self.hands.origins(round).tolist()
            result.append(
                [f"{before[origin]}-{label}" for origin, label in zip(origins, labels, strict=True)]
            )
        return result


def limit_buckets(
    game: LimitPoker,
    tree: GameTree,
    recipe: StreetRecipe | Sequence[StreetRecipe],
    *,
    seed: int = 0,
) -> LimitBuckets:
    """Divide the hands of a limit game for two players into buckets, in all rounds.

    All boards of a round share buckets.

    Args:
        game: Features of hands are computed with its deck.
        tree: The flattened game; only the method `warm-up` uses it.
        recipe: One recipe for all rounds, or one for each. Methods are the same as in
            `spot_buckets`.
        seed: Seed of the clustering.

    Returns:
        The buckets of each player's hands, separately in each round.

    Raises:
        InputError: If the number of recipes is wrong, or if a round does not support its method.

    >>> from fifthstreet.solvers.cfr import flatten
    >>> from fifthstreet.solvers.games import leduc
    >>> game = leduc(ranks=6)
    >>> tree = flatten(game)
    >>> buckets = limit_buckets(game, tree, StreetRecipe("ehs", 4))
    >>> buckets, len(buckets.abstracted(tree).tree.keys)
    (<LimitBuckets: 4 and 4, 4 and 4 buckets>, 294)
    """
    rounds = len(game.board)
    recipes = [recipe] * rounds if isinstance(recipe, StreetRecipe) else list(recipe)
    if len(recipes) != rounds:
        raise InputError(f"recipe must be one for each of {rounds} rounds, got {len(recipes)}")
    for number, each in enumerate(recipes):
        # Hands of the last round have no histograms, as on the river; others are as on the turn.
        street = STREET_NAMES[-1] if number == rounds - 1 else STREET_NAMES[-2]
        dividing.check_method(each, street, f"round {number + 1}")
    return _Maker(LimitHands(game), tree, recipes, seed).make()


def limit_warm_up(
    hands: LimitHands, tree: GameTree, *, iterations: int = ITERATIONS
) -> list[tuple[Gains, Gains]]:
    """Return features of the hands of each round and player: [V, D] each.

    As in `warm_up_features`, they are the gains of actions over the mean of a decision's actions:
    here the differences between the regrets of linear CFR, which are means of such gains over the
    iterations. Hands that differ only in suits have the mean of their gains, because rounding may
    break a tie differently for each of them.

    Args:
        hands: The hands of the game's rounds.
        tree: The flattened game.
        iterations: Number of iterations of linear CFR.
    """
    solver = FullSolver(tree, schedule=Linear())
    solver.iterate(iterations)
    counts = np.diff(tree.first_action)
    means = np.add.reduceat(solver.regrets, tree.first_action[:-1]) / counts
    tables = _by_hand(hands, tree, solver.regrets - np.repeat(means, counts))
    limited = {
        (round, player): limited_gains(dividing.class_means(table, hands.rounds[round].class_of))
        for (round, player), table in tables.items()
    }
    return [(limited[round, 0], limited[round, 1]) for round in range(len(hands.rounds))]


def _by_hand(
    hands: LimitHands, tree: GameTree, numbers: NDArray[np.float64]
) -> dict[tuple[int, int], Gains]:
    """Arrange numbers of all actions, [A], in a row for each hand, by round and player."""
    columns: dict[tuple[int, int, str], slice] = {}  # by round, player and betting
    widths: dict[tuple[int, int], int] = {}
    places = [
        (round, player, betting, hand)
        for player, (round, hand, betting) in zip(
            tree.info_player.tolist(), hands.places(tree), strict=True
        )
    ]
    counts = np.diff(tree.first_action).tolist()
    for (round, player, betting, _), count in zip(places, counts, strict=True):
        if (round, player, betting) not in columns:
            first = widths.get((round, player), 0)
            columns[round, player, betting] = slice(first, first + count)
            widths[round, player] = first + count
    tables = {
        (round, player): np.zeros((len(hands.rounds[round]), width), np.float32)
        for (round, player), width in widths.items()
    }
    starts = tree.first_action[:-1].tolist()
    for (round, player, betting, hand), start, count in zip(places, starts, counts, strict=True):
        row = tables[round, player][hand]
        row[columns[round, player, betting]] = numbers[start : start + count]
    return tables


class _Maker:
    """The work of `limit_buckets`, from the last round up."""

    def __init__(
        self, hands: LimitHands, tree: GameTree, recipes: list[StreetRecipe], seed: int
    ) -> None:
        self._hands, self._tree, self._recipes, self._seed = hands, tree, recipes, seed
        self._labels: dict[tuple[int, int], Labels] = {}  # by round and player
        self._warm: list[tuple[Gains, Gains]] = []

    def make(self) -> LimitBuckets:
        rounds = range(len(self._recipes))
        for round in reversed(rounds):
            for player in (0, 1):
                self._labels[round, player] = self._round(round, player)
        pairs = tuple((self._labels[round, 0], self._labels[round, 1]) for round in rounds)
        return LimitBuckets(self._hands, pairs)

    def _round(self, round: int, player: int) -> Labels:
        hands, recipe = self._hands.rounds[round], self._recipes[round]
        if recipe.method == "lossless":
            return hands.class_of.astype(np.int32)
        points = self._features(round, player, recipe)[hands.class_first]
        divided = dividing.divide(points, hands.class_size, recipe, self._seed)
        return divided.astype(np.int32)[hands.class_of]

    def _features(self, round: int, player: int, recipe: StreetRecipe) -> NDArray[Any]:
        method = recipe.method
        if method == "warm-up":
            self._warm = self._warm or limit_warm_up(self._hands, self._tree)
            return self._warm[round][player]
        if method == "ochs":
            return self._hands.opponent_equities(recipe.opponents, seed=self._seed)
        if method == "potential-aware":
            return self._next_counts(round, player, recipe.bins)
        if method in HISTOGRAMS:
            return self._hands.histograms(round, recipe.bins)
        if method == "ehs2":
            return self._hands.ehs_squared(round)[:, None]
        return self._hands.ehs(round)[:, None]

    def _next_counts(self, round: int, player: int, bins: int) -> NDArray[np.uint16]:
        """Count the deals that lead to each bucket of the next round, from weak to strong."""
        following = self._labels[round + 1, player]
        group = dividing.strength_groups(following, self._hands.ehs(round + 1), bins)
        counts = np.zeros((len(self._hands.rounds[round]), int(group.max()) + 1), np.uint16)
        np.add.at(counts, (self._hands.origins(round + 1), group[following]), 1)
        return counts
