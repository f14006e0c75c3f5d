"""All methods give the same equities, and none depends on the number of threads."""

import json
from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from fifthstreet.cards import (
    HOLE_CLASS,
    HOLE_COUNT,
    HOLE_MASKS,
    Range,
    WeightedHands,
    hole_index,
    mask_of,
    parse_cards,
    parse_hands,
    parse_mask,
)
from fifthstreet.cards.equity import GAMES, equity
from fifthstreet.cards.equity import exact as equity_exact
from fifthstreet.cards.equity import sampled as equity_sample
from fifthstreet.cards.equity.calculate import Method
from fifthstreet.cards.equity.matchup import HandsLike, Matchup, MatchupOutcome, make_matchup
from fifthstreet.errors import InputError
from tests.thoroughness import examples

CHUNK = 16_384  # deals sampled together
SWEPT = ["holdem", "short-deck", "short-deck-trips", "royal"]


def silent(share: float) -> None:
    """Ignore progress."""


def by_matchups(matchup: Matchup, threads: int = 1) -> MatchupOutcome:
    return equity_exact._play_deals(matchup, equity_exact._deal_hands(matchup), threads, silent)


def by_table(matchup: Matchup, threads: int = 1) -> MatchupOutcome:
    return equity_exact._look_up(matchup, silent)


def by_sweep(matchup: Matchup, threads: int = 1) -> MatchupOutcome:
    return equity_exact._sweep(matchup, threads, silent)


def by_sample(matchup: Matchup, threads: int = 1) -> MatchupOutcome:
    return equity_sample.solve(matchup, 40 * CHUNK, 7, threads, silent)


def assert_same(left: MatchupOutcome, right: MatchupOutcome, tolerance: float) -> None:
    np.testing.assert_allclose(left.shares, right.shares, rtol=0, atol=tolerance)
    assert left.deals == right.deals
    assert (left.hands is None) == (right.hands is None)
    if left.hands is not None and right.hands is not None:
        for ours, theirs in zip(left.hands, right.hands, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance)


def random_range(seed: int, hands: int, whole_classes: bool) -> Range:
    """Draw about `hands` hands with random weights; whole classes are symmetric in suits."""
    random = np.random.default_rng(seed)
    if whole_classes:
        weights = np.zeros(169)
        weights[random.choice(169, 1 + hands // 8, replace=False)] = random.random(1 + hands // 8)
        return Range(weights[HOLE_CLASS])
    weights = np.zeros(HOLE_COUNT)
    weights[random.choice(HOLE_COUNT, hands, replace=False)] = random.random(hands)
    return Range(weights)


@st.composite
def range_matchups(draw: st.DrawFn) -> Matchup:
    """Two weighted ranges on a flop, a turn or a river, with dead cards."""
    game = GAMES[draw(st.sampled_from(SWEPT))]
    on_board = draw(st.integers(3, 5))
    total = on_board + draw(st.integers(0, 3))
    cards = draw(st.lists(st.sampled_from(game.deck), min_size=total, max_size=total, unique=True))
    whole_classes = draw(st.booleans())
    ranges = [
        random_range(draw(st.integers(0, 2**32)), draw(st.integers(1, 120)), whole_classes)
        for _ in range(2)
    ]
    try:
        return make_matchup(game, ranges, mask_of(cards[:on_board]), mask_of(cards[on_board:]))
    except ValueError:  # no hand of a range is left
        reject()


@settings(max_examples=examples(40), deadline=None)
@given(matchup=range_matchups())
def test_matchups_and_sweep_agree(matchup: Matchup) -> None:
    try:
        expected = by_matchups(matchup)
    except ValueError:
        with pytest.raises(InputError, match="no deal is possible"):
            by_sweep(matchup)
    else:
        assert_same(by_sweep(matchup), expected, 1e-9)


@pytest.mark.parametrize(
    ("game", "hands", "board", "dead"),
    [
        ("holdem", ("random", "AsAh,QsJs:0.5"), "KsQh9c8d", "Js"),
        ("holdem", ("random", "random"), "KsQh9c8d2s", ""),
        ("short-deck", ("random", "random"), "AsKhQd9c", "6c6d6h"),
        ("short-deck-trips", ("QQ+:0.25,AKs", "random"), "7s8s9d", "7c"),
        ("royal", ("random", "JJ,QsJs:0.5"), "", "Js"),
        ("royal", ("random", "AA"), "Ks", ""),
    ],
)
def test_matchups_and_sweep_agree_on_random_hands(
    game: str, hands: tuple[str, str], board: str, dead: str
) -> None:
    matchup = make_matchup(GAMES[game], hands, board, dead)
    assert_same(by_sweep(matchup), by_matchups(matchup), 1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_a_hand_that_blocks_every_opposing_hand_has_no_equity(seed: int) -> None:
    """Every opposing hand holds its ace or its king, with weights whose sums are rounded."""
    random = np.random.default_rng(seed)
    weights = np.where(HOLE_MASKS & np.uint64(parse_mask("AsKs")) != 0, 1.0, 0.0)
    blocked = Range(weights * random.random(HOLE_COUNT) ** 5)
    matchup = make_matchup(GAMES["holdem"], ["random", blocked], "3c4c5d6h7s", "")
    outcome = by_sweep(matchup)
    assert outcome.hands is not None
    assert np.isnan(outcome.hands[0][hole_index(*parse_cards("AsKs"))])
    alone = make_matchup(GAMES["holdem"], ["AsKs", blocked], "3c4c5d6h7s", "")
    with pytest.raises(InputError, match="no deal is possible"):
        by_sweep(alone)


@pytest.mark.slow
@pytest.mark.parametrize(
    "hands",
    [("AA,AKs:0.5", "KK,QJo:0.25"), ("AsKs,QsQh:0.5", "JcTc,9d9h:0.125")],
)
def test_matchups_and_sweep_agree_before_the_flop(hands: tuple[str, str]) -> None:
    matchup = make_matchup(GAMES["holdem"], hands, "", "2c")
    assert_same(by_sweep(matchup), by_matchups(matchup), 1e-9)


@pytest.mark.parametrize(
    "hands",
    [
        ("AA,AKs:0.5", "KK,QJo:0.25"),
        ("AsKs,QsQh:0.3", "JcTc,9d9h:0.1,AsQc"),
        ("AsKs", "AsQs:0.7,AdKs,Kc2c:0.2"),
    ],
)
def test_table_and_matchups_agree(hands: tuple[str, str]) -> None:
    matchup = make_matchup(GAMES["holdem"], hands, "", "")
    assert_same(by_table(matchup), by_matchups(matchup), 1e-14)


@pytest.mark.slow
@pytest.mark.parametrize(
    "hands",
    [("random", "random"), ("random", "AA,AKs:0.3"), (random_range(3, 200, True), "22+,A2s+")],
)
def test_table_and_sweep_agree(hands: tuple[HandsLike, HandsLike]) -> None:
    matchup = make_matchup(GAMES["holdem"], hands, "", "")
    assert_same(by_table(matchup), by_sweep(matchup), 1e-12)


def test_weights_of_any_size_are_ratios() -> None:
    large = [WeightedHands(parse_hands("AA,KK", 2).masks, np.full(12, 1e300), 2)] * 2
    assert equity(*large).players == equity("AA,KK", "AA,KK").players


# Hands that share many cards, random hands, split pots, and every kind of ranking.
SAMPLED = [
    ("holdem", ("AA", "KK"), "", ""),
    ("holdem", ("AA,AK", "AA,KK:0.5", "AK,AQ:0.1"), "2c7d9h", "Ad"),
    ("holdem", ("AKs,QQ:0.3", "random", "JJ"), "2c7d9hTs", ""),
    ("short-deck", ("AA,JTs", "KQs:0.5,66"), "7c8d9h", ""),
    ("royal", ("random", "AA"), "KsQhJd", ""),
    ("greek", ("AA", "KK,98s"), "2c7d9h", "2d"),
    ("holdem-8", ("A2s,33", "KK"), "4c7dTh", ""),
    ("omaha", ("AsAhKsKh", "QdJdTc9c:0.5,QhJhTd9d"), "2c7d9h", ""),
    ("omaha-8", ("As2hKsQh", "KdKcJdTc", "3s4d6h7h"), "2c5d8hTs", ""),
    ("big-o", ("As2hKsQh9d", "KdKcJdTc9c"), "2c5d8h", ""),
]


@pytest.mark.parametrize(("game", "hands", "board", "dead"), SAMPLED)
def test_samples_agree_with_exact_results(
    game: str, hands: tuple[str, ...], board: str, dead: str
) -> None:
    exact = equity(*hands, board=board, dead=dead, game=game, method="exact")
    sampled = equity(
        *hands, board=board, dead=dead, game=game, method="sample", samples=200_000, seed=1
    )
    assert exact.is_exact
    assert not sampled.is_exact
    assert sampled.hands is None
    assert sum(player.equity for player in sampled.players) == pytest.approx(1, abs=1e-12)
    for ours, expected in zip(sampled.players, exact.players, strict=True):
        assert 0 < ours.error < 0.01
        # The error is 1.96 standard errors.
        assert abs(ours.equity - expected.equity) < 4 / 1.96 * ours.error
        for share, chance in ((ours.win, expected.win), (ours.tie, expected.tie)):
            assert abs(share - chance) <= 4 * sqrt(chance * (1 - chance) / sampled.deals)
        # Low hands win at most half a pot, so a deal deviates by a quarter at most.
        assert abs(ours.low - expected.low) <= 4 * 0.25 / sqrt(sampled.deals)


def test_intervals_have_their_stated_coverage() -> None:
    exact = equity("AKs", "QQ", board="2c7d9h").players[0].equity
    covered = 0
    for seed in range(100):
        player = equity(
            "AKs", "QQ", board="2c7d9h", method="sample", samples=CHUNK, seed=seed
        ).players[0]
        covered += abs(player.equity - exact) < player.error
    assert 88 <= covered <= 99  # 95 of 100, give or take three standard errors


def test_a_seed_reproduces_its_samples() -> None:
    def sampled(seed: int) -> object:
        return equity("AKs", "QQ", "random", method="sample", samples=CHUNK, seed=seed).players

    results = {seed: sampled(seed) for seed in (0, 1, 2**64 - 1)}
    assert len(set(results.values())) == 3
    assert all(sampled(seed) == result for seed, result in results.items())


@pytest.mark.parametrize("samples", [1, CHUNK - 1, CHUNK, CHUNK + 1, 33 * CHUNK])
def test_samples_are_rounded_up_to_whole_chunks(samples: int) -> None:
    deals = equity("AKs", "QQ", method="sample", samples=samples).deals
    assert deals == -(-samples // CHUNK) * CHUNK


@pytest.mark.parametrize("solve", [by_matchups, by_sweep, by_sample])
def test_results_do_not_depend_on_threads(solve: Callable[[Matchup, int], MatchupOutcome]) -> None:
    hands = [random_range(1, 60, False), random_range(2, 60, False)]
    matchup = make_matchup(GAMES["holdem"], hands, "2c7d9h", "Ks")
    one = solve(matchup, 1)
    for threads in (2, 3, 5):
        assert_same(solve(matchup, threads), one, 0.0)


@pytest.mark.parametrize("method", ["auto", "exact", "sample"])
@pytest.mark.parametrize(
    ("game", "hands"),
    [
        ("holdem", ("AA", "KK,QQ:0.5", "76s")),
        ("omaha-8", ("As2hKsQh", "KdKcJdTc", "3s4d6h7h")),
    ],
)
def test_any_number_of_threads_gives_the_same_equity(
    game: str, hands: tuple[str, ...], method: Method
) -> None:
    results = [
        equity(*hands, board="2c5d8h", game=game, method=method, samples=50_000, threads=threads)
        for threads in (1, 2, 3, None)
    ]
    assert all(result.players == results[0].players for result in results)
    assert all(result.deals == results[0].deals for result in results)


def test_the_cheapest_exact_method_is_used() -> None:
    assert equity("AA", "KK").method == "table"
    assert equity("random", "random").method == "table"
    assert equity("AA", "KK", dead="2c").method == "matchups"
    assert equity("AA", "KK", game="royal").method == "matchups"
    assert equity("random", "22+", board="2c7d9h").method == "sweep"
    assert equity("AA", "KK", "QQ", board="2c7d9h").method == "matchups"


def test_sampling_replaces_costly_exact_methods() -> None:
    assert equity("AA", "KK", exact_seconds=0.0, samples=1).method == "sample"
    assert equity("random", "random", exact_seconds=0.01, samples=1).method == "sample"
    assert equity("random", "random", "random", samples=1).method == "sample"
    assert equity("random", "random", game="omaha", samples=1).method == "sample"


@pytest.mark.parametrize(
    ("game", "hands", "board", "method"),
    [
        ("holdem", ("AA", "KK"), "", "exact"),
        ("holdem", ("AA", "KK"), "2c", "exact"),
        ("holdem", ("AA", "KK", "QQ", "JJ"), "2c7d", "exact"),
        ("holdem", ("random", "22+"), "2c7d9h", "exact"),
        ("royal", ("random", "random"), "", "exact"),
        ("holdem", ("AA", "KK"), "", "sample"),
    ],
)
def test_progress_rises_to_one(
    game: str, hands: tuple[str, ...], board: str, method: Method
) -> None:
    shares: list[float] = []
    equity(
        *hands,
        game=game,
        board=board,
        method=method,
        samples=100 * CHUNK,
        progress=shares.append,
    )
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert all(0 < share <= 1 for share in shares)
    if method == "sample":
        assert len(shares) > 1


def test_results_as_plain_data() -> None:
    result = equity("AA", "KK", board="2c7d9h")
    plain = json.loads(json.dumps(result.as_dict()))
    assert plain["game"] == "holdem"
    assert plain["method"] == result.method
    assert plain["exact"] is True
    assert plain["deals"] == result.deals
    assert plain["seconds"] == result.seconds > 0
    assert plain["players"][0] == {
        "equity": result.players[0].equity,
        "win": result.players[0].win,
        "tie": result.players[0].tie,
        "low": 0.0,
        "error": 0.0,
    }
