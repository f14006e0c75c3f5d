"""The command-line program: its commands and how it reports errors.

Bad input ends with exit code 2 and one line on standard error. Signals that end programs are
handled like Ctrl-C: commands that have something to save do so first.
"""

import re
import signal
import sys
from collections import UserDict
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from fifthstreet.cli.converting import PlainCommand, with_plain_values
from fifthstreet.errors import FifthstreetError
from fifthstreet.support.interrupts import interrupting_signals
from fifthstreet.support.version import __version__

# In the order of the help. Each is a class `<Name>Command` in `<name>.py`.
COMMANDS = (
    *("solve", "show", "compare", "lock", "check", "flops", "preflop", "histories", "convert"),
    *(
        "review",
        "advise",
        "drill",
        "match",
        "tree",
        "abstraction",
        "size",
        "train",
        "values",
        "chart",
        "arena",
        "acpc",
    ),
    *("online", "equity", "range", "evaluate", "web", "docs", "doctor"),
)
BAD_INPUT = 2
CLOSED_PIPE = 1  # the reader of the output is gone
SIGNALLED = 128  # plus the number of the signal, as shells report it


@cache
def load_command(name: str) -> TyperCommand:
    """Import a command from its file."""
    module = import_module(f"fifthstreet.cli.{name}")
    command = typer.Typer(add_completion=False)
    command.command(name, cls=PlainCommand)(
        getattr(module, f"{name.capitalize()}Command").function()
    )
    loaded = get_command(command)
    assert isinstance(loaded, TyperCommand)
    return loaded


def summary(name: str) -> str:
    """Return the first line of a command's help, read from its file without importing it."""
    source = Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
    title = re.compile(
        rf'^class {name.capitalize()}Command\(.*\):\n    """(.+?)(?:"""|$)', re.MULTILINE
    )
    found = title.search(source)
    assert found is not None
    return found[1]


class Commands(UserDict[str, Any]):
    """The commands by name, each imported when it is first looked up."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(COMMANDS))

    def __getitem__(self, name: str) -> TyperCommand:
        """Return a command; KeyError if there is no such name."""
        if name not in self.data:
            raise KeyError(name)
        return load_command(name)


class CommandGroup(TyperGroup):
    """The program, which imports only the command that is run."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = Commands()

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options of the program."""
        return with_plain_values(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """List the commands with a line each; importing them all would take a second."""
        self.commands = {name: TyperCommand(name, help=summary(name)) for name in COMMANDS}
        super().format_help(ctx, formatter)


app = typer.Typer(
    name="fifthstreet",
    cls=CommandGroup,
    help="Poker AI: hands, ranges, equities and equilibria.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fifthstreet {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Poker AI: hands, ranges, equities and equilibria."""


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit code."""
    with interrupting_signals() as interruption:
        try:
            result = app(args=arguments, standalone_mode=False)
            if sys.stdout is not None:
                sys.stdout.flush()
            if interruption.signal is not None:  # Typer has turned the exception into a code
                return SIGNALLED + interruption.signal
        except typer.TyperException as error:
            return _report_error(error.format_message())
        except FifthstreetError as error:
            return _report_error(str(error))
        except BrokenPipeError:
            return CLOSED_PIPE
        except OSError as error:  # such as a file that cannot be written
            return _report_error(f"{error.filename or 'output'}: {error.strerror or error}")
        except (KeyboardInterrupt, typer.Abort):
            return SIGNALLED + (interruption.signal or signal.SIGINT)
        except MemoryError as error:
            return _report_error(str(error) or "not enough memory")
    return result if isinstance(result, int) else 0


def _report_error(message: str) -> int:
    if message:  # empty when the program was called without a command and showed its help
        from fifthstreet.cli.messages import print_error  # takes longer than the rest of this file

        print_error(message)
    return BAD_INPUT
