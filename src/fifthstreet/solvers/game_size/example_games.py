"""Rough estimates of spots and abstractions, beside their exact counts.

A rough estimate multiplies ranges, about 15 betting lines on the flop and turn, 10 on the river,
and 45 and 44 cards. The products are shown next to the figures that are often quoted, which differ
by factors of up to 600.

There are also three phases of an abstracted postflop game, from a first test to all flops. Each is
a menu, a recipe for the hands, and the flops that are dealt.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from fifthstreet.abstraction import RECIPES, Recipe
from fifthstreet.solvers.blueprint import PHASES
from fifthstreet.solvers.game_size.size import GameSize, Reductions, game_size
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Sizes, TreeRules, tree_size

# Ranges of 50, 200 and 500 combos, of which the flop leaves 46, 188 and 464.
_FLOP = "Ts7d2c"
_RANGES = {
    "small ranges": ("TT+,ATs+,KQs", 50, "100 billion"),
    "medium ranges": ("15%", 200, "10+ trillion"),
    "large ranges": ("38%", 500, "100+ trillion"),
}
_LINES, _RIVER_LINES = 15, 10
_CARDS = (45, 44)  # turn and river cards left after the board and two hands
POT, STACK = 100, 1_000
BETS, RAISES = "50%, 100%, a", "100%, a"  # check, half pot, pot, raise by the pot, all-in

_FLOPS, _BUCKETS = 500, 50
_TURNS, _RIVERS = 49, 48  # cards left after a flop and after a turn
_MENU_SIZES, _HYBRID_SIZES = 5, "33%, 50%, 75%, 100%, 150%"


@dataclass(frozen=True)
class Example:
    """A rough estimate of the number of nodes, and the exact count."""

    name: str
    combos: int | None  # of each range, possible on the flop
    quoted: str  # the estimate as people quote it
    product: int  # the estimate as it is calculated
    nodes: int  # the exact count
    size: GameSize | None = None  # of a spot
    merged: GameSize | None = None  # the same up to suits


def example_spot(ranges: str) -> Spot:
    """Return the spot of the examples, with the same range for both players.

    The menu is: check, bet half the pot, the pot or all-in; raise by the pot or all-in, with no
    limit on raises. The pot is 100 and the stack 1,000; stacks from 851 to 1,150 have the same
    betting tree.

    Args:
        ranges: The range as text, like `15%`.
    """
    return Spot.of(_FLOP, POT, STACK, oop=ranges, ip=ranges, bets=BETS, raises=RAISES)


def examples() -> list[Example]:
    """Return the spots with small, medium and large ranges, and a game with buckets.

    >>> for example in examples():
    ...     print(f"{example.name}: {example.product:.1e}, exactly {example.nodes:.1e}")
    small ranges: 1.1e+10, exactly 4.8e+09
    medium ranges: 1.8e+11, exactly 8.5e+10
    large ranges: 1.1e+12, exactly 5.4e+11
    500 flops, 50 buckets: 6.2e+10, exactly 2.2e+14
    """
    rows = []
    for name, (ranges, combos, quoted) in _RANGES.items():
        spot = example_spot(ranges)
        size = game_size(spot)
        rows.append(
            Example(
                name=name,
                combos=len(spot.live_ranges[0]),
                quoted=quoted,
                product=combos**2 * _LINES * _LINES * _RIVER_LINES * prod(_CARDS),
                nodes=size.nodes,
                size=size,
                merged=game_size(spot, Reductions(isomorphism=True)),
            )
        )
    return [*rows, _bucketed_example()]


def _bucketed_example() -> Example:
    """Return the game of 500 classes of flops, 50 buckets for each player and 5 bet sizes.

    Turn and river cards are dealt one by one, as in the estimate.
    """
    sizes = Sizes.uniform(_HYBRID_SIZES, raises=_HYBRID_SIZES)
    tree = tree_size(TreeRules.even(2, STACK, pot=POT, sizes=sizes))
    _, flop, turn, river = tree.nodes.sum(axis=0).tolist()
    turns, rivers = _CARDS
    return Example(
        name=f"{_FLOPS} flops, {_BUCKETS} buckets",
        combos=None,
        quoted="100 million",
        product=_FLOPS * _BUCKETS**2 * _MENU_SIZES**2 * prod(_CARDS),
        nodes=_FLOPS * _BUCKETS**2 * (flop + turns * turn + turns * rivers * river),
    )


@dataclass(frozen=True)
class Phase:
    """An abstracted postflop game: recipe, menu and flops."""

    name: str  # of its recipe
    rules: TreeRules  # of the betting from its first street on
    flops: int  # dealt, each with its own tables
    quoted: str  # nodes as people quote them

    @property
    def recipe(self) -> Recipe:
        """How the hands of each street are divided."""
        return RECIPES[self.name]

    @property
    def buckets(self) -> int:
        """Number of buckets on the river."""
        assert self.recipe.river is not None
        return self.recipe.river.buckets

    @property
    def nodes(self) -> int:
        """Number of histories: flops, cards dealt, betting, and a bucket for each player."""
        _, flop, turn, river = tree_size(self.rules).nodes.sum(axis=0).tolist()
        boards = flop + _TURNS * (turn + _RIVERS * river)  # times the betting on each
        return int(self.flops * self.buckets**2 * boards)

    @property
    def information_sets(self) -> int:
        """Rows of the tables, if a street's boards share them: one for each decision and bucket."""
        return self.buckets * int(tree_size(self.rules).action_nodes.sum())


def phases() -> list[Phase]:
    """Return the three phases; `train --preset` runs them.

    - `phase-1`: one flop, of which turn and river are solved; weak, medium and strong hands; three
      bet sizes.
    - `phase-2`: a subset of 184 flops, 50 buckets of EHS, four bet sizes.
    - `phase-3`: all flops up to suits, 200 potential-aware buckets, six bet sizes in a geometric
      progression; for tables on disk.

    >>> for phase in phases():
    ...     print(phase.name, f"{phase.nodes:.1e} nodes, {phase.information_sets:,} rows")
    phase-1 8.5e+06 nodes, 504 rows
    phase-2 4.7e+12 nodes, 95,400 rows
    phase-3 1.6e+15 nodes, 832,800 rows
    """
    quoted = ("10 million", "100 million to 1 billion", "10 to 100 billion")
    return [
        Phase(name, options.game().tree.rules, options.flops, text)
        for (name, options), text in zip(PHASES.items(), quoted, strict=True)
    ]
