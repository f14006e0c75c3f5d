"""Playing one hand: views are handed out, decisions checked, and actions counted.

Whatever an agent does wrong costs it the decision: it checks if that is free and folds otherwise;
in a draw it stands pat. The mistake is recorded, and the hand goes on.
"""

from time import perf_counter
from typing import Any, Final

from fifthstreet.agents.agent import BaseAgent
from fifthstreet.agents.answers import AgentError, chips, error_text, safe_text
from fifthstreet.agents.seeded_random import SeededRandom
from fifthstreet.agents.view import Discard, PublicHand, Terms, view_of
from fifthstreet.game.card import Card
from fifthstreet.game.operations import (
    CheckingOrCalling,
    Folding,
    HoleCardsShowingOrMucking,
    Operation,
)
from fifthstreet.game.state import State
from fifthstreet.table.kinds import ActionAmount, ActionKind

# Columns of the counts of an agent.
COUNTS: Final = (
    "hands",
    "decisions",
    "folds",
    "checks",
    "calls",
    "raises",
    "vpip",  # hands with chips put in voluntarily on the first street
    "pfr",  # hands with a raise on the first street
    "showdowns",
    "mistakes",
)
_HANDS: Final = 0
_DECISIONS: Final = 1
_FOLDS: Final = 2
_CHECKS: Final = 3
_CALLS: Final = 4
_RAISES: Final = 5
_VPIP: Final = 6
_PFR: Final = 7
_SHOWDOWNS: Final = 8
_MISTAKES: Final = 9

# Members of enumerations as constants: compiled code would look each of them up by name.
_FOLD: Final = ActionKind.FOLD
_CHECK: Final = ActionKind.CHECK
_CALL: Final = ActionKind.CALL
_BET: Final = ActionKind.BET
_RAISE: Final = ActionKind.RAISE
_ALL_IN: Final = ActionKind.ALL_IN
_BRING_IN: Final = ActionKind.BRING_IN

_FOLDING: Final = ActionAmount(_FOLD, 0)
_CHECKING: Final = ActionAmount(_CHECK, 0)
_POSTING: Final = ActionAmount(_BRING_IN, None)

_clock: Final = perf_counter  # otherwise compiled code would look it up for every call

_LONGEST_MESSAGE: Final = 200  # characters of a mistake that are kept
_MOST_MISTAKES: Final = 1000  # of a lineup that are kept; all are counted


class Mistake:
    """A decision that an agent lost, and why."""

    def __init__(self, player: str, number: int, kind: str, message: str) -> None:
        """Set the player, the number of the hand and what went wrong."""
        self.player: str = player
        """Name of the player."""
        self.number: int = number
        """Number of the hand."""
        self.kind: str = kind
        """What went wrong: `illegal`, `error`, `time` or `memory`."""
        self.message: str = message
        """What the agent answered, or the error it raised."""

    def __repr__(self) -> str:
        """Return the player, the hand and the message."""
        return f"<Mistake of {self.player} in hand {self.number}: {self.kind}, {self.message}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through the constructor."""
        return Mistake, (self.player, self.number, self.kind, self.message)


class Lineup:
    """Agents that play hand after hand at one table, and what each of them did.

    An agent may sit in several seats, as copies that have one column in the results.
    """

    def __init__(
        self,
        agents: list[Any],
        names: tuple[str, ...],
        columns: tuple[int, ...] | None = None,
        agent_count: int | None = None,
    ) -> None:
        """Set the agents, their names, and the column of each; by default, each has its own."""
        if columns is None:
            columns = tuple(range(len(agents)))
        self.columns: tuple[int, ...] = columns
        """Column of each agent in the results."""
        self.agent_count: int = len(agents) if agent_count is None else agent_count
        """Number of columns."""
        self.shares: list[float] = [1 / columns.count(column) for column in columns]
        """Share of each agent in its column."""
        self.agents: list[Any] = agents
        """The agents."""
        self.names: tuple[str, ...] = names
        """Their names."""
        self.counts: list[list[int]] = [[0] * len(COUNTS) for _ in agents]
        """What each agent did; the columns are `COUNTS`."""
        self.seconds: list[float] = [0.0] * len(agents)
        """Time that each agent took to decide."""
        self.mistakes: list[Mistake] = []
        """Decisions that agents lost, up to a limit."""
        self.has_observers: bool = False
        """Whether any agent observes events."""
        self.observing: list[bool] = []
        """Whether each agent observes events."""
        self.finishing: list[bool] = []
        """Whether each agent is told how hands end."""
        self.has_finishers: bool = False
        """Whether any agent is told."""
        for agent in agents:
            self.finishing.append(has_own(agent, "hand_over"))
            if self.finishing[-1]:
                self.has_finishers = True
            self.observing.append(has_own(agent, "observe"))
            if self.observing[-1]:
                self.has_observers = True

    def lost(self, index: int, number: int, kind: str, message: str) -> None:
        """Record a decision that an agent lost."""
        self.counts[index][_MISTAKES] += 1
        if len(self.mistakes) < _MOST_MISTAKES:
            mistake = Mistake(self.names[index], number, kind, message[:_LONGEST_MESSAGE])
            self.mistakes.append(mistake)


class HandPlay:
    """A hand that the agents of a lineup play to its end."""

    def __init__(
        self,
        state: State,
        terms: Terms,
        lineup: Lineup,
        order: tuple[int, ...],
        randoms: list[SeededRandom],
        number: int = 0,
    ) -> None:
        """Set a hand that has just been dealt; `order` has the index of each seat's agent."""
        names = [lineup.names[place] for place in order]
        self.state: State = state
        """The state of the hand."""
        self.hand: PublicHand = PublicHand(terms, tuple(names), state.starting_stacks, number)
        """What everybody knows about it."""
        self.lineup: Lineup = lineup
        """The agents."""
        self.order: tuple[int, ...] = order
        """Index in the lineup of the agent in each seat."""
        self.randoms: list[SeededRandom] = randoms
        """Random numbers of each seat."""
        self.is_showdown: bool = False
        """Whether the hand ended with a showdown."""
        # Seats that have put in chips, or raised, on the first street: a bit each.
        self._entered: int = 0
        self._raised: int = 0
        # What is legal in the current decision; agents may change their views.
        self._is_draw: bool = False
        self._to_call: Any = None
        self._can_fold: bool = False
        self._bring_in: Any = None
        self._min_raise_to: Any = None
        self._max_raise_to: Any = None
        self._is_first_street: bool = False

    def play(self) -> None:
        """Play the hand to its end."""
        state = self.state
        hand = self.hand
        lineup = self.lineup
        while state.status:
            told = hand.catch_up(state)
            if lineup.has_observers:
                self._tell(hand.events[told:])
            seat = state.actor_index
            if seat is None:
                seat = state.stand_patter_or_discarder_index
                assert seat is not None, "the game waits for something that is not a decision"
            self._decide(seat)
        told = hand.catch_up(state)
        if lineup.has_observers:
            self._tell(hand.events[told:])
        self._count()

    def _count(self) -> None:
        """Count the hand, and who was at the showdown."""
        all_counts = self.lineup.counts
        for seat in range(len(self.order)):
            counts = all_counts[self.order[seat]]
            counts[_HANDS] += 1
            if self._entered >> seat & 1:
                counts[_VPIP] += 1
            if self._raised >> seat & 1:
                counts[_PFR] += 1
        operations = self.state.operations
        for index in range(len(operations) - 1, -1, -1):
            operation = operations[index]
            kind = type(operation)
            if kind is HoleCardsShowingOrMucking:
                assert isinstance(operation, HoleCardsShowingOrMucking)
                self.is_showdown = True
                all_counts[self.order[operation.player_index]][_SHOWDOWNS] += 1
            elif kind is Folding or kind is CheckingOrCalling:
                break

    def winnings(self, payoffs: Any) -> list[float]:
        """Return what each agent won per seat, then what it won at a showdown."""
        lineup = self.lineup
        agents = lineup.agent_count
        sums = [0.0] * (2 * agents)
        for seat in range(len(self.order)):
            place = self.order[seat]
            won = float(payoffs[seat]) * lineup.shares[place]
            column = lineup.columns[place]
            sums[column] += won
            if self.is_showdown:
                sums[agents + column] += won
        return sums

    def _tell(self, events: tuple[Operation, ...]) -> None:
        lineup = self.lineup
        for event in events:
            for place in self.order:
                if lineup.observing[place]:
                    try:
                        lineup.agents[place].observe(event)
                    except KeyboardInterrupt:
                        raise
                    except BaseException as error:  # whatever it is, the match goes on
                        lineup.lost(place, self.hand.number, error_kind(error), error_text(error))

    def _decide(self, seat: int) -> None:
        lineup = self.lineup
        place = self.order[seat]
        view = view_of(self.state, self.hand, seat, self.randoms[seat])
        self._is_draw = view.is_draw
        self._to_call = view.to_call
        self._can_fold = view.can_fold
        self._bring_in = view.bring_in
        self._min_raise_to = view.min_raise_to
        self._max_raise_to = view.max_raise_to
        self._is_first_street = view.street == 0
        answer: Any = None
        start = _clock()
        try:
            answer = lineup.agents[place].decide(view)
            if answer is None:
                lineup.lost(place, self.hand.number, "illegal", "no answer")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever it is, the match goes on
            lineup.lost(place, self.hand.number, error_kind(error), error_text(error))
        lineup.seconds[place] += _clock() - start
        if answer is not None:
            if self._apply(seat, answer):
                return
            message = f"{safe_text(answer)} to {safe_text(view)}"
            lineup.lost(place, self.hand.number, "illegal", message)
        is_legal = self._apply(seat, self._free_action())
        assert is_legal

    def _free_action(self) -> Any:
        """Return the action of an agent that has lost its decision."""
        if self._is_draw:
            return Discard()
        if self._to_call is None:
            return _POSTING
        return _FOLDING if self._to_call else _CHECKING

    def _apply(self, seat: int, answer: Any) -> bool:
        """Carry out a decision; return False and change nothing if it is illegal."""
        state = self.state
        counts = self.lineup.counts[self.order[seat]]
        if self._is_draw:
            if type(answer) is not Discard or not _discard(state, answer):
                return False
            counts[_DECISIONS] += 1
            return True
        if type(answer) is not ActionAmount or len(answer) != 2:
            return False
        kind: Any = answer.kind
        amount: Any = answer.amount
        if kind is _ALL_IN and self._max_raise_to is None:
            amount = None
            kind = _BRING_IN if self._to_call is None else _CALL if self._to_call else _CHECK
        if kind is _FOLD:
            if not self._can_fold:
                return False
            state.fold()
            counts[_FOLDS] += 1
        elif kind is _CHECK or kind is _CALL:
            to_call = self._to_call
            if to_call is None or bool(to_call) is not (kind is _CALL):
                return False
            if amount is not None and not _is_equal(amount, to_call):
                return False
            state.check_or_call()
            if to_call:
                counts[_CALLS] += 1
                if self._is_first_street:
                    self._entered |= 1 << seat
            else:
                counts[_CHECKS] += 1
        elif kind is _BET or kind is _RAISE or kind is _ALL_IN:
            if not self._raise(kind, amount):
                return False
            counts[_RAISES] += 1
            if self._is_first_street:
                self._entered |= 1 << seat
                self._raised |= 1 << seat
        elif kind is _BRING_IN:
            if self._bring_in is None:
                return False
            state.post_bring_in()
            counts[_CALLS] += 1
        else:
            return False
        counts[_DECISIONS] += 1
        return True

    def _raise(self, kind: Any, amount: Any) -> bool:
        low = self._min_raise_to
        high = self._max_raise_to
        if low is None:
            return False
        if kind is _ALL_IN:
            amount = high
        elif amount is None:
            amount = low
        elif type(amount) is not int or type(low) is not int:
            try:
                amount = chips(amount, low, high)
            except KeyboardInterrupt:
                raise
            except BaseException:  # an amount that is not a number may raise anything
                return False
        if not low <= amount <= high:
            return False
        try:
            self.state.complete_bet_or_raise_to(amount)
        except ValueError:
            return False
        return True


def has_own(agent: Any, name: str) -> bool:
    """Return whether an agent has a method that is not the empty one of `BaseAgent`."""
    method = getattr(type(agent), name, None)
    return method is not None and method is not getattr(BaseAgent, name)


def error_kind(error: BaseException) -> str:
    """Return the kind of mistake that an agent's error counts as."""
    if isinstance(error, AgentError):
        return str(error.kind)
    return "memory" if isinstance(error, MemoryError) else "error"


def _is_equal(amount: Any, wanted: Any) -> bool:
    if type(amount) is int and type(wanted) is int:
        return bool(amount == wanted)
    try:
        return bool(chips(amount, wanted, wanted) == wanted)
    except KeyboardInterrupt:
        raise
    except BaseException:  # an amount that is not a number may raise anything
        return False


def _discard(state: State, answer: Discard) -> bool:
    try:
        cards = tuple(answer.cards)
        for card in cards:
            if type(card) is not Card:
                return False
        state.stand_pat_or_discard(cards)
    except KeyboardInterrupt:
        raise
    except BaseException:  # objects that are not cards may raise anything
        return False
    return True
