"""`python -m benchmarks`: measure figures, print a table, write JSON to benchmarks/results/."""

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import cfr, game, hands, kernels, solve, translate
from benchmarks.measure import Figure, machine

RESULTS = Path(__file__).parent / "results"
SUITES = {
    "hands": hands.figures,
    "game": game.figures,
    "solve": solve.figures,
    "cfr": cfr.figures,
    "translate": translate.figures,
}
LONG = {"solve": solve.long_figures}  # with --long
ON_REQUEST = {"counts": kernels.figures}  # when named


def main() -> int:
    """Measure, print and write the figures; the exit code is 1 if one misses its target."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    every = SUITES | ON_REQUEST
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"some of {', '.join(every)}")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--long", action="store_true", help="add figures that take many minutes")
    parser.add_argument(
        "--store", action="store_true", help="only count instructions and store them"
    )
    options = parser.parse_args()
    if unknown := set(options.suites) - set(every):
        parser.error(f"unknown suite {', '.join(unknown)}; want some of {', '.join(every)}")
    if options.store:
        try:
            kernels.store()
        except ValueError as error:
            parser.error(str(error))
        return 0
    console = Console(stderr=True)
    figures: list[Figure] = []
    for name in options.suites or SUITES:
        with console.status(f"measuring {name}"):
            figures.extend(every[name]())
            if options.long and name in LONG:
                figures.extend(LONG[name]())
    report = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "figures": [figure.as_dict() for figure in figures],
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "latest.json").write_text(json.dumps(report, indent=2) + "\n")
    if options.json:
        print(json.dumps(report))
    else:
        Console().print(_table(figures))
    return 0 if all(figure.met for figure in figures) else 1


def _table(figures: list[Figure]) -> Table:
    table = Table(title=str(machine()["processor"]), title_justify="left")
    for column in ("figure", "ours", "against", "theirs", "ratio", "target", ""):
        table.add_column(column, justify="left" if column in ("figure", "against") else "right")
    for figure in figures:
        sign = "≥" if figure.better == "higher" else "≤"
        table.add_row(
            figure.name,
            f"{figure.ours:.4g} {figure.unit}",
            figure.peer,
            f"{figure.theirs:.4g} {figure.unit}",
            f"{figure.ratio:.3g}",
            f"{sign} {figure.target:g}",
            "[green]met[/]" if figure.met else "[red]missed[/]",
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
