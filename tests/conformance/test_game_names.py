"""Every command, function and environment knows the same names of games."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.arena import SHORT_NAMES, table_game
from fifthstreet.arena.live import variant_info
from fifthstreet.cards import GAME_NAMES, find_game, game_among
from fifthstreet.cards.equity import GAMES as EQUITY_GAMES
from fifthstreet.cards.equity import equity_game
from fifthstreet.cli import run
from fifthstreet.errors import InputError
from fifthstreet.game import Street
from fifthstreet.game.variants import VARIANTS, Poker, term_names, variant
from fifthstreet.interop.env_table import EnvTable
from fifthstreet.solvers.registry import GAMES as TRAINABLE
from fifthstreet.solvers.registry import listed_name
from fifthstreet.solvers.training import Training

Found = Callable[[str], object]
PLACES: dict[str, Found] = {
    "equity": lambda name: equity_game(name).name,
    "arena": lambda name: table_game(name).game.code,
    "page": lambda name: variant_info(name).code,
    "rules": lambda name: variant(name).code,
    "environments": lambda name: EnvTable.of(name, seats=2).poker.code,
    "train": listed_name,
}
RULES_PAGE = Path(__file__).parents[2] / "docs/reference/rules.md"
STAKES: dict[str, Any] = {
    "ante_trimming_status": True,
    "raw_antes": 1,
    "raw_blinds_or_straddles": (1, 2),
    "bring_in": 1,
    "small_bet": 2,
    "big_bet": 4,
    "min_bet": 2,
    "bet": 2,
}
NO_LIMIT = (
    *("nlhe", "NLHE", "nlh", "NT", "nt", "holdem", "Hold'em", "texas_holdem", "Texas Hold'em"),
    *("no-limit Texas hold'em", "no_limit texas holdem", "NoLimitTexasHoldem"),
)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", NO_LIMIT)
def test_all_names_mean_the_same_everywhere(place: str, name: str) -> None:
    assert PLACES[place](name) == PLACES[place]("nlhe")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("wrong", "meant"), [("nhle", "nlhe"), ("Hodlem", "holdem"), ("NLHEE", "nlhe")]
)
def test_a_typing_error_is_corrected_everywhere(place: str, wrong: str, meant: str) -> None:
    with pytest.raises(InputError, match=f"got '{wrong}'. Did you mean '{meant}'\\?$"):
        PLACES[place](wrong)


@pytest.mark.parametrize("place", PLACES)
def test_other_words_are_refused_without_a_guess(place: str) -> None:
    for name in ("chess", "", "???"):
        with pytest.raises(InputError, match=r"^game must be one of .*, got '[^']*'$"):
            PLACES[place](name)


def test_typing_errors_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        ["equity", "AA", "KK", "--game", "omahaa"],
        ["arena", "random", "--game", "omahaa"],
    ):
        assert run(command) == 2
        assert capsys.readouterr().err.endswith("got 'omahaa'. Did you mean 'omaha'?\n")
    assert run(["train", "--game", "ledcu", "--iterations", "5"]) == 2
    assert capsys.readouterr().err.endswith("got 'ledcu'. Did you mean 'leduc'?\n")


def test_only_games_of_a_place_are_suggested() -> None:
    with pytest.raises(InputError, match=r"got 'kuhn'$"):  # a game, but without equities
        equity_game("kuhn")
    with pytest.raises(InputError, match=r"got 'plo'$"):
        listed_name("plo")


@pytest.mark.parametrize("code", VARIANTS)
def test_every_variant_is_found_by_all_of_its_names(code: str) -> None:
    kind = VARIANTS[code]
    (names,) = (game for game in GAME_NAMES if game.code == code)
    assert names.title == kind.name
    for name in (code, code.lower(), kind.name, kind.__name__, names.short, *names.aliases):
        assert variant(name) is kind
    assert SHORT_NAMES[names.short] == code


@pytest.mark.parametrize("name", EQUITY_GAMES)
def test_every_equity_game_has_names(name: str) -> None:
    assert any(game.equity == name for game in GAME_NAMES)
    assert equity_game(name.replace("-", "_").upper()).name == name


def test_every_game_of_solvers_has_names() -> None:
    shorts = {game.short for game in GAME_NAMES}
    assert {name for name in TRAINABLE if ":" not in name} <= shorts


def test_no_name_means_two_games() -> None:
    shorts = [game.short for game in GAME_NAMES]
    for game in GAME_NAMES:
        for name in (game.short, game.code or game.short, game.title, *game.aliases):
            assert find_game(name, shorts) == game.short
    assert game_among("no such game", shorts) is None


def test_a_training_has_the_usual_name_of_its_game() -> None:
    assert Training("Leduc Hold'em", "cfr").game == "leduc"
    assert Training("rhode_island", "cfr").game == "rhode-island"


def rows_of(section: str) -> dict[str, list[str]]:
    """Return the rows of the table in a section of the page on rules, by their first cell."""
    text = RULES_PAGE.read_text(encoding="utf-8").partition(f"\n## {section}\n")[2]
    rows: dict[str, list[str]] = {}
    for line in text.partition("\n## ")[0].splitlines():
        cells = [cell.strip(" `") for cell in line.split("|")[1:-1]]
        if len(cells) == 5:
            rows[cells[0]] = cells
    return rows


def test_the_page_of_names_is_complete() -> None:
    rows = rows_of("Names")
    for game in GAME_NAMES:
        title, code, equity, others = rows[game.short][1:]
        assert (title, code, equity) == (game.title, game.code, game.equity)
        assert others == ", ".join(f"`{name}`" for name in game.aliases).strip("`")


def dealt(street: Street) -> str:
    """Return what is dealt on a street, in the words of the page."""
    up = sum(street.hole_dealing_statuses)
    down = len(street.hole_dealing_statuses) - up
    parts = {"": down, " up": up, " board": street.board_dealing_count}
    words = [f"{count}{word}" for word, count in parts.items() if count]
    return " + ".join([*words, *(["draw"] if street.draw_status else [])])


def test_the_page_of_variants_is_complete() -> None:
    rows = rows_of("Variants")
    assert [code for code in rows if code in VARIANTS] == [*VARIANTS]
    for code, kind in VARIANTS.items():
        game: Poker = kind((), **{name: STAKES[name] for name in term_names(kind)[1:]})
        assert rows[code] == [
            code,
            kind.__name__,
            str(len(game.deck)),
            ", ".join(dealt(street) for street in game.streets),
            ", ".join(hand_type.name for hand_type in game.hand_types),
        ]
