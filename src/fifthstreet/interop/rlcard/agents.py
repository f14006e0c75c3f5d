"""RLCard's agents at our tables."""

from __future__ import annotations

from typing import Any

from fifthstreet.agents import Action, BaseAgent
from fifthstreet.errors import InputError
from fifthstreet.game import SeatView
from fifthstreet.game.variants import Poker
from fifthstreet.interop.libraries import required
from fifthstreet.interop.rlcard.states import NO_LIMIT, environment_of, seen_state


class RLCardAgent(BaseAgent):
    """An agent that plays as an agent of RLCard.

    It plays no-limit and limit hold'em and Leduc hold'em, with any number of players. RLCard's
    agent gets states in RLCard's format, with chips in its units. Its `eval_step` is called, or
    its `step` if `explores`.

    >>> class Caller:
    ...     use_raw = True
    ...     def eval_step(self, state):
    ...         legal = state["raw_legal_actions"]
    ...         return ("call" if "call" in legal else "check"), {}
    >>> agent = RLCardAgent(Caller())
    """

    def __init__(self, agent: Any, *, explores: bool = False) -> None:
        name = "step" if explores else "eval_step"
        if not callable(getattr(agent, name, None)):
            raise InputError(f"an agent of RLCard must have `{name}(state)`, got {agent!r}")
        self.agent = agent
        self._explores = explores

    def check_game(self, game: Poker) -> None:
        """Raise InputError if RLCard does not have the game, or is needed for it but absent."""
        kind = environment_of(game)
        if kind == NO_LIMIT:  # in which its actions are objects
            required("rlcard", "RLCard", install="rlcard")
        if kind is None:
            raise InputError(
                f"RLCard plays no-limit and limit Texas hold'em and Leduc hold'em, got {game.name}"
            )

    def decide(self, view: SeatView) -> Action:
        """Return the agent's action."""
        seen = seen_state(view)
        if self._explores:
            action = self.agent.step(seen.state)
        else:
            action, _ = self.agent.eval_step(seen.state)
        return seen.answer(view, action, is_raw=bool(getattr(self.agent, "use_raw", False)))
