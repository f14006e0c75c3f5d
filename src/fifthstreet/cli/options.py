"""Options shared by several commands."""

from typing import Annotated, Any

import typer

THREADS_HELP = "Number of threads; by default one per core."

CLUSTER_HELP = "Run on a Ray cluster: auto, or an address like 10.0.0.1:6379; see docs/cluster.md."

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Threads = Annotated[int | None, typer.Option(help=THREADS_HELP)]


def option(text: str, panel: str, *names: str) -> Any:
    """Create an option of a command, in a panel of its help."""
    return typer.Option(*names, help=text, rich_help_panel=panel)


def check_time_limit(seconds: float | None) -> None:
    """Raise ValueError if a time limit is negative or NaN."""
    if seconds is not None and not seconds >= 0:
        raise ValueError(f"time-limit is {seconds:g}; want 0 seconds or more")
