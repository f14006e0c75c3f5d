"""`fifthstreet drill`: decisions before the flop."""

import io
import json

import pytest

from fifthstreet.cli import run

Capture = pytest.CaptureFixture[str]
FIRST_IN = ["drill", "--position", "btn", "--situation", "first in", "--hands", "3"]


def answering(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_answers_are_graded(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, "f\nnonsense\nb2.5\nf\n")
    assert run(FIRST_IN) == 0
    output = capsys.readouterr().out
    assert output.startswith("chart 6max_100; q ends")
    assert "1. BTN first in: " in output
    assert "an action must be one of f, b2.5, got 'nonsense'" in output
    assert "3 answers: " in output


def test_json_is_alone_on_the_standard_output(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, "f\nq\n")
    assert run([*FIRST_IN, "--json", "--stack", "250"]) == 0
    shown = capsys.readouterr()
    data = json.loads(shown.out)
    assert data["chart"].startswith("the nearest chart, 6max_100")
    (answer,) = data["answers"]
    assert (answer["action"], answer["question"]["position"]) == ("f", "BTN")
    assert "BTN first in" in shown.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "12"], "--players must be from 2 to 9, got 12"),
        (["--stack", "0"], "--stack must be above 0 and at most 1000, got 0"),
        (["--hands", "0"], "--hands must be at least 1, got 0"),
        (["--position", "UTG"], "position must be one of SB, BB, LJ, HJ, CO, BTN, got 'UTG'"),
    ],
)
def test_errors_are_one_line(capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(["drill", *arguments]) == 2
    assert message in capsys.readouterr().err
