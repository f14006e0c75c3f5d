"""Games for the solvers of `solve.cfr`."""

from fifthstreet.solve.games.game import CHANCE, TERMINAL, Game
from fifthstreet.solve.games.kuhn import Kuhn
from fifthstreet.solve.games.limit_poker import LimitPoker, leduc, rhode_island, two_one_one
from fifthstreet.solve.games.registry import GAMES, NamedGame, named_game

__all__ = [
    "CHANCE",
    "GAMES",
    "TERMINAL",
    "Game",
    "Kuhn",
    "LimitPoker",
    "NamedGame",
    "leduc",
    "named_game",
    "rhode_island",
    "two_one_one",
]
