"""Policies of any kind as strategies, and their exploitability."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers import (
    PolicyObservation,
    named_game,
    policy_exploitability,
    strategy_of_policy,
    train,
)
from fifthstreet.solvers.cfr import Strategy, TreeTooLargeError, exploitability, flatten


def uniform(observation: PolicyObservation) -> list[float]:
    return [1 / len(observation.actions)] * len(observation.actions)


@pytest.mark.parametrize("name", ["kuhn", "kuhn3", "leduc"])
def test_a_policy_is_as_exploitable_as_its_strategy(name: str) -> None:
    tree = flatten(named_game(name))
    expected = exploitability(tree, Strategy.uniform(tree))
    assert policy_exploitability(name, uniform) == expected
    assert policy_exploitability(named_game(name), uniform) == expected
    assert policy_exploitability(tree, uniform) == expected


def test_uniform_play_of_kuhn_poker_has_its_known_exploitability() -> None:
    assert policy_exploitability("kuhn", uniform).nash_conv == pytest.approx(11 / 12)


def test_a_solved_strategy_is_a_policy() -> None:
    solver = train("leduc", "cfr+", iterations=200)
    strategy = solver.average()
    known = solver.exploitability().chips
    by_name = policy_exploitability("leduc", lambda seen: strategy[seen.information_set])
    assert by_name.chips == pytest.approx(known, abs=1e-12)
    rows = np.split(strategy.probabilities, strategy.tree.first_action[1:-1])
    by_number = policy_exploitability("leduc", lambda seen: rows[seen.number])
    assert by_number.chips == pytest.approx(known, abs=1e-12)


def test_a_policy_is_called_once_for_each_information_set() -> None:
    calls = []

    def policy(observation: PolicyObservation) -> Any:
        calls.append(observation)
        return np.full(len(observation.actions), 1 / len(observation.actions), np.float32)

    strategy = strategy_of_policy("leduc", policy)
    assert [seen.information_set for seen in calls] == [*strategy]
    assert [seen.number for seen in calls] == [*range(936)]
    assert {seen.player for seen in calls} == {0, 1}
    for seen in calls:
        assert tuple(strategy[seen.information_set]) == seen.actions


def test_observations_of_a_network() -> None:
    def observe(state: Any) -> dict[str, Any]:
        cards, moves = state
        return {"card": np.eye(3)[cards[len(moves) % 2]], "moves": [ord(move) for move in moves]}

    seen = []

    def network(inputs: dict[str, Any]) -> Any:
        seen.append(inputs)
        weights = np.array([0.2, 0.5, 0.8]) @ inputs["card"]
        return [1 - weights, weights]

    strategy = strategy_of_policy("kuhn", network, observe=observe)
    assert len(seen) == 12
    assert strategy["J|"] == {"k": 0.8, "b": 0.2}
    assert strategy["K|kb"] == pytest.approx({"f": 0.2, "c": 0.8})
    known = exploitability(strategy.tree, strategy)
    assert policy_exploitability("kuhn", network, observe=observe) == known


def test_observations_that_show_hidden_cards_are_refused() -> None:
    with pytest.raises(InputError, match=r"^observe must return the same for all states of the "):
        policy_exploitability("kuhn", lambda _: [0.5, 0.5], observe=lambda state: state[0])


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([0.5, 0.6], r"non-negative and add up to 1, got \[0.5, 0.6\] at 'J\|'"),
        ([1.5, -0.5], "non-negative"),
        ([float("nan"), 1.0], "non-negative"),
        ([1.0], r"must return 2 probabilities at 'J\|', of k, b, got shape \(1,\)"),
        (1.0, "got shape"),
        ({"call": 1.0}, r"probabilities of k, b at 'J\|', got 'call'"),
    ],
)
def test_answers_that_are_no_probabilities(answer: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        policy_exploitability("kuhn", lambda _: answer)


def test_rounded_answers_are_normalised() -> None:
    third = np.float16(1 / 3)
    strategy = strategy_of_policy("kuhn", lambda seen: np.array([third, 2 * third]))
    assert strategy["K|b"]["f"] == pytest.approx(1 / 3, abs=1e-9)


def test_games_that_are_too_large() -> None:
    with pytest.raises(TreeTooLargeError):
        policy_exploitability(named_game("rhode-island"), uniform)
