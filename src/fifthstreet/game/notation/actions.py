"""Actions as text: `d dh p1 AsKs`, `p1 cbr 200`, `p2 f # a comment`.

| text | action |
|---|---|
| `d db CARDS` | deal to the board |
| `d dh pN CARDS` | deal hole cards to a player |
| `pN f`, `pN cc`, `pN pb` | fold; check or call; post the bring-in |
| `pN cbr AMOUNT` | complete, bet or raise to an amount |
| `pN sd`, `pN sd CARDS` | stand pat; discard |
| `pN sm`, `pN sm -`, `pN sm CARDS` | muck; show the cards that were dealt; show these cards |
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fifthstreet.cards import Card, cards_text
from fifthstreet.errors import InputError
from fifthstreet.game.events import (
    Bet,
    BoardDealt,
    BringInPosted,
    Called,
    Checked,
    Discarded,
    Event,
    Folded,
    HoleDealt,
    Mucked,
    Raised,
    Shown,
)
from fifthstreet.game.notation.amounts import ParseValue, parse_value
from fifthstreet.game.state import State

_PLAYER_INDEX = {f"p{index + 1}": index for index in range(10)}  # higher numbers are parsed


def apply_action(state: State, action: str, parse_value: ParseValue = parse_value) -> None:
    """Apply an action given as text.

    Args:
        state: The hand; it stays unchanged if the action is refused.
        action: Text like `d dh p1 AsKs` or `p1 cbr 200`; a comment may follow after `# `.
        parse_value: Called with the text of an amount, returns the chips; by default an int or a
            `Decimal`.

    Raises:
        InputError: If the text is malformed or the rules do not allow the action.

    >>> from fifthstreet.game import Automation
    >>> from fifthstreet.game.variants import NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)(200, 2)
    >>> apply_action(state, "p2 cbr 6")
    >>> state.bets
    [2, 6]
    """
    words = action.split()
    commentary = None
    if "#" in action:
        commentary = action[action.index("#") + 2 :]
        if "#" in words:
            words = words[: words.index("#")]
    count = len(words)
    if count == 2:
        player, verb = words
        if verb == "f":
            _check_turn(player, state.actor_index, action)
            state.fold(commentary=commentary)
            return
        if verb == "cc":
            _check_turn(player, state.actor_index, action)
            state.check_or_call(commentary=commentary)
            return
        if verb == "sm":
            index = _seated_index(player, state)
            state.show_or_muck(False, index, commentary=commentary)
            return
        if verb == "sd":
            _check_turn(player, state.discarder_index, action)
            state.discard(commentary=commentary)
            return
        if verb == "pb":
            _check_turn(player, state.actor_index, action)
            state.post_bring_in(commentary=commentary)
            return
    elif count == 3:
        player, verb, rest = words
        if verb == "cbr":
            _check_turn(player, state.actor_index, action)
            state.bet_or_raise_to(_amount(rest, parse_value), commentary=commentary)
            return
        if verb == "db" and player == "d":
            state.deal_board(Card.parse(rest), commentary=commentary)
            return
        if verb == "sm":
            shown = True if rest == "-" else Card.parse(rest)
            index = _seated_index(player, state)
            state.show_or_muck(shown, index, commentary=commentary)
            return
        if verb == "sd":
            _check_turn(player, state.discarder_index, action)
            state.discard(Card.parse(rest), commentary=commentary)
            return
    elif count == 4:
        dealer, verb, player, rest = words
        if verb == "dh" and dealer == "d":
            index = _seated_index(player, state)
            state.deal_hole(Card.parse(rest), index, commentary=commentary)
            return
    elif not words:
        state.note(commentary=commentary)
        return
    raise InputError(f"an action must be like 'd dh p1 AsKs' or 'p1 cbr 200', got {action!r}")


def _player_index(player: str) -> int:
    index = _PLAYER_INDEX.get(player)
    if index is None:
        number = player[1:]
        if not (player.startswith("p") and number.isdecimal() and len(number) < 10 and int(number)):
            raise InputError(f"a player must be like 'p1', got {player!r}")
        index = int(number) - 1
    return index


def _seated_index(player: str, state: State) -> int:
    index = _player_index(player)
    if index >= state.player_count:
        raise InputError(f"a player must be from p1 to p{state.player_count}, got {player}")
    return index


def _check_turn(player: str, turn_index: int | None, action: str) -> None:
    if _player_index(player) != turn_index:
        turn = "no player is to act" if turn_index is None else f"it is p{turn_index + 1}'s turn"
        raise InputError(f"{action!r} is out of turn: {turn}")


def _amount(text: str, parse_value: ParseValue) -> Any:
    try:
        amount = parse_value(text)
    except (ArithmeticError, ValueError):
        amount = None
    if amount is None or amount != amount:  # NaN differs from itself
        raise InputError(f"amount must be a number, got {text!r}")
    return amount


def action_texts(events: Iterable[Event], *, merge_deals: bool, board_count: int = 1) -> list[str]:
    """Write the events that a hand history records; the others follow from the rules.

    Args:
        events: All events of a hand, in order.
        merge_deals: Whether consecutive deals become one action per player, instead of one each.
        board_count: Number of boards; cards of different boards are never merged.

    Returns:
        Actions like `d dh p1 AsKs` or `p1 cbr 200`.
    """
    texts: list[str] = []
    hole_cards: dict[int, list[Card]] = {}
    board_cards: list[Card] = []

    def write_deals() -> None:
        for seat, cards in sorted(hole_cards.items()):
            texts.append(f"d dh p{seat + 1} {cards_text(cards)}")
        if board_cards:
            texts.append(f"d db {cards_text(board_cards)}")
        hole_cards.clear()
        board_cards.clear()

    for event in events:
        text = ""
        if isinstance(event, HoleDealt):
            if not merge_deals:
                write_deals()
            hole_cards.setdefault(event.seat, []).extend(event.cards)
        elif isinstance(event, BoardDealt):
            if not merge_deals or board_count > 1:
                write_deals()
            board_cards.extend(event.cards)
        else:
            write_deals()
            text = _player_action_text(event)
        if event.commentary is not None:
            text = f"{text} # {event.commentary}".strip()
        if text:
            texts.append(text)
    write_deals()
    return texts


def _player_action_text(event: Event) -> str:
    """Write a player's action; the result is empty for events that are not recorded."""
    match event:
        case Folded():
            text = "f"
        case Checked() | Called():
            text = "cc"
        case Bet() | Raised():
            text = f"cbr {event.total}"
        case Shown():
            text = f"sm {cards_text(event.cards)}"
        case Mucked():
            text = "sm"
        case Discarded():
            text = f"sd {cards_text(event.cards)}".strip()
        case BringInPosted():
            text = "pb"
        case _:
            return ""
    return f"p{event.seat + 1} {text}"
