"""Mixed games: several games in rotation at one table.

>>> from fifthstreet.game.enums import Automation
>>> stakes = MixedStakes(small_bet=4, big_bet=8, blinds=(2, 4), ante=1, bring_in=1)
>>> horse = mixed_game("HORSE", tuple(Automation), stakes)
>>> [horse.game_of_hand(index, player_count=6).code for index in range(0, 30, 6)]
['FT', 'FO/8', 'FR', 'F7S', 'F7S/8']
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Unpack

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation, BettingStructure
from fifthstreet.game.values import Chips, ChipsLike
from fifthstreet.game.variants import (
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitTexasHoldem,
    Options,
    Poker,
    PotLimitOmahaHoldem,
    term_names,
)

HOSE = (
    FixedLimitTexasHoldem,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
)
HORSE = (*HOSE[:2], FixedLimitRazz, *HOSE[2:])
EIGHT_GAME = (
    FixedLimitDeuceToSevenLowballTripleDraw,
    *HORSE,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
TEN_GAME = (*EIGHT_GAME, NoLimitDeuceToSevenLowballSingleDraw, FixedLimitBadugi)

MIXES: dict[str, tuple[type[Poker], ...]] = {
    "HORSE": HORSE,
    "HOSE": HOSE,
    "8-game": EIGHT_GAME,
    "10-game": TEN_GAME,
}


@dataclass(frozen=True, kw_only=True)
class MixedStakes:
    """Forced bets and bet sizes for games of every kind; each game uses those it needs."""

    small_bet: Chips
    big_bet: Chips
    blinds: ChipsLike  # in fixed-limit games
    ante: Chips = 0  # in stud
    bring_in: Chips = 0  # in stud
    unlimited_blinds: ChipsLike = None  # in pot-limit and no-limit games; None: the same blinds
    button_ante: Chips = 0  # in games with a button
    ante_trimming_status: bool = True

    def game(
        self,
        kind: type[Poker],
        automations: tuple[Automation, ...],
        **options: Unpack[Options],
    ) -> Poker:
        """Return a game at these stakes."""
        names = term_names(kind)
        fixed = kind.betting_structure == BettingStructure.FIXED_LIMIT
        blinds = self.blinds if fixed or self.unlimited_blinds is None else self.unlimited_blinds
        terms = {
            "automations": automations,
            "ante_trimming_status": self.ante_trimming_status,
            "raw_antes": self.ante if "bring_in" in names else self.button_ante,
            "raw_blinds_or_straddles": blinds,
            "bring_in": self.bring_in,
            "small_bet": self.small_bet,
            "big_bet": self.big_bet,
            "min_bet": _largest(blinds),
        }
        if missing := [name for name in names if name not in terms]:
            raise InputError(f"{kind.__name__} requires {missing}, which these stakes do not have")
        return kind(**{name: terms[name] for name in names}, **options)


def _largest(blinds: ChipsLike) -> Chips:
    """Return the largest blind; `blinds` is a number, a sequence or a mapping."""
    if isinstance(blinds, dict):
        blinds = blinds.values()
    return max(blinds) if isinstance(blinds, Iterable) else blinds


@dataclass(frozen=True)
class Turn:
    """A position in a rotation: the game, and how many hands of it have been played."""

    game_index: int = 0
    hand_count: int = 0


@dataclass(frozen=True, repr=False)
class Rotation:
    """Games played in turn, `hands_per_game` hands of each; None means one orbit."""

    games: tuple[Poker, ...]
    hands_per_game: int | None = None

    def __post_init__(self) -> None:
        if not self.games:
            raise InputError("a rotation must have at least one game")
        if self.hands_per_game is not None and self.hands_per_game < 1:
            raise InputError(
                f"hands_per_game must be at least 1, or None, got {self.hands_per_game}"
            )

    def __repr__(self) -> str:
        codes = ", ".join(game.code for game in self.games)
        return f"<Rotation of {codes}; {self.hands_per_game or 'an orbit of'} hands each>"

    def game(self, turn: Turn) -> Poker:
        """Return the game of a turn."""
        return self.games[turn.game_index]

    def turn_after(self, turn: Turn, player_count: int) -> Turn:
        """Return the turn after a hand with `player_count` players."""
        if turn.hand_count + 1 < (self.hands_per_game or player_count):
            return Turn(turn.game_index, turn.hand_count + 1)
        return Turn((turn.game_index + 1) % len(self.games), 0)

    def game_of_hand(self, hand_index: int, player_count: int) -> Poker:
        """Return the game of a hand, if the number of players never changes."""
        per_game = self.hands_per_game or player_count
        return self.games[hand_index // per_game % len(self.games)]


def mixed_game(
    kinds: str | Iterable[type[Poker]],
    automations: tuple[Automation, ...],
    stakes: MixedStakes,
    *,
    hands_per_game: int | None = None,
    **options: Unpack[Options],
) -> Rotation:
    """Return a rotation of games at the same stakes.

    Args:
        kinds: Name of a mix, like `HORSE` or `8-game`, or classes of games in order.
        automations: Operations that hands of every game carry out automatically.
        stakes: Forced bets and bet sizes, of which each game uses some.
        hands_per_game: Hands before the next game; by default an orbit, one hand per player.
        **options: Terms that every game accepts: `mode`, `starting_board_count`, `divmod`, `rake`.

    Raises:
        InputError: If there is no mix of the name, or a game needs terms that the stakes lack.
    """
    if isinstance(kinds, str):
        if kinds not in MIXES:
            raise InputError(f"a mix must be one of {', '.join(MIXES)}, got {kinds!r}")
        kinds = MIXES[kinds]
    games = tuple(stakes.game(kind, automations, **options) for kind in kinds)
    return Rotation(games, hands_per_game)
