"""The actions of a hand, written from the entries of a log, with the chips that each player put in.

Logs leave out what is not seen. The script deals unknown cards where nothing is known, puts the
cards of a draw after all discards, and sorts the boards of several runouts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fifthstreet.errors import InputError
from fifthstreet.game.notation.fields import GAME_TYPES
from fifthstreet.game.notation.readers.building.blinds import ForcedBets
from fifthstreet.game.notation.readers.building.kinds import EntryKind
from fifthstreet.game.notation.readers.building.seats import Seat
from fifthstreet.game.variants import Draw, Holdem, SevenCardStud

_UNKNOWN = "??"

# Looking up members of enums is slow.
_ADD_CHIPS: Final = EntryKind.ADD_CHIPS
_BET_TO: Final = EntryKind.BET_TO
_BOARD: Final = EntryKind.BOARD
_BRING_IN: Final = EntryKind.BRING_IN
_CALL: Final = EntryKind.CALL
_CHECK: Final = EntryKind.CHECK
_DEAL: Final = EntryKind.DEAL
_DISCARD: Final = EntryKind.DISCARD
_FOLD: Final = EntryKind.FOLD
_MUCK: Final = EntryKind.MUCK
_SHOW: Final = EntryKind.SHOW


class LogEntry:
    """An entry of a log: who did what, and on which line."""

    def __init__(self, kind: EntryKind, seat: Seat | None, value: Any, line: int) -> None:
        """Set the fields; lines are counted from 0."""
        self.kind = kind
        self.seat = seat
        self.value = value
        self.line = line

    def __repr__(self) -> str:
        return f"<LogEntry {self.kind.value} on line {self.line}>"


class Script:
    """Actions of a hand and what they cost, in units."""

    def __init__(self, order: list[Seat], forced: ForcedBets) -> None:
        self.order = order
        self.labels = {seat: f"p{number}" for number, seat in enumerate(order, 1)}
        self.texts: list[tuple[str, int | None]] = []  # actions and the amounts that end them
        self.lines: list[int] = []
        self.players: list[Seat | None] = []
        self.bring_in = 0
        self.has_free_fold = False
        self.active = list(order)
        self.bets = {seat: forced.live.get(seat, 0) for seat in order}
        self.highest = forced.to_call
        dead = forced.antes[::-1] if len(order) == 2 else forced.antes
        self.put_in = {
            seat: min(dead[index], seat.stack) + self.bets[seat] for index, seat in enumerate(order)
        }
        self.uncalled = dict.fromkeys(order, 0)  # as the rules have it
        # The player who keeps their last bet in front of them because all others have folded.
        self.last_player: Seat | None = None

    def __repr__(self) -> str:
        return f"<Script: {len(self.order)} players, {len(self.texts)} actions>"

    def action_texts(self, text: Callable[[int], str]) -> list[str]:
        """Write the actions, with amounts as `text` writes them."""
        return [
            action if amount is None else f"{action} {text(amount)}"
            for action, amount in self.texts
        ]

    def add(self, action: str, entry: LogEntry | None, amount: int | None = None) -> None:
        """Add an action."""
        self.texts.append((action, amount))
        self.lines.append(0 if entry is None else entry.line)
        self.players.append(None if entry is None else entry.seat)

    def bet(self, seat: Seat, to: int) -> None:
        """Move chips to a player's bet."""
        self.put_in[seat] += to - self.bets[seat]
        self.bets[seat] = to
        if to > self.highest:
            self.highest = to

    def end_street(self) -> None:
        """Return uncalled chips and clear the bets."""
        bets = self.bets
        top = max(bets.values())
        if top:
            rest = sorted(bets.values())[-2]
            if top > rest:
                for seat, bet in bets.items():
                    if bet == top:
                        self.uncalled[seat] += top - rest
            for seat in bets:
                bets[seat] = 0
        self.highest = 0


def write_script(
    variant: str,
    order: list[Seat],
    forced: ForcedBets,
    entries: list[LogEntry],
    run_count: int,
) -> Script:
    """Write the actions of a hand."""
    game_type = GAME_TYPES[variant]
    script = Script(order, forced)
    if run_count > 1:
        entries = _sorted_runs(entries)
    if issubclass(game_type, SevenCardStud):
        _Stud(script).write(entries)
    elif issubclass(game_type, Draw):
        _DrawGame(script, game_type.hole_dealing_count).write(entries)
    elif issubclass(game_type, Holdem):
        _BoardGame(script, game_type.hole_dealing_count).write(entries)
    else:
        raise InputError(f"logs of {game_type.name} cannot be read")
    forced.bring_in = script.bring_in
    return script


def _sorted_runs(entries: list[LogEntry]) -> list[LogEntry]:
    """Return the entries with the boards of the first runout first."""
    boards = iter(
        sorted(
            (entry for entry in entries if entry.kind is _BOARD),
            key=lambda entry: entry.value[1],
        )
    )
    return [next(boards) if entry.kind is _BOARD else entry for entry in entries]


class _Game:
    """How the cards of a kind of game are dealt."""

    def __init__(self, script: Script, hole_count: int) -> None:
        self.script = script
        self.hole_count = hole_count
        self.has_dealt = False
        self.shown: set[Seat] = set()

    def write(self, entries: list[LogEntry]) -> None:
        """Write all entries, then the mucks that a summary implies."""
        script = self.script
        folded = {entry.seat for entry in entries if entry.kind is _FOLD}
        for entry in entries:
            kind, seat = entry.kind, entry.seat
            if kind is _SHOW and seat is not None:
                if seat in folded or len(entry.value) != 2 * self.hole_count:
                    seat.known = seat.known or entry.value
            elif kind is _MUCK and seat is not None:
                seat.known = seat.known or seat.mucked
        for entry in entries:
            self._write(entry)
        self.flush()
        if len(script.active) == 1:
            script.last_player = script.active[0]
        script.end_street()
        self.check_cards()

    def check_cards(self) -> None:
        """Raise an InputError if a card is dealt twice, or if other cards are shown than dealt."""
        board = ""
        held: dict[str, str] = {}
        for text, _ in self.script.texts:
            words = text.split()
            if words[0] != "d":
                if words[1] == "sm" and len(words) == 3:
                    self._check_shown(words[0], held.get(words[0], ""), words[2])
                    held[words[0]] = words[2]
            elif words[1] == "db":
                board += words[2]
            else:
                held[words[2]] = held.get(words[2], "") + words[3]
        cards = (board + "".join(held.values())).replace(_UNKNOWN, "")
        seen = {cards[index : index + 2] for index in range(0, len(cards), 2)}
        if 2 * len(seen) < len(cards):
            twice = next(card for card in sorted(seen) if cards.count(card) > 1)
            raise InputError(f"{twice} is dealt twice")

    def _check_shown(self, label: str, dealt: str, shown: str) -> None:
        known = dealt.replace(_UNKNOWN, "")
        for index in range(0, len(known), 2):
            if known[index : index + 2] not in shown:
                name = next(seat.name for seat, each in self.script.labels.items() if each == label)
                raise InputError(f"{name} shows {shown}, but was dealt {known}")

    def flush(self) -> None:
        """Deal what is due before the next action."""

    def _write(self, entry: LogEntry) -> None:
        kind, seat = entry.kind, entry.seat
        script = self.script
        if seat is None:
            if kind is _BOARD:
                self.flush()
                script.end_street()
                script.add(f"d db {entry.value[0]}", entry)
            else:
                self.begin_street()
            return
        if kind is _DEAL:
            self.note_deal(seat, *entry.value)
            return
        if kind is _DISCARD:
            self.discard(seat, entry)
            return
        self.flush()
        label = script.labels[seat]
        if kind is _FOLD:
            if script.bets[seat] >= script.highest:
                script.has_free_fold = True
            script.active.remove(seat)
            script.add(f"{label} f", entry)
        elif kind is _CHECK:
            script.add(f"{label} cc", entry)
        elif kind is _CALL:
            script.bet(seat, script.bets[seat] + entry.value)
            script.add(f"{label} cc", entry)
        elif kind is _BET_TO:
            self._bet(seat, entry.value, entry)
        elif kind is _ADD_CHIPS:
            self._bet(seat, script.bets[seat] + entry.value, entry)
        elif kind is _BRING_IN:
            script.bet(seat, entry.value)
            script.bring_in = entry.value
            script.add(f"{label} pb", entry)
        elif kind is _SHOW:
            self._show(seat, entry)
        elif len(script.active) > 1 and seat in script.active and seat not in self.shown:
            self.shown.add(seat)
            script.add(f"{label} sm", entry)

    def _bet(self, seat: Seat, to: int, entry: LogEntry) -> None:
        script = self.script
        if to > script.highest:
            script.add(f"{script.labels[seat]} cbr", entry, to)
        else:
            script.add(f"{script.labels[seat]} cc", entry)
        script.bet(seat, to)

    def _show(self, seat: Seat, entry: LogEntry) -> None:
        is_whole = len(entry.value) == 2 * self.hole_count
        if is_whole and seat in self.script.active and seat not in self.shown:
            self.shown.add(seat)
            self.script.add(f"{self.script.labels[seat]} sm {entry.value}", entry)

    def begin_street(self) -> None:
        """Begin a street without board cards."""
        self.flush()
        self.script.end_street()

    def note_deal(self, seat: Seat, cards: str, new_cards: str) -> None:
        """Remember cards that the log says were dealt."""

    def discard(self, seat: Seat, entry: LogEntry) -> None:
        """Write a discard."""
        raise InputError("cards are discarded in a game without draws")

    def first_cards(self, seat: Seat) -> str:
        """Return the hole cards that a player is dealt first, as far as they are known."""
        cards = seat.dealt or seat.known
        return (cards + _UNKNOWN * self.hole_count)[: 2 * self.hole_count]

    def deal_first(self) -> None:
        """Deal the first hole cards to all players."""
        self.has_dealt = True
        for seat in self.script.order:
            self.script.add(f"d dh {self.script.labels[seat]} {self.first_cards(seat)}", None)


class _BoardGame(_Game):
    """Hold'em and Omaha: hole cards once."""

    def flush(self) -> None:
        if not self.has_dealt:
            self.deal_first()


class _DrawGame(_Game):
    """Draw games: new cards after all players have discarded."""

    def __init__(self, script: Script, hole_count: int) -> None:
        super().__init__(script, hole_count)
        self.discards: dict[Seat, int] = {}
        self.new_cards: dict[Seat, str] = {}

    def check_cards(self) -> None:
        """Accept all cards: discards are shuffled and dealt again where the deck runs out."""

    def first_cards(self, seat: Seat) -> str:
        return seat.dealt or _UNKNOWN * self.hole_count

    def note_deal(self, seat: Seat, cards: str, new_cards: str) -> None:
        if self.has_dealt:
            self.new_cards[seat] = new_cards

    def discard(self, seat: Seat, entry: LogEntry) -> None:
        if not self.has_dealt:
            self.deal_first()
        if not self.discards:
            self.script.end_street()
        cards = entry.value
        if seat.dealt and cards.startswith(_UNKNOWN):
            raise InputError(f"the cards that {seat.name} discards are not given")
        if not seat.dealt:
            cards = _UNKNOWN * (len(cards) // 2)
        self.discards[seat] = len(cards) // 2
        self.script.add(f"{self.script.labels[seat]} sd {cards}".rstrip(), entry)

    def begin_street(self) -> None:
        self.flush()
        self.script.end_street()

    def flush(self) -> None:
        if not self.has_dealt:
            self.deal_first()
        for seat in self.script.order:
            count = self.discards.get(seat, 0)
            if count:
                cards = self.new_cards.get(seat, _UNKNOWN * count)
                self.script.add(f"d dh {self.script.labels[seat]} {cards}", None)
        self.discards.clear()
        self.new_cards.clear()


class _Stud(_Game):
    """Stud: two cards down and one up, three more up, the last one down."""

    def __init__(self, script: Script) -> None:
        super().__init__(script, 7)
        self.street = 0  # cards dealt to each player after the first three
        self.is_due = True
        self.cards: dict[Seat, str] = {}

    def note_deal(self, seat: Seat, cards: str, new_cards: str) -> None:
        if not self.street:
            new_cards = (cards or _UNKNOWN * 2) + new_cards
        self.cards[seat] = new_cards

    def begin_street(self) -> None:
        self.flush()
        self.script.end_street()
        self.street += 1
        self.is_due = True

    def flush(self) -> None:
        if not self.is_due:
            return
        self.is_due = False
        start = 4 + 2 * self.street if self.street else 0
        end = 6 + 2 * self.street
        for seat in self.script.active:
            cards = self.cards.get(seat, "") or _UNKNOWN * ((end - start) // 2)
            known = seat.known[start:end]
            if len(known) == len(cards) and _UNKNOWN in cards:
                cards = known
            self.script.add(f"d dh {self.script.labels[seat]} {cards}", None)
        self.cards.clear()
