"""Make the buckets of a spot: features of its hands, clustered street by street."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.abstraction import (
    HISTOGRAMS,
    CardAbstraction,
    ExactCards,
    StreetRecipe,
    board_equities,
    board_strengths,
    opponent_clusters,
    texture_classes,
)
from fifthstreet.cards import HOLE_COUNT
from fifthstreet.errors import InputError
from fifthstreet.solvers.abstracted import dividing
from fifthstreet.solvers.abstracted.spot_bucketing import (
    NO_BUCKET,
    Labels,
    SpotBuckets,
    spot_boards,
    spot_hands,
)
from fifthstreet.solvers.abstracted.warm_up import warm_up_features
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import STREET_NAMES

BoardClasses: TypeAlias = Literal["shared", "texture", "own"]
BOARD_CLASSES: tuple[BoardClasses, ...] = get_args(BoardClasses)
DEFAULT_METHOD = "warm-up"
_RESTARTS = 10
_WEIGHT_STEPS = 1_000  # weights of hands are rounded to whole multiples of 1 / _WEIGHT_STEPS

Features: TypeAlias = NDArray[Any]  # [R, 1326, D]


def spot_buckets(
    spot: Spot,
    recipe: int | StreetRecipe | Mapping[str, StreetRecipe] | CardAbstraction,
    *,
    boards: BoardClasses = "shared",
    opponents: ArrayLike | None = None,
    seed: int = 0,
) -> SpotBuckets:
    """Divide the hands of both players on all boards of a spot into buckets.

    Each player's range has its own buckets, except that a card abstraction divides all hands alike.

    Args:
        spot: A spot on a flop, turn or river.
        recipe: One recipe for all streets, or one for each street by name; a number is the number
            of buckets of `DEFAULT_METHOD`, which costs the least exploitability
            (docs/lab_notes/abstraction.md). Besides the methods of recipes for whole games there is
            `warm-up`, and `lossless` on all streets, which merges hands that differ only in suits.
            A card abstraction gives its own buckets, which all boards share.
        boards: Which boards of a street share buckets: `shared` (all, as in a whole game),
            `texture` (boards of the same texture) or `own` (none, so that each board has the
            recipe's number of buckets).
        opponents: Clusters of the opponent's hands for OCHS, by default the result of
            `opponent_clusters`, which takes ten seconds.
        seed: Seed of the clustering.

    Returns:
        The bucket of each hand on each board of each street.

    Raises:
        InputError: If the recipe does not fit the streets of the spot.
        NotEnoughMemoryError: If the features of `warm-up` do not fit into memory.

    >>> spot = Spot.of("QsJh2h7c", 100, 200, oop="20%", ip="20%")
    >>> spot_buckets(spot, StreetRecipe("ehs-percentile", 10))
    <SpotBuckets: 10 and 10, 10 and 10 buckets>
    """
    if boards not in BOARD_CLASSES:
        raise InputError(f"boards must be one of {', '.join(BOARD_CLASSES)}, got {boards!r}")
    if isinstance(recipe, CardAbstraction):
        return _shared_buckets(spot, recipe)
    names = STREET_NAMES[spot.street :]
    if isinstance(recipe, int):
        recipe = StreetRecipe(DEFAULT_METHOD, recipe, restarts=_RESTARTS)
    recipes = dict.fromkeys(names, recipe) if isinstance(recipe, StreetRecipe) else dict(recipe)
    if set(recipes) != set(names):
        raise InputError(f"recipe must be for {', '.join(names)}, got {', '.join(recipes)}")
    for name, street in recipes.items():
        dividing.check_method(street, name, name)
    return _Maker(spot, [recipes[name] for name in names], boards, opponents, seed).make()


def _shared_buckets(spot: Spot, abstraction: CardAbstraction) -> SpotBuckets:
    """Return the buckets of a card abstraction on the boards of a spot."""
    labels = [
        abstraction.buckets_of_boards(boards).astype(np.int32) for boards in spot_boards(spot)
    ]
    return SpotBuckets.of(spot, [(each, each) for each in labels])


def lossless_labels(spot: Spot, street: int, player: int) -> Labels:
    """Return labels that are equal for hands and runouts that differ only in suits.  [R, 1326]

    Args:
        spot: Its board and ranges determine which suits are alike.
        street: 0 for the street of the spot, 1 for the next one.
        player: 0 for OOP, 1 for IP. Hands that are not in the player's range have `NO_BUCKET`.
    """
    key = ExactCards.for_game(spot.live_ranges, spot.board)
    boards = spot_boards(spot)[: street + 1]
    runouts: list[tuple[int, ...]] = [spot.board]
    for masks, following in pairwise(boards):
        cards = len(following) // len(masks)
        dealt = np.bitwise_xor(following, np.repeat(masks, cards)).tolist()
        runouts = [
            (*runouts[number // cards], card.bit_length() - 1) for number, card in enumerate(dealt)
        ]
    keys = np.array([key.keys(runout) for runout in runouts])
    is_held = spot_hands(spot, player, boards[-1])
    labels = np.full(is_held.shape, NO_BUCKET, np.int32)
    labels[is_held] = np.unique(keys[is_held], return_inverse=True)[1]
    return labels


class _Maker:
    """Makes the buckets for `spot_buckets`, from the river up."""

    def __init__(
        self,
        spot: Spot,
        recipes: list[StreetRecipe],
        board_classes: BoardClasses,
        opponents: ArrayLike | None,
        seed: int,
    ) -> None:
        self._spot, self._recipes = spot, recipes
        self._board_classes, self._seed = board_classes, seed
        self._opponents: dict[int, ArrayLike] = {}
        if opponents is not None:
            self._opponents = {recipe.opponents: opponents for recipe in recipes}
        self._boards = spot_boards(spot)
        self._labels: dict[tuple[int, int], Labels] = {}  # by street and player
        self._warm: list[tuple[NDArray[np.float32], NDArray[np.float32]]] = []

    def make(self) -> SpotBuckets:
        streets = range(len(self._boards))
        for street in reversed(streets):
            for player in (0, 1):
                self._labels[street, player] = self._street(street, player)
        pairs = [(self._labels[street, 0], self._labels[street, 1]) for street in streets]
        return SpotBuckets.of(self._spot, pairs)

    def _street(self, street: int, player: int) -> Labels:
        spot, boards, recipe = self._spot, self._boards[street], self._recipes[street]
        lossless = lossless_labels(spot, street, player)
        if recipe.method == "lossless":
            return lossless
        features = self._features(street, player, recipe)
        is_held = lossless != NO_BUCKET
        weights = np.broadcast_to(spot.ranges[player].weights, is_held.shape)
        labels = np.full(is_held.shape, NO_BUCKET, np.int32)
        classes = self._classes(boards)
        for number in range(int(classes.max()) + 1):
            chosen = is_held & (classes == number)[:, None]
            if chosen.any():
                whole = np.maximum(np.rint(weights[chosen] * _WEIGHT_STEPS), 1).astype(np.uint32)
                divided = dividing.divide(features[chosen], whole, recipe, self._seed)
                labels[chosen] = labels.max() + 1 + divided.astype(np.int32)
        return labels

    def _classes(self, boards: NDArray[np.uint64]) -> NDArray[np.int64]:
        if self._board_classes == "texture":
            return texture_classes(boards)
        return np.arange(len(boards)) * (self._board_classes == "own")

    def _features(self, street: int, player: int, recipe: StreetRecipe) -> Features:
        method = recipe.method
        if method == "warm-up":
            self._warm = self._warm or warm_up_features(self._spot)
            lossless = lossless_labels(self._spot, street, player)
            is_held, features = lossless != NO_BUCKET, self._warm[street][player]
            averaged = np.zeros_like(features)
            averaged[is_held] = dividing.class_means(features[is_held], lossless[is_held])
            return averaged
        if method == "ochs":
            if recipe.opponents not in self._opponents:
                self._opponents[recipe.opponents] = opponent_clusters(recipe.opponents)
            clusters = self._opponents[recipe.opponents]
            return self._of_boards(street, lambda board: board_equities(board, clusters))
        if method == "potential-aware":
            return self._next_counts(street, player, recipe.bins)
        bins = recipe.bins if method in HISTOGRAMS else None
        name = "ehs_squared" if method == "ehs2" else "ehs" if bins is None else "histogram"

        def feature(board: int) -> NDArray[Any]:
            return np.asarray(getattr(board_strengths(board, bins=bins), name))

        features = self._of_boards(street, feature)
        return features if bins is not None else features[:, :, None]

    def _of_boards(self, street: int, feature: Callable[[int], NDArray[Any]]) -> Features:
        """Return a feature of the hands on each runout; it is computed once for each board."""
        boards, runouts = np.unique(self._boards[street], return_inverse=True)
        return np.array([feature(board) for board in boards.tolist()])[runouts]

    def _next_counts(self, street: int, player: int, bins: int) -> NDArray[np.uint16]:
        """Count the cards that lead to each bucket of the next street, from weak to strong.

        Buckets are put in order by their mean strength, and into at most `bins` groups.
        """
        boards, following = self._boards[street], self._labels[street + 1, player]
        strengths = self._of_boards(street + 1, lambda board: board_strengths(board).ehs)
        has_bucket = following != NO_BUCKET
        group = dividing.strength_groups(following[has_bucket], strengths[has_bucket], bins)
        counts = np.zeros((len(boards), HOLE_COUNT, int(group.max()) + 1), np.uint16)
        for runout, rows in enumerate(following.reshape(len(boards), -1, HOLE_COUNT)):
            for row in rows:
                hands = np.flatnonzero(row != NO_BUCKET)
                counts[runout, hands, group[row[hands]]] += 1
        return counts
