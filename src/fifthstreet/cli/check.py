"""`fifthstreet check`: whether files are as they were written."""

from pathlib import Path

from fifthstreet.cli.command import Command, argument
from fifthstreet.cli.progress import ShareProgress
from fifthstreet.views import check_data, check_file, print_checks

DAMAGED, UNKNOWN = 1, 2  # exit codes


class CheckCommand(Command):
    """Read whole files and show their kind and their damaged parts.

    The exit code is 0 if all files are intact, 1 if one is damaged, and 2 if one cannot be read.
    """

    files: list[Path] = argument(
        "Solutions, checkpoints, trainings, strategies, abstractions, flops, spots, preflop "
        "ranges, matches or hand histories."
    )

    def _execute(self) -> int:
        checks = []
        with ShareProgress("checking") as progress:
            for number, path in enumerate(self.files, 1):
                checks.append(check_file(path))
                progress.update(number / len(self.files))
        self.show(lambda: check_data(checks), lambda console: print_checks(console, checks))
        if any(not check.kind for check in checks):
            return UNKNOWN
        return 0 if all(check.is_ok for check in checks) else DAMAGED
