"""`fifthstreet equity`: who wins how much, as a table and a picture."""

import json
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from fifthstreet.equity import GAMES, EquityResult, equity
from fifthstreet.views.terminal import PLAYER_COLOURS, bar, class_means, heat_grid

_BAR_WIDTH = 20


def equity_command(
    hands: Annotated[
        list[str], typer.Argument(help="Hands or ranges, one a player: AA 'KQs,76s' random")
    ],
    board: Annotated[str, typer.Option(help="Board cards, like Ts9s2h.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that cannot come.")] = "",
    game: Annotated[str, typer.Option(help=f"One of {', '.join(GAMES)}.")] = "holdem",
    method: Annotated[
        str, typer.Option(help="exact, sample, or auto: exact unless that is slow.")
    ] = "auto",
    samples: Annotated[int, typer.Option(help="Deals to draw when sampling.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Seed of the sampling.")] = 0,
    threads: Annotated[
        int | None, typer.Option(help="Threads to use; one a core if not given.")
    ] = None,
    grid: Annotated[
        bool, typer.Option("--grid", help="Show the equity of every hand, if exact.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Share of the pot that each player wins if nobody folds."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as display:
        task = display.add_task("equity", total=1.0)
        result = equity(
            *hands,
            board=board,
            dead=dead,
            game=game,
            method=method,  # type: ignore[arg-type]
            samples=samples,
            seed=seed,
            threads=threads,
            progress=lambda share: display.update(task, completed=share),
        )
    if as_json:
        typer.echo(json.dumps(result.as_dict() | {"hands": hands, "board": board, "dead": dead}))
        return
    if grid and result.hands is None:
        raise ValueError("no grid: it needs an exact result and a game with two hole cards")
    console = Console(highlight=False)
    console.print(_table(hands, board, result))
    console.print(_footnote(result), style="bright_black")
    if grid:
        _print_grids(console, hands, result)


def _table(hands: list[str], board: str, result: EquityResult) -> Table:
    title = f"{result.game} equity" + (f" on {board}" if board else "")
    table = Table(title=Text(title), title_justify="left", title_style="bold")
    table.add_column("hand", overflow="fold", max_width=26)
    table.add_column("equity", justify="right")
    if not result.is_exact:
        table.add_column("±", justify="right")
    table.add_column("win", justify="right")
    table.add_column("tie", justify="right")
    if any(player.low for player in result.players):
        table.add_column("by low", justify="right")
    table.add_column("", min_width=_BAR_WIDTH)
    for index, (text, player) in enumerate(zip(hands, result.players, strict=True)):
        colour = PLAYER_COLOURS[index]
        row = [Text(text, style=colour), Text(f"{player.equity:.3%}")]
        if not result.is_exact:
            row.append(Text(f"{player.error:.3%}"))
        row += [Text(f"{player.win:.3%}"), Text(f"{player.tie:.3%}")]
        if any(other.low for other in result.players):
            row.append(Text(f"{player.low:.3%}"))
        table.add_row(*row, bar(player.equity, _BAR_WIDTH, colour))
    return table


def _footnote(result: EquityResult) -> str:
    if result.is_exact:
        return f"exact: {result.deals:,} deals in {result.seconds:.3f} s"
    return f"sampled: {result.deals:,} deals in {result.seconds:.3f} s; ± is a 95% interval"


def _print_grids(console: Console, hands: list[str], result: EquityResult) -> None:
    assert result.hands is not None
    for text, values in zip(hands, result.hands, strict=True):
        console.print()
        console.print(heat_grid(f"equity of each hand of {text}, percent", class_means(values)))
