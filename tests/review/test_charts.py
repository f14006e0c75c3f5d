"""Charts of strategies before the flop."""

import numpy as np
import pytest

from fifthstreet.cards import CLASS_NAMES, Range, class_index
from fifthstreet.errors import InputError
from fifthstreet.review.charts import chart_at, preflop_charts
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import CallingStrategy, UniformStrategy
from tests.solvers.blueprint.small_buckets import push_or_fold_solver


def test_push_or_fold_has_an_opening_and_an_answer() -> None:
    solver = push_or_fold_solver()
    solver.iterate(100_000)
    opening, limped, answer = preflop_charts(solver.average())
    assert (opening.position, opening.title) == ("BTN", "BTN first to act")
    assert (limped.title, limped.path) == ("BB against BTN's call 50", "r:c")
    assert (answer.position, answer.path) == ("BB", "r:a")
    assert opening.actions == ("f", "c", "a")
    assert answer.shares[1, class_index("AA")] > 0.99  # aces are never folded
    assert answer.shares[0, class_index("72o")] > 0.9
    np.testing.assert_allclose(np.nansum(opening.shares, axis=0), 1)
    assert opening.frequencies.sum() == pytest.approx(1)
    assert repr(answer).startswith("<Chart: BB against BTN's all-in 1000")


def test_six_players_open_and_answer_in_every_position() -> None:
    sizes = Sizes.uniform("100%, a", raises="100%, a")
    rules = TreeRules.even(
        6, 40, blinds=(1, 2), first_street=0, last_street=0, sizes=sizes, max_raises=1
    )
    charts = preflop_charts(UniformStrategy(build_tree(rules), [Range.full()] * 6))
    assert [chart.title for chart in charts[:5]] == [
        f"{position} first to act" for position in ("LJ", "HJ", "CO", "BTN", "SB")
    ]
    assert len(charts) == 5 + 15  # every later player answers the smallest raise
    assert charts[-1].title == "BB against SB's raise to 6 (100%)"
    assert charts[5].position == "HJ"


def test_any_decision_has_a_chart() -> None:
    rules = TreeRules.even(2, 40, blinds=(1, 2), first_street=0)
    strategy = CallingStrategy(build_tree(rules), [Range("AA,KK"), Range.full()])
    chart = chart_at(strategy, "c/k/QsJh2h")
    assert (chart.position, chart.path) == ("BB", "r:c:k:nQsJh2h")
    held = [name for name, weight in zip(CLASS_NAMES, chart.weights, strict=True) if weight > 0]
    assert held == ["AA", "KK"]
    with pytest.raises(InputError, match="path must lead to a decision, got 'r:f'"):
        chart_at(strategy, "f")


def test_strategies_after_the_flop_are_refused() -> None:
    spot = Spot.of("QsJh2h7c", 100, 200, oop="AA", ip="KK")
    with pytest.raises(InputError, match="must start preflop, got one from the flop or later"):
        preflop_charts(UniformStrategy(spot.tree, spot.ranges, spot.board))
