"""What answers rest on is always given: exploitability, iterations, ranges, tree, early stops."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from fifthstreet.review.basis import Basis
from fifthstreet.solvers.postflop import Solution, Solver, Spot, card_report, open_solution, solve
from fifthstreet.solvers.postflop.solution.basis import basis_data, basis_lines, tree_line
from fifthstreet.tree import Rake
from fifthstreet.tree.strategy import Lock
from fifthstreet.views import (
    breakdown_data,
    breakdown_html,
    distribution_data,
    distribution_html,
    distribution_svg,
    export_csv,
    export_json,
    hand_data,
    json_text,
    node_data,
    node_html,
    node_svg,
    report_data,
    report_html,
    report_svg,
    solution_data,
)
from fifthstreet.views.classes import print_breakdown, print_distribution
from fifthstreet.views.node import print_hand, print_node
from fifthstreet.views.report import print_report
from fifthstreet.views.solution import print_solution

SPOT = Spot.of("QsJh2h7c", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
EARLY = "stopped early, before the target of 0.01% of the pot"


@pytest.fixture(scope="module")
def early() -> Solution:
    return solve(SPOT, target_pot_percent=0.01, max_iterations=3)


def test_a_solution_that_reached_its_target() -> None:
    solution = solve(SPOT, target_pot_percent=2)
    assert not solution.record.is_stopped_early
    assert solution.record.target == 2
    assert "stopped early" not in repr(solution)
    assert not any("stopped early" in line for line in basis_lines(solution))


@pytest.mark.parametrize(("pot", "percent"), [(5.5, 0.3), (7.0, 0.25), (180.0, 0.7)])
def test_targets_are_the_percentages_that_were_given(pot: float, percent: float) -> None:
    """They are kept in chips: 0.3% of 5.5 chips must not become 0.30000000000000004%."""
    assert 100 * (percent * pot / 100) / pot != percent
    spot = Spot.of("QsJh2h7c4d", pot, 20, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    solution = solve(spot, target_pot_percent=percent)
    assert solution.record.target_pot_percent == percent
    assert basis_data(solution)["target_pot_percent"] == percent
    assert Basis.of(solution).to_dict()["target_pot_percent"] == percent


def test_a_solve_without_a_target_is_not_stopped_early() -> None:
    solver = Solver(SPOT)
    solver.run(5)
    record = solver.solution().record
    assert (record.target, record.is_stopped_early) == (None, False)


def test_an_early_stop_is_remembered(early: Solution, tmp_path: Path) -> None:
    assert early.record.is_stopped_early
    assert "stopped early" in repr(early)
    for name, options in (("all", {}), ("bytes", {"in_bytes": True}), ("turn", {"last_street": 2})):
        early.save(tmp_path / name, **options)
        opened = open_solution(tmp_path / name)
        assert opened.record.is_stopped_early
        assert "stopped early" in repr(opened)
        assert EARLY in node_html(opened.root)


def test_all_data_has_the_basis(early: Solution) -> None:
    cards = card_report(early, "r:k:k")
    node = early.root
    basis = json.loads(json_text(basis_data(early)))
    assert basis["stopped_early"] is True
    assert basis["iterations"] == early.record.iterations
    assert basis["spot"]["ranges"] == {"oop": "AA,KQs", "ip": "QQ,AJs"}
    for data in (
        solution_data(early),
        node_data(node),
        hand_data(node, "AA"),
        breakdown_data(node),
        distribution_data(node),
        report_data(cards),
        json.loads(export_json(early, paths=["r"])),
    ):
        assert json.loads(json_text({name: data[name] for name in basis})) == basis


def test_all_pages_and_pictures_have_the_basis(early: Solution) -> None:
    cards = card_report(early, "r:k:k")
    node = early.root
    iterations = f"{early.record.iterations} iterations"
    for text in (
        node_html(node),
        breakdown_html(node),
        distribution_html(node),
        report_html(cards),
        early._repr_html_(),
        node_svg(node),
        export_csv(early, paths=["r"]),
    ):
        for part in (EARLY, iterations, "AA,KQs", "turn bet 50%"):
            assert part in text
    for text in (distribution_svg(node), report_svg(cards)):
        assert EARLY in text
        assert iterations in text


def test_the_terminal_shows_the_basis(early: Solution) -> None:
    cards = card_report(early, "r:k:k")
    node = early.root
    console = Console(file=StringIO(), width=300, record=True)
    print_node(console, node)
    print_hand(console, node, "AA")
    print_breakdown(console, node)
    print_distribution(console, node)
    print_report(console, cards)
    print_solution(console, early)
    shown = console.export_text()
    for line in basis_lines(early):
        assert shown.count(line) == 6


def test_words() -> None:
    spot = Spot.of(
        "QsJh2h7c4d",
        5.5,
        97.5,
        oop="AA",
        ip="KK",
        bets="50%",
        rake=Rake(0.05, 3),
        locks=(Lock("r", {"k": 1.0}),),
    )
    assert tree_line(spot) == (
        f"tree: pot 5.5, stack 97.5, {len(spot.tree)} nodes; river bet 50%; raise 60%; "
        "rake 5% up to 3; locked: r"
    )
    suited = ",".join(f"{rank}sKh" for rank in "23456789TA") + ",A2s:0.1,A3s:0.2,A4s:0.3,A5s:0.4"
    few = suited + ",K2s:0.1,K3s:0.2,K4s:0.3,K5s:0.4,Q2s:0.1"
    wide = solve(Spot.of("QsJh2h7c4d", 10, 20, oop=few, ip="KK"), max_iterations=1)
    line = basis_lines(wide)[-3]
    assert line.startswith("OOP ")
    assert ",... (" in line
    assert len(line) < 160
