"""OpenSpiel's bots as agents of the arena, and agents as bots of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fifthstreet.agents import (
    Action,
    Agent,
    BaseAgent,
    as_agent,
    check_plays,
    create_agent,
    small_action,
    solver_game,
)
from fifthstreet.arena import has_own
from fifthstreet.errors import InputError
from fifthstreet.game import (
    ActionKind,
    Discard,
    LegalActions,
    PublicHand,
    SeatView,
    Terms,
    seat_view,
)
from fifthstreet.game.variants import Poker
from fifthstreet.interop.libraries import required
from fifthstreet.interop.menu import CALL, FOLD
from fifthstreet.interop.open_spiel.following import followed_game, followed_hand
from fifthstreet.interop.open_spiel.poker_game import PokerGame, PokerGameState, open_spiel_poker
from fifthstreet.solvers.games import Game
from fifthstreet.support.seeded_random import SeededRandom

pyspiel = required("pyspiel", "OpenSpiel")
_Bot: Any = pyspiel.Bot


class BotAgent(BaseAgent):
    """An agent that plays as a bot of OpenSpiel.

    `make_bot(game, player)` creates a bot for a seat. By default, `game` is the game of the table
    (`open_spiel_poker`, with all amounts as actions). Bots for OpenSpiel's own Kuhn poker or Leduc
    hold'em, or for one of `as_open_spiel`, get that as `game` and sit at tables of it.

    For each decision, the bot is restarted and informed of what happened. It gets a state in which
    the cards that it may not see are drawn at random.

    >>> agent = BotAgent(lambda game, player: pyspiel.make_uniform_random_bot(player, 7))
    """

    def __init__(self, make_bot: Callable[[Any, int], Any], game: Any = None) -> None:
        self._make_bot = make_bot
        self._game = pyspiel.load_game(game) if isinstance(game, str) else game
        self._bots: dict[tuple[str, int], Any] = {}  # by game and seat

    def check_game(self, game: Poker) -> None:
        """Raise InputError if the bots are for another game."""
        if self._game is None:
            return
        same: Any = solver_game(game)
        if same is None or not _begins_like(self._game, same):
            raise InputError(f"the bot plays {self._game}, not {game.name}")

    def decide(self, view: SeatView) -> Action:
        """Return the action of the bot."""
        game = self._game or table_game_of(view.hand.game, tuple(view.hand.starting_stacks))
        key = str(game), view.seat
        if key not in self._bots:
            self._bots[key] = self._make_bot(game, view.seat)
        bot, state = self._bots[key], game.new_initial_state()
        is_hand = isinstance(game, PokerGame)
        bot.restart()
        for action in followed_hand(state, view) if is_hand else followed_game(state, view):
            player = state.current_player()
            if player != view.seat:
                bot.inform_action(state, player, action)
            elif bot.provides_force_action():
                bot.force_action(state, action)
        action = int(bot.step(state))
        if is_hand:
            return _answer(state, view, action)
        names = ("f", "c", "b") if view.to_call else ("k", "b")
        return small_action(view, names[state.legal_actions().index(action)])


def _begins_like(game: Any, ours: Game[Any]) -> bool:
    """Return whether a game of OpenSpiel has as many players and first cards as one of ours."""
    cards = game.new_initial_state().legal_actions()
    return game.num_players() == ours.players and len(cards) == len(ours.actions(ours.root()))


@lru_cache(maxsize=256)
def table_game_of(poker: Poker, stacks: tuple[Any, ...]) -> PokerGame:
    """Return the game of a table with all amounts as actions."""
    return open_spiel_poker(poker, players=len(stacks), stacks=stacks)


def _answer(state: PokerGameState, view: SeatView, action: int) -> Action:
    """Return an action of OpenSpiel as one of the arena."""
    if view.is_draw:
        return view.discard(state.table.discarded(state.hand.hole_cards[view.seat], action))
    if action == FOLD:
        return view.fold()
    return view.check_or_call() if action == CALL else view.raise_to(action - 1)


class AgentBot(_Bot):  # type: ignore[misc]
    """An agent as a bot for a game of `open_spiel_poker`.

    If the game has only a few bet sizes, the agent's amounts become the nearest of them. Agents
    observe what happens, but not how hands end, because OpenSpiel does not inform its bots.
    """

    def __init__(
        self,
        game: PokerGame,
        player: int,
        agent: Agent | str | Callable[[SeatView], Action],
        *,
        seed: int = 0,
    ) -> None:
        super().__init__()
        if not isinstance(game, PokerGame):
            raise InputError(f"game must be a game of open_spiel_poker, got {game}")
        self._agent = create_agent(agent) if isinstance(agent, str) else as_agent(agent)
        check_plays(self._agent, game.table.poker)
        self._player = player
        self._terms = Terms(game.table.poker)
        self._random = SeededRandom(seed)
        self._observed = 0  # events of the hand

    def player_id(self) -> int:
        """Return the player."""
        return self._player

    def restart_at(self, state: Any) -> None:
        """Begin another hand."""
        self._observed = 0

    def step(self, state: PokerGameState) -> int:
        """Return the agent's action."""
        hand = state.hand
        names = tuple(f"player {index}" for index in range(hand.player_count))
        public = PublicHand(self._terms, names, hand.starting_stacks)
        public.catch_up(hand)
        if has_own(self._agent, "observe"):
            first = self._observed if self._observed <= public.event_count else 0
            for event in public.events[first:]:
                self._agent.observe(event)  # type: ignore[attr-defined]
            self._observed = public.event_count
        view = seat_view(hand, public, self._player, self._random)
        answer = self._agent.decide(view)
        return action_number(state, LegalActions.of(hand, self._player).check(answer))


def action_number(state: PokerGameState, action: Action) -> int:
    """Return the number of a checked action; raises become the nearest that the game has.

    Raises InputError if OpenSpiel's game does not have the action.
    """
    table, hand, legal = state.table, state.hand, state.legal_actions()
    if isinstance(action, Discard):
        cards = hand.hole_cards[state.current_player()]
        bits = sum(1 << place for place, card in enumerate(cards) if card in action.cards)
        return table.first_discard + bits
    kind, amount = action
    if kind is ActionKind.FOLD:
        number = FOLD
    elif kind in (ActionKind.CHECK, ActionKind.CALL, ActionKind.BRING_IN):
        number = CALL
    else:
        raises = [each for each in legal if each > CALL]
        number = min(raises, key=lambda each: abs(table.amount(hand, each) - amount))
    if number not in legal:
        raise InputError(f"the agent's action must be one of {legal}, got {action!r}")
    return number
