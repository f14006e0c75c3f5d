"""Cards, decks and chip values under their PokerKit names."""

from fifthstreet.game.card import Card, CardsLike, Deck, Rank, RankOrder, Suit
from fifthstreet.game.values import (
    UNMATCHABLE_PATTERN,
    ValuesLike,
    clean_values,
    divmod,
    filter_none,
    max_or_none,
    min_or_none,
    parse_month,
    parse_time,
    parse_value,
    rake,
    rotated,
    shuffled,
    sign,
)

__all__ = [
    "UNMATCHABLE_PATTERN",
    "Card",
    "CardsLike",
    "Deck",
    "Rank",
    "RankOrder",
    "Suit",
    "ValuesLike",
    "clean_values",
    "divmod",
    "filter_none",
    "max_or_none",
    "min_or_none",
    "parse_month",
    "parse_time",
    "parse_value",
    "rake",
    "rotated",
    "shuffled",
    "sign",
]
