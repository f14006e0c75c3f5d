"""Variants of the rules engine as games: the same as the direct ones, and sound by themselves."""

from collections.abc import Sequence
from typing import Any

import pytest

from fifthstreet.game import Automation, BettingStructure, Card, Opening, State, Street
from fifthstreet.game.hand_classes import KuhnPokerHand, LeducHoldemHand
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

LEDUC_CARDS = tuple(Card.parse("JhJsQhQsKhKs"))


def make(
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
    most: int | None = 2,
) -> Street:
    return Street(board > 0, hole, board, False, opening, bet, most)


def kuhn3() -> State:
    cards = tuple(Card.parse("TsJsQsKs"))
    return make(cards, KuhnPokerHand, [street(1, hole=(False,), most=1)], players=3)


def leduc_from_streets() -> State:
    """Leduc as the engine's own streets, without its variant."""
    streets = [street(2, hole=(False,)), street(4, board=1)]
    return make(LEDUC_CARDS, LeducHoldemHand, streets)


def small(variant: type[RhodeIslandHoldem], cards: str) -> State:
    """A variant of hands of three with fewer cards."""
    whole = variant.create_state(AUTOMATIONS)
    (hand_type,) = whole.hand_types
    return make(tuple(Card.parse(cards)), hand_type, whole.streets, antes=5, stacks=300)


@pytest.mark.parametrize(
    ("make_state", "direct"),
    [
        (lambda: KuhnPoker.create_state(AUTOMATIONS), Kuhn()),
        (kuhn3, Kuhn(players=3)),
        (lambda: LeducHoldem.create_state(AUTOMATIONS), leduc()),
        (leduc_from_streets, leduc()),
        (lambda: small(RhodeIslandHoldem, "JsQsKsAs"), rhode_island(ranks=4, suits=1)),
        (lambda: small(Numeral211Holdem, "8s9sTsAs"), two_one_one(ranks=4, suits=1)),
    ],
    ids=["Kuhn", "Kuhn for three", "Leduc", "Leduc from streets", "Rhode Island", "2-1-1"],
)
def test_engine_and_direct_games_are_the_same(make_state: Any, direct: Any) -> None:
    check_same_tree(EngineGame(make_state), direct)


def test_kuhn_has_its_value() -> None:
    game = EngineGame(lambda: KuhnPoker.create_state(AUTOMATIONS))
    assert value(game, solve(game, 200))[0] == pytest.approx(-1 / 18, abs=0.005)


def no_limit() -> State:
    """A card each, a board card; stacks of four small bets."""
    streets = [street(2, hole=(False,), most=None), street(2, board=1, most=None)]
    return make(
        LEDUC_CARDS,
        LeducHoldemHand,
        streets,
        structure=BettingStructure.NO_LIMIT,
        antes=0,
        blinds=(1, 2),
        stacks=(8, 6),
    )


def stud() -> State:
    """A card down and one up; the lowest brings in, the highest card opens."""
    streets = [street(2, hole=(False, True), opening=Opening.LOW_CARD, most=1)]
    return make(LEDUC_CARDS, LeducHoldemHand, streets, bring_in=1)


def unequal() -> State:
    """Three players with stacks that make a side pot."""
    streets = [street(2, hole=(False,), most=1)]
    cards = tuple(Card.parse("JhJsQsKhKs"))
    return make(cards, KuhnPokerHand, streets, stacks=(2, 3, 9), players=3)


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


def test_sizes_are_the_smallest_the_pot_and_all() -> None:
    game = EngineGame(no_limit)
    state = follow(game, "Ks", "Qs")
    assert game.player(state) == 1  # heads-up the button has the small blind
    assert game.actions(state) == ("f", "c", "b4", "b6")
    given = EngineGame(no_limit, sizes=lambda state: (3, 5, 60))  # 3 and 60 are not allowed
    assert given.actions(follow(given, "Ks", "Qs")) == ("f", "c", "b5")
    assert given.name != game.name


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
    one, two = (EngineGame(lambda: LeducHoldem.create_state(AUTOMATIONS)) for _ in range(2))
    assert one.name == two.name
    assert one.actions(one.root()) == two.actions(two.root())


def test_names_tell_games_apart() -> None:
    names = {
        EngineGame(make_state).name for make_state in (no_limit, stud, unequal, leduc_from_streets)
    }
    assert len(names) == 4


def test_deals_are_counted() -> None:
    assert count_deals(LeducHoldem.create_state(AUTOMATIONS)) == 6 * 5 * 4
    assert count_deals(stud()) == 6 * 5 * 4 * 3


@pytest.mark.parametrize(
    ("make_state", "message"),
    [
        (
            lambda: NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 200, 2),
            "55,627,620,048,000 deals of 52 cards; want at most 1,000,000",
        ),
        (
            lambda: KuhnPoker.create_state(tuple(Automation)),
            "the state automates Card burning; want it left to chance",
        ),
        (
            lambda: KuhnPoker.create_state(()),
            "the state does not automate Ante posting; want AUTOMATIONS",
        ),
        (
            lambda: FixedLimitBadugi.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 4, 200, 2),
            "a street with discards; want a game without draws",
        ),
        (
            lambda: KuhnPoker.create_state(AUTOMATIONS, player_count=4),
            "3 cards are too few for the hand; want a larger deck",
        ),
    ],
)
def test_bad_games_are_refused_in_one_line(make_state: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        EngineGame(make_state)
    assert "\n" not in str(caught.value)
