"""Refusals of bet sizes, betting trees, paths, locks, strategies and matches of real hands."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import nan
from typing import Any

import numpy as np

from fifthstreet.game.notation import ActionError
from tests.refusals.rows.game import after, hand, new_state, street, stud
from tests.refusals.table import Table, face

fs = face("")
tree = face("tree")
strategy = face("tree.strategy")
translate = face("tree.translate")
betting_text = face("tree.translate.betting_text")
game = face("game")
Lock = fs.Lock
Sizes = fs.Sizes


def rules(**changes: Any) -> Any:
    return fs.TreeRules(**({"stacks": (100, 100), "pot": 20} | changes))


def preflop(**changes: Any) -> Any:
    return fs.TreeRules(
        **({"stacks": (100, 100), "blinds": (1, 2), "first_street": 0, "last_street": 0} | changes)
    )


@cache
def flop() -> Any:
    return fs.build_tree(rules())


@cache
def whole() -> Any:
    """Return a tree from the blinds to the flop, with one size."""
    return fs.build_tree(preflop(last_street=1, sizes=Sizes.uniform("100%", "100%")))


def measured() -> Any:
    return strategy.Exploitability((1.0, 2.0)).to_dict()


def find(path: str) -> Any:
    return flop().find(path)


def scaled(actions: int = 2, weight: float = 1, frequency: float = 0.5) -> Any:
    rows = np.full((actions, 3), 1 / actions)
    return strategy.scale_frequency(rows, np.full(3, weight), 0, frequency)


def line(text: str) -> Any:
    return tree.read_line(flop(), text)


def arrays(**changes: Any) -> Any:
    """Return a small tree made from the arrays of another, some of them changed."""
    built = fs.build_tree(rules(last_street=1, sizes=Sizes.uniform("100%", "")))
    names = face("tree.betting_tree").ARRAY_TYPES
    copies = {name: getattr(built, name).copy() for name in names}
    for name, change in changes.items():
        change(copies[name])
    return fs.BettingTree.from_arrays(built.rules, copies)


def put(index: Any, value: Any) -> Any:
    def change(array: Any) -> None:
        array[index] = value

    return change


def locked(path: str, **actions: float) -> Any:
    return strategy.locked_node(flop(), face("cards").parse_cards("AsKsQs"), Lock(path, actions))


def history(text: str, *, complete: bool = False) -> Any:
    return betting_text.play_history(hand(), text, complete=complete)


def follower(*steps: Any, trace: bool = True) -> Any:
    """Return a follower of a tree from the blinds that has observed a hand."""
    following = translate.Follower(whole(), trace=trace)
    if steps:
        following.observe(after(hand(stacks=(100, 100)), *steps[1:]))
    return following


def bring_in() -> Any:
    """Return a hand of a game with one street, after its bring-in."""
    opening = game.Opening.LOW_CARD
    first = street(hole_dealing_statuses=(True,), opening=opening)
    return after(new_state([first], bring_in=1), "post_bring_in")


def plain(ranges: int = 2) -> Any:
    return fs.UniformStrategy(flop(), [fs.Range("random")] * ranges, (0, 4, 8))


TABLE: Table = {
    "tree/all_bets.py": [
        ("_Lines.__init__", lambda: tree.count_all_bets(rules(stacks=(9, 5))), "two equal stacks"),
        ("_Lines.__init__", lambda: tree.count_all_bets(rules(stacks=(0, 0))), "needs equal antes"),
        ("_Lines.count", lambda: tree.count_all_bets(preflop(blinds=(2, 2))), "small and a larger"),
    ],
    "tree/amounts.py": [
        ("parse_amount", lambda: tree.parse_amount("pot", "x"), "or like '5.5bb', got 'x'"),
        ("parse_amount", lambda: tree.parse_amount("pot", True), "must be a number, got True"),
        ("parse_amount", lambda: tree.parse_amount("pot", 10**400), "too large"),
    ],
    "tree/betting_tree.py": [
        (
            "BettingTree.path",
            lambda: whole().path(whole().find("r:c:k:n")[0], (1, 2)),
            "a flop must be 3 cards",
        ),
        ("BettingTree._follow", lambda: find("r:b10:f:k"), "the hand is over at 'r:b10:f'"),
        ("BettingTree._follow", lambda: find("r:b7"), "must be one of k, b10, b20, got 'b7'"),
        ("BettingTree._check_deal", lambda: find("r:k:k:nAsKs"), "must be 1 known card, got"),
        ("BettingTree._check_deal", lambda: find("r:k:k:nAs:k:k:nAs"), "As is dealt twice"),
        ("BettingTree._check_deal", lambda: find("r:k:k:n:k:k:nAs"), "name cards in each deal"),
        ("BettingTree._check_node", lambda: flop().path(-1), "node must be 0 to 992, got -1"),
        (
            "BettingTree._check_types",
            lambda: replace(flop(), player=flop().player.astype(float)),
            "player must be",
        ),
        ("BettingTree._check_order", lambda: arrays(parent=put(2, 1)), "in breadth-first order"),
        ("BettingTree._check_order", lambda: arrays(first_child=put(0, 2)), "siblings side by"),
        ("BettingTree._check_kinds", lambda: arrays(kind=put(-1, 0)), "must fit kind"),
        ("BettingTree._check_kinds", lambda: arrays(player=put(0, 7)), "player must be 0 to 1"),
        ("BettingTree._check_kinds", lambda: arrays(street=put(1, 2)), "street must be 0 to 3"),
        ("BettingTree._check_kinds", lambda: arrays(move=put(0, 99)), "a known move"),
        (
            "BettingTree.from_arrays",
            lambda: fs.BettingTree.from_arrays(rules(), {"kind": np.zeros(1)}),
            "arrays must be",
        ),
        (
            "subtree",
            lambda: tree.subtree(fs.build_tree(rules(stacks=(9, 9, 9), last_street=1)), 1),
            "must start with a street, got node 1",
        ),
    ],
    "tree/build.py": [
        ("_size", lambda: fs.build_tree(rules(), max_nodes=9), "more than 9 nodes"),
        ("_builder", lambda: fs.build_tree(rules(removed=("r:b7",))), "is not in the tree at 'r'"),
        ("_builder", lambda: fs.build_tree(rules(added=("r:f",))), "is not a legal action"),
    ],
    "tree/lines.py": [
        ("action_label", lambda: tree.action_label(flop(), 0, "f"), "must be one of k, b10, b20"),
        ("_read_freely", lambda: line(" / "), "line must not be empty"),
        ("_step", lambda: line("8c"), "no card is dealt after 'r'"),
        ("_step", lambda: line("quux"), "a step must be x, c, f, b33%"),
        ("_step", lambda: line("b10/f/b20"), "the hand is over at"),
        ("_step", lambda: line("x/x/b20"), "a card is dealt after"),
        ("_step", lambda: line("b20/b56/a/b90"), "must be one of"),
        ("_step", lambda: line("b%"), "a bet must have an amount, like b33%"),
        ("_step", lambda: line("b"), "could be b10 or b20"),
        ("deal_path", lambda: tree.deal_path(flop(), "r:b10:f", 2), "path must end a street"),
        ("deal_path", lambda: tree.deal_path(flop(), "r", 3), "to the deal of the river"),
    ],
    "tree/menus.py": [
        ("Menu.__post_init__", lambda: Sizes.uniform(",".join(["5%"] * 300)), "at most"),
        ("Menu.__post_init__", lambda: Sizes.uniform("3x"), "must be a raise, not a bet"),
        ("Menu.from_dict", lambda: tree.Menu.from_dict({"x": ""}), "bet, raise and donk, got 'x'"),
        ("Menu.from_dict", lambda: tree.Menu.from_dict({"bet": 7}), "a text like '60%, a', got 7"),
        (
            "Sizes.by_player",
            lambda: Sizes.by_player([Sizes.by_player([Sizes.uniform("1%")] * 2)]),
            "one menu per street",
        ),
        ("Sizes.from_dict", lambda: Sizes.from_dict([{"x": {}}]), "street must be one of"),
        (
            "_check_street",
            lambda: Sizes.uniform("1%").menu(0, 4),
            "0 (preflop) to 3 (river), got 4",
        ),
    ],
    "tree/paths.py": [
        ("parse_step", lambda: tree.parse_step("b" + "9" * 99), "a bet must be at most"),
        ("parse_step", lambda: tree.parse_step("z"), "a step must be k, c, f"),
        ("parse_path", lambda: tree.parse_path(" "), "path must not be empty"),
        ("parse_path", lambda: find("r:k:z"), "path 'r:k:z': a step must be"),
    ],
    "tree/payoffs.py": [
        ("Rake.__post_init__", lambda: fs.Rake(1), "rake.rate must be at least 0 and below 1"),
        ("Rake.__post_init__", lambda: fs.Rake(0.05, -1), "rake.cap must be at least 0 chips"),
        ("Rake.__post_init__", lambda: fs.Rake(0.05, nan), "rake.cap must be at least 0 chips"),
    ],
    "tree/rules.py": [
        ("TreeRules.__post_init__", lambda: rules(stacks=(100,)), "one per player, got 1"),
        ("TreeRules.__post_init__", lambda: rules(chip=0), "chip must be more than 0, got 0"),
        ("TreeRules.__post_init__", lambda: rules(first_street=4), "to 3 (river), in order"),
        (
            "TreeRules.__post_init__",
            lambda: rules(sizes=Sizes.by_player([Sizes.uniform("1%")] * 3)),
            "sizes must have one row for all",
        ),
        ("TreeRules.__post_init__", lambda: rules(merge=-1), "merge must be a share of 0 or more"),
        ("TreeRules._check_types", lambda: rules(stacks=9), "stacks must be a tuple of numbers"),
        ("TreeRules._check_types", lambda: rules(pot="x"), "pot must be a number, got 'x'"),
        ("TreeRules._check_raises", lambda: rules(max_raises=(1, 2)), "one number, or four, got 2"),
        ("TreeRules._check_raises", lambda: rules(max_raises=1.5), "whole number or None, got 1.5"),
        ("TreeRules._check_raises", lambda: rules(max_raises=-1), "at least 0, or None, got -1"),
        ("TreeRules._check_cold_calls", lambda: preflop(cold_calls=()), "one or more numbers"),
        (
            "TreeRules._check_cold_calls",
            lambda: preflop(cold_calls=(1, -1)),
            "from 0 to 10, got -1",
        ),
        ("TreeRules._check_chips", lambda: rules(blinds=(1, 2)), "blinds require a tree that"),
        ("TreeRules._check_chips", lambda: preflop(blinds=(1, 2, 4)), "at most one per player, 2"),
        ("TreeRules._check_chips", lambda: rules(pot=1e9), "pot and stacks must be at most"),
        ("TreeRules._check_chips", lambda: rules(pot=0), "nothing to play for"),
        ("TreeRules._check_line", lambda: rules(added=("z",)), "added: path 'z'"),
        ("TreeRules._check_line", lambda: rules(added=("r",)), "must have an action"),
        ("TreeRules._check_line", lambda: rules(added=("r:k:k:nAs",)), "n for a deal, without"),
        ("TreeRules._check_line", lambda: rules(added=("r:b50%",)), "must be an amount of chips"),
        ("TreeRules.count", lambda: rules(pot=0.5), "pot must be a multiple of the chip, 1, got"),
        ("TreeRules.count", lambda: rules(pot=-1), "pot must be 0 to"),
        ("TreeRules.from_dict", lambda: fs.TreeRules.from_dict({"x": 1}), "got 'x'"),
        ("TreeRules.from_dict", lambda: fs.TreeRules.from_dict({}), "tree rules must have stacks"),
    ],
    "tree/sizes.py": [
        ("PreviousBet.__post_init__", lambda: tree.parse_sizes("1x"), "more than 1x the bet"),
        ("Chips.__post_init__", lambda: tree.Chips(5, -1), "max_raises must be at least 0"),
        ("Geometric.__post_init__", lambda: tree.Geometric(0), "must be at least 1, got 0"),
        ("NthRaise.__post_init__", lambda: tree.parse_sizes("3x r0"), "must be 1 to 100, got 0"),
        ("_numbered", lambda: tree.parse_sizes("3x r2 r3"), "must have one number of a raise"),
        ("geometric_ladder", lambda: tree.geometric_ladder(1, 3), "must be more than 1, got 1"),
        ("geometric_ladder", lambda: tree.geometric_ladder(2, 3, first=0), "more than 0, got 0"),
        ("geometric_ladder", lambda: tree.geometric_ladder(2, 0), "sizes, got 0"),
        ("_parse_size", lambda: tree.parse_sizes("big"), "a bet size must be like"),
        ("_share_without_unit", lambda: tree.parse_sizes("3"), "must have a unit: 3%, 3x or 3c"),
        ("_check_number", lambda: tree.parse_sizes("0%"), "must be more than 0 and at most"),
        ("_check_number", lambda: tree.PotShare(nan), "must be more than 0 and at most"),
    ],
    "tree/strategy/exploitability.py": [
        (
            "Exploitability.from_dict",
            lambda: strategy.Exploitability.from_dict(measured() | {"best_responses": []}),
            "must have one number for each player",
        ),
    ],
    "tree/strategy/locks.py": [
        ("Lock.__post_init__", lambda: Lock("r", {"k": 2}), "lock 'r': k must be 0 to 1, got 2"),
        ("Lock.__post_init__", lambda: Lock("r", {"k": 0.5}), "must add up to 1, got 0.5"),
        (
            "Lock.__post_init__",
            lambda: Lock("r", {"k": fs.Range("AA"), "b10": 0.5}),
            "must be all numbers or ranges",
        ),
        (
            "Lock._check_ranges",
            lambda: Lock("r", {"k": fs.Range("AA")}, fs.Range("AA")),
            "hands must be left out",
        ),
        ("Lock._check_ranges", lambda: Lock("r", {"k": fs.Range("AA:0.5")}), "add up to 1, got"),
        ("Lock._check_ranges", lambda: Lock("r", {"k": fs.Range("none")}), "must have hands"),
        ("Lock.from_dict", lambda: Lock.from_dict({"x": 1}), "got 'x'"),
        ("Lock.from_dict", lambda: Lock.from_dict({"path": "r"}), "lock must have strategy"),
        (
            "Lock.from_dict",
            lambda: Lock.from_dict({"path": "r", "strategy": 7}),
            "strategy must be a table, got 7",
        ),
        ("locked_node", lambda: locked("r:b7", k=1), "lock: 'r:b7'"),
        ("locked_node", lambda: locked("r:k:k", k=1), "must lead to a decision, got 'r:k:k'"),
        ("locked_node", lambda: locked("r", z=1), "actions must be k, b10, b20, got 'z'"),
        ("locked_node", lambda: locked("r:k:k:nAs", k=1), "As is on the board"),
        (
            "_share",
            lambda: Lock.from_dict({"path": "r", "strategy": {"k": "x"}}),
            "must be a number or a range: ",
        ),
        (
            "_share",
            lambda: Lock.from_dict({"path": "r", "strategy": {"k": True}}),
            "must be a number or a range, got True",
        ),
    ],
    "tree/strategy/scaling.py": [
        ("scale_frequency", lambda: scaled(frequency=1.5), "frequency must be 0 to 1, got 1.5"),
        ("scale_frequency", lambda: scaled(actions=1), "one action has no other frequency"),
        ("scale_frequency", lambda: scaled(weight=0), "positive for at least one hand"),
    ],
    "tree/strategy/tree_strategy.py": [
        ("PlainStrategy.__init__", lambda: plain(1), "ranges must be 2, one per player, got 1"),
        ("check_place", lambda: strategy.check_place(plain(), 4, (0, 4, 8)), "must be a decision"),
        ("check_place", lambda: strategy.check_place(plain(), 0, (0, 0, 8)), "3 different cards"),
        ("check_place", lambda: strategy.check_place(plain(), 0, (1, 4, 8)), "must start with"),
    ],
    "tree/translate/betting_text.py": [
        ("action_text", lambda: translate.action_text(game.ActionKind.ANTE), "an action in turn"),
        ("play_history", lambda: history("f:c"), "action 2 'c': ", ActionError),
        ("play_history", lambda: history("x"), "action 1 'x' of player 1: ", ActionError),
        ("play_history", lambda: history("c/"), "the street ends after", ActionError),
        ("play_history", lambda: history("c", complete=True), "the history ends", ActionError),
        ("play_step", lambda: history("nAs"), "got a deal", ActionError),
        ("_play_word", lambda: history("z"), "b and an amount, a or i", ActionError),
        ("_play_only_bet", lambda: history("b"), "an amount of 4 to 200", ActionError),
    ],
    "tree/translate/follow.py": [
        ("Follower.__init__", lambda: translate.Follower(flop(), chip=0), "0.000001, or None"),
        (
            "Follower.observe",
            lambda: follower("fold", "fold").observe(hand(())),
            "the state must have the",
        ),
        ("Follower._read", lambda: translate.match(whole(), bring_in()), "games with a bring-in"),
    ],
    "tree/translate/mappings.py": [
        (
            "Mapping.share_of_lower",
            lambda: translate.PseudoHarmonic().share_of_lower(1, 2, 1),
            "the lower one first",
        ),
        (
            "Mapping.share_of_lower",
            lambda: translate.PseudoHarmonic().share_of_lower(3, 1, 2),
            "the size must be from 1 to 2, got 3",
        ),
        ("Tolerance.__post_init__", lambda: translate.Tolerance((1, 2)), "one per street"),
        ("mapping_of", lambda: translate.mapping_of("best"), "one of pseudo-harmonic"),
    ],
    "tree/translate/play.py": [
        ("new_hand", lambda: translate.new_hand((9, 9), (0, 0)), "blinds must be above 0"),
    ],
    "tree/translate/matching.py": [
        ("report", lambda: translate.report(follower(trace=False)), "Follower(..., trace=True)"),
        ("report", lambda: translate.report(follower()), "the state of the real hand is missing"),
    ],
    "tree/translate/policy.py": [
        (
            "Limits.__post_init__",
            lambda: translate.Limits(-1, 0, 0, 0),
            "stack must be a share of 0",
        ),
        ("Policy.__post_init__", lambda: translate.Policy(mapping=7), "mapping must be one like"),
        ("Policy.__post_init__", lambda: translate.Policy(limits=()), "limits must be 4"),
        ("Policy.__post_init__", lambda: translate.Policy(poor_share=2), "poor_share must be 0"),
        ("Policy.__post_init__", lambda: translate.Policy(allin_factor=0), "at least 1, got 0"),
        ("Policy.on", lambda: translate.Policy().on(4), "street must be 0 (preflop) to 3"),
        ("Policy.on", lambda: translate.Policy().on(1, x=1), "stack, pot, spr or tolerance"),
    ],
    "tree/translate/real_actions.py": [
        (
            "real_action",
            lambda: translate.real_action(translate.match(whole(), after(hand(), "fold")), "c"),
            "must be a decision of the player",
        ),
        (
            "real_action",
            lambda: translate.real_action(translate.match(whole(), hand(stacks=(100, 100))), "x"),
            "action must be one of",
        ),
        (
            "_at_follower",
            lambda: translate.real_action(follower(), "c"),
            "the state of the real hand is missing",
        ),
        (
            "check_turn",
            lambda: translate.real_action(follower(0), "c", after(hand(), "check_or_call")),
            "observe the state first",
        ),
    ],
    "tree/translate/terms.py": [
        (
            "TreeTerms.__init__",
            lambda: translate.Follower(flop(), unit=0),
            "more than 0 chips, or None",
        ),
        ("_first_street", lambda: translate.match(whole(), stud()), "at most 4 streets, got 5"),
    ],
}
