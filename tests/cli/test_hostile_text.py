"""Text of users and files in the terminal: shown as it is, without being obeyed, and shortened."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from fifthstreet.cli import run
from fifthstreet.support.drawing.safe_text import escaped, line_of, shortened
from tests.faults.programs import PROGRAM, posix
from tests.thoroughness import examples, slow

Capture = pytest.CaptureFixture[str]
# What Rich sends in colours, which no test here uses; and what may not reach a terminal.
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
HOSTILE = [
    "[/bold]Ann",
    "[red]Bob[/red]",
    "[link=http://x]Eve[/link]",
    "\x1b[2J\x1b]0;title\x07Ann",
    "\x9b2JAnn",
    ":smile:",
    "a\rb",
    "\u202eevil",
    "[",
    "]",
    "\\[",
    "%s{}",
]


def hand_of(name: str) -> str:
    """Return a hand history in PHH, with one of two players named."""
    quoted = "".join(
        f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"
        for character in name
    )
    return f"""variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 AsKs", "d dh p2 7h2d", "p2 f"]
players = ["{quoted}", "Bob the second"]
"""


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.setenv("NO_COLOR", "1")


def output_of(capsys: Capture, *arguments: str) -> str:
    run(list(arguments))
    captured = capsys.readouterr()
    output = captured.out + captured.err
    assert not CONTROLS.search(output), ascii(output[:500])
    assert "Traceback" not in output
    return output


@pytest.mark.parametrize("name", HOSTILE)
def test_names_of_players(capsys: Capture, tmp_path: Path, name: str) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(hand_of(name))
    output = output_of(capsys, "histories", str(path))
    assert escaped(name) in output


@pytest.mark.parametrize("name", HOSTILE)
def test_errors_about_hands(capsys: Capture, tmp_path: Path, name: str) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(hand_of(name).replace("p2 f", f"p2 {escaped(name)} nonsense".replace('"', "")))
    output_of(capsys, "histories", str(path))


# Commands with a place for any text.
COMMANDS = [
    ["equity", "TEXT", "AA"],
    ["equity", "AA", "KK", "--board", "TEXT"],
    ["equity", "AA", "KK", "--game", "TEXT"],
    ["evaluate", "TEXT"],
    ["evaluate", "AsKs", "--type", "TEXT"],
    ["range", "TEXT"],
    ["range", "AA", "--board", "TEXT"],
    ["solve", "--board", "TEXT"],
    ["solve", "TEXT"],
    ["show", "TEXT"],
    ["compare", "TEXT"],
    ["check", "TEXT"],
    ["lock", "TEXT", "r", "x"],
    ["advise", "TEXT", "--solution", "x"],
    ["review", "TEXT", "--solution", "x"],
    ["histories", "TEXT"],
    ["flops", "TEXT"],
    ["tree", "--stack", "TEXT"],
    ["tree", "--stack", "100", "--pot", "10", "--at", "TEXT"],
    ["tree", "--stack", "100", "--pot", "10", "--bets", "TEXT"],
    ["abstraction", "TEXT", "tiny"],
    ["abstraction", "show", "TEXT"],
    ["train", "--game", "TEXT"],
    ["train", "--game", "kuhn", "--algorithm", "TEXT"],
    ["train", "--game", "kuhn", "--option", "TEXT"],
    ["TEXT"],
    ["--TEXT"],
    ["solve", "--TEXT"],
]


@given(text=st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20)))
@example("[/bold]" * 3)
@example("\x1b[31m" * 3)
@settings(
    max_examples=examples(6),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_any_text_anywhere(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = [part.replace("TEXT", text.replace("/", "|")) for part in command]
    if "--help" in arguments or "\x00" in text:
        return  # the operating system passes no such arguments
    output_of(capsys, *arguments)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_errors_do_not_echo_megabytes(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = [part.replace("TEXT", "x" * 300_000) for part in command]
    assert run(arguments) == 2
    assert len(capsys.readouterr().err) < 2_000


def test_megabytes_in_files(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_text(f'board = "{"x" * 3_000_000}"\npot = 1\nstack = 1\nranges = {{}}\n')
    assert run(["solve", str(path)]) == 2
    assert len(capsys.readouterr().err) < 2_000


# Streams that a command writes to, closed or full.
CLOSED = {
    "evaluate AsKsQsJsTs": (">&-", ">&- 2>&-", ">/dev/full"),
    "evaluate nonsense": ("2>&-", ">&- 2>&-", "2>/dev/full"),
}
ALSO_CLOSED = {
    "evaluate AsKsQsJsTs": ("2>&-", "2>/dev/full"),
    "evaluate nonsense": (">&-", ">/dev/full"),
    "equity AA KK --json": ("2>&-", ">&-", ">&- 2>&-", "2>/dev/full", ">/dev/full"),
}


@posix
@pytest.mark.parametrize(
    ("command", "closed"),
    [
        *((command, each) for command, closed in CLOSED.items() for each in closed),
        *slow(*((command, each) for command, closed in ALSO_CLOSED.items() for each in closed)),
    ],
)
def test_streams_that_are_closed_or_full(command: str, closed: str) -> None:
    if "full" in closed and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    script = f"{sys.executable} -m fifthstreet {command} {closed}"
    result = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert "Traceback" not in result.stderr
    assert "Exception ignored" not in result.stderr
    expected = 2 if "nonsense" in command or closed == ">/dev/full" else 0
    assert result.returncode == expected


@posix
def test_nobody_reads_the_output() -> None:
    command = [*PROGRAM, "train", "--list"]
    program = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "COLUMNS": "80"}
    )
    assert program.stdout is not None
    program.stdout.close()
    assert program.stderr is not None
    errors = program.stderr.read()
    program.stderr.close()
    assert (program.wait(60), errors) == (1, b"")


def test_shortened_text() -> None:
    assert shortened("abc", 3) == "abc"
    assert shortened("a" * 50 + "z" * 50, 10) == "aaaaa ... (90 characters) ... zzzzz"
    assert line_of("a\n b\x1b[2J", longest=100) == "a b\\x1b[2J"
