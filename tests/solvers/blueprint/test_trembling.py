"""Players who tremble, and whose averages a traversal updates."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.blueprint.tables import RowLayout
from fifthstreet.solvers.cfr import OutcomeSampling
from fifthstreet.tree import Kind, Sizes, TreeRules, build_tree
from tests.solvers.blueprint.small_buckets import every_preflop_hand

ALL_IN = Sizes.uniform(raises="a")
TREE = build_tree(TreeRules.even(3, 20, blinds=(1, 2), first_street=0, last_street=0, sizes=ALL_IN))


def solver_of(**options: Any) -> BlueprintSolver:
    return BlueprintSolver(
        TREE, ["100%"] * 3, BlueprintOptions(batch=64, **options), key=every_preflop_hand()
    )


def test_players_who_tremble_reach_lines_that_nobody_would_play() -> None:
    """The last player has aces and sees two others all-in with the worst hand."""
    node, _ = TREE.find("r:a:c")  # of the button and the small blind
    visits = []
    for tremble in (0.0, 0.3):
        options = BlueprintOptions(batch=64, count_visits=True, tremble=tremble)
        solver = BlueprintSolver(TREE, ["72o", "AA", "72o"], options)
        counts = []
        for _ in range(2):
            solver.iterate(9_600)
            counts.append(int(solver.average().visits(node, ())[parse_hole("AsAh")]))
        visits.append(counts[1] - counts[0])
    assert visits[1] > 3 * visits[0]


@pytest.mark.parametrize("tremble", [0.0, 0.25])
def test_mistakes_are_as_frequent_as_the_option_says(tremble: float) -> None:
    """Aces never fold on purpose, but half of their mistakes are folds."""
    rules = TreeRules.even(2, 4, blinds=(1, 2), first_street=0, last_street=0, sizes=ALL_IN)
    tree = build_tree(replace(rules, max_raises=0))
    node, _ = tree.find("r:c")
    options = BlueprintOptions(batch=1, count_visits=True, tremble=tremble)
    solver = BlueprintSolver(tree, ["KK", "AA"], options)
    solver.iterate(8_000)
    visits = solver.average().visits(node, ())[parse_hole("KsKh")]
    # Half of the traversals take all actions of the aces.
    error = 5 * (4_000 * tremble / 2) ** 0.5 + 10
    assert visits == pytest.approx(4_000 + 4_000 * (1 - tremble / 2), abs=error)


def test_a_traversal_updates_the_averages_of_the_next_or_all_other_players() -> None:
    updated = {}
    for averages in ("next", "all"):
        solver = BlueprintSolver(
            TREE,
            ["100%"] * 3,
            BlueprintOptions(batch=1, averages=averages),
            key=every_preflop_hand(),
        )
        solver.iterate(1)  # player 0 traverses
        played = solver.state()["averages"]
        first = RowLayout.for_buckets(TREE, every_preflop_hand().native).first
        updated[averages] = {
            int(TREE.player[node])
            for node in np.flatnonzero(TREE.kind == Kind.ACTION).tolist()
            if played[first[node] : first[node] + 169 * int(TREE.n_children[node])].any()
        }
    assert updated == {"next": {1}, "all": {1, 2}}


@pytest.mark.parametrize("options", [{"tremble": 0.2}, {"averages": "all"}])
def test_any_number_of_threads_gives_the_same_bits(options: dict[str, Any]) -> None:
    one, two = (solver_of(threads=threads, **options) for threads in (1, 2))
    for solver in (one, two):
        solver.iterate(1_280)
    for name in ("regrets", "averages"):
        assert one.state()[name].tobytes() == two.state()[name].tobytes()


def test_a_state_of_other_options_is_refused() -> None:
    with pytest.raises(InputError, match="different tremble"):
        solver_of(tremble=0.1).restore(solver_of().state())


def test_bad_options_are_refused() -> None:
    with pytest.raises(InputError, match="tremble must be at least 0 and below 1, got 1"):
        BlueprintOptions(tremble=1)
    with pytest.raises(InputError, match="averages must be next or all, got 'none'"):
        BlueprintOptions(averages="none")
    with pytest.raises(InputError, match="tremble and averages require external sampling"):
        BlueprintSolver(
            TREE, ["AA", "KK", "QQ"], BlueprintOptions(tremble=0.1), scheme=OutcomeSampling()
        )
