"""Decisions before the flop, matched onto the trees of solved charts."""

from __future__ import annotations

from math import hypot, sqrt
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import HOLE_CLASS, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.game.notation import parse_phh
from fifthstreet.review import (
    Answer,
    ChartAnswers,
    ChartEntry,
    DecisionReport,
    Session,
    SolvedCharts,
    advise,
    play,
    review_hands,
)
from fifthstreet.review.chart_error import MIXING
from fifthstreet.review.solved_charts import effective_depth, unequal_stacks
from fifthstreet.tree.translate import MatchQuality
from tests.review.hand_texts import history, played
from tests.review.small_charts import GAIN, chart, small_charts, small_ranges

BB = 10
# Seats of three: SB, BB, BTN.
RAISED = "p3 cbr 25, p1 f, p2 cc"
HOLES = ("7c2d", "KsQs", "AhTh")


def reports(actions: str, *, seats: int = 3, depth: float = 20, **fields: Any) -> Any:
    players = fields.pop("players", seats)
    fields.setdefault("stacks", (depth * BB,) * players)
    fields.setdefault("holes", HOLES[:players] + ("????",) * (players - 3))
    ranges = fields.pop("ranges", small_ranges(seats))
    hand = played(actions, **fields)
    return list(review_hands(Session((hand,)), ChartAnswers(ranges)).decisions)


def answer(report: DecisionReport) -> Answer:
    return report.answer


def held(text: str) -> int:
    return int(HOLE_CLASS[parse_hole(text)])


def test_a_hand_on_the_tree_has_the_row_of_the_chart() -> None:
    expected = chart(3, 20)
    opened, folded, called = reports(RAISED)
    for report, path, hole, taken in (
        (opened, "r", "AhTh", 1),
        (folded, "r:b2.5", "7c2d", 0),
        (called, "r:b2.5:f", "KsQs", 1),
    ):
        node = expected.tree.find(path)[0]
        shares, values = expected.shares(node), expected.class_values(node)
        found = answer(report)
        assert (found.path, found.taken, found.quality) == (path, taken, MatchQuality.GOOD)
        at = held(hole)
        assert [each.frequency for each in found.choices] == pytest.approx(shares[:, at].tolist())
        assert [each.ev for each in found.choices] == pytest.approx((BB * values[:, at]).tolist())
        assert sum(each.frequency or 0 for each in found.choices) == pytest.approx(1)
        assert sum(each.range_frequency or 0 for each in found.choices) == pytest.approx(1)
        assert found.note.startswith("chart 3max_20")
        loss = report.loss
        assert loss is not None
        assert loss.big_blinds == pytest.approx(values[:, at].max() - values[taken, at])


def test_the_error_of_a_loss_has_what_seats_gain_and_what_follows_the_flop() -> None:
    """10 gains for the root of the line's probability, and 2% of the pot that a call makes."""
    called = reports(RAISED)[-1]
    expected = chart(3, 20)
    node = expected.tree.find("r:b2.5:f")[0]
    reach = expected.reach(node, ())
    often = np.prod([each.sum() / 1326 for each in reach])
    compared = {1, int(expected.class_values(node)[:, held("KsQs")].argmax())}
    pot = 5.5 if compared != {0} else 0.0  # a fold wins no pot, and an all-in sees no flop
    error = hypot(10 * GAIN / sqrt(often), 0.02 * pot)
    assert called.loss is not None
    assert called.loss.error == pytest.approx(error)


def test_between_two_charts_the_answer_is_their_mean() -> None:
    between = small_charts().find(3, 28)
    assert between.names == ("3max_20", "3max_40")
    called = reports(RAISED, depth=28)[-1]
    found = answer(called)
    node = between.strategy.tree.find("r:b2.5:f")[0]
    shares = between.strategy.shares(node)[:, held("KsQs")]
    assert [each.frequency for each in found.choices] == pytest.approx(shares.tolist())
    assert found.note.startswith("between the charts 3max_20 and 3max_40, for 20 and 40 big blinds")
    assert found.distance is not None
    assert (found.distance.pot, found.distance.stack) == (0, 0)  # its tree has this stack
    values = between.strategy.class_values(node)[:, held("KsQs")]
    assert called.loss is not None
    assert called.loss.big_blinds == pytest.approx(values.max() - values[1])


def test_the_error_between_charts_has_how_far_they_are_apart() -> None:
    between = small_charts().find(3, 28).strategy
    node = between.tree.find("r:b2.5:f")[0]
    called = reports(RAISED, depth=28)[-1]
    at = held("KsQs")
    (weight, first), (_, second) = between.values_of_charts(node)  # type: ignore[union-attr]
    best = int(between.class_values(node)[:, at].argmax())
    gaps = (first - second)[:, at]
    mixing = 4 * weight * (1 - weight) * MIXING * abs(gaps[1] - gaps[best])
    often = np.prod([each.sum() / 1326 for each in between.reach(node, ())])
    pots = 0.02 * 5.5
    assert called.loss is not None
    expected = hypot(10 * GAIN / sqrt(often), hypot(pots, mixing))
    assert called.loss.error == pytest.approx(expected)


def test_at_the_depth_of_a_chart_only_that_chart_counts() -> None:
    charts = small_charts()
    assert charts.find(3, 20).strategy is chart(3, 20)
    assert charts.find(3, 20.1).names == ("3max_20",)  # as good as equal
    assert len(charts.find(3, 21).names) == 2


@pytest.mark.parametrize(("depth", "name"), [(5, "3max_10"), (150, "3max_40")])
def test_outside_the_depths_of_charts_the_nearest_is_used(depth: float, name: str) -> None:
    found = small_charts().find(3, depth)
    assert found.names == (name,)
    last = answer(reports(RAISED, depth=depth)[-1])
    stack = name.removeprefix("3max_")
    assert last.note.startswith(
        f"the nearest chart, {name}, for {stack} big blinds instead of {depth:g}"
    )
    assert last.quality is MatchQuality.POOR


def test_fewer_players_are_the_last_seats_of_a_larger_table() -> None:
    """Three players at a chart of six seats: the first three fold."""
    report = reports(RAISED, seats=6, players=3)[0]
    assert answer(report).path == "r:f:f:f"
    expected = chart(6, 20)
    shares = expected.shares(expected.tree.find("r:f:f:f")[0])[:, held("AhTh")]
    assert [each.frequency for each in answer(report).choices] == pytest.approx(shares.tolist())


def test_antes_of_players_who_are_missing_are_in_the_pot_of_the_chart() -> None:
    """Five of ten chips each: three seats post 1.5 big blinds less than six."""
    ranges = small_ranges(6, ante=0.5)
    text = history(RAISED, stacks=(200,) * 3, holes=HOLES).replace("[0, 0, 0]", "[5, 5, 5]")
    hand = play(parse_phh(text))
    found = next(iter(ChartAnswers(ranges).answers(hand)))[1]
    assert found.distance is not None
    assert found.distance.pot == pytest.approx(1.5 / 3)
    assert "the pot is 50% off the chart's" in found.note
    assert found.quality is MatchQuality.POOR


def test_other_sizes_show_how_far_they_are_off() -> None:
    *_, called = reports("p3 cbr 32, p1 f, p2 cc")
    found = answer(called)
    assert found.path == "r:b2.5:f"
    assert found.distance is not None
    assert found.distance.pot == pytest.approx(0.7 / 4.7)
    assert "the pot is 15% off the chart's" in found.note


def test_what_the_tree_of_a_chart_lacks() -> None:
    limped, _, checked = reports("p3 cc, p1 f, p2 cc")
    assert answer(limped).taken is None
    assert "the chart does not have this action" in answer(limped).reason
    assert "its tree has no call here" in answer(limped).note
    assert answer(limped).quality is MatchQuality.GOOD
    assert answer(checked).quality is MatchQuality.OUTSIDE
    assert answer(checked).reason == "chart 3max_20: its tree has no call at action 1"
    assert limped.loss is None
    flop = reports(f"{RAISED}, db QsJh2h, p2 cc")[-1]
    assert answer(flop).reason == "after the flop: charts are for preflop decisions"
    straddled = reports("p1 f", blinds=(5, 10, 20))[-1]
    assert answer(straddled).reason == "preflop: the charts have no straddles or late posts"
    heads_up = reports("p2 f", players=2)[-1]
    assert answer(heads_up).reason == "preflop: there are no charts for 2 players"


def test_raked_charts_are_for_hands_with_a_stated_rake() -> None:
    raked = ChartEntry("raked", 3, 20, lambda: chart(3, 20, rake=True), is_raked=True)
    charts = SolvedCharts([*small_charts().entries, raked])
    assert charts.find(3, 20).names == ("3max_20",)
    assert charts.find(3, 20, is_raked=True).names == ("raked",)
    assert charts.find(3, 40, is_raked=True).names == ("3max_40",)
    text = history(f"{RAISED}, db QsJh2h", stacks=(200,) * 3, holes=HOLES)
    assert not play(parse_phh(text)).is_raked
    assert play(parse_phh(f"{text}_rake = 2\n")).is_raked


# The depth of a decision.


@pytest.mark.parametrize(
    ("actions", "depths"),
    [
        # 40, 20 and 10 big blinds; BTN has 10.
        (RAISED, [10, 10, 10]),
        ("p3 f, p1 cbr 30, p2 cc", [10, 20, 20]),
        ("p3 cbr 25, p1 cbr 100, p2 f", [10, 10, 20]),
    ],
)
def test_the_depth_is_what_a_player_can_win_or_lose(actions: str, depths: list[float]) -> None:
    hand = played(actions, stacks=(400, 200, 100), holes=HOLES)
    found = [effective_depth(each.state, each.seat) for each in hand.decisions]
    assert found == depths


def test_opponents_with_other_stacks_are_mentioned() -> None:
    reports_ = reports("p3 f, p1 cbr 25, p2 cc", stacks=(400, 400, 100))
    assert "opponents play for" not in answer(reports_[-1]).note
    jammed = reports("p3 cbr 25, p1 f, p2 cc", stacks=(400, 400, 100))[1]
    assert answer(jammed).note.startswith("chart 3max_10; the chart has equal stacks of 10 big")
    assert answer(jammed).quality is MatchQuality.POOR
    state = jammed.decision.state
    assert unequal_stacks(state, jammed.decision.seat, 10).endswith("opponents play for 40")


# Advice, and ranges.


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> SolvedCharts:
    charts = small_charts()
    monkeypatch.setattr("fifthstreet.review.chart_answers._shipped", lambda: charts)
    return charts


@pytest.mark.usefixtures("shipped")
def test_advice_without_a_strategy_is_the_charts() -> None:
    hand = played(RAISED, stacks=(280,) * 3, holes=HOLES)
    advice = advise(None, hand.decisions[-1].state)
    (found,) = list(ChartAnswers(small_ranges()).answers(hand))[-1:]
    expected = [each for each in found[1].choices if each.real]
    assert [each.action for each in advice.actions] == [each.real for each in expected]
    assert [each.probability for each in advice.actions] == pytest.approx(
        [each.frequency for each in expected]
    )
    assert [each.ev for each in advice.actions] == pytest.approx([each.ev for each in expected])
    assert advice.source.value == "chart"
    assert advice.notes[0].startswith("between the charts 3max_20 and 3max_40")
    assert advice.error is not None


@pytest.mark.usefixtures("shipped")
def test_advice_without_a_line_in_the_chart_is_by_pot_odds() -> None:
    limped = played("p3 cc, p1 f, p2 cc", stacks=(200,) * 3, holes=HOLES)
    advice = advise(None, limped.decisions[-1].state, budget=None)
    assert advice.source.value == "pot odds"
    assert advice.notes[0] == "chart 3max_20: its tree has no call at action 1"


@pytest.mark.parametrize("depth", [20, 28])
def test_ranges_on_the_flop_are_the_reach_of_the_chart(depth: float) -> None:
    """With a cold call, for which named ranges had no name of their own."""
    actions = "p3 f, p4 f, p5 cbr 25, p6 cc, p1 f, p2 f, db QsJh2h"
    hand = played(actions, stacks=(depth * BB,) * 6, holes=("????",) * 6)
    found = small_ranges(6).of_hand(hand)
    strategy = small_charts(6).find(6, depth).strategy
    node = strategy.tree.find("r:f:f:b2.5:c:f:f")[0]
    assert sorted(found) == [4, 5]
    for seat, range_ in found.items():
        reach = strategy.reach(node, ())[seat]
        np.testing.assert_allclose(range_.range.weights, reach / reach.max(), rtol=1e-6)
        assert "after r:f:f:b2.5:c:f:f (" in str(range_)


def test_lines_without_a_chart_have_named_ranges() -> None:
    hand = played("p3 cc, p1 f, p2 cc, db QsJh2h", stacks=(200,) * 3, holes=HOLES)
    found = small_ranges().of_hand(hand)
    assert {each.action: each.path for each in found.values()} == {"limp": None, "check": None}


def test_tables_without_charts() -> None:
    with pytest.raises(InputError, match="there are no charts for 2 players"):
        small_charts().find(2, 20)
    assert small_charts().find(9, 20).names == ("3max_20",)
