"""Three phases of an abstracted postflop game, from a first test to all flops.

Each is a menu, a recipe for the hands, and the flops that are dealt, with rough estimates of the
number of nodes as they are often quoted beside exact counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.abstraction import RECIPES, Recipe
from fifthstreet.solvers.game_size.examples import POT, STACK
from fifthstreet.tree import Sizes, TreeRules, tree_size

_FLOPS = 1_755  # up to suits
_TURNS, _RIVERS = 49, 48  # cards that a flop and a turn leave
_RAISES = "100%, a"


@dataclass(frozen=True)
class Phase:
    """An abstracted postflop game: recipe, menu and flops."""

    name: str  # of its recipe
    rules: TreeRules  # of the betting from its first street on
    flops: int  # that are dealt, each with tables of its own
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
    """Return the three phases.

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
    return [
        Phase("phase-1", _rules(2, "50%, 100%, a"), 1, "10 million"),
        Phase("phase-2", _rules(1, "33%, 66%, 100%, a"), 184, "100 million to 1 billion"),
        Phase("phase-3", _rules(1, "33%, 50%, 75%, 112%, 169%, a"), _FLOPS, "10 to 100 billion"),
    ]


def _rules(first_street: int, bets: str) -> TreeRules:
    sizes = Sizes.uniform(bets, raises=_RAISES)
    return TreeRules.even(2, STACK, pot=POT, first_street=first_street, sizes=sizes)
