"""Environments for learning: Gymnasium, also on a batch of tables, and PettingZoo."""

import copy
import importlib
import pickle
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from fifthstreet.agents import HoldemAgent
from fifthstreet.envs import BatchAction
from fifthstreet.errors import InputError
from fifthstreet.game.seat_views import PublicHand, seat_view
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.interop import pettingzoo as tables
from fifthstreet.interop.gymnasium import ENV_ID, PokerEnv, PokerVectorEnv
from fifthstreet.interop.menu import ActionMenu, BetRange
from fifthstreet.support.seeded_random import SeededRandom
from tests.thoroughness import examples, slow

GAMES: list[dict[str, Any]] = [
    {"game": "nlhe"},
    {"game": "kuhn"},
    {"game": "stud", "seats": 3},
    {"game": "27td", "seats": 4},
]
MORE_GAMES: list[dict[str, Any]] = [
    {"game": "nlhe", "seats": 10, "stack": 37, "stakes": {"ante": 1}},
    {"game": "leduc"},
    {"game": "plo8", "seats": 6},
    {"game": "badugi", "seats": 5},
    {"game": "flhe", "seats": 3},
]


def named(options: dict[str, Any]) -> str:
    return " ".join(map(str, options.values()))


@pytest.mark.parametrize("options", [*GAMES, *slow(*MORE_GAMES)], ids=named)
def test_gymnasiums_checker_has_no_complaint(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(PokerEnv(**options), skip_render_check=True)


def trajectory(env: Any, hands: int, seed: int) -> list[Any]:
    """Return everything that an environment says while legal actions are played at random."""
    rng = np.random.default_rng(seed)
    said: list[Any] = []
    for hand in range(hands):
        observation, info = env.reset(seed=seed if not hand else None)
        said.append((observation, info))
        is_over = False
        while not is_over:
            assert env.observation_space.contains(observation)
            legal = np.flatnonzero(observation["action_mask"])
            observation, reward, is_over, _, info = env.step(int(rng.choice(legal)))
            said.append((observation, reward, is_over, info))
    return said


@pytest.mark.parametrize("options", [*GAMES, *slow(*MORE_GAMES)], ids=named)
def test_a_seed_gives_the_same_hands(options: dict[str, Any]) -> None:
    env = PokerEnv(is_strict=True, **options)
    first = trajectory(env, 5, 7)
    assert data_equivalence(first, trajectory(env, 5, 7), exact=True)
    assert not data_equivalence(first, trajectory(env, 5, 8), exact=True)


def test_rewards_are_in_big_blinds() -> None:
    env = PokerEnv("nlhe", opponents="calling_station", stack=300, stakes={"big_blind": 3}, seat=1)
    env.reset(seed=1)
    assert env.step(0)[1:3] == (-1 / 3, True)  # folds the small blind
    env.reset()
    assert env.step(5)[1] in (-100, 0, 100)
    with pytest.raises(InputError, match="the hand is over"):
        env.step(1)


def test_seats_and_hands_without_a_decision() -> None:
    env = PokerEnv("nlhe", opponents=lambda view: view.check_or_fold())
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        assert observation["position"][0] == 1  # in the big blind, nothing is left to decide
        assert info["skipped_reward"] == info["skipped_hands"] / 2
    with pytest.raises(InputError, match="1,000 hands ended before"):
        PokerEnv("nlhe", opponents=lambda view: view.check_or_fold(), seat=0).reset(seed=1)


def test_illegal_actions() -> None:
    env = PokerEnv("nlhe", opponents="calling_station", seat=0, stack=4)
    observation, _ = env.reset(seed=1)  # in the big blind, after a call
    assert observation["action_mask"].tolist() == [0, 1, 1, 0, 0, 0]
    for number, reward in ((0, None), (3, True), (5, True)):
        env.reset(seed=1)
        _, _, is_over, _, _ = env.step(number)
        assert is_over == bool(reward)  # a fold becomes a check, and all raises are all-in
    strict = PokerEnv("nlhe", opponents="calling_station", seat=0, stack=4, is_strict=True)
    strict.reset(seed=1)
    with pytest.raises(InputError, match=r"action must be one of 1 \(check or call\), 2 .*, got 3"):
        strict.step(3)
    env.reset(seed=1)
    with pytest.raises(InputError, match=r"action must be one of .*, got 6"):
        env.step(6)


def test_environments_are_registered() -> None:
    env = gymnasium.make(ENV_ID, game="leduc", opponents="random", render_mode="ansi")
    env.reset(seed=1)
    assert "SeatView of seat" in str(env.render())
    envs = gymnasium.make_vec(ENV_ID, num_envs=3, vectorization_mode="vector_entry_point")
    assert isinstance(envs.unwrapped, PokerVectorEnv)
    assert envs.reset(seed=1)[0]["board"].shape == (3, 5)


@given(
    bets=st.lists(st.integers(0, 500), min_size=4, max_size=4),
    pots=st.sets(st.sampled_from((0.25, 1 / 3, 0.5, 0.75, 1.0, 2.0))),
)
@settings(max_examples=examples(200))
def test_sizes_of_many_tables_are_those_of_one(bets: list[int], pots: set[float]) -> None:
    to_match, pot, smallest, more = bets
    menu = ActionMenu(tuple(sorted(pots)))
    limits = BetRange(to_match, to_match + pot, to_match + smallest, to_match + smallest + more)
    amounts, mask = menu.raise_rows(*(np.array([each], np.int64) for each in limits))
    expected = menu.raises(limits)
    assert [int(a) if m else None for a, m in zip(amounts[0], mask[0], strict=True)] == expected


def engine_observation(envs: PokerVectorEnv, row: int) -> Any:
    """Return what the player at a table sees, from the rules engine."""
    batch, table = envs._rows.batch, envs.table
    state = table.poker(table.stacks, table.seats, deck_order=batch.deck_order(row))
    history = batch.observation.history
    for place in range(int(history.count[row])):
        kind = history.kind[row, place]
        if kind == BatchAction.FOLD:
            state.fold()
        elif kind == BatchAction.CALL:
            state.check_or_call()
        else:
            state.bet_or_raise_to(int(history.amount[row, place]))
    names = tuple(map(str, range(table.seats)))
    hand = PublicHand(table.terms, names, state.starting_stacks)
    hand.catch_up(state)
    seat = int(batch.positions()[row, 0])
    assert state.actor_index == seat
    return table.observation(seat_view(state, hand, seat, SeededRandom(1)))


VECTORS: list[dict[str, Any]] = [
    {"game": "nlhe", "stack": 60, "history": 5},
    {"game": "nlhe", "seats": 6, "stack": 100, "stakes": {"ante": 1}, "pots": (0.33, 0.75, 1.5)},
    {"game": "plo", "seats": 3},
    {"game": "leduc"},
    {"game": "flhe", "seats": 4},
]


@pytest.mark.parametrize("options", VECTORS, ids=named)
def test_vector_observations_are_those_of_the_engine(options: dict[str, Any]) -> None:
    envs = PokerVectorEnv(8, is_strict=True, **options)
    observations, _ = envs.reset(seed=3)
    rng = np.random.default_rng(5)
    for _ in range(12):
        assert envs.observation_space.contains(observations)
        for row in range(8):
            seen = {name: array[row] for name, array in observations.items()}
            expected = engine_observation(envs, row)
            assert list(seen) == list(expected)
            for name, array in expected.items():
                assert np.array_equal(seen[name], array), name
        mask = observations["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        observations, *_ = envs.step(actions)


def test_vector_and_single_environments_have_the_same_spaces() -> None:
    for options in VECTORS:
        single, envs = PokerEnv(**options), PokerVectorEnv(2, **options)
        assert envs.single_observation_space == single.observation_space
        assert envs.single_action_space == single.action_space
        assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def passive(observed: dict[str, Any]) -> Any:
    return np.ones(len(observed["pot"]), np.int64)


def test_vector_rewards() -> None:
    """The player goes all-in every time, and is called: stacks are won, lost or split."""
    envs = PokerVectorEnv(500, "nlhe", opponents=passive, stack=20)
    envs.reset(seed=1)
    total = np.zeros(3, np.int64)
    for _ in range(10):
        observations, rewards, is_over, truncated, info = envs.step(np.full(500, 5))
        assert is_over.all()
        assert not truncated.any()
        assert set(np.unique(rewards)) <= {-10.0, 0.0, 10.0}
        total += [(rewards == each).sum() for each in (-10, 0, 10)]
        final = info["final_obs"]
        assert (final["board"] < 52).all()
        assert not final["action_mask"].any()
        assert (observations["board"] == 52).all()
    # 5,000 hands: both players win equally often, within four standard errors.
    assert abs(total[0] - total[2]) < 4 * 5000**0.5


def test_vector_environments_are_repeatable() -> None:
    def played(threads: int, seed: int) -> list[Any]:
        envs = PokerVectorEnv(64, "nlhe", seats=4, stack=50, threads=threads)
        observations, _ = envs.reset(seed=seed)
        return [observations, *(envs.step(np.full(64, 1 + step % 2)) for step in range(8))]

    first = played(1, 9)
    assert data_equivalence(first, played(2, 9), exact=True)
    assert not data_equivalence(first, played(1, 10), exact=True)


def test_vector_skips_hands_without_a_decision() -> None:
    envs = PokerVectorEnv(50, "nlhe", opponents=lambda observed: 0 * observed["pot"][:, 0])
    observations, info = envs.reset(seed=2)
    assert (observations["position"] == 1).all()
    assert (info["skipped_reward"] == info["skipped_hands"] / 2).all()
    _, rewards, is_over, _, info = envs.step(np.zeros(50, np.int64))
    assert (rewards == -0.5).all()
    assert is_over.all()
    assert (info["skipped_hands"] == 1).all()  # the next hand in the big blind


@pytest.mark.parametrize("options", [{}, *slow(*GAMES[1:], *MORE_GAMES)], ids=named)
def test_pettingzoos_own_tests_pass(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Observations are dictionaries, and who is not to act has no legal action.
        warnings.filterwarnings("ignore", "Observation|Action mask numpy array is all zeros")
        api_test(tables.env(**options), num_cycles=40)
        seed_test(lambda: tables.env(**options), num_cycles=20)
        parallel_api_test(tables.parallel_env(**options), num_cycles=40)
        parallel_seed_test(lambda: tables.parallel_env(**options), num_cycles=20)


def test_tables_pay_what_was_lost() -> None:
    env = tables.env("nlhe", seats=6, is_strict=True)
    for seed in range(5):
        env.reset(seed=seed)
        rng, asked = np.random.default_rng(seed), 0
        rewards: dict[str, float] = {}
        for agent in env.agent_iter():
            observed, reward, is_over, _, _ = env.last()
            for other in env.possible_agents:
                has_turn = other == agent and not is_over
                assert env.observe(other)["action_mask"].any() == has_turn
            rewards[agent] = reward
            if is_over:
                env.step(None)
            else:
                asked += 1
                env.step(int(rng.choice(np.flatnonzero(observed["action_mask"]))))
        assert asked
        assert len(rewards) == 6
        assert sum(rewards.values()) == pytest.approx(0)


def test_only_the_player_to_discard_has_legal_actions() -> None:
    env = tables.env("27td", seats=4, is_strict=True)
    env.reset(seed=1)
    discards = env.unwrapped.table.menu.first_discard
    draws = 0
    for agent in env.agent_iter():
        observed, _, is_over, _, _ = env.last()
        if is_over:
            env.step(None)
            continue
        is_draw = bool(observed["action_mask"][discards])
        draws += is_draw
        for other in env.possible_agents:
            assert env.observe(other)["action_mask"].any() == (other == agent)
        env.step(discards if is_draw else 1)
    assert draws == 3 * 4


def test_discards_of_players_who_are_all_in_have_their_street() -> None:
    env = tables.env("27td", seats=2, stack=4, is_strict=True)
    env.reset(seed=1)
    choices = 2, 1, env.unwrapped.table.menu.first_discard  # raise, call or stand pat
    while not (seen := env.last())[2]:
        env.step(next(each for each in choices if seen[0]["action_mask"][each]))
    rows = seen[0]["history"]
    assert rows[rows[:, 1] == 3][:, 3].tolist() == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_are_new_environments_with_the_same_options(copied: Any) -> None:
    env = PokerEnv("plo", seats=3, stack=60, pots=(1.0,))
    first = trajectory(env, 2, 7)  # also of one that has been used
    assert data_equivalence(first, trajectory(copied(env), 2, 7), exact=True)
    table = tables.env("leduc", seats=3)
    table.reset(seed=1)
    other = copied(table)
    other.reset(seed=1)
    assert other.possible_agents == table.possible_agents
    assert data_equivalence(other.last(), table.last(), exact=True)


def test_mistakes_of_opponents_are_noticed() -> None:
    env = PokerEnv("nlhe", opponents=lambda view: view.hand_strength, seat=0)
    with (
        pytest.warns(UserWarning, match="AttributeError") as warned,
        pytest.raises(InputError, match="1,000 hands"),
    ):
        env.reset(seed=1)
    assert len(warned) == 1
    assert len(env.mistakes) == 1000


def test_deep_hands_have_no_limit_in_vector_environments() -> None:
    def smallest_raise(observed: dict[str, Any]) -> Any:
        return np.full(len(observed["pot"]), 2)

    envs = PokerVectorEnv(1, stack=3000, opponents=smallest_raise)
    observed, _ = envs.reset(seed=1)
    is_over, steps = False, 0
    while not is_over:
        observed, _, ends, _, _ = envs.step(smallest_raise(observed))
        is_over, steps = bool(ends[0]), steps + 1
    assert steps > 512  # and the opponent as often


def test_bad_input() -> None:
    poker = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    cents = NoLimitTexasHoldem((), True, 0, (0.5, 1), 1)
    antes = NoLimitTexasHoldem((), True, 0.5, (1, 2), 2)
    for make, message in (
        (lambda: PokerEnv(poker), "stack is required"),
        (lambda: PokerEnv(poker, stack=10, stakes={"ante": 1}), "stakes require a game by name"),
        (lambda: PokerEnv(poker, stack=10.5), "chips must be whole numbers"),  # type: ignore[arg-type]
        (lambda: PokerEnv(cents, stack=10), "chips must be whole numbers"),
        (lambda: PokerEnv(antes, stack=10), "chips must be whole numbers"),
        (lambda: tables.env(cents, stack=10), "chips must be whole numbers"),
        (lambda: PokerEnv(render_mode="ansi").render(), "no hand has been dealt"),
        (lambda: tables.PokerAECEnv().observe("player_0"), "no hand has been dealt"),
        (
            lambda: PokerEnv("nlhe", seat=2),
            "seat must be from 0 to 1, or None for a random one, got 2",
        ),
        (lambda: PokerEnv("nlhe", seats=11), "seats must be from 2 to 10, got 11"),
        (lambda: PokerEnv("nlhe", history=0), "history must be at least 1, got 0"),
        (
            lambda: PokerEnv("nlhe", render_mode="human"),
            "render_mode must be None or 'ansi', got 'human'",
        ),
        (
            lambda: tables.env("nlhe", render_mode="human"),
            "render_mode must be None or 'ansi', got 'human'",
        ),
        (
            lambda: PokerEnv("nlhe", opponents=["random"], seats=3),
            "opponents must be 2 agents, got 1",
        ),
        (lambda: PokerEnv("nlhe", opponents=max, seats=3), "list of 2 agents, got one object"),  # type: ignore[arg-type]
        (lambda: PokerEnv("plo", opponents=HoldemAgent()), "plays Texas hold'em only"),
        (lambda: PokerEnv("nlhe", pots=(1, 0.5)), "pots must be ascending shares"),
        (lambda: PokerVectorEnv(2, "stud"), "cannot be played in a batch"),
        (lambda: PokerVectorEnv(2, opponents=HoldemAgent()), "cannot decide for many tables"),
        (
            lambda: PokerVectorEnv(2, opponents=["random"], seats=3),
            "opponents must be 2 agents, got 1",
        ),
        (lambda: PokerVectorEnv(2).step([1, 1]), "call reset\\(\\) first"),
    ):
        with pytest.raises(InputError, match=message):
            make()
    for wrong in (lambda _: np.ones(9, int), lambda seen: np.full(len(seen["pot"]), 1.5)):
        with pytest.raises(InputError, match=r"opponent 1 must return \d whole numbers"):
            PokerVectorEnv(8, opponents=wrong).reset(seed=1)
    envs = PokerVectorEnv(2, is_strict=True)
    envs.reset(seed=1)
    for actions, message in (
        ([1], "actions must be 2 whole numbers"),
        ([1, 7], "actions must be from 0 to 5, got 1 to 7"),
        ([3, 3], "table 0: action 3 is illegal"),
    ):
        with pytest.raises(InputError, match=message):
            envs.step(actions)


@pytest.mark.parametrize("library", ["Gymnasium", "PettingZoo"])
def test_libraries_are_not_installed(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = library.lower()
    ours = ("fifthstreet.interop.gym", "fifthstreet.interop.pett")
    for name in [each for each in sys.modules if each.startswith(ours)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=f'^{library} is not installed; install "fifthstreet'):
        importlib.import_module(f"fifthstreet.interop.{module}")
