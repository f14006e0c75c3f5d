"""Poker AI in one package: from a real hand to a game-theoretic answer.

>>> import fifthstreet as fs
>>> fs.equity("AA", "KK", board="2c7d9h").players[0].equity > 0.9
True
>>> spot = fs.Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
>>> fs.solve(spot, target_pot_percent=0.1).root.actions
('k', 'b50')
"""

from fifthstreet.support import program_start as program_start  # first: it handles Ctrl-C

# isort: split
from fifthstreet.support.lazy_names import lazy_names
from fifthstreet.support.pictured import draw_with
from fifthstreet.support.version import __version__ as __version__

draw_with("fifthstreet.views.notebook")

__getattr__, __dir__, __all__ = lazy_names(__name__)
