"""`fifthstreet advise`: what a strategy does in a hand that is being played."""

from pathlib import Path
from typing import Annotated

import typer

from fifthstreet.cli.options import AsJson, Threads
from fifthstreet.notation import HandHistory
from fifthstreet.review import advise, load_blueprint, read_hands_of
from fifthstreet.solvers.postflop import open_solution
from fifthstreet.strategy import TreeStrategy
from fifthstreet.views import json_text
from fifthstreet.views.advice import print_advice
from fifthstreet.views.terminal import Terminal


def advise_command(
    hands: Annotated[
        Path,
        typer.Argument(
            help="A hand history that ends before an action; the last hand counts; - reads stdin."
        ),
    ],
    solution: Annotated[
        Path | None, typer.Option(help="A solution saved by `solve --save`.")
    ] = None,
    blueprint: Annotated[
        Path | None, typer.Option(help="A strategy saved by `train` (no EVs) or `preflop`.")
    ] = None,
    hand: Annotated[
        int | None, typer.Option(help="Number of the hand in the file, from 1.")
    ] = None,
    decision: Annotated[
        int | None,
        typer.Option(help="Number of a decision of the hand, from 1, instead of its end."),
    ] = None,
    hole: Annotated[
        str | None,
        typer.Option(help="Hole cards of the player to act, if they are not in the file."),
    ] = None,
    unit: Annotated[
        float | None, typer.Option(help="Chips of the hand per chip of the solution, 1 by default.")
    ] = None,
    chip: Annotated[
        float | None, typer.Option(help="Smallest chip of the game, to which bets are rounded.")
    ] = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Show what a strategy does in a hand: legal actions with probabilities, and what to trust."""
    if (solution is None) == (blueprint is None):
        raise ValueError("specify one of --solution FILE and --blueprint FILE")
    strategy: TreeStrategy
    if solution is not None:
        strategy = open_solution(solution, threads=threads)
    else:
        assert blueprint is not None
        strategy = load_blueprint(blueprint)
    history = _history(read_hands_of(hands), hand)
    advice = advise(strategy, history, hand=hole, decision=decision, unit=unit, chip=chip)
    if as_json:
        typer.echo(json_text(advice.to_dict()))
    else:
        print_advice(Terminal(), advice)


def _history(histories: list[HandHistory], hand: int | None) -> HandHistory:
    number = len(histories) if hand is None else hand
    if not 1 <= number <= len(histories):
        raise ValueError(f"hand is {number}; want 1 to {len(histories)}")
    return histories[number - 1]
