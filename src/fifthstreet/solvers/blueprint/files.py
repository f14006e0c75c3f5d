"""Files of trained strategies: one byte for each action of each row.

A file has the rules of the betting tree, the ranges and the hash of the card abstraction, but not
the abstraction itself, which is many times larger and the same for many strategies. A row holds
probabilities in units of 1/255 that sum to 255, so they differ from the training by less than 1/255
and still sum to one. Rows of zeros were never played and are read as uniform play.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import CardAbstraction, Recipe, load_abstraction
from fifthstreet.cards import HOLE_MASKS, Range, cards_text, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.line_summaries import BETTING
from fifthstreet.solvers.blueprint.solver import BlueprintSolver, tree_digest
from fifthstreet.solvers.blueprint.tables import RowLayout
from fifthstreet.solvers.postflop import normalised
from fifthstreet.support import storage
from fifthstreet.tree import BettingTree, Rake, TreeRules, build_tree
from fifthstreet.tree.strategy import BOARD_CARDS, HoleArray, PlainStrategy, check_place

KIND = "blueprint"  # of files
WHOLE = 255  # sum of the entries of a row
_BLOCKED = 0xFFFF
_MAX_NODES = 50_000_000
_CACHED_BOARDS = 64  # whose buckets are kept, because a hand needs the same board many times
_FACTS = {
    "game": str,
    "rules": dict,
    "tree": str,
    "ranges": list,
    "board": str,
    "rake": list,
    "key": dict,
    "iteration": int,
    "betting": str,
}
_KEY = {"kind": str, "counts": dict, "recipe": dict | None, "hash": str}


class BucketStrategy(PlainStrategy):
    """A strategy with one row for each decision and bucket, as `save_blueprint` writes it."""

    kind = "blueprint"

    def __init__(
        self,
        tree: BettingTree,
        ranges: tuple[Range, ...],
        board: tuple[int, ...],
        abstraction: CardAbstraction,
        rows: NDArray[np.uint8],
        *,
        rake: Rake,
        iterations: int,
        betting: str = "exact",
    ) -> None:
        """Take the rows of all decisions in the order of `RowLayout`, in units of 1/255."""
        super().__init__(tree, ranges, board, rake=rake)
        self._layout = RowLayout.for_buckets(tree, abstraction.native, betting)
        if rows.shape != (self._layout.cells,):
            raise InputError(
                f"rows must have {self._layout.cells:,} probabilities, got {rows.size:,}"
            )
        self.abstraction, self.iterations, self._rows = abstraction, iterations, rows
        self._buckets = lru_cache(maxsize=_CACHED_BOARDS)(abstraction.buckets)

    def __repr__(self) -> str:
        return (
            f"<BucketStrategy: {len(self._ranges)} players, {self._layout.rows:,} information "
            f"sets, {self.iterations:,} traversals>"
        )

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]

        Uniform where a bucket was never played, NaN where the board blocks a hand.
        """
        check_place(self, node, board)
        actions, first = int(self._tree.n_children[node]), int(self._layout.first[node])
        buckets = self._buckets(board)
        held = buckets != _BLOCKED
        count = self.abstraction.native.count(len(board))
        shares = normalised(self._rows[first : first + count * actions].reshape(count, actions).T)
        out: HoleArray = shares[:, np.where(held, buckets, 0)]
        out[:, ~held] = np.nan
        return out

    def bucket_probabilities(self, node: int, cards: int) -> HoleArray:
        """Return how often each bucket takes each action at a decision.  [A, B]

        Args:
            node: A decision.
            cards: Number of cards on the board there.
        """
        actions, first = int(self._tree.n_children[node]), int(self._layout.first[node])
        count = self.abstraction.native.count(cards)
        rows: HoleArray = normalised(
            self._rows[first : first + count * actions].reshape(count, actions).T
        )
        return rows

    def buckets(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """Return the bucket of each hand on a board, 0 for hands that it blocks.  [1326]"""
        found = self._buckets(board)
        return np.where(found == _BLOCKED, 0, found).astype(np.int64)

    def hand_probabilities(self, node: int, board: tuple[int, ...], hand: int) -> HoleArray:
        """Return how often one hand takes each action at a decision.  [A]"""
        check_place(self, node, board)
        actions, first = int(self._tree.n_children[node]), int(self._layout.first[node])
        bucket = np.empty(1, np.uint16)
        bad_row = self.abstraction.native.buckets_of_masks(
            HOLE_MASKS[hand : hand + 1],
            np.array([sum(1 << card for card in board)], np.uint64),
            bucket,
            1,
        )
        if bad_row >= 0:  # the hand shares a card with the board
            return np.full(actions, np.nan)
        start = first + int(bucket[0]) * actions
        row = self._rows[start : start + actions].tolist()
        total = sum(row)
        return np.array([share / total for share in row] if total else [1 / actions] * actions)

    def paired_probabilities(
        self, nodes: NDArray[np.int64], boards: NDArray[np.int64], hands: NDArray[np.int64]
    ) -> HoleArray:
        """Return how often each of K hands takes each action at its own decision.  [K, A]"""
        actions = self._tree.n_children[nodes].astype(np.int64)[:, None]
        cards = np.array(BOARD_CARDS)[self._tree.street[nodes]]
        masks = np.left_shift(np.uint64(1), boards.astype(np.uint64))
        masks[np.arange(boards.shape[1]) >= cards[:, None]] = 0
        buckets = self.abstraction.buckets_of_masks(
            HOLE_MASKS[hands], masks.sum(axis=1, dtype=np.uint64)
        )
        starts = self._layout.first[nodes] + buckets * actions[:, 0]
        place = np.arange(int(actions.max()))
        is_action = place < actions
        rows = np.where(is_action, self._rows[np.where(is_action, starts[:, None] + place, 0)], 0)
        totals = rows.sum(axis=1, keepdims=True)
        shares: HoleArray = np.where(totals > 0, rows / np.maximum(totals, 1), is_action / actions)
        return shares


def current_strategy(solver: BlueprintSolver) -> BucketStrategy:
    """Return the current average strategy of a training on buckets, rounded as in a file.

    It needs a quarter of the memory of the averages, and is faster to play than `solver.average()`.

    Args:
        solver: The training, which may be running in another thread.

    Raises:
        InputError: If the training is on exact cards instead of buckets.
    """
    if not isinstance(solver.key, CardAbstraction):
        raise InputError("the training must be on buckets, got exact cards")
    with solver.turns:
        rows, iteration = solver.quantised(), solver.iteration
    return BucketStrategy(
        solver.tree,
        solver.ranges,
        solver.board,
        solver.key,
        rows,
        rake=solver.rake,
        iterations=iteration,
        betting=solver.betting,
    )


def save_blueprint(solver: BlueprintSolver, path: str | os.PathLike[str]) -> None:
    """Write the average strategy of a training on buckets to a file.

    Args:
        solver: The training, which may be running in another thread.
        path: An existing file is replaced only when the new one is complete.

    Raises:
        InputError: If the training is on exact cards instead of buckets.
    """
    with solver.turns:
        rows, iteration = solver.quantised(), solver.iteration
    rake = solver.rake
    facts = {
        "game": solver.game_name,
        "rules": solver.tree.rules.to_dict(),
        "tree": tree_digest(solver.tree),
        "ranges": [range_.text() for range_ in solver.ranges],
        "board": cards_text(solver.board),
        "rake": [rake.rate, None if rake.cap == float("inf") else rake.cap],
        "key": solver.key.to_dict(),
        "iteration": iteration,
    }
    if solver.betting != "exact":  # which earlier versions do not know
        facts["betting"] = solver.betting
    with storage.replacing(path) as file:
        storage.write_container(file, KIND, facts, {"rows": rows})


def open_blueprint(
    path: str | os.PathLike[str], *, abstraction: CardAbstraction | None = None
) -> BucketStrategy:
    """Load a strategy written by `save_blueprint`; the whole file is verified.

    Args:
        path: The file of the strategy.
        abstraction: The card abstraction that the strategy was trained with. By default it is built
            from the recipe in the file, or read from the cache.

    Returns:
        The strategy.

    Raises:
        InputError: If the file cannot be read, or if the strategy was trained with another card
            abstraction.
        DamagedFileError: If the file is damaged or of another kind.
    """
    container = storage.open_container(path, KIND)
    with storage.reading(path):
        facts = storage.checked_types({"betting": "exact"} | container.facts, _FACTS)
        if facts["betting"] not in BETTING:
            raise InputError(f"betting must be {' or '.join(BETTING)}, got {facts['betting']!r}")
        key = storage.checked_types(facts["key"], _KEY)
        tree = _tree(facts)
        ranges = tuple(Range.parse(text) for text in facts["ranges"])
        board = tuple(int(card) for card in parse_cards(facts["board"]))
        rate, cap = facts["rake"]
        rake = Rake(rate, float("inf") if cap is None else cap)
        iterations = storage.whole_number("iteration", facts["iteration"])
    abstraction = abstraction or _abstraction(path, key)
    if abstraction.hash != key["hash"]:
        raise InputError(
            f"abstraction must be the one that {path} was trained with, got {abstraction!r}"
        )
    rows = container.read("rows")
    with storage.reading(path):
        if rows.dtype != np.uint8:
            raise InputError(f"rows must be uint8, got {rows.dtype}")
        return BucketStrategy(
            *(tree, ranges, board, abstraction, rows),
            rake=rake,
            iterations=iterations,
            betting=facts["betting"],
        )


def _tree(facts: dict[str, Any]) -> BettingTree:
    tree = build_tree(TreeRules.from_dict(facts["rules"]), max_nodes=_MAX_NODES)
    if tree_digest(tree) != facts["tree"]:
        raise InputError("the betting tree does not match its rules")
    return tree


def _abstraction(path: str | os.PathLike[str], key: dict[str, Any]) -> CardAbstraction:
    if key["recipe"] is None:
        raise InputError(f"{path} has no recipe of its card abstraction: specify the abstraction")
    with storage.reading(path):
        recipe = Recipe.from_dict(key["recipe"])
    return load_abstraction(recipe)
