"""Calls to agents, which are not trusted: a mistake costs an agent its decision, nothing else.

`MistakeLog.ask` calls an agent and `MistakeLog.checked` returns the legal action to play for its
answer. An agent that raises an error or answers something illegal checks if that is free and folds
otherwise; in a draw it stands pat. The mistake is recorded, and the hand continues. A strict log
raises the error instead.
"""

from typing import Any, Final

from fifthstreet.agents import AgentError, BaseAgent, failure_text
from fifthstreet.game import ActionKind, Discard, IllegalAnswerError, LegalActions, SeatView, State

MAX_MISTAKES: Final = 1000  # that a log keeps; all are counted
MAX_MESSAGE: Final = 200  # characters of a mistake that are kept

# Members of enumerations as constants: compiled code would look each of them up by name.
_FOLD: Final = ActionKind.FOLD
_CHECK: Final = ActionKind.CHECK
_CALL: Final = ActionKind.CALL
_BRING_IN: Final = ActionKind.BRING_IN


class Mistake:
    """A decision that an agent lost, and why."""

    def __init__(self, player: str, number: int, kind: str, message: str) -> None:
        self.player: str = player
        """Name of the player."""
        self.number: int = number
        """Number of the hand."""
        self.kind: str = kind
        """What went wrong: `illegal`, `error`, `time` or `memory`."""
        self.message: str = message
        """What the agent answered, or the error it raised."""

    def __repr__(self) -> str:
        return f"<Mistake of {self.player} in hand {self.number}: {self.kind}, {self.message}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Mistake, (self.player, self.number, self.kind, self.message)


class MistakeLog:
    """Calls the agents of some players and records their mistakes.

    `place` is the index of a player in `names`.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names: tuple[str, ...] = names
        """Name of each player."""
        self.mistakes: list[Mistake] = []
        """The first `MAX_MISTAKES` mistakes."""
        self.mistake_count: int = 0
        """Number of all mistakes."""
        self.is_strict: bool = False
        """Whether a mistake raises its error, with a note that names the agent."""

    def lost(self, place: int, number: int, kind: str, message: str) -> None:
        """Record a mistake of a player in the hand with this number."""
        self.mistake_count += 1
        if len(self.mistakes) < MAX_MISTAKES:
            mistake = Mistake(self.names[place], number, kind, message[:MAX_MESSAGE])
            self.mistakes.append(mistake)

    def ask(self, place: int, agent: Any, view: SeatView) -> Any:
        """Return what an agent decides; None if that is a mistake, which is recorded.

        Pass the answer on to `checked`.
        """
        number = view.hand_number  # the agent may change the view
        try:
            answer = agent.decide(view)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever it is, the hand continues
            if self.is_strict:
                error.add_note(self._note(place, number))
                raise
            self.lost(place, number, error_kind(error), failure_text(error))
            return None
        if answer is None and not self.is_strict:
            self.lost(place, number, "illegal", "no answer")
        return answer

    def checked(self, place: int, number: int, legal: LegalActions, answer: Any) -> Any:
        """Return the legal action to play for an answer of `ask`; record an illegal one.

        `legal` must be out of the agent's reach: not the one of the view that it got.
        """
        if answer is None and not self.is_strict:
            return legal.instead
        try:
            return legal.check(answer)
        except IllegalAnswerError as error:
            if self.is_strict:
                error.add_note(self._note(place, number))
                raise
            self.lost(place, number, "illegal", str(error))
            return error.instead

    def tell(self, place: int, number: int, agent: Any, method: str, news: Any) -> None:
        """Call `observe` or `hand_over` of an agent; record an error."""
        try:
            getattr(agent, method)(news)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever it is, the hand continues
            if self.is_strict:
                error.add_note(self._note(place, number))
                raise
            self.lost(place, number, error_kind(error), failure_text(error))

    def _note(self, place: int, number: int) -> str:
        return f"raised by the agent {self.names[place]} in hand {number}"


def perform(state: State, action: Any) -> None:
    """Perform a checked action, an `ActionAmount` or a `Discard`, of the player whose turn it is.

    Raises InputError and changes nothing if the rules do not allow it.
    """
    if type(action) is Discard:
        state.discard(action.cards)
        return
    kind: Any = action.kind
    if kind is _FOLD:
        state.fold()
    elif kind is _CHECK or kind is _CALL:
        state.check_or_call()
    elif kind is _BRING_IN:
        state.post_bring_in()
    else:
        state.bet_or_raise_to(action.amount)


def has_own(agent: Any, name: str) -> bool:
    """Return whether an agent has a method that is not the empty one of `BaseAgent`.

    Args:
        agent: Only methods of its class count.
        name: The method, like `observe`.
    """
    method = getattr(type(agent), name, None)
    return method is not None and method is not getattr(BaseAgent, name)


def error_kind(error: BaseException) -> str:
    """Return the kind of mistake that an agent's error counts as."""
    if isinstance(error, AgentError):
        return str(error.kind)
    return "memory" if isinstance(error, MemoryError) else "error"
