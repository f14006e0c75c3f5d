"""`fifthstreet lock`: fix a decision of a solution, and re-solve the rest."""

import re
from math import inf
from pathlib import Path
from typing import Annotated

import typer

from fifthstreet.cards import cards_text
from fifthstreet.cli.files import check_writable, save_of, show_and_save, writing
from fifthstreet.cli.options import AsJson, Threads, check_time_limit
from fifthstreet.cli.progress import SolveProgress
from fifthstreet.solvers.postflop import (
    Solution,
    Solver,
    compare_nodes,
    load_checkpoint,
    open_solution,
    start_resolve,
    with_lock,
)
from fifthstreet.solvers.postflop.node_picture import node_line
from fifthstreet.solvers.postflop.sections import SOLUTION_FILE, file_bytes
from fifthstreet.solvers.postflop.solver import CHECKPOINT_FILE
from fifthstreet.solvers.postflop.spot_file import locked_hands
from fifthstreet.solvers.postflop.street_betting import RIVER
from fifthstreet.solvers.postflop.tables import PRECISIONS
from fifthstreet.storage import check_target, open_container
from fifthstreet.strategy import Lock
from fifthstreet.tree import BettingTree, action_label, read_line
from fifthstreet.views import json_text
from fifthstreet.views.comparison import comparison_data, print_comparison
from fifthstreet.views.terminal import Terminal, print_notes

_SHARE = re.compile(
    r"(?P<action>\S+?) ?[=: ] ?(?P<share>\d+\.?\d*|\.\d+) ?(?P<percent>%?)", re.ASCII
)
_WANT = "want one like 'x 80%, b33% 20%', or a single action"


def lock_command(
    file: Annotated[
        Path, typer.Argument(help="A solution, or better a checkpoint of `solve --checkpoint`.")
    ],
    path: Annotated[str, typer.Argument(help="Line to the decision, like x/b33%.")],
    strategy: Annotated[
        str, typer.Argument(help="How often each action is taken: 'x 80%, b33% 20%', or 'f'.")
    ],
    hands: Annotated[
        str | None, typer.Option(help="Lock only these hands: AQs, A♥x♥, top pair ...")
    ] = None,
    target: Annotated[
        float, typer.Option(help="Exploitability to reach, percent of the pot.")
    ] = 0.3,
    max_iterations: Annotated[int, typer.Option(help="Maximum number of iterations.")] = 1_000,
    time_limit: Annotated[float | None, typer.Option(help="Time limit in seconds.")] = None,
    save: Annotated[Path | None, typer.Option(help="Save the new solution, for `show`.")] = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Lock a decision of a solution, re-solve from there, and show what it changes.

    A checkpoint has the regrets of the solve, so a small change takes fewer iterations.
    """
    check_time_limit(time_limit)
    check_writable(save)
    solved = _open(file, threads)
    old = solved.solution() if isinstance(solved, Solver) else solved
    line = read_line(old.tree, path)
    shares, notes = parse_shares(old.tree, line.node, strategy)
    board = cards_text(old.board)
    chosen = None if hands is None else locked_hands(hands, line.path, board)
    spot = with_lock(old.spot, Lock(line.path, shares, chosen))
    notes = [*line.notes, *notes]
    with writing(save):
        if save is not None:
            check_target(save, file_bytes(spot, old.plan, RIVER, PRECISIONS[0]))
        started = start_resolve(solved, spot, target_pot_percent=target, threads=threads)
        limit = inf if time_limit is None else time_limit
        new, was_interrupted = _solved(started, target, max_iterations, limit)
        notes += ["interrupted before the target"] if was_interrupted else []
        names = ("before", "locked")
        roots = (old.root, new.root)
        comparison = compare_nodes(*roots)
        console = Terminal()

        def show() -> None:
            if as_json:
                data = comparison_data(comparison, names, roots)
                lock = spot.locks[-1].to_dict()
                typer.echo(json_text(data | {"lock": lock, "ev": new.ev, "notes": notes}))
            else:
                print_comparison(console, node_line(roots[0]), comparison, names, roots)
                print_notes(console, notes)

        saved = show_and_save(show, [save_of(save, lambda target: _saved(new, target))])
        if not as_json:
            print_notes(console, saved)
    if was_interrupted:
        raise KeyboardInterrupt


def _solved(
    started: Solution | Solver, target: float, max_iterations: int, limit: float
) -> tuple[Solution, bool]:
    """Run a solver with a progress bar; return its solution and whether it was interrupted."""
    if isinstance(started, Solution):
        return started, False
    first = started.iteration
    was_interrupted = False
    with SolveProgress(target, first + max_iterations, limit) as progress:
        progress.begin(first)
        try:
            started.run(
                target_pot_percent=target,
                max_iterations=first + max_iterations,
                seconds=limit,
                progress=progress.update,
                stepped=progress.stepped,
            )
        except KeyboardInterrupt:
            if started.iteration == first:
                raise
            was_interrupted = True
    return started.solution(iterations=started.iteration - first), was_interrupted


def _saved(solution: Solution, path: Path) -> str:
    solution.save(path)
    return f"saved to {path}"


def _open(file: Path, threads: int | None) -> Solution | Solver:
    kind = open_container(file, None).kind
    if kind == CHECKPOINT_FILE:
        return load_checkpoint(file, threads=threads)
    if kind != SOLUTION_FILE:
        raise ValueError(f"{file} is a {kind}; want a solution or a checkpoint")
    return open_solution(file, threads=threads)


def parse_shares(tree: BettingTree, node: int, text: str) -> tuple[dict[str, float], list[str]]:
    """Return the probability of each action, by label, and notes about rounded amounts."""
    shares: dict[str, float] = {}
    notes = []
    parts = [" ".join(part.split()) for part in text.split(",") if part.strip()]
    for part in parts:
        match = _SHARE.fullmatch(part)
        if match is None and len(parts) > 1:
            raise ValueError(f"strategy {text!r}: {part!r} has no share; {_WANT}")
        action = part if match is None else match["action"]
        share = 1.0 if match is None else float(match["share"]) / (100 if match["percent"] else 1)
        label, note = action_label(tree, node, action)
        if label in shares:
            raise ValueError(f"strategy {text!r} has {label} twice; {_WANT}")
        shares[label] = share
        notes += [note] if note else []
    if not shares:
        raise ValueError(f"strategy is empty; {_WANT}")
    return shares, notes
