"""Refusals of the web app's screens Match, Abstraction, Library and Preflop."""

from __future__ import annotations

from typing import Any

from fifthstreet.game.notation import parse_phh
from tests.refusals.table import Table, face
from tests.refusals.things import river, river_spot
from tests.review.hand_texts import history

bucketing = face("web.bucketing")
matching = face("web.hand_matching")


def real_hand(actions: str = "p2 f") -> Any:
    return matching.RealHand.of(parse_phh(history(actions)), "hand 1")


def typed(path: str) -> Any:
    return matching.typed_history(path, [100, 100], [5, 10], [0])


def all_in() -> Any:
    text = history("db Td9d6h, db Qc, db 2s", stacks=(5, 5))
    return matching.RealHand.of(parse_phh(text), "hand 1")


def numbered(number: int) -> Any:
    api = face("web.api.hand_matches")
    return api._hand(api.HistoryHand(kind="history", text=history("p2 f"), number=number))


def placed() -> Any:
    return matching.place_data(
        real_hand(),
        river(),
        decision=None,
        mapping="nearest",
        verify_legal_actions=False,
        hole=None,
        budget=None,
    )


TABLE: Table = {
    "web/api/hand_matches.py": [
        ("_hand", lambda: numbered(2), "number must be from 1 to 1, got 2"),
    ],
    "web/bucketing.py": [
        ("_labels", lambda: bucketing.bucket_data(river_spot(), 0, "emd", 5), "on the river"),
    ],
    "web/hand_matching.py": [
        ("RealHand.of", all_in, "the hand has no decisions"),
        ("RealHand.turn", lambda: real_hand().turn(9), "decision must be from 1 to 1, got 9"),
        ("read_histories", lambda: matching.read_histories("nothing"), "line 1"),
        ("read_histories", lambda: matching.read_histories(" "), "the text has no hands"),
        ("typed_history", lambda: typed("r:b20:c:n:k"), "path must name the cards"),
        ("typed_history", lambda: typed("r:b20:c:k"), "path: action 3"),
        ("place_data", placed, "the hand does not reach the"),
    ],
}
