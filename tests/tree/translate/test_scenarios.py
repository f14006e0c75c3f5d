"""Nine hands that do not fit their trees, with every field of their matches.

Blinds are 0.5 and 1; amounts are a player's total bet on the street. Heads-up, player 1 has the
button and opens. x = (amount on top of the call) / (pot after the call); P(A, B; x) below is the
pseudo-harmonic share of the lower neighbour, (B - x) (1 + A) / ((B - A) (1 + x)).
"""

from fractions import Fraction

import pytest

from fifthstreet.game import State
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.tree import BettingTree, Menu, Sizes, TreeRules, build_tree
from fifthstreet.tree.translate import ActionStatus, Match, MatchQuality, Subgame, match_path
from tests.tree.translate.hands import EVERYTHING, real_text, without_cards

EXACT, TRANSLATED = ActionStatus.EXACT, ActionStatus.TRANSLATED
CLAMPED, CLOSED_EARLY = ActionStatus.CLAMPED, ActionStatus.CLOSED_EARLY
FLOP, TURN, RIVER = (21, 50, 18), (21, 50, 18, 36), (21, 50, 18, 36, 38)

# An action: text, x, lower and upper neighbour, share of the lower one, size chosen, status.
Action = tuple[str, object, object, object, object, object, ActionStatus]


def hand(stack: float, players: int = 2) -> State:
    return NoLimitTexasHoldem.create_state(EVERYTHING, True, 0, (0.5, 1), 1, stack, players, seed=1)


def heads_up(stack: float, *bets: str) -> BettingTree:
    """Build a tree with one preflop raise, to 2, and on later streets the given bets, no raises."""
    menus = {street: Menu.of(bet) for street, bet in enumerate(bets, start=1)}
    return build_tree(
        TreeRules(
            stacks=(stack, stack),
            blinds=(0.5, 1),
            first_street=0,
            sizes=Sizes.by_street({0: Menu.of("", "50%"), **menus}),
            max_raises=1,
            chip=0.5,
        )
    )


def plain(text: str, status: ActionStatus = EXACT) -> Action:
    """A fold, check or call."""
    return text, None, None, None, None, None, status


def only(text: str, x: object, size: object, status: ActionStatus) -> Action:
    """A bet for which the tree has only one size."""
    return text, x, size, size, 1, size, status


def check(
    matched: Match,
    tree: BettingTree,
    *,
    candidates: dict[str, object],
    actions: list[Action],
    pot: float,
    stacks: tuple[float, ...],
    divergences: dict[int, tuple[object, ...]],
    legal: dict[str, str],
    lost: tuple[int, str],
    subgame: Subgame,
) -> None:
    """Check all fields of a match that is lost; the first candidate is the one followed."""
    probabilities = {tree.path(each.node): each.probability for each in matched.candidates}
    assert probabilities == pytest.approx(candidates)
    first = next(iter(candidates))
    assert (without_cards(matched.path), tree.find(first)[0]) == (first, matched.node)
    assert matched.probability == pytest.approx(candidates[first])
    assert len(matched.actions) == len(actions)
    for action, (text, x, lower, upper, share, chosen, status) in zip(
        matched.actions, actions, strict=True
    ):
        assert action.action == text
        assert action.status == status
        if x is None:
            assert (action.x, action.lower, action.chosen) == (None, None, None)
            continue
        assert action.x == pytest.approx(x)
        sizes = (action.lower, action.upper, action.share_of_lower, action.chosen)
        assert sizes == pytest.approx((lower, upper, share, chosen))
    assert (matched.shadow.pot, matched.shadow.stacks) == (pot, stacks)
    assert matched.shadow.committed == tuple(tree.rules.stacks[0] - stack for stack in stacks)
    assert {
        each.street: (each.pot, each.stack, each.spr, each.defence) for each in matched.divergences
    } == {street: pytest.approx(values) for street, values in divergences.items()}
    assert {action.label: real_text(action.real) for action in matched.legal} == legal
    assert (matched.quality, matched.lost_at, matched.reason) == (MatchQuality.LOST, *lost)
    assert matched.subgame == subgame
    assert (matched.unit, matched.seats) == (1, tuple(range(len(matched.seats))))


def test_scenario_1_bet_size_mismatch() -> None:
    tree = heads_up(100, "50%")
    # The raise to 3 is 2 on top of the call into 2: x = 1. The tree has only 2, which is 1 into 2.
    check(
        match_path(tree, hand(100), "r:n:b3.00:c:n"),
        tree,
        candidates={"r:b2:c:n": 1},
        actions=[only("b3", 1, Fraction(1, 2), CLAMPED), plain("c")],
        pot=4,
        stacks=(98, 98),
        # Pots 6 and 4; stacks 97 and 98 of 100; SPR 97/6 and 98/4; defence 1/2 and 2/3.
        divergences={
            0: (
                Fraction(2, 6),
                Fraction(1, 100),
                Fraction(98, 4) / Fraction(97, 6) - 1,
                Fraction(1, 6),
            )
        },
        legal={"k": "k", "b2": "b3"},  # half the pot is 3 in the real hand
        # After the raise, 97 behind and a pot of 4; in the tree 98 and 3.
        lost=(1, "stack-to-pot ratio 24.25 against 32.67 in the tree, more than 20% apart"),
        subgame=Subgame(1, 6, (97, 97), FLOP, "r"),
    )


def test_scenario_2_early_all_in() -> None:
    tree = heads_up(50, "a", "a")
    flop = Fraction(7, 20)  # check: P(0, 12; 3/2) = (21/2) / (12 * 5/2); all-in is 48 into 4
    turn = Fraction(177, 372)  # P(0, 12; 15/16) = (177/16) / (12 * 31/16), after two checks
    check(
        match_path(tree, hand(50), "r:n:b2.00:c:n:b6.00:c:n:b15.00:c:n"),
        tree,
        candidates={
            "r:b2:c:n:a:c": 1 - flop,
            "r:b2:c:n:k:k:n:a:c": flop * (1 - turn),
            "r:b2:c:n:k:k:n:k:k:n": flop * turn,
        },
        actions=[
            only("b2", Fraction(1, 2), Fraction(1, 2), EXACT),
            plain("c"),
            ("b6", Fraction(3, 2), 0, 12, flop, 12, TRANSLATED),
            plain("c"),
            ("b15", Fraction(15, 16), None, None, None, None, CLOSED_EARLY),
            plain("c", CLOSED_EARLY),
        ],
        pot=100,
        stacks=(0, 0),
        # Flop: pots 16 and 100, stacks 42 and 0; turn: 46 and 100, 27 and 0.
        divergences={
            0: (0, 0, 0, 0),
            1: (Fraction(84, 16), Fraction(42, 50), 1, Fraction(2, 5) - Fraction(1, 13)),
            2: (Fraction(54, 46), Fraction(27, 50), 1, 0),
        },
        legal={},
        lost=(3, "effective stack 42 against 0 in the tree, more than 20% apart"),
        subgame=Subgame(3, 46, (27, 27), RIVER, "r"),
    )


def test_scenario_3_diverging_pots() -> None:
    tree = heads_up(75, "50%", "a")
    turn = Fraction(63, 142)  # P(0, 71/8; 1) = (63/8) / (71/8 * 2); all-in is 71 into 8
    check(
        match_path(tree, hand(75), "r:n:b3.00:c:n:b12.00:c:n:b30.00"),
        tree,
        candidates={"r:b2:c:n:b2:c:n:a": 1 - turn, "r:b2:c:n:b2:c:n:k": turn},
        actions=[
            only("b3", 1, Fraction(1, 2), CLAMPED),
            plain("c"),
            only("b12", 2, Fraction(1, 2), CLAMPED),  # 12 into 6 against 2 into 4
            plain("c"),
            ("b30", 1, 0, Fraction(71, 8), turn, Fraction(71, 8), TRANSLATED),  # 30 into 30
        ],
        pot=79,
        stacks=(0, 71),
        # Flop: pots 30 and 8, stacks 60 and 71; turn: 60 and 79, 30 and 0.
        divergences={
            0: (
                Fraction(2, 6),
                Fraction(1, 75),
                Fraction(73, 4) / Fraction(72, 6) - 1,
                Fraction(1, 6),
            ),
            1: (
                Fraction(22, 30),
                Fraction(11, 75),
                Fraction(71, 8) / 2 - 1,
                Fraction(2, 3) - Fraction(1, 3),
            ),
            2: (Fraction(19, 60), Fraction(30, 75), 1, Fraction(1, 2) - Fraction(8, 79)),
        },
        legal={"f": "f", "c": "c"},
        lost=(1, "stack-to-pot ratio 18 against 24.33 in the tree, more than 20% apart"),
        subgame=Subgame(2, 30, (60, 60), TURN, "r:b30"),
    )


def test_scenario_4_a_raise_not_in_the_tree() -> None:
    tree = heads_up(40, "a")
    bet = Fraction(17, 38)  # P(0, 19/2; 1) = (17/2) / (19/2 * 2); all-in is 38 into 4
    checked = Fraction(55, 76)  # P(0, 19/2; 1/3) = (55/6) / (19/2 * 4/3): the raise after a check
    check(
        match_path(tree, hand(40), "r:n:b2.00:c:n:b4.00:r8.00:c"),
        tree,
        candidates={
            "r:b2:c:n:a:c": 1 - bet,  # the raise becomes a call of the all-in
            "r:b2:c:n:k:k:n": bet * checked,
            "r:b2:c:n:k:a:c": bet * (1 - checked),
        },
        actions=[
            only("b2", Fraction(1, 2), Fraction(1, 2), EXACT),
            plain("c"),
            ("b4", 1, 0, Fraction(19, 2), bet, Fraction(19, 2), TRANSLATED),
            only("b8", Fraction(1, 3), 0, CLAMPED),  # 4 on top of the call into 12
            plain("c", CLOSED_EARLY),
        ],
        pot=80,
        stacks=(0, 0),
        # Pots 20 and 80, stacks 30 and 0. The bet has the largest difference in defence.
        divergences={
            0: (0, 0, 0, 0),
            1: (3, Fraction(30, 40), 1, Fraction(1, 2) - Fraction(2, 21)),
        },
        legal={},
        lost=(3, "effective stack 34 against 0 in the tree, more than 20% apart"),
        subgame=Subgame(2, 20, (30, 30), TURN, "r"),
    )


def test_scenario_5_stack_to_pot_ratios() -> None:
    tree = heads_up(60, "50%")
    matched = match_path(tree, hand(60), "r:n:b3.00:c:n:b12.00:c:n")
    check(
        matched,
        tree,
        candidates={"r:b2:c:n:b2:c:n": 1},
        actions=[
            only("b3", 1, Fraction(1, 2), CLAMPED),
            plain("c"),
            only("b12", 2, Fraction(1, 2), CLAMPED),
            plain("c"),
        ],
        pot=8,
        stacks=(56, 56),
        # After the flop 45 behind and 30 in the pot, SPR 1.5; in the tree 56 and 8, SPR 7.
        divergences={
            0: (
                Fraction(2, 6),
                Fraction(1, 60),
                Fraction(58, 4) / Fraction(57, 6) - 1,
                Fraction(1, 6),
            ),
            1: (Fraction(22, 30), Fraction(11, 60), 7 / Fraction(3, 2) - 1, Fraction(1, 3)),
        },
        legal={"k": "k"},
        lost=(1, "stack-to-pot ratio 14.25 against 19.33 in the tree, more than 20% apart"),
        subgame=Subgame(2, 30, (45, 45), TURN, "r"),
    )
    assert matched.subgame is not None
    assert matched.subgame.stacks[0] / matched.subgame.pot == 1.5
    assert matched.shadow.stacks[0] / matched.shadow.pot == 7


def test_scenario_6_is_illegal_heads_up() -> None:
    tree = heads_up(80, "a")
    matched = match_path(tree, hand(80), "r:n:b2.50:c:r10.00:c:n")
    assert (matched.quality, matched.lost_at) == (MatchQuality.LOST, 3)
    assert matched.reason == "action 3, 'r10.00': the betting round is over: deal a card, n"
    assert [action.status for action in matched.actions] == [CLAMPED, EXACT, ActionStatus.ILLEGAL]
    assert without_cards(matched.path) == "r:b2:c:n"


def test_scenario_6_with_three_players_is_incomplete() -> None:
    players = [Sizes.uniform("", raises) for raises in ("", "a", "1c")]
    rules = TreeRules(
        stacks=(80, 80, 80),
        blinds=(0.5, 1),
        first_street=0,
        last_street=0,
        sizes=Sizes.by_player(players),
        max_raises=2,
        chip=0.5,
    )
    tree = build_tree(rules)
    allin = Fraction(7, 13)  # 1 - P(0, 13; 1) = 1 - 12 / 26; 7.5 on the call into 7.5; 78 into 6
    check(
        match_path(tree, hand(80, 3), "r:n:b2.50:c:r10.00:c:n"),
        tree,
        candidates={"r:b2:c:a:c": allin, "r:b2:c:c": 1 - allin},
        actions=[
            only("b2.5", Fraction(3, 5), Fraction(2, 5), CLAMPED),  # 1.5 into 2.5 against 1
            plain("c"),
            ("b10", 1, 0, 13, 1 - allin, 13, TRANSLATED),
            plain("c"),
            plain("n", ActionStatus.ILLEGAL),
        ],
        pot=162,
        stacks=(78, 0, 0),
        # Pots 22.5 and 162; effective stacks 70 (second largest of 77.5, 70 and 70) and 0.
        divergences={0: (Fraction(279, 45), Fraction(7, 8), 1, Fraction(1, 2) - Fraction(1, 14))},
        legal={"f": "f", "c": "c"},
        lost=(4, "action 4, 'n': the betting round is not over: player 0 is still to act"),
        subgame=Subgame(0, 0, (80, 80, 80), (), "r:b2.5:c:b10:c", (0.5, 1, 0), (0, 0, 0)),
    )


def test_scenario_7_a_large_bet_after_checks() -> None:
    tree = heads_up(45, "50%", "50%")
    check(
        match_path(tree, hand(45), "r:n:b2.00:c:n:k:k:n:b15.00"),
        tree,
        candidates={"r:b2:c:n:k:k:n:b2": 1},
        actions=[
            only("b2", Fraction(1, 2), Fraction(1, 2), EXACT),
            plain("c"),
            plain("k"),
            plain("k"),
            only("b15", Fraction(15, 4), Fraction(1, 2), CLAMPED),
        ],
        pot=6,
        stacks=(41, 43),
        # Pots 19 and 6, stacks 28 and 41 of 45.
        divergences={
            0: (0, 0, 0, 0),
            1: (0, 0, 0, 0),
            2: (
                Fraction(13, 19),
                Fraction(13, 45),
                Fraction(41, 6) / Fraction(28, 19) - 1,
                Fraction(2, 3) - Fraction(4, 19),
            ),
        },
        legal={"f": "f", "c": "c"},
        lost=(5, "effective stack 28 against 41 in the tree, more than 15% apart"),
        subgame=Subgame(2, 4, (43, 43), TURN, "r:b15"),
    )


def test_scenario_8_deep_stacks_late() -> None:
    tree = heads_up(70, "50%", "a")
    turn = Fraction(76, 187)  # P(0, 33/4; 9/8) = (57/8) / (33/4 * 17/8); all-in is 66 into 8
    check(
        match_path(tree, hand(70), "r:n:b3.00:c:n:b9.00:c:n:b27.00"),
        tree,
        candidates={"r:b2:c:n:b2:c:n:a": 1 - turn, "r:b2:c:n:b2:c:n:k": turn},
        actions=[
            only("b3", 1, Fraction(1, 2), CLAMPED),
            plain("c"),
            only("b9", Fraction(3, 2), Fraction(1, 2), CLAMPED),  # 9 into 6
            plain("c"),
            (
                "b27",
                Fraction(9, 8),
                0,
                Fraction(33, 4),
                turn,
                Fraction(33, 4),
                TRANSLATED,
            ),  # 27 into 24
        ],
        pot=74,
        stacks=(0, 66),
        # Flop: pots 24 and 8, stacks 58 and 66; turn: 51 and 74, 31 and 0.
        divergences={
            0: (
                Fraction(2, 6),
                Fraction(1, 70),
                Fraction(68, 4) / Fraction(67, 6) - 1,
                Fraction(1, 6),
            ),
            1: (
                Fraction(16, 24),
                Fraction(8, 70),
                Fraction(66, 8) / Fraction(58, 24) - 1,
                Fraction(2, 3) - Fraction(2, 5),
            ),
            2: (Fraction(23, 51), Fraction(31, 70), 1, Fraction(8, 17) - Fraction(4, 37)),
        },
        legal={"f": "f", "c": "c"},
        lost=(1, "stack-to-pot ratio 16.75 against 22.67 in the tree, more than 20% apart"),
        subgame=Subgame(2, 24, (58, 58), TURN, "r:b27"),
    )


def test_scenario_9_the_same_chips_are_a_different_size() -> None:
    tree = heads_up(100, "50%", "a")
    # The flop bet is 2, as in the tree, but the real pot is 20: x = 1/10, between a check and 1/2.
    flop = Fraction(8, 11)  # P(0, 1/2; 1/10) = (2/5) / (1/2 * 11/10)
    small = Fraction(284, 539)  # P(0, 49/2; 5/6) = (71/3) / (49/2 * 11/6); all-in is 98 into 4
    large = Fraction(67, 132)  # P(0, 12; 5/6) = (67/6) / (12 * 11/6); all-in is 96 into 8
    check(
        match_path(tree, hand(100), "r:n:b10.00:c:n:b2.00:c:n:b20.00"),
        tree,
        candidates={
            "r:b2:c:n:k:k:n:k": flop * small,
            "r:b2:c:n:k:k:n:a": flop * (1 - small),
            "r:b2:c:n:b2:c:n:k": (1 - flop) * large,
            "r:b2:c:n:b2:c:n:a": (1 - flop) * (1 - large),
        },
        actions=[
            only("b10", Fraction(9, 2), Fraction(1, 2), CLAMPED),
            plain("c"),
            ("b2", Fraction(1, 10), 0, Fraction(1, 2), flop, 0, TRANSLATED),
            plain("c", TRANSLATED),  # nothing to call in the tree, so a check
            ("b20", Fraction(5, 6), 0, Fraction(49, 2), small, 0, TRANSLATED),  # 20 into 24
        ],
        pot=4,
        stacks=(98, 98),
        # Pots 20, 24 and 44, in the tree always 4; stacks 90, 88 and 68, in the tree always 98.
        divergences={
            0: (
                Fraction(16, 20),
                Fraction(8, 100),
                Fraction(98, 4) / Fraction(90, 20) - 1,
                Fraction(2, 3) - Fraction(2, 11),
            ),
            1: (
                Fraction(20, 24),
                Fraction(10, 100),
                Fraction(98, 4) / Fraction(88, 24) - 1,
                1 - Fraction(10, 11),
            ),
            2: (
                Fraction(40, 44),
                Fraction(30, 100),
                Fraction(98, 4) / Fraction(68, 44) - 1,
                1 - Fraction(6, 11),
            ),
        },
        legal={"k": "c", "a": "b88"},
        lost=(1, "pot 11 against 3 in the tree, more than 30% apart"),
        subgame=Subgame(2, 24, (88, 88), TURN, "r:b20"),
    )
