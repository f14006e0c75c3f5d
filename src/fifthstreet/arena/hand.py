"""Playing one hand: views are handed out, decisions checked, and actions counted.

Whatever an agent does wrong costs it the decision, see `answering`.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from fifthstreet.arena.answering import MistakeLog, has_own, perform
from fifthstreet.arena.seeds import SessionDeals
from fifthstreet.game import (
    Bet,
    BringInPosted,
    Called,
    Checked,
    Chips,
    Event,
    Folded,
    LegalActions,
    Mucked,
    PublicHand,
    Raised,
    SeatEvent,
    Shown,
    State,
    Terms,
    seat_view,
)
from fifthstreet.support.seeded_random import SeededRandom

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

_clock: Final = perf_counter  # otherwise compiled code would look it up for every call


class Lineup(MistakeLog):
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
        super().__init__(names)
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
        self.counts: list[list[int]] = [[0] * len(COUNTS) for _ in agents]
        """What each agent did; the columns are `COUNTS`."""
        self.seconds: list[float] = [0.0] * len(agents)
        """Time that each agent took to decide."""
        self.has_observers: bool = False
        """Whether any agent observes events."""
        self.observing: list[bool] = []
        """Whether each agent observes events."""
        self.finishing: list[bool] = []
        """Whether each agent receives the results of hands."""
        self.has_finishers: bool = False
        """Whether any agent receives them."""
        for agent in agents:
            self.finishing.append(has_own(agent, "hand_over"))
            if self.finishing[-1]:
                self.has_finishers = True
            self.observing.append(has_own(agent, "observe"))
            if self.observing[-1]:
                self.has_observers = True

    def lost(self, place: int, number: int, kind: str, message: str) -> None:
        """Record and count a mistake of an agent."""
        super().lost(place, number, kind, message)
        self.counts[place][_MISTAKES] += 1


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
        self._decisions: list[Event] = []

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
                seat = state.discarder_index
                assert seat is not None, "the game waits for something that is not a decision"
            self._decide(seat)
        told = hand.catch_up(state)
        if lineup.has_observers:
            self._tell(hand.events[told:])
        self._count()

    def _count(self) -> None:
        """Count the hand, the actions of each agent, and who was at the showdown."""
        all_counts = self.lineup.counts
        order = self.order
        for place in order:
            all_counts[place][_HANDS] += 1
        # Seats that have put in chips, or raised, on the first street: a bit each.
        entered = 0
        raised = 0
        for event in self._decisions:
            assert isinstance(event, SeatEvent)
            counts = all_counts[order[event.seat]]
            counts[_DECISIONS] += 1
            kind = type(event)
            if kind is Folded:
                column = _FOLDS
            elif kind is Checked:
                column = _CHECKS
            elif kind is Called or kind is BringInPosted:
                column = _CALLS
            elif kind is Bet or kind is Raised:
                column = _RAISES
            else:
                continue
            counts[column] += 1
            if event.street == 0 and (kind is Called or column == _RAISES):
                bit = 1 << event.seat
                if not entered & bit:
                    entered |= bit
                    counts[_VPIP] += 1
                if column == _RAISES and not raised & bit:
                    raised |= bit
                    counts[_PFR] += 1
        if self.state.folded_status:
            return
        for event in self.state.events:
            if type(event) is Shown or type(event) is Mucked:
                assert isinstance(event, SeatEvent)
                all_counts[order[event.seat]][_SHOWDOWNS] += 1
                self.is_showdown = True

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

    def _tell(self, events: tuple[Event, ...]) -> None:
        lineup = self.lineup
        for event in events:
            for place in self.order:
                if lineup.observing[place]:
                    agent = lineup.agents[place]
                    lineup.tell(place, self.hand.number, agent, "observe", event)

    def _decide(self, seat: int) -> None:
        lineup = self.lineup
        state = self.state
        place = self.order[seat]
        view = seat_view(state, self.hand, seat, self.randoms[seat])
        legal = view.legal
        start = _clock()
        answer = lineup.ask(place, lineup.agents[place], view)
        lineup.seconds[place] += _clock() - start
        event_count = len(state.events)
        try:
            perform(state, legal.check(answer))
        except KeyboardInterrupt:
            raise
        except BaseException:  # if interpreted, the agent may have changed what is legal
            if len(state.events) != event_count:
                raise
            legal = LegalActions.of(state, seat)
            perform(state, lineup.checked(place, self.hand.number, legal, answer))
        self._decisions.append(state.events[event_count])


def play_deals(
    game: Any,
    stack: Chips,
    terms: Terms,
    lineup: Lineup,
    deals: SessionDeals,
    table: int,
    after: Callable[[HandPlay, int, int], list[float]] | None,
) -> list[float]:
    """Play all deals of a session at one table, each from the same stacks.

    Args:
        game: The game, which creates the state of each hand.
        stack: Chips of each seat before a hand.
        terms: What follows from the rules of the game.
        lineup: The agents at the table.
        deals: The deals of the session.
        table: Number of the table.
        after: Called with each finished hand, the table and the number of the deal; returns
            samples to append.

    Returns:
        The winnings of each hand, each followed by what `after` returned.
    """
    samples: list[float] = []
    seats = len(lineup.agents)
    for index in range(deals.count):
        seeds = deals.at(index)
        state = game(stack, seats, seed=seeds.deck)
        randoms = seeds.randoms_at(table, seats)
        play = HandPlay(state, terms, lineup, seeds.order_at(table), randoms, index)
        play.play()
        samples.extend(play.winnings(state.payoffs))
        if after is not None:
            samples.extend(after(play, table, index))
    return samples
