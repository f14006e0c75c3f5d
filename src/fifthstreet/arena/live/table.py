"""A table at which one person plays against agents, step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any
from warnings import catch_warnings, filterwarnings

from fifthstreet.agents import Agent, as_agent, check_plays, create_agent
from fifthstreet.arena.all_in import all_in_payoffs
from fifthstreet.arena.answering import Mistake
from fifthstreet.arena.hand import HandPlay, Lineup
from fifthstreet.arena.hand_results import dealt_cards, report_results
from fifthstreet.arena.live.decision import LiveDecision
from fifthstreet.arena.live.person import Person, PersonsTurn, TableClosed
from fifthstreet.arena.live.recording import (
    RecordedHand,
    RecordedSeat,
    RecordEnd,
    mistake_texts,
    move_of,
    move_texts,
)
from fifthstreet.arena.live.scene import Frame, Scene, SceneTracker
from fifthstreet.arena.live.settings import FREEZEOUT, REBUY, RESET, LiveSettings
from fifthstreet.arena.live.stakes import Stakes, parse_stakes
from fifthstreet.arena.live.statistics import SeatRecord, SeatStatistics
from fifthstreet.arena.seating import AgentMaker
from fifthstreet.arena.seeds import DealSeeds, estimate_seed
from fifthstreet.cards import Card
from fifthstreet.errors import BusyError, DamagedFileError, InputError
from fifthstreet.game import GameSession, LegalActions, Rebuys, State, Terms, visible_event
from fifthstreet.game.notation import HandHistory, action_texts
from fifthstreet.game.variants import Poker

PERSON = 0  # seat of the person
MAX_HISTORIES = 1_000  # hands that a table remembers
_AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet")  # of a hand history
_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks")
_BET = "cbr"


@dataclass(frozen=True)
class LiveResult:
    """How a hand ended, by seat of the table."""

    number: int
    payoffs: tuple[int, ...]  # [S] chips
    is_showdown: bool
    all_cards: tuple[tuple[Card, ...], ...]  # [S]  shown or not
    texts: tuple[tuple[str, ...], ...]  # [S]  hands that were compared, in words
    history: HandHistory


@dataclass(frozen=True)
class _LastHand:
    """The hand that is played or was played last."""

    play: HandPlay
    payoffs: tuple[int, ...] | None = None  # [S]  once it is over
    adjusted: tuple[float, ...] = ()  # [P]


class LiveTable:
    """A session of hands of one person and agents.

    `start_hand` and `act` play until the person has to decide or the hand is over. They may be
    called from any thread, one at a time; everything else can be read meanwhile.

    >>> table = LiveTable(LiveSettings(("calling_station",), seed=1))
    >>> table.start_hand()
    >>> table.decision.answers, table.decision.to_call
    (('fold', 'call', 'raise'), 1)
    >>> table.act(table.decision.number, "fold")
    >>> table.result.payoffs
    (-1, 1)
    """

    def __init__(self, settings: LiveSettings, make_agent: AgentMaker = create_agent) -> None:
        """Sit down; InputError if an agent does not exist or does not play the variant."""
        self.settings = settings
        self.stakes: Stakes = parse_stakes(settings.variant, settings.stakes, settings.stack)
        if self.stakes.amounts.get("straddle") and len(settings.agents) < 2:
            raise InputError("a straddle requires at least 3 seats, got 2")
        self.names = settings.names
        self.decision: LiveDecision | None = None
        """The person's decision, if it is their turn."""
        self.result: LiveResult | None = None
        """How the last hand ended; None while a hand is played."""
        self.histories: deque[HandHistory] = deque(maxlen=MAX_HISTORIES)
        """The last hands, as the person saw them."""
        self.results: deque[tuple[int, float]] = deque(maxlen=MAX_HISTORIES)
        """Chips that the person won in each of the last hands, as played and luck-adjusted."""
        self.hand_number = 0
        """Number of the current hand or the last one, from 1; 0 before the first."""
        self.button: int | None = None
        """Seat of the dealer button; None in games without one."""
        agents = _created(settings.agents, make_agent, self.stakes.game)
        self._person = Person(self._notice)
        self._lineup = Lineup([self._person, *agents], self.names)
        self._terms = Terms(self.stakes.game)
        seats = len(self.names)
        rebuys = Rebuys(self.stakes.stack) if settings.stacks == REBUY else None
        self._session = GameSession(
            self.stakes.game,
            [self.stakes.stack] * seats,
            seed=settings.seed,
            button=DealSeeds(settings.seed, 0, seats, 1).order[0],
            rebuys=rebuys,
        )
        self._records = [SeatRecord(self.stakes.unit) for _ in self.names]
        self._statistics = self._current_statistics()
        self._play: HandPlay | None = None
        self._last: _LastHand | None = None
        self._on_stop: Callable[[], None] = lambda: None
        self._tracker: SceneTracker | None = None
        self._frames: list[Frame] = []
        self._next_frame = 0
        self._decisions = 0
        self._is_closed = False
        self._lock = Lock()

    # Properties that can be read at any time.

    @property
    def is_playing(self) -> bool:
        """Whether agents are playing right now."""
        return self._lock.locked()

    @property
    def is_over(self) -> bool:
        """Whether no more hands can be played: the table is closed, or a freezeout is decided."""
        if self._is_closed:
            return True
        is_between = self._session.state is None
        return is_between and not self._can_begin()

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat between hands."""
        return tuple(self._session.stacks)

    @property
    def scene(self) -> Scene | None:
        """The table as the person sees it; None before the first hand."""
        frames = self._frames
        return frames[-1].scene if frames else None

    @property
    def statistics(self) -> tuple[SeatStatistics, ...]:
        """Statistics of each seat over the finished hands."""
        return self._statistics

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Decisions that agents lost, because they raised an error or gave invalid answers."""
        return tuple(self._lineup.mistakes)

    def frames(self, since: int = 0) -> list[Frame]:
        """Return the events of the current hand from a number on."""
        frames = self._frames
        first = frames[0].number if frames else 0
        return frames[max(since - first, 0) :]

    # Methods that advance the table.

    def start_hand(self) -> None:
        """Deal the next hand, and play until the person has to decide or the hand is over."""
        with self._turn():
            if self._play is not None:
                raise BusyError("a hand is in progress: finish it first")
            if not self._can_begin():
                raise BusyError("no more hands can be played at this table")
            self._deal()
            self._go_on()

    def act(
        self, number: int, answer: str, amount: int | None = None, cards: Sequence[Card] = ()
    ) -> None:
        """Answer the decision with this number, and play on.

        `amount` is the total of a bet or raise in chips, by default the minimum; `cards` are the
        cards to discard. InputError if it is illegal; then nothing has changed.
        """
        with self._turn():
            decision = self.decision
            if self._play is None or decision is None:
                raise BusyError("it is not your turn")
            if number != decision.number:
                raise BusyError(
                    f"number must be the current decision {decision.number}, got {number}"
                )
            legal = LegalActions.of(self._play.state, self._play.order.index(PERSON))
            self._person.answer = decision.action(legal, answer, amount, cards)
            self.decision = None
            self._go_on()

    def close(self) -> None:
        """Leave the table; agents that are playing stop after their decision."""
        self._is_closed = True
        self.decision = None
        _close(self._lineup.agents)

    # Records, from which a table is continued elsewhere.

    def keep(self, on_stop: Callable[[], None]) -> None:
        """Call a function whenever play has stopped, before the next move can be made.

        Args:
            on_stop: Called without arguments, in the thread that made the move; it may call
                `recorded_hand`.
        """
        self._on_stop = on_stop

    def recorded_hand(self) -> RecordedHand | None:
        """Return the decisions of the hand that is played or was played last; None before it."""
        last = self._last
        if last is None:
            return None
        number = last.play.hand.number
        return RecordedHand(
            number=number,
            moves=move_texts(list(last.play.state.events)),
            randoms=tuple(numbers.place for numbers in last.play.randoms),
            mistakes=mistake_texts(self.mistakes, number),
            payoffs=last.payoffs,
            adjusted=last.adjusted,
        )

    def replay(self, hands: Iterable[RecordedHand]) -> None:
        """Repeat recorded hands at a new table; agents observe them.

        If the last hand was not over, `resume` continues it.

        Args:
            hands: All hands of the table, from the first.

        Raises:
            DamagedFileError: If the records do not belong to a table with these settings.
        """
        with self._turn():
            agents = list(self._lineup.agents)
            for hand in hands:
                self._replay_hand(hand, agents)
            self._statistics = self._current_statistics()

    def resume(self) -> None:
        """Continue a hand that `replay` has left, until the person has to decide."""
        with self._turn():
            if self._play is not None and self.decision is None:
                self._go_on()

    def _replay_hand(self, hand: RecordedHand, agents: list[Any]) -> None:
        lineup = self._lineup
        moves = deque(map(move_of, hand.moves))
        seats = [RecordedSeat(agent, moves) for agent in agents]
        lineup.agents[:] = seats
        try:
            self._deal()
            self._go_on(hand.adjusted or None)
        finally:
            lineup.agents[:] = agents
        self._decisions += seats[PERSON].count
        repeated = self.recorded_hand()
        assert repeated is not None
        if (repeated.moves, repeated.payoffs) != (hand.moves, hand.payoffs):
            raise DamagedFileError(f"hand {hand.number} does not follow from its record")
        for player, kind, message in hand.mistakes:
            lineup.lost(self.names.index(player), hand.number, kind, message)
        if self._play is not None:
            for numbers, place in zip(self._play.randoms, hand.randoms, strict=True):
                numbers.move_to(place)

    # Inside.

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Lock the table while it advances; BusyError if it is closed or advancing."""
        if not self._lock.acquire(blocking=False):
            raise BusyError("the agents are still playing: wait for your turn")
        try:
            if self._is_closed:
                raise BusyError("the table is closed")
            yield
            self._on_stop()
        finally:
            self._lock.release()

    def _deal(self) -> None:
        """Begin the next hand."""
        session, seats = self._session, len(self.names)
        if self.settings.stacks == RESET:
            session.stacks[:] = [self.stakes.stack] * seats
        with _quietly():
            state = session.begin_hand()
        order = session.seats
        self.result, self.hand_number = None, session.hand_index + 1
        self.button = session.button if self.stakes.game.button_status else None
        self._tracker = SceneTracker(
            state.starting_stacks,
            order,
            seats,
            PERSON,
            state.starting_board_count,
            self._next_frame,
        )
        self._frames = []
        seeds = DealSeeds(self.settings.seed, self.hand_number, seats, 1)
        numbers = seeds.randoms_at(0, len(order))
        self._play = HandPlay(state, self._terms, self._lineup, order, numbers, self.hand_number)
        self._last = _LastHand(self._play)

    def _can_begin(self) -> bool:
        session = self._session
        if self.settings.stacks == FREEZEOUT and not session.stacks[PERSON]:
            return False
        return self.settings.stacks == RESET or session.can_begin_hand()

    def _notice(self) -> None:
        """Add new events to the frames; end the hand if the table was closed."""
        assert self._play is not None
        assert self._tracker is not None
        if self._is_closed:
            raise TableClosed
        frames = self._tracker.catch_up(self._play.state.events)
        # A new list, because other threads may be reading the old one.
        self._frames = [*self._frames, *frames]
        self._next_frame += len(frames)

    def _go_on(self, adjusted: Sequence[float] | None = None) -> None:
        """Play on; `adjusted` are the luck-adjusted payoffs of the hand, if they are known."""
        play = self._play
        assert play is not None
        try:
            with _quietly():
                play.play()
        except PersonsTurn as turn:
            self.decision = LiveDecision.of(turn.view, self._decisions)
            self._decisions += 1
            return
        except (TableClosed, RecordEnd):
            return
        self._finish(play, adjusted)

    def _finish(self, play: HandPlay, adjusted: Sequence[float] | None) -> None:
        """Notify the agents, and record the hand."""
        state = play.state
        self._notice()
        scene = self._frames[-1].scene
        report_results(play)
        self._session.end_hand()
        payoffs = [0] * len(self.names)
        is_repeated = adjusted is not None
        if adjusted is None:
            adjusted = all_in_payoffs(
                self.stakes.game, state, estimate_seed(self.settings.seed, self.hand_number, 0)
            )
        for position, seat in enumerate(play.order):
            payoffs[seat] = state.payoffs[position]
            is_showdown = play.is_showdown and scene.in_hand[seat]
            self._records[seat].add(payoffs[seat], adjusted[position], is_showdown=is_showdown)
        position = play.order.index(PERSON)
        players = [self.names[seat] for seat in play.order]
        history = _visible_history(self.stakes, state, position, players, self.hand_number)
        self.histories.append(history)
        self.results.append((payoffs[PERSON], adjusted[position]))
        if not is_repeated:  # `replay` does it once, because it takes longer than a hand
            self._statistics = self._current_statistics()
        cards: list[tuple[Card, ...]] = [()] * len(self.names)
        for place, seat in enumerate(play.order):
            cards[seat] = dealt_cards(state, place)
        self._play = None
        self._last = _LastHand(play, tuple(payoffs), tuple(adjusted))
        self.result = LiveResult(
            number=self.hand_number,
            payoffs=tuple(payoffs),
            is_showdown=play.is_showdown,
            all_cards=tuple(cards),
            texts=tuple(hand_texts(self.stakes, scene, seat) for seat in range(len(self.names))),
            history=history,
        )

    def _current_statistics(self) -> tuple[SeatStatistics, ...]:
        pairs = zip(self._records, self._lineup.counts, strict=True)
        return tuple(record.statistics(counts) for record, counts in pairs)


def _created(texts: Sequence[str], make_agent: AgentMaker, game: Poker) -> list[Agent]:
    agents: list[Agent] = []
    try:
        for text in texts:
            agents.append(as_agent(make_agent(text)))
            check_plays(agents[-1], game)
    except BaseException:
        _close(agents)
        raise
    return agents


def _close(agents: Sequence[Any]) -> None:
    """End the processes of agents that have one."""
    for agent in agents:
        if callable(close := getattr(agent, "close", None)):
            close()


def hand_texts(stakes: Stakes, scene: Scene, seat: int) -> tuple[str, ...]:
    """Return the best hand of a seat on each board and of each type, as far as cards are known.

    Args:
        stakes: They have the game, whose types of hands are named.
        scene: The table, with the cards that may be seen.
        seat: Seat at the table, from 0.
    """
    cards = scene.cards[seat]
    if not cards or any(not card.is_known for card in cards):
        return ()
    texts = []
    for board in scene.boards or ((),):
        for hand_type in stakes.game.hand_types:
            try:
                hand = hand_type.hand(cards, board)
            except ValueError:  # too few cards, or no low hand
                continue
            texts.append(f"{str(hand.label).capitalize()} ({hand})")
    return tuple(dict.fromkeys(texts))


def _visible_history(
    stakes: Stakes, state: State, position: int, players: list[str], number: int
) -> HandHistory:
    """Return a finished hand as the player in a position saw it, in amounts instead of chips.

    Cards that were never shown are unknown.
    """
    events = [visible_event(event, position) for event in state.events]
    history = HandHistory.from_game_state(
        stakes.game,
        state,
        variant=stakes.game.code,
        players=players,
        hand=number,
        ante_trimming_status=True,
        finishing_stacks=list(state.stacks),
        actions=action_texts(events, merge_deals=True, board_count=state.starting_board_count),
    )
    return _in_amounts(history, stakes) if stakes.decimals else history


def _in_amounts(history: HandHistory, stakes: Stakes) -> HandHistory:
    """Return a history of chips with amounts instead."""
    changes: dict[str, Any] = {"actions": [_with_amount(each, stakes) for each in history.actions]}
    for name in _AMOUNTS:
        if (chips := getattr(history, name)) is not None:
            changes[name] = stakes.value(chips)
    for name in _LISTS:
        if (row := getattr(history, name)) is not None:
            changes[name] = [stakes.value(chips) for chips in row]
    # Odd chips are whole cents; a replay in amounts would split them further.
    return replace(history, **changes, user_defined_fields={"_rake": 0})


def _with_amount(action: str, stakes: Stakes) -> str:
    words = action.split()
    if words[1] != _BET:
        return action
    return f"{words[0]} {_BET} {stakes.value(int(words[2]))}"


@contextmanager
def _quietly() -> Iterator[None]:
    with catch_warnings():
        filterwarnings("ignore", "the deck runs out")  # legal in draw games
        yield
