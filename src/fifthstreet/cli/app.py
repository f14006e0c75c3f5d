"""The command-line program: its commands and how it reports errors.

Bad input ends with exit code 2 and one line on standard error. Signals that end programs are
handled like Ctrl-C: commands that have something to save do so first.
"""

import signal
import sys
from typing import Annotated

import typer

from fifthstreet import __version__
from fifthstreet.cli.abstraction import abstraction_command
from fifthstreet.cli.advise import advise_command
from fifthstreet.cli.arena import arena_command
from fifthstreet.cli.chart import chart_command
from fifthstreet.cli.check import check_command
from fifthstreet.cli.compare import compare_command
from fifthstreet.cli.doctor import doctor_command
from fifthstreet.cli.equity import equity_command
from fifthstreet.cli.evaluate import evaluate_command
from fifthstreet.cli.flops import flops_command
from fifthstreet.cli.histories import histories_command
from fifthstreet.cli.lock import lock_command
from fifthstreet.cli.messages import print_error
from fifthstreet.cli.range import range_command
from fifthstreet.cli.review import review_command
from fifthstreet.cli.show import show_command
from fifthstreet.cli.size import size_command
from fifthstreet.cli.solve import solve_command
from fifthstreet.cli.train import train_command
from fifthstreet.cli.tree import tree_command
from fifthstreet.solvers.common.interrupts import interrupting_signals

BAD_INPUT = 2
CLOSED_PIPE = 1  # nobody reads the output any more
SIGNALLED = 128  # plus the number of a signal: what shells report for a program that it ended

app = typer.Typer(
    name="fifthstreet",
    help="Poker AI: hands, ranges, equities and equilibria.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("solve")(solve_command)
app.command("show")(show_command)
app.command("compare")(compare_command)
app.command("lock")(lock_command)
app.command("check")(check_command)
app.command("flops")(flops_command)
app.command("histories")(histories_command)
app.command("review")(review_command)
app.command("advise")(advise_command)
app.command("tree")(tree_command)
app.command("abstraction")(abstraction_command)
app.command("size")(size_command)
app.command("train")(train_command)
app.command("chart")(chart_command)
app.command("arena")(arena_command)
app.command("equity")(equity_command)
app.command("range")(range_command)
app.command("evaluate")(evaluate_command)
app.command("doctor")(doctor_command)


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
        except ValueError as error:
            return _report_error(str(error))
        except BrokenPipeError:
            return CLOSED_PIPE
        except OSError as error:  # such as a file that cannot be written
            return _report_error(f"{error.filename or 'output'}: {error.strerror or error}")
        except (KeyboardInterrupt, typer.Abort):
            return SIGNALLED + (interruption.signal or signal.SIGINT)
        except MemoryError as error:
            return _report_error(str(error) or "there is not enough memory; want a smaller task")
    return result if isinstance(result, int) else 0


def _report_error(message: str) -> int:
    if message:  # empty when the program was called without a command and showed its help
        print_error(message)
    return BAD_INPUT
