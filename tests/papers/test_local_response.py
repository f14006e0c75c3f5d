"""Local best responses with the settings of Moravcik et al. (2017), "DeepStack", supplement.

A player who always folds loses 250 mbb/hand to a responder who only folds and calls, and 750 to one
who calls up to the turn and then also bets: both without any error.
"""

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.solvers.blueprint import local_best_response
from fifthstreet.tree import Move, Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import HoleArray
from fifthstreet.tree.strategy.fixed import FixedStrategy


class FoldingStrategy(FixedStrategy):
    """A strategy that folds to every bet and checks otherwise."""

    def _shares(self, node: int) -> HoleArray:
        moves = [int(self._tree.move[child]) for child in self._tree.children(node)]
        chosen = Move.FOLD if Move.FOLD in moves else Move.CHECK
        return np.array([float(move == chosen) for move in moves])


@pytest.mark.parametrize(("menu", "mbb"), [("calls", 250), ("late bets", 750)])
@pytest.mark.parametrize("luck_adjusted", [False, True])
def test_always_folding(menu: str, mbb: float, luck_adjusted: bool) -> None:
    sizes = Sizes.uniform("100%, a", raises="100%, a")
    rules = TreeRules.even(2, 20_000, blinds=(50, 100), first_street=0, sizes=sizes, max_raises=2)
    strategy = FoldingStrategy(build_tree(rules), [Range.full(), Range.full()])
    found = local_best_response(strategy, deals=3, menu=menu, luck_adjusted=luck_adjusted)
    assert found.mbb == pytest.approx(mbb, abs=1e-3)
    assert found.mbb_error == pytest.approx(0, abs=1e-3)
