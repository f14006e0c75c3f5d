"""Our games in OpenSpiel: its own tests, the same trees, and what players know."""

import importlib
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python.algorithms import generate_playthrough

from fifthstreet.errors import InputError
from fifthstreet.game.variants import VARIANTS, KuhnPoker, LeducHoldem, NoLimitTexasHoldem
from fifthstreet.interop.open_spiel import as_open_spiel, open_spiel_poker
from fifthstreet.solvers.games import EngineGame, Game, Kuhn, OpenSpielGame, leduc
from fifthstreet.solvers.games.engine import AUTOMATIONS
from fifthstreet.solvers.postflop import Spot
from tests.solvers.games.walking import check_same_tree
from tests.thoroughness import examples, slow

SPOT = Spot.of("QsJh2h7c", 100, 200, oop="AA,KK", ip="QJs,TT", bets="50%", max_raises=1)
KINDS = (
    "nlhe,players=3,sizes=0.5;1,stack=40",
    "plo,players=4",
    "stud,players=8",
    "27td,players=5",
    "nlhe,players=2,stakes=small_blind:1;big_blind:3;ante:1,stack=31",
)


def check_with_open_spiel(game: Any, simulations: int = 2) -> None:
    """Run OpenSpiel's own test of a game; it ends the process if something is wrong."""
    pyspiel.random_sim_test(game, num_sims=simulations, serialize=True, verbose=False)


@pytest.mark.parametrize("game", [Kuhn(), Kuhn(players=3), leduc(), SPOT], ids=str)
def test_solver_games_pass_open_spiels_tests(game: Any) -> None:
    check_with_open_spiel(as_open_spiel(game))


@pytest.mark.parametrize("parameters", KINDS)
def test_engine_games_pass_open_spiels_tests(parameters: str) -> None:
    check_with_open_spiel(pyspiel.load_game(f"fifthstreet_poker(game={parameters})"))


@pytest.mark.slow
@pytest.mark.parametrize("code", VARIANTS)
@pytest.mark.parametrize("players", [2, 6])
def test_all_variants_pass_open_spiels_tests(code: str, players: int) -> None:
    if players == 6 and code in ("KP", "LH"):
        pytest.skip("the deck is too small")
    game = pyspiel.load_game("fifthstreet_poker", {"game": code, "players": players})
    check_with_open_spiel(game, 20)


@pytest.mark.parametrize("name", ["fifthstreet(game=kuhn)", "fifthstreet_poker(game=kuhn)"])
def test_playthroughs_are_repeated_exactly(name: str) -> None:
    text = generate_playthrough.playthrough(name, None, seed=7)
    actions = [int(line.split()[1]) for line in text.splitlines() if line.startswith("action:")]
    assert len(actions) >= 4
    assert generate_playthrough.playthrough(name, actions) == text.replace("seed=7", "")


@pytest.mark.parametrize("game", [Kuhn(), Kuhn(players=3), *slow(leduc())], ids=str)
def test_solver_games_have_the_same_tree(game: Game[Any]) -> None:
    check_same_tree(game, OpenSpielGame(as_open_spiel(game)))


@pytest.mark.parametrize("variant", [KuhnPoker, *slow(LeducHoldem)])
def test_engine_games_have_the_same_tree(variant: Any) -> None:
    ours = EngineGame(lambda: variant.create_state(AUTOMATIONS))
    theirs = open_spiel_poker(variant(()), stacks=variant.starting_stack)
    check_same_tree(ours, OpenSpielGame(theirs))


def random_states(game: Any, seed: int) -> list[Any]:
    """Return all states of a random hand."""
    rng, states = np.random.default_rng(seed), [game.new_initial_state()]
    while not states[-1].is_terminal():
        states.append(states[-1].child(int(rng.choice(states[-1].legal_actions()))))
    return states


@given(st.integers(0, 10**6))
@settings(max_examples=examples(40), deadline=None)
def test_hidden_cards_change_nothing(seed: int) -> None:
    game = open_spiel_poker("nlhe", players=3, stacks=40)
    actions = random_states(game, seed)[-1].history()
    used = set(actions[:6])
    shown = [card for card in range(52) if card not in used][:2]
    changed = [*actions[:1], shown[0], *actions[2:4], shown[1], *actions[5:]]  # player 1's cards
    one, other = game.new_initial_state(), game.new_initial_state()
    for action, changed_action in zip(actions, changed, strict=True):
        if changed_action not in other.legal_actions():
            break  # a card of the board was dealt to player 1 instead
        one.apply_action(action)
        other.apply_action(changed_action)
        if one.is_terminal():
            break  # the cards have decided who won
        for player in (0, 2):
            for ask in ("information_state", "observation"):
                text, tensor = f"{ask}_string", f"{ask}_tensor"
                assert getattr(one, text)(player) == getattr(other, text)(player)
                assert getattr(one, tensor)(player) == getattr(other, tensor)(player)


@pytest.mark.parametrize("name", ["kuhn", *slow("leduc")])
def test_tensors_tell_information_sets_apart(name: str) -> None:
    game = open_spiel_poker(name)
    tensors: dict[str, bytes] = {}
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if not state.is_terminal() and not state.is_chance_node():
            tensor = np.array(state.information_state_tensor(), np.float32).tobytes()
            assert tensors.setdefault(state.information_state_string(), tensor) == tensor
        waiting += [state.child(action) for action in state.legal_actions()]
    assert len(set(tensors.values())) == len(tensors) == {"kuhn": 12, "leduc": 936}[name]


def test_actions_have_readable_names() -> None:
    poker = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    state = open_spiel_poker(poker, stacks=100, pots=(0.5, 1)).new_initial_state()
    for card in (48, 49, 50, 51):
        state.apply_action(card)
    names = [state.action_to_string(action) for action in state.legal_actions()]
    assert names == ["fold", "call 1", "raise to 4", "raise to 6", "raise to 100"]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "fold"


def test_large_games_need_limits() -> None:
    with pytest.raises(InputError, match="has more than 1,000,000 states: specify its limits"):
        as_open_spiel("rhode-island")


def test_bad_games() -> None:
    with pytest.raises(InputError, match="specify stacks"):
        open_spiel_poker(NoLimitTexasHoldem((), True, 0, (1, 2), 2))
    with pytest.raises(InputError, match="chips must be whole numbers"):
        open_spiel_poker(NoLimitTexasHoldem((), True, 0, (0.5, 1), 1), stacks=20)
    with pytest.raises(InputError, match="chips must be whole numbers"):
        open_spiel_poker(NoLimitTexasHoldem((), True, 0.5, (1, 2), 2), stacks=20)
    with pytest.raises(InputError, match="chips must be whole numbers"):
        open_spiel_poker("nlhe", stacks=20.5)  # type: ignore[arg-type]


def test_stacks_may_be_numbers_of_numpy() -> None:
    game = open_spiel_poker("nlhe", stacks=np.int64(20))  # type: ignore[arg-type]
    assert str(game) == str(open_spiel_poker("nlhe", stacks=20))


def test_a_single_bet_size_can_be_loaded_by_name() -> None:
    game = pyspiel.load_game("fifthstreet_poker(sizes=1;)")
    assert game.table.pots == (1.0,)


@pytest.mark.parametrize("module", ["bots", "policies", "poker_game", "solver_game"])
def test_open_spiel_is_not_installed(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.startswith("fifthstreet.interop.open")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("pyspiel", "open_spiel", "open_spiel.python.policy"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match=r'^OpenSpiel is not installed; install "fifthstreet'):
        importlib.import_module(f"fifthstreet.interop.open_spiel.{module}")
