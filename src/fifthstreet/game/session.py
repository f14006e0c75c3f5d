"""Sessions: consecutive hands at one table; the button moves and stacks carry over.

A player has a seat for the whole session and a position in each hand: position 0 is the first seat
after the button, and the last position is the button. This is also true heads-up, where the button
posts the small blind, because the engine then swaps antes and blinds.

>>> from fifthstreet.game.enums import Automation
>>> from fifthstreet.game.variants import NoLimitTexasHoldem
>>> game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
>>> session = GameSession(game, [200] * 3, seed=7)
>>> state = session.begin_hand()
>>> session.button, session.seats, state.bets
(2, (0, 1, 2), [1, 2, 0])
>>> state.fold().seat, state.fold().seat
(2, 0)
>>> session.end_hand().payoffs
{0: -1, 1: 1, 2: 0}
>>> session.stacks
[199, 201, 200]
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import inf, isfinite

from fifthstreet.errors import BusyError, InputError
from fifthstreet.game.events import Event
from fifthstreet.game.mixed import Rotation, Turn
from fifthstreet.game.state import State
from fifthstreet.game.values import Chips, clean_value, minus, plus
from fifthstreet.game.variants import Poker
from fifthstreet.support.whole_numbers import whole


@dataclass(frozen=True)
class Rebuys:
    """The stack that a player without chips may buy, and how often (None: no limit)."""

    stack: Chips
    max_count: int | None = None


@dataclass(frozen=True, repr=False)
class GameHand:
    """A finished hand."""

    index: int
    game: Poker
    seed: int
    button: int
    seats: tuple[int, ...]  # [P]  seat of each position
    starting_stacks: tuple[Chips, ...]  # [P]
    stacks: tuple[Chips, ...]  # [P]
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        payoffs = ", ".join(f"{seat}: {payoff}" for seat, payoff in self.payoffs.items())
        return f"<GameHand {self.index}: {self.game.code}, payoffs {{{payoffs}}}>"

    @property
    def payoffs(self) -> dict[int, Chips]:
        """Amount that each seat won or lost, by seat."""
        changes = zip(self.seats, self.starting_stacks, self.stacks, strict=True)
        return {seat: minus(after, before) for seat, before, after in sorted(changes)}


class GameSession:
    """A series of hands at one table, all dealt from one seed."""

    def __init__(
        self,
        game: Poker | Rotation,
        stacks: Sequence[Chips],
        *,
        seed: int,
        button: int | None = None,
        rebuys: Rebuys | None = None,
    ) -> None:
        """Set up a table with a stack for each seat; by default the last seat has the button."""
        if len(stacks) < 2:
            raise InputError(f"a session must have at least 2 seats, got {len(stacks)}")
        if min(stacks) < 0:
            raise InputError(f"stacks must be at least 0, got {list(stacks)}")
        if not all(map(isfinite, stacks)):
            raise InputError(f"the stacks of a session must be finite, got {list(stacks)}")
        self.rotation = game if isinstance(game, Rotation) else Rotation((game,))
        self.turn = Turn()
        self.stacks = list(stacks)
        self.seed = whole("seed", seed)
        self.rebuys = rebuys
        self.button = len(stacks) - 1 if button is None else self._seat(button)
        self.bought = list(stacks)  # total chips that each seat has bought
        self.rebuy_counts = [0] * len(stacks)
        self.sitting_out: set[int] = set()
        self.state: State | None = None
        self.seats: tuple[int, ...] = ()  # seat of each position in this hand or the last one
        self.history: list[GameHand] = []

    def __repr__(self) -> str:
        stacks = ", ".join(map(str, self.stacks))
        return (
            f"<GameSession of {self.seat_count} seats: hand {self.hand_index}, {self.game.code}, "
            f"stacks [{stacks}]>"
        )

    @property
    def seat_count(self) -> int:
        """Number of seats, occupied or not."""
        return len(self.stacks)

    @property
    def hand_index(self) -> int:
        """Index of this hand or the next one: the number of hands finished."""
        return len(self.history)

    @property
    def game(self) -> Poker:
        """Game of this hand or the next one."""
        return self.rotation.game(self.turn)

    @property
    def winnings(self) -> list[Chips]:
        """Amount that each seat has won or lost in the finished hands."""
        return [minus(self.stacks[i], self.bought[i]) for i in range(self.seat_count)]

    # Seats.

    def seat_of(self, position: int) -> int:
        """Return the seat of a position."""
        if not 0 <= position < len(self.seats):
            raise InputError(f"position must be from 0 to {len(self.seats) - 1}, got {position}")
        return self.seats[position]

    def position_of(self, seat: int) -> int | None:
        """Return the position of a seat, or None if it was not dealt in."""
        return self.seats.index(seat) if self._seat(seat) in self.seats else None

    def sit_out(self, seat: int) -> None:
        """Deal a seat out from the next hand on."""
        self.sitting_out.add(self._seat(seat))

    def sit_in(self, seat: int) -> None:
        """Deal a seat in again from the next hand on."""
        self.sitting_out.discard(self._seat(seat))

    def buy(self, seat: int, amount: Chips) -> None:
        """Add chips to a stack between hands."""
        if self.state is not None:
            raise BusyError("chips can only be bought between hands")
        if not 0 < amount < inf:
            raise InputError(f"the amount must be above 0 and finite, got {amount}")
        amount = clean_value(amount)
        self.stacks[seat] = plus(self.stacks[self._seat(seat)], amount)
        self.bought[seat] = plus(self.bought[seat], amount)

    def can_begin_hand(self) -> bool:
        """Return whether no hand is in progress and at least two players can be dealt in."""
        return self.state is None and sum(map(self._can_play, range(self.seat_count))) >= 2

    # Hands.

    def begin_hand(self) -> State:
        """Deal the next hand."""
        if self.state is not None:
            raise BusyError("a hand is in progress: end it first")
        if not self.can_begin_hand():
            raise InputError("a hand requires two players who have chips and are not sitting out")
        for seat in range(self.seat_count):
            if self._can_rebuy(seat):
                assert self.rebuys is not None
                self.rebuy_counts[seat] += 1
                self.buy(seat, self.rebuys.stack)
        self.button = self._next_button()
        self.seats = self._seats_after(self.button)
        stacks = [self.stacks[seat] for seat in self.seats]
        self.state = self.game(stacks, len(stacks), seed=self.hand_seed(self.hand_index))
        return self.state

    def end_hand(self) -> GameHand:
        """Record the finished hand and update the stacks."""
        state = self.state
        if state is None:
            raise BusyError("no hand is in progress")
        if state.status:
            raise BusyError("the hand is not over")
        for seat, stack in zip(self.seats, state.stacks, strict=True):
            self.stacks[seat] = stack
        played = GameHand(
            self.hand_index,
            self.game,
            state.seed,
            self.button,
            self.seats,
            state.starting_stacks,
            tuple(state.stacks),
            tuple(state.events),
        )
        self.history.append(played)
        self.turn = self.rotation.turn_after(self.turn, len(self.seats))
        self.state = None
        return played

    def play_hand(self, act: Callable[["GameSession", State], object]) -> GameHand:
        """Play a whole hand: call `act`, which must perform an operation, until it is over."""
        state = self.begin_hand()
        while state.status:
            before = len(state.events)
            act(self, state)
            if len(state.events) == before:
                raise InputError("`act` must perform an operation in every call")
        return self.end_hand()

    def hand_seed(self, hand_index: int) -> int:
        """Return the seed of a hand."""
        digest = blake2b(f"{self.seed}/{hand_index}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 1

    def copy(self) -> "GameSession":
        """Return an independent copy of the session."""
        other = GameSession.__new__(GameSession)
        other.__dict__.update(self.__dict__)
        other.stacks = self.stacks.copy()
        other.bought = self.bought.copy()
        other.rebuy_counts = self.rebuy_counts.copy()
        other.sitting_out = self.sitting_out.copy()
        other.history = self.history.copy()
        other.state = None if self.state is None else self.state.copy()
        return other

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.seat_count:
            raise InputError(f"seat must be from 0 to {self.seat_count - 1}, got {seat}")
        return seat

    def _can_rebuy(self, seat: int) -> bool:
        if self.stacks[seat] or seat in self.sitting_out or self.rebuys is None:
            return False
        return self.rebuys.max_count is None or self.rebuy_counts[seat] < self.rebuys.max_count

    def _can_play(self, seat: int) -> bool:
        return seat not in self.sitting_out and (bool(self.stacks[seat]) or self._can_rebuy(seat))

    def _seats_after(self, button: int) -> tuple[int, ...]:
        """Return the seats that play, starting after the button."""
        count = self.seat_count
        seats = [(button + 1 + i) % count for i in range(count)]
        return tuple(seat for seat in seats if self._can_play(seat))

    def _next_button(self) -> int:
        """Return the seat of the next button, always one that plays."""
        after = self._seats_after(self.button)
        if not self.history:
            return after[-1]
        if self._button_stays() and self.button in after:
            return self.button
        last = self.history[-1].seats
        if len(after) == 2 < len(last) and after[1] == last[1]:
            # When play becomes heads-up, no player posts the big blind twice in a row.
            return after[1]
        return after[0]

    def _button_stays(self) -> bool:
        """Return whether the button stays: in mixes it does not move during stud."""
        mixed = any(game.button_status for game in self.rotation.games)
        return mixed and not self.history[-1].game.button_status
