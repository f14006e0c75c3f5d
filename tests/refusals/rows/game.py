"""Refusals of the rules engine."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import Any

from fifthstreet.errors import BusyError
from tests.refusals.table import Table, face

fs = face("")
game = face("game")
notation = face("game.notation")
values = face("game.values")
actions = face("game")
Kind = game.ActionKind
ALL = tuple(fs.Automation)
STAKES = game.MixedStakes(small_bet=2, big_bet=4, blinds=(1, 2))
NOTHING: tuple[Any, ...] = ()
ILLEGAL = game.IllegalAnswerError
STREET = {
    "card_burning_status": False,
    "hole_dealing_statuses": (False,),
    "board_dealing_count": 0,
    "draw_status": False,
    "opening": game.Opening.POSITION,
    "min_completion_betting_or_raising_amount": 2,
    "max_completion_betting_or_raising_count": None,
}


def street(**changes: object) -> Any:
    return game.Street(**{**STREET, **changes})


def without(*names: str) -> tuple[Any, ...]:
    """Return all automations except some."""
    return tuple(each for each in fs.Automation if each.name not in names)


def hand(automations: Any = ALL, stacks: Any = (200, 200), seed: int = 1, **terms: Any) -> Any:
    """Return a hand of no-limit hold'em with blinds of 1 and 2."""
    usual: dict[str, Any] = {"antes": 0, "blinds": (1, 2), "mode": fs.Mode.TOURNAMENT}
    terms = usual | terms
    return fs.NoLimitTexasHoldem.create_state(
        automations,
        True,
        terms.pop("antes"),
        terms.pop("blinds"),
        2,
        stacks,
        len(stacks),
        seed=seed,
        **terms,
    )


def after(state: Any, *steps: str | tuple[Any, ...]) -> Any:
    """Return a state after operations, each a name or a name with arguments."""
    for step in steps:
        name, *arguments = (step,) if isinstance(step, str) else step
        getattr(state, name)(*arguments)
    return state


def over() -> Any:
    return after(hand(), "fold")


def all_in(*names: str) -> Any:
    """Return a hand in which both players are all-in before the flop."""
    return after(hand(without(*names)), ("bet_or_raise_to", 200), "check_or_call")


def shown_down(*names: str, **terms: Any) -> Any:
    """Return a hand that is checked down, without some automations."""
    return after(hand(without(*names), **terms), *["check_or_call"] * 8)


def stud(automations: Any = ALL) -> Any:
    return fs.FixedLimitSevenCardStud.create_state(
        automations, True, 1, 1, 2, 4, (200, 200), 2, seed=1
    )


def draw() -> Any:
    """Return a hand of triple draw at the first draw."""
    state = fs.FixedLimitDeuceToSevenLowballTripleDraw.create_state(
        ALL, True, 0, (1, 2), 2, 4, (200, 200), 2, seed=1
    )
    return after(state, "check_or_call", "check_or_call")


def holdem(**terms: Any) -> Any:
    return fs.NoLimitTexasHoldem(ALL, True, 0, (1, 2), 2, **terms)


def session(*stacks: Any, **options: Any) -> Any:
    return game.GameSession(holdem(), stacks or (200, 200), seed=1, **options)


def in_hand() -> Any:
    """Return a session in the middle of a hand."""
    return after(session(), "begin_hand")


def legal(state: Any, seat: int | None = None) -> Any:
    return game.LegalActions.of(state, (state.actor_index or 0) if seat is None else seat)


def check(state: Any, kind: Any, amount: Any = None) -> Any:
    return legal(state).check(game.ActionAmount(kind, amount))


NO_PLAYER = "player must be from 0 to 1, got 2"
SHOWING = "HOLE_CARDS_SHOWING_OR_MUCKING"


def new_state(streets: list[Any], blinds: Any = 0, bring_in: Any = 0) -> Any:
    """Return a state of a game with these streets."""
    return fs.State(
        ALL,
        face("cards").STANDARD,
        (face("cards.hands").STANDARD_HIGH,),
        tuple(streets),
        game.BettingStructure.NO_LIMIT,
        True,
        0,
        blinds,
        bring_in,
        (200, 200),
        2,
        seed=1,
    )


def discard(answer: object) -> object:
    return legal(draw(), draw().discarder_index).check(answer)


def at_flop() -> Any:
    """Return a hand before the flop is dealt, with a card to burn."""
    return after(hand(without("CARD_BURNING", "BOARD_DEALING")), *["check_or_call"] * 2)


def killing() -> Any:
    """Return a hand in which the second player shows a losing hand, which is to be killed."""
    state = hand(without("HAND_KILLING", "HOLE_DEALING", "BOARD_DEALING", SHOWING))
    after(state, ("deal_hole", "AsAh"), ("deal_hole", "3c2d"))
    board: list[Any] = [*["check_or_call"] * 2, ("deal_board", "KsKhKd"), *["check_or_call"] * 2]
    turn: list[Any] = [("deal_board", "Qs"), *["check_or_call"] * 2, ("deal_board", "Jd")]
    return after(state, *board, *turn, *["check_or_call"] * 2, *[("show_or_muck", True)] * 2)


def pushing() -> Any:
    return shown_down("CHIPS_PUSHING")


def pulling() -> Any:
    return after(hand(without("CHIPS_PULLING")), "fold")


def runouts() -> Any:
    """Return an all-in hand of a cash game in which players choose the number of runouts."""
    state = hand(without("RUNOUT_COUNT_SELECTION"), mode=fs.Mode.CASH_GAME)
    return after(state, ("bet_or_raise_to", 200), "check_or_call")


def unknown() -> Any:
    """Return a hand with unknown hole cards at the showdown."""
    state = hand(without("HOLE_DEALING", SHOWING), mode=fs.Mode.CASH_GAME)
    return after(state, ("deal_hole", "????"), ("deal_hole", "????"), *["check_or_call"] * 8)


TABLE: Table = {
    "game/actions.py": [
        ("check_action", lambda: game.check_action(hand(), "x"), "kind must be an ActionKind"),
        ("check_action", lambda: game.check_action(hand(), Kind.RAISE, "x"), "must be a number"),
        ("_checked", lambda: game.check_action(over(), Kind.CALL), "no player"),
        ("_checked", lambda: game.check_action(hand(), Kind.ANTE), "which is posted before"),
        ("_checked", lambda: game.check_action(hand(), Kind.CHECK), "cannot check: 1 to call"),
        (
            "_checked",
            lambda: game.check_action(after(hand(), "check_or_call"), Kind.CALL),
            "cannot call: there is no bet to call",
        ),
        ("_checked", lambda: game.check_action(hand(), Kind.CALL, 7), "a call must be 1, got 7"),
        ("_verify", lambda: game.check_action(stud(), Kind.FOLD), "cannot fold: "),
        ("_all_in", lambda: game.check_action(hand(), Kind.ALL_IN, 7), "an all-in must be to 200"),
        ("_raise", lambda: game.check_action(hand(), Kind.BET, 9), "so raise instead"),
        (
            "_raise",
            lambda: game.check_action(after(hand(), *["check_or_call"] * 2), Kind.RAISE, 9),
            "so bet instead",
        ),
        ("_chips_action", lambda: game.act(hand(), Fraction(1, 2), 7), "a size or an amount"),
    ],
    "game/chips.py": [
        ("parse_chips", lambda: game.parse_chips("1.5", int), "'1.5'"),
        ("parse_chips", lambda: game.parse_chips("x"), "'x'"),
        ("parse_chips", lambda: game.parse_chips("nan", float), "'nan'"),
        ("exact_chips", lambda: game.exact_chips(Fraction(1, 2), int), "0.5"),
    ],
    "game/core.py": [
        ("_check_deck", lambda: hand(stacks=(9,) * 30), "the deck has 52 cards, too few for 30"),
        ("_values", lambda: hand(antes=inf), "antes and blinds must be finite"),
        ("_check_setup", lambda: hand(seed=-1), "seed must be from 0 to 2^63 - 1, got -1"),
        ("_check_setup", lambda: new_state([]), "a game needs one street or more"),
        (
            "_check_setup",
            lambda: new_state([street(hole_dealing_statuses=(), board_dealing_count=1)]),
            "the first street must deal hole cards",
        ),
        ("_check_setup", lambda: hand(stacks=(200,)), "player_count must be 2 or more, got 1"),
        ("_check_setup", lambda: hand(starting_board_count=0), "must be 1 or more, got 0"),
        ("_check_setup", lambda: hand(antes=-1), "antes must be 0 or more"),
        ("_check_setup", lambda: new_state([street()], bring_in=-1), "bring_in must be 0 or more"),
        ("_check_setup", lambda: hand(blinds=0), "a hand needs forced bets"),
        ("_check_setup", lambda: hand(stacks=(0, 200)), "starting_stacks must be above 0"),
        ("_check_setup", lambda: new_state([street()], (1, 2), bring_in=1), "not both"),
        ("_check_setup", lambda: new_state([street()], bring_in=2), "below the smallest bet"),
    ],
    "game/flow.py": [
        ("new_state", lambda: game.new_state([9, 9], 1, straddle=4), "at least 3 players, got 2"),
    ],
    "game/holdings.py": [
        ("Holdings.get_board_cards", lambda: hand().get_board_cards(1), "from 0 to 0, got 1"),
        ("Holdings.get_censored_hole_cards", lambda: hand().get_censored_hole_cards(2), NO_PLAYER),
        ("Holdings._cards_facing", lambda: hand().get_up_cards(2), NO_PLAYER),
        ("Holdings.can_win_now", lambda: hand().can_win_now(2), NO_PLAYER),
        (
            "Holdings._cards_to_deal",
            lambda: hand(without("HOLE_DEALING")).deal_hole(99),
            "cannot deal 99 cards: only 52 are left",
        ),
    ],
    "game/side_pots.py": [
        ("Pots.get_effective_stack", lambda: hand().get_effective_stack(2), NO_PLAYER),
        ("Pots.get_effective_ante", lambda: hand().get_effective_ante(2), NO_PLAYER),
        ("Pots.get_effective_blind", lambda: hand().get_effective_blind(2), NO_PLAYER),
    ],
    "game/ledger.py": [
        ("Ledger.status", lambda: game.Ledger.of(hand()).status(-1), "from 0 to 1, got -1"),
    ],
    "game/legality.py": [
        ("LegalActions.of", lambda: legal(hand(), 2), NO_PLAYER),
        ("LegalActions.check", lambda: legal(hand()).check("fold"), "an ActionAmount", ILLEGAL),
        ("LegalActions.check", lambda: check(over(), Kind.FOLD), "the one to act", ILLEGAL),
        ("LegalActions.check", lambda: check(hand(), Kind.CHECK), "action must be one of", ILLEGAL),
        ("LegalActions._checked_call", lambda: check(hand(), Kind.CALL, 7), "a call", ILLEGAL),
        ("LegalActions._checked_raise", lambda: check(hand(), Kind.RAISE, 3), "4 to 200", ILLEGAL),
        ("LegalActions._checked_raise", lambda: check(hand(), Kind.RAISE, "x"), "got 'x'", ILLEGAL),
        ("LegalActions._checked_discard", lambda: discard("x"), "a Discard", ILLEGAL),
        (
            "LegalActions._checked_discard",
            lambda: discard(game.Discard((99,))),
            "of cards that the player holds",
            ILLEGAL,
        ),
        ("plain_number", lambda: game.plain_number(True), "must be a number, got bool"),
    ],
    "game/mixed.py": [
        (
            "MixedStakes.game",
            lambda: STAKES.game(fs.KuhnPoker, ALL),
            "KuhnPoker requires",
        ),
        ("Rotation.__post_init__", lambda: game.Rotation(()), "at least one game"),
        ("Rotation.__post_init__", lambda: game.Rotation((holdem(),), 0), "at least 1, or None"),
        ("mixed_game", lambda: game.mixed_game("X", ALL, STAKES), "a mix must"),
    ],
    "game/queries.py": [
        ("exact_size", lambda: game.amount_of(hand(), -1), "must be a number above 0, got -1"),
        ("exact_size", lambda: game.amount_of(hand(), nan), "must be a number above 0, got nan"),
        ("_actor", lambda: game.call_amount(over()), "specify the player"),
        ("_player", lambda: game.call_amount(hand(), 2), NO_PLAYER),
    ],
    "game/session.py": [
        ("GameSession.__init__", lambda: session(5), "at least 2 seats, got 1"),
        ("GameSession.__init__", lambda: session(5, -1), "stacks must be at least 0"),
        ("GameSession.__init__", lambda: session(5, inf), "of a session must be finite"),
        (
            "GameSession.seat_of",
            lambda: in_hand().seat_of(2),
            "position must be from 0 to 1, got 2",
        ),
        ("GameSession.buy", lambda: in_hand().buy(0, 5), "only be bought between hands", BusyError),
        ("GameSession.buy", lambda: session().buy(0, 0), "above 0 and finite, got 0"),
        ("GameSession.begin_hand", lambda: in_hand().begin_hand(), "end it first", BusyError),
        ("GameSession.begin_hand", lambda: session(5, 0).begin_hand(), "requires two players"),
        ("GameSession.end_hand", lambda: session().end_hand(), "no hand is in progress", BusyError),
        ("GameSession.end_hand", lambda: in_hand().end_hand(), "the hand is not over", BusyError),
        (
            "GameSession.play_hand",
            lambda: session().play_hand(lambda *_: None),
            "`act` must perform",
        ),
        ("GameSession._seat", lambda: session().buy(2, 5), "seat must be from 0 to 1, got 2"),
    ],
    "game/street.py": [
        ("Street.__post_init__", lambda: street(board_dealing_count=-1), "at least 0, got -1"),
        ("Street.__post_init__", lambda: street(hole_dealing_statuses=()), "or be a draw"),
        ("Street.__post_init__", lambda: street(draw_status=True), "or be a draw, got both"),
        (
            "Street.__post_init__",
            lambda: street(min_completion_betting_or_raising_amount=inf),
            "the smallest bet must be finite",
        ),
        (
            "Street.__post_init__",
            lambda: street(min_completion_betting_or_raising_amount=0),
            "the smallest bet must be above 0",
        ),
        (
            "Street.__post_init__",
            lambda: street(max_completion_betting_or_raising_count=-1),
            "at least 0, or None, got -1",
        ),
        ("Pot.__init__", lambda: game.Pot(-1, 0, (0,)), "raked_amount must be at least 0"),
        ("Pot.__init__", lambda: game.Pot(0, -1, (0,)), "unraked_amount must be at least 0"),
    ],
    "game/values.py": [
        ("clean_value", lambda: after(hand(), ("bet_or_raise_to", nan)), "got nan"),
        ("clean_value", lambda: after(hand(), ("bet_or_raise_to", Decimal("NaN"))), "got nan"),
        ("clean_value", lambda: after(hand(), ("bet_or_raise_to", Decimal("1e999"))), "below 1e"),
        ("clean_value", lambda: after(hand(), ("bet_or_raise_to", Decimal("1e-999"))), "300 dec"),
        ("clean_values", lambda: hand(antes={7: 1}), "positions must be from -2 to 1, got 7"),
        ("clean_values", lambda: hand(antes=None), "a number, a sequence or a mapping, got None"),
        ("rake", lambda: game.rake(5, percentage=2), "must be from 0 to 1, got 2"),
        ("rake", lambda: game.rake(5, no_flop_no_drop=True), "state is required"),
    ],
    "game/phases/betting.py": [
        ("BettingPhase.verify_fold", lambda: over().fold(), "no player"),
        ("BettingPhase.verify_fold", lambda: stud().fold(), "bring-in"),
        ("BettingPhase.verify_fold", lambda: after(hand(), "check_or_call", "fold"), "fold"),
        ("BettingPhase.verify_check_or_call", lambda: over().check_or_call(), "no player"),
        ("BettingPhase.verify_check_or_call", lambda: stud().check_or_call(), "bring-in"),
        ("BettingPhase.verify_post_bring_in", lambda: over().post_bring_in(), "no player"),
        ("BettingPhase.verify_post_bring_in", lambda: hand().post_bring_in(), "no bring-in"),
        ("BettingPhase.verify_bet_or_raise_to", lambda: over().bet_or_raise_to(5), "no player"),
        ("BettingPhase.verify_bet_or_raise_to", lambda: hand().bet_or_raise_to(inf), "be finite"),
        ("BettingPhase.verify_bet_or_raise_to", lambda: hand().bet_or_raise_to(3), "below the min"),
        ("BettingPhase.verify_bet_or_raise_to", lambda: hand().bet_or_raise_to(201), "above the"),
    ],
    "game/phases/dealing.py": [
        ("DealingPhase.verify_burn_card", lambda: hand().burn_card(), ""),
        ("DealingPhase.verify_burn_card", lambda: at_flop().burn_card("AsKs"), "one card must be"),
        ("DealingPhase.verify_deal_hole", lambda: hand().deal_hole(), ""),
        (
            "DealingPhase.verify_deal_hole",
            lambda: hand(without("HOLE_DEALING")).deal_hole("As", 2),
            NO_PLAYER,
        ),
        (
            "DealingPhase.verify_deal_hole",
            lambda: after(hand(without("HOLE_DEALING")), ("deal_hole", "AsKs", 0)).deal_hole(
                "Qs", 0
            ),
            "player 0 has no hole cards to be dealt",
        ),
        (
            "DealingPhase.verify_deal_hole",
            lambda: hand(without("HOLE_DEALING")).deal_hole("AsKsQs"),
            "1 to 2 cards may be dealt, got 3",
        ),
        ("DealingPhase.verify_deal_board", lambda: hand().deal_board(), ""),
        (
            "DealingPhase.verify_deal_board",
            lambda: after(at_flop(), "burn_card").deal_board("AsKsQsJs"),
            "1 to 3 cards may be dealt, got 4",
        ),
        ("DealingPhase.verify_discard", lambda: hand().discard(), "no player has to stand pat"),
        ("DealingPhase.verify_discard", lambda: draw().discard("AsKsQsJsTs"), "can only discard"),
    ],
    "game/phases/forced_bets.py": [
        ("verify_posting", lambda: hand().post_ante(), "there is no ante to post"),
        (
            "verify_posting",
            lambda: after(hand(NOTHING, antes=1), ("post_ante", 1)).post_ante(1),
            "player 1 has no ante to post",
        ),
        ("ForcedBetsPhase.blind_name", lambda: hand().blind_name(2), NO_PLAYER),
        (
            "ForcedBetsPhase.verify_collect_bets",
            lambda: hand().collect_bets(),
            "no bets to collect",
        ),
    ],
    "game/phases/settling.py": [
        ("SettlingPhase.verify_kill_hand", lambda: hand().kill_hand(), "no hand to kill"),
        ("SettlingPhase.verify_kill_hand", lambda: killing().kill_hand(0), "cannot be killed"),
        ("SettlingPhase.verify_push_chips", lambda: hand().push_chips(), "no chips to push"),
        (
            "SettlingPhase.verify_push_chips",
            lambda: pushing().push_chips(finishing_stacks=(1,)),
            "must have 2 stacks",
        ),
        (
            "SettlingPhase.verify_push_chips",
            lambda: pushing().push_chips(finishing_stacks=(inf, inf)),
            "finishing_stacks must be finite",
        ),
        (
            "SettlingPhase.verify_push_chips",
            lambda: pushing().push_chips(finishing_stacks=(1, 1)),
            "finish with 1",
        ),
        ("SettlingPhase.verify_pull_chips", lambda: hand().pull_chips(), "no chips to pull"),
        (
            "SettlingPhase.verify_pull_chips",
            lambda: pulling().pull_chips(1),
            "has no chips to pull",
        ),
    ],
    "game/phases/showdown.py": [
        (
            "ShowdownPhase.verify_choose_runouts",
            lambda: hand(mode=fs.Mode.CASH_GAME).choose_runouts(1),
            "no player has to choose",
        ),
        (
            "ShowdownPhase.verify_choose_runouts",
            lambda: after(runouts(), ("choose_runouts", 1, 0)).choose_runouts(1, 0),
            "player 0 cannot choose",
        ),
        (
            "ShowdownPhase.verify_choose_runouts",
            lambda: runouts().choose_runouts(0),
            "runout_count must be at least 1, got 0",
        ),
        (
            "ShowdownPhase.verify_choose_runouts",
            lambda: runouts().choose_runouts(99),
            "runouts, got 99",
        ),
        ("ShowdownPhase._verified_showing", lambda: hand().show_or_muck(), "has to show or muck"),
        ("ShowdownPhase._verified_showing", lambda: over().show_or_muck(), "specify the player"),
        (
            "ShowdownPhase._verified_showing",
            lambda: over().show_or_muck(True, 1),
            "player 1 is not in the hand",
        ),
        (
            "ShowdownPhase._verified_showing",
            lambda: after(shown_down(SHOWING), ("show_or_muck", True, 1)).show_or_muck(True, 1),
            "player 1 cannot show or muck now",
        ),
        (
            "ShowdownPhase._showing_of_cards",
            lambda: shown_down(SHOWING).show_or_muck("AsKsQs"),
            "at most 2 cards can be shown, got 3",
        ),
        (
            "ShowdownPhase._check_showing",
            lambda: after(
                hand(without(SHOWING)), ("bet_or_raise_to", 200), "check_or_call"
            ).show_or_muck(False),
            "in tournaments hands must be shown in an all-in",
        ),
        (
            "ShowdownPhase._check_showing",
            lambda: shown_down(SHOWING).show_or_muck("As"),
            "in tournaments all 2 hole cards must be shown at the showdown",
        ),
        (
            "ShowdownPhase._check_showing",
            lambda: unknown().show_or_muck(True),
            "an unknown card cannot be shown",
        ),
        (
            "ShowdownPhase._check_showing",
            lambda: over().show_or_muck(False, 0),
            "must be shown in full",
        ),
    ],
    "game/variants/base.py": [
        (
            "Poker.min_bet",
            lambda: fs.FixedLimitTexasHoldem(ALL, True, 0, (1, 2), 2, 4).min_bet,
            "no single minimum bet",
        ),
    ],
}
