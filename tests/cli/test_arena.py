"""`fifthstreet arena`: output, files, limits, and bad input."""

import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.agents import AGENTS
from fifthstreet.arena import load_hands, load_match
from fifthstreet.cli import run
from tests.arena.figures import without_times
from tests.arena.hostile import Dies, Learner, Raises, Talks, own
from tests.faults.programs import assert_one_line, finished, posix, running
from tests.thoroughness import slow

SHORT = ["--hands", "40", "--session-hands", "20", "--workers", "1"]


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Return the JSON of a match."""
    assert run(["arena", *arguments, *SHORT, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    data: dict[str, Any] = json.loads(captured.out)
    return data


INTERVAL = {"mean": float, "half_width": (float, type(None)), "samples": int, "confidence": float}
AGENT = {
    "name": str,
    "hands": int,
    "winnings": INTERVAL,
    "plain": INTERVAL,
    "at_showdown": INTERVAL,
    "without_showdown": INTERVAL,
    "vpip": float,
    "pfr": float,
    "aggression": (float, type(None)),
    "fold_rate": float,
    "check_rate": float,
    "call_rate": float,
    "raise_rate": float,
    "showdown_rate": float,
    "decisions": int,
    "decisions_per_second": (float, type(None)),
    "mistakes": int,
}


def assert_schema(data: Any, schema: dict[str, Any], where: str = "") -> None:
    """Assert that the fields of a schema are there, with their types."""
    for name, kind in schema.items():
        assert name in data, f"{where}{name} is missing"
        if isinstance(kind, dict):
            assert_schema(data[name], kind, f"{where}{name}.")
        else:
            assert isinstance(data[name], kind), f"{where}{name} is {data[name]!r}"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys, "random", "calling_station", "--seed", "7")
    assert_schema(
        data,
        {
            "settings": {"game": str, "agents": list, "hands": int, "seats": int, "seed": int},
            "hands": int,
            "sessions": int,
            "unit": str,
            "samples_are": str,
            "agents": list,
            "differences": dict,
            "mistakes": list,
            "curve": list,
        },
    )
    assert (data["hands"], data["sessions"], data["unit"]) == (40, 2, "mbb/hand")
    assert data["settings"]["seed"] == 7
    for agent in data["agents"]:
        assert_schema(agent, AGENT, f"{agent['name']}.")
        assert agent["hands"] == 40
    gap = data["differences"]["random"]["calling_station"]
    assert_schema(gap, INTERVAL)
    assert gap["mean"] == -data["differences"]["calling_station"]["random"]["mean"]
    json.loads(json.dumps(data), parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


def test_mistakes_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys, own(Raises), "calling_station")
    assert_schema(data["mistakes"][0], {"player": str, "hand": int, "kind": str, "message": str})
    assert {each["player"] for each in data["mistakes"]} == {own(Raises)}


def test_ranks_where_stacks_carry_over(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys, "random", "calling_station", "--carry-stacks", "--rebuys", "1")
    assert data["samples_are"] == "sessions"
    ranks = [agent["rank"]["mean"] for agent in data["agents"]]
    assert sum(ranks) == 3


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "random", "calling_station", *SHORT]) == 0
    text = capsys.readouterr().out
    for part in ("no-limit Texas hold'em, 2 seats", "40 hands", "mbb/hand", "VPIP", "mistakes"):
        assert part in text


@pytest.mark.parametrize(("hands", "played"), [(100, 100), (1500, 1500), (101, 102)])
def test_the_hands_requested_are_played(
    capsys: pytest.CaptureFixture[str], hands: int, played: int
) -> None:
    agents = [own(Learner), "random", "--game", "kuhn", "--workers", "1"]
    assert run(["arena", *agents, "--hands", str(hands)]) == 0
    captured = capsys.readouterr()
    assert f"{played:,} hands" in captured.out
    assert "± ?" not in captured.out
    warning = "" if hands == played else f"playing {played} hands instead of {hands}"
    assert (warning in captured.err) if warning else captured.err == ""


def test_decks_that_run_out_are_no_news() -> None:
    options = ["--game", "27td", "--seats", "7", "--hands", "140", "--workers", "1", "--json"]
    result = finished(["arena", "random", "calling_station", *options])
    assert (result.returncode, result.stderr) == (0, "")


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "--list", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data["agents"]) == set(AGENTS)
    assert "course" in data["games"]


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match, svg = tmp_path / "match", tmp_path / "match.svg"
    files = ["--out", str(match), "--keep-hands", "--svg", str(svg)]
    first = answer(capsys, "random", "calling_station", *files)
    assert svg.read_text().startswith("<svg")
    assert len(load_match(match)[1]) == 2
    assert len(list(load_hands(match))) == 40
    assert without_times(answer(capsys, "random", "calling_station", *files)) == without_times(
        first
    )


def test_until(capsys: pytest.CaptureFixture[str]) -> None:
    """The last `--hands` counts, and is the most."""
    agents = ["random", "calling_station", "--game", "flhe"]
    arguments = ["arena", *agents, *SHORT, "--hands", "20000", "--until", "2", "--json"]
    assert run(arguments) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["hands"] < 20_000
    assert all(agent["winnings"]["half_width"] <= 2 for agent in data["agents"])


# Agents in processes of their own.


@pytest.mark.slow
@posix
def test_isolated_agents(capsys: pytest.CaptureFixture[str]) -> None:
    agents = ["random", "calling_station"]
    limits = ["--seconds-per-decision", "60", "--seconds-per-match", "600", "--memory-mb", "500"]
    plain = without_times(answer(capsys, *agents))
    apart = without_times(answer(capsys, *agents, "--isolate", *limits))
    assert apart.pop("settings")["isolate"] is True
    assert plain.pop("settings")["isolate"] is False
    assert apart == plain


@pytest.mark.slow
@posix
def test_agents_that_end_their_process_on_two_workers(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", own(Dies), "random", *SHORT, "--workers", "2", "--isolate", "--json"]
    assert run([*arguments, "--hands", "4", "--session-hands", "2"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["hands"] == 4
    assert {each["player"] for each in data["mistakes"]} == {own(Dies)}


@pytest.mark.slow
@posix
def test_output_of_isolated_agents_is_not_that_of_the_match() -> None:
    result = finished(["arena", own(Talks), "random", *SHORT, "--isolate", "--json"])
    assert result.returncode == 0
    assert json.loads(result.stdout)["hands"] == 40
    assert "I have (" in result.stderr


def test_the_help_says_what_cannot_be_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "--help"]) == 0
    words = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert "an agent that hangs or uses up all memory cannot be stopped" in words


# Interrupts.


@posix
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
@pytest.mark.parametrize("number", [signal.SIGINT, *slow(signal.SIGTERM)])
def test_interrupts_show_the_result_so_far(
    tmp_path: Path, workers: str, number: signal.Signals
) -> None:
    path = tmp_path / "match"
    options = ["--hands", "100000000", "--session-hands", "50", "--workers", workers]
    command = ["arena", "random", "calling_station", *options, "--out", str(path), "--json"]
    with running(command) as program:
        deadline = time.monotonic() + 60
        while not has_sessions(path) and time.monotonic() < deadline:
            time.sleep(0.05)
        workers_before = children(program.pid)
        program.send_signal(number)
        output, errors = program.communicate(timeout=60)
    assert errors == ""
    assert program.returncode == 128 + number
    assert json.loads(output)["hands"] > 0
    deadline = time.monotonic() + 60
    while any(map(is_alive, workers_before)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_alive, workers_before))


@pytest.mark.slow
@posix
def test_workers_end_with_a_killed_match(tmp_path: Path) -> None:
    path = tmp_path / "match"
    options = ["--hands", "100000000", "--session-hands", "50", "--workers", "2", "--isolate"]
    with running(["arena", "random", "calling_station", *options, "--out", str(path)]) as program:
        deadline = time.monotonic() + 120
        while not has_sessions(path) and time.monotonic() < deadline:
            time.sleep(0.05)
        family = descendants(program.pid)
        assert len(family) >= 4 or sys.platform != "linux"
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
    deadline = time.monotonic() + 60
    while any(map(is_alive, family)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_alive, family))


def has_sessions(path: Path) -> bool:
    try:
        return bool(load_match(path)[1])
    except ValueError:  # not there yet
        return False


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, where Linux tells."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(each) for each in text.split()]


def descendants(pid: int) -> list[int]:
    found = children(pid)
    return [*found, *(each for child in found for each in descendants(child))]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "specify agents, like random and calling_station; --list shows all"),
        (["nobody"], "or module:Class, got 'nobody'"),
        (["random:colour=red"], "random has no option 'colour' (options: none)"),
        (["no_such_module:Agent"], "no_such_module cannot be imported"),
        (["fifthstreet.agents:View"], "no class with `decide`"),
        (["os:path"], "os has no agent 'path'"),
        (["random", "--game", "chess"], "game must be one of course, nlhe"),
        (["random", "--game", ""], ", got ''"),
        (["random", "--seats", "1"], "seats must be from 2 to 10, got 1"),
        (["random", "--seats", "11"], "seats must be from 2 to 10, got 11"),
        (["random", "--seats", "10", "--game", "plo6"], "the deck has"),
        (["random", "--seats", "x"], "--seats must be a whole number, got 'x'"),
        (["random", "--hands", "0"], "hands must be at least 1, got 0"),
        (["random", "--hands", "-5"], "hands must be at least 1, got -5"),
        (["random", "--hands", "1e5"], "--hands must be a whole number, got '1e5'"),
        (["random", "--stack", "0"], "stack must be a number above 0, got 0.0"),
        (["random", "--stack", "nan"], "stack must be a number above 0, got nan"),
        (["random", "--stack", "inf"], "stack must be a number above 0, got inf"),
        (["random", "--session-hands", "0"], "session_hands must be at least 1, got 0"),
        (["random", "--rebuys", "2"], "rebuys require carry_stacks"),
        (
            ["random", "--carry-stacks", "--rebuys", "-3"],
            "rebuys must be at least 0, or -1 for no limit, got -3",
        ),
        (["random", "--until", "0"], "until must be above 0, got 0.0"),
        (["random", "--until", "nan"], "until must be above 0, got nan"),
        (["random", "--workers", "-1"], "workers must be at least 1, got -1"),
        (["random", "--workers", "0"], "workers must be at least 1, got 0"),
        (["random", "--keep-hands"], "keep_hands requires a file"),
        (["random", "--out", "no/where"], "must be in an existing folder"),
        (["random", "--svg", "no/where"], "must be in an existing folder"),
        (["random", "--seconds-per-decision", "1"], " requires isolate"),
        (["random", "--seconds-per-match", "1"], " requires isolate"),
        (["random", "--memory-mb", "1"], " requires isolate"),
        (
            ["random", "--isolate", "--memory-mb", "0"],
            "memory_mb must be a number above 0, got 0.0",
        ),
        (
            ["random", "--isolate", "--seconds-per-match", "nan"],
            "seconds_per_match must be a number above 0, got nan",
        ),
        (["tests.conformance.test_agents:PotBettor", "--game", "razz"], "plays Texas hold'em only"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], arguments: Sequence[str], message: str
) -> None:
    assert run(["arena", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_one_file_for_two_options(tmp_path: Path) -> None:
    file = str(tmp_path / "file")
    result = finished(["arena", "random", "--out", file, "--svg", file])
    assert_one_line(result, "each option must have its own file")
