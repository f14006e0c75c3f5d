"""Records of what players did with their chips, one for each forced bet and each action.

`record_of` creates a record from the state before an operation, in constant time. `Ledger` creates
records from the operations alone and reads each one once, so it can follow a hand that is being
played.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any, NamedTuple

from fifthstreet.game.operations import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BringInPosting,
    CardBurning,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleDealing,
    Operation,
    StandingPatOrDiscarding,
)
from fifthstreet.game.state import State
from fifthstreet.table.chips import chips_text, same_chips
from fifthstreet.table.kinds import ActionKind

_POSTS: dict[type, ActionKind] = {
    AntePosting: ActionKind.ANTE,
    BlindOrStraddlePosting: ActionKind.BIG_BLIND,  # depends on the seat, see `blind_kind`
    BringInPosting: ActionKind.BRING_IN,
}
_DEALS = frozenset((CardBurning, HoleDealing, BoardDealing, StandingPatOrDiscarding))
FORCED = frozenset(
    (
        ActionKind.ANTE,
        ActionKind.SMALL_BLIND,
        ActionKind.BIG_BLIND,
        ActionKind.STRADDLE,
        ActionKind.LATE_POST,
    )
)

_VERBS = {
    ActionKind.FOLD: "folds",
    ActionKind.CHECK: "checks",
    ActionKind.CALL: "calls",
    ActionKind.BET: "bets",
    ActionKind.RAISE: "raises to",
    ActionKind.BRING_IN: "brings in",
}


class Record(NamedTuple):
    """A forced bet or an action, with the player's chips before and after it."""

    number: int  # index of the operation in `state.operations`
    player: int
    street: int  # forced bets belong to the first
    kind: ActionKind  # never ALL_IN: see `is_all_in`
    amount: Any  # as in the operation: what a bet or raise is to, what a call or post adds
    stack_before: Any
    stack_after: Any
    addition: Any  # above the largest bet before it; 0 for a call
    committed: Any  # the player's bet on this street after it
    pot_before: Any  # all chips in the middle, bets included

    def __repr__(self) -> str:
        """Return the player, the action and the chips around it."""
        stacks = f"stack {chips_text(self.stack_before)} to {chips_text(self.stack_after)}"
        done = f"player {self.player} {record_words(self)} on street {self.street}"
        return f"<Record {self.number}: {done}, {stacks}, pot {chips_text(self.pot_before)}>"

    @property
    def paid(self) -> Any:
        """Chips that went from the stack into the pot."""
        return self.stack_before - self.stack_after

    @property
    def is_all_in(self) -> bool:
        """Whether the player put in the last of their chips."""
        before = self.stack_before
        return same_chips(self.stack_after, 0, scale=before) and self.kind is not ActionKind.FOLD

    @property
    def is_forced(self) -> bool:
        """Whether it was an ante, a blind or a straddle, not an action in turn."""
        return self.kind in FORCED

    @property
    def pot_after_call(self) -> Any:
        """The pot if the player had only called, which sizes of bets and raises refer to."""
        return self.pot_before + self.stack_before - self.stack_after - self.addition

    @property
    def size(self) -> Any:
        """Size of a bet or raise as a multiple of the pot after the call; otherwise 0."""
        return share_of_pot(self.addition, self.pot_after_call)


def share_of_pot(addition: Any, pot_after_call: Any) -> Any:
    """Return chips above the call as a multiple of the pot after the call."""
    if not addition:
        return 0
    return addition / pot_after_call if pot_after_call else inf


def record_of(state: State, operation: Operation) -> Record | None:
    """Return the record of an operation that is about to be applied; None if it needs no record.

    >>> from fifthstreet.table import new_state
    >>> state = new_state((200, 150, 180), 1, seed=2)
    >>> record_of(state, CompletionBettingOrRaisingTo(2, 7))
    <Record 8: player 2 raises to 7 on street 0, stack 180 to 173, pot 3>
    """
    street = state.street_index
    return _record(
        len(state.operations),
        0 if street is None else street,
        operation,
        state.stacks,
        state.bets,
        -sum(state.payoffs),
        state,
    )


def _record(
    number: int,
    street: int,
    operation: Operation,
    stacks: list[Any],
    bets: list[Any],
    pot: Any,
    state: State,
) -> Record | None:
    """Create a record from stacks, bets and pot; the state is used only for its set-up."""
    operation_type = type(operation)
    move: Any = operation  # isinstance checks to narrow its type would take a third longer
    if operation_type is CheckingOrCalling:
        amount = added = move.amount
        kind = ActionKind.CALL if amount else ActionKind.CHECK
        above: Any = 0
    elif operation_type is Folding:
        amount = added = above = 0
        kind = ActionKind.FOLD
    elif operation_type is CompletionBettingOrRaisingTo:
        amount = move.amount
        added = amount - bets[move.player_index]
        kind = ActionKind.RAISE if any(bets) else ActionKind.BET
        above = amount - (max(bets) if street else _raised_bet(bets, state))
    elif operation_type in _POSTS:
        amount = added = move.amount
        kind = _POSTS[operation_type]
        if operation_type is BlindOrStraddlePosting:
            kind = blind_kind(state, move.player_index)
        above = max(0, bets[move.player_index] + amount - max(bets))
    else:
        return None
    player = move.player_index
    stack = stacks[player]
    return Record(
        number, player, street, kind, amount, stack, stack - added, above, bets[player] + added, pot
    )


def _raised_bet(bets: list[Any], state: State) -> Any:
    """Return the bet that a raise on the first street is above.

    A blind or bring-in that was posted short counts in full: whoever raises can contest it.
    """
    forced = state.bring_in if any(bets) else 0
    return max(*bets, *state.blinds_or_straddles, forced)


def blind_kind(state: State, player: int) -> ActionKind:
    """Return the kind of a player's blind: small, big, straddle or late post."""
    place = 1 - player if state.player_count == 2 else player  # heads-up the order is reversed
    if state.blinds_or_straddles[place] < 0:
        return ActionKind.LATE_POST
    if place == 0:
        return ActionKind.SMALL_BLIND
    return ActionKind.BIG_BLIND if place == 1 else ActionKind.STRADDLE


class Ledger:
    """Records, stacks and payments of a hand, kept up to date from its operations.

    Stacks and payments are those of the betting; winnings are not counted.
    """

    __slots__ = (
        "_betting",
        "_read",
        "_state",
        "bets",
        "folded",
        "paid_on_street",
        "pot",
        "records",
        "stacks",
        "street",
    )

    def __init__(self, state: State) -> None:
        """Read the operations of a hand so far."""
        count = state.player_count
        self.stacks: list[Any] = list(state.starting_stacks)  # [P]
        self.bets: list[Any] = [0] * count  # [P]
        self.pot: Any = 0  # bets included
        self.street = 0
        self.folded: set[int] = set()
        self.paid_on_street: list[list[Any]] = [[0] * count for _ in state.streets]  # [street][P]
        self.records: list[Record] = []
        self._state = state
        self._read = 0
        self._betting = False
        self.catch_up()

    def __repr__(self) -> str:
        """Return the number of records and the pot."""
        contents = f"{len(self.records)} records, pot {chips_text(self.pot)}"
        return f"<Ledger of {len(self.stacks)} players: {contents}>"

    @property
    def paid(self) -> list[Any]:
        """Chips that each player has put in, less what nobody called."""
        pairs = zip(self._state.starting_stacks, self.stacks, strict=True)
        return [before - after for before, after in pairs]

    def catch_up(self) -> list[Record]:
        """Read the operations since the last call; return the new records."""
        operations = self._state.operations
        known = len(self.records)
        for index in range(self._read, len(operations)):
            operation = operations[index]
            operation_type = type(operation)
            if operation_type is BetCollection:
                assert isinstance(operation, BetCollection)
                self._collect(operation.bets)
            elif operation_type in _DEALS:
                # Deals come before bets, so the first deal of a street ends the last betting round.
                if self._betting:
                    self.street += 1
                    self._betting = False
            else:
                self._enter(index, operation)
        self._read = len(operations)
        return self.records[known:]

    def _enter(self, index: int, operation: Operation) -> None:
        record = _record(
            index, self.street, operation, self.stacks, self.bets, self.pot, self._state
        )
        if record is None:
            return
        player = record.player
        paid = record.stack_before - record.stack_after
        self.records.append(record)
        self.stacks[player] = record.stack_after
        self.bets[player] = record.committed
        self.pot += paid
        self.paid_on_street[self.street][player] += paid
        if record.kind not in FORCED:
            self._betting = True
            if record.kind is ActionKind.FOLD:
                self.folded.add(player)

    def _collect(self, collected: tuple[Any, ...]) -> None:
        """Collect the bets; return what nobody called, except to the only player left."""
        only_one_left = len(self.folded) == len(self.bets) - 1
        for player, bet in enumerate(self.bets):
            if only_one_left and player not in self.folded:
                continue
            uncalled = bet - collected[player]
            if uncalled:
                self.stacks[player] += uncalled
                self.pot -= uncalled
                self.paid_on_street[self.street][player] -= uncalled
            self.bets[player] = 0


def records(state: State) -> tuple[Record, ...]:
    """Return all records of a hand, forced bets first."""
    return tuple(Ledger(state).records)


def by_street(records: Iterable[Record]) -> dict[int, tuple[Record, ...]]:
    """Group records by street; streets without records are left out."""
    streets: dict[int, list[Record]] = {}
    for record in records:
        streets.setdefault(record.street, []).append(record)
    return {street: tuple(rows) for street, rows in streets.items()}


def records_text(records: Iterable[Record]) -> str:
    """Write records one per line, street by street, numbered from 1 on every street.

    >>> from fifthstreet.table import new_state, records
    >>> print(records_text(records(new_state((200, 150), 1))))
    street 0
      1: player 0 posts big blind 2 (committed 2)
      2: player 1 posts small blind 1 (committed 1)
    """
    lines: list[str] = []
    for street, rows in by_street(records).items():
        lines.append(f"street {street}")
        for number, record in enumerate(rows, 1):
            committed = f"(committed {chips_text(record.committed)})"
            lines.append(f"  {number}: player {record.player} {record_words(record)} {committed}")
    return "\n".join(lines)


def record_words(record: Record) -> str:
    """Describe what the player of a record did, like `raises to 12 all-in`."""
    verb = _VERBS.get(record.kind, f"posts {record.kind.value}")
    amount = f" {chips_text(record.amount)}" if record.paid else ""
    return f"{verb}{amount}{' all-in' if record.is_all_in else ''}"
