"""Advice: legal actions with probabilities, from the nodes that may stand for a hand."""

import json
from math import isclose
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fifthstreet as fs
from fifthstreet.cards import Range, hole_text, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.game.actions import act, legal_actions
from fifthstreet.game.notation import parse_phh
from fifthstreet.game.state import State
from fifthstreet.review import Advice, AdviceSource, SolveBudget, advise
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.tree import Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import CallingStrategy, UniformStrategy
from fifthstreet.tree.translate import MatchQuality
from tests.review.hand_texts import OOP, TO_THE_RIVER, history, played
from tests.review.random_play import random_hand
from tests.review.river import river_solution
from tests.review.small_charts import small_charts
from tests.thoroughness import IS_THOROUGH, examples
from tests.tree.translate.hands import tree as named_tree

EXAMPLES = Path(__file__).parents[2] / "examples"
# Whether advice is legal does not depend on how well the rest of a hand is solved.
SHORT = SolveBudget(seconds=0.5, max_iterations=4, sizes=Sizes.uniform("a", raises="a"))
BUDGET = SolveBudget() if IS_THOROUGH else SHORT


def state_after(actions: str, holes: tuple[str, str] = ("AcAd", "QdQc")) -> State:
    """Return the state before the last of the actions."""
    return played(actions, holes=holes).decisions[-1].state


def check_legal(advice: Advice, state: State) -> None:
    assert isclose(sum(each.probability for each in advice.actions), 1, abs_tol=1e-9)
    assert len({each.action for each in advice.actions}) == len(advice.actions)
    for each in advice.actions:
        assert each.real.kind in legal_actions(state)
        act(state.copy(), *each.real)  # raises ValueError if it is not legal
    if state.amount_to_call:
        assert "f" in [each.action for each in advice.actions]


# Hands in the tree.


def test_a_hand_on_the_tree_is_played_like_the_solution() -> None:
    state = state_after(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 f")
    solution = river_solution()
    advice = fs.advise(solution, state)
    node, hole = solution.node("r:k:b100"), parse_hole("AcAd")
    assert (advice.path, advice.quality) == ("r:k:b100", MatchQuality.GOOD)
    assert [each.probability for each in advice.actions] == pytest.approx(
        node.strategy[:, hole].tolist()
    )
    assert [each.ev for each in advice.actions] == pytest.approx(node.action_ev[:, hole].tolist())
    assert [each.tree for each in advice.actions] == [(action,) for action in node.actions]
    assert advice.basis.exploitability == solution.exploitability.pot_percent
    assert advice.error is not None
    assert advice.notes == ()
    check_legal(advice, state)


def test_other_suits_and_other_chips() -> None:
    solution = river_solution()
    line = TO_THE_RIVER.replace("QsJh2h", "QcJh2h").replace("7c", "7d").replace("4d", "4s")
    state = state_after(f"{line}, p1 cc, p2 cbr 110, p1 f", ("AdAs", "QsQd"))
    advice = advise(solution, state)
    assert advice.path == "r:k:b100"
    assert len(advice.candidates) == 2
    weights = dict(advice.candidates)
    expected = sum(
        weight * float(solution.node(path).strategy[0, parse_hole("AcAd")])
        for path, weight in weights.items()
    )
    assert advice.actions[0].probability == pytest.approx(expected)
    assert "b110 (55% of the pot), counted as 50% of the pot" in advice.notes[0]
    check_legal(advice, state)


def test_choices() -> None:
    advice = advise(river_solution(), state_after(f"{TO_THE_RIVER}, p1 cc"))
    assert advice.best.probability == max(each.probability for each in advice.actions)
    draws = [advice.choose(seed) for seed in range(200)]
    share = sum(draw == advice.best for draw in draws) / len(draws)
    assert share == pytest.approx(advice.best.probability, abs=0.12)
    data = advice.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["basis"]["iterations"] == river_solution().record.iterations
    assert repr(advice).startswith("<Advice for AdAc on the river: k ")


# Small bets.


def test_a_small_bet_that_counts_as_a_check_can_be_folded_to() -> None:
    """The bet of half the pot next to it has a fold, and is mixed in."""
    state = state_after(f"{TO_THE_RIVER}, p1 cbr 10, p2 f", ("AcAd", "TdTc"))
    solution = solve(
        Spot.of("QsJh2h7c4d", 200, 900, oop=OOP, ip="QQ,AJs,TT", bets="50%, a"),
        target_pot_percent=0.1,
    )
    advice = advise(solution, state)
    assert [path for path, _ in advice.candidates] == ["r:k", "r:b100"]
    fold = advice.actions[0]
    assert fold.action == "f"
    assert fold.ev == pytest.approx(0, abs=1e-3)
    weight = dict(advice.candidates)["r:b100"]
    share = float(solution.node("r:b100").strategy[0, parse_hole("TdTc")])
    assert fold.probability == pytest.approx(weight * share)
    call = next(each for each in advice.actions if each.action == "c")
    assert set(call.tree) == {"k", "c"}
    assert call.ev is None  # a check in the tree is worth something else than a call
    assert "counted as a check or call" in advice.notes[0]
    check_legal(advice, state)


@pytest.mark.parametrize(("hole", "folds"), [("QdQc", False), ("9d8d", True)])
def test_a_bet_that_the_tree_does_not_have_can_be_folded_to(hole: str, folds: bool) -> None:
    """Without any bets in the tree, pot odds decide between calling and folding."""
    spot = Spot.of(
        "QsJh2h7c4d", 200, 900, oop="AA,KQs", ip="QQ,98s", sizes=Sizes.uniform("", raises="")
    )
    state = state_after(f"{TO_THE_RIVER}, p1 cbr 10, p2 f", ("AcAd", hole))
    solution = solve(spot, target_pot_percent=0.1)
    advice = advise(solution, state, budget=None)
    assert advice.best.action == ("f" if folds else "c")
    assert advice.actions[0].tree == ()
    assert advice.source is AdviceSource.POT_ODDS
    solved = advise(solution, state)
    assert solved.source is AdviceSource.SOLVE
    assert solved.best.action.startswith("f" if folds else ("c", "b"))
    assert "folding is not in the tree: a call needs 5% equity" in advice.notes[-1]
    check_legal(advice, state)


# Hands that the tree does not have.


def test_without_a_budget_a_lost_match_is_played_by_pot_odds() -> None:
    line = f"{TO_THE_RIVER}, p1 cc, p2 cbr 440, p1 f"
    state = state_after(line)
    advice = advise(river_solution(), state, budget=None)
    assert advice.quality is MatchQuality.LOST
    assert advice.source is AdviceSource.POT_ODDS
    assert {each.action for each in advice.actions} == {"f", "c"}
    assert any("the range of the opponent at the last node that fits" in n for n in advice.notes)
    check_legal(advice, state)


def test_before_the_tree_and_on_another_board() -> None:
    preflop = state_after("p2 cbr 200, p1 f", ("7c2d", "AhKh"))
    advice = advise(river_solution(), preflop)
    assert (advice.quality, advice.best.action) == (MatchQuality.OUTSIDE, "f")
    assert advice.source is AdviceSource.POT_ODDS
    assert advice.notes[0] == (
        "no preflop chart: chart hu100: action 1 raises by 950% of the pot, the nearest action of "
        "its tree by 75%"
    )
    assert any("pot odds decide, as the last resort" in note for note in advice.notes)
    other = state_after(f"{TO_THE_RIVER.replace('4d', '3d')}, p1 cc")
    advice = advise(river_solution(), other)
    assert [each.action for each in advice.actions] == ["k"]
    assert "the board is QsJh2h7c3d; the tree is for another one" in advice.notes


SIX = (1000,) * 6  # seats from the small blind: SB, BB, LJ, HJ, CO, BTN


@pytest.fixture
def six(monkeypatch: pytest.MonkeyPatch) -> None:
    """Charts of six seats instead of those of the package."""
    monkeypatch.setattr("fifthstreet.review.chart_answers._shipped", lambda: small_charts(6))


@pytest.mark.usefixtures("six")
@pytest.mark.parametrize(
    ("actions", "hole", "path"),
    [
        ("p3 f, p4 cbr 30", "AsQs", "r:f"),
        ("p3 f, p4 cbr 30, p5 f, p6 f, p1 cc", "AsAh", "r:f:b2.5:f:f"),
        ("p3 cbr 25, p4 cc, p5 f", "7c2d", "r:b2.5:c"),
    ],
)
def test_charts_answer_hands_that_leave_the_tree_before_the_flop(
    actions: str, hole: str, path: str
) -> None:
    """Pot odds answered them, also first in."""
    state = played(actions, stacks=(400,) * 6, holes=("????",) * 6).decisions[-1].state
    advice = advise(river_solution(), state, hand=hole, budget=None)
    assert (advice.source, advice.path) == (AdviceSource.CHART, path)
    assert "chart 6max_40" in advice.notes[0]
    assert not any("pot odds" in note for note in advice.notes)
    assert all(each.ev is not None for each in advice.actions)
    assert advice.error is not None
    assert isclose(sum(each.probability for each in advice.actions), 1)
    for each in advice.actions:
        act(state.copy(), *each.real)  # raises ValueError if it is not legal


def test_charts_answer_a_lost_hand_of_a_preflop_tree() -> None:
    rules = TreeRules(stacks=(1000, 1000), blinds=(5, 10), first_street=0, sizes=Sizes.uniform("a"))
    strategy = CallingStrategy(build_tree(rules), [Range.full(), Range.full()])
    state = state_after("p2 cbr 25, p1 f", ("AsAh", "AhKh"))
    advice = advise(strategy, state)
    assert (advice.quality, advice.source) == (MatchQuality.LOST, AdviceSource.CHART)
    assert advice.best.action == "b100"
    check_legal(advice, state)


@pytest.mark.usefixtures("six")
@pytest.mark.parametrize(
    ("actions", "fields", "reason"),
    [
        (
            "p3 cbr 60, p4 f",
            {},
            "chart 6max_40: action 1 raises by 200% of the pot, the nearest action of its tree by "
            "1560%",
        ),
        ("p3 cc, p4 f", {}, "chart 6max_40: its tree has no call at action 1"),
        ("p4 f", {"blinds": (5, 10, 20)}, "the charts have no straddles or late posts"),
    ],
)
def test_where_no_chart_covers_a_hand_pot_odds_are_the_last_resort(
    actions: str, fields: dict[str, Any], reason: str
) -> None:
    hand = played(actions, stacks=(400,) * 6, holes=("????",) * 6, **fields)
    advice = advise(river_solution(), hand.decisions[-1].state, hand="KsQs", budget=None)
    assert advice.source is AdviceSource.POT_ODDS
    assert f"no preflop chart: {reason}" in advice.notes
    assert any("pot odds decide, as the last resort" in note for note in advice.notes)


def test_a_raise_of_a_chart_is_a_call_where_only_calls_are_legal() -> None:
    hand = played("p2 cbr 150, p1 cc", stacks=(150, 1000), holes=("AsAh", "????"))
    state = hand.decisions[-1].state
    advice = advise(river_solution(), state, budget=None)
    assert advice.source is AdviceSource.CHART
    assert {each.action for each in advice.actions} == {"f", "c"}
    assert advice.best.action == "c"
    check_legal(advice, state)


def test_a_hand_outside_the_range() -> None:
    state = state_after(f"{TO_THE_RIVER}, p1 cc", ("8c3d", "QdQc"))
    advice = advise(river_solution(), state)
    frequencies = river_solution().root.frequencies
    assert [each.probability for each in advice.actions] == pytest.approx(frequencies.tolist())
    assert {each.ev for each in advice.actions} == {None}
    assert "not in the tree's range" in advice.notes[0]


# Input.


def test_histories() -> None:
    text = history(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100", holes=("AcAd", "????"))
    unfinished = parse_phh(text)
    advice = advise(river_solution(), unfinished)
    assert (advice.player, advice.hand, advice.path) == (0, "AdAc", "r:k:b100")
    assert advise(river_solution(), unfinished, hand="JdTd").hand == hole_text(parse_hole("JdTd"))
    finished = parse_phh(history(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 f"))
    with pytest.raises(InputError, match="state or history must end before a player's action"):
        advise(river_solution(), finished)
    unknown = parse_phh(history(f"{TO_THE_RIVER}, p1 cc"))
    with pytest.raises(InputError, match="unknown: give them as hand, or --hole, like 'AsKs'"):
        advise(river_solution(), unknown)


def test_players_are_named_where_the_history_has_names() -> None:
    text = history(f"{TO_THE_RIVER}, p1 cc", holes=("????", "QdQc"), players=("Ann", "Bob"))
    advice = advise(river_solution(), parse_phh(text))
    assert (advice.player, advice.name, advice.player_name) == (1, "Bob", "Bob")
    assert advice.to_dict()["name"] == "Bob"
    with pytest.raises(InputError, match="the hole cards of Ann are unknown"):
        advise(river_solution(), parse_phh(text), decision=8)
    nameless = advise(river_solution(), state_after(f"{TO_THE_RIVER}, p1 cc, p2 cc"))
    assert (nameless.name, nameless.player_name) == (None, "player 2")


def test_hands_that_share_a_card_with_the_board_are_refused() -> None:
    state = state_after(f"{TO_THE_RIVER}, p1 cc")
    with pytest.raises(InputError, match="not share cards with the board, got QsJc with Qs"):
        advise(river_solution(), state, hand="QsJc")


@pytest.mark.parametrize("wrong", [None, "AsKs", 3])
def test_what_is_no_state_and_no_history_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match="a state or a history is required, got"):
        advise(river_solution(), wrong)


def test_advice_before_the_flop_says_so() -> None:
    state = played("p2 cbr 30, p1 cc", holes=("AcAd", "QdQc")).decisions[0].state
    advice = advise(river_solution(), state)
    assert repr(advice).startswith("<Advice for QdQc before the flop: ")


def test_a_decision_of_a_history() -> None:
    """Its hole cards may only be shown at the end."""
    line = f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 cc, p2 sm QdQc, p1 sm AcAd"
    finished = parse_phh(history(line))
    advice = advise(river_solution(), finished, decision=10)
    assert (advice.path, advice.hand) == ("r:k:b100", "AdAc")
    for number in (0, 11):
        with pytest.raises(InputError, match=f"decision must be 1 to 10, got {number}"):
            advise(river_solution(), finished, decision=number)
    state = state_after(f"{TO_THE_RIVER}, p1 cc")
    with pytest.raises(InputError, match="decision requires a history, got a state"):
        advise(river_solution(), state, decision=1)


@settings(max_examples=examples(40), deadline=None)
@given(st.data(), st.sampled_from(["heads-up", "heads-up, no bets", "three"]))
def test_advice_is_always_legal(data: st.DataObject, name: str) -> None:
    tree = named_tree(name)
    strategy = UniformStrategy(tree, [Range.full()] * tree.players)
    for decision in random_hand(data).decisions:
        hole = decision.hole
        if hole is None:  # never shown
            used = {int(card) for card in decision.board}
            free = [card for card in range(52) if card not in used]
            hole = parse_hole("".join(fs.cards_text([card]) for card in free[:2]))
        advice = advise(strategy, decision.state, hand=hole_text(hole), budget=BUDGET)
        check_legal(advice, decision.state)
        assert all(np.isfinite(each.probability) for each in advice.actions)
