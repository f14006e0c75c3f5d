"""Buckets of the hands of a spot by each method."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.abstraction import StreetRecipe, board_strengths, texture_classes
from fifthstreet.cards import hole_permutation, parse_cards, parse_hole
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.abstracted import (
    DEFAULT_METHOD,
    AbstractedSpot,
    InformationSet,
    SpotBuckets,
    spot_boards,
    spot_buckets,
    warm_up,
    warm_up_features,
)
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.postflop import Spot
from tests.solvers.blueprint.small_buckets import few_buckets

MENU: dict[str, Any] = {"bets": "50%, 100%", "raises": "100%", "max_raises": 2}
# Clubs and diamonds are alike.
SPOT = Spot.of("QsJh2h7s", 100, 250, oop="12%", ip="15%", **MENU)
OPPONENTS = np.arange(169) % 8
METHODS = ["ehs", "ehs-percentile", "ehs2", "emd", "histogram-l2", "potential-aware", "warm-up"]


def buckets_by(turn: str, river: str = "ochs", count: int = 12, **options: Any) -> SpotBuckets:
    recipe = {"turn": StreetRecipe(turn, count), "river": StreetRecipe(river, count)}
    return spot_buckets(SPOT, recipe, opponents=OPPONENTS, **options)


@pytest.mark.parametrize("method", METHODS)
def test_suits_do_not_matter(method: str) -> None:
    buckets = buckets_by(method, "warm-up" if method == "warm-up" else "ochs")
    assert all(2 < count <= 12 for pair in buckets.counts for count in pair)
    swapped = hole_permutation((1, 0, 2, 3))
    turn, river = ({int(mask): row for row, mask in enumerate(boards)} for boards in buckets.boards)
    for player in (0, 1):
        labels = buckets.labels[0][player][0]
        np.testing.assert_array_equal(labels[swapped], labels)
        for card in (0, 20, 41):  # clubs and a diamond
            board = SPOT.board_mask | 1 << card
            image = SPOT.board_mask | 1 << card // 4 * 4 + (1, 0, 2, 3)[card % 4]
            rivers = buckets.labels[1][player]
            np.testing.assert_array_equal(rivers[river[image]][swapped], rivers[river[board]])
    assert len(turn) == 1


def test_stronger_hands_are_in_higher_buckets() -> None:
    buckets = buckets_by("ehs-percentile", "ehs-percentile")
    ehs = board_strengths("QsJh2h7s").ehs
    labels = buckets.labels[0][0][0]
    held = np.flatnonzero(labels >= 0)
    order = held[np.argsort(ehs[held])]
    assert (np.diff(labels[order]) >= 0).all()
    sizes = np.bincount(labels[held])
    assert sizes.max() < 3 * sizes.min()


def test_a_number_of_buckets_stands_for_the_default() -> None:
    short = spot_buckets(SPOT, 10)
    long = spot_buckets(SPOT, StreetRecipe(DEFAULT_METHOD, 10, restarts=10))
    for first, second in zip(short.labels, long.labels, strict=True):
        np.testing.assert_array_equal(first, second)


def test_boards_share_buckets_or_not() -> None:
    shared, texture, own = (
        buckets_by("emd", "ehs", boards=boards) for boards in ("shared", "texture", "own")
    )
    assert shared.counts[1][0] <= 12
    classes = texture_classes(spot_boards(SPOT)[1])
    assert shared.counts[1][0] < texture.counts[1][0] <= 12 * (classes.max() + 1)
    assert texture.counts[1][0] < own.counts[1][0] <= 12 * 48
    rivers = texture.labels[1][0]
    for first, second in ((0, 1), (3, 30), (7, 8)):
        common = np.intersect1d(rivers[first][rivers[first] >= 0], rivers[second])
        assert classes[first] == classes[second] or not len(common)


def test_the_bucket_of_one_hand() -> None:
    buckets = buckets_by("emd")
    board = parse_cards("QsJh2h7s4d")
    row = spot_boards(SPOT)[1].tolist().index(sum(1 << int(card) for card in board))
    hand = parse_hole("AhKh")
    assert buckets.bucket(1, hand, board) == buckets.labels[1][1][row, hand]
    for hand_text, cards in (("AsQs", "QsJh2h7s"), ("3d2c", "QsJh2h7s"), ("AhKh", "QsJh2h7d")):
        with pytest.raises(
            ValueError, match=r"has no bucket on .*: it must be a hand of the range"
        ):
            buckets.bucket(0, parse_hole(hand_text), parse_cards(cards))


def test_warm_up_features_are_gains_of_actions() -> None:
    features = warm_up_features(SPOT, iterations=10)
    turn, river = features[0][0], features[1][1]
    assert turn.shape[:2] == (1, 1326)
    assert river.shape[:2] == (48, 1326)
    held = SPOT.live_ranges[0].weights > 0
    assert turn[0][held].any(axis=1).all()
    assert not turn[0][~held].any()
    # The nuts gain by betting where air does not.
    strong, weak = (turn[0][parse_hole(hand)] for hand in ("QhQd", "Ac5c"))
    assert np.abs(strong - weak).max() > 10 * np.abs(turn[0][parse_hole("QhQc")] - strong).max()


@pytest.mark.slow
def test_a_hybrid_of_all_reductions() -> None:
    recipe = StreetRecipe("ehs", 8)
    plain = AbstractedSpot.of(SPOT, recipe, boards="own")
    small = AbstractedSpot.of(SPOT, recipe, boards="texture", forgets_bets=True)
    assert small.information_sets < plain.information_sets / 5
    solver = small.solver()
    assert solver.information_sets == small.information_sets
    solver.iterate(20)
    assert 1 < solver.exploitability().pot_percent < 40


def test_keys_have_hand_bucket_pot_bucket_street_and_position() -> None:
    game = AbstractedSpot.of(SPOT, StreetRecipe("ehs", 8), boards="shared", forgets_bets=True)
    known = game.information_set("r:b100", "AhKh")
    bucket = game.buckets.bucket(1, parse_hole("AhKh"), SPOT.board)
    assert known == InformationSet(hand_bucket=bucket, pot_bucket=1, street=2, position=1)
    others = [
        InformationSet(bucket + 1, 1, 2, 1),
        InformationSet(bucket, 2, 2, 1),
        InformationSet(bucket, 1, 3, 1),
        InformationSet(bucket, 1, 2, 0),
    ]
    assert len({known.key, *(each.key for each in others)}) == 5
    with pytest.raises(InputError, match="path must lead to a decision, got 'r:k:k'"):
        game.information_set("r:k:k", "AhKh")


def test_abstract_states_have_both_buckets_and_the_betting() -> None:
    game = AbstractedSpot.of(SPOT, StreetRecipe("ehs", 8), boards="shared", forgets_bets=True)
    state = game.abstract_state("r:k", ["AhKh", "QdQc"])
    assert state == game.abstract_state("r:k", ["AhKh", "QdQc"])
    buckets = [
        game.buckets.bucket(player, parse_hole(hand), SPOT.board)
        for player, hand in enumerate(["AhKh", "QdQc"])
    ]
    assert [state >> 16 & 0xFFFF, state & 0xFFFF] == buckets
    assert state != game.abstract_state("r:k", ["QdQc", "AhKh"])
    assert state != game.abstract_state("r", ["AhKh", "QdQc"])


@pytest.mark.parametrize(
    ("recipe", "options", "message"),
    [
        ({"turn": StreetRecipe("ehs", 5)}, {}, "recipe must be for turn, river, got turn"),
        (StreetRecipe("emd", 5), {}, "river: method must be one of lossless, ehs"),
        (
            StreetRecipe("ehs", 5),
            {"boards": "some"},
            "boards must be one of shared, texture, own, got 'some'",
        ),
    ],
)
def test_wrong_recipes(recipe: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        spot_buckets(SPOT, recipe, **options)


# Small ranges and one bet, because a flop has 2,352 runouts.
FLOP = Spot.of(
    "QsJs2s",
    100,
    100,
    oop="AA:0.7,KQs:0.93,T9s:0.81,55:0.62",
    ip="QQ:0.9,AJs:0.73,98s:0.66,66:0.84",
    bets="100%",
    max_raises=1,
)


@pytest.mark.parametrize("method", ["ehs", "potential-aware", "warm-up", "lossless"])
def test_flops_have_buckets_on_three_streets(method: str) -> None:
    river = "ehs" if method == "potential-aware" else method
    recipe = {
        "flop": StreetRecipe(method, 4),
        "turn": StreetRecipe(method, 4),
        "river": StreetRecipe(river, 4),
    }
    buckets = spot_buckets(FLOP, recipe)
    assert [len(boards) for boards in buckets.boards] == [1, 49, 2352]
    if method != "lossless":
        assert all(1 < count <= 4 for pair in buckets.counts for count in pair)
    # Hearts, diamonds and clubs are alike, on all streets.
    for first, second in (("AhAd", "AdAc"), ("KdQd", "KcQc")):
        for board, image in (("7d3h", "7c3d"), ("7d", "7c")):
            known, other = (parse_cards("QsJs2s" + cards) for cards in (board, image))
            assert buckets.bucket(0, parse_hole(first), known) == buckets.bucket(
                0, parse_hole(second), other
            )


def test_turn_and_river_may_be_dealt_in_either_order() -> None:
    """They are two runouts: with lossless buckets, what was bet on the turn may differ."""
    hand = parse_hole("AhAd")
    boards = [parse_cards(board) for board in ("QsJs2s7c3h", "QsJs2s3h7c", "Js2sQs7c3h")]
    shared = spot_buckets(FLOP, StreetRecipe("ehs", 4))
    assert len({shared.bucket(0, hand, board) for board in boards}) == 1
    lossless = spot_buckets(FLOP, StreetRecipe("lossless", 1))
    first, swapped, same = (lossless.bucket(0, hand, board) for board in boards)
    assert first == same != swapped
    with pytest.raises(InputError, match="has no bucket on QsJs7c2s3h"):
        lossless.bucket(0, hand, parse_cards("QsJs7c2s3h"))


def test_a_card_abstraction_gives_the_buckets_of_a_spot() -> None:
    abstraction = few_buckets()
    game = AbstractedSpot.of(FLOP, abstraction)
    for board in ("QsJs2s", "QsJs2s7c", "QsJs2s7c3h"):
        for player, hand in ((0, "KdQd"), (1, "9h8h")):
            assert game.buckets.bucket(
                player, parse_hole(hand), parse_cards(board)
            ) == abstraction.bucket(hand, board)
    sampled = BlueprintSolver(FLOP.tree, FLOP.ranges, board=FLOP.board, key=abstraction)
    assert game.information_sets <= sampled.information_sets  # where all buckets have rows


def test_features_of_warm_up_must_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "available_bytes", lambda: 1_000_000)
    with pytest.raises(NotEnoughMemoryError, match="features of warm-up need"):
        spot_buckets(FLOP, 4)
