"""Worked examples of trees: thresholds, donk bets, raise caps, lines, limits."""

from math import comb
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.tree import (
    BettingTree,
    Kind,
    Menu,
    Sizes,
    TreeRules,
    build,
    build_tree,
    tree_size,
)
from fifthstreet.views import tree_text

TURN = Menu.of("60%, e, a", raises="2.5x")
RIVER = Menu.of("60%, e, a", raises="2.5x", donk="50%")
SPOT = TreeRules(
    stacks=(900, 900),
    pot=200,
    first_street=2,
    sizes=Sizes.by_street({2: TURN, 3: RIVER}),
    add_allin=1.5,
    force_allin=0.15,
    merge=0.1,
)


def rules_of(bet: str, raises: str = "", **others: Any) -> TreeRules:
    """Return the rules of a river with a pot of 100 and stacks of 500."""
    sizes = Sizes.uniform(bet, raises=raises)
    return TreeRules(stacks=(500, 500), pot=100, first_street=3, sizes=sizes, **others)


def actions(path: str, tree: BettingTree) -> tuple[str, ...]:
    return tree.actions(tree.find(path)[0])


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        # 0.6 * 200; (sqrt(10) - 1) / 2 * 200 = 216.2; 900 is more than 1.5 * 200, but on the menu.
        ("r", "k b120 b216 a"),
        ("r:k", "k b120 b216 a"),
        # 2.5 * 120. All-in is 780 more, above 1.5 * 440 = 660.
        ("r:b120", "f c b300"),
        # 2.5 * 300 = 750 would leave 150, at most 0.15 * (800 + 2 * 450) = 255: all-in.
        ("r:b120:b300", "f c a"),
        # 2.5 * 216. All-in is 684 more, at most 1.5 * 632 = 948: added. 540 leaves 360, more than
        # 0.15 * (632 + 2 * 324) = 192, and (1 + 684/632) / (1 + 324/632) = 1.38: no merge.
        ("r:b216", "f c b540 a"),
        ("r:a", "f c"),
        # Checked through: 0.6 * 200, and geometric over one street is all-in.
        ("r:k:k:n", "k b120 a"),
        # A donk bet into the bettor of the turn: 0.5 * 440; all-in is 780, above 660.
        ("r:k:b120:c:n", "k b220"),
        # Out of position with the betting lead, and in position: no donk bet. 0.6 * 440.
        ("r:b120:c:n", "k b264 a"),
        ("r:b120:c:n:k", "k b264 a"),
        # 0.5 * 632; all-in is 684, at most 948: added.
        ("r:k:b216:c:n", "k b316 a"),
        # 0.5 * 800 would leave 200, at most 0.15 * 1600 = 240.
        ("r:b120:b300:c:n", "k a"),
        ("r:a:c", ""),
    ],
)
def test_actions_of_a_turn_spot_worked_out_by_hand(path: str, expected: str) -> None:
    assert actions(path, build_tree(SPOT)) == tuple(expected.split())


def test_size_and_ends_of_a_turn_spot() -> None:
    tree = build_tree(SPOT)
    assert len(tree) == tree_size(SPOT).total == 195
    assert str(tree_size(SPOT)) == (
        "195 nodes (turn 51, river 144), 75 of them decisions with 185 actions"
    )
    node, _ = tree.find("r:b120:b300:c")
    assert tree.kind[node] == Kind.DEAL
    assert (tree.pot(node), tree.stacks(node)) == (800, (600, 600))
    node, _ = tree.find("r:b120:b300:f")
    assert (tree.kind[node], tree.player[node]) == (Kind.FOLD, 1)
    assert tree.pots[node] == 620


def test_an_all_in_call_leads_straight_to_the_showdown() -> None:
    tree = build_tree(TreeRules(stacks=(90, 90), pot=20, sizes=Sizes.uniform("a")))
    node, _ = tree.find("r:a:c")
    assert tree.kind[node] == Kind.SHOWDOWN
    assert tree.street[node] == 1


def test_the_last_street_ends_the_hand() -> None:
    tree = build_tree(TreeRules(stacks=(90, 90), pot=20, last_street=1))
    node, _ = tree.find("r:k:k")
    assert tree.kind[node] == Kind.SHOWDOWN
    assert tree.street.max() == 1


@pytest.mark.parametrize(
    ("threshold", "expected"),
    # Against a bet of 50, all-in is 450 more into a pot of 200 after calling: 2.25 times the pot.
    [(2.24, "f c"), (2.25, "f c a"), (4.99, "f c a")],
)
def test_add_allin(threshold: float, expected: str) -> None:
    tree = build_tree(rules_of("50%", add_allin=threshold))
    assert actions("r", tree) == ("k", "b50")
    assert actions("r:b50", tree) == tuple(expected.split())
    # An all-in of 500 is 5 times the pot.
    assert actions("r", build_tree(rules_of("50%", add_allin=5))) == ("k", "b50", "a")


def test_force_allin() -> None:
    # A bet of 300 leaves 200; called, the pot is 700: 200 / 700 = 0.286.
    assert actions("r", build_tree(rules_of("300%", force_allin=0.28))) == ("k", "b300")
    assert actions("r", build_tree(rules_of("300%", force_allin=0.286))) == ("k", "a")


def test_merge() -> None:
    # From the top: (1 + 1.2) / (1 + 1) = 1.1 is not below 1.1, so 100% stays;
    # 2 / 1.9 = 1.05 is, so 90% goes; 2 / 1.8 = 1.11 is not, so 80% stays.
    tree = build_tree(rules_of("80%, 90%, 100%, 120%", merge=0.1))
    assert actions("r", tree) == ("k", "b80", "b100", "b120")
    # 2.2 / 2 is below 1.11; 2.2 / 1.9 = 1.16 is not; 1.9 / 1.8 is.
    tree = build_tree(rules_of("80%, 90%, 100%, 120%", merge=0.11))
    assert actions("r", tree) == ("k", "b90", "b120")
    # All-in is 5 times the pot: 6 / 5.8 = 1.03.
    assert actions("r", build_tree(rules_of("480%, a", merge=0.1))) == ("k", "a")


def test_max_raises() -> None:
    tree = build_tree(rules_of("50%", raises="2x", max_raises=2))
    assert actions("r:b50", tree) == ("f", "c", "b100")
    assert actions("r:b50:b100", tree) == ("f", "c")
    assert len(build_tree(rules_of("50%", max_raises=0))) == 3  # r, r:k, r:k:k


def test_max_raises_by_street() -> None:
    rules = TreeRules(
        stacks=(100, 100),
        pot=10,
        first_street=2,
        sizes=Sizes.uniform("50%"),
        max_raises=(9, 9, 1, 0),
    )
    tree = build_tree(rules)
    assert tree.actions(tree.find("r:k")[0]) == ("k", "b5")
    assert tree.actions(tree.find("r:k:k:n:k")[0]) == ("k",)


def test_donk_bets_need_a_bettor_who_can_still_act() -> None:
    menu = Menu.of("50%", raises="100%", donk="10%")
    rules = TreeRules(
        stacks=(500, 500, 500), pot=100, first_street=2, sizes=Sizes.by_street({2: menu, 3: menu})
    )
    tree = build_tree(rules)
    # Nobody has bet before the tree starts.
    assert actions("r", tree) == ("k", "b50")
    # Seat 1 bet the turn: seat 0 may donk 0.1 * 250, seat 1 and seat 2 bet 0.5 * 250.
    turn = "r:k:b50:c:c:n"
    assert actions(turn, tree) == ("k", "b25")
    assert actions(f"{turn}:k", tree) == ("k", "b125")
    assert actions(f"{turn}:k:k", tree) == ("k", "b125")
    # The first player raised: no donk bet for those after them. 200 are left, the pot is 1000.
    assert actions("r:k:b50:c:b300:c:c:n:k", tree) == ("k", "a")
    # The bettor of the turn is all-in on the river, so a bet is not a donk bet into them.
    shorter = build_tree(
        TreeRules(
            stacks=(500, 500, 50),
            pot=100,
            first_street=2,
            sizes=Sizes.by_street({2: menu, 3: menu}),
        )
    )
    assert actions("r:k:k:a:c:c:n", shorter) == ("k", "b125")
    # Checked through: no donk bet. Without donk sizes, a donk bet has the sizes of any other.
    assert actions("r:k:k:k:n", tree) == ("k", "b50")
    plain = Sizes.uniform("50%", raises="100%")
    tree = build_tree(TreeRules(stacks=(500, 500), pot=100, first_street=2, sizes=plain))
    assert actions("r:k:b50:c:n", tree) == ("k", "b100")


def test_added_lines() -> None:
    tree = build_tree(rules_of("50%", raises="100%", added=("r:b60", "r:k:b70:b210:a", "r:b500")))
    assert actions("r", tree) == ("k", "b50", "b60", "a")
    assert actions("r:b60", tree) == ("f", "c", "b280")  # 60 + 220, from the menu
    assert actions("r:k", tree) == ("k", "b50", "b70")
    assert actions("r:k:b70", tree) == ("f", "c", "b210", "b310")
    assert actions("r:k:b70:b210", tree) == ("f", "c", "a")  # on the menu as well: 210 + 520
    # `max_raises` does not limit added lines.
    tree = build_tree(rules_of("50%", max_raises=1, added=("r:b50:b100",)))
    assert actions("r:b50", tree) == ("f", "c", "b100")
    assert actions("r:b50:b100", tree) == ("f", "c")


def test_removed_lines() -> None:
    tree = build_tree(
        rules_of("50%, 80%, a", raises="100%", removed=("r:b80", "r:k:b500", "r:b50:f"))
    )
    assert actions("r", tree) == ("k", "b50", "a")
    assert actions("r:k", tree) == ("k", "b50", "b80")
    assert actions("r:b50", tree) == ("c", "b250")
    # Removing a line also removes what was added below it.
    tree = build_tree(rules_of("50%", added=("r:b80:b300",), removed=("r:b80",)))
    assert actions("r", tree) == ("k", "b50")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"added": ("r:b600",)}, "added path 'r:b600': the amount after 'r' must be 1 to 500, got"),
        ({"added": ("r:b50:b60",)}, "after 'r:b50' must be 100 to 500, got 'b60'"),
        ({"added": ("r:f",)}, "added path 'r:f': 'f' is not a legal action at 'r'"),
        ({"added": ("r:k:k:n",)}, "the hand is over at 'r:k:k'"),
        ({"added": ("r:a:a",)}, "'a' is not a legal action at 'r:a'"),
        ({"removed": ("r:b60",)}, "removed path 'r:b60': 'b60' is not in the tree at 'r'"),
        ({"removed": ("r:b50:c", "r:b50:f")}, "without 'f' there is no action at 'r:b50'"),
        ({"removed": ("r:k:k:k",)}, "the hand is over at 'r:k:k'"),
        ({"added": tuple(f"r:b{to}" for to in range(1, 400))}, "more than 255 actions at 'r'"),
    ],
)  # fmt: skip
def test_bad_lines(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        build_tree(rules_of("50%", **changes))


def test_limits() -> None:
    message = (
        r"the tree has more than 100 nodes: \d+ when counting stopped\. Use fewer sizes, "
        "a lower max_raises, or a higher force_allin or merge"
    )
    with pytest.raises(InputError, match=message):
        build_tree(SPOT, max_nodes=100)
    with pytest.raises(InputError, match=message):
        tree_size(SPOT, limit=100)
    assert len(build_tree(SPOT, max_nodes=195)) == tree_size(SPOT, limit=195).total == 195


def test_trees_without_a_limit_are_counted_exactly_or_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Equal streets are visited once, so a tree may have more nodes than are visited."""
    sizes = Sizes.uniform("50%, 100%", raises="100%")
    rules = TreeRules(stacks=(200, 200), pot=20, first_street=1, sizes=sizes)
    total = len(build_tree(rules))
    monkeypatch.setattr(build, "MAX_VISITS", total * 2 // 3)
    assert tree_size(rules).total == total
    monkeypatch.setattr(build, "MAX_VISITS", 500)
    message = (
        r"the tree has more than 500 different nodes: [\d,]+ when counting stopped\. Use fewer "
        "sizes, a lower max_raises, or a higher force_allin or merge"
    )
    with pytest.raises(InputError, match=message):
        tree_size(rules)
    assert tree_size(rules, limit=total).total == total


def test_limit_holdem_has_as_many_information_sets_as_johanson_counted() -> None:
    """Measuring the Size of Large No-Limit Poker Games (2013), heads-up limit hold'em."""
    small, big = Menu.of("2c3r", raises="2c3r"), Menu.of("4c3r", raises="4c3r")
    sizes = Sizes.by_street({0: small, 1: small, 2: big, 3: big})
    rules = TreeRules(stacks=(1000, 1000), blinds=(1, 2), first_street=0, sizes=sizes)
    decisions = tree_size(rules).action_nodes.sum(axis=0).tolist()
    assert decisions == [8, 70, 630, 5670]
    hands = [comb(52, 2)]
    for cards in (comb(50, 3), 47, 46):
        hands.append(hands[-1] * cards)
    information_sets = sum(map(int.__mul__, hands, decisions))
    assert information_sets == 319_365_922_522_608


def test_ten_players() -> None:
    rules = TreeRules(
        stacks=(100,) * 10, blinds=(1, 2), first_street=0, last_street=0,
        sizes=Sizes.uniform(raises="a"), max_raises=1,
    )  # fmt: skip
    tree = build_tree(rules)
    assert tree.player[0] == 2
    node, _ = tree.find("r" + ":f" * 9)
    assert (tree.kind[node], tree.player[node], tree.pot(node)) == (Kind.FOLD, 1, 3)
    node, _ = tree.find("r:a" + ":c" * 9)
    assert (tree.kind[node], tree.pot(node)) == (Kind.SHOWDOWN, 1000)


def test_uncalled_chips_are_returned() -> None:
    # Seat 0 bets all that seat 1 could call; seat 1 folds and seat 2 calls for less.
    rules = TreeRules(stacks=(90, 80, 30), pot=30, first_street=3, sizes=Sizes.uniform("a"))
    tree = build_tree(rules)
    node, _ = tree.find("r:a:f:c")
    assert tree.amount[tree.find("r:a")[0]] == 80
    assert tree.committed[node].tolist() == [30, 0, 30]
    assert (tree.pot(node), tree.stacks(node)) == (90, (60, 80, 0))


def test_tree_text() -> None:
    tree = build_tree(rules_of("50%", max_raises=1))
    assert tree_text(tree, depth=2).splitlines() == [
        "r  river, OOP, pot 100",
        "  k  river, IP, pot 100",
        "    k  showdown, pot 100",
        "    b50  river, OOP, pot 150 ...",
        "  b50  river, IP, pot 150",
        "    f  OOP wins, pot 150",
        "    c  showdown, pot 200",
    ]
    assert tree_text(tree, tree.find("r:k:b50")[0], depth=0) == "b50  river, OOP, pot 150 ..."
    with pytest.raises(InputError, match="depth must be at least 0 levels, got -1"):
        tree_text(tree, depth=-1)
