"""`fifthstreet check`: whether files are as they were written."""

from pathlib import Path
from typing import Annotated

import typer

from fifthstreet.cli.options import AsJson
from fifthstreet.cli.progress import ShareProgress
from fifthstreet.views import json_text
from fifthstreet.views.file_check import check_data, check_file, print_checks
from fifthstreet.views.terminal import Terminal

DAMAGED, UNKNOWN = 1, 2  # exit codes


def check_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Solutions, checkpoints, trainings, strategies, abstractions, flops, spots, "
            "preflop ranges or hand histories."
        ),
    ],
    as_json: AsJson = False,
) -> int:
    """Read whole files and show what they are, and which parts are damaged.

    The exit code is 0 if all is well, 1 if something is damaged, and 2 if a file cannot be read.
    """
    checks = []
    with ShareProgress("checking") as progress:
        for number, path in enumerate(files, 1):
            checks.append(check_file(path))
            progress.update(number / len(files))
    if as_json:
        typer.echo(json_text(check_data(checks)))
    else:
        print_checks(Terminal(), checks)
    if any(not check.kind for check in checks):
        return UNKNOWN
    return 0 if all(check.is_ok for check in checks) else DAMAGED
