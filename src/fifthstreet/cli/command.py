"""Commands as dataclasses: each field is an argument or an option, with its help."""

import sys
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from inspect import Parameter, Signature
from math import inf
from pathlib import Path
from typing import Annotated, Any, dataclass_transform, get_type_hints

import typer

from fifthstreet import views
from fifthstreet.cli.files import Save, show_and_save
from fifthstreet.errors import InputError
from fifthstreet.support.program_start import raise_on_interrupt
from fifthstreet.support.terminal import Terminal

THREADS_HELP = "Number of threads; by default one per core."
CLUSTER_HELP = "Run on a Ray cluster: auto, or an address like 10.0.0.1:6379."
JSON_HELP = "Print one JSON object."

_SHOWN = "typer"  # key of a field's metadata


def option(
    text: str,
    panel: str | None = None,
    default: Any = None,
    *,
    name: str | None = None,
    variable: str | None = None,
) -> Any:
    """Create an option of a command, in a panel of its help.

    It is named after its field unless `name` is given. Its value may also come from the
    environment variable `variable`.
    """
    names = () if name is None else (name,)
    shown = typer.Option(*names, help=text, rich_help_panel=panel, envvar=variable)
    return field(default=default, metadata={_SHOWN: shown})


def argument(text: str, default: Any = MISSING) -> Any:
    """Create an argument of a command, which must be given unless it has a default."""
    return field(default=default, metadata={_SHOWN: typer.Argument(help=text)})


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of the program; its docstring is its help, and `_execute` runs it."""

    as_json: bool = field(default=False, metadata={_SHOWN: typer.Option("--json", help=JSON_HELP)})

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    def _execute(self) -> int | None:
        """Run the command; return an exit code, None for 0."""
        raise NotImplementedError

    @classmethod
    def function(cls) -> Callable[..., int | None]:
        """Return a function with a parameter for each field, as Typer expects it."""

        def run(**values: Any) -> int | None:
            raise_on_interrupt()
            return cls(**values)._execute()

        found = {each.name: each for each in fields(cls)}
        types = get_type_hints(cls)
        # Inherited fields come last.
        own = [each for each in cls.__mro__ if issubclass(each, Command)]
        order = dict.fromkeys(name for each in own for name in each.__annotations__)
        run.__signature__ = Signature(  # type: ignore[attr-defined]
            [
                Parameter(
                    name,
                    Parameter.KEYWORD_ONLY,
                    default=Parameter.empty if each.default is MISSING else each.default,
                    annotation=Annotated[types[name], each.metadata[_SHOWN]],
                )
                for name, each in ((name, found[name]) for name in order)
            ]
        )
        run.__doc__ = cls.__doc__
        return run

    def show(
        self,
        data: Callable[[], Any],
        print_to: Callable[[Terminal], None],
        *saves: Save | None,
    ) -> None:
        """Print an answer, as JSON or for people, then write files and print notes about them."""
        console = Terminal()

        def print_answer() -> None:
            if self.as_json:
                typer.echo(views.json_text(data()))
            else:
                print_to(console)

        notes = show_and_save(print_answer, saves)
        if not self.as_json:
            views.print_notes(console, filter(None, notes))


def checked_limit(seconds: float | None) -> float:
    """Return a time limit in seconds, infinity if there is none; InputError for a bad one."""
    if seconds is not None and not seconds >= 0:
        raise InputError(f"--time-limit must be at least 0 seconds, got {seconds:g}")
    return inf if seconds is None else seconds


def import_from_here() -> None:
    """Let `module:Class` name a module in the working directory, as with `python -m`."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
