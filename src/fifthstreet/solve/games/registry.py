"""Games by name, for the command line and for files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

from fifthstreet.solve.games.game import Game
from fifthstreet.solve.games.kuhn import Kuhn
from fifthstreet.solve.games.limit_poker import leduc, rhode_island, two_one_one


@dataclass(frozen=True, slots=True)
class NamedGame:
    """What makes a game, with its options by keyword, and what it is in one line."""

    make: Callable[..., Game[Any]]
    summary: str

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the options."""
        return tuple(signature(self.make).parameters)


def _kuhn3(*, cards: int = 4) -> Kuhn:
    return Kuhn(players=3, cards=cards)


GAMES: dict[str, NamedGame] = {
    "kuhn": NamedGame(Kuhn, "one card each and one bet"),
    "kuhn3": NamedGame(_kuhn3, "Kuhn poker for three"),
    "leduc": NamedGame(leduc, "six cards, one on the board, bets of 2 and 4"),
    "rhode_island": NamedGame(rhode_island, "one card each, two on the board, hands of three"),
    "two_one_one": NamedGame(two_one_one, "two cards each, two on the board, hands of three"),
}


def named_game(name: str, **options: Any) -> Game[Any]:
    """A game of `GAMES` with its options.

    >>> named_game("kuhn", players=3).name
    'Kuhn poker: 3 players, 4 cards'
    """
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; want {', '.join(GAMES)}")
    game = GAMES[name]
    if unknown := set(options) - set(game.options):
        raise ValueError(f"{name}: no option {min(unknown)!r}; want {', '.join(game.options)}")
    return game.make(**options)
