"""The record of the course engine: hands of Texas hold'em stage by stage, as text or JSON lines.

A hand has a block for each stage with the cards, the K and SF classes, who is still in, the bets,
and the money; then the winners and the final hands. A match ends with a summary: ranks, earnings,
and how often each player called, raised and folded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from fifthstreet.agents import is_texas_holdem
from fifthstreet.agents.course import CALL, FOLD, RAISE, HandBets, decision_code
from fifthstreet.agents.prediction import K_CLASSES, SF_CLASSES, hand_classes
from fifthstreet.arena.hand_results import dealt_cards
from fifthstreet.arena.session import KeptHand
from fifthstreet.cards import Card, mask_of
from fifthstreet.cards.hands import evaluate, hand_category
from fifthstreet.errors import InputError
from fifthstreet.game import Ledger, chips_text, events, minus, plus, prizes, sum_of
from fifthstreet.game.variants import Poker
from fifthstreet.support.drawing import line_of

_STAGES = ("preflop", "flop", "turn", "river")
_BOARD_CARDS = (0, 3, 4, 5)
_MAX_NAME_LENGTH = 40  # characters
_NOTHING = "-"


@dataclass(frozen=True)
class StageBlock:
    """A stage after its betting; rows have an entry for each of N columns."""

    stage: str
    board: tuple[Card, ...]
    k_classes: tuple[str | None, ...]  # [N]  None before the flop and for players who are out
    sf_classes: tuple[str | None, ...]  # [N]
    active: tuple[bool, ...]  # [N]
    bets: tuple[tuple[int, ...], ...]  # [R, N]  1 call, 2 raise, 3 fold, 0 none
    money: tuple[Any, ...]  # [N]
    pot: Any

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "stage": self.stage,
            "board": _card_texts(self.board),
            "k_types": list(self.k_classes),
            "sf_types": list(self.sf_classes),
            "status": [int(is_in) for is_in in self.active],
            "bets": [list(row) for row in self.bets],
            "money": list(self.money),
            "pot": self.pot,
        }


@dataclass(frozen=True)
class HandRecordBlock:
    """A finished hand, with a column for each of the N players of its session."""

    session: int
    table: int
    number: int
    deal: int
    seed: int
    players: tuple[str, ...]  # [N]
    hole_cards: tuple[tuple[Card, ...], ...]  # [N]  none for players who were not dealt in
    starting_money: tuple[Any, ...]  # [N]
    stages: tuple[StageBlock, ...]
    is_showdown: bool
    winners: dict[str, Any]  # chips that each took from the pot
    final_hands: tuple[str | None, ...]  # [N]  at the showdown
    money: tuple[Any, ...]  # [N]  after the hand
    decisions: tuple[tuple[int, int, int], ...]  # [N]  checks or calls, bets or raises, folds

    @property
    def earnings(self) -> tuple[Any, ...]:
        """Chips that each player won or lost."""
        pairs = zip(self.starting_money, self.money, strict=True)
        return tuple(minus(after, before) for before, after in pairs)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "kind": "hand",
            "session": self.session,
            "table": self.table,
            "number": self.number,
            "deal": self.deal,
            "seed": self.seed,
            "players": list(self.players),
            "hole_cards": [_card_texts(cards) for cards in self.hole_cards],
            "starting_money": list(self.starting_money),
            "stages": [stage.to_dict() for stage in self.stages],
            "showdown": self.is_showdown,
            "winners": self.winners,
            "final_hands": list(self.final_hands),
            "money": list(self.money),
            "earnings": list(self.earnings),
        }

    def text(self) -> str:
        """Return the record of the hand as text, with its columns aligned."""
        place = f"session {self.session}, table {self.table}, seed {self.seed}"
        rows: list[_Row] = [_Row("", tuple(map(_name, self.players)))]
        hole = _Row("  Hole cards", tuple(map(_cards_text, self.hole_cards)))
        dealt_in = tuple(str(int(bool(cards))) for cards in self.hole_cards)
        rows += [_Row("Beginning"), hole, _Row("  Player status", dealt_in)]
        rows += _money_rows(self.starting_money, 0)
        for stage in self.stages:
            rows.append(_Row(f"After {stage.stage}"))
            if stage.board:
                rows.append(_Row("  Board cards", remark=_cards_text(stage.board, " ")))
            rows.append(hole)
            if stage.board:
                rows.append(_Row("  K types", tuple(each or _NOTHING for each in stage.k_classes)))
                rows.append(
                    _Row("  SF types", tuple(each or _NOTHING for each in stage.sf_classes))
                )
            rows.append(_Row("  Player status", tuple(str(int(each)) for each in stage.active)))
            for index, codes in enumerate(stage.bets):
                rows.append(_Row("" if index else "  Bets", tuple(map(str, codes))))
            rows += _money_rows(stage.money, stage.pot)
        won = [f"{_name(name)} wins {chips_text(prize)}" for name, prize in self.winners.items()]
        rows.append(_Row(", ".join(won), is_title=True))
        rows.append(_Row("  Final hands", tuple(each or _NOTHING for each in self.final_hands)))
        rows.append(_Row("  Money left", tuple(map(chips_text, self.money))))
        return "\n".join([f"*** Game {self.number + 1}: {place} ***", *_aligned(rows)]) + "\n"


class RecordSummary:
    """Earnings and decisions of the players of a match."""

    def __init__(self) -> None:
        self.hand_count = 0
        self._hands: dict[str, int] = {}
        self._earnings: dict[str, Any] = {}
        self._decisions: dict[str, list[int]] = {}

    def add(self, block: HandRecordBlock) -> None:
        """Add a hand."""
        self.hand_count += 1
        columns = zip(block.players, block.earnings, block.decisions, strict=True)
        for cards, (name, earned, decisions) in zip(block.hole_cards, columns, strict=True):
            self._hands[name] = self._hands.get(name, 0) + bool(cards)
            self._earnings[name] = plus(self._earnings.get(name, 0), earned)
            sums = self._decisions.setdefault(name, [0, 0, 0])
            for place, count in enumerate(decisions):
                sums[place] += count

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: the players in order of their earnings; equal ones share a rank."""
        ordered = sorted(self._earnings, key=lambda name: -self._earnings[name])
        ranked = [self._earnings[name] for name in ordered]
        players = []
        for name in ordered:
            decisions = self._decisions[name]
            count = max(sum(decisions), 1)
            call, raised, fold = (number / count for number in decisions)
            players.append(
                {
                    "rank": ranked.index(self._earnings[name]) + 1,
                    "player": name,
                    "hands": self._hands[name],
                    "earnings": self._earnings[name],
                    "decisions": sum(decisions),
                    "call_rate": call,
                    "raise_rate": raised,
                    "fold_rate": fold,
                }
            )
        return {"kind": "summary", "hands": self.hand_count, "players": players}

    def text(self) -> str:
        """Return ranks, earnings and rates as text."""
        rows = [_Row("Rank", ("Player", "Hands", "Earnings", "Call", "Raise", "Fold"))]
        for each in self.to_dict()["players"]:
            rates = (each["call_rate"], each["raise_rate"], each["fold_rate"])
            cells = (_name(each["player"]), str(each["hands"]), chips_text(each["earnings"]))
            rows.append(_Row(str(each["rank"]), (*cells, *(f"{rate:.2f}" for rate in rates))))
        return "\n".join([f"*** Match over: {self.hand_count:,} games ***", *_aligned(rows)]) + "\n"


def check_recordable(game: Poker) -> None:
    """Check that the course engine has a record for hands of a game.

    Args:
        game: Rules and stakes.

    Raises:
        InputError: If the game is not Texas hold'em.
    """
    if not is_texas_holdem(game):
        raise InputError(f"the course record requires Texas hold'em, got {game.name}")


def record_hand(hand: KeptHand, columns: Sequence[str] | None = None) -> HandRecordBlock:
    """Return the record of a finished hand of Texas hold'em.

    Args:
        hand: A hand of a match.
        columns: Players of its session in the order of their seats; by default in the order of the
            hand, from the first after the button.

    Raises:
        InputError: If the game is not Texas hold'em, or `columns` lacks a player or has the players
            in another order.
    """
    check_recordable(hand.game)
    players = tuple(hand.players if columns is None else columns)
    if missing := [name for name in hand.players if name not in players]:
        raise InputError(f"columns must have all players, got none for {', '.join(missing)}")
    if not _is_in_order(hand.players, players):
        raise InputError(f"columns must be in the order of the seats, got {', '.join(players)}")
    return _HandReader(hand, players).block()


class RecordBlocks:
    """The records of a match's hands, one after the other.

    Columns are the players of a table's first hand. If the players sit in another order in a later
    hand, they get new columns in that order.
    """

    def __init__(self) -> None:
        self._table: tuple[int, int] | None = None
        self._columns: tuple[str, ...] = ()

    def block(self, hand: KeptHand) -> HandRecordBlock:
        """Return the record of the next hand, which must be Texas hold'em."""
        table = (hand.session, hand.table)
        if table != self._table or not _is_in_order(hand.players, self._columns):
            self._table, self._columns = table, hand.players
        return record_hand(hand, self._columns)


def _is_in_order(players: Sequence[str], columns: Sequence[str]) -> bool:
    """Return whether players follow each other around the table as their columns do."""
    places = [columns.index(name) for name in players]
    return sum(after < place for place, after in pairwise([*places, places[0]])) <= 1


def record_text(hands: Iterable[KeptHand]) -> Iterator[str]:
    """Yield the record of a match as pieces of text: one for each hand, then the summary.

    Args:
        hands: Hands of Texas hold'em, in the order of the match.
    """
    blocks, summary = RecordBlocks(), RecordSummary()
    for block in map(blocks.block, hands):
        summary.add(block)
        yield block.text() + "\n"
    yield summary.text()


def record_json_lines(hands: Iterable[KeptHand]) -> Iterator[str]:
    """Yield the record of a match as lines of JSON: one for each hand, then the summary.

    Args:
        hands: Hands of Texas hold'em, in the order of the match.
    """
    blocks, summary = RecordBlocks(), RecordSummary()
    for block in map(blocks.block, hands):
        summary.add(block)
        yield json.dumps(block.to_dict(), default=str) + "\n"
    yield json.dumps(summary.to_dict(), default=str) + "\n"


class _HandReader:
    """Reads the record of a hand from its state."""

    def __init__(self, hand: KeptHand, players: tuple[str, ...]) -> None:
        self.hand = hand
        self.state = hand.state
        self.players = players
        self.columns = [players.index(name) for name in hand.players]  # [P]
        self.hole_cards = [dealt_cards(self.state, seat) for seat in range(len(self.columns))]
        self.board = tuple(self.state.get_board_cards(0))
        self.bets = HandBets(self.columns, len(players))
        self.bets.read(self.state.events)
        self.ledger = Ledger.of(self.state)
        # Stage in which each seat folded.
        self.folded = {
            event.seat: event.street
            for event in self.state.events
            if isinstance(event, events.Folded)
        }

    def block(self) -> HandRecordBlock:
        hand, state = self.hand, self.state
        is_showdown = any(isinstance(event, events.Shown | events.Mucked) for event in state.events)
        won = {hand.players[seat]: prize for seat, prize in sorted(prizes(state).items())}
        return HandRecordBlock(
            session=hand.session,
            table=hand.table,
            number=hand.number,
            deal=hand.deal,
            seed=hand.seed,
            players=self.players,
            hole_cards=self._by_column(self.hole_cards, ()),
            starting_money=self._by_column(state.starting_stacks, 0),
            stages=tuple(self._stage(stage) for stage in range(len(self.bets.stages))),
            is_showdown=is_showdown,
            winners=won,
            final_hands=self._by_column(
                [self._final_hand(seat) if is_showdown else None for seat in self._seats], None
            ),
            money=self._by_column(state.stacks, 0),
            decisions=self._by_column([self._decisions(seat) for seat in self._seats], (0, 0, 0)),
        )

    @property
    def _seats(self) -> range:
        return range(len(self.columns))

    def _by_column(self, values: Sequence[Any], missing: Any) -> tuple[Any, ...]:
        """Return the values of the seats by column."""
        row = [missing] * len(self.players)
        for column, value in zip(self.columns, values, strict=True):
            row[column] = value
        return tuple(row)

    def _stage(self, stage: int) -> StageBlock:
        board = self.board[: _BOARD_CARDS[stage]]
        paid = [
            sum(street[seat] for street in self.ledger.paid_on_street[: stage + 1])
            for seat in self._seats
        ]
        starts = self.state.starting_stacks
        money = [minus(start, chips) for start, chips in zip(starts, paid, strict=True)]
        active = [self.folded.get(seat, len(_STAGES)) > stage for seat in self._seats]
        k_classes, sf_classes = self._classes(board, active)
        return StageBlock(
            stage=_STAGES[stage],
            board=board,
            k_classes=self._by_column(k_classes, None),
            sf_classes=self._by_column(sf_classes, None),
            active=self._by_column(active, False),
            bets=tuple(tuple(row) for row in self.bets.stages[stage].rows.tolist()),
            money=self._by_column(money, 0),
            pot=sum_of(paid),
        )

    def _classes(
        self, board: Sequence[Card], active: Sequence[bool]
    ) -> tuple[list[str | None], list[str | None]]:
        """Return the K and SF classes of each seat; None preflop and for players who are out."""
        k_classes: list[str | None] = [None for _ in self._seats]
        sf_classes = k_classes.copy()
        if board:
            seats = [seat for seat in self._seats if active[seat]]
            shared = mask_of(board)
            sf, k = hand_classes([mask_of(self.hole_cards[seat]) | shared for seat in seats])
            for seat, sf_index, k_index in zip(seats, sf.tolist(), k.tolist(), strict=True):
                k_classes[seat], sf_classes[seat] = K_CLASSES[k_index], SF_CLASSES[sf_index]
        return k_classes, sf_classes

    def _final_hand(self, seat: int) -> str | None:
        if seat in self.folded:
            return None
        strength = evaluate([*self.hole_cards[seat], *self.board])
        return str(hand_category(strength).label)

    def _decisions(self, seat: int) -> tuple[int, int, int]:
        codes = [
            decision_code(event)
            for event in self.state.events
            if isinstance(event, events.BettingAction) and event.seat == seat
        ]
        return codes.count(CALL), codes.count(RAISE), codes.count(FOLD)


@dataclass(frozen=True)
class _Row:
    """A line of text: a label and cells, or a remark instead of them."""

    label: str
    cells: tuple[str, ...] = ()
    remark: str = ""
    is_title: bool = False


def _aligned(rows: Sequence[_Row]) -> list[str]:
    label_width = max(len(row.label) for row in rows if not row.is_title)
    full = [row.cells for row in rows if row.cells]
    widths = [max(map(len, column)) for column in zip(*full, strict=True)]
    lines = []
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row.cells, widths, strict=False)]
        cells += [row.remark] if row.remark else []
        lines.append("  ".join([row.label.ljust(label_width), *cells]).rstrip())
    return lines


def _money_rows(money: Sequence[Any], pot: Any) -> list[_Row]:
    money_row = _Row("  Money left", tuple(map(chips_text, money)))
    return [money_row, _Row("  Pot", remark=chips_text(pot))]


def _name(name: str) -> str:
    return line_of(name, longest=_MAX_NAME_LENGTH)


def _card_texts(cards: Iterable[Card]) -> list[str]:
    return [repr(card) for card in cards]


def _cards_text(cards: Iterable[Card], between: str = "") -> str:
    return between.join(_card_texts(cards)) or _NOTHING
