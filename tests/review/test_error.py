"""What a loss rests on: the basis of its answer, and an interval from the exploitability."""

from math import inf
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.review import (
    Basis,
    Loss,
    Session,
    SolveSettings,
    Total,
    read_session,
    review_hands,
)
from fifthstreet.review.basis import (
    ERROR_PER_EXPLOITABILITY,
    ReachingRange,
    line_probability,
    loss_error,
    summary_text,
)
from fifthstreet.solvers.postflop import Solution, open_solution, read_spot, solve
from fifthstreet.tree.strategy import UniformStrategy
from tests.review.hand_texts import TO_THE_RIVER, played
from tests.review.random_play import RandomValues
from tests.review.river import ON_THE_TREE, SPOT, river_solution

EXAMPLES = Path(__file__).parents[2] / "examples"
HAND = played(ON_THE_TREE, holes=("AcAd", "QdQc"))


@pytest.fixture(scope="module")
def unconverged() -> Solution:
    return solve(SPOT, target_pot_percent=0.1, max_iterations=2)


# The basis.


def test_every_answer_carries_what_it_rests_on() -> None:
    solution = river_solution()
    for each in review_hands(Session((HAND,)), solution).decisions:
        if each.decision.street < 3:
            continue
        basis = each.to_dict()["basis"]
        assert basis["exploitability_pot_percent"] == solution.exploitability.pot_percent
        assert basis["iterations"] == solution.record.iterations
        assert basis["ranges"] == {"oop": SPOT.ranges[0].text(), "ip": SPOT.ranges[1].text()}
        assert basis["tree"].startswith("tree: pot 200, stack 900, 33 nodes; river bet 50%, a;")
        assert basis["stopped_early"] is False
        reaching = each.to_dict()["ranges"]
        node = solution.node(each.answer.path or "")
        assert reaching["oop"]["combos"] == pytest.approx(node.reach[0].sum())
        assert reaching["ip"]["combos"] == pytest.approx(node.reach[1].sum())


def test_an_early_stop_is_said_everywhere(unconverged: Solution, tmp_path: Path) -> None:
    path = tmp_path / "river.solution"
    unconverged.save(path)
    stored = open_solution(path)
    for solution in (unconverged, stored):
        report = review_hands(Session((HAND,)), solution)
        answer = report.decisions[-1].answer
        assert answer.basis is not None
        assert answer.basis.is_stopped_early
        text = answer.basis.error_text()
        assert text.startswith(f"exploitability {solution.exploitability.pot_percent:.2f}%")
        assert text.endswith("2 iterations; stopped early, before its target of 0.1%")
        assert report.source["stopped_early"] is True
        assert report.players["p1"].stopped_early == report.players["p1"].valued == 2
        assert "stopped early" in report._repr_html_()
    assert Basis.of(stored).file == str(path)
    assert review_hands(Session((HAND,)), river_solution()).players["p1"].stopped_early == 0


def test_strategies_that_are_no_solutions_have_a_basis_too() -> None:
    turn = read_spot(EXAMPLES / "turn.toml")
    basis = Basis.of(UniformStrategy(turn.tree, turn.ranges, turn.board))
    assert basis.error_text() == "exploitability unknown"
    assert basis.tree == f"tree: pot 200, stack 900, {len(turn.tree)} nodes"
    three = Range("AA"), Range("KK"), Range("QQ")
    assert list(Basis("x", "", tuple(map(str, three)), "", None, None).to_dict()["ranges"]) == [
        *("seat 1", "seat 2", "seat 3")
    ]


# Errors of losses.


def test_losses_of_an_unconverged_solve_are_within_error(unconverged: Solution) -> None:
    """Two iterations leave an exploitability of a large share of the pot."""
    assert unconverged.exploitability.pot_percent > 10
    report = review_hands(Session((HAND,)), unconverged)
    assert sum(each.loss.chips for each in report.decisions if each.loss is not None) > 10
    for total in report.players.values():
        assert total.within_error == total.valued == 2
        assert total.ev_loss.big_blinds == 0
    assert "0.00 bb lost" in repr(report)


def test_folding_the_best_hand_stays_a_loss() -> None:
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 f", holes=("AcAd", "QdQc"))
    loss = review_hands(Session((hand,)), river_solution()).worst(1)[0].loss
    assert loss is not None
    assert not loss.is_within_error
    assert loss.error is not None
    assert loss.interval == (loss.big_blinds - loss.error, loss.big_blinds + loss.error)


def test_an_unknown_exploitability_gives_an_unknown_error() -> None:
    session = read_session([EXAMPLES / "session.phhs"])
    report = review_hands(session, RandomValues(read_spot(EXAMPLES / "turn.toml")), budget=None)
    losses = [each.loss for each in report.decisions if each.loss is not None]
    assert losses
    assert {loss.error for loss in losses} == {None}
    total = Total.of(report.decisions)
    assert (total.within_error, total.ev_loss.error) == (0, None)
    assert total.ev_loss.big_blinds == pytest.approx(sum(loss.big_blinds for loss in losses))


def test_a_hand_that_the_tree_never_has_here_loses_nothing_it_could_win_later() -> None:
    """It was not trained for what comes after a bet, so the EV of a bet means nothing."""
    line = f"{TO_THE_RIVER}, p1 cbr 100, p2 cbr 340, p1 cbr 900, p2 f"
    hand = played(line, holes=("JdTd", "QdQc"))
    raised = review_hands(Session((hand,)), river_solution()).decisions[-2]
    assert raised.answer.reach is not None
    assert raised.answer.reach < 0.01
    assert raised.loss is not None
    assert raised.loss.big_blinds > 10
    assert raised.loss.is_within_error


def test_the_error_of_a_loss() -> None:
    assert loss_error(0.5, 1.0, inf) == ERROR_PER_EXPLOITABILITY * 0.5
    assert loss_error(0.5, 0.25, inf) == 2 * loss_error(0.5, 1.0, inf)
    assert loss_error(0.5, 0.0, 1000) == 1000
    assert loss_error(-1e-9, 1.0, inf) == 0  # rounding errors of an exact solution


def test_line_probabilities() -> None:
    solution = river_solution()
    start = solution.reach(0, SPOT.board)
    assert line_probability(start, start) == 1
    for node, action in ((0, 0), (0, 1)):
        child = solution.tree.children(node)[action]
        share = float(solution.at(node, SPOT.board).frequencies[action])
        assert line_probability(solution.reach(child, SPOT.board), start) == pytest.approx(share)
    nothing = (np.zeros(1326), np.zeros(1326))
    assert line_probability(nothing, nothing) == 0


def test_losses_in_words() -> None:
    assert str(Loss(10, 1.0, 5.0, 0.25)) == "lost 1.00 ± 0.25 bb"
    assert str(Loss(10, 1.0, 5.0, 1.5)) == "within error: 1.00 ± 1.50 bb"
    assert str(Loss(10, 1.0, 5.0)) == "lost 1.00 bb"
    assert Loss(10, 1.0, 5.0, 1.5).to_dict()["interval_big_blinds"] == [0.0, 2.5]


def test_reaching_ranges() -> None:
    weights = Range("AA:0.2,KK:0.1").weights.astype(float)
    reaching = ReachingRange.of(weights, Range("AA,KK").weights.astype(float))
    assert reaching.combos == pytest.approx(1.8)
    assert reaching.starting_combos == 12
    assert reaching.line("OOP") == "OOP 1.8 of 12.0 combos: AA,KK:0.5"
    assert summary_text(np.zeros(1326)) == "none"
    everything = np.ones(1326)
    long = ReachingRange.of(everything, everything)
    assert long.text == "random"


# Against a solve that goes much further.


def _is_within(rough: Loss, exact: Loss) -> bool:
    assert rough.interval is not None
    assert exact.error is not None
    low, high = rough.interval
    return low - exact.error <= exact.big_blinds <= high + exact.error


@pytest.mark.slow
@pytest.mark.parametrize("target", [2.0, 0.5])
def test_the_session_is_within_its_own_error_of_a_solve_to_0_05_percent(target: float) -> None:
    session = read_session([EXAMPLES / "session.phhs"])
    spot = read_spot(EXAMPLES / "turn.toml")
    rough = review_hands(session, solve(spot, target_pot_percent=target))
    exact = review_hands(session, solve(spot, target_pot_percent=0.05))
    compared = 0
    for one, other in zip(rough.decisions, exact.decisions, strict=True):
        assert one.answer.path == other.answer.path
        if one.loss is not None and other.loss is not None:
            assert _is_within(one.loss, other.loss)
            compared += 1
    assert compared >= 5


@pytest.mark.slow
def test_a_solved_session_is_within_its_own_error_of_a_solve_to_0_05_percent() -> None:
    session = read_session([EXAMPLES / "session.phhs"])
    settings = {"oop": "66+,A8s+,KQs,QJs", "ip": "QQ-22,AQs-A2s,KQs", "first_street": 2}
    rough, exact = (
        review_hands(session, SolveSettings(**settings, target_pot_percent=target))  # type: ignore[arg-type]
        for target in (0.5, 0.05)
    )
    pairs = [
        (one.loss, other.loss)
        for one, other in zip(rough.decisions, exact.decisions, strict=True)
        if one.loss is not None and other.loss is not None
    ]
    assert len(pairs) >= 5
    assert all(_is_within(one, other) for one, other in pairs)


def test_a_river_is_mostly_within_its_own_error_of_a_solve_to_0_005_percent() -> None:
    """Most of its lines are hardly ever played, and intervals are not meant to hold always."""
    other_hand = played(f"{TO_THE_RIVER}, p1 cbr 100, p2 f", holes=("KdQd", "AcJc"))
    hands = Session((HAND, other_hand))
    exact = review_hands(hands, solve(SPOT, target_pot_percent=0.005))
    within = []
    for target in (5.0, 1.0, 0.2):
        rough = review_hands(hands, solve(SPOT, target_pot_percent=target))
        within += [
            _is_within(one.loss, other.loss)
            for one, other in zip(rough.decisions, exact.decisions, strict=True)
            if one.loss is not None and other.loss is not None
        ]
    assert len(within) == 18
    assert sum(within) >= 15
