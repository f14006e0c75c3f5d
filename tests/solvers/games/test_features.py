"""Features of information sets: equal within a set, different between sets."""

from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.variants import KuhnPoker, LeducHoldem
from fifthstreet.solvers.cfr import flatten
from fifthstreet.solvers.games import (
    AUTOMATIONS,
    EngineGame,
    FeaturedGame,
    Game,
    KeyFeatures,
    Kuhn,
    OpenSpielGame,
    checked_features,
    leduc,
    rhode_island,
    sampled_key_features,
)
from fifthstreet.solvers.postflop import Spot, SpotGame
from tests.solvers.cfr.small_games import RandomGame
from tests.solvers.games.walking import visits
from tests.thoroughness import slow

SPOT = Spot.of("QsJh2h7c", 100, 200, oop="AA,KK", ip="QJs,TT", bets="50%,a", max_raises=2)


GAMES: list[Game[Any]] = [
    Kuhn(),
    Kuhn(players=3),
    leduc(),
    leduc(players=3, ranks=2, suits=2, max_bets=2),
    leduc(ranks=3, bets=((1, 2), (2, 4))),
    rhode_island(ranks=2, suits=2),
    rhode_island(ranks=3, suits=2),
    EngineGame(lambda: KuhnPoker.create_state(AUTOMATIONS)),
    EngineGame(lambda: LeducHoldem.create_state(AUTOMATIONS)),
    SpotGame(SPOT, runout="8c"),
    OpenSpielGame("leduc_poker"),
    OpenSpielGame("liars_dice(numdice=1)"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name[:40])
def test_each_information_set_has_a_vector_of_its_own(game: Game[Any]) -> None:
    assert isinstance(game, FeaturedGame)
    by_key: dict[str, bytes] = {}
    count = None
    for visit in visits(game):
        state = visit.state
        if game.player(state) < 0:
            continue
        vector = checked_features(game, state, count)
        count = len(vector)
        # Equal for states that the player cannot tell apart: nothing hidden leaks.
        assert by_key.setdefault(game.information_set(state), vector.tobytes()) == vector.tobytes()
    assert len(set(by_key.values())) == len(by_key) > 5


@pytest.mark.parametrize("game", [leduc(), RandomGame(3), RandomGame(8, players=3)], ids=repr)
def test_all_keys_of_a_game_have_different_vectors(game: Game[Any]) -> None:
    tree = flatten(game)
    features = KeyFeatures(tree.keys)
    vectors = {features(key).tobytes() for key in tree.keys}
    assert len(vectors) == len(tree.keys)
    with pytest.raises(InputError, match="key must be one of the game's, got 'elsewhere'"):
        features("elsewhere")


def test_parts_of_keys_have_the_same_place_whatever_comes_before() -> None:
    features = KeyFeatures(flatten(leduc()).keys)
    with_board, without = features("Ks|Qh|kk/k"), features("Ks||k")
    # The vector of a part is where it was: the king, and the check of the first round.
    assert ((with_board == 1) & (without == 1)).sum() >= 4


@pytest.mark.parametrize(
    ("game", "key"),
    [(leduc(), "Ks|Qh|"), *slow((rhode_island(ranks=3, suits=2), "As|KhQh|"))],
    ids=["Leduc", "Rhode Island"],
)
def test_keys_outside_of_a_sample_have_vectors_too(game: Game[Any], key: str) -> None:
    features = sampled_key_features(game)
    keys = flatten(game).keys
    assert len({features(key).tobytes() for key in keys}) == len(keys)
    longer = features(key + "b" * 60)
    assert longer.shape == (features.count,)
    assert longer[-1] > 0  # what has no place of its own is counted


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ([1.0, float("nan")], "features must be a vector of finite numbers"),
        ([[1.0]], "features must be a vector of finite numbers"),
        ([], "features must be a vector of finite numbers"),
        ([1.0, 2.0], "features must be 3 numbers at every decision, got 2"),
    ],
)
def test_wrong_features_are_refused(answer: list[Any], reason: str) -> None:
    class Wrong(Kuhn):
        def features(self, state: Any) -> Any:
            return answer

    game = Wrong()
    state = game.child(game.child(game.root(), 0), 0)
    with pytest.raises(InputError, match=reason):
        checked_features(game, state, 3)
