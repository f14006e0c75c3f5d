"""Equity of hands and ranges in any game, exact or sampled; hand strength; tournament equity."""

from fifthstreet.callable_room import make_callable
from fifthstreet.equity.calculate import EquityResult, PlayerEquity, equity, hand_strength
from fifthstreet.equity.games import GAMES, EquityGame, equity_game
from fifthstreet.equity.preflop import PreflopEquity, preflop_equity, preflop_matrix
from fifthstreet.equity.tournament import icm

__all__ = [
    "GAMES",
    "EquityGame",
    "EquityResult",
    "PlayerEquity",
    "PreflopEquity",
    "equity",
    "equity_game",
    "hand_strength",
    "icm",
    "preflop_equity",
    "preflop_matrix",
]

make_callable(__name__, equity)
