"""Games by name, for the command line and for files."""

from __future__ import annotations

from typing import Any, TypeAlias

from fifthstreet.solve.games.game import Game
from fifthstreet.solve.games.holdem import Holdem
from fifthstreet.solve.games.kuhn import Kuhn
from fifthstreet.solve.games.limit_poker import leduc, rhode_island, two_one_one
from fifthstreet.solve.games.open_spiel import OpenSpielGame
from fifthstreet.solve.named import Named
from fifthstreet.solve.spot_file import read_spot

NamedGame: TypeAlias = Named[Game[Any]]


def _kuhn3(*, cards: int = 4) -> Kuhn:
    return Kuhn(players=3, cards=cards)


def _open_spiel(source: str, /) -> OpenSpielGame:
    return OpenSpielGame(source)


def _holdem(path: str, /, *, deal: tuple[str, str] | None = None, runout: str = "") -> Holdem:
    return Holdem(read_spot(path), deal, runout)


GAMES: dict[str, NamedGame] = {
    "kuhn": NamedGame(Kuhn, "one card each and one bet"),
    "kuhn3": NamedGame(_kuhn3, "Kuhn poker for three"),
    "leduc": NamedGame(leduc, "six cards, one on the board, bets of 2 and 4"),
    "rhode_island": NamedGame(rhode_island, "one card each, two on the board, hands of three"),
    "two_one_one": NamedGame(two_one_one, "Rhode Island without faces, four bets a round"),
}


# Games that are named by a word and what follows it after a colon.
FAMILIES: dict[str, NamedGame] = {
    "open_spiel": NamedGame(_open_spiel, "a game of OpenSpiel, like open_spiel:liars_dice"),
    "holdem": NamedGame(_holdem, "the spot of a file hand by hand, like holdem:river.toml"),
}


def named_game(name: str, **options: Any) -> Game[Any]:
    """A game of `GAMES` with its options, or one of `FAMILIES`.

    >>> named_game("kuhn", players=3).name
    'Kuhn poker: 3 players, 4 cards'
    """
    _, colon, rest = name.partition(":")
    return entry_of(name).made(name, *([rest] if colon else []), **options)


def entry_of(name: str) -> NamedGame:
    """What makes the game of a name; ValueError that lists what there is."""
    family, colon, _ = name.partition(":")
    found = FAMILIES.get(family) if colon else GAMES.get(name)
    if found is None:
        wanted = [*GAMES, *(f"{word}:..." for word in FAMILIES)]
        raise ValueError(f"no game {name!r}; want {', '.join(wanted)}")
    return found
