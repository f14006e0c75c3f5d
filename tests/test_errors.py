"""One hierarchy of errors: refusals become messages, anything else shows as a bug."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fifthstreet import errors
from fifthstreet.cli import run
from fifthstreet.errors import FifthstreetError, InputError
from tests.package_files import SOURCES, source_files

CLASSES = [each for each in vars(errors).values() if isinstance(each, type)]
# Modules whose plain ValueErrors are caught where they are raised, or are required by a protocol.
PLAIN_VALUE_ERRORS = {"solvers/blueprint/table_owner.py"}
# Exceptions that end a loop of their own package and never reach a caller.
CAUGHT_INSIDE = {"SeatError", "StoppedError", "_NotSimpleError"}


@pytest.mark.parametrize("error", CLASSES)
def test_errors_are_of_one_hierarchy(error: type[Exception]) -> None:
    assert issubclass(error, FifthstreetError)
    copy = pickle.loads(pickle.dumps(error("text")))
    assert (type(copy), str(copy)) == (error, "text")


@pytest.mark.parametrize("error", CLASSES)
def test_long_messages_lose_their_middle(error: type[Exception]) -> None:
    message = str(error(f"card must be a rank and a suit, got {'x' * 1_000_000} in the deck"))
    assert len(message) == errors.MAX_MESSAGE
    assert message.startswith("card must be a rank and a suit, got xxx")
    assert message.endswith("xxx in the deck")


def texts_with(pattern: str) -> Iterator[tuple[Path, str]]:
    """Yield the sources that contain a pattern: parsing all of them takes seconds."""
    for path in source_files():
        text = path.read_text(encoding="utf-8")
        if re.search(pattern, text):
            yield path, text


def test_no_refusal_is_a_plain_value_error() -> None:
    found = set()
    for path, text in texts_with("ValueError"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                name = node.exc.func
                if isinstance(name, ast.Name) and name.id == "ValueError":
                    found.add(path.relative_to(SOURCES).as_posix())
    assert found == PLAIN_VALUE_ERRORS


def test_all_error_classes_are_in_the_hierarchy() -> None:
    builtin = {"Exception", "ValueError", "RuntimeError", "LookupError", "KeyError", "TypeError"}
    found = {
        node.name
        for _, text in texts_with(rf"\(\s*({'|'.join(builtin)})\b")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and node.bases
        if all(isinstance(base, ast.Name) and base.id in builtin for base in node.bases)
    }
    assert found == {"FifthstreetError"} | CAUGHT_INSIDE


def broken() -> None:
    raise ValueError("a bug in our code")


def test_a_command_shows_a_bug_as_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifthstreet.cli.equity.EquityCommand._execute", lambda _: broken())
    with pytest.raises(ValueError, match="a bug in our code") as error:
        run(["equity", "AA", "KK"])
    assert not isinstance(error.value, InputError)
