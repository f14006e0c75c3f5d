"""A small spot for commands that solve, and helpers that run commands."""

import json
from typing import Any

import pytest

from fifthstreet.cli import run
from fifthstreet.solvers.postflop import Spot

Capture = pytest.CaptureFixture[str]

OPTIONS = {
    "--board": "QsJh2h7c4d",
    "--oop": "AA,KQs,JTs,T9s:0.5",
    "--ip": "QQ,AJs,T9s,K9s",
    "--pot": "100",
    "--stack": "200",
    "--bets": "50%, a",
    "--raises": "60%",
}


def spot_on(board: str) -> Spot:
    return Spot.of(
        board,
        100,
        200,
        oop="AA,KQs,JTs,T9s:0.5",
        ip="QQ,AJs,T9s,K9s",
        bets="50%, a",
        raises="60%",
    )


SPOT = spot_on("QsJh2h7c4d")


def flags(**changes: str) -> list[str]:
    options = OPTIONS | {f"--{name.replace('_', '-')}": value for name, value in changes.items()}
    return ["solve", *(part for pair in options.items() for part in pair)]


def shown(capsys: Capture, arguments: list[str], code: int = 0) -> str:
    """Run a command and return its standard output; standard error must be empty."""
    assert run(arguments) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def shown_json(capsys: Capture, arguments: list[str], code: int = 0) -> Any:
    output = shown(capsys, [*arguments, "--json"], code)
    assert output.count("\n") == 1
    return json.loads(output)
