"""Solvers shown in notebooks."""

import pytest

from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.games import Kuhn
from fifthstreet.solvers.registry import make_solver
from tests.solvers.blueprint.small_spots import TURN
from tests.support.drawing.markup_checks import SVG, all_text, parsed


def test_a_solver_shows_its_curve() -> None:
    solver = make_solver(Kuhn(), "cfr+")
    text = all_text(parsed(solver._repr_html_()))
    assert "Kuhn poker: 2 players, 3 cards" in text
    assert "0 iterations, exploitability not checked yet" in text
    solver.run(iterations=1_000)
    root = parsed(solver._repr_html_())
    assert f"1,000 iterations, exploitability {solver.curve[-1][1]:.3g} chips" in all_text(root)
    assert len(list(root.iter(f"{SVG}polyline"))) == 1
    assert len(solver._repr_html_()) < 30_000
    solver.iterate(5)
    assert "1,005 iterations, exploitability" in all_text(parsed(solver._repr_html_()))
    assert "at iteration 1,000" in all_text(parsed(solver._repr_html_()))


def test_lower_bounds_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BlueprintSolver, "start_boards", None)
    solver = TURN.solver(response_deals=20)
    known = solver.run(iterations=2_000).exploitability
    assert known.is_lower_bound
    assert known.error > 0
    text = all_text(parsed(solver._repr_html_()))
    assert f"at least {known.pot_percent:.3g}% of the pot, {known.chips:.3g}" in text
    assert f"± {known.error:.2g} chips" in text
