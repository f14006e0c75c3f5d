"""`fifthstreet evaluate`: what a hand is worth."""

import json
from typing import Annotated

import typer
from rich.console import Console

from fifthstreet.cards import card_symbol
from fifthstreet.hands import HAND_TYPES


def evaluate_command(
    hand: Annotated[str, typer.Argument(help="The hand, like AsKs or As Ks Qd.")],
    board: Annotated[str, typer.Option(help="Board cards, if the game has them.")] = "",
    kind: Annotated[
        str, typer.Option("--type", help=f"One of: {'; '.join(HAND_TYPES)}.")
    ] = "standard high",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Best hand, its category and the cards that play."""
    if kind not in HAND_TYPES:
        raise ValueError(f"unknown hand type: {kind!r}; want one of: {'; '.join(HAND_TYPES)}")
    hand_type = HAND_TYPES[kind]
    best = hand_type.hand(hand, board)
    if as_json:
        facts = {
            "type": kind,
            "cards": str(best),
            "category": best.label,
            "strength": best.strength,
            "strongest": hand_type.strongest,
        }
        typer.echo(json.dumps(facts))
        return
    cards = " ".join(card_symbol(card) for card in best.cards)
    console = Console(highlight=False)
    console.print(f"[bold]{best.label}[/]  {cards}")
    console.print(f"strength {best.strength} of {hand_type.strongest}", style="bright_black")
