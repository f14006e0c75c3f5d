"""The story of a hand, step by step, as logs of poker sites tell it.

A replay knows operations; a log also says what a raise adds, who is all-in, which bet nobody called
and to which runout a board belongs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any
from warnings import catch_warnings, simplefilter

from fifthstreet.game.operations import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BringInPosting,
    CheckingOrCalling,
    ChipsPulling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
    RunoutCountSelection,
    StandingPatOrDiscarding,
)
from fifthstreet.notation.actions import cards_text
from fifthstreet.notation.history import HandHistory


class StepKind(Enum):
    """Kinds of steps."""

    ANTE = "ante"
    DEAD = "dead blind"
    SMALL = "small blind"
    BIG = "big blind"
    STRADDLE = "straddle"
    LATE = "late blind"
    HOLE = "hole cards"
    BOARD = "board cards"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    BRING_IN = "bring-in"
    DISCARD = "discard"
    UNCALLED = "uncalled bet"
    SHOW = "show"
    MUCK = "muck"


@dataclass(frozen=True, slots=True)
class Step:
    """What happened: who did it, the chips added, the bet after it, and cards."""

    kind: StepKind
    player: int = -1
    amount: Any = 0  # chips added, or returned
    to: Any = 0  # the player's bet after it
    by: Any = 0  # how much a raise is above the bet before it
    cards: str = ""
    run: int = 0  # of board cards, from 0
    place: int = 0  # how many board cards are dealt before these in the run
    is_all_in: bool = False


class Story:
    """Steps of a hand and how it ended."""

    def __init__(self, hand: HandHistory) -> None:
        """Replay a hand."""
        self.hand = hand
        with catch_warnings():
            simplefilter("ignore", UserWarning)
            *_, self.state = hand
        count = len(hand.starting_stacks)
        self.names = hand.players or [f"p{number}" for number in range(1, count + 1)]
        self.seats = hand.seats or list(range(1, count + 1))
        self._bets: list[Any] = [0] * count
        self._left: list[Any] = list(hand.starting_stacks)
        self._shared = 0  # board cards before several runouts
        self._board_count = 0
        self.uncalled: list[Any] = [0] * count
        self.put_in: list[Any] = [0] * count
        self.steps = list(self._steps())

    def __repr__(self) -> str:
        """Show the numbers of players and steps."""
        return f"<Story: {len(self.names)} players, {len(self.steps)} steps>"

    @property
    def is_over(self) -> bool:
        """Whether the hand was played to its end."""
        return not self.state.status and not self.hand.is_unfinished

    @property
    def collected(self) -> list[Any]:
        """What each player took from the pots."""
        if self.hand.winnings is not None and "_rake" in self.hand.user_defined_fields:
            return list(self.hand.winnings)
        collected = [0] * len(self.names)
        last = self._last_player()
        for operation in self.state.operations:
            if isinstance(operation, ChipsPulling):
                index = operation.player_index
                collected[index] = operation.amount
                if index == last:  # who also pulls the bet that nobody called
                    collected[index] -= self.uncalled[index]
        return collected

    @property
    def pot(self) -> Any:
        """Chips that the players put in and did not get back uncalled."""
        return sum(self.put_in) - sum(self.uncalled)

    @property
    def rake(self) -> Any:
        """What the house took as rake."""
        extras = self.hand.user_defined_fields
        if "_rake" in extras:
            return extras["_rake"]
        return self.pot - sum(self.collected)

    def extra(self, name: str) -> list[Any]:
        """Return a user-defined field with a value for each player, zeros if it is missing."""
        values = self.hand.user_defined_fields.get(name)
        return list(values) if isinstance(values, list) else [0] * len(self.names)

    def _last_player(self) -> int:
        """Return the only player left, or -1."""
        folds = [
            operation.player_index
            for operation in self.state.operations
            if isinstance(operation, Folding)
        ]
        left = [index for index in range(len(self.names)) if index not in folds]
        return left[0] if len(left) == 1 else -1

    def _steps(self) -> Iterator[Step]:
        for operation in self.state.operations:
            yield from self._steps_of(operation)
        yield from self._return_uncalled()

    def _steps_of(self, operation: Operation) -> Iterator[Step]:
        match operation:
            case AntePosting():
                yield from self._ante(operation)
            case BetCollection():
                yield from self._return_uncalled()
            case BlindOrStraddlePosting():
                yield self._blind(operation)
            case HoleDealing():
                yield Step(StepKind.HOLE, operation.player_index, cards=cards_text(operation.cards))
            case RunoutCountSelection():
                self._shared = self._board_count
            case BoardDealing():
                yield self._board(operation)
            case Folding():
                yield Step(StepKind.FOLD, operation.player_index)
            case CheckingOrCalling():
                kind = StepKind.CALL if operation.amount else StepKind.CHECK
                yield self._put(kind, operation.player_index, operation.amount)
            case BringInPosting():
                yield self._put(StepKind.BRING_IN, operation.player_index, operation.amount)
            case CompletionBettingOrRaisingTo():
                player, highest = operation.player_index, max(self._bets)
                kind = StepKind.RAISE if highest else StepKind.BET
                added = operation.amount - self._bets[player]
                yield self._put(kind, player, added, operation.amount - highest)
            case StandingPatOrDiscarding():
                cards = cards_text(operation.cards)
                yield Step(StepKind.DISCARD, operation.player_index, cards=cards)
            case HoleCardsShowingOrMucking():
                yield from self._show(operation)

    def _put(self, kind: StepKind, player: int, amount: Any, by: Any = 0) -> Step:
        self._bets[player] += amount
        self._left[player] -= amount
        self.put_in[player] += amount
        is_all_in = bool(amount) and not self._left[player]
        return Step(kind, player, amount, self._bets[player], by, is_all_in=is_all_in)

    def _listed(self, values: Any, player: int) -> Any:
        """Return a player's value of a list, which heads-up is in the opposite order."""
        if not isinstance(values, list | tuple):
            return values
        index = 1 - player if len(self.names) == 2 else player
        return values[index] if index < len(values) else 0

    def _ante(self, operation: AntePosting) -> Iterator[Step]:
        """Post an ante; what a player without a blind posts above all others is dead."""
        player, amount = operation.player_index, operation.amount
        antes = [self._listed(self.hand.antes, index) for index in range(len(self.names))]
        blind = self._listed(self.hand.blinds_or_straddles or 0, player)
        ante = amount if blind > 0 else min(amount, min(antes))
        kinds = ((StepKind.ANTE, ante), (StepKind.DEAD, amount - ante))
        for kind, part in kinds:
            if part:
                step = self._put(kind, player, part)
                self._bets[player] -= part
                yield step

    def _blind(self, operation: BlindOrStraddlePosting) -> Step:
        player = operation.player_index
        blinds = [
            self._listed(self.hand.blinds_or_straddles, index) for index in range(len(self.names))
        ]
        big = self.hand.min_bet or self.hand.small_bet or max(blinds)
        if blinds[player] < 0:
            kind = StepKind.LATE
        elif blinds[player] > big or (blinds[player] == big and self._has_posted_big):
            kind = StepKind.STRADDLE
        else:
            kind = StepKind.BIG if blinds[player] == big else StepKind.SMALL
        return self._put(kind, player, operation.amount)

    @property
    def _has_posted_big(self) -> bool:
        big = self.hand.min_bet or self.hand.small_bet
        return any(bet == big for bet in self._bets)

    def _board(self, operation: BoardDealing) -> Step:
        total = sum(street.board_dealing_count for street in self.state.streets)
        run, place = 0, self._board_count
        if place >= total > self._shared:
            run, place = divmod(place - total, total - self._shared)
            run, place = run + 1, place + self._shared
        self._board_count += len(operation.cards)
        return Step(StepKind.BOARD, cards=cards_text(operation.cards), run=run, place=place)

    def _return_uncalled(self) -> Iterator[Step]:
        bets = self._bets
        top, rest = max(bets), sorted(bets)[-2]
        player = bets.index(top)
        self._bets = [0] * len(bets)
        if top > rest:
            self.uncalled[player] += top - rest
            self._left[player] += top - rest
            yield Step(StepKind.UNCALLED, player, top - rest)

    def _show(self, operation: HoleCardsShowingOrMucking) -> Iterator[Step]:
        cards = cards_text(operation.hole_cards).replace("??", "")
        if cards:
            yield Step(StepKind.SHOW, operation.player_index, cards=cards)
        elif not operation.hole_cards:
            yield Step(StepKind.MUCK, operation.player_index)
