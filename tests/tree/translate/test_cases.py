"""Matching with straddles, antes, uneven stacks, all-ins, more or fewer players, later streets."""

from itertools import product
from typing import Any

import pytest

from fifthstreet.game import variant
from fifthstreet.game.events import Called
from fifthstreet.tree import BettingTree, Sizes, TreeRules, build_tree
from fifthstreet.tree.translate import (
    ActionStatus,
    Match,
    MatchQuality,
    Nearest,
    Policy,
    Tolerance,
    match,
    match_events,
    match_path,
)
from fifthstreet.tree.translate.counted_hand import effective_stack
from tests.tree.translate.hands import EVERYTHING, hand, real_text, without_cards

NEAREST = Policy(Nearest())


def tree_of(**options: Any) -> BettingTree:
    defaults = {
        "stacks": (200, 200),
        "blinds": (1, 2),
        "first_street": 0,
        "sizes": Sizes.uniform("50%, a", raises="50%, a"),
        "max_raises": 2,
        "last_street": 1,
    }
    return build_tree(TreeRules(**{**defaults, **options}))


def statuses(matched: Match) -> list[str]:
    return [action.status.name for action in matched.actions]


def test_a_bet_translated_to_a_check_closes_the_round() -> None:
    tree = tree_of()
    # A flop bet of 1/20 of the pot is nearer to a check, so the tree has no call of it.
    matched = match_path(tree, hand(200), "r:b40:c:n:k:b4", NEAREST)
    assert statuses(matched)[-1] == "TRANSLATED"
    assert matched.path.endswith(":k:k")
    assert matched.legal == ()
    assert matched.quality in (MatchQuality.POOR, MatchQuality.LOST)
    matched = match_path(tree, hand(200), "r:b40:c:n:k:b4:c", NEAREST)
    assert statuses(matched)[-1] == "CLOSED_EARLY"


def test_a_raise_after_the_tree_closed_the_round_is_lost() -> None:
    tree = tree_of(sizes=Sizes.uniform("100%", raises="100%"))
    path = "r:b6:c:n:k:b2"  # 6 is a pot-sized raise
    wide = NEAREST.on(1, spr=1)
    before = match_path(tree, hand(200), path, wide)
    assert (without_cards(before.path), before.quality) == ("r:b6:c:n:k:k", MatchQuality.POOR)
    matched = match_path(tree, hand(200), path + ":b30", wide)
    assert (matched.quality, matched.lost_at) == (MatchQuality.LOST, 5)
    assert matched.reason == "a bet or raise after the tree's betting round had ended"
    assert matched.actions[-1].status == ActionStatus.CLOSED_EARLY
    assert matched.subgame is not None
    assert matched.subgame.path == "r:k:b2:b30"


def test_all_in_in_the_tree_but_not_in_the_hand() -> None:
    tree = tree_of(stacks=(20, 20), last_street=3)
    wide = Policy(Nearest(), limits=(Policy().on(0, stack=9, pot=9, spr=99).limits[0],) * 4)
    matched = match_path(tree, hand(200), "r:b30:c:n", wide)
    assert (matched.path, matched.quality, matched.lost_at) == ("r:a:c", MatchQuality.LOST, 2)
    assert matched.reason == "the tree is all-in or has ended, but the hand continues"


def test_a_real_all_in_is_clamped_if_the_tree_has_none() -> None:
    tree = tree_of(sizes=Sizes.uniform("50%", raises="50%"))
    matched = match_path(tree, hand(200), "r:a")
    assert statuses(matched) == ["CLAMPED"]
    assert matched.path == "r:b4"


def test_an_all_in_stays_all_in_unless_the_tree_has_a_larger_bet() -> None:
    tree = tree_of(sizes=Sizes.uniform("50%, a", raises="50%, 300%, a"))
    # Stacks of 40: 38 on top of the call into 4, between 300% and the tree's all-in.
    assert match_path(tree, hand(40), "r:a").path == "r:a"
    # Stacks of 10: 8 into 4 is 200%, between 50% and 300%.
    matched = match_path(tree, hand(10), "r:a")
    assert {tree.path(each.node) for each in matched.candidates} == {"r:b4", "r:b14"}


def test_a_short_all_in_among_three_is_matched_by_size() -> None:
    tree = tree_of(
        stacks=(100, 100, 100), sizes=Sizes.uniform("50%, a", raises="50%, a"), last_street=0
    )
    # The button is all-in for 7: 5 on top of the call into 5. The blinds can still bet.
    matched = match_path(tree, hand([100, 100, 7], 3), "r:a:c", NEAREST)
    # Half of 5 is 2.5, rounded to 3: a raise to 5, 60% of the pot; all-in is 98 into 5.
    assert matched.actions[0].x == 1
    assert matched.path == "r:b5:c"


def test_uneven_stacks_and_side_pots_in_the_tree() -> None:
    tree = tree_of(stacks=(30, 100, 60), last_street=1, sizes=Sizes.uniform("a", raises="a"))
    # The button goes all-in for 60; the small blind calls with 30, the big blind with 60.
    matched = match_path(tree, hand([30, 100, 60], 3), "r:a:c:c")
    assert (matched.path, matched.quality) == ("r:a:c:c", MatchQuality.GOOD)
    assert matched.shadow.committed == (30, 60, 60)
    assert all(
        divergence.pot == divergence.stack == divergence.spr == 0
        for divergence in matched.divergences
    )


def test_a_fold_to_a_bet_translated_to_a_check_waits_until_the_tree_has_a_fold() -> None:
    tree = build_tree(
        TreeRules(
            stacks=(90, 90, 90),
            pot=30,
            first_street=1,
            last_street=2,
            sizes=Sizes.uniform("100%"),
            max_raises=1,
        )
    )
    # 2 into 30 is nearer to a check: player 2 has nothing to fold to, and the flop is over.
    flop = "r:b10:c:c:n:k:b2:f"
    matched = match_path(tree, hand(100, 3), flop, NEAREST)
    assert (matched.path, statuses(matched)[-1]) == ("r:k:k:k", "CLAMPED")
    # On the tree's turn player 2 acts again, after the others.
    matched = match_path(tree, hand(100, 3), flop + ":c:n:b34:c", NEAREST)
    assert without_cards(matched.path) == "r:k:k:k:n:b30:c:f"
    assert matched.shadow.stacks == (60, 60, 90)


def test_limps() -> None:
    tree = tree_of()
    matched = match_path(tree, hand(200), "r:c:k:n")
    assert (without_cards(matched.path), matched.quality) == ("r:c:k:n", MatchQuality.GOOD)


def test_a_straddle_is_matched_as_a_raise() -> None:
    tree = tree_of(
        stacks=(200,) * 4, sizes=Sizes.uniform("a", raises="40%, a"), max_raises=3, last_street=0
    )
    state = hand(200, 4, blinds=(1, 2, 4))
    matched = match(tree, state)
    # 2 on top of the big blind into 5: 40%.
    assert (matched.path, matched.quality) == ("r:b4", MatchQuality.GOOD)
    (action,) = matched.actions
    assert (action.number, action.player, action.action, action.x) == (0, 2, "b4", 0.4)
    assert action.status == ActionStatus.EXACT
    matched = match_path(tree, state, "r:f:c:c")
    # The straddler may still raise, but the tree's round is over: everyone has called.
    assert (matched.path, matched.legal) == ("r:b4:f:c:c", ())
    assert matched.quality == MatchQuality.POOR
    assert match_path(tree, state, "r:f:c:c:k").actions[-1].status == ActionStatus.CLOSED_EARLY


def test_a_straddle_in_the_tree_is_not_an_action() -> None:
    tree = tree_of(stacks=(200,) * 4, blinds=(1, 2, 4), last_street=0)
    matched = match(tree, hand(200, 4, blinds=(1, 2, 4)))
    assert (matched.node, matched.actions, matched.quality) == (0, (), MatchQuality.GOOD)


def test_a_straddle_on_the_button_changes_the_order() -> None:
    tree = tree_of(stacks=(200,) * 4, last_street=0)
    matched = match(tree, hand(200, 4, blinds=(1, 2, 0, 4)))
    assert (matched.quality, matched.lost_at) == (MatchQuality.LOST, 0)
    assert matched.subgame is not None


def test_antes_count_in_the_pot() -> None:
    tree = tree_of()
    matched = match(tree, hand(200, antes=1))
    (divergence,) = matched.divergences
    assert divergence.pot == pytest.approx(2 / 5)
    assert (matched.quality, matched.lost_at) == (MatchQuality.LOST, 0)
    assert matched.reason == "pot 5 against 3 in the tree, more than 30% apart"
    same = match(tree_of(antes=(1, 1)), hand(200, antes=1))
    assert (same.quality, same.divergences[0].pot) == (MatchQuality.GOOD, 0)


def test_stacks_are_compared_in_big_blinds() -> None:
    tree = tree_of()
    scaled = match(tree, hand(2000, blinds=(10, 20)))
    assert (scaled.unit, scaled.quality) == (10, MatchQuality.GOOD)
    assert scaled.divergences[0].stack == 0
    shorter = match(tree, hand(100))
    assert (shorter.quality, shorter.divergences[0].stack) == (MatchQuality.LOST, 1)
    assert shorter.reason == "effective stack 98 against 198 in the tree, more than 25% apart"
    fixed_unit = match(tree, hand(2000, blinds=(10, 20)), unit=1)
    assert (fixed_unit.unit, fixed_unit.quality) == (1, MatchQuality.LOST)


def test_chips_beyond_the_effective_stack_do_not_count() -> None:
    """The larger stack bets 250 of 998; the other has 298, so 48 are left to play for."""
    tree = tree_of(stacks=(298, 298), pot=4, blinds=(), first_street=1, added=("r:b250",))
    state = hand((1000, 300))
    matched = match_path(tree, state, "r:c:k:n:b250")
    assert (matched.path, matched.quality, matched.divergences[-1].stack) == (
        "r:b250",
        MatchQuality.GOOD,
        0,
    )


def test_effective_stack_ignores_players_who_folded() -> None:
    for first, second, bet, other in product(range(4), repeat=4):
        totals = [float(first + bet), float(second + other)]
        heads_up = effective_stack(totals, [bet, other], 0)
        assert heads_up == effective_stack([*totals, 18], [bet, other, 9], 0b100)


def test_players_who_fold_at_their_first_turn_are_left_out() -> None:
    tree = tree_of()
    state = hand(200, 6)
    matched = match_path(tree, state, "r:b6:f:f:f")
    # The raiser, the small blind and the big blind are left: one player too many.
    assert (matched.node, matched.quality, matched.lost_at) == (0, MatchQuality.OUTSIDE, None)
    assert matched.reason == "3 players have not folded on their first turn; the tree has 2"
    matched = match_path(tree, state, "r:b6:f:f:f:f")
    # The big blind acts last preflop and first later, as in the tree; the small blind is dead.
    assert matched.seats == (-1, 0, 1, -1, -1, -1)
    assert [action.status.name for action in matched.actions[1:]] == ["OUTSIDE"] * 4
    # 4 on top of the call into 5 is 80%; the tree has 50% and all-in.
    assert matched.actions[0].x == pytest.approx(0.8)
    assert matched.path == "r:b4"
    assert [real_text(action.real) for action in matched.legal][:2] == ["f", "c"]


def test_two_blinds_alone_act_in_a_different_order() -> None:
    matched = match_path(tree_of(), hand(200, 3), "r:f:c")
    assert (matched.quality, matched.lost_at) == (MatchQuality.OUTSIDE, None)
    assert matched.reason.startswith("players 0 and 1 act in the same order on all streets")
    assert statuses(matched) == ["OUTSIDE", "OUTSIDE"]
    assert matched.subgame is not None
    assert matched.subgame.path == "r:f:c"


def test_three_of_six() -> None:
    tree = tree_of(stacks=(200, 200, 200), last_street=0)
    matched = match_path(tree, hand(200, 6), "r:f:b6:f:f:c")
    # Seat 3 takes the button's place; seats 2, 4 and 5 folded at their first turn.
    assert matched.seats == (0, 1, -1, 2, -1, -1)
    assert matched.path == "r:b5:c"


def test_fewer_players_than_seats() -> None:
    tree = tree_of(stacks=(200,) * 4, last_street=0)
    matched = match(tree, hand(200, 3))
    # The first of four to act is missing, so the tree folds for them.
    assert (matched.seats, matched.path, matched.quality) == ((0, 1, 3), "r:f", MatchQuality.GOOD)
    heads_up = match(tree, hand(200, 2))
    assert heads_up.reason.startswith("heads-up the button acts first preflop")


def test_a_tree_that_starts_on_the_flop() -> None:
    tree = build_tree(TreeRules(stacks=(95, 95), pot=10, first_street=1))
    before = match_path(tree, hand(100), "r:b6")
    assert (before.node, before.quality, before.lost_at) == (0, MatchQuality.OUTSIDE, None)
    assert before.reason == "the tree starts on the flop, which the hand has not reached"
    matched = match_path(tree, hand(100), "r:b6:c:n", Policy().on(1, spr=1))
    assert (matched.node, matched.quality) == (0, MatchQuality.POOR)
    # Pots of 12 and 10, stacks of 94 and 95: preflop is not translated, but counts as a divergence.
    (divergence,) = matched.divergences
    assert (divergence.street, divergence.stack) == (1, 0.01)
    assert divergence.pot == pytest.approx(2 / 12)
    assert statuses(matched) == ["OUTSIDE", "OUTSIDE"]
    assert [real_text(action.real) for action in matched.legal] == ["k", "b6", "b12"]
    bet = match_path(tree, hand(100), "r:b6:c:n:b6")
    assert (bet.path, bet.actions[-1].status) == ("r:b5", ActionStatus.EXACT)


def test_a_flop_tree_matches_the_players_who_are_left() -> None:
    tree = build_tree(TreeRules(stacks=(94, 94), pot=15, first_street=1))
    matched = match_path(tree, hand(100, 4), "r:b6:f:c:f:n")
    assert (matched.seats, matched.quality) == ((0, -1, 1, -1), MatchQuality.GOOD)
    all_four = match_path(tree, hand(100, 4), "r:c:c:c:k:n")
    assert all_four.reason == "4 players are in the hand and 2 in the tree"


def test_a_hand_that_starts_on_the_flop() -> None:
    bomb_pot = variant("NTB").create_state(EVERYTHING, True, 5, 5, 100, 2, seed=1)
    assert match(tree_of(), bomb_pot).reason == "the hand begins on a later street than the tree"
    flop = build_tree(TreeRules(stacks=(95, 95), pot=10, first_street=1))
    matched = match(flop, bomb_pot)
    assert (matched.node, matched.quality) == (0, MatchQuality.GOOD)


def test_the_subgame_of_a_hand_that_starts_on_the_flop_has_its_antes() -> None:
    bomb_pot = variant("NTB").create_state(EVERYTHING, True, 5, 5, 100, 2, seed=1)
    matched = match(build_tree(TreeRules(stacks=(30, 30), pot=10, first_street=1)), bomb_pot)
    assert matched.subgame is not None
    assert (matched.subgame.pot, matched.subgame.stacks) == (10, (95, 95))
    tree = build_tree(matched.subgame.rules(Sizes.uniform("50%"), last_street=1))
    assert tree.pot(0) == 10


def test_beyond_the_tolerance_a_hand_is_lost() -> None:
    tree = tree_of(sizes=Sizes.uniform("50%, 100%, a", raises="50%, 100%, a"))
    near = match_path(tree, hand(200), "r:b5", Policy(Tolerance((0.3,) * 4)))
    assert near.quality != MatchQuality.LOST
    matched = match_path(tree, hand(200), "r:b5", Policy(Tolerance()))
    assert (matched.quality, matched.lost_at) == (MatchQuality.LOST, 1)
    assert matched.reason == (
        "a bet of 0.75 of the pot, and none in the tree within 0.15 of it: the nearest is 0.5"
    )


@pytest.mark.parametrize(
    ("path", "number", "reason"),
    [
        ("r:k", 1, "action 1, 'k': cannot check: 1 to call"),
        ("r:b3", 1, "action 1, 'b3': cannot raise: 3 is below the minimum of 4"),
        ("r:b6:b201", 2, "action 2, 'b201': cannot raise: 201 is above the maximum of 200"),
        ("r:c:c", 2, "action 2, 'c': cannot call: there is no bet to call, so check instead"),
        ("r:c:n", 1, "action 1, 'n': the betting round is not over: player 0 is still to act"),
        ("r:c:k:k", 3, "action 3, 'k': the betting round is over: deal a card, n"),
        ("r:f:k", 2, "action 2, 'k': no player is to act now"),
        ("r:f:n", 1, "action 1, 'n': the hand is over"),
    ],
)
def test_histories_that_break_the_rules(path: str, number: int, reason: str) -> None:
    matched = match_path(tree_of(), hand(200), path)
    assert (matched.quality, matched.lost_at, matched.reason) == (MatchQuality.LOST, number, reason)
    assert matched.actions[-1].status == ActionStatus.ILLEGAL
    assert matched.actions[-1].number == number


def test_events_that_break_the_rules() -> None:
    played = hand(200)
    played.bet_or_raise_to(6)
    played.check_or_call()
    matched = match_events(tree_of(), hand(200), played.events)
    assert matched.path == match(tree_of(), played).path
    short = match_events(tree_of(), hand([200, 5]), played.events)
    assert short.lost_at == 1
    assert short.reason.startswith("action 1, '<Raised: seat 1, street 0, added 5, total 6")
    assert short.reason.endswith(">': 6 is above the maximum of 5")
    call = [event for event in played.events if isinstance(event, Called)]
    out_of_turn = match_events(tree_of(), hand(200), call)
    assert out_of_turn.reason.endswith(": player 0 acts, but it is player 1's turn")


def test_a_path_may_run_out_the_board_after_an_all_in_call() -> None:
    matched = match_path(tree_of(), hand(200), "r:a:c:n:n:n")
    assert (matched.path, matched.actions[-1].status) == ("r:a:c", ActionStatus.EXACT)


def test_the_subgame_of_a_lost_hand_can_be_built() -> None:
    matched = match_path(tree_of(), hand(200), "r:b30:c:n:b25:b70")
    assert matched.subgame is not None
    rules = matched.subgame.rules(Sizes.uniform("50%", raises="50%"))
    tree = build_tree(rules)
    assert matched.subgame.path == "r:b25:b70"
    node, _ = tree.find(matched.subgame.path)
    assert (tree.pot(node), tree.stacks(node)) == (155, (145, 100))
    preflop = match_path(tree_of(), hand(200, antes=1), "r:b30")
    assert preflop.subgame is not None
    tree = build_tree(preflop.subgame.rules(Sizes.uniform("50%", raises="50%"), last_street=0))
    assert tree.pot(tree.find("r:b30")[0]) == 34


def test_a_call_that_the_tree_lacks_is_a_fold_if_others_go_on() -> None:
    stacks, limits = (200, 200, 200), (0, 1)
    tree = tree_of(stacks=stacks, cold_calls=limits, sizes=Sizes.uniform("50%", raises="100%"))
    matched = match_path(tree, hand(list(stacks), 3), "r:c")
    assert matched.path == "r:f"
    assert matched.actions[-1].status == ActionStatus.CLAMPED
    called = match_path(tree, hand(list(stacks), 3), "r:b7:c:c")
    assert without_cards(called.path) == "r:b7:c:f:n"


def test_a_call_that_the_tree_lacks_heads_up_is_a_raise() -> None:
    tree = tree_of(cold_calls=(0, 0), sizes=Sizes.uniform("50%", raises="100%"))
    assert match_path(tree, hand(200), "r:c").path == "r:b6"
