"""Games for the solvers of `solvers.cfr`."""

from fifthstreet.solvers.games.engine import EngineGame
from fifthstreet.solvers.games.game import CHANCE, TERMINAL, Game
from fifthstreet.solvers.games.kuhn import Kuhn
from fifthstreet.solvers.games.limit_poker import LimitPoker, leduc, rhode_island, two_one_one
from fifthstreet.solvers.games.open_spiel import (
    OpenSpielGame,
    open_spiel_twin,
    to_open_spiel_policy,
)

__all__ = [
    "CHANCE",
    "TERMINAL",
    "EngineGame",
    "Game",
    "Kuhn",
    "LimitPoker",
    "OpenSpielGame",
    "leduc",
    "open_spiel_twin",
    "rhode_island",
    "to_open_spiel_policy",
    "two_one_one",
]
