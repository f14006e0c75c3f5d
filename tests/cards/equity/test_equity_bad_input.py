"""Invalid input is rejected with a message that says why."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import Range, WeightedHands, parse_mask
from fifthstreet.cards.equity import GAMES, EquityGame, equity, equity_game
from fifthstreet.cards.equity.calculate import Method
from fifthstreet.cards.hands import RHODE_ISLAND_HIGH
from fifthstreet.errors import InputError

ACES, KINGS = "AA", "KK"


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        ((), {}, "players must be 2 to 10 hands, got 0"),
        ((ACES,), {}, "players must be 2 to 10 hands, got 1"),
        (("random",) * 11, {}, "players must be 2 to 10 hands, got 11"),
        ((ACES, KINGS), {"game": "chess"}, "game must be one of holdem, .*, got 'chess'"),
        (
            (ACES, KINGS),
            {"method": "magic"},
            "method must be one of auto, exact, sample, got 'magic'",
        ),
        (
            (ACES, KINGS),
            {"board": "2c3c4c5c6c7c"},
            "the board of holdem must have at most 5 cards, got 6",
        ),
        ((ACES, KINGS), {"board": "2c", "dead": "2c3c"}, "2c is both on the board and dead"),
        ((ACES, KINGS), {"board": "2x"}, "card must be a rank and a suit, like 'As', got '2x'"),
        ((ACES, KINGS), {"board": "2c2c"}, "the card 2c appears twice"),
        ((ACES, KINGS), {"board": "??"}, r"card must be known, from 0 to 51, got \?\?"),
        ((ACES, KINGS), {"dead": "zz"}, "card must be a rank and a suit, like 'As', got 'zz'"),
        ((ACES, KINGS), {"board": 1 << 52}, "a mask of cards must have only bits 0 to 51"),
        ((ACES, KINGS), {"board": -1}, "a mask of cards must have only bits 0 to 51"),
        ((ACES, KINGS), {"dead": -1}, "a mask of cards must have only bits 0 to 51"),
        (
            (ACES, KINGS),
            {"board": "2c", "game": "short-deck"},
            "board: 2c is not in the deck of short-deck",
        ),
        (
            (ACES, KINGS),
            {"dead": "9s2c", "game": "royal"},
            "dead cards: 9s2c is not in the deck of royal",
        ),
        (
            (ACES, KINGS),
            {"board": "AsAhAdKs"},
            "player 1: no hand is possible: all contain a card of AsAhAdKs",
        ),
        ((ACES, "none"), {}, "player 2: no hand is possible"),
        ((ACES, KINGS, "22"), {"game": "short-deck"}, "player 3: no hand is possible"),
        ((ACES, "AsKs:0"), {}, "player 2: no hand is possible"),
        ((ACES, Range.empty()), {}, "player 2: no hand is possible"),
        ((ACES, ""), {}, "player 2: hands must be like 'AA' or 'AsKh', or 'none', got ''"),
        ((ACES, "xyz"), {}, "player 2: hands must be like 'AQs', .*, got 'xyz'"),
        ((ACES, "AsAs"), {}, "player 2: the card As appears twice"),
        ((ACES, "AsKsQs"), {}, "player 2: a hand or a run of hands must be like"),
        (
            (ACES, KINGS),
            {"game": "omaha"},
            "player 1: a hand of 4 cards must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', got 'AA'",
        ),
        (
            ("AAKKQ", "JJTT"),
            {"game": "omaha"},
            "player 1: a hand of 4 cards must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', got 'AAKKQ'",
        ),
        (
            (Range.full(), "AAxx"),
            {"game": "omaha"},
            "player 1: hands of omaha must have 4 cards, got a Range, which has 2",
        ),
        (
            ("AAxx", WeightedHands.random(2)),
            {"game": "omaha"},
            "player 2: hands of omaha must have 4 cards, got 2",
        ),
        (("random",) * 8, {"game": "royal"}, "8 players need 21 cards, but 20 are left"),
        (("random",) * 10, {"game": "omaha-5"}, "10 players need 55 cards, but 52 are left"),
        ((ACES, KINGS), {"method": "sample", "samples": 0}, "samples must be at least 1, got 0"),
        ((ACES, KINGS), {"method": "sample", "samples": -5}, "samples must be at least 1, got -5"),
        ((ACES, KINGS), {"method": "sample", "seed": -1}, "seed must be from 0 to 2"),
        (
            (ACES, KINGS),
            {"method": "sample", "seed": 1 << 64},
            "seed must be .*, got 1844674407370",
        ),
        ((ACES, KINGS), {"threads": 0}, "threads must be at least 1, got 0"),
        ((ACES, KINGS), {"threads": -2}, "threads must be at least 1, got -2"),
        (("AsKs", "AsQs"), {}, "no deal is possible: the players' hands always share a card"),
        (("AA", "AA", "AA"), {}, "no deal is possible: the players' hands always share a card"),
        (
            ("AsKs", "AsQs"),
            {"method": "exact", "board": "2c3c4c"},
            "no deal is possible: the players' hands always share a card",
        ),
        (("AsKs", "AsQs"), {"method": "sample"}, "no possible deal was found"),
    ],
)
def test_bad_input(players: tuple[Any, ...], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        equity(*players, **options)


@pytest.mark.parametrize("name", ["", "chess", "texas"])
def test_unknown_games(name: str) -> None:
    with pytest.raises(InputError, match=f"game must be one of holdem, .*, got '{name}'"):
        equity_game(name)


@pytest.mark.parametrize("name", GAMES)
def test_games_have_the_names_they_are_listed_under(name: str) -> None:
    assert equity_game(name) is GAMES[name]
    assert GAMES[name].name == name


@pytest.mark.parametrize(
    ("players", "game"),
    [
        (("random", "random", "random"), "holdem"),
        (("random", "random"), "omaha"),
        (("random", "random"), "holdem-8"),
        (("random", "random"), "greek"),
    ],
)
def test_too_many_deals_for_an_exact_result(players: tuple[str, ...], game: str) -> None:
    with pytest.raises(InputError, match="deals are too many for an exact result: use narrower"):
        equity(*players, game=game, method="exact")


def hands_of(masks: list[int], weights: list[float]) -> WeightedHands:
    return WeightedHands(np.array(masks, np.uint64), np.array(weights), 2)


AS_KS, THREE_CARDS, TWO_TWO = (parse_mask(text) for text in ("AsKs", "AsKsQs", "2d2c"))


@pytest.mark.parametrize(
    ("masks", "weights", "game"),
    [
        ([THREE_CARDS], [1.0], "holdem"),
        ([AS_KS, 1 << 52 | 1], [1.0, 1.0], "holdem"),
        ([TWO_TWO], [1.0], "short-deck"),
        ([TWO_TWO, AS_KS], [1.0, 1.0], "short-deck"),
        ([AS_KS], [-1.0], "holdem"),
        ([AS_KS], [float("nan")], "holdem"),
    ],
)
@pytest.mark.parametrize("method", ["exact", "sample"])
def test_listed_hands_are_checked(
    masks: list[int], weights: list[float], game: str, method: Method
) -> None:
    with pytest.raises(InputError, match=r"hand|weight|card"):
        equity(hands_of(masks, weights), "QQ", game=game, method=method, samples=1)


def test_listed_hands_may_have_any_positive_weight() -> None:
    """Only the ratio of the weights counts."""
    masks = [parse_mask("9c9d"), AS_KS]
    expected = equity(hands_of(masks, [0.25, 0.5]), "QQ", board="2c7d8h")
    result = equity(hands_of(masks, [2.0, 4.0]), "QQ", board="2c7d8h")
    assert result.players[0].equity == pytest.approx(expected.players[0].equity, abs=1e-12)


def test_custom_games() -> None:
    """Rhode Island hold'em: one hole card, two on the board, three play."""
    game = EquityGame("rhode island", 1, RHODE_ISLAND_HIGH, board_cards=2)
    ace = WeightedHands(np.array([parse_mask("As")], np.uint64), np.ones(1), 1)
    king = WeightedHands(np.array([parse_mask("Kh")], np.uint64), np.ones(1), 1)
    result = equity(ace, king, game=game)
    wins = ties = boards = 0
    for low in range(52):
        for high in range(low):
            board = 1 << low | 1 << high
            if board & parse_mask("AsKh"):
                continue
            ours = RHODE_ISLAND_HIGH.strength("As", board)
            theirs = RHODE_ISLAND_HIGH.strength("Kh", board)
            boards += 1
            wins += ours > theirs
            ties += ours == theirs
    assert result.players[0].win == pytest.approx(wins / boards, abs=1e-12)
    assert result.players[0].tie == pytest.approx(ties / boards, abs=1e-12)


def test_a_custom_game_in_which_three_of_seven_cards_play() -> None:
    """Run in a process of its own, which must not crash though no table covers seven cards."""
    code = (
        "from fifthstreet.cards.equity import EquityGame, equity\n"
        "from fifthstreet.cards.hands import RHODE_ISLAND_HIGH\n"
        "game = EquityGame('three of seven', 2, RHODE_ISLAND_HIGH)\n"
        "result = equity('AA', 'random', game=game, board='2c7d9h8s', method='exact')\n"
        "print(sum(player.equity for player in result.players))\n"
    )
    completed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert completed.returncode == 0, completed.stderr
    assert float(completed.stdout) == pytest.approx(1, abs=1e-9)
