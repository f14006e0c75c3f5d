"""`fifthstreet abstraction`: build card abstractions and look at their buckets."""

from pathlib import Path

from fifthstreet.abstraction import (
    BuildProgress,
    cached_file,
    find_recipe,
    load_abstraction,
    report_data,
    report_text,
)
from fifthstreet.cli.command import THREADS_HELP, Command, argument, option
from fifthstreet.cli.files import file_save, writing
from fifthstreet.cli.progress import StepProgress
from fifthstreet.errors import InputError

_ACTIONS = ("build", "show")


class AbstractionCommand(Command):
    """Build a card abstraction, or show its quality and some hands of its buckets.

    The abstraction of a recipe is built once and kept in the cache folder.
    """

    action: str = argument("Action: build or show.")
    source: str = argument(
        "Recipe by name (tiny, small, medium, phase-1 to -3), a recipe.toml, or a saved file."
    )
    out: Path | None = option("Save the abstraction to this file.")
    buckets: int = option("Number of buckets to show per street.", default=5)
    hands: int = option("Number of hands to show per bucket.", default=3)
    threads: int | None = option(THREADS_HELP)

    def _execute(self) -> None:
        if self.action not in _ACTIONS:
            raise InputError(f"action must be {' or '.join(_ACTIONS)}, got {self.action!r}")
        with writing(self.out):
            recipe, source = find_recipe(self.source), self.source
            if self.action == "show" and recipe is not None and not cached_file(recipe).exists():
                raise InputError(
                    f"{source} is not built yet: run fifthstreet abstraction build {source}"
                )
            with StepProgress() as bar:

                def update(state: BuildProgress) -> None:
                    bar.update(f"{state.street}, {state.step}", state.share)

                abstraction = load_abstraction(source, threads=self.threads, progress=update)
            data = report_data(abstraction, buckets=self.buckets, hands=self.hands)
            self.show(
                lambda: data,
                lambda console: console.out(report_text(data), highlight=False),
                file_save(self.out, abstraction.save, has_size=True),
            )
