"""Games by name."""

from pathlib import Path
from typing import Any

import pytest

from fifthstreet.solvers.games import Kuhn, OpenSpielGame, leduc, rhode_island
from fifthstreet.solvers.postflop import Holdem
from fifthstreet.solvers.registry import FAMILIES, GAMES, named_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "default.toml"


@pytest.mark.parametrize("name", GAMES)
def test_every_name_makes_a_game(name: str) -> None:
    game = named_game(name)
    assert len(game.actions(game.root())) > 1
    assert game.name == named_game(name).name


def test_options_reach_the_game() -> None:
    assert named_game("kuhn", players=3) == named_game("kuhn3") == Kuhn(players=3)
    assert named_game("leduc", ranks=4, suits=3) == leduc(ranks=4, suits=3)
    assert named_game("rhode_island", ranks=3) == rhode_island(ranks=3)


def test_families() -> None:
    assert named_game("open_spiel:kuhn_poker(players=3)") == OpenSpielGame("kuhn_poker(players=3)")
    game = named_game(f"holdem:{EXAMPLE}", deal=("AsAc", "KsKc"))
    assert isinstance(game, Holdem)
    assert game.information_set(game.root()) == "AsAc|Jh8h5c|r"


def test_summaries_are_short() -> None:
    for named in (*GAMES.values(), *FAMILIES.values()):
        assert 0 < len(named.summary) < 70


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("chess", {}, "no game 'chess'; want kuhn, kuhn3, leduc, rhode_island, two_one_one, "),
        ("holdem", {}, "no game 'holdem'; want .*holdem:..."),
        ("chess:x", {}, "no game 'chess:x'; want kuhn"),
        ("leduc", {"cards": 3}, "leduc: no option 'cards'; want players, ranks, suits, bets"),
        ("kuhn", {"cards": 1}, "1 cards for 2 players"),
        ("open_spiel:kuhn_poker", {"players": 3}, "no option 'players'; want none"),
        ("holdem:nothing.toml", {}, "nothing.toml"),
    ],
)
def test_bad_names_and_options_are_refused_in_one_line(
    name: str, options: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        named_game(name, **options)
    assert "\n" not in str(caught.value)
