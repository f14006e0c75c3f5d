"""Games of the arena by name, with their stakes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Unpack

from fifthstreet.cards import GAME_NAMES, find_game
from fifthstreet.game import Automation, BettingStructure, variants

AUTOMATIONS = tuple(Automation)

# Chips of a table: blinds of 50 and 100, or bets of 100 and 200 in fixed-limit games.
_TERMS: dict[str, Any] = {
    "ante_trimming_status": True,
    "raw_antes": 0,
    "raw_blinds_or_straddles": (50, 100),
    "bring_in": 50,
    "small_bet": 100,
    "big_bet": 200,
    "min_bet": 100,
}
_STUD_ANTE = 25
_BOMB_POT_ANTE = 100

# Short names, and the codes of `game.VARIANTS`.
SHORT_NAMES = {game.short: game.code for game in GAME_NAMES if game.code}
COURSE = "course"


class CourseHoldem(variants.FixedLimitTexasHoldem):
    """Fixed-limit hold'em with one bet size, and up to three bets on each street.

    The big blind counts as the first bet, so that two raises are left before the flop.
    """

    name = "course hold'em"

    def __init__(
        self,
        automations: tuple[Automation, ...],
        bet: Any = 10,
        **options: Unpack[variants.Options],
    ) -> None:
        small_blind = bet // 2 if isinstance(bet, int) and bet % 2 == 0 else Fraction(bet) / 2
        super().__init__(automations, True, 0, (small_blind, bet), bet, bet, **options)
        self.streets = tuple(
            replace(street, max_completion_betting_or_raising_count=3 if index else 2)
            for index, street in enumerate(self.streets)
        )


@dataclass(frozen=True)
class TableGame:
    """A game with its stakes, and the unit of its results."""

    name: str
    game: variants.Poker
    unit: Any  # chips: the big blind, the small bet or the ante
    unit_name: str  # of a result per hand, like "mbb"
    scale: int  # results per hand are in units / scale
    default_stack: Any  # in units

    def result(self, chips: float) -> float:
        """Return a result in chips per hand in the unit of results.

        >>> table_game("nlhe").result(5)
        50.0
        """
        return float(chips) / float(self.unit) * self.scale


@lru_cache(maxsize=128)
def table_game(name: str) -> TableGame:
    """Return a game by its name, with its stakes and the unit of its results.

    Blinds are 50 and 100 chips, bets 100 and 200 in fixed-limit games; small games have their usual
    stakes.

    Args:
        name: `course`, or any name of a variant, like `nlhe`.

    Raises:
        InputError: If there is no such game.

    >>> table_game("course").game, table_game("plo").unit
    (<CourseHoldem: blinds (5, 10)>, 100)
    """
    short = find_game(name, (COURSE, *SHORT_NAMES))
    if short == COURSE:
        return TableGame(name, CourseHoldem(AUTOMATIONS), 10, "bets", 1, 500)
    kind = variants.VARIANTS[SHORT_NAMES[short]]
    if issubclass(kind, variants.SmallPoker):
        game = kind(AUTOMATIONS)  # type: ignore[call-arg]  # all of its terms have defaults
        ante: Any = game.raw_antes
        return TableGame(name, game, ante, "antes", 1, Fraction(kind.starting_stack, ante))
    terms = dict(_TERMS)
    names_of_terms = variants.term_names(kind)[1:]
    if "raw_blinds_or_straddles" not in names_of_terms:
        terms["raw_antes"] = _STUD_ANTE if "bring_in" in names_of_terms else _BOMB_POT_ANTE
    table: variants.Poker = kind(AUTOMATIONS, *(terms[each] for each in names_of_terms))
    if kind.betting_structure is BettingStructure.FIXED_LIMIT:
        return TableGame(name, table, terms["small_bet"], "bets", 1, 100)
    return TableGame(name, table, terms["min_bet"], "mbb", 1000, 100)
