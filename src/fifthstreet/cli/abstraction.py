"""`fifthstreet abstraction`: build card abstractions and look at their buckets."""

from pathlib import Path
from typing import Annotated

import typer
from rich.filesize import decimal

from fifthstreet.abstraction import (
    BuildProgress,
    CardAbstraction,
    load_abstraction,
    report_data,
    report_text,
)
from fifthstreet.abstraction.library import cached_file, find_recipe
from fifthstreet.cli.files import save_of, show_and_save, writing
from fifthstreet.cli.options import AsJson, Threads
from fifthstreet.cli.progress import StepProgress
from fifthstreet.views import json_text
from fifthstreet.views.terminal import Terminal, print_notes

_ACTIONS = ("build", "show")


def abstraction_command(
    action: Annotated[str, typer.Argument(help="build or show.")],
    source: Annotated[
        str,
        typer.Argument(
            help="tiny, small, medium or phase-1 to -3, a recipe.toml, or a saved file."
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="Save the abstraction here.")] = None,
    buckets: Annotated[int, typer.Option(help="Number of buckets to show per street.")] = 5,
    hands: Annotated[int, typer.Option(help="Number of hands to show per bucket.")] = 3,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Build a card abstraction, or show how good it is and some hands of its buckets.

    What a recipe describes is built once, and kept in the cache folder.
    """
    if action not in _ACTIONS:
        raise ValueError(f"no action {action!r}; want {' or '.join(_ACTIONS)}")
    console = Terminal()
    with writing(out):
        abstraction = _loaded(source, threads, is_built=action == "build")
        data = report_data(abstraction, buckets=buckets, hands=hands)

        def show() -> None:
            if as_json:
                typer.echo(json_text(data))
            else:
                console.out(report_text(data), highlight=False)

        def save(path: Path) -> str:
            abstraction.save(path)
            return f"saved to {path} ({decimal(path.stat().st_size)})"

        notes = show_and_save(show, [save_of(out, save)])
        if not as_json:
            print_notes(console, notes)


def _loaded(source: str, threads: int | None, *, is_built: bool) -> CardAbstraction:
    """Return an abstraction, which is built if it has to be and may be."""
    recipe = find_recipe(source)
    if recipe is not None and not is_built and not cached_file(recipe).exists():
        raise ValueError(
            f"{source} is not built yet; build it first: fifthstreet abstraction build {source}"
        )
    with StepProgress() as bar:

        def update(state: BuildProgress) -> None:
            bar.update(f"{state.street}, {state.step}", state.share)

        return load_abstraction(source, threads=threads, progress=update)
