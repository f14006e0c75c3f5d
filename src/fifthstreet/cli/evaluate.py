"""`fifthstreet evaluate`: the value of a hand."""

from typing import Annotated

import typer

from fifthstreet.cli.options import AsJson
from fifthstreet.hands import HAND_TYPES
from fifthstreet.views import json_text
from fifthstreet.views.evaluation import evaluation_data, print_evaluation
from fifthstreet.views.terminal import Terminal


def evaluate_command(
    hand: Annotated[str, typer.Argument(help="The hand, like AsKs or 'As Ks Qd'.")],
    board: Annotated[str, typer.Option(help="Board cards, if the game has a board.")] = "",
    kind: Annotated[
        str, typer.Option("--type", help=f"One of: {'; '.join(HAND_TYPES)}.")
    ] = "standard high",
    as_json: AsJson = False,
) -> None:
    """Show the best hand, its category and the cards that play."""
    if kind not in HAND_TYPES:
        raise ValueError(f"unknown hand type: {kind!r}; want one of: {'; '.join(HAND_TYPES)}")
    hand_type = HAND_TYPES[kind]
    best = hand_type.hand(hand, board)
    if as_json:
        typer.echo(json_text(evaluation_data(kind, hand_type, best)))
    else:
        print_evaluation(Terminal(), hand_type, best)
