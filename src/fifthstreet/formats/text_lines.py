"""Text files of other programs: numbered lines, numbers in them, and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from fifthstreet.errors import InputError

_Parsed = TypeVar("_Parsed")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a file; its errors start with its number."""

    number: int
    text: str

    @property
    def words(self) -> list[str]:
        """The words between white space."""
        return self.text.split()

    def error(self, problem: str) -> InputError:
        """Return an error that starts with the number of the line."""
        return InputError(f"line {self.number}: {problem}")

    def parsed(self, parse: Callable[[str], _Parsed], text: str) -> _Parsed:
        """Return what a function makes of a text; its InputErrors get the number of the line."""
        try:
            return parse(text)
        except InputError as error:
            raise self.error(str(error)) from None

    def number_at(self, place: int, name: str) -> float:
        """Return the word at a place as a number that is not negative."""
        words = self.words
        if place >= len(words):
            raise self.error(f"{name} is missing after {self.text.strip()[:40]!r}")
        return self.number_of(words[place], name)

    def number_of(self, word: str, name: str) -> float:
        """Return a word as a number that is not negative."""
        try:
            value = float(word)
        except ValueError:
            raise self.error(f"{name} must be a number, got {word[:40]!r}") from None
        if not (isfinite(value) and value >= 0):
            raise self.error(f"{name} must be at least 0, got {word[:40]}")
        return value


def text_lines(text: str) -> Iterator[TextLine]:
    """Yield the lines of a text that are not empty."""
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if line.strip():
            yield TextLine(number, line)


def read_text(path: str | Path) -> str:
    """Read a text file; InputError if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"cannot read {str(path)!r}: not UTF-8 text") from None


def read_file(path: str | Path, parse: Callable[[str], _Parsed]) -> _Parsed:
    """Read a text file and parse it; an InputError starts with the path."""
    text = read_text(path)
    try:
        return parse(text)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def parse_json_object(text: str) -> dict[str, Any]:
    """Parse a JSON object; InputError if the text is not one."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"line {error.lineno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise InputError("line 1: JSON that is nested too deeply") from None
    except ValueError:
        raise InputError("line 1: JSON with a number of too many digits") from None
    if not isinstance(data, dict):
        raise InputError("line 1: not a JSON object, which starts with '{'")
    return data


def weight_text(weight: np.float32) -> str:
    """Write a weight as the shortest decimal that reads back as it."""
    return np.format_float_positional(weight, unique=True, trim="-")
