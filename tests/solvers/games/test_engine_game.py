"""Rules-engine variants as games: equal to the direct versions, and consistent."""

from collections.abc import Sequence
from typing import Any

import pytest

from fifthstreet.cards import Card
from fifthstreet.cards.hands import KUHN_HIGH, LEDUC_HIGH
from fifthstreet.errors import InputError
from fifthstreet.game import Automation, BettingStructure, Opening, State, Street
from fifthstreet.game.variants import (
    FixedLimitBadugi,
    KuhnPoker,
    LeducHoldem,
    NoLimitTexasHoldem,
    Numeral211Holdem,
    RhodeIslandHoldem,
)
from fifthstreet.solvers.games import EngineGame, Kuhn, leduc, rhode_island, two_one_one
from fifthstreet.solvers.games.engine import AUTOMATIONS, count_deals
from tests.solvers.games.reference_cfr import solve, value
from tests.solvers.games.walking import check_chance_is_seen, check_game, check_same_tree
from tests.thoroughness import slow

LEDUC_CARDS = tuple(Card.parse("JhJsQhQsKhKs"))


def make_engine_state(
    cards: Sequence[Card],
    hand_type: Any,
    streets: Sequence[Street],
    *,
    structure: BettingStructure = BettingStructure.FIXED_LIMIT,
    antes: Any = 1,
    blinds: Any = 0,
    bring_in: int = 0,
    stacks: Any = 100,
    players: int = 2,
) -> State:
    return State(
        AUTOMATIONS,
        cards,
        (hand_type,),
        tuple(streets),
        structure,
        True,
        antes,
        blinds,
        bring_in,
        stacks,
        players,
    )


def street(
    bet: int,
    *,
    hole: tuple[bool, ...] = (),
    board: int = 0,
    opening: Opening = Opening.POSITION,
    max_bets: int | None = 2,
) -> Street:
    return Street(board > 0, hole, board, False, opening, bet, max_bets)


def kuhn3() -> State:
    cards = tuple(Card.parse("TsJsQsKs"))
    return make_engine_state(cards, KUHN_HIGH, [street(1, hole=(False,), max_bets=1)], players=3)


def leduc_from_streets() -> State:
    """Build Leduc from streets, without the engine's variant."""
    streets = [street(2, hole=(False,)), street(4, board=1)]
    return make_engine_state(LEDUC_CARDS, LEDUC_HIGH, streets)


def small(variant: type[RhodeIslandHoldem], cards: str) -> State:
    """Deal a variant with three-card hands from a smaller deck."""
    original = variant.create_state(AUTOMATIONS)
    (hand_type,) = original.hand_types
    return make_engine_state(
        tuple(Card.parse(cards)), hand_type, original.streets, antes=5, stacks=300
    )


@pytest.mark.parametrize(
    ("make_state", "direct"),
    [
        (lambda: KuhnPoker.create_state(AUTOMATIONS), Kuhn()),
        (kuhn3, Kuhn(players=3)),
        (lambda: LeducHoldem.create_state(AUTOMATIONS), leduc()),
        (leduc_from_streets, leduc()),
        (lambda: small(RhodeIslandHoldem, "JsQsKsAs"), rhode_island(ranks=4, suits=1)),
        *slow((lambda: small(Numeral211Holdem, "8s9sTsAs"), two_one_one(ranks=4, suits=1))),
    ],
    ids=["Kuhn", "Kuhn for three", "Leduc", "Leduc from streets", "Rhode Island", "2-1-1"],
)
def test_engine_and_direct_games_are_the_same(make_state: Any, direct: Any) -> None:
    check_same_tree(EngineGame(make_state), direct)


def test_kuhn_has_its_value() -> None:
    game = EngineGame(lambda: KuhnPoker.create_state(AUTOMATIONS))
    assert value(game, solve(game, 200))[0] == pytest.approx(-1 / 18, abs=0.005)


def no_limit() -> State:
    """One card each, one board card, stacks of 8 and 6 with blinds of 1 and 2."""
    streets = [street(2, hole=(False,), max_bets=None), street(2, board=1, max_bets=None)]
    return make_engine_state(
        LEDUC_CARDS,
        LEDUC_HIGH,
        streets,
        structure=BettingStructure.NO_LIMIT,
        antes=0,
        blinds=(1, 2),
        stacks=(8, 6),
    )


def stud() -> State:
    """One card down and one up; the lowest card brings in."""
    streets = [street(2, hole=(False, True), opening=Opening.LOW_CARD, max_bets=1)]
    return make_engine_state(LEDUC_CARDS, LEDUC_HIGH, streets, bring_in=1)


def unequal() -> State:
    """Three players with stacks that make a side pot."""
    streets = [street(2, hole=(False,), max_bets=1)]
    cards = tuple(Card.parse("JhJsQsKhKs"))
    return make_engine_state(cards, KUHN_HIGH, streets, stacks=(2, 3, 9), players=3)


@pytest.mark.parametrize("make_state", [no_limit, stud, unequal])
def test_whole_trees(make_state: Any) -> None:
    game = EngineGame(make_state)
    check_game(game)
    check_chance_is_seen(game)


def follow(game: EngineGame, *actions: str) -> State:
    state = game.root()
    for action in actions:
        state = game.child(state, tuple(game.actions(state)).index(action))
    return state


def test_default_sizes_are_the_smallest_the_pot_and_all_in() -> None:
    game = EngineGame(no_limit)
    state = follow(game, "Ks", "Qs")
    assert game.player(state) == 1  # heads-up, the button posts the small blind
    assert game.actions(state) == ("f", "c", "b4", "b6")
    custom = EngineGame(no_limit, sizes=lambda state: (3, 5, 60))  # 3 and 60 are illegal
    assert custom.actions(follow(custom, "Ks", "Qs")) == ("f", "c", "b5")
    assert custom.name != game.name


def test_up_cards_are_public() -> None:
    game = EngineGame(stud)
    assert game.public_key(game.root()) is None
    assert game.public_key(follow(game, "Ks")) is None
    assert game.public_key(follow(game, "Ks", "Js")) == ""
    assert game.public_key(follow(game, "Ks", "Js", "Qs")) == "0:Qs"
    state = follow(game, "Ks", "Js", "Qs", "Jh")
    assert game.player(state) == 1  # the jack brings in
    assert game.actions(state) == ("i", "b2")
    assert game.information_set(state) == "1|Js 0:Qs Jh"
    assert game.information_set(game.child(state, 0)) == "0|Ks Qs 1:Jh i"


def test_roots_do_not_depend_on_the_seed() -> None:
    first, second = (EngineGame(lambda: LeducHoldem.create_state(AUTOMATIONS)) for _ in range(2))
    assert first.name == second.name
    assert first.actions(first.root()) == second.actions(second.root())


def test_names_are_unique() -> None:
    names = {
        EngineGame(make_state).name for make_state in (no_limit, stud, unequal, leduc_from_streets)
    }
    assert len(names) == 4


def test_count_deals() -> None:
    assert count_deals(LeducHoldem.create_state(AUTOMATIONS)) == 6 * 5 * 4
    assert count_deals(stud()) == 6 * 5 * 4 * 3


@pytest.mark.parametrize(
    ("make_state", "message"),
    [
        (
            lambda: NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 200, 2),
            "deals of 52 cards must be at most 1,000,000, got 55,627,620,048,000",
        ),
        (
            lambda: KuhnPoker.create_state(tuple(Automation)),
            "the state must leave Card burning to chance",
        ),
        (
            lambda: KuhnPoker.create_state(()),
            "the state must automate Ante posting: use AUTOMATIONS",
        ),
        (
            lambda: FixedLimitBadugi.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 4, 200, 2),
            "games with draws are not supported: a street has discards",
        ),
        (
            lambda: KuhnPoker.create_state(AUTOMATIONS, player_count=4),
            "the deck has 3 cards, too few for 4 players and 1 board",
        ),
    ],
)
def test_bad_games(make_state: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        EngineGame(make_state)
    assert "\n" not in str(caught.value)
