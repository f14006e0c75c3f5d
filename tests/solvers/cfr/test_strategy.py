import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.flattening import flatten
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.games import Kuhn

TREE = flatten(Kuhn())
ACTIONS = int(TREE.first_action[-1])


def test_lookup_by_key() -> None:
    weights = np.arange(ACTIONS, dtype=float)
    strategy = Strategy.from_weights(TREE, weights)
    info = TREE.keys.index("K|kb")
    first = TREE.first_action[info]
    total = weights[first] + weights[first + 1]
    assert strategy["K|kb"] == {"f": weights[first] / total, "c": weights[first + 1] / total}
    assert list(strategy) == list(TREE.keys)
    assert len(strategy) == 12
    with pytest.raises(KeyError):
        strategy["A|"]


def test_dict_round_trip() -> None:
    strategy = Strategy.from_weights(TREE, np.random.default_rng(1).random(ACTIONS))
    restored = Strategy.from_dict(TREE, strategy.to_dict())
    assert (restored.probabilities == strategy.probabilities).all()
    assert restored == strategy
    assert restored != Strategy.uniform(TREE)


def test_missing_actions_have_probability_0() -> None:
    table = Strategy.uniform(TREE).to_dict() | {"J|": {"b": 1.0}}
    assert Strategy.from_dict(TREE, table)["J|"] == {"k": 0.0, "b": 1.0}


def test_table() -> None:
    lines = Strategy.uniform(TREE).table(digits=2).splitlines()
    assert len(lines) == 12
    assert lines[0] == "J|    k 0.50  b 0.50"
    assert "K|kb  f 0.50  c 0.50" in lines


def test_probabilities_are_copied_and_read_only() -> None:
    probabilities = np.full(ACTIONS, 0.5)
    strategy = Strategy(TREE, probabilities)
    probabilities[0] = 9
    assert strategy.probabilities[0] == 0.5
    with pytest.raises(ValueError, match="read-only"):
        strategy.probabilities[0] = 1


def test_bad_input_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"must be one for each of 24 actions of Kuhn poker: .*, got shape \(3,\)"
    ):
        Strategy(TREE, np.zeros(3))
    for pair in ((0.5, 0.4), (1.5, -0.5), (np.nan, 1)):
        with pytest.raises(
            ValueError, match=r"must be non-negative and add up to 1, got .* at 'J\|'"
        ):
            Strategy(TREE, np.r_[pair, np.full(ACTIONS - 2, 0.5)])
    table = Strategy.uniform(TREE).to_dict()
    with pytest.raises(InputError, match="has no information set '9'"):
        Strategy.from_dict(TREE, table | {"9": {"k": 1.0}})
    with pytest.raises(InputError, match=r"action at 'J\|' must be one of .*, got 'x'"):
        Strategy.from_dict(TREE, table | {"J|": {"x": 1.0}})
    del table["J|"]
    with pytest.raises(InputError, match=r"must have probabilities at 'J\|', got none"):
        Strategy.from_dict(TREE, table)
