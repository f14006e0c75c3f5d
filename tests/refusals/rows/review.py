"""Refusals of reviews, advice and charts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fifthstreet.errors import NotFoundError
from fifthstreet.review.chart_answers import chart_of
from tests.game.notation.texts import PHH
from tests.refusals.rows.game import after, hand
from tests.refusals.rows.ring import small
from tests.refusals.rows.tree import plain
from tests.refusals.table import Table, face, new_file, new_path
from tests.refusals.things import kuhn_training, river
from tests.review.hand_texts import played

fs = face("")
review = face("review")
notation = face("game.notation")


def history(**changes: Any) -> Any:
    return replace(notation.parse_phh(PHH), **changes)


def ranges(text: str) -> Any:
    return review.PreflopRanges(new_file(text, "own.toml"))


def file_of(fields: str) -> Any:
    return ranges(f"players = 6\nstack = 100\n{fields}")


def straddled() -> Any:
    """Look up the chart of a hand with a straddle."""
    hands = played("p4 f", stacks=(1000,) * 6, holes=("????",) * 6, blinds=(5, 10, 20))
    return chart_of(hands.decisions[-1].state, 0)


def on_board() -> str:
    """Return a hand with a card of the board that the advised hand has."""
    board = "".join(map(repr, after(hand(), *["check_or_call"] * 2).get_board_cards(0)))
    return f"{board[:2]}{'2c' if '2c' not in board else '2d'}"


TABLE: Table = {
    "review/advice.py": [
        (
            "_checked_hole",
            lambda: fs.advise(river(), history(actions=["d dh p1 ????", "d dh p2 ????"])),
            "the hole cards of player 2 are unknown",
        ),
        (
            "_checked_hole",
            lambda: fs.advise(river(), after(hand(), *["check_or_call"] * 2), hand=on_board()),
            "hand must not share cards with the board",
        ),
        ("_place", lambda: fs.advise(river(), hand(), decision=1), "requires a history, got a"),
        ("_place", lambda: fs.advise(river(), 7), "a state or a history is required, got 7"),
        ("_place", lambda: fs.advise(river(), history(), decision=9), "must be 1 to 3, got 9"),
        ("_turn", lambda: fs.advise(river(), after(hand(), "fold")), "must end before a player"),
    ],
    "review/off_tree.py": [
        (
            "SolveBudget.__post_init__",
            lambda: review.SolveBudget(seconds=0),
            "seconds must be more than 0, got 0",
        ),
    ],
    "review/blueprint.py": [
        ("load_blueprint", lambda: review.load_blueprint(kuhn_training()), "got kuhn by"),
    ],
    "review/solved_charts.py": [
        ("check_posts", lambda: straddled(), "have no straddles or late"),
        ("SolvedCharts._for_table", lambda: review.SolvedCharts([]).find(6, 9), "for 6 players"),
    ],
    "review/chart_reading.py": [
        ("named_charts", lambda: review.named_charts("6max_100", "UTG"), "got 'UTG'"),
    ],
    "review/charts.py": [
        ("chart_at", lambda: review.chart_at(plain(), "r:k:k"), "path must lead to a decision"),
        (
            "chart_at",
            lambda: review.chart_at(small(), "r:b2.5"),
            "a decision that the strategy gets to: the file leaves out 'r:b2.5'",
        ),
        ("preflop_charts", lambda: review.preflop_charts(plain()), "must start preflop"),
    ],
    "review/compare.py": [
        ("_session", lambda: fs.review_hands([history(), "x"], river()), "or paths, got both"),
    ],
    "review/hands.py": [
        (
            "Session.check_player",
            lambda: fs.review_hands(history(), river(), player="zoe"),
            "player must be one of p2, p1, got 'zoe'",
        ),
        ("play", lambda: review.play(history(variant="PO")), "no-limit hold'em, 'NT', got 'PO'"),
        ("play", lambda: review.play(history(players=["a"])), "names must be 2, one per player"),
        ("_read", lambda: review.read_session([new_path("x.phh")]), "cannot read"),
        ("read_hands_of", lambda: review.read_hands_of(new_file("x", "x.phh")), "x.phh: "),
        ("_checked", lambda: review.read_session([new_file("a = 1", "x.phh")]), "x.phh"),
        ("_checked", lambda: review.session_of([]), ""),
    ],
    "review/preflop.py": [
        (
            "PreflopRanges.find",
            lambda: review.PreflopRanges().find(6, 100, "BTN", "x"),
            "no preflop range 'x' of BTN with 6 players",
            NotFoundError,
        ),
        ("_own_files", lambda: review.PreflopRanges(new_path().parent), "must have TOML files"),
        ("_read", lambda: review.PreflopRanges(new_path()), "cannot read"),
        ("_read", lambda: review.PreflopRanges(new_file(b"\xff")), "not UTF-8 text"),
        ("parse_ranges", lambda: ranges("a = ["), "own.toml: not TOML"),
        ("parse_ranges", lambda: ranges("players = 7"), "players must be 2, 6 or 9, got 7"),
        ("parse_ranges", lambda: ranges("players = 6\nstack = 'x'"), "stack must be a number"),
        ("parse_ranges", lambda: file_of("jump = 1"), "actions must be"),
        ("_add", lambda: file_of("open = 7"), "open must be ranges by position, got 7"),
        ("_add", lambda: file_of("open.BTN = 7"), "must be hands like 'TT+,AKs', got 7"),
        ("_add", lambda: file_of("open.BTN = 'zz'"), "own.toml: open.BTN: "),
        ("_check_position", lambda: file_of("open.XX = 'AA'"), "got 'XX'"),
    ],
    "review/report.py": [
        (
            "SessionReport.breakdown",
            lambda: fs.review_hands(history(), river()).breakdown("x"),
            "breakdown must be by",
        ),
    ],
    "review/solving.py": [
        (
            "SolveSettings.__post_init__",
            lambda: fs.SolveSettings(first_street=0),
            "first_street must be 1 (flop) to 3 (river), got 0",
        ),
        (
            "SolveAnswers._solved",
            lambda: review.SolveAnswers(fs.SolveSettings(total_seconds=0)).solution(river().spot),
            "the time for solves was used up",
        ),
        ("_parsed", lambda: fs.SolveSettings(oop="zz"), "oop: "),
    ],
}
