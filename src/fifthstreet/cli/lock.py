"""`fifthstreet lock`: fix a decision of a solution, and re-solve the rest."""

import re
from pathlib import Path
from typing import Any

from fifthstreet.cards import cards_text
from fifthstreet.cli.command import THREADS_HELP, Command, argument, checked_limit, option
from fifthstreet.cli.files import check_writable, file_save, writing
from fifthstreet.cli.progress import SolveProgress
from fifthstreet.errors import InputError
from fifthstreet.solvers import postflop
from fifthstreet.solvers.postflop import (
    CHECKPOINT_FILE,
    PRECISIONS,
    RIVER,
    SOLUTION_FILE,
    LockDraft,
    Solution,
    Solver,
    file_bytes,
    is_unreached,
    locked_hands,
    resolve_unreached,
)
from fifthstreet.support.storage import check_target, open_container
from fifthstreet.support.terminal import Terminal
from fifthstreet.tree import BettingTree, action_label, read_line
from fifthstreet.tree.strategy import Lock
from fifthstreet.views import comparison_data, lock_draft_note, print_comparison, print_notes
from fifthstreet.views.pictures import node_line

_SHARE = re.compile(
    r"(?P<action>\S+?) ?[=: ] ?(?P<share>\d+\.?\d*|\.\d+) ?(?P<percent>%?)", re.ASCII
)
_SOLVED = "solved"
_ACCEPTED = "shares like 'x 80%, b33% 20%', a single action or 'solved'"


class LockCommand(Command):
    """Lock a decision of a solution, re-solve, and show the differences.

    A checkpoint has the regrets of the solve, so a small change takes fewer iterations.
    """

    file: Path = argument("A solution, or preferably a checkpoint of `solve --checkpoint`.")
    path: str = argument("Line to the decision, like x/b33%.")
    strategy: str = argument(
        "'solved' for the solved mix of every hand; or a frequency of each action that all hands "
        "play alike, 'x 80%, b33% 20%'; or a single action, 'f'."
    )
    scale: bool = option(
        "Scale the solved mix of every hand until the range takes one action this often, like "
        "'b33% 40%'; the order of hands is kept.",
        None,
        False,
        name="--scale",
    )
    hands: str | None = option("Lock only these hands: AQs, A♥x♥, top pair ...")
    target: float = option("Exploitability to reach, percent of the pot.", default=0.3)
    max_iterations: int = option("Maximum number of iterations.", default=1_000)
    time_limit: float | None = option("Time limit in seconds.")
    save: Path | None = option("Save the new solution, for `show`.")
    threads: int | None = option(THREADS_HELP)

    def _execute(self) -> None:
        limit = checked_limit(self.time_limit)
        check_writable(self.save)
        solved = self._open()
        old = solved.solution() if isinstance(solved, Solver) else solved
        line = read_line(old.tree, self.path)
        lock, lock_notes = self._lock(old, line.node, line.path)
        spot = postflop.with_lock(old.spot, lock)
        notes = [*line.notes, *lock_notes]
        with writing(self.save):
            if self.save is not None:
                check_target(self.save, file_bytes(spot, old.plan, RIVER, PRECISIONS[0]))
            started = postflop.start_resolve(
                solved, spot, target_pot_percent=self.target, threads=self.threads
            )
            new, was_interrupted = self._solved(started, limit)
            notes += ["interrupted before the target"] if was_interrupted else []
            names, roots = ("before", "locked"), (old.root, new.root)
            comparison = postflop.compare_nodes(*roots)

            def data() -> dict[str, Any]:
                lock = {"lock": spot.locks[-1].to_dict(), "ev": new.ev, "notes": notes}
                return comparison_data(comparison, names, roots) | lock

            def print_all(console: Terminal) -> None:
                print_comparison(console, node_line(roots[0]), comparison, names, roots)
                print_notes(console, notes)

            self.show(data, print_all, file_save(self.save, new.save))
        if was_interrupted:
            raise KeyboardInterrupt

    def _lock(self, solution: Solution, node: int, path: str) -> tuple[Lock, list[str]]:
        """Return the lock, and notes about what it changes."""
        if self.hands is not None and (self.scale or self.strategy == _SOLVED):
            raise InputError(f"--hands cannot be combined with --scale or {_SOLVED!r}")
        if self.strategy == _SOLVED:
            draft = _draft(solution, path)
            return draft.lock(), [lock_draft_note(draft)]
        shares, notes = parse_shares(solution.tree, node, self.strategy)
        if self.scale:
            if len(shares) != 1:
                raise InputError(f"--scale requires one action, like 'x 80%', got {len(shares)}")
            ((action, share),) = shares.items()
            draft = _draft(solution, path).scaled(action, share)
            return draft.lock(), [*notes, lock_draft_note(draft)]
        chosen = None
        if self.hands is not None:
            chosen = locked_hands(self.hands, path, cards_text(solution.board))
        if len(shares) > 1:
            notes.append("all locked hands play alike: --scale keeps the order of hands")
        return Lock(path, shares, chosen), notes

    def _open(self) -> Solution | Solver:
        kind = open_container(self.file, None).kind
        if kind == CHECKPOINT_FILE:
            return postflop.load_checkpoint(self.file, threads=self.threads)
        if kind != SOLUTION_FILE:
            raise InputError(f"{self.file} must be a solution or a checkpoint, got a {kind}")
        return postflop.open_solution(self.file, threads=self.threads)

    def _solved(self, started: Solution | Solver, limit: float) -> tuple[Solution, bool]:
        """Run a solver with a progress bar; return its solution and whether it was interrupted."""
        if isinstance(started, Solution):
            return started, False
        first = started.iteration
        last = first + self.max_iterations
        was_interrupted = False
        with SolveProgress(self.target, last, limit) as progress:
            progress.begin(first)
            try:
                started.run(
                    target_pot_percent=self.target,
                    max_iterations=last,
                    seconds=limit,
                    progress=progress.update,
                    stepped=progress.stepped,
                )
            except KeyboardInterrupt:
                if started.iteration == first:
                    raise
                was_interrupted = True
        return started.solution(iterations=started.iteration - first), was_interrupted


def _draft(solution: Solution, path: str) -> LockDraft:
    """Return the solved mix at a decision; one that is almost never reached is re-solved."""
    node = solution.node(path)
    return LockDraft.of(resolve_unreached(solution, path) if is_unreached(node) else node)


def parse_shares(tree: BettingTree, node: int, text: str) -> tuple[dict[str, float], list[str]]:
    """Return the probability of each action, by label, and notes about rounded amounts."""
    shares: dict[str, float] = {}
    notes = []
    parts = [" ".join(part.split()) for part in text.split(",") if part.strip()]
    for part in parts:
        match = _SHARE.fullmatch(part)
        if match is None and len(parts) > 1:
            raise InputError(f"strategy must be {_ACCEPTED}, got {part!r} without a share")
        action = part if match is None else match["action"]
        share = 1.0 if match is None else float(match["share"]) / (100 if match["percent"] else 1)
        label, note = action_label(tree, node, action)
        if label in shares:
            raise InputError(f"strategy must name each action once, got {label} twice in {text!r}")
        shares[label] = share
        notes += [note] if note else []
    if not shares:
        raise InputError(f"strategy must be {_ACCEPTED}, got an empty text")
    return shares, notes
