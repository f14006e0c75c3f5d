"""Equity: exact and sampled, for hands and ranges of any game; and the ICM."""

from fifthstreet.callable_room import make_callable
from fifthstreet.equity.calculate import EquityResult, PlayerEquity, equity
from fifthstreet.equity.games import GAMES, EquityGame, equity_game
from fifthstreet.equity.icm import calculate_icm

__all__ = [
    "GAMES",
    "EquityGame",
    "EquityResult",
    "PlayerEquity",
    "calculate_icm",
    "equity",
    "equity_game",
]

make_callable(__name__, equity)
