"""The value of a hand: plain data, and what the terminal shows."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.cards import card_symbol
from fifthstreet.cards.hands import Hand, HandType
from fifthstreet.views.terminal import print_notes


def evaluation_data(name: str, hand_type: HandType, best: Hand) -> dict[str, Any]:
    """Return the cards, category and strength of the best hand."""
    return {
        "type": name,
        "cards": str(best),
        "category": best.label,
        "strength": best.strength,
        "strongest": hand_type.strongest,
    }


def print_evaluation(console: Console, hand_type: HandType, best: Hand) -> None:
    """Print the category, the cards that play and the strength of a hand."""
    cards = " ".join(card_symbol(card) for card in best.cards)
    console.print(Text(str(best.label), style="bold").append(f"  {cards}", style="not bold"))
    print_notes(console, [f"strength {best.strength} of {hand_type.strongest}"])
