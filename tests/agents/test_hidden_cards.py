"""No hidden card can be reached from what an agent is given."""

import enum
import gc
import pickle
from collections import deque
from collections.abc import Callable, Iterator
from random import Random
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
)
from typing import Any

import pytest

from fifthstreet.agents import RandomAgent
from fifthstreet.agents.agent import BaseAgent, HandResult
from fifthstreet.arena.hand_results import dealt_cards, report_results, result_for, shown_cards
from fifthstreet.cards import STANDARD, Card, Deck
from fifthstreet.game.events import BoardDealt, Event, HoleDealt, Shown
from fifthstreet.game.kinds import Action, Discard
from fifthstreet.game.seat_views import SeatView
from fifthstreet.game.state import State
from fifthstreet.game.variants import Poker
from tests.agents.tables import CODES, Table, random_table, seated
from tests.faults.programs import counts

# What is the same in every hand, and leads to everything else.
_SHARED = (type, ModuleType, FunctionType, enum.Enum, CodeType, Card)
_CLOSED = (State, MethodType, CellType, FrameType, GeneratorType)


def is_shared(item: Any) -> bool:
    if isinstance(item, BuiltinFunctionType):  # so are methods of compiled objects
        return item.__self__ is None or isinstance(item.__self__, ModuleType)
    return isinstance(item, _SHARED) and not getattr(item, "__closure__", None)


def reachable(start: Any) -> Iterator[Any]:
    """Yield all objects that can be reached, except those that all hands share."""
    seen = {id(start): start}
    waiting = deque([start])
    while waiting:
        item = waiting.popleft()
        yield item
        for other in gc.get_referents(item):
            if id(other) not in seen and not is_shared(other):
                seen[id(other)] = other
                waiting.append(other)


def cards_within(item: Any) -> set[Card]:
    """Return the known cards that an object holds itself."""
    held = (other for other in gc.get_referents(item) if type(other) is Card)
    return {card for card in held if card}


def assert_sealed(given: Any, known: set[Card]) -> None:
    """Assert that from an object only these cards can be reached."""
    for item in reachable(given):
        assert not isinstance(item, _CLOSED), f"{type(item)} can be reached"
        if isinstance(item, Deck):
            continue
        if isinstance(item, Poker):
            assert not cards_within(vars(item))
            continue
        assert cards_within(item) <= known, f"{cards_within(item) - known} in {type(item)}"


class Watcher(BaseAgent):
    """Plays at random, and has what it is given examined."""

    def __init__(self, seat: int, examine: Callable[[int, Any], None]) -> None:
        self.seat, self.examine = seat, examine

    def decide(self, view: SeatView) -> Action:
        self.examine(self.seat, view)
        return RandomAgent().decide(view)

    def observe(self, event: Event) -> None:
        self.examine(self.seat, event)

    def hand_over(self, result: HandResult) -> None:
        self.examine(self.seat, result)


def known_cards(state: State, seat: int) -> set[Card]:
    """Return the cards that a seat may know, by the rules: its own, boards, and what was shown."""
    known: set[Card] = set()
    for event in state.events:
        match event:
            case BoardDealt() | Shown():
                known.update(event.cards)
            case HoleDealt():
                for card, is_up in zip(event.cards, event.are_up, strict=True):
                    if is_up or event.seat == seat:
                        known.add(card)
    return {card for card in known if card}


@counts(2, 200)
@pytest.mark.parametrize("code", CODES)
def test_nothing_hidden_can_be_reached(code: str, count: int) -> None:
    rng = Random(f"reach {code}")
    examined = {"SeatView": 0, "HandResult": 0}
    for number in range(count):
        table = random_table(rng, code)
        state = table.deal(number)

        def examine(seat: int, given: Any, state: State = state) -> None:
            assert_sealed(given, known_cards(state, seat))
            name = type(given).__name__
            examined[name] = examined.get(name, 0) + 1

        agents = [Watcher(seat, examine) for seat in range(len(table.stacks))]
        play = seated(state, table.game, agents, number)
        play.play()
        report_results(play)
        assert not play.lineup.mistakes
    assert examined["HandResult"] >= 2 * count


def test_the_walk_finds_what_is_hidden() -> None:
    """The proof above would notice a leak."""
    table = random_table(Random(1), "NT", "int")
    state = table.deal(1)
    play = seated(state, table.game, [RandomAgent()] * len(table.stacks), 1)
    views: list[SeatView] = []
    play.lineup.agents[state.actor_index or 0] = Watcher(0, lambda _, given: views.append(given))
    play.play()
    view = views[0]
    known = known_cards(state, view.seat)
    assert_sealed(view, known)
    hidden = tuple(card for card in STANDARD if card not in known)
    leaks: tuple[Any, ...] = (state, hidden[:1], lambda: state, state.fold)
    for leak in leaks:
        view.discarded = (leak,)
        with pytest.raises(AssertionError):
            assert_sealed(view, known)


# Non-interference: with other hidden cards, a seat is given the same bytes.


class Recorder(BaseAgent):
    """Plays at random; keeps its actions, and what it and others were given, as bytes."""

    def __init__(self, log: "Log", seat: int) -> None:
        self.log, self.seat = log, seat

    def decide(self, view: SeatView) -> Action:
        self.log.given[self.seat].append(pickle.dumps(view))
        action = RandomAgent().decide(view)  # in a replay for its random numbers alone
        if self.log.script:
            action = self.log.script.pop(0)
        else:
            self.log.steps.append(action)
            self.log.known.append(known_cards(self.log.state, self.seat))
            self.log.seats.append((self.seat, len(self.log.given[self.seat])))
        return action

    def observe(self, event: Event) -> None:
        self.log.given[self.seat].append(pickle.dumps(event))

    def hand_over(self, result: HandResult) -> None:
        self.log.given[self.seat].append(pickle.dumps(result))


class Log:
    """A hand as its players saw it."""

    def __init__(self, table: Table, seed: int, deck: tuple[Card, ...]) -> None:
        self.table, self.seed, self.deck = table, seed, deck
        self.script: list[Action] = []
        self.steps: list[Action] = []
        self.known: list[set[Card]] = []  # at each step, by the player in turn
        self.seats: list[tuple[int, int]] = []  # at each step: seat, messages it had been given
        self.given: list[list[bytes]] = [[] for _ in table.stacks]

    def play(self) -> "Log":
        self.state = self.table.deal(self.seed, self.deck)
        agents = [Recorder(self, seat) for seat in range(len(self.table.stacks))]
        self.hand = seated(self.state, self.table.game, agents, self.seed)
        self.hand.play()
        report_results(self.hand)
        return self

    def replay(self, renamed: dict[Card, Card]) -> "Log":
        """Play the same actions with other cards; an action may turn out to be illegal."""
        other = Log(self.table, self.seed, tuple(renamed[card] for card in self.deck))
        for step in self.steps:
            if isinstance(step, Discard):
                step = Discard(tuple(renamed[card] for card in step.cards))
            other.script.append(step)
        return other.play()


def renaming(rng: Random, deck: tuple[Card, ...], known: set[Card]) -> dict[Card, Card]:
    """Return other names for the cards that are not known."""
    hidden = [card for card in deck if card not in known]
    others = rng.sample(hidden, len(hidden))
    return {card: card for card in known} | dict(zip(hidden, others, strict=True))


@counts(2, 100)
@pytest.mark.parametrize("code", CODES)
def test_hidden_cards_change_nothing_that_a_seat_is_given(code: str, count: int) -> None:
    rng = Random(f"same {code}")
    for number in range(count):
        table = random_table(rng, code)
        deck = tuple(rng.sample([*table.game.deck], len(table.game.deck)))
        hand = Log(table, number, deck).play()
        assert not hand.hand.lineup.mistakes
        for step in rng.sample(range(len(hand.steps)), min(4, len(hand.steps))):
            seat, messages = hand.seats[step]
            renamed = renaming(rng, deck, hand.known[step])
            other = hand.replay(renamed)
            # All that the seat was given up to this decision, which it makes in both hands.
            assert other.given[seat][:messages] == hand.given[seat][:messages]


@counts(3, 200)
@pytest.mark.parametrize("code", CODES)
def test_hidden_cards_change_nothing_in_results(code: str, count: int) -> None:
    """Where all events are the same, so are results; a muck is an event that depends on cards."""
    rng = Random(f"results {code}")
    compared = 0
    for number in range(count):
        table = random_table(rng, code)
        deck = tuple(rng.sample([*table.game.deck], len(table.game.deck)))
        hand = Log(table, number, deck).play()
        for seat in range(len(table.stacks)):
            renamed = renaming(rng, deck, known_cards(hand.state, seat))
            other = hand.replay(renamed)
            if other.hand.hand.events == hand.hand.hand.events:
                compared += 1
                assert other.given[seat] == hand.given[seat]
                assert result_for(other.hand, seat) == result_for(hand.hand, seat)
    assert compared >= count


def test_results_show_what_was_shown() -> None:
    """In results, cards that were not shown are unknown, except the player's own."""
    rng = Random(5)
    for number in range(200):
        table = random_table(rng, "NT", "int")
        play = seated(table.deal(number), table.game, [RandomAgent()] * len(table.stacks), number)
        play.play()
        for seat in range(len(table.stacks)):
            result = result_for(play, seat)
            assert result.hole_cards == dealt_cards(play.state, seat)
            assert all(result.hole_cards)
            assert result.shown_cards == shown_cards(play.hand)
            if not result.is_showdown:
                assert not any(card for cards in result.shown_cards for card in cards)
