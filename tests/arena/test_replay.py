"""Kept hands replay from their seeds, and damage is found."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.arena.games import SHORT_NAMES
from fifthstreet.arena.replay import (
    replay_hand,
    replay_stored_hand,
    replay_stored_hands,
    stored_histories,
)
from fifthstreet.arena.run import run_match
from fifthstreet.arena.settings import match_settings
from fifthstreet.arena.store import load_hand, load_hands, load_match, stored_hand
from fifthstreet.errors import InputError
from fifthstreet.game.notation import parse_phhs, phhs_text

SMALL_GAMES = {"kuhn", "leduc", "rhode-island"}


def kept_match(path: Path, **options: Any) -> Path:
    chosen: dict[str, Any] = {"game": "course", "seats": 3} | options
    settings = match_settings(["random", "calling_station"], hands=12, session_hands=6, **chosen)
    run_match(settings, path=path, keep_hands=True)
    return path


@pytest.mark.parametrize("carry_stacks", [False, True])
@pytest.mark.parametrize("game", ["course", *SHORT_NAMES])
def test_every_game_replays(game: str, carry_stacks: bool, tmp_path: Path) -> None:
    path = kept_match(
        tmp_path / "match.db",
        game=game,
        seats=2 if game in SMALL_GAMES else 3,
        stack=None if game in SMALL_GAMES else 37.123,
        carry_stacks=carry_stacks,
    )
    stored = list(load_hands(path))
    assert stored
    assert [stored_hand(hand) for hand in replay_stored_hands(path)] == stored


def test_a_hand_by_its_place(tmp_path: Path) -> None:
    path = kept_match(tmp_path / "match.db")
    hand = replay_stored_hand(path, "1.2.0")
    assert (hand.session, hand.table, hand.number) == (1, 2, 0)
    assert load_hand(path, "1.2.0").place == "1.2.0"
    with pytest.raises(InputError, match=r"has no hand 1\.2\.7"):
        load_hand(path, "1.2.7")
    for text in ("", "1", "1.2", "1.2.-3", "a.b.c", "1.2.3.4", "9" * 30 + ".0.0"):
        with pytest.raises(InputError, match=r"hand must be SESSION\.TABLE\.NUMBER"):
            load_hand(path, text)


def test_changed_records_are_found(tmp_path: Path) -> None:
    path = kept_match(tmp_path / "match.db")
    game = load_match(path)[0].table_game.game
    stored = next(load_hands(path))
    with pytest.raises(InputError, match=r"hand 0\.0\.0 replays to payoffs"):
        replay_hand(stored._replace(payoffs=(0, 0, 0)), game)
    with pytest.raises(InputError, match=r"hand 0\.0\.0 (does not replay|replays to|cannot be)"):
        replay_hand(stored._replace(seed=stored.seed + 1), game)
    with pytest.raises(InputError, match="its record ends too early"):
        replay_hand(stored._replace(phh=stored.phh.replace("actions = [", "actions = [] #")), game)
    with pytest.raises(InputError, match="cannot be replayed"):
        replay_hand(stored._replace(phh="nothing"), game)
    out_of_turn = stored.phh.replace("actions = [", "actions = ['p1 f', ")
    with pytest.raises(InputError, match="cannot be replayed: 'p1 f' is out of turn"):
        replay_hand(stored._replace(phh=out_of_turn), game)


def test_a_match_that_lacks_hands_is_refused(tmp_path: Path) -> None:
    path = kept_match(tmp_path / "match.db")
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("DELETE FROM hands WHERE session = 0")
    connection.close()
    with pytest.raises(InputError, match="has 6 of the 12 hands played"):
        next(replay_stored_hands(path))
    with pytest.raises(InputError, match="has 6 of the 12 hands played"):
        next(stored_histories(path))


def test_hands_as_one_phh_text(tmp_path: Path) -> None:
    path = kept_match(tmp_path / "match.db", game="nlhe")
    text = phhs_text(stored_histories(path))
    hands = list(parse_phhs(text))
    stored = list(load_hands(path))
    assert len(hands) == len(stored) == 12
    for hand, row in zip(hands, stored, strict=True):
        assert (hand.table, hand.hand) == (row.table, row.number)
        assert hand.user_defined_fields["_seed"] == row.seed
        *_, state = hand
        assert tuple(state.payoffs) == row.payoffs
