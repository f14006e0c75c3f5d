"""`fifthstreet equity`: the share of the pot that each player wins."""

from typing import Annotated

import typer

from fifthstreet.cli.options import AsJson, Threads
from fifthstreet.cli.progress import ShareProgress
from fifthstreet.equity import GAMES, equity
from fifthstreet.views import equity_data, json_text
from fifthstreet.views.equity import print_equity
from fifthstreet.views.terminal import Terminal


def equity_command(
    hands: Annotated[
        list[str],
        typer.Argument(help="A hand or range for each player: AA 'KQs,76s' 'top pair' random"),
    ],
    board: Annotated[str, typer.Option(help="Board cards, like Ts9s2h.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that cannot be dealt.")] = "",
    game: Annotated[str, typer.Option(help=f"One of {', '.join(GAMES)}.")] = "holdem",
    method: Annotated[
        str, typer.Option(help="exact, sample, or auto: exact unless that is slow.")
    ] = "auto",
    samples: Annotated[int, typer.Option(help="Number of deals to sample.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Seed of the sampling.")] = 0,
    threads: Threads = None,
    grid: Annotated[
        bool, typer.Option("--grid", help="Show the equity of every hand; exact results only.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the share of the pot that each player wins if nobody folds."""
    with ShareProgress("equity") as progress:
        result = equity(
            *hands,
            board=board,
            dead=dead,
            game=game,
            method=method,  # type: ignore[arg-type]
            samples=samples,
            seed=seed,
            threads=threads,
            progress=progress.update,
        )
    if as_json:
        typer.echo(json_text(equity_data(result, hands, board, dead)))
    else:
        print_equity(Terminal(), result, hands, board, has_grids=grid)
