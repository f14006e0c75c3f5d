"""Hands that were played, decision by decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any
from warnings import catch_warnings

from fifthstreet.cards import Card, hole_index
from fifthstreet.errors import InputError
from fifthstreet.game import (
    State,
    call_amount,
    chips_text,
    event_words,
    events,
    largest_bet_that_counts,
)
from fifthstreet.game.notation import HandHistory, HandReader, ReadError, read_hands
from fifthstreet.game.notation.readers import STANDARD_INPUT
from fifthstreet.tree import STREET_NAMES, when_words

_RAKE = "_rake"  # a field of records that state it
_VARIANT = "NT"  # the PHH standard's name for no-limit hold'em
# Suppresses warnings about needless folds and fields that are not in the standard.
_quietly = partial(catch_warnings, action="ignore", category=UserWarning)


@dataclass(frozen=True, eq=False, repr=False)
class Decision:
    """A player's turn and what they did. Amounts are in chips of the hand."""

    hand: int  # number of the hand in its session, from 1
    number: int  # of the decision in the hand, from 1
    seat: int
    name: str
    street: int
    board: tuple[int, ...]
    hole: int | None  # index of the hand held, None if it was never seen
    state: State  # before the action
    event: events.BettingAction
    big_blind: float

    def __repr__(self) -> str:
        where = STREET_NAMES[self.street] if self.street < len(STREET_NAMES) else self.street
        return f"<Decision: {self.name} {self.words} {when_words(str(where))}>"

    @property
    def pot(self) -> float:
        """Chips in the middle, bets included."""
        return float(self.event.pot_before)

    @property
    def to_call(self) -> float:
        """Chips that a call costs."""
        return float(call_amount(self.state))

    @property
    def stack(self) -> float:
        """Chips that the player has behind."""
        return float(self.event.stack_before)

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that have not folded."""
        return tuple(seat for seat, is_in in enumerate(self.state.statuses) if is_in)

    @property
    def action(self) -> str:
        """What was done, as in a path: `f`, `k`, `c`, or `b60` for a bet or raise to 60."""
        return step_of(self.event)

    @property
    def counted_action(self) -> str:
        """The action with a bet capped at what another player can call, as in betting trees."""
        if isinstance(self.event, events.Bet | events.Raised):
            cap = largest_bet_that_counts(self.state)
            return f"b{chips_text(min(self.event.total, cap))}"
        return self.action

    @property
    def words(self) -> str:
        """What was done, in words."""
        return event_words(self.event).removesuffix(" all-in")

    def after(self) -> State:
        """Return the state after the action."""
        state = self.state.copy()
        if isinstance(self.event, events.Bet | events.Raised):
            state.bet_or_raise_to(self.event.total)
        elif isinstance(self.event, events.Folded):
            with _quietly():
                state.fold()
        else:
            state.check_or_call()
        return state


def step_of(event: events.BettingAction) -> str:
    """Return an action as a step of a path, with chips of the hand."""
    if isinstance(event, events.Bet | events.Raised):
        return f"b{chips_text(event.total)}"
    return event.kind.value


@dataclass(frozen=True, eq=False, repr=False)
class PlayedHand:
    """A hand of no-limit hold'em with all its decisions in order."""

    number: int  # in its session, from 1
    label: str  # where it is from
    names: tuple[str, ...]  # by seat
    board: tuple[int, ...]  # at the end
    big_blind: float
    min_bet: float
    decisions: tuple[Decision, ...]
    is_raked: bool = False  # whether its record states a rake of more than 0

    def __repr__(self) -> str:
        return f"<PlayedHand {self.label}: {len(self.decisions)} decisions>"

    @cached_property
    def starts(self) -> dict[int, Decision]:
        """First decision of each street that has one."""
        starts: dict[int, Decision] = {}
        for decision in self.decisions:
            starts.setdefault(decision.street, decision)
        return starts

    def path(self, street: int) -> str:
        """Return all actions from a street on as a path of a betting tree that starts there."""
        steps, current_street = ["r"], street
        for decision in self.decisions:
            if decision.street < street:
                continue
            steps += ["n"] * (decision.street - current_street)
            current_street = decision.street
            step = decision.counted_action
            if step == "f" and not decision.to_call:
                break  # trees have no fold where a check is free
            steps.append(step)
        return ":".join(steps)


@dataclass(frozen=True)
class LeftOut:
    """A hand that could not be reviewed."""

    label: str
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"hand": self.label, "reason": self.reason}


@dataclass(frozen=True, eq=False, repr=False)
class Session:
    """Hands to review, and hands that could not be read."""

    hands: tuple[PlayedHand, ...]
    left_out: tuple[LeftOut, ...] = ()

    def __repr__(self) -> str:
        return f"<Session: {len(self.hands)} hands, {len(self.left_out)} left out>"

    @property
    def names(self) -> tuple[str, ...]:
        """Players with at least one decision, in order of appearance."""
        return tuple(dict.fromkeys(each.name for hand in self.hands for each in hand.decisions))

    def check_player(self, name: str | None) -> None:
        """Raise InputError unless a player has a decision; None stands for all players."""
        if name is not None and name not in self.names:
            raise InputError(f"player must be one of {', '.join(self.names)}, got {name!r}")


def play(history: HandHistory, *, number: int = 1, label: str = "") -> PlayedHand:
    """Replay a hand and collect its decisions.

    Args:
        history: A hand of no-limit hold'em.
        number: Number of the hand in its session.
        label: Where the hand is from; by default its number.

    Returns:
        The hand with its decisions in order.

    Raises:
        InputError: If the hand is of another game or its actions are not legal.
    """
    if history.variant != _VARIANT:
        raise InputError(f"the variant must be no-limit hold'em, 'NT', got {history.variant!r}")
    names = tuple(history.players or (f"p{seat + 1}" for seat in range(_players(history))))
    if len(names) != _players(history):
        raise InputError(f"names must be {_players(history)}, one per player, got {len(names)}")
    states_before: dict[int, State] = {}  # states before actions, by the number of events so far
    holes: dict[int, int] = {}
    state = history.create_state()
    for state in _states(history):
        if state.actor_index is not None:
            states_before[len(state.events)] = state.copy()
        for seat, cards in enumerate(state.hole_cards):
            _note_hole(holes, seat, cards)
    for shown in state.events:  # a hand that is shown and loses leaves the table at once
        if isinstance(shown, events.Shown):
            _note_hole(holes, shown.seat, shown.cards)
    turns = [
        (states_before[index], event)
        for index, event in enumerate(state.events)
        if isinstance(event, events.BettingAction) and index in states_before
    ]
    big_blind = big_blind_of(state)
    return PlayedHand(
        number=number,
        label=label or f"hand {number}",
        names=names,
        board=_board(state),
        big_blind=big_blind,
        min_bet=float(history.min_bet or big_blind),
        is_raked=bool(history.user_defined_fields.get(_RAKE)),
        decisions=tuple(
            Decision(
                hand=number,
                number=decision_number,
                seat=event.seat,
                name=names[event.seat],
                street=event.street,
                board=_board(turn),
                hole=holes.get(event.seat),
                state=turn,
                event=event,
                big_blind=big_blind,
            )
            for decision_number, (turn, event) in enumerate(turns, 1)
        ),
    )


def big_blind_of(state: State) -> float:
    """Return the chips of a game's big blind, or of its ante if there is none.

    Args:
        state: A hand at any moment.
    """
    return float(max((*map(abs, state.blinds_or_straddles[:2]), *state.antes, 0))) or 1.0


def _note_hole(holes: dict[int, int], seat: int, cards: Sequence[Card]) -> None:
    """Add the hand of a seat if both cards are known."""
    if len(cards) == 2 and all(card.is_known for card in cards):
        holes[seat] = hole_index(cards[0], cards[1])


def _states(history: HandHistory) -> Iterator[State]:
    states = iter(history)
    while True:
        with _quietly():
            state = next(states, None)
        if state is None:
            return
        yield state


def last_state(history: HandHistory) -> State:
    """Return the state after the last action of a hand."""
    return [history.create_state(), *_states(history)][-1]


def _players(history: HandHistory) -> int:
    return len(history.starting_stacks)


def _board(state: State) -> tuple[int, ...]:
    return tuple(int(card) for card in state.get_board_cards(0)) if state.board_count else ()


def _read(path: Path) -> tuple[list[HandHistory], list[ReadError]]:
    try:
        reader = read_hands(path)
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    with _quietly():
        return list(reader), reader.errors


def read_hands_of(path: Path) -> list[HandHistory]:
    """Read the hands of a file; those that cannot be read are skipped.

    Args:
        path: A file, a folder or a zip file; `-` is the standard input.

    Returns:
        The hands, at least one.

    Raises:
        InputError: If the file cannot be opened or no hand of it can be read.
    """
    histories, errors = _read(path)
    if not histories:
        line = f"line {errors[0].line}: {errors[0].message}" if errors else "it has no hands"
        raise InputError(f"{_name(path)}: {line}")
    return histories


def _place(path: Path, error: ReadError) -> str:
    """Return the name of a file, and of the member of a folder or zip file."""
    return f"{_name(path)}, {error.source}" if error.source else _name(path)


def _name(path: Path) -> str:
    return "standard input" if path == STANDARD_INPUT else path.resolve().name


def read_session(paths: Iterable[str | Path]) -> Session:
    """Read all hands of files.

    Args:
        paths: Files, folders and zip files; `-` is the standard input.

    Returns:
        The session; hands that cannot be read or are of another game are left out, with the reason.

    Raises:
        InputError: If a file cannot be opened or no hand is left.
    """
    hands: list[PlayedHand] = []
    left_out: list[LeftOut] = []
    for path in map(Path, paths):
        histories, errors = _read(path)
        _add(hands, left_out, histories, f"{_name(path)}, hand")
        left_out += [
            LeftOut(f"{_place(path, error)}, line {error.line}", error.message) for error in errors
        ]
    return _checked(hands, left_out, "the files have no hands: use hand histories, such as PHH")


def session_of(histories: Iterable[HandHistory]) -> Session:
    """Build a session from hand histories.

    Args:
        histories: Hands in order, such as `read_hands` returns them.

    Returns:
        The session; hands that cannot be read or are of another game are left out, with the reason.

    Raises:
        InputError: If no hand is left.
    """
    hands: list[PlayedHand] = []
    left_out: list[LeftOut] = []
    with _quietly():
        readable = list(histories)
    _add(hands, left_out, readable, "hand")
    if isinstance(histories, HandReader):
        left_out += [LeftOut(f"line {error.line}", error.message) for error in histories.errors]
    return _checked(hands, left_out, "no hands to review")


def _add(
    hands: list[PlayedHand], left_out: list[LeftOut], histories: list[HandHistory], prefix: str
) -> None:
    for position, history in enumerate(histories, 1):
        label = f"{prefix} {position if history.hand is None else history.hand}"
        try:
            hands.append(play(history, number=len(hands) + 1, label=label))
        except InputError as error:
            left_out.append(LeftOut(label, str(error)))


def _checked(hands: list[PlayedHand], left_out: list[LeftOut], message: str) -> Session:
    if not hands:
        if left_out:
            raise InputError(f"{left_out[0].label}: {left_out[0].reason}")
        raise InputError(message)
    return Session(tuple(hands), tuple(left_out))
