"""Random hands played with PokerKit, and snapshots of states to compare."""

from __future__ import annotations

import random
import warnings
from decimal import Decimal
from typing import Any

import pokerkit
from pokerkit import Automation, HandHistory

from fifthstreet.game.state import State
from fifthstreet.game.variants import VARIANTS as OUR_GAMES
from fifthstreet.game.variants import Poker
from fifthstreet.pokerkit import HandHistory as FacadeHandHistory
from fifthstreet.pokerkit.state import State as PokerKitState
from tests.game.differential import other_rule

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
VARIANTS = tuple(HandHistory.game_types)
# PokerKit plays `FO/8` pot-limit; `fifthstreet.pokerkit` follows it, the engine does not.
ENGINE_VARIANTS = tuple(code for code in VARIANTS if code != "FO/8")
MOST_PLAYERS = {"F2L3D": 5, "N2L1D": 5, "FB": 6}


def random_game(variant: str, rng: random.Random, unit: Any = 1) -> pokerkit.Poker:
    """Create a game of a variant with random antes and blinds."""
    game_type: Any = HandHistory.game_types[variant]
    ante = rng.choice([0, 0, 1]) * unit
    names = HandHistory.required_field_names[variant]
    terms: dict[str, Any] = {"automations": AUTOMATIONS, "ante_trimming_status": rng.random() < 0.5}
    terms["raw_antes"] = ante
    if "bring_in" in names:
        terms |= {"raw_antes": unit, "bring_in": unit}
    else:
        terms["raw_blinds_or_straddles"] = rng.choice([(1, 2), (1, 2, 4), {-1: 2}])
        blinds: Any = terms["raw_blinds_or_straddles"]
        terms["raw_blinds_or_straddles"] = (
            {position: blind * unit for position, blind in blinds.items()}
            if isinstance(blinds, dict)
            else tuple(blind * unit for blind in blinds)
        )
    if "min_bet" in names:
        terms["min_bet"] = 2 * unit
    else:
        terms |= {"small_bet": 2 * unit, "big_bet": 4 * unit}
    game: pokerkit.Poker = game_type(**terms, mode=rng.choice(list(pokerkit.Mode)))
    return game


def random_hand(variant: str, seed: int, *, unit: Any = 1, comments: bool = False) -> HandHistory:
    """Play a hand of a variant at random, one that does not come to a rule in dispute."""
    while True:
        try:
            hand = _random_hand(variant, seed, unit, comments)
        except AssertionError:  # PokerKit cannot play this setup to the end
            hand = None
        if hand is not None and not _has_other_rules(hand):
            return hand
        seed += 1_000_000


def _has_other_rules(hand: HandHistory) -> bool:
    """Return whether the hand comes to a rule that PokerKit does not follow."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        states: Any = zip(FacadeHandHistory.loads(hand.dumps()), hand, strict=True)
        return any(other_rule(ours, theirs) is not None for ours, theirs in states)


def _random_hand(variant: str, seed: int, unit: Any, comments: bool) -> HandHistory:
    rng = random.Random(seed)
    random.seed(seed)  # PokerKit shuffles with the module's own generator
    game = random_game(variant, rng, unit)
    players = rng.randint(2, MOST_PLAYERS.get(variant, 6))
    stacks = [rng.choice([5, 40, 100, 300]) * unit for _ in range(players)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        state = game(stacks, players)
        while state.status:
            comment = f"step {len(state.operations)}" if comments and rng.random() < 0.2 else None
            act(state, rng, comment)
        return HandHistory.from_game_state(
            game,
            state,
            compression_status=rng.random() < 0.8,
            hand=seed,
            players=[f"p{index}" for index in range(players)],
        )


def random_acpc_hand(variant: str, seed: int) -> tuple[pokerkit.Poker, Poker, str]:
    """Return the same game in PokerKit and here, and a random hand of it as PHH."""
    rng = random.Random(seed)
    random.seed(seed)
    terms = (AUTOMATIONS, True, 0, (50, 100), *((100,) if variant == "NT" else (100, 200)))
    game_type: Any = HandHistory.game_types[variant]
    theirs: pokerkit.Poker = game_type(*terms)
    state = theirs(10_000, rng.randint(2, 6))
    while state.status:
        act(state, rng, None)
    our_type: Any = OUR_GAMES[variant]
    return theirs, our_type(*terms), HandHistory.from_game_state(theirs, state, hand=seed).dumps()


def act(state: pokerkit.State, rng: random.Random, commentary: str | None) -> None:
    choice = rng.random()
    if state.can_post_bring_in() and choice < 0.5:
        state.post_bring_in(commentary=commentary)
    elif state.can_stand_pat_or_discard():
        index = state.stand_patter_or_discarder_index
        assert index is not None
        cards = [card for card in state.hole_cards[index] if rng.random() < 0.3]
        state.stand_pat_or_discard(cards, commentary=commentary)
    elif state.can_complete_bet_or_raise_to() and choice < 0.3:
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        assert low is not None
        assert high is not None
        amount = low if rng.random() < 0.6 else rng.choice([low, high])
        state.complete_bet_or_raise_to(amount, commentary=commentary)
    elif state.can_fold() and choice < 0.45:
        state.fold(commentary=commentary)
    elif state.can_check_or_call():
        state.check_or_call(commentary=commentary)
    elif state.can_show_or_muck_hole_cards():
        state.show_or_muck_hole_cards(commentary=commentary)
    elif state.can_post_bring_in():
        state.post_bring_in(commentary=commentary)
    else:
        raise AssertionError("no operation is possible")


UNITS: tuple[Any, ...] = (1, 50, Decimal("0.25"))


def snapshot(state: Any) -> dict[str, object]:
    """Return the values of a state of either library, in a form that can be compared."""
    if isinstance(state, State):
        state = PokerKitState.of(state)
    names = (
        *("status", "bets", "stacks", "payoffs", "statuses", "street_index", "actor_index"),
        *("showdown_index", "stand_patter_or_discarder_index", "checking_or_calling_amount"),
        *("min_completion_betting_or_raising_to_amount", "total_pot_amount", "all_in_status"),
    )
    values = {name: getattr(state, name) for name in names}
    cards = ("hole_cards", "board_cards", "burn_cards", "mucked_cards")
    return {
        **{name: repr(getattr(state, name)) for name in cards},
        **{
            name: list(value) if isinstance(value, list | tuple) else value
            for name, value in values.items()
        },
        "operations": [_operation_values(operation) for operation in state.operations],
    }


def _operation_values(operation: Any) -> tuple[object, ...]:
    values = {name: getattr(operation, name) for name in type(operation).__match_args__}
    shown = (repr(value) if "card" in name else value for name, value in values.items())
    return type(operation).__name__, operation.commentary, *shown
