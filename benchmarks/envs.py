"""Batches of tables against other engines and environments: random no-limit hold'em.

All sides draw a legal action uniformly, and amounts uniformly where they are free; no side folds
where checking is free. RLCard and PettingZoo offer five actions, among them raises by half of the
pot and by the pot. Peers are called as their documentation does, a Python call for each action;
`pokers` can also step a list of states.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks.measure import Figure, at_least, cpu_in_turns, cpu_seconds, faster_than, leave_out
from fifthstreet.arena import match_settings, play_session
from fifthstreet.envs import BatchGame, TableBatch
from fifthstreet.game.variants import NoLimitTexasHoldem

STACK, BLINDS = 200, (1, 2)
TABLES = 1024  # whose records fit into the second-level cache
STEPS = 1000
PEER_HANDS = 3000
PEER_STEPS = 1500
HANDS = 5000  # of a session
REPEATS = 5
pokers: Any = import_module("pokers") if find_spec("pokers") else None  # not for every Python


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured; peers are optional."""
    yield _hands_per_second()
    if pokers:
        for seats in (2, 6):
            yield from _hands(seats)
    else:
        leave_out("pokers", "not installed")
    yield from _steps()
    yield from _sessions()
    if find_spec("gymnasium"):
        yield _decisions()
    else:
        leave_out("Gymnasium", "not installed")


def _batch(seats: int) -> TableBatch:
    game = NoLimitTexasHoldem((), True, 0, BLINDS, BLINDS[1])
    return TableBatch(BatchGame.of(game, seats=seats, stacks=STACK), TABLES, seed=7)


def _play(batch: TableBatch) -> None:
    for _ in range(STEPS):
        batch.step(*batch.random_actions())


def _hands_per_second() -> Figure:
    batch = _batch(2)
    seconds = cpu_seconds(partial(_play, batch), repeats=REPEATS)
    return at_least("random hands, 2 seats", _hands_of_run(batch) / seconds, 1e6, "hands/s")


def _hands_of_run(batch: TableBatch) -> float:
    """Return the mean number of hands in a run; the first of them was not measured."""
    return float(batch.hands.sum()) / (1 + REPEATS)


def _hands(seats: int) -> Iterator[Figure]:
    """Compare hands and steps: with six seats, `pokers` takes more steps for a hand."""
    batch = _batch(seats)
    works: list[Callable[[], object]] = [
        partial(_play, batch),
        partial(_play_pokers, seats),
        partial(_play_pokers_in_lists, seats),
    ]
    with _silence():
        peer_steps = _play_pokers(seats)
        ours, *theirs = cpu_in_turns(works, repeats=REPEATS)
    for name, count, peer_count in (
        ("hands", _hands_of_run(batch), PEER_HANDS),
        ("steps", STEPS * TABLES, peer_steps),
    ):
        us, peer_us = ours / count * 1e6, min(theirs) / peer_count * 1e6
        yield faster_than(f"random {name}, {seats} seats", us, "pokers", peer_us, "us", 20)


def _deal_pokers(seats: int, seed: int) -> Any:
    small, big = BLINDS
    return pokers.State.from_seed(seats, seed % seats, small, big, STACK, seed)


def _pokers_action(state: Any, chooser: random.Random) -> Any:
    """Draw an action, with as few calls as possible; a raise is by an amount, on top of the call.

    All three kinds are always listed: folding, checking or calling, and raising.
    """
    _, call, _ = kinds = state.legal_actions
    first = 1 if call == pokers.ActionEnum.Check else 0
    kind = first + int(chooser.random() * (3 - first))
    if kind < 2:
        return pokers.Action(kinds[kind])
    player = state.players_state[state.current_player]
    most = int(player.stake - (state.min_bet - player.bet_chips))
    if most <= 0:
        return pokers.Action(call)
    least = min(BLINDS[1], most)
    return pokers.Action(kinds[kind], least + int(chooser.random() * (most - least + 1)))


@contextmanager
def _silence() -> Iterator[None]:
    """Discard what native code prints: `pokers` prints every showdown."""
    shown, nothing = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    try:
        yield
    finally:
        os.dup2(shown, 1)
        os.close(nothing)
        os.close(shown)


def _play_pokers(seats: int) -> int:
    """Play hands; return the number of steps."""
    chooser = random.Random(7)
    steps = 0
    for seed in range(PEER_HANDS):
        state = _deal_pokers(seats, seed)
        while not state.final_state:
            state = state.apply_action(_pokers_action(state, chooser))
            steps += 1
    return steps


def _play_pokers_in_lists(seats: int) -> None:
    chooser = random.Random(7)
    states = [_deal_pokers(seats, seed) for seed in range(PEER_HANDS)]
    while states:
        actions = [_pokers_action(state, chooser) for state in states]
        states = pokers.parallel_apply_action(states, actions)
        states = [state for state in states if not state.final_state]


def _steps() -> Iterator[Figure]:
    """Compare steps with environments for learning, which are optional."""
    peers: dict[str, tuple[str, Callable[[], None]]] = {
        "RLCard": ("rlcard", _step_rlcard),
        "PettingZoo": ("pettingzoo.classic.texas_holdem_no_limit_v6", _step_pettingzoo),
    }
    for name, (module, step) in peers.items():
        try:
            for each in ("rlcard", module):
                import_module(each)
        except ImportError as error:  # PettingZoo's needs pygame, too
            leave_out(name, error)
            continue
        ours, theirs = cpu_in_turns([partial(_play, _batch(2)), step], repeats=REPEATS)
        us = ours / (STEPS * TABLES) * 1e6
        yield faster_than("random steps, 2 seats", us, name, theirs / PEER_STEPS * 1e6, "us", 100)


def _sessions() -> Iterator[Figure]:
    """Compare sessions of the arena on a batch with the same hand by hand."""
    for seats in (2, 6):
        settings = match_settings(["random"] * seats, hands=HANDS, session_hands=HANDS)
        together = partial(play_session, settings, 0)
        ours, theirs = cpu_in_turns(
            [together, partial(together, keep=lambda hand: None)], repeats=3
        )
        hands = play_session(settings, 0).hands
        name = f"arena, random, {seats} seats"
        yield faster_than(name, ours / hands * 1e6, "hand by hand", theirs / hands * 1e6, "us", 3)


def _decisions() -> Figure:
    """Compare a player's decisions at many tables of Gymnasium with those at one."""
    from fifthstreet.interop.gymnasium import PokerEnv, PokerVectorEnv

    draws = np.random.default_rng(7)
    single, vector = PokerEnv(), PokerVectorEnv(TABLES)
    seen = [single.reset(seed=7)[0], vector.reset(seed=7)[0]]

    def decide_once() -> None:
        for _ in range(PEER_STEPS):
            seen[0], _, is_over, _, _ = single.step(
                draws.choice(seen[0]["action_mask"].nonzero()[0])
            )
            if is_over:
                seen[0] = single.reset()[0]

    def decide_everywhere() -> None:
        for _ in range(STEPS // 10):
            mask = seen[1]["action_mask"]
            seen[1] = vector.step((draws.random(mask.shape) * mask).argmax(axis=1))[0]

    ours, theirs = cpu_in_turns([decide_everywhere, decide_once], repeats=3)
    us, single_us = ours / (STEPS // 10 * TABLES) * 1e6, theirs / PEER_STEPS * 1e6
    return faster_than("Gymnasium, a decision of 1,024", us, "of one", single_us, "us", 10)


def _step_rlcard() -> None:
    import rlcard

    chooser = random.Random(7)
    environment = rlcard.make("no-limit-holdem", config={"seed": 7})
    state, _ = environment.reset()
    for _ in range(PEER_STEPS):
        actions = list(state["legal_actions"])
        state, _ = environment.step(actions[int(chooser.random() * len(actions))])
        if environment.is_over():
            environment.get_payoffs()
            state, _ = environment.reset()


def _step_pettingzoo() -> None:
    from pettingzoo.classic import texas_holdem_no_limit_v6

    chooser = random.Random(7)
    environment = texas_holdem_no_limit_v6.raw_env()
    environment.reset(seed=7)
    for _ in range(PEER_STEPS):
        seen, _, is_over, is_cut, _ = environment.last()
        if is_over or is_cut:
            environment.reset()
            seen = environment.last()[0]
        actions = seen["action_mask"].nonzero()[0]
        environment.step(int(actions[int(chooser.random() * len(actions))]))
