"""Games small enough for oracles, and the tables in a solver's state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import Range, parse_cards
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.postflop import Spot
from fifthstreet.support.options import declared_options
from fifthstreet.tree import NO_RAKE, BettingTree, Rake, Sizes, TreeRules, build_tree
from tests.oracles.deals import NaiveDeals

NODE_SHIFT = 41  # position of the node in a row's key, in bits


def board_of(text: str) -> tuple[int, ...]:
    return tuple(int(card) for card in parse_cards(text))


def blueprint_solver(
    tree: BettingTree, ranges: Sequence[Range | str], **arguments: Any
) -> BlueprintSolver:
    """Return a solver; arguments are its own and the fields of its options."""
    names = declared_options(BlueprintOptions).keys() & arguments.keys()
    options = BlueprintOptions(**{name: arguments.pop(name) for name in names})
    return BlueprintSolver(tree, ranges, options, **arguments)


@dataclass(frozen=True)
class SmallGame:
    """What a solver and its oracle are made from."""

    tree: BettingTree
    ranges: tuple[Range, ...]
    board: tuple[int, ...] = ()
    rake: Rake = NO_RAKE

    @classmethod
    def of(cls, rules: TreeRules, *ranges: str, board: str = "", rake: Rake = NO_RAKE) -> SmallGame:
        return cls(build_tree(rules), tuple(map(Range.parse, ranges)), board_of(board), rake)

    @classmethod
    def of_spot(cls, spot: Spot) -> SmallGame:
        return cls(spot.tree, spot.ranges, spot.board, spot.rake)

    def solver(self, **options: Any) -> BlueprintSolver:
        arguments: dict[str, Any] = {"board": self.board, "rake": self.rake} | options
        return blueprint_solver(self.tree, self.ranges, **arguments)

    def naive(self, **options: Any) -> NaiveDeals:
        arguments: dict[str, Any] = {"board": self.board, "rake": self.rake} | options
        return NaiveDeals(self.tree, self.ranges, **arguments)


# Two players after the flop.

RIVER_SPOT = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs:0.5,T9s", ip="QQ,AJs:0.25,99", bets="50%")
RAKED_SPOT = Spot.of(
    "QsJh2h7c4d",
    10,
    30,
    oop="AA,KQs:0.5,T9s",
    ip="QQ,AJs:0.25,99",
    bets="50%, a",
    chip=0.5,
    rake=Rake(0.05, 1.5),
)
TURN_SPOT = Spot.of(
    "AsTs4h7h", 20, 60, oop="AJs,KQs:0.5,88", ip="TT,KJs,QJs:0.75", bets="60%, a", raises="a"
)
FLOP_SPOT = Spot.of("Js7s2s", 10, 30, oop="KK,T9s:0.5", ip="QQ:0.75,A8s", bets="100%", raises="a")

# A river with more hands and bets, for tests of convergence.
WIDE_RIVER_SPOT = Spot.of(
    "QsJh2h7c4d",
    100,
    200,
    oop="AA,KQs,QJs,T9s,88,A5s,KJo",
    ip="QQ,AJs,KTs,99,JTs,AQo,98s",
    bets="50%, 100%",
    raises="100%",
    max_raises=3,
)

RIVER = SmallGame.of_spot(RIVER_SPOT)
RAKED = SmallGame.of_spot(RAKED_SPOT)
TURN = SmallGame.of_spot(TURN_SPOT)
FLOP = SmallGame.of_spot(FLOP_SPOT)
WIDE_RIVER = SmallGame.of_spot(WIDE_RIVER_SPOT)

# Preflop, and more than two players.

ALL_IN = Sizes.uniform("a", raises="a")
POT = Sizes.uniform("100%", raises="100%, a")

THREE_PREFLOP = SmallGame.of(
    TreeRules.even(3, 12, blinds=(1, 2), first_street=0, last_street=0, sizes=POT),
    "AA,KQs:0.5,T9s",
    "QQ,AJs:0.25,99",
    "KK,A5s:0.5,88",
)
THREE_TO_THE_FLOP = SmallGame.of(
    TreeRules(
        stacks=(6, 25, 12), blinds=(1, 2), first_street=0, last_street=1, sizes=POT, max_raises=1
    ),
    "AA,KQs:0.5",
    "QQ,AJs:0.25",
    "KK,A5s:0.5",
)
FOUR_ON_A_TURN = SmallGame.of(
    TreeRules(stacks=(9, 30, 15, 22), pot=8, first_street=2, sizes=ALL_IN, max_raises=2),
    "AA,KQs:0.5",
    "TT,AJs:0.25",
    "KK,A5s",
    "QQ,98s:0.75",
    board="AsTs4h7h",
)
HEADS_UP_TO_THE_RIVER = SmallGame.of(
    TreeRules.even(2, 8, blinds=(1, 2), first_street=0, sizes=POT, max_raises=1),
    "AA,KQs:0.5,T9s",
    "QQ,AJs:0.25,99",
)
ANTES = SmallGame.of(
    TreeRules(
        stacks=(7, 15, 11),
        blinds=(1, 2),
        antes=(1, 1, 1),
        first_street=0,
        last_street=0,
        sizes=POT,
    ),
    "AA,KQs:0.5",
    "QQ,AJs:0.25",
    "KK,A5s:0.5",
)
BIG_BLIND_ANTE = SmallGame.of(
    TreeRules(
        stacks=(7, 15, 11),
        blinds=(1, 2),
        antes=(0, 3),
        first_street=0,
        last_street=0,
        sizes=POT,
    ),
    "AA,KQs:0.5",
    "QQ,AJs:0.25",
    "KK,A5s:0.5",
)
THREE_RAKED = SmallGame.of(
    TreeRules(
        stacks=(8, 20, 14),
        blinds=(0.5, 1),
        first_street=0,
        last_street=0,
        sizes=POT,
        chip=0.5,
        max_raises=2,
    ),
    "AA,KQs:0.5",
    "QQ,AJs:0.25",
    "KK,A5s:0.5",
    rake=Rake(0.05, 0.8),
)
SIX_PREFLOP = SmallGame.of(
    TreeRules.even(6, 20, blinds=(1, 2), first_street=0, last_street=0, sizes=ALL_IN, max_raises=1),
    *["99+,AJs+:0.5,KQs,T9s"] * 6,
)


def table(solver: BlueprintSolver) -> dict[int, NDArray[np.float32]]:
    """Regrets and averages by key, [2, A], from the rows of a solver's state."""
    words = solver.state()["rows"]
    actions = solver.tree.n_children
    rows, at = {}, 0
    while at < len(words):
        key = int(words[at])
        count = int(actions[key >> NODE_SHIFT])
        rows[key] = words[at + 1 : at + 1 + count].view(np.float32).reshape(2, count)
        at += 1 + count
    return rows
