"""What the program imports before it does its work: as little as the command needs."""

import json
import os
import re
import subprocess
import sys
from functools import cache

import pytest

from fifthstreet.cli import run
from fifthstreet.cli.app import COMMANDS, load_command, summary

# Runs the program and prints the modules that were imported, as the last line.
LIST_MODULES = """
import json, sys
from fifthstreet.cli import run
assert run(sys.argv[1:]) == 0
print("\\n" + json.dumps(sorted(sys.modules)))
"""


@cache
def imported(*arguments: str) -> frozenset[str]:
    completed = subprocess.run(
        [sys.executable, "-c", LIST_MODULES, *arguments], capture_output=True, text=True, check=True
    )
    return frozenset(json.loads(completed.stdout.splitlines()[-1]))


def packages(modules: frozenset[str]) -> set[str]:
    """Return the packages that have modules among these."""
    parts = [name.split(".") for name in modules]
    return {each[1] for each in parts if each[0] == "fifthstreet" and len(each) > 1}


def test_the_version_needs_no_command_and_no_numbers() -> None:
    modules = imported("--version")
    assert packages(modules) == {"cli", "errors", "support"}
    assert not {f"fifthstreet.cli.{name}" for name in COMMANDS} & modules
    assert not {"numpy", "pydantic", "rich"} & modules


@pytest.mark.parametrize("arguments", [("range", "AA"), ("evaluate", "AsKsQsJsTs")])
def test_cards_and_hands_need_no_solver(arguments: tuple[str, ...]) -> None:
    modules = imported(*arguments)
    unused = {"abstraction", "agents", "arena", "game", "review", "solvers", "tree"}
    assert not packages(modules) & unused
    others = {f"fifthstreet.cli.{name}" for name in COMMANDS if name != arguments[0]}
    assert not others & modules
    assert "pydantic" not in modules  # values are converted by fifthstreet.cli.converting


def test_a_range_needs_no_tables_of_hands_and_few_modules() -> None:
    modules = imported("range", "TT+")
    assert not {"tomllib", "importlib.resources", "_hashlib", "secrets", "rich.table"} & modules
    assert "fifthstreet.support.drawing" in modules  # the list of modules is not empty


def test_strengths_are_computed_at_the_first_evaluation() -> None:
    code = """
from fifthstreet.cards.hands import evaluate, matching_hands
from fifthstreet.cards.hands.types import STANDARD_HIGH
matching_hands("TT+", [])
print("evaluator" in vars(STANDARD_HIGH), evaluate("AsKs", "QsJsTs"), evaluate(0b11111, 0) > 0,
      "evaluator" in vars(STANDARD_HIGH))
"""
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert printed.split() == ["False", "7462", "True", "True"]


@pytest.mark.parametrize(("given", "expected"), [(None, "16"), ("4", "4")])
def test_threads_of_openblas_sleep_soon(given: str | None, expected: str) -> None:
    code = """
import os, sys
from fifthstreet.cli import main
try:
    main()
except SystemExit:
    print(os.environ["OPENBLAS_THREAD_TIMEOUT"])
"""
    name = "OPENBLAS_THREAD_TIMEOUT"
    environment = {key: value for key, value in os.environ.items() if key != name}
    if given is not None:
        environment[name] = given
    command = [sys.executable, "-c", code, "--version"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == expected


def test_a_mistyped_command_is_compared_with_all_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["solv"]) == 2
    assert "No such command 'solv'. Did you mean 'solve'?" in capsys.readouterr().err


def test_the_help_lists_all_commands_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    rows = capsys.readouterr().out.partition("Commands")[2]
    assert tuple(re.findall(r"^\W ([a-z]+)  ", rows, re.MULTILINE)) == COMMANDS


def test_the_help_imports_no_command() -> None:
    modules = imported("--help")
    assert packages(modules) == {"cli", "errors", "support"}
    assert not {f"fifthstreet.cli.{name}" for name in COMMANDS} & modules
    assert not {"numpy", "pydantic"} & modules


def test_the_help_of_solve_imports_no_solver() -> None:
    modules = imported("solve", "--help")
    assert not {"numpy", "pydantic", "fifthstreet.solvers.postflop.solving"} & modules


@pytest.mark.parametrize("name", COMMANDS)
def test_a_line_of_the_help_is_the_first_of_the_command(name: str) -> None:
    assert summary(name) == str(load_command(name).help).partition("\n")[0]
