"""`fifthstreet abstraction`: build card abstractions and look at their buckets."""

from pathlib import Path

from fifthstreet.abstraction import BuildProgress, load_abstraction, report_data, report_text
from fifthstreet.abstraction.library import cached_file, find_recipe
from fifthstreet.cli.command import THREADS_HELP, Command, argument, option
from fifthstreet.cli.files import file_save, writing
from fifthstreet.cli.progress import StepProgress
from fifthstreet.errors import InputError

_ACTIONS = ("build", "show")


class AbstractionCommand(Command):
    """Build a card abstraction, or show how good it is and some hands of its buckets.

    What a recipe describes is built once, and kept in the cache folder.
    """

    action: str = argument("build or show.")
    source: str = argument("tiny, small, medium or phase-1 to -3, a recipe.toml, or a saved file.")
    out: Path | None = option("Save the abstraction here.")
    buckets: int = option("Number of buckets to show per street.", default=5)
    hands: int = option("Number of hands to show per bucket.", default=3)
    threads: int | None = option(THREADS_HELP)

    def _execute(self) -> None:
        if self.action not in _ACTIONS:
            raise InputError(f"no action {self.action!r}; want {' or '.join(_ACTIONS)}")
        with writing(self.out):
            recipe, source = find_recipe(self.source), self.source
            if self.action == "show" and recipe is not None and not cached_file(recipe).exists():
                raise InputError(
                    f"{source} is not built yet; build it first: fifthstreet abstraction build "
                    f"{source}"
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
