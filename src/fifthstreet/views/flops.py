"""A matchup on many flops: plain data and the table of groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from fifthstreet.solvers.postflop import Flop, FlopResult, group_flops
from fifthstreet.solvers.postflop.basis import spot_lines
from fifthstreet.solvers.postflop.report_picture import GROUP_ERROR, group_table
from fifthstreet.tree import BettingTree, choice_words
from fifthstreet.views.terminal import print_notes, terminal_table


def flops_data(
    flops: Sequence[Flop],
    results: Mapping[str, FlopResult],
    actions: Sequence[str],
    seconds: float,
    target_pot_percent: float,
) -> dict[str, Any]:
    """Return the groups of flops and every solved flop, with their exploitability.

    `results` has the flops by board; `actions` are those of the first decision.
    """
    solved = _weighted(flops, results)
    matchup = flops[0].spot.to_dict()
    del matchup["board"]
    return {
        "matchup": matchup,
        "target_pot_percent": target_pot_percent,
        "stopped_early": _stopped_early(solved, target_pot_percent),
        "actions": list(actions),
        "groups": [asdict(group) for group in group_flops(solved)],
        "flops": [{"count": count, **asdict(result)} for count, result in solved],
        "missing": len(flops) - len(solved),
        "seconds": seconds,
    }


def print_flops(
    console: Console,
    tree: BettingTree,
    flops: Sequence[Flop],
    results: Mapping[str, FlopResult],
    target_pot_percent: float,
    notes: Sequence[str] = (),
) -> None:
    """Print means over groups of flops: EVs, the first decision and the mean exploitability."""
    solved = _weighted(flops, results)
    actions = tree.actions(0)
    table = group_table(group_flops(solved), actions, choice_words(tree, 0))
    console.print(terminal_table(console, table))
    missing = len(flops) - len(solved)
    unsolved = [f"{missing:,} of {len(flops):,} flops are not solved yet"] if missing else []
    if early := _stopped_early(solved, target_pot_percent):
        unsolved.append(
            f"{early:,} of {len(solved):,} flops were stopped early, before the target of "
            f"{target_pot_percent:g}% of the pot"
        )
    iterations = [result.iterations for _, result in solved]
    spent = [f"{min(iterations):,} to {max(iterations):,} iterations per flop"] if solved else []
    basis = [*spent, *spot_lines(flops[0].spot)]
    print_notes(console, [GROUP_ERROR, *notes, *unsolved, *basis])


def _stopped_early(solved: Sequence[tuple[int, FlopResult]], target_pot_percent: float) -> int:
    """Return how many flops did not reach the target."""
    return sum(result.exploitability_pot_percent > target_pot_percent for _, result in solved)


def _weighted(
    flops: Sequence[Flop], results: Mapping[str, FlopResult]
) -> list[tuple[int, FlopResult]]:
    """Return the results of the flops, each with the number of flops that it stands for."""
    return [(flop.count, results[flop.board]) for flop in flops if flop.board in results]
