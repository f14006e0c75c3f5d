"""`python -m benchmarks`: measure figures, print a table, write JSON to benchmarks/results/."""

import argparse
import json
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.measure import Figure, machine
from fifthstreet._native.builds import VARIABLE, chosen_build, usable_builds

RESULTS = Path(__file__).parent / "results"
# Modules with the function `figures`; one is imported when it runs, and its peers with it.
_NAMES = (
    "hands",
    "game",
    "abstraction",
    "clustering",
    "blueprint",
    "solve",
    "multiway",
    "cfr",
    "translate",
    "histories",
    "arena",
    "envs",
    "search",
    "values",
    "preflop",
)
_FILES = {"preflop": "preflop_street"}  # of suites with another name
SUITES = {name: f"benchmarks.{_FILES.get(name, name)}" for name in _NAMES}
LONG = ("solve",)  # have `long_figures`, too, for --long
ON_REQUEST = {  # when named
    "loops": "benchmarks.loops",
    "budgets": "benchmarks.budgets",
    "counts": "benchmarks.kernels",
    "buckets": "benchmarks.buckets",
    "subgames": "benchmarks.subgame_games",
    "spots": "benchmarks.subgame_spots",
    "rounds": "benchmarks.preflop_rounds",
    "decisions": "benchmarks.search_gpu",
    "depth": "benchmarks.depth_limited",
    "deep": "benchmarks.deep",
    "web": "benchmarks.web",
    "cluster": "benchmarks.cluster",
}


def main() -> int:
    """Measure, print and write the figures; the exit code is 1 if one fails or misses."""
    parser = _parser()
    options = parser.parse_args()
    every = SUITES | ON_REQUEST
    if unknown := set(options.suites) - set(every):
        parser.error(f"suites must be some of {', '.join(every)}, got {', '.join(unknown)}")
    if options.isa and options.isa != chosen_build():
        if options.isa not in usable_builds():
            parser.error(f"no build {options.isa}; this machine has {', '.join(usable_builds())}")
        # The core is loaded already, and a process keeps the one that it has.
        command = [sys.executable, "-m", "benchmarks", *sys.argv[1:]]
        return subprocess.run(command, env=os.environ | {VARIABLE: options.isa}).returncode
    if options.store:
        try:
            import_module(every["counts"]).store()
        except ValueError as error:
            parser.error(str(error))
        return 0
    names = options.suites or list(SUITES)
    measured = _measured({name: every[name] for name in names}, is_long=options.long)
    figures = [figure for suite in measured.values() for figure in suite]
    report = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": " ".join(["python -m benchmarks", *sys.argv[1:]]),
        "machine": machine(),
        "figures": [figure.as_dict() for figure in figures],
    }
    RESULTS.mkdir(exist_ok=True)
    _write(RESULTS / "latest.json", report)
    if options.record:
        _record(report, measured)
    if options.json:
        print(json.dumps(report))
    else:
        Console().print(_table(figures))
    is_complete = len(measured) == len(names)
    return 0 if is_complete and all(figure.met for figure in figures) else 1


def _measured(suites: Mapping[str, str], *, is_long: bool) -> dict[str, list[Figure]]:
    """Measure the figures of suites; one that fails is printed and left out.

    Args:
        suites: Modules by name.
        is_long: Whether to add figures that take many minutes.
    """
    console = Console(stderr=True)
    measured: dict[str, list[Figure]] = {}
    for name, module in suites.items():
        start = perf_counter()
        try:
            with console.status(f"measuring {name}"):
                suite = import_module(module)
                figures = [*suite.figures()]
                if is_long and name in LONG:
                    figures.extend(suite.long_figures())
        except Exception:
            traceback.print_exc()
            print(f"failed: {name}", file=sys.stderr)
        else:
            measured[name] = figures
            print(f"measured: {name}, {perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
    return measured


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = ", ".join(SUITES | ON_REQUEST)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"some of {names}")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--long", action="store_true", help="add figures that take many minutes")
    parser.add_argument(
        "--isa", metavar="BUILD", help="measure this build of the core: local, v2, v3, v4 or neon"
    )
    parser.add_argument(
        "--record", action="store_true", help="keep the figures as a record of this kind of machine"
    )
    parser.add_argument(
        "--store", action="store_true", help="only count instructions and store them"
    )
    return parser


def _record(report: dict[str, Any], measured: dict[str, list[Figure]]) -> None:
    """Keep the figures of each suite in the file of this kind of machine, build and compiler."""
    facts = report["machine"]
    kind = f"{facts['processor']} {facts['build']} {facts['compiler'].split('.')[0]}"
    path = RESULTS / f"{re.sub(r'[^a-z0-9]+', '-', kind.lower()).strip('-')}.json"
    suites = json.loads(path.read_text()) if path.exists() else {}
    for name, figures in measured.items():
        own = [figure.as_dict() for figure in figures]
        suites[name] = {key: report[key] for key in ("date", "command", "machine")} | {
            "figures": own
        }
    _write(path, dict(sorted(suites.items())))


def _write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, indent=2) + "\n")


def _table(figures: list[Figure]) -> Table:
    facts = machine()
    title = f"{facts['processor']}, build {facts['build']} by {facts['compiler']}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=0)
    # Names wrap before numbers do; the rest keeps to a terminal of 100 columns.
    table.add_column("figure", min_width=20)
    table.add_column("ours", justify="right", no_wrap=True)
    table.add_column("against", min_width=8)
    for column in ("theirs", "unit", "ratio", "target"):
        justify: Literal["left", "right"] = "left" if column == "unit" else "right"
        table.add_column(column, justify=justify, no_wrap=True)
    for figure in figures:
        target = f"{'≥' if figure.better == 'higher' else '≤'} {figure.target:g}"
        table.add_row(
            figure.name,
            f"{figure.ours:.4g}",
            figure.peer,
            f"{figure.theirs:.4g}",
            figure.unit,
            f"{figure.ratio:.3g}",
            f"[green]{target} met[/]" if figure.met else f"[red]{target} missed[/]",
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
