"""Errors of agents: raised with their traceback if the match is strict, otherwise shown with it."""

import json
import sys
from pathlib import Path
from traceback import extract_tb
from typing import Any

import pytest

from fifthstreet.agents import Action, AgentError, BaseAgent
from fifthstreet.arena import match_settings, play_session, run_match
from fifthstreet.cli import run
from fifthstreet.errors import InputError
from fifthstreet.game import Event, IllegalAnswerError, SeatView
from tests.arena.hostile import BadBirth
from tests.arena.hostile import own as hostile

FILE = Path(__file__)


def line_with(comment: str) -> int:
    """Return the number of the line of this file that ends with a comment."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(f"# {comment}"))


def quotient(chips: int) -> float:
    return 1 / chips  # fails


class Divides(BaseAgent):
    """Divides by zero in a function of its own, in every second decision."""

    decisions = 0

    def decide(self, view: SeatView) -> Action:
        self.decisions += 1
        if self.decisions % 2:
            quotient(0)
        return view.check_or_call()


class Refused(BaseAgent):
    """Misuses the package, which reports that in one line elsewhere."""

    def decide(self, view: SeatView) -> Action:
        raise InputError("card must be a rank and a suit, got 'x'")


class Parses(BaseAgent):
    """Fails in a library."""

    def decide(self, view: SeatView) -> Action:
        return json.loads("{")  # type: ignore[no-any-return]  # in a library


class Silent(BaseAgent):
    def decide(self, view: SeatView) -> Action:
        return None  # type: ignore[return-value]


class Illegal(BaseAgent):
    def decide(self, view: SeatView) -> Action:
        return "fold"  # type: ignore[return-value]


class Blind(BaseAgent):
    """Cannot observe."""

    def observe(self, event: Event) -> None:
        quotient(0)

    def decide(self, view: SeatView) -> Action:
        return view.check_or_call()


class Leaves(BaseAgent):
    def decide(self, view: SeatView) -> Action:
        sys.exit(3)


def own(kind: type) -> str:
    return f"{__name__}:{kind.__name__}"


def settings_of(agent: str, **options: Any) -> Any:
    agents = [agent, "calling_station"]
    return match_settings(agents, game="leduc", hands=20, session_hands=20, **options)


@pytest.mark.parametrize(
    ("kind", "error", "last"),
    [
        (Divides, ZeroDivisionError, "quotient"),
        (Refused, InputError, "decide"),
        (Blind, ZeroDivisionError, "quotient"),
        (Leaves, SystemExit, "decide"),
    ],
)
def test_a_strict_match_raises_the_error_with_its_traceback(
    kind: type, error: type[BaseException], last: str
) -> None:
    with pytest.raises(error) as raised:
        run_match(settings_of(own(kind)), strict=True)
    frame = extract_tb(raised.tb)[-1]
    assert (frame.filename, frame.name) == (str(FILE), last)
    assert raised.value.__notes__ == [f"raised by the agent {own(kind)} in hand 0"]
    with pytest.raises(error):
        play_session(settings_of(own(kind)), 0, strict=True)


@pytest.mark.parametrize(("kind", "got"), [(Silent, "None"), (Illegal, "'fold'")])
def test_a_strict_match_raises_illegal_answers(kind: type, got: str) -> None:
    with pytest.raises(IllegalAnswerError, match=f"answer must be an ActionAmount, got {got}"):
        run_match(settings_of(own(kind)), strict=True)


def test_a_strict_match_raises_what_creation_raises() -> None:
    BadBirth.born = 0
    with pytest.raises(OSError, match="no more") as raised:
        run_match(settings_of(hostile(BadBirth)), strict=True)
    assert raised.value.__notes__ == [f"raised when the agent {hostile(BadBirth)} was created"]


def test_a_strict_match_shows_the_traceback_of_another_process() -> None:
    with pytest.raises(AgentError, match="ZeroDivisionError: division by zero") as raised:
        run_match(settings_of(own(Divides), isolate=True), strict=True)
    number = line_with("fails")
    notes = "\n".join(raised.value.__notes__)
    assert f'File "{FILE}", line {number}, in quotient' in notes


def test_a_strict_match_without_errors_is_the_same() -> None:
    settings = settings_of("random")
    strict, usual = run_match(settings, strict=True), run_match(settings)
    assert strict.winnings(0) == usual.winnings(0)


def test_strict_requires_one_process() -> None:
    with pytest.raises(InputError, match="strict requires one worker"):
        run_match(settings_of(own(Divides)), strict=True, workers=2)


OPTIONS = ["calling_station", "--game", "leduc", "--hands", "20", "--session-hands", "20"]


@pytest.mark.parametrize("kind", [Divides, Refused, Leaves])
def test_a_strict_command_shows_the_traceback(
    capsys: pytest.CaptureFixture[str], kind: type
) -> None:
    assert run(["arena", own(kind), *OPTIONS, "--strict"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Traceback (most recent call last)" in captured.err
    assert f'File "{FILE}", line ' in captured.err
    assert f"raised by the agent {own(kind)} in hand 0" in captured.err


def test_a_strict_command_still_refuses_bad_input_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["arena", "nobody", *OPTIONS, "--strict"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("isolate", [[], ["--isolate"]])
def test_the_result_counts_failures_and_shows_the_first(
    capsys: pytest.CaptureFixture[str], isolate: list[str]
) -> None:
    assert run(["arena", own(Divides), *OPTIONS, "--workers", "1", *isolate]) == 0
    text = "".join(capsys.readouterr().out.split())
    settings = settings_of(own(Divides))
    result = next(each for each in run_match(settings).agent_results() if each.mistakes)
    failed = f"{own(Divides)} failed {result.mistakes} times in {result.decisions} decisions"
    assert result.mistakes * 2 - 2 <= result.decisions
    assert failed.replace(" ", "") in text
    assert f"ZeroDivisionError:divisionbyzero({place('fails')})" in text


def test_the_place_of_a_failure_is_in_the_code_of_the_agent() -> None:
    (mistake, *_) = run_match(settings_of(own(Parses))).mistakes
    assert "JSONDecodeError" in mistake.message
    assert mistake.message.endswith(f" ({place('in a library')})")


def place(comment: str) -> str:
    """Return the line with a comment as messages show it."""
    shown = FILE.relative_to(Path.cwd()) if FILE.is_relative_to(Path.cwd()) else FILE
    return f"{shown}:{line_with(comment)}"
