"""Ready-made games, each a class that creates states.

>>> from fifthstreet.game.enums import Automation
>>> game = variant("NT")((Automation.ANTE_POSTING,), True, 0, (1, 2), 2)
>>> game.name, game.max_hole_card_count, game.max_board_card_count
("no-limit Texas hold'em", 2, 5)
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
