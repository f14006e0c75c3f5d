"""The charts of tables that come with the package."""

from __future__ import annotations

import json

import numpy as np
import pytest

from fifthstreet.cli import run
from fifthstreet.review import holds_holdem, load_blueprint, preflop_charts
from fifthstreet.solvers.ring import RING_CHARTS, RingStrategy, ring_path, shipped_ring
from fifthstreet.tree import position_names

Capture = pytest.CaptureFixture[str]


@pytest.fixture(params=RING_CHARTS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_each_chart_is_for_what_its_name_says(name: str) -> None:
    chart, strategy = RING_CHARTS[name], shipped_ring(name)
    rules = strategy.game.rules
    big_blind = max(rules.blinds)
    assert strategy.game.seats == chart.seats
    assert {stack / big_blind for stack in rules.stacks} == {chart.stack}
    assert {ante / big_blind for ante in rules.antes} <= {chart.ante}
    assert bool(chart.rake) == bool(strategy.game.rake.rate)
    assert strategy.game.payouts == chart.payouts
    assert holds_holdem(name)
    assert isinstance(load_blueprint(name), RingStrategy)
    assert ring_path(name).stat().st_size < 2e6
    assert len(preflop_charts(strategy)) == chart.seats - 1 + chart.seats * (chart.seats - 1) // 2


def test_the_command_shows_charts_by_name(capsys: Capture) -> None:
    assert run(["chart", "6max", "btn"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("BTN first to act\n")
    assert "BTN against CO's raise to 2.5" in shown
    assert "SB " not in shown.partition("mean gain")[0]
    assert "are left out" in shown
    assert run(["chart", "6max_100", "b2.5/f/f/f/f", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["charts"][0]["position"] == "BB"
    assert data["after"] == "network for preflop"
    assert set(data["positions"]) == set(position_names(6))


def test_answers_are_whole(name: str) -> None:
    strategy = shipped_ring(name)
    for node in strategy.decisions[:: max(len(strategy.decisions) // 50, 1)]:
        assert strategy.shares(node).sum(axis=0) == pytest.approx(1)
        assert not np.isnan(strategy.at(node, ()).frequencies).any()
