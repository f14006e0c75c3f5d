"""Files of hands of which some are broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from fifthstreet.game.variants import FixedLimitTexasHoldem
from fifthstreet.notation import HandHistory, PokerStarsParser, Problem, read_hands
from tests.notation.site_logs import SITES, log_of
from tests.notation.test_acpc import PLURIBUS_LINE, played
from tests.notation.test_hand_history import TEXT
from tests.notation.test_sites import POKERSTARS

GOOD = HandHistory.loads(TEXT)


def test_one_hand() -> None:
    for text in (TEXT, f"\ufeff{TEXT}\n", f"# a hand\n{TEXT}\n[_mine]\nx = 1", TEXT + "\r\n"):
        reader = read_hands(text)
        assert [hand.actions for hand in reader] == [GOOD.actions]
        assert reader.problems == []


@pytest.mark.parametrize(
    ("old", "new", "offset", "message"),
    [
        ("antes = [0, 0]", "antes = [0, 0", 2, "Unclosed array"),
        ("antes = [0, 0]", "antes", 2, "Expected"),
        ("variant = 'NT'", "variant = 'NT", 0, "invalid character"),
        ("min_bet = 2", "min_bet = 2\nmin_bet = 3", 5, "overwrite"),
        ("variant = 'NT'\n", "", -1, "the hand has no variant"),
        ("'p2 f'", "'p2 f', 'p1 cc'", 6, "action 6 of 6 does not fit, 'p1 cc'"),
        ("'p2 f']", "\n'p2 f',\n'p1 cc']", 8, "action 6 of 6 does not fit, 'p1 cc'"),
        ("[100, 100]", "[100, -100]", -1, "stack"),
    ],
)
def test_the_good_hands_and_the_bad_line(old: str, new: str, offset: int, message: str) -> None:
    text = f"[1]\n{TEXT}\n\n[2]\n{TEXT.replace(old, new)}\n\n[3]\n{TEXT}\n"
    reader = read_hands(text)
    assert list(reader) == [GOOD, GOOD]
    (problem,) = reader.problems
    second = TEXT.count("\n") + 5  # the first line after the header of the second hand
    assert problem.line in (second + offset, second + offset + 1)
    assert text.split("\n")[problem.line - 1] != ""
    with pytest.raises(ValueError, match=message):
        raise ValueError(problem.message)


def test_problems_are_met_on_the_way() -> None:
    reader = read_hands(f"[1]\n{TEXT}\n\n[2]\nvariant = 3\n\n[3]\n{TEXT}\n")
    next(reader)
    assert reader.problems == []
    next(reader)
    assert list(map(str, reader.problems)) == ["line 10: variant is 3; want text"]
    with pytest.raises(StopIteration):
        next(reader)


def test_text_before_the_first_table() -> None:
    reader = read_hands(f"rubbish\n\n[1]\n{TEXT}\n")
    assert list(reader) == [GOOD]
    assert [problem.line for problem in reader.problems] == [1]


def test_comments_before_the_first_table() -> None:
    reader = read_hands(f"# a session\n  # of hands\n\n[1]\n{TEXT}\n")
    assert list(reader) == [GOOD]
    assert reader.problems == []


def test_empty() -> None:
    for text in ("", "\n\n", "# nothing\n"):
        reader = read_hands(text)
        assert list(reader) == []


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.method)
def test_notations_are_found_out(site: object, tmp_path: Path) -> None:
    logs = [log_of(site, number) for number in range(3)]  # type: ignore[arg-type]
    path = tmp_path / "log.txt"
    path.write_bytes("".join(logs).replace("$", "£").encode("latin-1"))
    reader = read_hands(path)
    assert len(list(reader)) == 3
    assert reader.problems == []


def test_wrong_line_of_a_log() -> None:
    bad = POKERSTARS.replace("raises $4 to $6", "raises $1 to $3")
    reader = read_hands("\n\n\n".join([POKERSTARS, bad, POKERSTARS]))
    assert len(list(reader)) == 2
    (problem,) = reader.problems
    assert problem.line == POKERSTARS.count("\n") + 3 + 10
    assert "cbr 3" in problem.message


def test_logs_of_programs() -> None:
    reader = read_hands(f"# log\n{PLURIBUS_LINE}\n{PLURIBUS_LINE.replace('r210', 'r20')}\nSCORE:x")
    assert len(list(reader)) == 1
    assert [problem.line for problem in reader.problems] == [3]
    _, game, text = played("FT", 4)
    assert isinstance(game, FixedLimitTexasHoldem)
    line = HandHistory.loads(text).to_acpc_log()
    assert len(list(read_hands(line, game=game, starting_stack=10_000))) == 1


def test_a_given_parser() -> None:
    assert len(list(read_hands(POKERSTARS, parser=PokerStarsParser()))) == 1
    assert list(read_hands(TEXT, parser=PokerStarsParser())) == []


def test_problem_reads_well() -> None:
    assert str(Problem(3, "no such card")) == "line 3: no such card"
