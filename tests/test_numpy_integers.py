"""NumPy's integers are accepted as seeds and counts, and give the same results as ints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet import NoLimitTexasHoldem, Spot, TreeRules, build_tree, equity, solve, train
from fifthstreet.arena import match_settings, run_match
from fifthstreet.envs import BatchGame, TableBatch
from fifthstreet.errors import InputError
from fifthstreet.game import Automation, GameSession, new_state
from fifthstreet.solvers import Training, load_training, save_training
from fifthstreet.support.seeded_random import SeededRandom
from fifthstreet.support.threads import thread_count
from fifthstreet.support.whole_numbers import whole

GAME = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
Number = Callable[[int], Any]


def state(number: Number) -> object:
    return new_state((200, 150), 1, seed=number(3)).hole_cards


def game_state(number: Number) -> object:
    return GAME((100, 100), number(2), seed=number(3)).hole_cards


def boards(number: Number) -> object:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2, starting_board_count=number(2))
    return game((100, 100), 2, seed=1).board_count


def session(number: Number) -> object:
    return GameSession(GAME, [100, 100], seed=number(4)).begin_hand().hole_cards


def sampled_equity(number: Number) -> object:
    options = {"samples": number(1000), "seed": number(3), "threads": number(1)}
    return equity("AA", "KK", "random", method="sample", **options).players


def match(number: Number) -> object:
    settings = match_settings(
        ["random", "calling_station"],
        hands=number(20),
        seed=number(3),
        seats=number(2),
        session_hands=number(10),
    )
    agents = run_match(settings, workers=number(1)).to_dict()["agents"]
    return settings.session_count, [(each["name"], each["winnings"]) for each in agents]


def full_training(number: Number) -> object:
    return train("kuhn", "cfr+", iterations=number(10)).average().probabilities.tolist()


def sampled_training(number: Number) -> object:
    solver = train("leduc", "external", iterations=number(50), seed=number(3))
    return solver.average().probabilities.tolist()


def saved_training(number: Number, folder: Path) -> object:
    training = Training("kuhn", "external", options={"seed": number(7)})
    solver = training.make_solver()
    solver.iterate(number(5))
    save_training(solver, folder / "kuhn.training", training)
    return load_training(folder / "kuhn.training")[1].average().probabilities.tolist()


def batch(number: Number) -> object:
    tables = TableBatch(
        BatchGame(GAME, (200, 200)),
        number(5),
        seed=number(3),
        history=number(50),
        threads=number(1),
    )
    return tables.observation.hole_cards.tolist()


def solution(number: Number) -> object:
    spot = Spot.of("Td9d6hQc2s", number(200), number(900), oop="66+", ip="QQ-22", bets="60%, a")
    return solve(spot, max_iterations=number(10), threads=number(1)).ev


def tree(number: Number) -> object:
    rules = TreeRules(stacks=(number(100), number(100)), pot=number(50), first_street=number(2))
    return len(build_tree(rules))


def random_numbers(number: Number) -> object:
    return SeededRandom(number(7)).below(1000), thread_count(number(3))


CALLS = (
    state,
    game_state,
    boards,
    session,
    sampled_equity,
    match,
    full_training,
    sampled_training,
    batch,
    solution,
    tree,
    random_numbers,
)


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)
@pytest.mark.parametrize("kind", [np.int64, np.uint32])
def test_seeds_and_counts_may_be_of_numpy(call: Callable[[Number], object], kind: Number) -> None:
    assert repr(call(kind)) == repr(call(int))


def test_seeds_of_numpy_are_saved(tmp_path: Path) -> None:
    assert saved_training(np.int64, tmp_path) == saved_training(int, tmp_path)


def test_other_numbers_are_refused() -> None:
    assert whole("count", True) == 1
    for value in (1.0, "1", None, np.float64(1)):
        with pytest.raises(InputError, match="count must be a whole number of at least 0, got"):
            whole("count", value, minimum=0)
    with pytest.raises(InputError, match=r"seed must be a whole number, got 1\.5"):
        new_state((200, 150), 1, seed=1.5)  # type: ignore[arg-type]
