"""Our agents in RLCard's environments.

The course of a hand is found by replaying its record of actions with RLCard's own rules, in a game
with other cards, so that no hidden card is read.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from fifthstreet.agents.agent import Action, Agent, as_agent, check_plays
from fifthstreet.agents.registry import create_agent
from fifthstreet.agents.seeded_random import SeededRandom
from fifthstreet.agents.view import PublicHand, Terms, View
from fifthstreet.game.card import Card
from fifthstreet.game.operations import (
    BlindOrStraddlePosting,
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleDealing,
    Operation,
)
from fifthstreet.game.variants import FixedLimitTexasHoldem, LeducHoldem, NoLimitTexasHoldem, Poker
from fifthstreet.interop.rlcard.states import LEDUC, LIMIT, LIMIT_ACTIONS, NO_LIMIT, card_of
from fifthstreet.table.kinds import ActionAmount, ActionKind

_BLINDS = (1, 2)
_DEEP = 10_000  # chips of games in which RLCard has no stacks
_GAMES: dict[str, Poker] = {
    NO_LIMIT: NoLimitTexasHoldem((), True, 0, _BLINDS, 2),
    LIMIT: FixedLimitTexasHoldem((), True, 0, _BLINDS, 2, 4),
    LEDUC: LeducHoldem((), True, _BLINDS),  # its blinds, as antes
}
_BOARDS = {NO_LIMIT: (0, 3, 4, 5), LIMIT: (0, 3, 4, 5), LEDUC: (0, 1)}


class RLCardPlayer:
    """An agent of RLCard that plays as one of our agents, in one environment.

    Bets become the nearest that RLCard allows. RLCard's rules differ from those of the game that
    the agent is told: the big blind has the button in heads-up play, raises may be smaller than a
    minimum raise, and Leduc hold'em has blinds. In games without stacks, the agent sees very large
    ones.
    """

    use_raw = False

    def __init__(
        self, agent: Agent | str | Callable[[View], Action], env: Any, *, seed: int = 0
    ) -> None:
        """Set the agent, given by name or as an object, and the environment that it plays in."""
        name = getattr(env, "name", None)
        if name not in _GAMES:
            raise ValueError(f"{name!r} is not poker; want {', '.join(_GAMES)}")
        self.agent = create_agent(agent) if isinstance(agent, str) else as_agent(agent)
        check_plays(self.agent, _GAMES[name])
        self._env = env
        self._kind: str = name
        self._terms = Terms(_GAMES[name])
        self._random = SeededRandom(seed)

    def step(self, state: dict[str, Any]) -> int:
        """Return the number of the agent's action."""
        hand = _ReplayedHand(self._env, self._kind, state)
        answer = self.agent.decide(hand.view(self._terms, self._random))
        return hand.number(answer)

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Return the number of the agent's action, and no further information."""
        return self.step(state), {}


class _ReplayedHand:
    """A hand of RLCard up to a state, from its record of actions."""

    def __init__(self, env: Any, kind: str, state: dict[str, Any]) -> None:
        self._kind, self._state = kind, state
        self._player = int(env.get_player_id())
        self._count = int(env.num_players)
        record = state["action_record"]
        first = record[0][0] if record else self._player
        self._game = game = _new_game(env, kind, first)
        # The small blind is the first seat.
        after_small_blind = {NO_LIMIT: 2, LIMIT: 2, LEDUC: 0}[kind]
        self._small_blind = (first - after_small_blind) % self._count
        self._public = self._public_cards()
        self.events: list[Operation] = self._first_events()
        self._street = 0
        for player, action in record:
            self._play(player, action)
        if game.game_pointer != self._player:
            raise ValueError(f"the record of actions does not lead to player {self._player}")

    def _public_cards(self) -> list[Card]:
        raw = self._state["raw_obs"]
        names = raw["public_cards"] if self._kind != LEDUC else [raw["public_card"]]
        return [card_of(name) for name in names if name]

    def _first_events(self) -> list[Operation]:
        blinds = [BlindOrStraddlePosting(seat, blind) for seat, blind in enumerate(_BLINDS)]
        cards = 1 if self._kind == LEDUC else 2
        deals = [HoleDealing(seat, (Card.UNKNOWN,), (False,)) for seat in range(self._count)]
        return [*blinds, *deals * cards]

    def _play(self, player: int, action: Any) -> None:
        """Play an action of the record, and note what happened."""
        game, seat = self._game, self._seat(player)
        raised = list(game.round.raised)
        to_call = max(raised) - raised[player]
        put_in = game.players[player].in_chips
        game.step(action)
        added = game.players[player].in_chips - put_in
        if added > to_call:
            self.events.append(CompletionBettingOrRaisingTo(seat, int(raised[player] + added)))
        elif getattr(action, "name", action).lower() == "fold":
            self.events.append(Folding(seat))
        else:
            self.events.append(CheckingOrCalling(seat, int(added)))
        boards = _BOARDS[self._kind]
        while self._street < min(game.round_counter, len(boards) - 1):
            dealt = self._public[boards[self._street] : boards[self._street + 1]]
            self._street += 1
            if dealt:
                self.events.append(BoardDealing(tuple(dealt)))

    def view(self, terms: Terms, random: SeededRandom) -> View:
        """Return what the player sees."""
        raw, game, count = self._state["raw_obs"], self._game, self._count
        stacks = [
            int(getattr(each, "remained_chips", _DEEP - each.in_chips)) for each in game.players
        ]
        paid = [int(each.in_chips) for each in game.players]
        starts = [stack + chips for stack, chips in zip(stacks, paid, strict=True)]
        names = tuple(f"player {self._id(seat)}" for seat in range(count))
        own = [raw["hand"]] if self._kind == LEDUC else raw["hand"]
        raises = self._raises()
        raised = game.round.raised
        to_call = int(max(raised) - raised[self._player])
        hand = PublicHand(terms, names, self._by_seat(starts), events=tuple(self.events))
        return View(
            hand,
            self._seat(self._player),
            tuple(card_of(name) for name in own),
            None,
            (tuple(self._public),),
            self._street,
            self._by_seat(stacks),
            self._by_seat([int(each) for each in raised]),
            self._by_seat([not _is_folded(each) for each in game.players]),
            sum(paid),
            min(to_call, stacks[self._player]),
            True,
            None,
            min(raises.values(), default=None),
            max(raises.values(), default=None),
            False,
            (),
            random,
        )

    def number(self, answer: Any) -> int:
        """Return RLCard's number for an answer; ValueError if it is not an action."""
        if not isinstance(answer, ActionAmount):
            raise ValueError(f"the agent answered {answer!r}; want a fold, call or raise")
        legal, raises = list(self._state["legal_actions"]), self._raises()
        passive = [1] if self._kind == NO_LIMIT else [0, 3]  # checks and calls
        wanted = [number for number in passive if number in legal]
        if answer.kind is ActionKind.FOLD:
            fold = 0 if self._kind == NO_LIMIT else LIMIT_ACTIONS.index("fold")
            wanted = [fold]
        elif answer.kind in (ActionKind.BET, ActionKind.RAISE, ActionKind.ALL_IN) and raises:
            amount = max(raises.values()) if answer.amount is None else answer.amount
            wanted = [min(raises, key=lambda number: abs(raises[number] - amount))]
        if not wanted or wanted[0] not in legal:
            raise ValueError(f"the agent answered {answer!r}; want one of {legal}")
        return wanted[0]

    def _raises(self) -> dict[int, int]:
        """Return the bets that legal raises lead to, by number of the action."""
        legal, raised = list(self._state["legal_actions"]), self._game.round.raised
        own = int(raised[self._player])
        if self._kind != NO_LIMIT:
            number = LIMIT_ACTIONS.index("raise")
            amount = int(max(raised) + self._game.round.raise_amount)
            return {number: amount} if number in legal else {}
        pot = int(sum(each.in_chips for each in self._game.players))
        left = int(self._game.players[self._player].remained_chips)
        amounts = {2: own + pot // 2, 3: own + pot, 4: own + left}
        return {number: amount for number, amount in amounts.items() if number in legal}

    def _seat(self, player: int) -> int:
        return (player - self._small_blind) % self._count

    def _id(self, seat: int) -> int:
        return (seat + self._small_blind) % self._count

    def _by_seat(self, values: list[Any]) -> tuple[Any, ...]:
        return tuple(values[self._id(seat)] for seat in range(self._count))


def _new_game(env: Any, kind: str, first: int) -> Any:
    """Return a game of RLCard in which a player acts first, with other cards."""
    for seed in count():
        game = type(env.game)(num_players=env.num_players)
        game.np_random = np.random.RandomState(seed)
        if kind == NO_LIMIT:
            game.init_chips = list(env.game.init_chips)
            game.dealer_id = (first - 3) % env.num_players
        game.init_game()
        if game.game_pointer == first:
            return game
    raise AssertionError("somebody has to act first")


def _is_folded(player: Any) -> bool:
    return str(getattr(player.status, "name", player.status)).lower() == "folded"
