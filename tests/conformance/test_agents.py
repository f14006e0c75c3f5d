"""Every agent against one contract: legal, deterministic, harmless, and at home at any table."""

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import pytest

from fifthstreet.agents import (
    AGENTS,
    BaseAgent,
    HandResult,
    HoldemAgent,
    RandomAgent,
    check_plays,
    create_agent,
)
from fifthstreet.arena.games import table_game
from fifthstreet.arena.hand_results import report_results
from fifthstreet.game.events import Event
from fifthstreet.game.kinds import Action
from fifthstreet.game.seat_views import SeatView
from fifthstreet.support.options import REQUIRED
from tests.agents.tables import CHIPS, CODES, Table, holdem_codes, played, random_table, seated
from tests.faults.programs import counts


class Shover(BaseAgent):
    """Bets all it has, and stands pat."""

    def decide(self, view: SeatView) -> Action:
        return view.discard() if view.is_draw else view.all_in()


class PotBettor(HoldemAgent):
    """Bets fractions of the pot, in every kind of chips."""

    def decide(self, view: SeatView) -> Action:
        return view.raise_by_pots(view.random.choice((0.33, 0.5, 1, 2.5)))


class Counter(BaseAgent):
    """Learns: it raises after it has seen an odd number of events."""

    def __init__(self) -> None:
        self.seen = 0

    def observe(self, event: Event) -> None:
        self.seen += 1

    def hand_over(self, result: HandResult) -> None:
        self.seen += len(result.events)

    def decide(self, view: SeatView) -> Action:
        if view.is_draw:
            return view.discard(view.hole_cards[:1])
        return view.raise_by_pots(1) if self.seen % 2 else view.check_or_call()


OWN = {kind.__name__: f"{__name__}:{kind.__name__}" for kind in (Shover, PotBettor, Counter)}
# Agents that need a file or a module have tests of their own.
AGENT_TEXTS = {
    name: name
    for name, entry in AGENTS.items()
    if all(option.default is not REQUIRED for option in entry.options.values())
} | OWN
HOLDEM = tuple(holdem_codes())

agents = pytest.mark.parametrize("text", AGENT_TEXTS.values(), ids=AGENT_TEXTS)


def plays(text: str, table: Table) -> bool:
    try:
        check_plays(create_agent(text), table.game)
    except ValueError:
        return False
    return True


def codes_of(text: str) -> tuple[str, ...]:
    """Return the variants that an agent plays: all of them, or Texas hold'em."""
    rng = Random(0)
    is_general = plays(text, random_table(rng, "F7S", "int"))
    return CODES if is_general else HOLDEM


class Checked(BaseAgent):
    """Another agent, whose views are compared with what they were."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent

    def decide(self, view: SeatView) -> Action:
        before, place = pickle.dumps(view), view.random.place
        action: Action = self.agent.decide(view)
        after = view.random.place
        view.random.move_to(place)
        assert pickle.dumps(view) == before, "the agent has changed its view"
        view.random.move_to(after)
        return action

    def observe(self, event: Event) -> None:
        if hasattr(self.agent, "observe"):
            before = pickle.dumps(event)
            self.agent.observe(event)
            assert pickle.dumps(event) == before, "the agent has changed an event"

    def hand_over(self, result: HandResult) -> None:
        if hasattr(self.agent, "hand_over"):
            before = pickle.dumps(result)
            self.agent.hand_over(result)
            assert pickle.dumps(result) == before, "the agent has changed a result"


def play_hands(text: str, count: int, seed: str, chips: str | None = None) -> list[Any]:
    """Play hands at random tables, with the agent in some seats; return what was done."""
    rng = Random(f"{seed} {text}")
    codes = codes_of(text)
    done: list[Any] = []
    while len(done) < count:
        table = random_table(rng, rng.choice(codes), chips)
        agent = Checked(create_agent(text))
        at_table: list[Any] = [agent]
        for _ in table.stacks[1:]:
            others = (RandomAgent(), RandomAgent(), Shover(), Checked(create_agent(text)))
            at_table.append(rng.choice(others))
        rng.shuffle(at_table)
        for _ in range(4):  # so that an agent that learns has something to go by
            play = played(table, at_table, rng.getrandbits(30))
            report_results(play)
            assert play.lineup.mistakes == [], (table.game, table.stacks)
            lost = abs(float(sum(play.state.payoffs)))  # floats of 1e12 chips are rounded
            assert lost <= 1e-9 * float(sum(table.stacks))
            done.append([repr(event) for event in play.state.events])
    return done


@counts(40, 4000)
@agents
def test_legal_at_every_decision(text: str, count: int) -> None:
    """Two to ten seats, crumbs and huge stacks, all kinds of chips, antes, all-ins."""
    play_hands(text, count, "legal")


@pytest.mark.parametrize("chips", CHIPS)
@agents
def test_every_kind_of_chips(text: str, chips: str) -> None:
    play_hands(text, 3, "chips", chips)


@counts(12, 400)
@agents
def test_the_same_seed_gives_the_same_decisions(text: str, count: int) -> None:
    assert play_hands(text, count, "same") == play_hands(text, count, "same")


@agents
def test_ten_seats(text: str) -> None:
    game = table_game("nlhe").game
    table = Table(game, (10_000,) * 10)
    play = played(table, [create_agent(text) for _ in range(10)], 3)
    assert play.lineup.mistakes == []


@agents
def test_two_agents_share_nothing(text: str) -> None:
    """An agent that plays between the hands of another one does not change its decisions."""
    rng = Random(8)
    tables = [random_table(rng, "NT", "int") for _ in range(4)]

    def decisions(with_other: bool) -> list[str]:
        agent = create_agent(text)
        done = []
        for number, table in enumerate(tables):
            if with_other:
                other = create_agent(text)
                report_results(
                    played(table, [other, *[RandomAgent()] * (len(table.stacks) - 1)], 9)
                )
            play = played(table, [agent, *[RandomAgent()] * (len(table.stacks) - 1)], number)
            report_results(play)
            done.append(repr(play.state.events))
        return done

    assert decisions(False) == decisions(True)


def first_action(text: str) -> str:
    """Return what an agent does first at a table of two; other processes call it."""
    table = Table(table_game("nlhe").game, (10_000, 10_000))
    play = seated(table.deal(5), table.game, [create_agent(text), create_agent(text)], 5)
    play.play()
    assert play.lineup.mistakes == []
    return repr(play.state.events)


@pytest.mark.slow
def test_agents_are_created_in_other_processes() -> None:
    context = multiprocessing.get_context("spawn")
    texts = list(AGENT_TEXTS.values())
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert list(pool.map(first_action, texts)) == [first_action(text) for text in texts]


@agents
def test_other_games_are_refused(text: str) -> None:
    """A hold'em agent says so; an agent that accepts a game plays it."""
    rng = Random(2)
    for code in CODES:
        table = random_table(rng, code, "int")
        try:
            check_plays(create_agent(text), table.game)
        except ValueError as error:
            assert code not in HOLDEM
            message = str(error)
            assert table.game.name in message
            assert "only" in message
            assert "\n" not in message


def test_holdem_is_what_the_rules_say() -> None:
    assert set(HOLDEM) == {"FT", "NT", "PT"}
