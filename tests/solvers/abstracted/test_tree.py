"""Trees in which information sets are merged: the same game without merging, and mapped back."""

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.abstracted import AbstractedTree
from fifthstreet.solvers.cfr import FullSolver, GameTree, Strategy, exploitability, flatten
from fifthstreet.solvers.games import Kuhn, leduc

KUHN = flatten(Kuhn())
LEDUC = flatten(leduc())


def without_suits(tree: GameTree) -> list[str]:
    return [key.replace("s", "").replace("h", "") for key in tree.keys]


def test_with_a_key_for_each_information_set_it_is_the_same_game() -> None:
    game = AbstractedTree.of(LEDUC, LEDUC.keys)
    full, merged = FullSolver(LEDUC), FullSolver(game.tree)
    full.iterate(50)
    merged.iterate(50)
    np.testing.assert_array_equal(merged.regrets, full.regrets)
    assert game.full_strategy(merged.average()) == full.average()
    assert game.exploitability(merged.average()) == full.exploitability()


def test_leduc_without_suits_has_the_same_equilibrium() -> None:
    """Suits mean nothing in Leduc, not even whether two cards have the same one."""
    game = AbstractedTree.of(LEDUC, without_suits(LEDUC))
    assert (len(game.tree.keys), len(LEDUC.keys)) == (288, 936)
    solver = FullSolver(game.tree)
    solver.iterate(1_000)
    known = game.exploitability(solver.average())
    assert known.values is not None
    assert known.values[0] == pytest.approx(-0.0856, abs=0.005)  # Southey et al. 2005
    # Against players who ignore suits, suits gain nothing: the best response is the same.
    assert known.chips == pytest.approx(solver.exploitability().chips, abs=1e-12)


def test_strategies_are_mapped_back_by_key() -> None:
    keys = without_suits(LEDUC)
    game = AbstractedTree.of(LEDUC, keys)
    weights = np.random.default_rng(1).uniform(size=int(game.tree.first_action[-1]))
    strategy = Strategy.from_weights(game.tree, weights)
    by_key = {full: strategy[key] for full, key in zip(LEDUC.keys, keys, strict=True)}
    expected = Strategy.from_dict(LEDUC, by_key)
    assert game.full_strategy(strategy) == expected
    assert game.exploitability(strategy) == exploitability(LEDUC, expected)


def test_players_who_cannot_tell_cards_apart_lose() -> None:
    game = AbstractedTree.of(KUHN, [key.replace("Q", "J") for key in KUHN.keys])
    solver = FullSolver(game.tree)
    solver.iterate(2_000)
    assert solver.exploitability().chips < 0.001  # in the smaller game
    assert 0.2 < game.exploitability(solver.average()).chips < 0.3


def test_the_original_is_unchanged() -> None:
    rows = LEDUC.row.copy()
    game = AbstractedTree.of(LEDUC, without_suits(LEDUC))
    np.testing.assert_array_equal(LEDUC.row, rows)
    assert game.tree.name != LEDUC.name
    assert repr(game).endswith("288 of 936 information sets>")


def test_wrong_keys() -> None:
    with pytest.raises(InputError, match="one entry for each of the 12 information sets, got 3"):
        AbstractedTree.of(KUHN, ["a", "b", "c"])
    with pytest.raises(InputError, match="must have the same player and actions"):
        AbstractedTree.of(KUHN, ["same"] * len(KUHN.keys))
    forgetful = ["after a bet" if key.endswith("|kb") else key for key in KUHN.keys]
    with pytest.raises(InputError, match="must have perfect recall"):
        AbstractedTree.of(KUHN, forgetful)


def test_strategies_of_other_games_are_refused() -> None:
    game = AbstractedTree.of(KUHN, KUHN.keys)
    with pytest.raises(InputError, match=r"strategy must be for Kuhn .*, got one for Leduc"):
        game.full_strategy(Strategy.uniform(LEDUC))
