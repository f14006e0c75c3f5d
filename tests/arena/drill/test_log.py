"""The file of drills survives kills and damage, and its statistics are right."""

from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.arena.drill import (
    Drill,
    DrillAnswer,
    DrillLog,
    DrillPart,
    Grade,
    OneSpot,
    Summary,
    breakdown,
    curve,
    read_drills,
    read_mode,
    statistics_data,
)
from fifthstreet.errors import InputError
from fifthstreet.support.storage import LineFile
from tests.arena.drill.test_drill import river

PATH = "r:k"


def record(path: Path, hands: int) -> None:
    drill = Drill(river(), OneSpot(PATH), seed=7)
    with DrillLog(path) as log:
        session = log.begin("x", [DrillPart.of("river", drill)], seed=7, variety=0.0)
        for number in range(hands):
            log.add(session.session, number, drill.deal(number).answer("k"))


def answer(hand: int, loss: float | None, grade: Grade = Grade.MISTAKE) -> DrillAnswer:
    return DrillAnswer(
        session=1,
        hand=hand,
        decision=1,
        answered="2030-01-01T00:00:00+00:00",
        path=PATH,
        hole="AsKs",
        street="river" if hand % 2 else "turn",
        kind="checked to",
        hand_class="ace high",
        action="k",
        best="b50",
        frequency=0.25,
        loss=loss,
        loss_pot_percent=loss,
        error_pot_percent=1.0,
        grade=grade.value,
    )


def test_a_log_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "drills"
    record(path, 5)
    record(path, 3)
    records = read_drills(path)
    assert list(records.sessions) == [1, 2]
    assert [len(records.of(number)) for number in records.sessions] == [5, 3]
    session = records.sessions[2]
    mode = read_mode(session.part(1).mode_data())
    assert mode == OneSpot(PATH)
    again = Drill(river(), mode, seed=session.seed)
    for stored in records.of(2):
        graded = again.deal(stored.hand, [stored.action]).answers[0]
        assert stored.loss == graded.loss
        assert stored.grade == graded.grade


def test_sessions_from_before_there_were_parts_are_read(tmp_path: Path) -> None:
    path = tmp_path / "drills"
    old = {
        "session": 1,
        "started": "2030-01-01T00:00:00+00:00",
        "solution": "river",
        "mode": "street",
        "seat": "ip",
        "street": "river",
        "path": None,
        "seed": 7,
        "variety": 0.25,
        "exploitability_pot_percent": 0.01,
    }
    LineFile(path, "fifthstreet drills", 1, {}).add({"type": "session", **old})
    session = read_drills(path).sessions[1]
    assert session.solutions == ["river"]
    assert session.title == "river: the river, in position"
    assert session.part(3).mode_data()["seat"] == "ip"
    assert (session.seed, session.variety) == (7, 0.25)
    assert session.exploitability_pot_percent == 0.01


def test_every_cut_leaves_the_answers_before_it(tmp_path: Path) -> None:
    path = tmp_path / "drills"
    record(path, 4)
    data = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(data) if byte == ord("\n")]
    for cut in range(ends[1], len(data), 97):  # after the header and the session
        path.write_bytes(data[:cut])
        whole = sum(end <= cut for end in ends)
        assert len(read_drills(path).answers) == whole - 2
        with DrillLog(path) as log:
            graded = Drill(river(), OneSpot(PATH), seed=7).deal(9).answer("k")
            log.add(1, 9, graded)
        assert [each.hand for each in read_drills(path).answers] == [*range(whole - 2), 9]


def test_damaged_lines_are_skipped_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "drills"
    record(path, 4)
    lines = path.read_bytes().split(b"\n")
    lines[3] = lines[3].replace(b"river", b"rivex")
    path.write_bytes(b"\n".join(lines))
    records = read_drills(path)
    assert [each.hand for each in records.answers] == [0, 2, 3]
    assert records.damaged == 1


def test_two_writers_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "drills"
    with DrillLog(path), pytest.raises(InputError, match="is being written by"):
        DrillLog(path)
    DrillLog(path).close()


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "drills"
    path.write_text("hello\n")
    with pytest.raises(InputError, match=r"a file of (fifthstreet )?drills"):
        read_drills(path)
    with pytest.raises(InputError, match=r"a file of (fifthstreet )?drills"):
        DrillLog(path)
    assert read_drills(tmp_path / "none").answers == []


def test_answers_need_a_session(tmp_path: Path) -> None:
    graded = Drill(river(), OneSpot(PATH)).deal(1).answer("k")
    with DrillLog(tmp_path / "drills") as log, pytest.raises(InputError, match="no session 3"):
        log.add(3, 1, graded)


def test_a_summary_has_the_mean_and_students_interval() -> None:
    losses = [0.0, 1.0, 4.0, 3.0]
    summary = Summary.of([answer(hand, loss) for hand, loss in enumerate(losses)])
    assert summary.loss.mean == 2.0
    # Student's quantile for 3 degrees of freedom
    assert summary.loss.half_width == pytest.approx(3.1824 * np.std(losses, ddof=1) / sqrt(4), 1e-4)
    assert summary.within_error == 2
    assert summary.grades[Grade.MISTAKE] == 4


def test_decisions_of_a_hand_are_one_sample() -> None:
    """Twice the same hand says no more than once."""
    once = Summary.of([answer(hand, float(hand)) for hand in range(6)])
    twice = Summary.of([answer(hand, float(hand)) for hand in range(6) for _ in range(2)])
    assert twice.loss == once.loss
    assert twice.decisions == 2 * once.decisions


def test_unknown_losses_are_decisions_without_a_loss() -> None:
    summary = Summary.of([answer(1, None, Grade.UNKNOWN), answer(2, 3.0)])
    assert summary.decisions == 2
    assert summary.loss.mean == 3.0
    assert Summary.of([]).to_dict()["loss_pot_percent"]["half_width"] is None


def test_breakdowns_and_curves_have_all_answers() -> None:
    answers = [answer(hand, 1.0) for hand in range(101)]
    parts = breakdown(answers, "street")
    assert {name: part.decisions for name, part in parts.items()} == {"turn": 51, "river": 50}
    for most in (1, 3, 10, 40):
        points = curve(answers, points=most)
        assert len(points) <= most
        assert sum(point.decisions for point in points) == 101
        assert min(point.decisions for point in points) >= 10
    assert [point.decisions for point in curve(answers[:7])] == [7]
    assert set(statistics_data(answers)["breakdowns"]) == {"street", "decision", "hand class"}
    with pytest.raises(InputError, match="breakdown must be by street, decision, hand class"):
        breakdown(answers, "suit")
