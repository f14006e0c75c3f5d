"""Contents of files of hand histories: plain data, and what the terminal shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.game import plus
from fifthstreet.game.notation import GAME_TYPES, AuditResult, HandAudit, HandHistory, ReadError
from fifthstreet.support.drawing import Table, count_text, number_columns, text_columns
from fifthstreet.views.terminal import print_line, print_notes, print_table, shown_text

_MAX_ERRORS = 10
_MAX_PLAYERS = 8
_AUDIT_WORDS = {
    AuditResult.SAME: "stacks as stated, with the stated rake",
    AuditResult.RAKED: "stacks as stated, less a rake that is not stated",
    AuditResult.DIFFERENT: "stacks differ",
    AuditResult.REFUSED: "not legal",
    AuditResult.UNDECIDED: "not compared",
}


@dataclass
class GameTotals:
    """Hands of one game at one site."""

    site: str
    variant: str
    kind: str  # cash, fast-fold cash or tournament
    currency: str
    hands: int = 0
    rake: Decimal = Decimal(0)


@dataclass
class AuditTotals:
    """What the rules say about the hands that were read."""

    results: Counter[AuditResult] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)  # why hands were not compared
    rake: Decimal = Decimal(0)  # missing at the end without being stated
    findings: list[str] = field(default_factory=list)  # hands that differ or break a rule

    def add(self, hand: HandHistory, audit: HandAudit) -> None:
        """Count a hand."""
        number = sum(self.results.values()) + 1 if hand.hand is None else hand.hand
        self.results[audit.result] += 1
        if audit.result is AuditResult.UNDECIDED:
            self.reasons[audit.reason] += 1
        elif audit.result is AuditResult.RAKED:
            self.rake += Decimal(str(audit.rake))
        elif audit.result is not AuditResult.SAME:
            self.findings.append(f"hand {number}: {audit.result}: {audit.reason}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "results": {str(result): self.results[result] for result in AuditResult},
            "not_compared": dict(self.reasons.most_common()),
            "rake_not_stated": str(self.rake),
            "findings": self.findings,
        }


@dataclass(repr=False)
class HistoryTotals:
    """Counts of hands that were read."""

    games: dict[tuple[str, str, str, str], GameTotals] = field(default_factory=dict)
    players: Counter[str] = field(default_factory=Counter)
    hands: int = 0
    unfinished: int = 0
    first_date: str = ""
    last_date: str = ""
    audit: AuditTotals | None = None  # if hands are compared with the rules

    def __repr__(self) -> str:
        return f"<HistoryTotals: {self.hands} hands>"

    def add(self, hand: HandHistory) -> None:
        """Count a hand."""
        extras = hand.user_defined_fields
        is_fast = extras.get("_fast_fold")
        kind = "tournament" if "_tournament" in extras else "fast-fold" if is_fast else "cash"
        key = (hand.venue or "", hand.variant, kind, hand.currency or "")
        game = self.games.setdefault(key, GameTotals(*key))
        game.hands += 1
        game.rake = plus(game.rake, Decimal(str(extras.get("_rake", 0))))
        self.hands += 1
        self.unfinished += hand.is_unfinished
        self.players.update(hand.players or ())
        if hand.year is not None and hand.month is not None and hand.day is not None:
            date = f"{hand.year:04}-{hand.month:02}-{hand.day:02}"
            self.first_date = min(self.first_date or date, date)
            self.last_date = max(self.last_date, date)


def histories_data(totals: HistoryTotals, errors: Sequence[ReadError]) -> dict[str, Any]:
    """Return counts by game, the players, and errors."""
    return {
        "hands": totals.hands,
        "unfinished": totals.unfinished,
        "first_date": totals.first_date or None,
        "last_date": totals.last_date or None,
        "games": [
            {
                "site": game.site,
                "variant": game.variant,
                "game": GAME_TYPES[game.variant].name,
                "kind": game.kind,
                "currency": game.currency or None,
                "hands": game.hands,
                "rake": str(game.rake),
            }
            for game in _sorted(totals)
        ],
        "players": dict(totals.players.most_common()),
        "errors": [
            {"source": error.source, "line": error.line, "message": error.message}
            for error in errors
        ],
    } | ({} if totals.audit is None else {"audit": totals.audit.to_dict()})


def print_histories(console: Console, totals: HistoryTotals, errors: Sequence[ReadError]) -> None:
    """Print the games, the dates, the players with most hands, and the first errors."""
    rows = tuple(
        (
            game.site or "-",
            GAME_TYPES[game.variant].name,
            game.kind,
            f"{game.hands:,}",
            f"{game.rake:,} {game.currency}".strip(),
        )
        for game in _sorted(totals)
    )
    columns = text_columns("site", "game", "kind") + number_columns("hands", "rake")
    print_table(console, Table(columns, rows))
    names = [f"{name} {count:,}" for name, count in totals.players.most_common(_MAX_PLAYERS)]
    hands = count_text(totals.hands, "hand")
    notes = [f"{hands} of {len(totals.players):,} players: {', '.join(names)}"]
    if totals.first_date:
        notes.append(f"played from {totals.first_date} to {totals.last_date}")
    if totals.unfinished:
        notes.append(f"{totals.unfinished:,} unfinished")
    print_notes(console, notes)
    if totals.audit is not None:
        _print_audit(console, totals.audit)
    print_errors(console, errors, max_count=_MAX_ERRORS)


def _print_audit(console: Console, audit: AuditTotals) -> None:
    """Print what the rules say about the hands, and the first that differ."""
    rows = [(_AUDIT_WORDS[result], f"{audit.results[result]:,}") for result in AuditResult]
    rows += [(f"  {reason}", f"{count:,}") for reason, count in audit.reasons.most_common()]
    columns = text_columns("replayed by the rules") + number_columns("hands")
    print_table(console, Table(columns, tuple(rows)))
    for finding in audit.findings[:_MAX_ERRORS]:
        print_line(console, Text(shown_text(console, finding), style="yellow"))
    if len(audit.findings) > _MAX_ERRORS:
        console.print(f"and {len(audit.findings) - _MAX_ERRORS:,} more (all with --json)")


def print_errors(
    console: Console, errors: Sequence[ReadError], *, max_count: int | None = None
) -> None:
    """Print a line for each hand that could not be read."""
    if not errors:
        return
    shown = errors[:max_count]
    for error in shown:
        print_line(console, Text(shown_text(console, f"skipped: {error}"), style="yellow"))
    if len(shown) < len(errors):
        console.print(f"and {len(errors) - len(shown):,} more that could not be read")


def _sorted(totals: HistoryTotals) -> Iterable[GameTotals]:
    return sorted(totals.games.values(), key=lambda game: (-game.hands, game.site, game.variant))
