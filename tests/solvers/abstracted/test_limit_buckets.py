"""Buckets of games with small decks: exact features, lossless up to suits, costly with few."""

from dataclasses import replace
from functools import cache
from itertools import permutations
from statistics import mean

import numpy as np
import pytest

from fifthstreet.abstraction import StreetRecipe
from fifthstreet.cards import parse_mask
from fifthstreet.errors import InputError
from fifthstreet.solvers.abstracted import AbstractedTree, LimitHands, limit_buckets, limit_warm_up
from fifthstreet.solvers.cfr import FullSolver, GameTree, Strategy, exploitability, flatten
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.games import LimitPoker, leduc, rhode_island, two_one_one
from tests.thoroughness import slow

GAME = rhode_island(ranks=4, suits=2, max_bets=1)
HANDS = LimitHands(GAME)
METHODS = ["ehs", "ehs-percentile", "ehs2", "emd", "histogram-l2", "potential-aware", "warm-up"]
CARDS = [rank + suit for rank in GAME.ranks for suit in GAME.suits]


@cache
def game_tree() -> GameTree:
    return flatten(GAME)


def strength(hand: str, board: tuple[str, ...]) -> float:
    """Return the equity of a hand on a full board, from the rules."""
    evaluate = GAME.hand_type.evaluator.strength
    mask = parse_mask("".join(board))
    own = evaluate(parse_mask(hand), mask)
    others = [evaluate(parse_mask(card), mask) for card in CARDS if card not in (hand, *board)]
    return mean((own > other) + (own == other) / 2 for other in others)


def runouts(hand: str, board: tuple[str, ...]) -> list[float]:
    left = [card for card in CARDS if card not in (hand, *board)]
    return [strength(hand, board + rest) for rest in permutations(left, 2 - len(board))]


@pytest.mark.parametrize("text", ["Kh|", "As|Jh", "Qs|Ks", "As|KsQs", "Jh|JsAh", "Jh|AhJs"])
def test_features_agree_with_enumeration(text: str) -> None:
    hand, _, board_text = text.partition("|")
    board = tuple(board_text[start : start + 2] for start in range(0, len(board_text), 2))
    number = HANDS.rounds[len(board)].numbers[text]
    expected = runouts(hand, board)
    assert HANDS.ehs(len(board))[number] == pytest.approx(mean(expected), abs=1e-12)
    squares = mean(value**2 for value in expected)
    assert HANDS.ehs_squared(len(board))[number] == pytest.approx(squares, abs=1e-12)
    bins = np.minimum(np.array(expected) * 10 + 1e-9, 9).astype(int)
    counts = np.bincount(bins, minlength=10)
    np.testing.assert_array_equal(HANDS.histograms(len(board), 10)[number], counts)


def test_equities_against_clusters() -> None:
    ehs = HANDS.ehs(2)
    np.testing.assert_allclose(HANDS.opponent_equities(1)[:, 0], ehs, atol=1e-12)
    by_rank = HANDS.opponent_equities(4)
    assert by_rank.shape == (8 * 7 * 6, 4)
    # A pair of kings on K A loses to an ace and to the straight of a queen; no king is left.
    number = HANDS.rounds[2].numbers["Kh|KsAh"]
    assert sorted(by_rank[number]) == [0, 0, ehs[number], 1]


def test_every_hand_has_an_origin() -> None:
    for round in (1, 2):
        origins = HANDS.origins(round)
        before = HANDS.rounds[round - 1].masks
        np.testing.assert_array_equal(before[origins], HANDS.rounds[round].masks[:, :-1])


def test_hands_up_to_suits() -> None:
    assert [len(hands.class_first) for hands in HANDS.rounds] == [4, 28, 168]
    hands = HANDS.rounds[2]
    same, other = hands.numbers["As|KsQh"], hands.numbers["Ah|KhQs"]
    assert hands.class_of[same] == hands.class_of[other]
    assert hands.class_of[same] != hands.class_of[hands.numbers["As|KhQs"]]
    three_suits = LimitHands(rhode_island(ranks=3, suits=3))
    assert [len(each.class_first) for each in three_suits.rounds] == [3, 15, 87]


@pytest.fixture(
    params=[
        GAME,
        *slow(rhode_island(ranks=3, suits=3, max_bets=1)),
        two_one_one(ranks=3, suits=2, max_bets=2),
        leduc(ranks=5),
    ],
    ids=["four ranks", "three suits", "with raises", "leduc"],
    scope="module",
)
def lossless(request: pytest.FixtureRequest) -> AbstractedTree:
    game: LimitPoker = request.param
    tree = flatten(game)
    return limit_buckets(game, tree, StreetRecipe("lossless", 1)).abstracted(tree)


def test_suits_do_not_help_against_players_who_ignore_them(lossless: AbstractedTree) -> None:
    """So values and best responses to any lossless strategy are those of the full game.

    Only the order of sums differs. There are less than a million terms of at most 100 chips times
    their probability, which add up to 1, so rounding stays far below 1e-10 chips.
    """
    assert len(lossless.tree.keys) < 0.6 * len(lossless.full.keys)
    rng = np.random.default_rng(7)
    for _ in range(3):
        weights = rng.uniform(size=int(lossless.tree.first_action[-1]))
        strategy = Strategy.from_weights(lossless.tree, weights**4)
        known = exploitability(lossless.tree, strategy)
        full = lossless.exploitability(strategy)
        assert known.values is not None
        assert full.values is not None
        np.testing.assert_allclose(full.values, known.values, rtol=0, atol=1e-10)
        np.testing.assert_allclose(full.best_responses, known.best_responses, rtol=0, atol=1e-10)


def test_lossless_iterations_are_those_of_the_full_game(lossless: AbstractedTree) -> None:
    """A regret of the merged game is the sum of equal regrets of the full one.

    So regret matching gives the same strategies, up to rounding. Where two actions are worth
    exactly the same, rounding would decide which is played, so regrets start from random numbers.
    Rounding still grows with the iterations, from 1e-14 to about 1e-9 in 40 of them.
    """
    full, tree, labels = lossless.full, lossless.tree, lossless.labels
    exact, merged = (FullSolver(each, schedule=DEFAULT_SCHEDULE) for each in (full, tree))
    start = Strategy.from_weights(
        tree, np.random.default_rng(3).uniform(size=int(tree.first_action[-1]))
    )
    exact.regrets[:] = lossless.full_strategy(start).probabilities
    sizes = np.repeat(np.bincount(labels), np.diff(tree.first_action))
    merged.regrets[:] = start.probabilities * sizes
    for solver in (exact, merged):
        solver.iterate(40)
    expected, known = exact.exploitability(), lossless.exploitability(merged.average())
    assert expected.chips > 1e-3  # neither is an equilibrium yet
    assert known.chips == pytest.approx(expected.chips, abs=1e-7)
    assert known.values == pytest.approx(expected.values, abs=1e-7)


def test_lossless_solutions_have_the_value_of_the_full_game(lossless: AbstractedTree) -> None:
    solvers = [
        FullSolver(each, schedule=DEFAULT_SCHEDULE) for each in (lossless.full, lossless.tree)
    ]
    for solver in solvers:
        solver.iterate(400)
    exact, known = solvers[0].exploitability(), lossless.exploitability(solvers[1].average())
    assert exact.values is not None
    assert known.values is not None
    assert known.chips < 0.01
    # Each value is within its own exploitability of that of the equilibrium.
    assert abs(known.values[0] - exact.values[0]) < known.nash_conv + exact.nash_conv


@pytest.mark.parametrize("method", METHODS)
def test_more_buckets_cost_less(method: str) -> None:
    last = method if method.startswith("ehs") or method == "warm-up" else "ochs"
    costs = []
    for count in (1, 2, 6, 60):
        recipes = [StreetRecipe(method, count, restarts=5)] * 2 + [
            StreetRecipe(last, count, restarts=5)
        ]
        buckets = limit_buckets(GAME, game_tree(), recipes)
        assert all(labels.max() < count for pair in buckets.labels for labels in pair)
        game = buckets.abstracted(game_tree())
        solver = FullSolver(game.tree, schedule=DEFAULT_SCHEDULE)
        solver.iterate(150)
        assert solver.exploitability().chips < 0.05
        costs.append(game.exploitability(solver.average()).chips)
    assert costs[0] > 2 * costs[2] > 2 * costs[3]


def test_players_remember_buckets() -> None:
    buckets = limit_buckets(GAME, game_tree(), StreetRecipe("ehs", 3))
    game = buckets.abstracted(game_tree())
    info = game_tree().keys.index("Kh|AsQs|kk/bc/k")
    key = game.tree.keys[game.labels[info]]
    numbers = [
        HANDS.rounds[round].numbers[text] for round, text in enumerate(("Kh|", "Kh|As", "Kh|AsQs"))
    ]
    labels = [pair[1][number] for pair, number in zip(buckets.labels, numbers, strict=True)]
    assert key == "-".join(map(str, labels)) + "|kk/bc/k"


def test_warm_up_gains_are_differences_of_values() -> None:
    first = limit_warm_up(HANDS, game_tree(), iterations=20)[0][0]
    assert first.shape == (8, 4)  # check or bet, then fold or call
    np.testing.assert_allclose(first[:, ::2], -first[:, 1::2], atol=1e-6)
    strong, twin, weak = (HANDS.rounds[0].numbers[text] for text in ("As|", "Ah|", "Jh|"))
    assert first[strong, 3] > first[weak, 3] + 0.01  # what a call gains
    np.testing.assert_allclose(first[strong], first[twin], atol=1e-6)


def test_the_same_seed_gives_the_same_buckets() -> None:
    recipes = [StreetRecipe("emd", 3), StreetRecipe("emd", 5), StreetRecipe("ochs", 9)]
    one, two = (limit_buckets(GAME, game_tree(), recipes, seed=4) for _ in range(2))
    assert all(
        np.array_equal(first, second)
        for pairs in zip(one.labels, two.labels, strict=True)
        for first, second in zip(*pairs, strict=True)
    )
    assert repr(one) == "<LimitBuckets: 3 and 3, 5 and 5, 9 and 9 buckets>"


def test_wrong_games_and_recipes() -> None:
    recipe = StreetRecipe("ehs", 2)
    with pytest.raises(InputError, match="recipe must be one for each of 3 rounds, got 2"):
        limit_buckets(GAME, game_tree(), [recipe] * 2)
    with pytest.raises(
        ValueError, match=r"round 3: method must be one of lossless, ehs.*, got 'emd'"
    ):
        limit_buckets(GAME, game_tree(), StreetRecipe("emd", 2))
    with pytest.raises(InputError, match=r"round 1: method must be one of .*, got 'ochs'"):
        limit_buckets(GAME, game_tree(), StreetRecipe("ochs", 2))
    with pytest.raises(InputError, match="must have 2 players, got 3"):
        LimitHands(leduc(players=3))
    with pytest.raises(InputError, match="must have at most 1,000,000 hands in the last round"):
        LimitHands(replace(rhode_island(), private=2))
    with pytest.raises(InputError, match=r"tree must be for Rhode Island .*, got one for Leduc"):
        limit_buckets(GAME, game_tree(), recipe).abstracted(flatten(leduc()))
