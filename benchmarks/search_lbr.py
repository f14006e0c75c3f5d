"""Local best responses to the searching player, in pieces that can be continued.

`python -m benchmarks.search_lbr run.lines --preflop FILE ...` plays numbered deals and adds each to
a file of lines; the same command continues it, after a kill or a time limit. `--report` sums up
files of the same settings with different seeds. A deal is a board on which all hands of both
players are played at the same time from both seats, with `--most-lines` lines to each new street.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.agents.search_agent import SEARCH_DEPTHS, search_settings
from fifthstreet.agents.strategy_agent import saved_strategy
from fifthstreet.solvers.blueprint import LocalResponse
from fifthstreet.solvers.blueprint.board_responder import BoardResponder
from fifthstreet.solvers.blueprint.response_menu import RESPONSE_MENUS, response_menu
from fifthstreet.solvers.search import SearchStrategy, Solve
from fifthstreet.support.storage.line_file import LineFile, read_lines
from fifthstreet.support.storage.locks import FileLock
from fifthstreet.tree import STREET_NAMES, Move, TreeRules, natural_chip, parse_path
from fifthstreet.tree.strategy import TreeStrategy

KIND, VERSION = "local responses", 1
# What is won from them in mbb/hand with 95% intervals, heads-up with 200 big blinds (Moravcik et
# al. 2017; Brown et al. 2020). Below 0, the responder loses.
PUBLISHED = {
    "late bets": {"Slumbot 2016": "4,020 ± 115", "DeepStack": "-383 ± 219", "ReBeL": "-881 ± 94"},
    "calls": {"Slumbot 2016": "522"},
}
_SETTINGS = (
    *("street", "menu", "flop", "turn", "river", "raises"),
    *("method", "target", "seconds", "precision", "depth"),
)
_SAMPLING = ("max_lines", "runouts", "luck_adjusted")


class ResponseRun:
    """Deals of a local best response against a searching player, kept in a file."""

    def __init__(self, path: Path, strategy: SearchStrategy, facts: dict[str, Any]) -> None:
        """Open or create the file; ValueError if it belongs to other facts.

        The facts have the menu, `max_lines` and the seed, and whatever else results depend on.
        """
        rules = strategy.tree.rules
        terms = {"stack": rules.stacks[0], "blinds": list(rules.blinds)}
        self.file = LineFile(path, KIND, VERSION, {**facts, **terms})
        self.seed = int(facts["seed"])
        self._solves: list[tuple[str, float]] = []
        strategy.search.report = self._add_solve
        self._first_street = strategy.search.first_street
        menu = response_menu(facts["menu"])
        sampling = {name: facts[name] for name in _SAMPLING}
        self._responder = BoardResponder(strategy, menu, **sampling)

    def play(self, deals: int, seconds: float) -> None:
        """Play the deals that the file lacks, up to a number of deals or for some seconds."""
        known = {record["deal"] for record in self.file.records}
        end = time.perf_counter() + seconds
        for deal in range(deals):
            if deal in known:
                continue
            if time.perf_counter() > end:
                return
            self._solves = []
            started = time.perf_counter()
            won = self._responder.play(self.seed, deal)
            spent = time.perf_counter() - started
            record = {"deal": deal, "won": won, "seconds": spent, "solves": self._solves}
            self.file.add(record)
            print(f"deal {deal}: {won} chips, {len(self._solves)} solves in {spent:.1f} s")

    def _add_solve(self, solve: Solve) -> None:
        dealt = sum(step.move == Move.DEAL for step in parse_path(solve.path))
        self._solves.append((STREET_NAMES[self._first_street + dealt], solve.seconds))


def report(paths: Sequence[Path]) -> str:
    """Return what was won, with its interval, the seconds of solves, and published figures.

    ValueError if the files have different settings, or the same seed.
    """
    parts = [read_lines(path) for path in paths]
    headers = [part.header for part in parts]
    for path, header in zip(paths, headers, strict=True):
        if header.get("kind") != KIND:
            raise ValueError(f"{path} is not a file of {KIND}")
        for name, value in headers[0].items():
            if name != "seed" and header.get(name) != value:
                raise ValueError(f"{path} has another {name} than {paths[0]}: not one run")
    seeds = [header["seed"] for header in headers]
    if len(set(seeds)) < len(seeds):
        raise ValueError(f"seeds must be different, got {', '.join(map(str, seeds))}")
    records = [record for part in parts for record in part.records]
    if not records:
        raise ValueError("the files must hold at least one deal, got 0")
    first = headers[0]
    chips = (first["stack"], *first["blinds"])
    rules = TreeRules.even(
        2, chips[0], blinds=chips[1:], first_street=0, chip=natural_chip(list(chips))
    )
    menu = response_menu(first["menu"])
    found = LocalResponse.of(rules, [record["won"] for record in records], menu)
    settings = ", ".join(f"{name} {first[name]!r}" for name in (*_SETTINGS, *_SAMPLING))
    lines = [
        f"wins {found.mbb:,.0f} ± {found.mbb_error:,.0f} mbb/hand (95%) over {found.deals:,} deals "
        f"from both seats; seeds {', '.join(map(str, seeds))}",
        f"from each seat: {', '.join(f'{each:.4g}' for each in found.seats)} chips a deal; "
        f"stack {first['stack']:g}, blinds {first['blinds']}",
        settings,
        "variance reduction: all pairs of hands on every board, all complete boards at showdowns, "
        "lines to a new street drawn by what is at stake, and the sampling options above",
        f"{sum(record['seconds'] for record in records):,.0f} s in all",
    ]
    for street in STREET_NAMES:
        spent = [s for record in records for name, s in record["solves"] if name == street]
        if spent:
            median, late = np.percentile(spent, [50, 95]).tolist()
            lines.append(
                f"{street}: {len(spent):,} solves, median {median:.2f} s, 95% within {late:.2f} s"
            )
    published = PUBLISHED.get(str(menu), {})
    lines += [f"published, 200 big blinds: {name} {value}" for name, value in published.items()]
    return "\n".join(lines)


def main() -> int:
    """Play or report; the exit code is 2 for bad input."""
    options = _parser().parse_args()
    try:
        if options.report:
            print(report(options.files))
            return 0
        if len(options.files) != 1 or options.preflop is None:
            raise ValueError("specify one file and --preflop, or --report and files")
        path = options.files[0]
        with FileLock(path):
            run = ResponseRun(path, _strategy(options), _facts(options))
            run.play(options.deals, 60 * options.minutes)
        print(report([path]))
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _strategy(options: argparse.Namespace) -> SearchStrategy:
    strategy = saved_strategy(options.preflop)
    if not isinstance(strategy, TreeStrategy):
        raise ValueError(f"{options.preflop!r} holds no strategy of hold'em")
    settings = search_settings(
        (options.flop, options.turn, options.river),
        seconds=options.seconds,
        method=options.method,
        target=options.target,
        raises=options.raises,
        backend=options.backend,
        precision=options.precision,
        threads=options.threads,
        depth=options.depth,
    )
    first = STREET_NAMES.index(options.street)
    # Lines of both seats, each of which may start from a flop of its own.
    kept = 2 * (options.max_lines or 8)
    return SearchStrategy(strategy, settings, first_street=first, max_kept=kept)


def _facts(options: argparse.Namespace) -> dict[str, Any]:
    """Return what results depend on, besides the machine."""
    digest = sha256(Path(options.preflop).read_bytes()).hexdigest()
    named = {name: getattr(options, name) for name in (*_SETTINGS, *_SAMPLING)}
    return {"preflop": digest, "seed": options.seed, **named}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search_lbr", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="file of lines; several with --report")
    parser.add_argument("--report", action="store_true", help="only sum up files")
    parser.add_argument("--preflop", help="file of a strategy from preflop on")
    parser.add_argument("--street", default="flop", choices=STREET_NAMES[1:])
    parser.add_argument("--menu", default="late bets", choices=RESPONSE_MENUS)
    parser.add_argument("--flop", default="100%", help="bets and raises, like '50%% 100%% a'")
    parser.add_argument("--turn", default="100%/a")
    parser.add_argument("--river", default="100%/a")
    parser.add_argument("--raises", help="most bets and raises on each street, like 2/3/3")
    parser.add_argument("--method", default="maxmargin")
    parser.add_argument("--target", type=float, default=0.5, help="percent of the pot")
    parser.add_argument("--seconds", type=float, default=60.0, help="budget of a decision")
    parser.add_argument("--depth", default="hand", choices=SEARCH_DEPTHS)
    parser.add_argument(
        "--most-lines", dest="max_lines", type=int, default=1, help="from each seat to a new street"
    )
    parser.add_argument("--runouts", type=int, default=1, help="turns and rivers for each flop")
    parser.add_argument(
        "--luck-adjusted",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="take the luck of cards out of pots without further bets",
    )
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--precision", default="float32", choices=("float32", "int16"))
    parser.add_argument("--threads", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--deals", type=int, default=1000, help="in all, with those in the file")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so long")
    return parser


if __name__ == "__main__":
    sys.exit(main())
