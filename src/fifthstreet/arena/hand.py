"""Playing one hand: views out, decisions in, and what each seat did.

Whatever an agent does wrong costs it the decision: it checks if that is free and folds otherwise,
in a draw it stands pat. The mistake is recorded, and the hand goes on.
"""

from time import perf_counter
from typing import Any, Final

from fifthstreet.agents.seeded_random import SeededRandom
from fifthstreet.agents.view import Discard, PublicHand, View, view_of
from fifthstreet.game.operations import (
    CheckingOrCalling,
    Folding,
    HoleCardsShowingOrMucking,
)
from fifthstreet.game.state import State
from fifthstreet.game.values import settled
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

_LONGEST_MESSAGE: Final = 200  # characters of a mistake that are kept
_MOST_MISTAKES: Final = 1000  # of a block that are kept; all are counted


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


class AgentError(Exception):
    """Raised for an agent that gives no answer, like one that has used up its time."""

    def __init__(self, kind: str, message: str) -> None:
        """Set what went wrong; the kinds are those of `Mistake`."""
        super().__init__(message)
        self.kind: str = kind


class Lineup:
    """Agents that play hand after hand at one table, and what each of them did."""

    def __init__(self, agents: list[Any], names: tuple[str, ...]) -> None:
        """Take the agents and their names."""
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
        for agent in agents:
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
        hand: PublicHand,
        lineup: Lineup,
        order: tuple[int, ...],
        randoms: list[SeededRandom],
    ) -> None:
        """Take a hand that has just been dealt; `order` has the index of each seat's agent."""
        self.state: State = state
        """The state of the hand."""
        self.hand: PublicHand = hand
        """What everybody knows about it."""
        self.lineup: Lineup = lineup
        """The agents."""
        self.order: tuple[int, ...] = order
        """Index in the lineup of the agent in each seat."""
        self.randoms: list[SeededRandom] = randoms
        """Random numbers of each seat."""
        self.is_showdown: bool = False
        """Whether the hand ended with a showdown."""
        self._has_entered: list[bool] = [False] * len(order)
        self._has_raised: list[bool] = [False] * len(order)

    def play(self) -> None:
        """Play the hand to its end."""
        state = self.state
        hand = self.hand
        lineup = self.lineup
        while state.status:
            before = hand.catch_up(state)
            if lineup.has_observers:
                self._tell(before)
            seat = state.actor_index
            if seat is None:
                seat = state.stand_patter_or_discarder_index
                assert seat is not None, "the game waits for something that is not a decision"
            self._decide(seat)
        before = hand.catch_up(state)
        if lineup.has_observers:
            self._tell(before)
        self._count()

    def _count(self) -> None:
        """Count the hand, and who was at the showdown."""
        all_counts = self.lineup.counts
        for seat in range(len(self.order)):
            counts = all_counts[self.order[seat]]
            counts[_HANDS] += 1
            if self._has_entered[seat]:
                counts[_VPIP] += 1
            if self._has_raised[seat]:
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

    def _tell(self, before: int) -> None:
        lineup = self.lineup
        events = self.hand.events
        for index in range(before, len(events)):
            for place in self.order:
                if lineup.observing[place]:
                    try:
                        lineup.agents[place].observe(events[index])
                    except Exception as error:  # whatever it is, the match goes on
                        lineup.lost(place, self.hand.number, "error", words(error))

    def _decide(self, seat: int) -> None:
        lineup = self.lineup
        place = self.order[seat]
        view = view_of(self.state, self.hand, seat, self.randoms[seat])
        answer: Any = None
        start = perf_counter()
        try:
            answer = lineup.agents[place].decide(view)
            if answer is None:
                lineup.lost(place, self.hand.number, "illegal", "no answer")
        except AgentError as error:
            lineup.lost(place, self.hand.number, error.kind, str(error))
        except Exception as error:  # whatever it is, the match goes on
            kind = "memory" if isinstance(error, MemoryError) else "error"
            lineup.lost(place, self.hand.number, kind, words(error))
        lineup.seconds[place] += perf_counter() - start
        if answer is not None:
            if self._apply(seat, view, answer):
                return
            message = f"{_brief(answer)} to {view!r}"
            lineup.lost(place, self.hand.number, "illegal", message)
        free: Any = view.discard() if view.is_draw else view.check_or_fold()
        is_legal = self._apply(seat, view, free)
        assert is_legal

    def _apply(self, seat: int, view: View, answer: Any) -> bool:
        """Carry out a decision; return False, and change nothing, if it is illegal."""
        state = self.state
        counts = self.lineup.counts[self.order[seat]]
        if view.is_draw:
            if type(answer) is not Discard or not _discard(state, answer):
                return False
            counts[_DECISIONS] += 1
            return True
        if type(answer) is not ActionAmount:
            return False
        kind = answer.kind
        amount = answer.amount
        if kind is _FOLD:
            if not view.can_fold:
                return False
            state.fold()
            counts[_FOLDS] += 1
        elif kind is _CHECK or kind is _CALL:
            to_call = view.to_call
            if to_call is None or bool(to_call) is not (kind is _CALL):
                return False
            if amount is not None and (isinstance(amount, bool) or amount != to_call):
                return False
            state.check_or_call()
            if to_call:
                counts[_CALLS] += 1
                if view.street == 0:
                    self._has_entered[seat] = True
            else:
                counts[_CHECKS] += 1
        elif kind is _BET or kind is _RAISE or kind is _ALL_IN:
            if kind is _ALL_IN and view.max_raise_to is None:
                return self._apply(seat, view, view.check_or_call())
            if not _raise(state, view, kind, amount):
                return False
            counts[_RAISES] += 1
            if view.street == 0:
                self._has_entered[seat] = True
                self._has_raised[seat] = True
        elif kind is _BRING_IN:
            if view.bring_in is None:
                return False
            state.post_bring_in()
            counts[_CALLS] += 1
        else:
            return False
        counts[_DECISIONS] += 1
        return True


def has_own(agent: Any, name: str) -> bool:
    """Return whether an agent has a method that is not the empty one of `BaseAgent`."""
    method = getattr(type(agent), name, None)
    return method is not None and method.__qualname__ != f"BaseAgent.{name}"


def _raise(state: State, view: View, kind: ActionKind, amount: Any) -> bool:
    low = view.min_raise_to
    if low is None:
        return False
    if kind is _ALL_IN:
        amount = view.max_raise_to
    elif amount is None:
        amount = low
    elif isinstance(amount, bool):
        return False
    try:
        amount = settled(amount)
        if not low <= amount <= view.max_raise_to:
            return False
        state.complete_bet_or_raise_to(amount)
    except Exception:  # what is no number fails in its own way
        return False
    return True


def _discard(state: State, answer: Discard) -> bool:
    try:
        state.stand_pat_or_discard(tuple(answer.cards))
    except Exception:  # what are no cards fail in their own way
        return False
    return True


def _brief(answer: Any) -> str:
    try:
        return repr(answer)[: _LONGEST_MESSAGE // 2]
    except Exception as error:  # a hostile __repr__
        return f"an answer whose repr raises {type(error).__name__}"


def words(error: BaseException) -> str:
    """Return the type and the message of an error in one line."""
    try:
        message = str(error)
    except Exception:  # a hostile __str__
        message = ""
    return " ".join(f"{type(error).__name__}: {message}".split())
