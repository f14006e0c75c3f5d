"""The nodes of a solution."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import HOLE_MASKS, Range, card_text, count_matchups, parse_hole
from fifthstreet.cards.equity import equity
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Node, Solution, Solver, Spot, card_report
from fifthstreet.solvers.postflop.solution.card_reports import line_mean
from fifthstreet.tree import Kind, Rake
from fifthstreet.tree.strategy import Lock
from tests.solvers.postflop.draws import RIVER, spots
from tests.solvers.postflop.example_spots import FLOP, TURN
from tests.thoroughness import examples

# Every kind of node: decisions of both, deals, folds, showdowns on the river and before.
TURN_PATHS = (
    "r", "r:k", "r:b12", "r:k:b12", "r:a", "r:k:k", "r:a:f", "r:b12:f", "r:a:c", "r:k:b12:a:f",
    "r:k:k:n2c", "r:k:k:n2d", "r:k:b12:c:nKs:k", "r:b12:c:n7s", "r:k:k:nTd:k:k", "r:b12:a:c",
    "r:k:k:nTd:k:b12:f", "r:k:k:nTd:a:c",
)  # fmt: skip
FLOP_PATHS = ("r", "r:k:k", "r:k:k:n2c", "r:k:k:n2c:k:k:n3d", "r:b10:c:nAs:k:k:nAd:b20:c")


def solve_some(spot: Spot, precision: str = "float32") -> Solution:
    solver = Solver(spot, precision=precision)
    solver.iterate(40)
    return solver.solution()


solved = cache(solve_some)


def nodes() -> list[tuple[Spot, str]]:
    return [(TURN, path) for path in TURN_PATHS] + [(FLOP, path) for path in FLOP_PATHS]


@pytest.mark.parametrize(("spot", "path"), nodes(), ids=[path for _, path in nodes()])
@pytest.mark.parametrize("precision", ["float32", "int16"])
def test_node(spot: Spot, path: str, precision: str) -> None:
    node = solved(spot, precision).node(path)
    check_shape(spot, node)
    if node.kind == Kind.ACTION:
        check_decision(node)
    check_values(spot, node)


def check_shape(spot: Spot, node: Node) -> None:
    """What follows from the betting tree and the cards."""
    at, cards = spot.tree.find(node.path)
    assert node.kind == spot.tree.kind[at]
    assert node.board == (*spot.board, *cards)
    assert node.street == spot.tree.street[at]
    assert node.pot == spot.tree.pot(at)
    assert node.stacks == spot.tree.stacks(at)
    is_decision = node.kind == Kind.ACTION
    assert node.player == (spot.tree.player[at] if is_decision else -1)
    assert node.actions == (spot.tree.actions(at) if is_decision else ())
    assert node.strategy.shape == node.action_ev.shape == (len(node.actions), 1326)
    blocked = np.zeros(1326, np.bool_)
    for card in node.board:
        blocked |= HOLE_MASKS & np.uint64(1 << card) != 0
    for player in (0, 1):
        assert (node.reach[player] >= 0).all()
        assert (node.reach[player] <= spot.ranges[player].weights + 1e-6).all()
        assert (node.reach[player][blocked] == 0).all()
        # Only hands of the range have values; all that meet enough of the other range do.
        live = (spot.ranges[player].weights > 0) & ~blocked
        is_met = node.opposing_reach[player] > 1e-3 * node.reach[1 - player].sum()
        known = ~np.isnan(node.ev[player])
        assert (known <= live).all()
        assert (known[live & is_met]).all()


def check_decision(node: Node) -> None:
    """Probabilities add up to 1, and the action EVs average to the EV of the hand."""
    known = ~np.isnan(node.strategy[0])
    assert np.allclose(node.strategy[:, known].sum(axis=0), 1, atol=1e-6)
    assert (node.strategy[:, known] >= 0).all()
    assert node.frequencies.sum() == pytest.approx(1)
    mean = (node.strategy * node.action_ev).sum(axis=0)
    np.testing.assert_allclose(mean, node.ev[node.player], atol=1e-3 * node.pot)
    if "f" in node.actions:
        folds = node.action_ev[node.actions.index("f")]
        assert np.allclose(folds[~np.isnan(folds)], 0, atol=1e-3 * node.pot)


def check_values(spot: Spot, node: Node) -> None:
    """Without rake both players' EVs add up to the pot, and at an end they are known."""
    if node.combos[0] * node.combos[1] > 0:
        assert sum(node.range_ev) == pytest.approx(node.pot, abs=1e-3 * node.pot)
        assert sum(node.range_equity) == pytest.approx(1)
    if node.kind == Kind.FOLD:
        winner = int(spot.tree.player[spot.tree.find(node.path)[0]])
        for player in (0, 1):
            known = node.ev[player][~np.isnan(node.ev[player])]
            assert np.allclose(known, node.pot * (player == winner), atol=1e-3 * node.pot)
    if node.kind == Kind.SHOWDOWN:
        for player in (0, 1):
            held = node.reach[player] * node.opposing_reach[player] > 1e-6
            np.testing.assert_allclose(
                node.ev[player][held],
                node.pot * node.equities[player][held],
                atol=1e-3 * node.pot,
            )


@settings(max_examples=examples(40))
@given(spots(RIVER, most_locks=0), st.sampled_from([1, 30, 300]))
def test_values_are_possible(spot: Spot, iterations: int) -> None:
    """Nobody loses more than their stack or wins more than there is, however rare the hand."""
    solver = Solver(spot)
    solver.iterate(iterations)
    solution = solver.solution()
    for at in range(len(spot.tree)):
        node = solution.node(spot.tree.path(at))
        tolerance = 0.01 * (node.pot + max(node.stacks))
        for player in (0, 1):
            known = node.ev[player][~np.isnan(node.ev[player])]
            assert (known >= -node.stacks[player] - tolerance).all()
            assert (known <= node.pot + node.stacks[1 - player] + tolerance).all()


def test_hand_that_meets_nobody_has_no_value() -> None:
    """A pair of aces that blocks every hand of the other range."""
    ip = "AcKd:0.3,AcQd:0.1,AdKh:0.7,AdQh:0.6"
    spot = Spot.of("QsJh2h7c4d", 10, 10, oop="AcAd,KsQh", ip=ip, bets="a")
    aces = parse_hole("AcAd")
    node = solved(spot).node("r:k:a")
    assert node.reach[0][aces] > 0
    assert np.isnan(node.ev[0][aces])
    assert np.isnan(node.action_ev[:, aces]).all()


def test_reach_is_the_range_times_the_strategy_so_far() -> None:
    solution = solved(TURN)
    root, second = solution.node("r"), solution.node("r:k")
    after = solution.node("r:k:b12")
    check, bet = root.actions.index("k"), second.actions.index("b12")
    weights = [range_.weights for range_ in TURN.live_ranges]
    np.testing.assert_allclose(second.reach[0], np.nan_to_num(root.strategy[check]) * weights[0])
    np.testing.assert_allclose(second.reach[1], weights[1])
    np.testing.assert_allclose(after.reach[0], second.reach[0])
    np.testing.assert_allclose(after.reach[1], np.nan_to_num(second.strategy[bet]) * weights[1])


def test_action_values_are_those_of_the_nodes_they_lead_to() -> None:
    """A call costs the chips that it puts in."""
    solution = solved(TURN)
    facing = solution.node("r:k:b12")
    called = solution.node("r:k:b12:c")
    call = facing.action_ev[facing.actions.index("c")]
    np.testing.assert_allclose(call, called.ev[0] - 12, atol=1e-3)


def test_root_equity_is_that_of_the_ranges() -> None:
    solution = solved(TURN)
    result = equity(*TURN.ranges, board=TURN.board_mask)
    assert solution.equity[0] == pytest.approx(result.players[0].equity, abs=1e-6)
    assert solution.root.combos == pytest.approx([r.combos for r in TURN.live_ranges])
    shares = np.array(solution.ev) / (np.array(solution.equity) * TURN.pot)
    assert solution.root.range_eqr == pytest.approx(tuple(shares))


@pytest.mark.parametrize("path", ["r:k:k", "r:k:b12:c", "r:k:b12:c:n"])
def test_report(path: str) -> None:
    """Probabilities add up to 1, and the EVs after the cards average to the EV before."""
    solution = solved(TURN)
    cards = card_report(solution, path)
    assert len(cards) == 48
    assert sum(card.probability for card in cards) == pytest.approx(1)
    before = solution.node(path.removesuffix(":n"))
    for player in (0, 1):
        mean = sum(card.probability * card.ev[player] for card in cards)
        assert mean == pytest.approx(before.range_ev[player], abs=1e-3 * before.pot)
        share = sum(card.probability * card.equity[player] for card in cards)
        assert share == pytest.approx(before.range_equity[player], abs=1e-4)
    for card in cards:
        assert sum(card.frequencies) == pytest.approx(1)
        assert len(card.actions) == len(card.frequencies)
    assert sum(cards[0].ev) == pytest.approx(before.pot, abs=1e-3 * before.pot)


@pytest.mark.parametrize("path", ["r:k:k:n:k", "r:k:b12:c:n:k", "r:k:k:n:b20"])
def test_a_report_of_any_decision(path: str) -> None:
    """Frequencies and values are those of the nodes, and means weight how often they are met."""
    solution = solved(TURN)
    path = path if "b20" not in path else f"r:k:k:n:{solution.node('r:k:k:n2c').actions[-1]}"
    report = card_report(solution, path)
    assert (report.path, report.street, report.player) == (path, 3, 1)
    assert len(report) == 48
    weights = {}
    for card in report:
        node = solution.node(path.replace(":n", f":n{card_text(card.card)}"))
        assert card.player == node.player
        assert card.frequencies == pytest.approx(node.frequencies.tolist(), nan_ok=True, abs=1e-6)
        assert card.ev == pytest.approx(node.range_ev, nan_ok=True, abs=1e-4)
        weights[card.card] = count_matchups(*node.reach)
    total = sum(weights.values())
    mean = report.mean
    for card in report:
        assert card.probability == pytest.approx(weights[card.card] / total, abs=1e-7)
    held = [card for card in report if card.probability > 0]
    for action in range(len(mean.actions)):
        expected = sum(card.probability * card.frequencies[action] for card in held)
        assert mean.frequencies[action] == pytest.approx(expected)
    alone = line_mean(solution, path)
    assert alone.frequencies == pytest.approx(mean.frequencies)
    assert alone.ev == pytest.approx(mean.ev)
    start = count_matchups(*solution.root.reach)
    assert alone.reach == pytest.approx(total / 44 / start)


@pytest.mark.slow
def test_a_report_over_turns_and_rivers() -> None:
    solution = solved(FLOP)
    report = card_report(solution, "r:k:k:n:k:k:n:k")
    assert len(report) == 49 * 48
    assert sum(card.probability for card in report) == pytest.approx(1)
    for card in report[:: len(report) // 7]:
        turn, river = (card_text(each) for each in card.cards)
        node = solution.node(f"r:k:k:n{turn}:k:k:n{river}:k")
        assert card.frequencies == pytest.approx(node.frequencies.tolist(), nan_ok=True, abs=1e-6)
    by_turn = report.by_card(0)
    assert len(by_turn) == 49
    assert by_turn.mean.frequencies == pytest.approx(report.mean.frequencies)
    single = card_report(solution, "r:k:k:n2c:k:k:n:k").mean
    (twos,) = [card for card in by_turn if card_text(card.card) == "2c"]
    assert twos.frequencies == pytest.approx(single.frequencies)


def test_lines_that_reports_refuse() -> None:
    solution = solved(TURN)
    with pytest.raises(
        ValueError, match=r"path must end a street .*, got 'r:k', where no card is dealt"
    ):
        card_report(solution, "r:k")
    with pytest.raises(InputError, match="path must lead to a decision, got 'r:k:k:n:k:k'"):
        card_report(solution, "r:k:k:n:k:k")


def test_report_of_the_second_deal() -> None:
    cards = card_report(solved(FLOP), "r:k:k:n2c:k:k")
    assert len(cards) == 48
    assert sum(card.probability for card in cards) == pytest.approx(1)


def test_interchangeable_suits_are_played_alike() -> None:
    """Clubs and diamonds can be swapped on this turn, and so can strategies and values."""
    solution = solved(TURN)
    for path in ("r", "r:k"):
        node = solution.node(path)
        for first, second in (("KcQc", "KdQd"), ("AcJc", "AdJd"), ("KcJc", "KdJd")):
            a, b = parse_hole(first), parse_hole(second)
            np.testing.assert_allclose(node.strategy[:, a], node.strategy[:, b], atol=1e-5)
    clubs, diamonds = solution.node("r:k:k:n2c"), solution.node("r:k:k:n2d")
    a, b = parse_hole("KcQc"), parse_hole("KdQd")
    np.testing.assert_allclose(clubs.strategy[:, a], diamonds.strategy[:, b])
    np.testing.assert_allclose(clubs.strategy[:, b], diamonds.strategy[:, a])
    np.testing.assert_allclose(clubs.ev[0][[a, b]], diamonds.ev[0][[b, a]])


def test_locked_hands_follow_their_locks() -> None:
    locked_hands = Range.parse("AJs")
    locks = (Lock("r", {"k": 0.25, "a": 0.75}), Lock("r", {"b12": 1.0}, locked_hands))
    solution = solve_some(replace(TURN, locks=locks))
    root = solution.root
    chosen = np.array([root.actions.index(action) for action in ("k", "b12", "a")])
    for hole in TURN.live_ranges[0].hands():
        expected = [0, 1, 0] if locked_hands.weights[hole] else [0.25, 0, 0.75]
        assert root.strategy[chosen, hole].tolist() == expected


def test_lock_on_one_card() -> None:
    spot = replace(TURN, locks=(Lock("r:k:k:n2c", {"a": 1.0}),))
    solution = solve_some(spot)
    locked, free = solution.node("r:k:k:n2c"), solution.node("r:k:k:n2d")
    assert locked.frequencies[locked.actions.index("a")] == pytest.approx(1)
    assert free.frequencies[free.actions.index("a")] < 0.9


def test_paths_of_nodes_are_canonical() -> None:
    solution = solved(TURN)
    share = 100 * 12 / TURN.pot
    assert solution.node(f"K:r{share:g}%:c:n7s").path == "r:k:b12:c:n7s"
    assert solution.node("allin").path == "r:a"


def test_lock_path_with_a_bet_in_percent_of_the_pot() -> None:
    path = f"k:b{100 * 12 / TURN.pot:g}%"
    node = solve_some(replace(TURN, locks=(Lock(path, {"f": 1.0}),))).node("r:k:b12")
    assert node.frequencies[node.actions.index("f")] == pytest.approx(1)


def test_best_responses_follow_locks() -> None:
    """A player cannot gain by breaking a lock: only free decisions are exploitable."""
    spot = Spot.of("QsJh2h7c4d", 10, 10, oop="AA", ip="KK", bets="a", raises="")
    locks = (Lock("r", {"a": 1.0}), Lock("r:a", {"c": 1.0}))
    assert Solver(replace(spot, locks=locks)).exploitability().chips == pytest.approx(0, abs=1e-5)
    assert Solver(replace(spot, locks=locks[1:])).exploitability().chips > 0.1


def test_rake_is_taken_from_the_pot() -> None:
    solution = solve_some(replace(TURN, rake=Rake(0.05, 2.0)))
    paid = TURN.pot - sum(solution.ev)
    assert 0.05 * TURN.pot <= paid + 1e-3 <= 2.0 + 2e-3
    fold = solution.node("r:a:f")
    known = fold.ev[0][~np.isnan(fold.ev[0])]
    assert np.allclose(known, fold.pot - 0.05 * TURN.pot)  # rake of the matched chips only
    showdown = solution.node("r:a:c")
    assert sum(showdown.range_ev) == pytest.approx(140 - 2, abs=1e-2)
