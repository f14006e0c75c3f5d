"""A matchup on many flops: plain data and the table of groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from fifthstreet.abstraction import MatchupError, flop_subset, range_equity_error
from fifthstreet.cards import Range
from fifthstreet.solvers.postflop import (
    SEATS,
    UNREACHED,
    Flop,
    FlopResult,
    group_flops,
    spot_lines,
    subset_means,
)
from fifthstreet.tree import BettingTree, choice_words
from fifthstreet.views.pictures import GROUP_ERROR, group_table, line_table
from fifthstreet.views.terminal import print_notes, print_table


def flops_data(
    flops: Sequence[Flop],
    results: Mapping[str, FlopResult],
    actions: Sequence[str],
    seconds: float,
    target_pot_percent: float,
) -> dict[str, Any]:
    """Return the groups of flops and every solved flop, with their exploitability.

    `results` has the flops by board; `actions` are the actions of the first decision.
    """
    solved = _weighted(flops, results)
    matchup = flops[0].spot.to_dict()
    del matchup["board"]
    return {
        "matchup": matchup,
        "target_pot_percent": target_pot_percent,
        "stopped_early": _stopped_early(solved, target_pot_percent),
        "actions": list(actions),
        "groups": [_with_seats(asdict(group)) for group in group_flops(solved)],
        "flops": [{"count": count, **_with_seats(asdict(result))} for count, result in solved],
        "subsets": [asdict(means) for means in subset_means(solved)],
        "missing": len(flops) - len(solved),
        "seconds": seconds,
    }


def subset_error_data(
    subset: int, ranges: tuple[Range, Range], threads: int | None = None
) -> dict[str, Any]:
    """Return how far means over a subset of flops are from the means over all flops."""
    chosen = flop_subset(subset)
    on_subset, on_all = range_equity_error(chosen, *ranges, threads=threads)
    equities = {"oop_equity": on_subset, "oop_equity_on_all_flops": on_all}
    return {"flops": len(chosen), **asdict(chosen.error), **equities}


def subset_error_text(error: Mapping[str, Any]) -> str:
    """Return the result of `subset_error_data` in words."""
    matchups = [MatchupError(**matchup) for matchup in error["matchups"]]
    strength = (
        f"{error['flops']} flops represent all 22,100: OOP's equity is "
        f"{100 * error['oop_equity']:.2f}% on them and "
        f"{100 * error['oop_equity_on_all_flops']:.2f}% on all; for the 169 hand classes it "
        f"is off by {100 * error['ehs_rms']:.2f} points (RMS), at most "
        f"{100 * error['ehs_max']:.2f}, against a random hand"
    )
    return "; ".join([strength, *(f"in a {matchup}" for matchup in matchups)])


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
    groups = group_flops(solved)
    table = group_table(groups, actions, choice_words(tree, 0))
    print_table(console, table)
    for path in groups[0].lines:
        words = choice_words(tree, tree.find(path)[0])
        print_table(console, line_table(groups, path, words))
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
    closeness = _subset_notes(solved, tree.rules.pot)
    facts = [GROUP_ERROR, *notes, *unsolved, *_unreached_notes(solved), *closeness, *basis]
    print_notes(console, facts)


def _subset_notes(solved: list[tuple[int, FlopResult]], pot: float) -> list[str]:
    """Return the errors of means over subsets of flops, if all flops are solved."""
    errors = "; ".join(means.text(pot) for means in subset_means(solved))
    return [f"largest errors of the means if only a subset were solved: {errors}"] if errors else []


def _unreached_notes(solved: Sequence[tuple[int, FlopResult]]) -> list[str]:
    """Return notes about lines that are hardly ever taken, so that nothing was learned there."""
    notes = []
    for path in solved[0][1].lines if solved else ():
        count = sum(result.lines[path].reach < UNREACHED for _, result in solved)
        if count:
            notes.append(
                f"{path} is almost never reached on {count:,} of {len(solved):,} flops: their "
                "numbers are unreliable"
            )
    return notes


def _with_seats(data: dict[str, Any]) -> dict[str, Any]:
    """Return plain data of a group or a flop, in which players of lines are oop and ip."""
    lines = {
        path: {**line, "player": SEATS[line["player"]]} for path, line in data["lines"].items()
    }
    return {**data, "lines": lines}


def _stopped_early(solved: Sequence[tuple[int, FlopResult]], target_pot_percent: float) -> int:
    """Return how many flops did not reach the target."""
    return sum(result.exploitability_pot_percent > target_pot_percent for _, result in solved)


def _weighted(
    flops: Sequence[Flop], results: Mapping[str, FlopResult]
) -> list[tuple[int, FlopResult]]:
    """Return the results of the flops, each with the number of flops that it stands for."""
    return [(flop.count, results[flop.board]) for flop in flops if flop.board in results]
