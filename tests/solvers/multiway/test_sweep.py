"""What hands win against two ranges, against loops over all triples."""

from collections.abc import Sequence

import numpy as np
import pytest

from fifthstreet import _native
from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway import MultiwaySpot, RiverGame
from tests.solvers.multiway.samples import random_spot

BOTH, FIRST, SECOND, ALL = range(4)


def share(strengths: Sequence[int], players: Sequence[int]) -> float:
    """Return the first player's share of a pot that some players contest."""
    best = max(strengths[player] for player in players)
    winners = [player for player in players if strengths[player] == best]
    return 1 / len(winners) if 0 in winners else 0.0


def naive_sweep(
    game: RiverGame, payoff: Sequence[float], first: np.ndarray, second: np.ndarray
) -> np.ndarray:
    """Return what the first player's hands win, from all triples that share no card."""
    out = np.zeros(len(game.hands[0].holes))
    cards, strengths = zip(
        *((hands.cards.tolist(), hands.strengths.tolist()) for hands in game.hands), strict=True
    )
    for i, own in enumerate(cards[0]):
        for j, one in enumerate(cards[1]):
            for k, two in enumerate(cards[2]):
                if len({*own, *one, *two}) < 6:
                    continue
                triple = strengths[0][i], strengths[1][j], strengths[2][k]
                won = payoff[ALL] + payoff[BOTH] * share(triple, (0, 1, 2))
                won += payoff[FIRST] * share(triple, (0, 1))
                won += payoff[SECOND] * share(triple, (0, 2))
                out[i] += first[j] * second[k] * won
    return out


@pytest.mark.parametrize("seed", range(40))
def test_sweeps_match_loops(seed: int) -> None:
    random = np.random.default_rng(seed)
    game = RiverGame(random_spot(random, hands=int(random.integers(2, 14))))
    reach = [np.zeros_like(weights) for weights in game.weights]
    for row, hands in zip(reach, game.hands, strict=True):
        row[: len(hands.holes)] = random.random(len(hands.holes), np.float32)
    # Every mixture of pots, and none.
    payoff = (random.normal(size=4) * random.integers(0, 2, 4)).astype(np.float32)
    expected = naive_sweep(game, payoff.tolist(), reach[1], reach[2])
    found = game.sweep(0, payoff.tolist(), reach)
    tolerance = 3e-6 * float(reach[1].sum()) * float(reach[2].sum())
    np.testing.assert_allclose(found[: len(expected)], expected, atol=tolerance)
    assert not found[len(expected) :].any()


@pytest.mark.parametrize("board_hands", ["random", "AA,KK,22-99,A2s+,K9s+,T9s,98s"])
def test_shares_add_up_to_one(board_hands: str) -> None:
    spot = MultiwaySpot.of("QsJh2h7c4d", 90, 200, [board_hands, "random", "22+,A2+"])
    game = RiverGame(spot)
    for payoff in ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0)):
        # A pot of two is contested by the same two players from either's view.
        pot = {FIRST: (0, 1), SECOND: (0, 2), BOTH: (0, 1, 2)}[payoff.index(1)]
        won = 0.0
        for player in pot:
            others = [other for other in range(3) if other != player]
            own = [0.0, 0.0, 0.0, 0.0]
            contesting = [other for other in others if other in pot]
            own[BOTH if len(contesting) == 2 else 1 + others.index(contesting[0])] = 1
            won += game.chips(player, game.sweep(player, own, game.weights))
        assert won == pytest.approx(1, abs=2e-6)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cards": [np.zeros((3, 2), np.uint8)] * 3}, "hands must be two cards, each hand once"),
        ({"cards": [np.full((3, 2), 47, np.uint8)] * 3}, "cards must be below 47"),
        ({"strengths": [np.array([3, 2, 1], np.uint16)] * 3}, "order of strength"),
        ({"strengths": [np.zeros(2, np.uint16)] * 3}, "each hand must have two cards"),
        ({"strengths": [np.zeros(0, np.uint16)] * 3}, "each player must have hands"),
        ({"payoffs": np.full((3, 1, 4), np.nan, np.float32)}, "payoffs must be finite"),
        ({"ends": np.zeros((3, 1), np.uint8)}, "the game must be over at its ends"),
        ({"cards": []}, "an array for each of 3 players"),
    ],
)
def test_wrong_games_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        one_node(**change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"payoff": np.zeros(3, np.float32)}, "a payoff must be four numbers"),
        ({"payoff": np.full(4, np.nan, np.float32)}, "payoffs must be finite"),
        ({"out": np.zeros(3, np.float32)}, "reach and results must be padded rows"),
        ({"first_reach": np.zeros(32, np.float32)}, "reach and results must be padded rows"),
        ({"player": 3}, "player must be 0 to 2"),
    ],
)
def test_wrong_sweeps_are_refused(change: dict[str, object], message: str) -> None:
    rows = {name: np.zeros(16, np.float32) for name in ("first_reach", "second_reach", "out")}
    arguments = {"player": 0, "payoff": np.ones(4, np.float32), **rows}
    with pytest.raises(InputError, match=message):
        one_node().sweep(**arguments | change)  # type: ignore[arg-type]


def one_node(**change: object) -> _native.TripleSolver:
    """Return a game without decisions, in which each player has three hands."""
    arguments = {
        "players": np.array([-1], np.int8),
        "first_children": np.zeros(1, np.int32),
        "children": np.zeros(1, np.int32),
        "cards": [np.arange(6, dtype=np.uint8).reshape(3, 2)] * 3,
        "strengths": [np.arange(3, dtype=np.uint16)] * 3,
        "ends": np.ones((3, 1), np.uint8),
        "payoffs": np.ones((3, 1, 4), np.float32),
    }
    return _native.TripleSolver(**arguments | change)  # type: ignore[arg-type]
