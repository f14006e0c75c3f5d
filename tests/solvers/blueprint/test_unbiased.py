"""On average, sampled updates are those of all deals and all histories."""

from collections import defaultdict
from itertools import product
from math import prod

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.cards import hole_cards
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr.schemes import (
    ChanceSampling,
    ExternalSampling,
    OutcomeSampling,
    Pruning,
    PublicChanceSampling,
    Scheme,
)
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Kind, Rake, Sizes, TreeRules
from tests.oracles.deals import NaiveDeals
from tests.solvers.blueprint.small_spots import NODE_SHIFT, RAKED, RIVER, SmallGame, table
from tests.thoroughness import slow

BATCH, BATCHES = 4096, 40
# Bounds for scores with Student's distribution of 39 degrees of freedom. Its values are above 7.24
# once in 1e8 times; of 560,000 scores in 16 cases with 20 seeds each, the largest was 6.46. The
# mean square is 39 / 37 = 1.05; as the scores of a run are correlated, it varies from run to run:
# with the same cases and seeds, from 0.59 to 1.80, with a standard deviation of 0.2.
LARGEST_SCORE, LARGEST_MEAN_SQUARE = 7.24, 2.3
EXTERNAL = ExternalSampling()

TINY_TURN = SmallGame.of_spot(
    Spot.of("AsTs4h7h", 20, 60, oop="AdJd,8c8d", ip="KcJc,TdTh", bets="60%", raises="a")
)
THREE_ON_A_RIVER = SmallGame.of(
    TreeRules(
        stacks=(12, 40, 25),
        pot=9,
        first_street=3,
        sizes=Sizes.uniform("100%", raises="a"),
        max_raises=2,
    ),
    "AdJd,8c8d:0.5,Jc9c,KdQs",
    "KcJc:0.75,TdTh,9h9s,AhQh",
    "QcQd,KhTc:0.5,6c6d,Ac5c",
    board="AsTs4h7h2c",
    rake=Rake(0.05, 2.0),
)
THREE_ON_A_TURN = SmallGame.of(
    TreeRules(stacks=(10, 30, 20), pot=9, first_street=2, sizes=Sizes.uniform("a"), max_raises=1),
    "AdJd,8c8d:0.5",
    "KcJc,TdTh:0.25",
    "QcQd",
    board="AsTs4h7h",
)

# What a traversal adds, by key and kind: 0 for regrets, 1 for averages.
Sums = dict[tuple[int, int], NDArray[np.float64]]


def every_history(naive: NaiveDeals, scheme: Scheme, *, weighted: bool = True) -> Sums:
    """What one traversal adds on average, over every history of a turn or river."""
    tree, players, seats = naive.tree, naive.players, range(naive.players)
    sums: Sums = defaultdict(lambda: np.zeros(1))
    deals: list[tuple[tuple[int, ...], float]] = []
    for hands in product(*naive.hands):
        cards = [card for hand in hands for card in hole_cards(hand)]
        if len(set(cards)) == len(cards):
            weights = [float(naive.ranges[p].weights[hand]) for p, hand in enumerate(hands)]
            deals.append((hands, prod(weights) if weighted else 1.0))
    total = sum(weight for _, weight in deals)

    def visit(
        child: int,
        hands: tuple[int, ...],
        board: tuple[int, ...],
        scores: tuple[int, ...],
        chance: float,
        reach: tuple[float, ...],
    ) -> list[float]:
        node = naive.behind_deal(child)
        if tree.kind[node] != Kind.ACTION:
            return naive.payoffs(node, scores)
        player = int(tree.player[node])
        key = naive.key(node, hands[player], board)
        cells = naive.table.get(key)
        count = int(tree.n_children[node])
        shares = naive.strategy([0.0] * count if cells is None else cells[0].tolist())
        values = []
        for share, child in zip(shares, tree.children(node), strict=True):
            after = (*reach[:player], reach[player] * share, *reach[player + 1 :])
            values.append(visit(child, hands, board, scores, chance, after))
        mean = [sum(p * v[who] for p, v in zip(shares, values, strict=True)) for who in seats]
        gains = np.array([value[player] - mean[player] for value in values])
        others = prod(reach[p] for p in seats if p != player)
        # Averages are updated in traversals of the previous player, who takes all of their actions,
        # as often as the others reach the node, or with the weight of the player's own reach.
        traverser = (player - 1) % players
        sampled = prod(reach[p] for p in seats if p != traverser)
        if isinstance(scheme, ChanceSampling):
            sampled = reach[player]
        sums[key, 0] = sums[key, 0] + chance * others * gains
        if not isinstance(scheme, PublicChanceSampling):
            sums[key, 1] = sums[key, 1] + chance * sampled * np.array(shares)
        return mean

    if isinstance(scheme, PublicChanceSampling):
        sums = public_averages(naive)
    for hands, weight in deals:
        dealt = {*naive.known, *(card for hand in hands for card in hole_cards(hand))}
        rivers: list[tuple[int, ...]] = [()]
        if len(naive.known) == 4:
            rivers = [(card,) for card in range(52) if card not in dealt]
        # Players take turns at being the traverser.
        chance = weight / total / len(rivers) / players
        for river in rivers:
            board = (*naive.known, *river)
            scores = naive.scores(hands, board)
            visit(0, hands, board, scores, chance, (1.0,) * players)
    return sums


def public_averages(naive: NaiveDeals) -> Sums:
    """What a traversal of public chance sampling adds to averages: reach times weight, by board."""
    tree = naive.tree
    sums: Sums = defaultdict(lambda: np.zeros(1))

    def visit(child: int, player: int, hand: int, board: tuple[int, ...], reach: float) -> None:
        node = naive.behind_deal(child)
        if tree.kind[node] != Kind.ACTION or reach == 0:
            return
        shares = [1.0] * int(tree.n_children[node])
        if tree.player[node] == player:
            key = naive.key(node, hand, board)
            cells = naive.table.get(key)
            shares = naive.strategy([0.0] * len(shares) if cells is None else cells[0].tolist())
            sums[key, 1] = sums[key, 1] + reach * np.array(shares)
        for share, child in zip(shares, tree.children(node), strict=True):
            visit(child, player, hand, board, reach * share)

    rivers = [()] if len(naive.known) == 5 else [(c,) for c in range(52) if c not in naive.known]
    for player, river in product(range(2), rivers):
        for hand in naive.hands[player]:
            if set(river) & set(hole_cards(hand)):
                continue
            weight = float(naive.ranges[player].weights[hand]) / 2 / len(rivers)
            visit(0, player, hand, (*naive.known, *river), weight)
    return sums


def mix(solver: BlueprintSolver) -> None:
    """Make half of the rows mix all actions, so that more histories are reached."""
    state, random = solver.state(), np.random.default_rng(1)
    words, at = state["rows"], 0
    while at < len(words):
        count = int(solver.tree.n_children[int(words[at]) >> NODE_SHIFT])
        cells = words[at + 1 : at + 1 + count].view(np.float32)
        if random.random() < 0.5:
            cells[:count] = random.uniform(1, 2, count)
        at += 1 + count
    solver.restore(state)


def z_scores(
    game: SmallGame,
    scheme: Scheme = EXTERNAL,
    *,
    weighted: bool = True,
    pruning: Pruning | None = None,
    batch: int = BATCH,
    seed: int = 5,
) -> NDArray[np.float64]:
    """How far the mean updates of batches from a fixed table are off, in standard errors.

    Their distribution is that of Student, with `BATCHES` - 1 degrees of freedom, if the mean over a
    batch is close to normal. It is not where only a few batches have an update at all: those places
    are summed up, and the sums are scored.
    """
    batch = batch // game.tree.players * game.tree.players
    solver = game.solver(
        scheme=scheme, batch=batch, weighting="uniform", seed=seed, pruning=pruning
    )
    solver.iterate(1)
    mix(solver)
    before, state = table(solver), solver.state()
    naive = game.naive()
    naive.table = before
    exact = every_history(naive, scheme, weighted=weighted)
    updates: dict[tuple[int, int], list[NDArray[np.float64]]] = defaultdict(list)
    for number in range(1, BATCHES + 1):
        state["facts"]["iteration"] = number * batch  # other traversals, the same tables
        solver.restore(state)
        solver.iterate(1)
        after = table(solver)
        for key, kind in exact:
            zeros = np.zeros(len(exact[key, kind]), np.float32)
            new = after[key][kind] if key in after else zeros
            old = before[key][kind] if key in before else zeros
            updates[key, kind].append((new.astype(np.float64) - old) / batch)
    kept: list[NDArray[np.float64]] = []  # differences from the exact mean, by batch
    rare = {kind: np.zeros(BATCHES) for kind in (0, 1)}
    for place, means in updates.items():
        stacked = np.array(means)
        off = stacked - exact[place]
        is_common = (stacked != 0).sum(axis=0) > BATCHES / 2
        kept += list(off[:, is_common].T)
        rare[place[1]] += off[:, ~is_common].sum(axis=1)
    off = np.array([*kept, *rare.values()])
    error = off.std(axis=1, ddof=1) / BATCHES**0.5
    # Updates that never vary must be exact, up to the rounding of the sums.
    is_fixed = error < 1e-5
    assert np.abs(off[is_fixed].mean(axis=1)).max(initial=0.0) < 2e-3
    scores: NDArray[np.float64] = off[~is_fixed].mean(axis=1) / error[~is_fixed]
    return scores


def assert_unbiased(scores: NDArray[np.float64]) -> None:
    assert len(scores) > 80
    assert np.abs(scores).max() < LARGEST_SCORE
    assert np.mean(scores**2) < LARGEST_MEAN_SQUARE


@pytest.mark.parametrize(
    ("game", "pruning"),
    [
        (RIVER, None),
        (RAKED, None),
        *slow((TINY_TURN, None)),
        pytest.param(TINY_TURN, Pruning(below=-50.0, share=0.7), marks=pytest.mark.slow),
        (THREE_ON_A_RIVER, None),
        pytest.param(THREE_ON_A_TURN, None, marks=pytest.mark.slow),
        (THREE_ON_A_TURN, Pruning(below=-20.0, share=0.7)),
    ],
)
def test_sampled_updates_are_unbiased(game: SmallGame, pruning: Pruning | None) -> None:
    assert_unbiased(z_scores(game, pruning=pruning))


@pytest.mark.parametrize(
    ("game", "scheme", "batch"),
    [
        pytest.param(RIVER, OutcomeSampling(0.6), BATCH, marks=pytest.mark.slow),
        (RAKED, OutcomeSampling(0.3), BATCH),
        *slow((TINY_TURN, OutcomeSampling(0.6), BATCH)),
        (THREE_ON_A_RIVER, OutcomeSampling(0.6), BATCH),
        pytest.param(RIVER, ChanceSampling(), BATCH, marks=pytest.mark.slow),
        pytest.param(TINY_TURN, ChanceSampling(), BATCH, marks=pytest.mark.slow),
        (THREE_ON_A_RIVER, ChanceSampling(), BATCH),
        *slow((THREE_ON_A_TURN, ChanceSampling(), BATCH)),
        (TINY_TURN, PublicChanceSampling(), 512),
    ],
)
def test_updates_of_other_schemes_are_unbiased(game: SmallGame, scheme: Scheme, batch: int) -> None:
    assert_unbiased(z_scores(game, scheme, batch=batch))


@pytest.mark.parametrize("game", [RIVER, RAKED])
def test_public_chance_sampling_of_a_river_is_exact(game: SmallGame) -> None:
    """Nothing is left to draw, so every update must be exact: there are no errors to divide by."""
    assert len(z_scores(game, PublicChanceSampling(), batch=64)) == 0


@pytest.mark.parametrize("game", [RIVER, THREE_ON_A_RIVER])
def test_a_wrong_distribution_of_hands_is_detected(game: SmallGame) -> None:
    scores = z_scores(game, weighted=False)
    assert np.abs(scores).max() > 20
