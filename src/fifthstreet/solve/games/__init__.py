"""Games for the solvers of `solve.cfr`."""

from fifthstreet.solve.games.engine import EngineGame
from fifthstreet.solve.games.game import CHANCE, TERMINAL, Game
from fifthstreet.solve.games.holdem import Holdem
from fifthstreet.solve.games.kuhn import Kuhn
from fifthstreet.solve.games.limit_poker import LimitPoker, leduc, rhode_island, two_one_one
from fifthstreet.solve.games.open_spiel import (
    OpenSpielGame,
    open_spiel_twin,
    to_open_spiel_policy,
)
from fifthstreet.solve.games.registry import FAMILIES, GAMES, NamedGame, named_game

__all__ = [
    "CHANCE",
    "FAMILIES",
    "GAMES",
    "TERMINAL",
    "EngineGame",
    "Game",
    "Holdem",
    "Kuhn",
    "LimitPoker",
    "NamedGame",
    "OpenSpielGame",
    "leduc",
    "named_game",
    "open_spiel_twin",
    "rhode_island",
    "to_open_spiel_policy",
    "two_one_one",
]
