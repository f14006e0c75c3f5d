"""Refusals of the interface with PokerKit's names."""

from __future__ import annotations

from typing import Any

from tests.refusals.table import Table, face

pokerkit = face("pokerkit")


def calculate(**changes: Any) -> Any:
    terms: dict[str, Any] = {
        "hole_ranges": [pokerkit.parse_range("AA"), pokerkit.parse_range("KK")],
        "board_cards": pokerkit.Card.parse("2c3c4c"),
        "hole_dealing_count": 2,
        "board_dealing_count": 5,
        "deck": pokerkit.Deck.STANDARD,
        "hand_types": (pokerkit.StandardHighHand,),
        "sample_count": 5,
    }
    terms |= changes
    ranges = terms.pop("hole_ranges")
    return pokerkit.calculate_equities(ranges, **terms)


TABLE: Table = {
    "pokerkit/equities.py": [
        ("_Deal.check", lambda: calculate(sample_count=0), "sample_count must be at least 1"),
        ("_Deal.check", lambda: calculate(hand_types=()), "at least one hand type"),
        ("_Deal.check", lambda: calculate(board_dealing_count=2), "at most 2, got 3"),
        ("_Deal.check", lambda: calculate(hole_ranges=[set()]), "at least one hand"),
        ("_Deal.check", lambda: calculate(hole_dealing_count=1), "at most 1 cards"),
        ("_Deal.check", lambda: calculate(hole_dealing_count=40), "too small for this deal"),
        (
            "_shares",
            lambda: calculate(
                hand_types=(pokerkit.EightOrBetterLowHand,),
                board_cards=pokerkit.Card.parse("KcQcJcTc9c"),
            ),
            "in some deals no player has a hand",
        ),
    ],
    "pokerkit/hands.py": [
        ("Hand.__init__", lambda: pokerkit.StandardHighHand("As"), "form an invalid"),
        ("Hand.from_game", lambda: pokerkit.StandardHighHand.from_game("As"), "do not make a"),
    ],
    "pokerkit/lookups.py": [
        ("Lookup.get_entry", lambda: pokerkit.StandardLookup().get_entry("As"), "is not a hand"),
        ("BadugiLookup._get_key", lambda: pokerkit.BadugiLookup().get_entry("AsKs"), "all suits"),
    ],
    "pokerkit/ranges.py": [
        ("_between", lambda: pokerkit.parse_range("AKs-A2s"), "the same gap between ranks"),
        ("_place", lambda: pokerkit.parse_range("XX+"), "got 'X'"),
        ("_place", lambda: pokerkit.parse_range("AX-AK"), "got 'X'"),
    ],
}
