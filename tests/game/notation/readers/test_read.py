"""Reading texts and files in any format, with errors for the hands that cannot be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fifthstreet.game.notation import PokerStarsParser, acpc_log_line, parse_phh, read_hands
from fifthstreet.game.notation.readers import read
from fifthstreet.game.variants import FixedLimitTexasHoldem
from tests.game.notation.play import random_acpc_hand
from tests.game.notation.samples import sample
from tests.game.notation.texts import PHH, PLURIBUS, POKERSTARS

GOOD = parse_phh(PHH)


def test_one_hand() -> None:
    for text in (PHH, f"\ufeff{PHH}\n", f"# a hand\n{PHH}\n[_mine]\nx = 1", PHH + "\r\n"):
        reader = read_hands(text)
        assert [hand.actions for hand in reader] == [GOOD.actions]
        assert reader.errors == []


@pytest.mark.parametrize(
    ("old", "new", "offset", "message"),
    [
        ("antes = [0, 0]", "antes = [0, 0", 2, "Unclosed array"),
        ("antes = [0, 0]", "antes", 2, "Expected"),
        ("variant = 'NT'", "variant = 'NT", 0, "invalid character"),
        ("min_bet = 2", "min_bet = 2\nmin_bet = 3", 5, "overwrite"),
        ("variant = 'NT'\n", "", -1, "required fields are missing: variant"),
        ("'p2 f'", "'p2 f', 'p1 cc'", 6, "action 6 of 6, 'p1 cc'"),
        ("'p2 f']", "\n'p2 f',\n'p1 cc']", 8, "action 6 of 6, 'p1 cc'"),
        ("[100, 100]", "[100, -100]", -1, "stack"),
    ],
)
def test_bad_hands_are_skipped_and_their_lines_reported(
    old: str, new: str, offset: int, message: str
) -> None:
    text = f"[1]\n{PHH}\n\n[2]\n{PHH.replace(old, new)}\n\n[3]\n{PHH}\n"
    reader = read_hands(text)
    assert list(reader) == [GOOD, GOOD]
    (error,) = reader.errors
    second = PHH.count("\n") + 5  # the first line after the header of the second hand
    assert error.line in (second + offset, second + offset + 1)
    assert text.split("\n")[error.line - 1] != ""
    assert re.search(message, error.message)


def test_errors_are_collected_while_reading() -> None:
    reader = read_hands(f"[1]\n{PHH}\n\n[2]\nvariant = 3\n\n[3]\n{PHH}\n")
    next(reader)
    assert reader.errors == []
    next(reader)
    assert list(map(str, reader.errors)) == ["line 10: variant must be a string, got 3"]
    with pytest.raises(StopIteration):
        next(reader)


def test_text_before_the_first_table() -> None:
    reader = read_hands(f"rubbish\n\n[1]\n{PHH}\n")
    assert list(reader) == [GOOD]
    assert [error.line for error in reader.errors] == [1]


def test_comments_before_the_first_table() -> None:
    reader = read_hands(f"# a session\n  # of hands\n\n[1]\n{PHH}\n")
    assert list(reader) == [GOOD]
    assert reader.errors == []


def test_empty() -> None:
    for text in ("", "\n\n", "# nothing\n"):
        reader = read_hands(text)
        assert list(reader) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("name", ["pokerstars/five_card_omaha.txt", "ongame/omaha.txt"])
def test_encodings_and_line_ends(name: str, encoding: str, tmp_path: Path) -> None:
    (expected,) = read_hands(sample(name))
    path = tmp_path / "log.txt"
    path.write_bytes(sample(name).replace("\n", "\r\n").encode(encoding))
    assert list(read_hands(path)) == [expected]
    assert expected.currency_symbol == "€"


def test_bad_lines_of_logs() -> None:
    bad = POKERSTARS.replace("raises $4 to $6", "raises $1 to $3")
    reader = read_hands("\n\n\n".join([POKERSTARS, bad, POKERSTARS]))
    assert len(list(reader)) == 2
    (error,) = reader.errors
    assert error.line == POKERSTARS.count("\n") + 3 + 10
    assert "cbr 3" in error.message


def test_logs_of_programs() -> None:
    reader = read_hands(f"# log\n{PLURIBUS}\n{PLURIBUS.replace('r210', 'r20')}\nSCORE:x")
    assert len(list(reader)) == 1
    assert [error.line for error in reader.errors] == [3]
    _, game, text = random_acpc_hand("FT", 4)
    assert isinstance(game, FixedLimitTexasHoldem)
    line = acpc_log_line(parse_phh(text))
    assert len(list(read_hands(line, game=game, starting_stack=10_000))) == 1


def test_explicit_parsers() -> None:
    assert len(list(read_hands(POKERSTARS, parser=PokerStarsParser()))) == 1
    assert list(read_hands(PHH, parser=PokerStarsParser())) == []


def test_repr_is_short() -> None:
    reader = read_hands("[1]\n[2]\n")
    assert repr(reader) == "<HandReader: 0 errors so far>"
    assert list(reader) == []
    assert repr(reader) == "<HandReader: 2 errors so far>"


def test_a_text_without_a_place_to_cut_is_searched_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searching it again after every new text would take quadratic time."""
    monkeypatch.setattr(read, "_PIECE", 4)
    lengths: list[int] = []
    assert list(read._pieces(iter("x" * 100), lambda piece: lengths.append(len(piece)))) == [
        "x" * 100
    ]
    assert lengths == [4, 8, 16, 32, 64]
