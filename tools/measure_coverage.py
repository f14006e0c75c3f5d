"""Measure the branch coverage of the tests, and write it to docs/lab_notes/coverage.md.

    python -m tools.measure_coverage python
    python -m tools.measure_coverage native
    python -m tools.measure_coverage python native --check

`python` runs the tests of the packages below from source, with coverage.py. `native` compiles a
copy of the package with gcc's counters into build/coverage, and runs the tests that use the core;
branches that only exceptions take are left out. Each replaces its own table of the page. `--check`
writes nothing, and exits with 1 if a package that must have 95% has less.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.sanitize import SANITIZERS, build

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/lab_notes/coverage.md"
OUTPUT = ROOT / "build/coverage"
REQUIRED = 95.0  # percent of lines and branches together

# Packages, and the tests that run them.
PYTHON = {
    "game": ("tests/game", "tests/pokerkit", "tests/faults/test_parsers.py"),
    "game/notation": (),
    "support/storage": (
        "tests/support",
        "tests/faults/test_damage.py",
        "tests/faults/test_interrupted_stores.py",
    ),
    "tree": ("tests/tree",),
    "tree/strategy": (),
    "tree/translate": (),
}
NATIVE_TESTS = (*SANITIZERS["address"].tests, "tests/faults/test_threads.py")


@dataclass(frozen=True)
class Coverage:
    """Lines and branches of a package, and how many of them the tests run."""

    lines: int
    lines_run: int
    branches: int
    branches_run: int

    @property
    def percent(self) -> float:
        """Share of lines and branches together."""
        total = self.lines + self.branches
        return 100 * (self.lines_run + self.branches_run) / total if total else 100.0


def total(parts: Iterable[Coverage]) -> Coverage:
    """Add up the coverage of files."""
    rows = [(each.lines, each.lines_run, each.branches, each.branches_run) for each in parts]
    return Coverage(*(sum(column) for column in zip(*rows, strict=True)))


def measure_python() -> dict[str, Coverage]:
    """Run the tests from source and return the coverage of each package."""
    report = OUTPUT / "python.json"
    report.parent.mkdir(parents=True, exist_ok=True)
    tests = [test for each in PYTHON.values() for test in each]
    packages = [f"--cov=src/fifthstreet/{name}" for name in PYTHON]
    _run(
        [*_pytest(), *tests, *packages, "--cov-branch", f"--cov-report=json:{report}"],
        {"FIFTHSTREET_INTERPRETED": "1", "COVERAGE_FILE": str(OUTPUT / "python.data")},
    )
    files = {
        path.removeprefix("src/fifthstreet/"): Coverage(
            entry["summary"]["num_statements"],
            entry["summary"]["covered_lines"],
            entry["summary"]["num_branches"],
            entry["summary"]["covered_branches"],
        )
        for path, entry in json.loads(report.read_text())["files"].items()
    }
    return {
        name: total(value for path, value in files.items() if path.startswith(f"{name}/"))
        for name in PYTHON
    }


def measure_native() -> dict[str, Coverage]:
    """Run the tests with a core that counts, and return the coverage of each folder."""
    build(OUTPUT, "--coverage -fprofile-update=atomic", b"__gcov_")
    for counts in OUTPUT.rglob("*.gcda"):
        counts.unlink()
    _run([*_pytest(), *NATIVE_TESTS], {"PYTHONPATH": str(OUTPUT)})
    report = OUTPUT / "native.json"
    options = f"--root {ROOT} --filter {ROOT}/native/ --gcov-ignore-parse-errors"
    options += " --exclude-throw-branches --exclude-unreachable-branches --json-summary"
    objects = str(OUTPUT / "objects")
    _run([sys.executable, "-m", "gcovr", *options.split(), str(report), objects], {})
    files = {
        entry["filename"]: Coverage(
            entry["line_total"],
            entry["line_covered"],
            entry["branch_total"],
            entry["branch_covered"],
        )
        for entry in json.loads(report.read_text())["files"]
    }
    folders = sorted({Path(path).parent.as_posix() for path in files})
    return {
        folder: total(value for path, value in files.items() if path.startswith(f"{folder}/"))
        for folder in ["native", *folders]
    }


def table(found: Mapping[str, Coverage]) -> str:
    """Return the coverage as a Markdown table."""
    rows = [
        f"| `{name}` | {each.lines_run:,} of {each.lines:,} | "
        f"{each.branches_run:,} of {each.branches:,} | {each.percent:.1f}% |"
        for name, each in found.items()
    ]
    return "\n".join(["| package | lines | branches | together |", "|---|---|---|---|", *rows])


def _pytest() -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1)]


def _run(command: list[str], environment: dict[str, str]) -> None:
    subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=True)


def replace_table(page: str, kind: str, text: str) -> str:
    """Replace the table between the marks of a kind in a page."""
    start, end = f"<!-- {kind} -->", f"<!-- end of {kind} -->"
    pattern = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.DOTALL)
    if not pattern.search(page):
        raise ValueError(f"the page must have the marks {start} and {end}")
    return pattern.sub(lambda _: f"{start}\n{text}\n{end}", page)


def main() -> int:
    """Measure, then print and write the tables; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="+", choices=["python", "native"])
    parser.add_argument("--check", action="store_true", help="write nothing; fail below 95%%")
    options = parser.parse_args()
    short = []
    for kind in options.kinds:
        found = measure_python() if kind == "python" else measure_native()
        print(table(found))
        if kind == "python":
            short += [name for name, each in found.items() if each.percent < REQUIRED]
        if not options.check:
            PAGE.write_text(replace_table(PAGE.read_text(), kind, table(found)))
    for name in short:
        print(f"{name} has less than {REQUIRED:g}%")
    return int(bool(short))


if __name__ == "__main__":
    sys.exit(main())
