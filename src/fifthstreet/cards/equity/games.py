"""The games that equities can be calculated for: hand types, deck, numbers of cards."""

from dataclasses import dataclass
from math import comb

from fifthstreet.cards import decks
from fifthstreet.cards.game_names import find_game
from fifthstreet.cards.hands import HandType, types


@dataclass(frozen=True, repr=False)
class EquityGame:
    """A game with hole cards and a board, won by the high hand or split with a low hand."""

    name: str
    hole_cards: int
    high: HandType
    low: HandType | None = None
    deck: decks.Deck = decks.STANDARD
    board_cards: int = 5

    def __repr__(self) -> str:
        return f"<EquityGame {self.name}>"

    @property
    def is_hold_em(self) -> bool:
        """Whether any five of two hole and five board cards play, as a sweep requires."""
        return (
            self.hole_cards == 2
            and self.board_cards == 5
            and self.high.from_hole is None
            and self.high.ranking.size == 5
            and not self.high.rainbow
            and self.low is None
        )

    @property
    def evaluation_nanoseconds(self) -> float:
        """Estimated time to evaluate one hand on one board, for choosing a method."""
        if self.high.from_hole is None:
            high = 4.0
        else:
            from_board = self.high.ranking.size - self.high.from_hole
            high = 2.0 * comb(self.hole_cards, self.high.from_hole) * comb(5, from_board)
        return high if self.low is None else 2 * high


HOLD_EM = EquityGame("holdem", 2, types.STANDARD_HIGH)

GAMES: dict[str, EquityGame] = {
    game.name: game
    for game in (
        HOLD_EM,
        EquityGame("short-deck", 2, types.SHORT_DECK_HIGH, deck=decks.SHORT),
        EquityGame("short-deck-trips", 2, types.SHORT_DECK_TRIPS_HIGH, deck=decks.SHORT),
        EquityGame("royal", 2, types.ROYAL_HIGH, deck=decks.ROYAL),
        EquityGame("greek", 2, types.GREEK_HIGH),
        EquityGame("holdem-8", 2, types.STANDARD_HIGH, types.EIGHT_OR_BETTER_LOW),
        EquityGame("omaha", 4, types.OMAHA_HIGH),
        EquityGame("omaha-5", 5, types.OMAHA_HIGH),
        EquityGame("omaha-6", 6, types.OMAHA_HIGH),
        EquityGame("omaha-8", 4, types.OMAHA_HIGH, types.OMAHA_EIGHT_OR_BETTER_LOW),
        EquityGame("big-o", 5, types.OMAHA_HIGH, types.OMAHA_EIGHT_OR_BETTER_LOW),
        EquityGame("omaha-6-8", 6, types.OMAHA_HIGH, types.OMAHA_EIGHT_OR_BETTER_LOW),
    )
}


def equity_game(name: str) -> EquityGame:
    """Return the game with a name.

    Args:
        name: A name in `GAMES`, or another name of a game with the same cards, like `plo`.

    Raises:
        InputError: If there is no such game.

    >>> equity_game("omaha").hole_cards
    4
    >>> equity_game("short_deck"), equity_game("PLO")
    (<EquityGame short-deck>, <EquityGame omaha>)
    """
    return GAMES[find_game(name, GAMES)]
