"""Ready-made games: those of PokerKit attribute by attribute, and our own by their rules."""

import inspect
from dataclasses import astuple
from random import Random
from typing import Any

import pokerkit
import pokerkit.notation
import pytest

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import variants
from fifthstreet.game.enums import Automation, BettingStructure
from fifthstreet.game.events import PotWon
from fifthstreet.game.state import State
from fifthstreet.game.variants import VARIANTS, Poker, term_names, variant
from fifthstreet.pokerkit import games
from fifthstreet.pokerkit.hands import ShortDeckTripsHoldemHand
from tests.game.setups import GAMES

AUTOMATIONS = tuple(Automation)
TERMS = {
    "ante_trimming_status": True,
    "raw_antes": 1,
    "raw_blinds_or_straddles": (1, 2),
    "bring_in": 1,
    "small_bet": 2,
    "big_bet": 4,
    "min_bet": 2,
    "bet": 2,
}
ATTRIBUTES = """
automations ante_trimming_status raw_antes raw_blinds_or_straddles bring_in betting_structure mode
starting_board_count button_status max_hole_card_count max_down_card_count max_up_card_count
max_board_card_count small_bet big_bet
"""
MOST_PLAYERS = {"KP": 3, "LH": 4, "NR": 6, "PO6": 6}


def terms_of(game: type[Poker], **changes: Any) -> list[Any]:
    """Return the positional arguments of a game, without the automations."""
    return [(TERMS | changes)[name] for name in term_names(game)[1:]]


def begin(game: type[Poker], stacks: Any = 100, player_count: int = 3, **options: Any) -> State:
    terms = terms_of(game, **options.pop("terms", {}))
    return game.create_state(AUTOMATIONS, *terms, stacks, player_count, **options)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text))


def deck_starting(game: type[Poker], text: str) -> tuple[Card, ...]:
    """Return the game's deck in order, with these cards on top."""
    top = cards(text)
    return top + tuple(card for card in game.deck if card not in top)


def check_down(state: State) -> State:
    """Play to the end: check or call, stand pat, and post bring-ins."""
    while state.status:
        if state.can_discard():
            state.discard()
        elif state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.check_or_call()
    return state


# Games that PokerKit has too.


@pytest.mark.parametrize("name", GAMES)
def test_attributes_match_pokerkit(name: str) -> None:
    ours: Any = getattr(games, name)
    theirs: Any = getattr(pokerkit, name)
    terms = terms_of(ours)
    ours, theirs = ours((), *terms), theirs((), *terms)
    for attribute in ATTRIBUTES.split():
        assert getattr(ours, attribute) == getattr(theirs, attribute), attribute
    assert [*map(astuple, ours.streets)] == [*map(astuple, theirs.streets)]
    assert repr(ours.deck) == repr(theirs.deck)
    assert [*map(str, ours.deck)] == [*map(str, theirs.deck)]
    assert [kind.__name__ for kind in ours.hand_types] == [
        kind.__name__ for kind in theirs.hand_types
    ]
    assert ours.rank_orders == theirs.rank_orders
    if ours.small_bet == ours.big_bet:
        assert ours.min_bet == theirs.min_bet
    else:
        with pytest.raises(InputError, match="no single minimum bet: small bet 2, big bet 4"):
            _ = ours.min_bet


@pytest.mark.parametrize("name", GAMES)
def test_base_classes_match_pokerkit(name: str) -> None:
    ours = getattr(games, name)
    theirs = getattr(pokerkit, name)
    their_names = [base.__name__ for base in theirs.__mro__]
    names = dict.fromkeys(base.__name__ for base in ours.__mro__)  # ours derive from the engine's
    assert [base for base in names if base in their_names] == their_names


@pytest.mark.parametrize("name", GAMES)
def test_create_state_takes_pokerkits_arguments(name: str) -> None:
    ours = getattr(games, name)
    theirs = getattr(pokerkit, name)
    parameters = inspect.signature(theirs.create_state).parameters.values()
    positional = [
        parameter.name
        for parameter in parameters
        if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    assert [*term_names(ours), "raw_starting_stacks", "player_count"] == positional
    terms = terms_of(ours)
    order = {"deck_order": ours.deck}
    by_position = ours.create_state(AUTOMATIONS, *terms, 50, 2, **order)
    by_name = ours.create_state(
        player_count=2,
        raw_starting_stacks=50,
        automations=AUTOMATIONS,
        **dict(zip(term_names(ours)[1:], terms, strict=True)),
        **order,
    )
    mixed = ours.create_state(AUTOMATIONS, *terms, player_count=2, raw_starting_stacks=50, **order)
    assert by_position == by_name == mixed
    assert ours(AUTOMATIONS, *terms)(50, 2, **order) == by_position


def test_default_stakes_of_small_games_match_pokerkit() -> None:
    for name in ("KuhnPoker", "LeducHoldem", "RhodeIslandHoldem", "Numeral211Holdem"):
        ours = getattr(variants, name).create_state(AUTOMATIONS)
        theirs = getattr(pokerkit, name).create_state(tuple(pokerkit.Automation))
        assert ours.starting_stacks == theirs.starting_stacks
        assert ours.antes == theirs.antes
        assert [*map(astuple, ours.streets)] == [*map(astuple, theirs.streets)]
        assert getattr(variants, name)(AUTOMATIONS)().starting_stacks == ours.starting_stacks


def test_create_state_rejects_invalid_arguments() -> None:
    game = variants.NoLimitTexasHoldem
    with pytest.raises(TypeError, match=r"arguments must be at most 7, .*, got 8"):
        game.create_state((), True, 0, (1, 2), 2, 200, 2, 1)
    with pytest.raises(TypeError, match="'min_bet' is given both"):
        game.create_state((), True, 0, (1, 2), 2, 200, 2, min_bet=2)
    with pytest.raises(TypeError, match="min_bet"):
        game.create_state((), True, 0, (1, 2), raw_starting_stacks=200, player_count=2)
    with pytest.raises(TypeError, match="player_count"):
        game.create_state((), True, 0, (1, 2), 2, 200)


def test_codes_are_those_of_the_hand_history_format() -> None:
    for code, game in pokerkit.notation.HandHistory.game_types.items():
        assert VARIANTS[code].__name__ == game.__name__
    assert all(VARIANTS[game.code] is game for game in VARIANTS.values())


def test_names_begin_with_the_limit_except_those_of_small_games() -> None:
    small = ("Kuhn", "Leduc", "Rhode Island", "royal Rhode Island", "2-1-1")
    for game in VARIANTS.values():
        assert game.name.startswith(("no-limit ", "pot-limit ", "fixed-limit ", *small)), game.name


def test_games_are_found_by_code_name_and_class() -> None:
    for game in VARIANTS.values():
        assert variant(game.code) is variant(game.name) is variant(game.__name__) is game
        assert variant(game.name.upper()) is game
    with pytest.raises(InputError, match=r"game must be one of .*, got 'go fish'"):
        variant("go fish")


# All games.


@pytest.mark.parametrize("code", VARIANTS)
def test_every_game_plays_to_the_end(code: str) -> None:
    game = VARIANTS[code]
    rng = Random(code)
    for player_count in (2, 3, 6):
        if player_count > MOST_PLAYERS.get(code, 6):
            continue
        for seed in range(5):
            state = begin(game, 60, player_count, seed=seed)
            while state.status:
                drawer = state.discarder_index
                if drawer is not None:
                    hole = state.hole_cards[drawer]
                    state.discard(rng.sample(hole, rng.randint(0, 2)))
                elif state.can_post_bring_in():
                    state.post_bring_in()
                elif rng.random() < 0.1 and state.can_fold():
                    state.fold()
                elif rng.random() < 0.3 and state.can_bet_or_raise_to():
                    state.bet_or_raise_to()
                else:
                    state.check_or_call()
            assert sum(state.stacks) == 60 * player_count


@pytest.mark.parametrize("code", VARIANTS)
def test_same_seed_same_cards(code: str) -> None:
    game = VARIANTS[code]
    first, second = (check_down(begin(game, seed=11)) for _ in range(2))
    other = check_down(begin(game, seed=12))
    assert first == second
    assert first.events == second.events
    assert code == "KP" or first.events != other.events


# Games that PokerKit does not have.


@pytest.mark.parametrize(
    ("code", "hole", "boards", "structure"),
    [
        ("PO5", 5, (0, 3, 1, 1), BettingStructure.POT_LIMIT),
        ("PO6", 6, (0, 3, 1, 1), BettingStructure.POT_LIMIT),
        ("PO/8", 4, (0, 3, 1, 1), BettingStructure.POT_LIMIT),
        ("PO5/8", 5, (0, 3, 1, 1), BettingStructure.POT_LIMIT),
        ("FO/8", 4, (0, 3, 1, 1), BettingStructure.FIXED_LIMIT),
        ("PC", 5, (1, 2, 1, 1), BettingStructure.POT_LIMIT),
        ("PC/8", 5, (1, 2, 1, 1), BettingStructure.POT_LIMIT),
        ("NST", 2, (0, 3, 1, 1), BettingStructure.NO_LIMIT),
        ("NTB", 2, (3, 1, 1), BettingStructure.NO_LIMIT),
        ("POB", 4, (3, 1, 1), BettingStructure.POT_LIMIT),
    ],
)
def test_board_games(
    code: str, hole: int, boards: tuple[int, ...], structure: BettingStructure
) -> None:
    game = VARIANTS[code]((), *terms_of(VARIANTS[code]))
    assert game.max_down_card_count == game.max_hole_card_count == hole
    assert tuple(street.board_dealing_count for street in game.streets) == boards
    assert all(
        street.card_burning_status == (street.board_dealing_count > 0) for street in game.streets
    )
    assert game.betting_structure == structure
    assert game.button_status


@pytest.mark.parametrize(
    ("code", "bets", "limit"),
    [
        ("F5D", (2, 4), 4),
        ("P5D", (2, 2), None),
        ("N5D", (2, 2), None),
        ("FA5L3D", (2, 2, 4, 4), 4),
        ("FB27", (2, 2, 4, 4), 4),
        ("FBA5", (2, 2, 4, 4), 4),
    ],
)
def test_draw_games(code: str, bets: tuple[int, ...], limit: int | None) -> None:
    game = VARIANTS[code]((), *terms_of(VARIANTS[code]))
    assert game.max_hole_card_count == 5
    assert tuple(street.min_completion_betting_or_raising_amount for street in game.streets) == bets
    assert {street.max_completion_betting_or_raising_count for street in game.streets} == {limit}
    assert [street.draw_status for street in game.streets] == [False] + [True] * (len(bets) - 1)


def test_omaha_eight_or_better_with_fixed_limits() -> None:
    fixed = begin(VARIANTS["FO/8"], terms={"raw_antes": 0})
    assert fixed.betting_structure is BettingStructure.FIXED_LIMIT
    assert fixed.max_raise_to == 4
    for _ in range(4):
        fixed.bet_or_raise_to()
    assert not fixed.can_bet_or_raise_to()


@pytest.mark.parametrize("name", ["FO/8", "LO/8", "flo8", "fixed-limit Omaha eight or better"])
def test_omaha_eight_or_better_is_one_game(name: str) -> None:
    assert variant(name) is variants.FixedLimitOmahaHoldemHighLowSplitEightOrBetter


def test_courchevel_shows_a_card_before_the_first_bet() -> None:
    state = begin(VARIANTS["PC"])
    assert state.actor_index == 2
    assert [len(row) for row in state.board_cards] == [1]
    for _ in range(3):
        state.check_or_call()
    assert [len(row) for row in state.board_cards] == [1, 1, 1]


def test_bomb_pot_starts_on_two_flops() -> None:
    state = begin(VARIANTS["NTB"], player_count=4)
    assert state.actor_index == 0
    assert state.total_pot_amount == 4
    assert [len([*state.get_board_cards(i)]) for i in state.board_indices] == [3, 3]
    heads_up = begin(VARIANTS["NTB"], player_count=2)
    assert heads_up.actor_index == 0  # the player who is not on the button


def test_bomb_pot_gives_half_to_each_board() -> None:
    game = VARIANTS["NTB"]
    # Hole cards AsAh and KsKh; a burn, the flops AdAc2c and KdKc2d; then blanks.
    order = deck_starting(game, "AsKsAhKh3sAdAc2cKdKc2d3h5d7d4s9h9c")
    state = check_down(begin(game, 100, 2, deck_order=order, terms={"raw_antes": 10}))
    assert state.stacks == [100, 100]
    pushed = [event.amounts for event in state.events if isinstance(event, PotWon)]
    assert pushed == [(10, 0), (0, 10)]


def test_three_of_a_kind_against_a_straight_in_short_deck() -> None:
    top = "AsKsAhQh6cAdJcTc6d9h7c8s"  # three aces against a straight to the king
    for code, stacks in (("NS", [90, 110]), ("NST", [110, 90])):
        game = VARIANTS[code]
        state = begin(game, 100, 2, deck_order=deck_starting(game, top), terms={"raw_antes": 8})
        assert check_down(state).stacks == stacks


def test_trips_lookup_agrees_with_the_native_ranking() -> None:
    rng = Random(3)
    kind = ShortDeckTripsHoldemHand
    deck = [*VARIANTS["NST"].deck]
    hands = [kind(rng.sample(deck, 5)) for _ in range(300)]
    entries = [kind.lookup.get_entry(hand.cards) for hand in hands]
    assert [hand.entry for hand in hands] == entries


def test_badeucy_splits_badugi_and_deuce_to_seven() -> None:
    game = VARIANTS["FB27"]
    # 8-7-4-3-2 in two suits, against a four-card badugi with a pair.
    order = deck_starting(game, "7s2c8s3d4s4h3s5s2d2h")
    state = begin(game, 50, 2, deck_order=order, terms={"raw_antes": 0})
    holes = [{repr(card) for card in hole} for hole in state.hole_cards]
    assert holes == [{"7s", "8s", "4s", "3s", "2d"}, {"2c", "3d", "4h", "5s", "2h"}]
    check_down(state)
    assert state.stacks == [50, 50]


def test_ace_to_five_triple_draw_ignores_straights_and_flushes() -> None:
    game = VARIANTS["FA5L3D"]
    order = deck_starting(game, "As2c2s3d3s4h4s6s5s7h")
    state = check_down(begin(game, 50, 2, deck_order=order, terms={"raw_antes": 0}))
    assert state.stacks == [52, 48]


def test_five_card_draw_replaces_cards_once() -> None:
    state = begin(VARIANTS["N5D"], seed=2)
    for _ in range(3):
        state.check_or_call()
    kept = state.hole_cards[0][2:]
    state.discard(state.hole_cards[0][:2])
    state.discard()
    state.discard()
    assert len(state.hole_cards[0]) == 5
    assert state.hole_cards[0][:3] == kept
    assert state.actor_index == 0
    assert check_down(state).discarder_index is None
