"""Hold'em by sampling: external-sampling MCCFR over single deals.

Lanctot, Waugh, Zinkevich & Bowling (2009), "Monte Carlo sampling for regret minimization in
extensive games". A traversal deals two hands from the ranges and what is missing of the board, then
goes through the betting with all actions of one player and a sampled one of the other; players take
turns. Only information sets that were come to take memory: (betting, own hand, board so far),
exact, up to the names of suits.

Traversals run in batches against the tables as they stood when the batch began, and their updates
are added in order: results depend on the seed and the batch, not on the number of threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import (
    HOLE_COUNT,
    HOLE_MASKS,
    Range,
    cards_text,
    parse_hole,
    stabiliser,
)
from fifthstreet.cards.matchups import count_matchups
from fifthstreet.hands import STANDARD_HIGH
from fifthstreet.solvers.cfr.schemes import LinearWeights, Pruning, Uniform
from fifthstreet.solvers.postflop.estimate import available_bytes
from fifthstreet.solvers.postflop.plan import end_payoffs
from fifthstreet.solvers.postflop.spot import Spot, parse_board
from fifthstreet.threads import thread_count
from fifthstreet.tree import Kind

BOARD_CARDS = 5
PRECISIONS = ("float32", "bfloat16")

_DRAWN = -1  # a card of the board that is dealt anew in every traversal
_STEP_SECONDS = 0.25  # of batches between two chances to be interrupted
_LEAST_MEETING = 1e-4  # share of drawn pairs of hands that may be dealt: others are drawn again
_NO_LIMIT = (1 << 64) - 1
_LINEAR = LinearWeights()


@dataclass(frozen=True)
class DealsProgress:
    """How far sampling is."""

    iteration: int
    seconds: float  # of this run
    information_sets: int
    memory: int  # bytes


Reporter = Callable[[DealsProgress], bool | None]


class DealsSolver:
    """MCCFR of a spot over sampled deals: it can be run, looked at, and run on.

    `any_board` deals the flop as well, whatever the spot's own board is; `deal` fixes both hands
    and `runout` the cards to come. With `lock_free` threads update shared rows at once, which is
    faster but no longer the same from run to run. By default traversal t weighs t; nothing is
    pruned on the river.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solver = DealsSolver(spot, batch=64)
    >>> solver.run(iterations=20_000)
    >>> solver.strategy("r:b50", "QcQd")["f"] < 0.01
    True
    """

    def __init__(
        self,
        spot: Spot,
        *,
        seed: int = 0,
        threads: int | None = 1,
        lock_free: bool = False,
        batch: int = 1024,
        weighting: Uniform | LinearWeights = _LINEAR,
        pruning: Pruning | None = None,
        precision: str = "float32",
        memory_limit: int | None = None,
        any_board: bool = False,
        deal: tuple[str, str] | None = None,
        runout: str = "",
    ) -> None:
        """Check and lay out the game; `memory_limit` is in bytes, by default what is free."""
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"seed is {seed}; want 0 to 2^64 - 1")
        if batch < 1:
            raise ValueError(f"batch is {batch}; want 1 traversal or more")
        if precision not in PRECISIONS:
            raise ValueError(f"no precision {precision!r}; want {' or '.join(PRECISIONS)}")
        if memory_limit is not None and memory_limit < 1:
            raise ValueError(f"memory_limit is {memory_limit}; want 1 byte or more")
        if not isinstance(weighting, Uniform | LinearWeights):
            raise ValueError(f"weighting is {weighting!r}; want Uniform() or LinearWeights()")
        spot.check_as_game()
        self.first_board = _first_board(spot, any_board)  # cards that are there from the start
        self.runout = _runout(self.first_board, runout)  # cards to come, if they are known
        cards = [*self.first_board, *self.runout]
        self.spot = replace(spot, ranges=_ranges(spot, deal, cards))
        self.threads = thread_count(threads)
        self.batch = batch
        self.weighting = weighting
        self._memory_limit = memory_limit or available_bytes() or _NO_LIMIT
        self._facts: dict[str, Any] = {  # what results depend on
            "spot": self.spot.to_dict(),
            "any_board": any_board,
            "runout": cards_text(self.runout),
            "seed": seed,
            "batch": batch,
            "weighting": repr(self.weighting),
            "pruning": repr(pruning),
            "precision": precision,
        }
        self._sampler = _native.DealSampler(
            STANDARD_HIGH.evaluator,
            _game(self.spot, self.first_board, self.runout),
            {
                "seed": seed,
                "batch": batch,
                "linear": isinstance(weighting, LinearWeights),
                "prune_below": pruning.below if pruning else 0.0,
                "prune_share": pruning.share if pruning else 0.0,
                "prune_after": pruning.after if pruning else 0,
                "half": precision == "bfloat16",
                "lock_free": lock_free,
                "memory_limit": self._memory_limit,
            },
        )
        self._pace = _STEP_SECONDS  # seconds that a batch took last

    def __repr__(self) -> str:
        """Board, traversals, information sets."""
        board = cards_text(self.first_board) or "any board"
        return (
            f"<DealsSolver on {board}: {self.iteration:,} traversals, "
            f"{self.information_sets:,} information sets>"
        )

    @property
    def iteration(self) -> int:
        """Traversals so far; players take turns."""
        return self._sampler.iteration

    @property
    def information_sets(self) -> int:
        """Information sets in the tables."""
        return self._sampler.information_sets

    @property
    def table_bytes(self) -> int:
        """Memory of the tables."""
        return self._sampler.table_bytes

    @property
    def memory(self) -> int:
        """Memory of tables and logs in bytes."""
        return self._sampler.table_bytes + self._sampler.log_bytes

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        progress: Reporter | None = None,
    ) -> None:
        """So many traversals more, in whole batches, or as many as fit into the time.

        `progress` hears of it a few times a second and stops the run by returning False. Raises
        MemoryError, with everything up to then kept, if the next batch might not fit into memory.
        """
        if iterations is None and seconds is None:
            raise ValueError("how long is not said; want iterations or seconds")
        if iterations is not None and iterations < 0:
            raise ValueError(f"iterations is {iterations}; want 0 or more")
        if seconds is not None and not seconds >= 0:
            raise ValueError(f"seconds is {seconds:g}; want 0 or more")
        start = time.perf_counter()
        left = inf if iterations is None else -(-iterations // self.batch)
        until = inf if seconds is None else seconds
        while left > 0 and (spent := time.perf_counter() - start) < until:
            most = min(_STEP_SECONDS, until - spent) / self._pace
            step = int(min(left, max(1, most)))
            self._run_batches(step)
            left -= step
            self._pace = (time.perf_counter() - start - spent) / step
            if progress is not None and progress(self._progress(start)) is False:
                return

    def _run_batches(self, count: int) -> None:
        if not self._sampler.run(count, self.threads):
            raise MemoryError(
                f"the next batch may need more than {self._memory_limit / 1e6:,.0f} MB of memory "
                f"({self.information_sets:,} information sets take {self.memory / 1e6:,.0f} MB); "
                "want a higher memory_limit, precision 'bfloat16' or fewer bet sizes"
            )

    def _progress(self, start: float) -> DealsProgress:
        seconds = time.perf_counter() - start
        return DealsProgress(self.iteration, seconds, self.information_sets, self.memory)

    # Strategies.

    def probabilities(self, node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        """Average strategy of all hands at a node of the betting tree, [A, 1326].

        Uniform where a hand was never seen, NaN where the board blocks it.
        """
        self._check_board(node, board)
        out = np.empty((int(self.spot.tree.n_children[node]), HOLE_COUNT))
        self._sampler.average(node, list(board), HOLE_MASKS, out)
        return out

    def node(self, path: str, board: str | None = None) -> NDArray[np.float64]:
        """Average strategy at a path, [A, 1326]; see `probabilities`.

        `board` is all of it, like "QsJh2h8c"; without it the path names the cards of its deals.
        """
        node, named = self.spot.tree.find(path)
        return self.probabilities(
            node, (*self.first_board, *named) if board is None else parse_board(board)
        )

    def strategy(self, path: str, hand: str, board: str | None = None) -> dict[str, float]:
        """Average strategy of a hand at a path: how often it takes each action."""
        row = self.node(path, board)[:, parse_hole(hand)]
        if np.isnan(row).any():
            raise ValueError(f"hand {hand} shares a card with the board")
        actions = self.spot.tree.actions(self.spot.tree.find(path)[0])
        return dict(zip(actions, row.tolist(), strict=True))

    def _check_board(self, node: int, board: tuple[int, ...]) -> None:
        tree = self.spot.tree
        if not 0 <= node < len(tree) or tree.kind[node] != Kind.ACTION:
            raise ValueError(f"nobody acts at node {node}; want a decision")
        wanted = int(tree.street[node]) + 2
        if len(board) != wanted or len(set(board)) != wanted or not all(0 <= c < 52 for c in board):
            raise ValueError(f"board {cards_text(board)!r}; want {wanted} different cards")
        first = len(self.first_board)
        known = self.runout[: wanted - first]
        if set(board[:first]) != set(self.first_board) or board[first:][: len(known)] != known:
            raise ValueError(
                f"board {cards_text(board)} is never seen; "
                f"want one that goes on from {cards_text([*self.first_board, *known])}"
            )

    # States.

    def state(self) -> dict[str, Any]:
        """All that the solver has found out: `facts` as plain data, and arrays."""
        words, lengths = self._sampler.save()
        return {
            "facts": {**self._facts, "iteration": self.iteration},
            "rows": words,
            "shard_words": np.array(lengths, np.int64),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state: the next traversals are, to the bit, those it would have had."""
        facts = dict(state["facts"])
        iteration = facts.pop("iteration")
        for name, own in self._facts.items():
            if facts.get(name) != own:
                raise ValueError(f"the state has another {name}; want that of this solver")
        rows, lengths = state["rows"], state["shard_words"]
        if not self._sampler.load(rows, lengths.tolist(), iteration):
            raise ValueError("the state's rows are damaged; want those that state() gave")


def _first_board(spot: Spot, any_board: bool) -> tuple[int, ...]:
    if any_board and spot.street != 1:
        raise ValueError(f"any_board with a board of {len(spot.board)} cards; want a flop's tree")
    return () if any_board else spot.board


def _runout(first_board: tuple[int, ...], text: str) -> tuple[int, ...]:
    cards = parse_board(text) if text else ()
    if not cards:
        return ()
    if not first_board:
        raise ValueError("a runout with any_board; want one or the other")
    if len(cards) != BOARD_CARDS - len(first_board) or len({*cards, *first_board}) < BOARD_CARDS:
        missing = BOARD_CARDS - len(first_board)
        raise ValueError(f"runout is {text!r}; want {missing} cards that are not on the board")
    return cards


def _ranges(spot: Spot, deal: tuple[str, str] | None, cards: list[int]) -> tuple[Range, Range]:
    """What is dealt from: the ranges, or single hands, without hands that known cards block."""
    mask = sum(1 << card for card in cards)
    given = spot.ranges
    if deal is not None:
        first, second = (np.arange(HOLE_COUNT) == parse_hole(hand) for hand in deal)
        given = (Range(first), Range(second))
    left = (given[0].without(mask), given[1].without(mask))
    for name, range_ in zip(("oop", "ip"), left, strict=True):
        if not len(range_):
            raise ValueError(f"no hands of {name} are left once known cards are taken out")
    weight = [float(range_.weights.sum(dtype=np.float64)) for range_ in left]
    share = count_matchups(left[0].weights, left[1].weights) / (weight[0] * weight[1])
    if share < _LEAST_MEETING:
        raise ValueError(
            f"ranges: {share:.1g} of all pairs of hands share no card; want {_LEAST_MEETING:g}"
        )
    return left


def _game(spot: Spot, first_board: tuple[int, ...], runout: tuple[int, ...]) -> dict[str, Any]:
    """The spot as the native core takes it."""
    tree = spot.tree
    nodes = np.arange(len(tree), dtype=np.int32)
    is_action = tree.kind == Kind.ACTION
    lead, total = end_payoffs(tree, nodes, tree.kind == Kind.SHOWDOWN, spot.pot, spot.rake)
    # Cards that come one after another have to stay where they are one by one.
    known = [sum(1 << card for card in first_board), *(1 << card for card in runout)]
    drawn = BOARD_CARDS - len(first_board) - len(runout)
    game: dict[str, Any] = {
        "player": np.where(is_action, tree.player, -1).astype(np.int8),
        "street": tree.street,
        "first_child": tree.first_child,
        "n_children": tree.n_children,
        "next": np.where(tree.kind == Kind.DEAL, tree.first_child, nodes).astype(np.int32),
        "board": [*first_board, *runout, *[_DRAWN] * drawn],
        "symmetry": [list(perm) for perm in stabiliser(known, spot.ranges)],
    }
    for player, range_ in enumerate(spot.ranges):
        hands = range_.hands()
        game[f"lead_{player}"] = lead[player]
        game[f"total_{player}"] = total[player]
        game[f"hands_{player}"] = HOLE_MASKS[hands]
        game[f"upto_{player}"] = np.cumsum(range_.weights[hands], dtype=np.float64)
    return game
