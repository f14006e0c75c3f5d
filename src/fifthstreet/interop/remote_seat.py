"""A seat at a remote table: an agent follows hands as match states and answers them.

A match state of the ACPC holds everything that a player knows about a hand, so the messages of
other servers are turned into match states, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fifthstreet.agents import Action, Agent, HandResult, as_agent, check_plays, create_agent
from fifthstreet.arena import DealSeeds, Mistake, MistakeLog, dealt_cards, has_own, shown_cards
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import (
    ActionKind,
    BettingStructure,
    Ledger,
    LegalActions,
    PublicHand,
    SeatView,
    State,
    Terms,
    seat_view,
)
from fifthstreet.game.notation import MatchState
from fifthstreet.game.variants import Poker
from fifthstreet.support.seeded_random import SeededRandom

AgentSource = str | Agent | Callable[[SeatView], Action]


class RemoteSeat:
    """An agent in hands that another program deals; all players start with the same stack.

    `follow` takes one match state after another. An agent that makes a mistake loses the decision:
    it checks if that is free and folds otherwise.
    """

    def __init__(
        self,
        agent: AgentSource,
        game: Poker,
        starting_stack: int,
        *,
        name: str = "fifthstreet",
        seed: int = 0,
    ) -> None:
        """Seat an agent, given as an object or by name; InputError if it does not play the game."""
        self.agent = create_agent(agent) if isinstance(agent, str) else as_agent(agent)
        check_plays(self.agent, game)
        self.name = name
        self.random = SeededRandom(seed)  # of the current hand
        self._game, self._stack, self._seed = game, starting_stack, seed
        self._terms = Terms(game)
        self._log = MistakeLog((name,))
        self._observes = has_own(self.agent, "observe")
        self._hand: PublicHand | None = None
        self._last: MatchState | None = None
        self.payoff: Any = None  # of the current hand, once it is over and known

    @property
    def mistakes(self) -> list[Mistake]:
        """The first mistakes of the agent."""
        return self._log.mistakes

    @property
    def mistake_count(self) -> int:
        """Number of all mistakes of the agent."""
        return self._log.mistake_count

    def follow(self, match_state: MatchState) -> str | None:
        """Show the agent what has happened; return its action if it is to act.

        An action is `f`, `c` for a check or a call, or `r` and the chips that the player has put
        in over the whole hand, in limit games without them.
        """
        state = match_state.state(self._game, self._stack)
        hand = self._hand_of(match_state)
        self.payoff = None if state.status else state.payoffs[match_state.position]
        observed = hand.catch_up(state)
        if self._observes:
            for event in hand.events[observed:]:
                self._log.tell(0, hand.number, self.agent, "observe", event)
        if state.actor_index == match_state.position:
            return self._action(state, hand, match_state.position)
        if state.actor_index is None and has_own(self.agent, "hand_over"):
            result = _result(state, hand, match_state)
            self._log.tell(0, hand.number, self.agent, "hand_over", result)
        return None

    def _hand_of(self, match_state: MatchState) -> PublicHand:
        """Return the hand that a match state continues, or a new one."""
        last, self._last = self._last, match_state
        if last is None or last.hand != match_state.hand or self._hand is None:
            count, own = len(match_state.hole_cards), match_state.position
            names = [self._name(place - own, count) for place in range(count)]
            seeds = DealSeeds(self._seed, match_state.hand, count, 1)
            self.random = seeds.randoms_at(0, count)[own]
            self._hand = PublicHand(
                self._terms, tuple(names), (self._stack,) * count, match_state.hand
            )
        elif last.position != match_state.position or not match_state.betting.startswith(
            last.betting
        ):
            raise InputError(f"{match_state} does not continue {last}")
        return self._hand

    def _name(self, places: int, count: int) -> str:
        """Return the name of the player some places after this one, the same in all hands."""
        if not places:
            return self.name
        return "opponent" if count == 2 else f"opponent {places % count}"

    def _action(self, state: State, hand: PublicHand, position: int) -> str:
        view = seat_view(state, hand, position, self.random)
        legal = LegalActions.of(state, position)  # the agent may change its view's
        answer = self._log.ask(0, self.agent, view)
        action = self._log.checked(0, hand.number, legal, answer)
        if action.kind is ActionKind.FOLD and legal.to_call:
            return "f"
        if action.kind not in (ActionKind.BET, ActionKind.RAISE):
            return "c"
        if self._game.betting_structure is BettingStructure.FIXED_LIMIT:
            return "r"
        paid_before = self._stack - state.stacks[position] - state.bets[position]
        return f"r{paid_before + action.amount}"


def _result(state: State, hand: PublicHand, match_state: MatchState) -> HandResult:
    """Return what the player knows when a hand is over."""
    folded = Ledger.of(state).folded
    is_showdown = state.player_count - len(folded) > 1
    shown: tuple[tuple[Card, ...], ...] = shown_cards(hand)
    if is_showdown:  # the dealer shows all hands, the engine lets losers muck theirs
        shown = tuple(
            tuple(Card.parse(text)) if text and place not in folded else cards
            for place, (text, cards) in enumerate(zip(match_state.hole_cards, shown, strict=True))
        )
    return HandResult(
        number=hand.number,
        players=hand.players,
        seat=match_state.position,
        starting_stacks=hand.starting_stacks,
        hole_cards=dealt_cards(state, match_state.position),
        shown_cards=shown,
        boards=hand.boards(state),
        payoffs=tuple(state.payoffs),
        is_showdown=is_showdown,
        events=hand.events,
    )
