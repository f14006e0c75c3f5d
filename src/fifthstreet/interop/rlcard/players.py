"""Our agents in RLCard's environments.

The course of a hand is found by replaying its record of actions with RLCard's own rules, in a game
with other cards, so that no hidden card is read.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from fifthstreet.agents import Action, Agent, as_agent, check_plays, create_agent
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import ActionKind, Ledger, LegalActions, PublicHand, SeatView, Terms, events
from fifthstreet.game.variants import FixedLimitTexasHoldem, LeducHoldem, NoLimitTexasHoldem, Poker
from fifthstreet.interop.rlcard.states import LEDUC, LIMIT, LIMIT_ACTIONS, NO_LIMIT, card_of
from fifthstreet.support.seeded_random import SeededRandom

_BLINDS = {ActionKind.SMALL_BLIND: 1, ActionKind.BIG_BLIND: 2}
_CHIPS = tuple(_BLINDS.values())
_DEEP = 10_000  # chips of games in which RLCard has no stacks
_GAMES: dict[str, Poker] = {
    NO_LIMIT: NoLimitTexasHoldem((), True, 0, _CHIPS, 2),
    LIMIT: FixedLimitTexasHoldem((), True, 0, _CHIPS, 2, 4),
    LEDUC: LeducHoldem((), True, _CHIPS),  # its blinds, as antes
}
_BOARDS = {NO_LIMIT: (0, 3, 4, 5), LIMIT: (0, 3, 4, 5), LEDUC: (0, 1)}


class RLCardPlayer:
    """An agent of RLCard that plays as one of our agents, in one environment.

    Bets become the nearest that RLCard allows. RLCard's rules differ from the game that the agent
    sees: the big blind has the button in heads-up play, raises may be smaller than a minimum raise,
    and Leduc hold'em has blinds. In games without stacks, the agent sees very large ones.
    """

    use_raw = False

    def __init__(
        self, agent: Agent | str | Callable[[SeatView], Action], env: Any, *, seed: int = 0
    ) -> None:
        name = getattr(env, "name", None)
        if name not in _GAMES:
            raise InputError(f"the environment must be {', '.join(_GAMES)}, got {name!r}")
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
        self._street = 0
        self._ledger = Ledger([self._starting_stack(seat) for seat in range(self._count)])
        self.events: list[events.Event] = []
        self._begin()
        for player, action in record:
            self._play(player, action)
        if game.game_pointer != self._player:
            raise InputError(f"the record of actions does not lead to player {self._player}")

    def _public_cards(self) -> list[Card]:
        raw = self._state["raw_obs"]
        names = raw["public_cards"] if self._kind != LEDUC else [raw["public_card"]]
        return [card_of(name) for name in names if name]

    def _starting_stack(self, seat: int) -> int:
        player = self._game.players[self._id(seat)]
        left = getattr(player, "remained_chips", None)
        return _DEEP if left is None else int(left + player.in_chips)

    def _begin(self) -> None:
        """Note the blinds and the deal."""
        for seat, (kind, blind) in enumerate(_BLINDS.items()):
            self._note(events.BlindPosted(seat, 0, *self._chips(seat, blind), kind.value))
        cards = 1 if self._kind == LEDUC else 2
        for _ in range(cards):
            for seat in range(self._count):
                self._note(events.HoleDealt(seat, 0, (Card.UNKNOWN,), (False,)))

    def _play(self, player: int, action: Any) -> None:
        """Play an action of the record, and note what happened."""
        game, seat = self._game, self._seat(player)
        put_in = game.players[player].in_chips
        game.step(action)
        added = int(game.players[player].in_chips - put_in)
        kind: type[events.BettingAction] = events.Called if added else events.Checked
        if getattr(action, "name", action).lower() == "fold":
            kind = events.Folded
        elif added > self._to_call(seat):
            kind = events.Raised if any(self._ledger.bets) else events.Bet
        self._note(kind(seat, self._street, *self._chips(seat, added)))
        boards = _BOARDS[self._kind]
        while self._street < min(game.round_counter, len(boards) - 1):
            # RLCard returns no uncalled bets between streets.
            self._note(events.BetsCollected(self._street, tuple(self._ledger.bets), -1, 0, -1))
            first, last = boards[self._street : self._street + 2]
            self._street += 1
            self._note(events.BoardDealt(self._street, tuple(self._public[first:last]), 0, first))

    def _note(self, event: events.Event) -> None:
        self.events.append(event)
        self._ledger.apply(event)

    def _chips(self, seat: int, added: int) -> tuple[int, int, int, int, int]:
        """Return the chips of a betting event, from `added` to `stack_after`."""
        ledger = self._ledger
        total, left = ledger.bets[seat] + added, ledger.stacks[seat] - added
        return added, total, max(ledger.bets), ledger.pot, left

    def _to_call(self, seat: int) -> int:
        bets = self._ledger.bets
        return int(max(bets) - bets[seat])

    def _legal_actions(self) -> LegalActions:
        raw, seat, raises = self._state["raw_obs"], self._seat(self._player), self._raises()
        own = [raw["hand"]] if self._kind == LEDUC else raw["hand"]
        return LegalActions(
            seat,
            False,
            tuple(card_of(name) for name in own),
            min(self._to_call(seat), self._ledger.stacks[seat]),
            True,
            None,
            min(raises.values(), default=None),
            max(raises.values(), default=None),
            any(self._ledger.bets),
        )

    def view(self, terms: Terms, random: SeededRandom) -> SeatView:
        """Return what the player sees."""
        ledger, legal = self._ledger, self._legal_actions()
        names = tuple(f"player {self._id(seat)}" for seat in range(self._count))
        return SeatView(
            PublicHand(terms, names, ledger.starting_stacks, events=tuple(self.events)),
            legal.seat,
            legal.hole_cards,
            None,
            (tuple(self._public),),
            self._street,
            tuple(ledger.stacks),
            tuple(ledger.bets),
            tuple(ledger.in_hand),
            ledger.pot,
            legal,
            (),
            random,
        )

    def number(self, answer: Any) -> int:
        """Return RLCard's number for an answer; IllegalAnswerError if it is not legal."""
        kind, amount = self._legal_actions().check(answer)
        if kind is ActionKind.FOLD:
            return 0 if self._kind == NO_LIMIT else LIMIT_ACTIONS.index("fold")
        if kind is ActionKind.CHECK or kind is ActionKind.CALL:
            return 1 if self._kind == NO_LIMIT else LIMIT_ACTIONS.index(kind.name.lower())
        raises = self._raises()
        return min(raises, key=lambda number: abs(raises[number] - amount))

    def _raises(self) -> dict[int, int]:
        """Return the bets that legal raises lead to, by number of the action."""
        ledger, legal = self._ledger, self._state["legal_actions"]
        seat = self._seat(self._player)
        if self._kind != NO_LIMIT:
            raised_to = max(ledger.bets) + self._game.round.raise_amount
            amounts = {LIMIT_ACTIONS.index("raise"): int(raised_to)}
        else:
            own, pot = ledger.bets[seat], ledger.pot
            amounts = {2: own + pot // 2, 3: own + pot, 4: own + ledger.stacks[seat]}
        return {number: amount for number, amount in amounts.items() if number in legal}

    def _seat(self, player: int) -> int:
        return (player - self._small_blind) % self._count

    def _id(self, seat: int) -> int:
        return (seat + self._small_blind) % self._count


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
    raise AssertionError("a player has to act first")
