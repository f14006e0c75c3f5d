"""Sampled regrets and averages are, in the mean, those of all deals and all histories."""

from collections import defaultdict

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, hole_cards
from fifthstreet.solvers.blueprint.deals import DealsSolver
from fifthstreet.solvers.cfr.schemes import Pruning, Uniform
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Kind
from tests.oracles.deals import NaiveDeals
from tests.oracles.naive_hands import naive_score
from tests.solvers.blueprint.small_spots import RAKED, RIVER, table

BATCH, BATCHES = 4096, 40

TINY_TURN = Spot.of("AsTs4h7h", 20, 60, oop="AdJd,8c8d", ip="KcJc,TdTh", bets="60%", raises="a")

Sums = dict[tuple[int, int], NDArray[np.float64]]  # by key and kind: what a traversal adds


def every_history(naive: NaiveDeals, *, weighted: bool = True) -> Sums:
    """What one traversal adds on average, by going through everything on a turn or river."""
    spot, tree, board = naive.spot, naive.spot.tree, naive.spot.board
    sums: Sums = defaultdict(lambda: np.zeros(1))
    pairs = [
        (a, b) for a in naive.hands[0] for b in naive.hands[1] if not HOLE_MASKS[a] & HOLE_MASKS[b]
    ]
    weights = [float(spot.ranges[0].weights[a] * spot.ranges[1].weights[b]) for a, b in pairs]
    if not weighted:
        weights = [1.0] * len(pairs)

    def visit(
        child: int, hands: tuple[int, int], sign: int, chance: float, reach: tuple[float, float]
    ) -> list[float]:
        node = naive.behind_deal(child)
        if tree.kind[node] != Kind.ACTION:
            return [naive.payoff(node, 0, sign), naive.payoff(node, 1, -sign)]
        me = int(tree.player[node])
        key = naive.key(node, hands[me], board)
        cells = naive.table.get(key)
        count = int(tree.n_children[node])
        played = naive.strategy([0.0] * count if cells is None else cells[0].tolist())
        values = []
        for share, child in zip(played, tree.children(node), strict=True):
            after = (reach[0] * share, reach[1]) if me == 0 else (reach[0], reach[1] * share)
            values.append(visit(child, hands, sign, chance, after))
        mean = [sum(p * v[who] for p, v in zip(played, values, strict=True)) for who in (0, 1)]
        gains = np.array([value[me] - mean[me] for value in values])
        sums[key, 0] = sums[key, 0] + chance * reach[1 - me] * gains
        sums[key, 1] = sums[key, 1] + chance * reach[me] * np.array(played)
        return mean

    for (a, b), weight in zip(pairs, weights, strict=True):
        gone = {*spot.board, *hole_cards(a), *hole_cards(b)}
        rivers: list[tuple[int, ...]] = [()]
        if len(spot.board) == 4:
            rivers = [(card,) for card in range(52) if card not in gone]
        # A player is the traverser in every other traversal.
        chance = weight / sum(weights) / len(rivers) / 2
        for river in rivers:
            board = (*spot.board, *river)
            first, second = (
                naive_score("standard high", hole_cards(hand), board) for hand in (a, b)
            )
            visit(0, (a, b), (first > second) - (first < second), chance, (1.0, 1.0))
    return sums


def z_scores(
    spot: Spot, *, weighted: bool = True, pruning: Pruning | None = None
) -> NDArray[np.float64]:
    """How far means of batches from one fixed table are off, in standard errors."""
    solver = DealsSolver(spot, batch=BATCH, weighting=Uniform(), seed=5, pruning=pruning)
    solver.run(iterations=1)
    before, state = table(solver), solver.state()
    naive = NaiveDeals(spot)
    naive.table = before
    exact = every_history(naive, weighted=weighted)
    found: dict[tuple[int, int], list[NDArray[np.float64]]] = defaultdict(list)
    for number in range(1, BATCHES + 1):
        state["facts"]["iteration"] = number * BATCH  # other traversals, the same tables
        solver.restore(state)
        solver.run(iterations=1)
        after = table(solver)
        for key, kind in exact:
            zeros = np.zeros(len(exact[key, kind]), np.float32)
            here = after[key][kind] if key in after else zeros
            gone = before[key][kind] if key in before else zeros
            found[key, kind].append((here.astype(np.float64) - gone) / BATCH)
    scores = []
    for place, means in found.items():
        stacked = np.array(means)
        error = stacked.std(axis=0, ddof=1) / BATCHES**0.5
        off = stacked.mean(axis=0) - exact[place]
        # What never varies has to be right as it is, up to rounding of the sums.
        still = error < 1e-5
        assert np.abs(off[still]).max(initial=0.0) < 1e-3
        scores += (off[~still] / error[~still]).tolist()
    return np.array(scores)


@pytest.mark.parametrize(
    ("spot", "pruning"),
    [(RIVER, None), (RAKED, None), (TINY_TURN, None), (TINY_TURN, Pruning(below=-50.0, share=0.7))],
)
def test_sampled_updates_are_unbiased(spot: Spot, pruning: Pruning | None) -> None:
    scores = z_scores(spot, pruning=pruning)
    assert len(scores) > 100
    assert np.abs(scores).max() < 5
    assert np.mean(scores**2) < 1.5


def test_a_wrong_distribution_of_hands_shows() -> None:
    scores = z_scores(RIVER, weighted=False)
    assert np.abs(scores).max() > 20
