"""A TOML reader that is fast for hand histories.

A PHH file is mostly lines like `antes = [0, 0]` and `actions = ['d dh p1 AsKs', 'p1 f']`. With
double quotes, colons for equals signs and commas between the lines, such a text is JSON, which the
standard library reads in C. A text that is not that simple is read line by line, and one with
values that span lines is left to `tomllib` as a whole. The result always equals `tomllib`'s.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import time
from decimal import Decimal
from functools import lru_cache
from typing import Any, NoReturn, TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.game.notation.amounts import parse_value

ParseFloat: TypeAlias = Callable[[str], Any]

# Lines `key = value`.
_LINES = re.compile(r"(?:[A-Za-z_][A-Za-z0-9_]* = .+\n?)+").fullmatch
_ITEM = re.compile(r"'[ \t]*:").search
_TIME = re.compile(r"[0-2][0-9]:[0-5][0-9]:[0-5][0-9]").fullmatch
_NAME = re.compile(r"[A-Za-z0-9_-]+").fullmatch
_MAX_BITS = 10_000
# The standard library reads dotted keys in quadratic time.
_MAX_KEY_PARTS = 100
_PART = r"(?:[A-Za-z0-9_-]++|'[^'\n]*+'|\"[^\"\n]*+\")"
_LONG_KEY = re.compile(
    rf"(?<![A-Za-z0-9_.-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MAX_KEY_PARTS}}}"
).search


class _NotSimpleError(Exception):
    """The text needs the full parser."""


def read_toml(text: str, parse_float: ParseFloat = float) -> dict[str, Any]:
    """Read a TOML text.

    Args:
        text: A whole TOML document.
        parse_float: Called with the text of a number that has a fraction, returns the number.

    Returns:
        The values by key; a table is a dict of its own.

    Raises:
        InputError: If the text is not valid TOML.

    >>> read_toml("antes = [0, 0]\\nhand = 'first'")
    {'antes': [0, 0], 'hand': 'first'}
    """
    normalised = text.replace("\r\n", "\n") if "\r" in text else text
    if parse_float is parse_value:
        parse_float = Decimal  # which gives the same result for TOML floats
    try:
        if normalised.startswith("[") or (table := _read_at_once(normalised, parse_float)) is None:
            return _read_tables(normalised, parse_float)
    except _NotSimpleError:
        return _read_fully(text, parse_float)
    return table


def _read_at_once(text: str, parse_float: ParseFloat) -> dict[str, Any] | None:
    """Read a text with a simple value on every line; return None for any other text."""
    text = text.rstrip("\n")
    line_count = text.count("\n") + 1
    if text.count(" = ") != line_count or _may_differ(text) or not _LINES(text):
        return None
    # Once converted, every line begins with a key and a colon, which JSON allows only at the start
    # of an item, and no other colon can start one. So there is one item per line, and if there are
    # as many keys as lines, no key is repeated.
    converted = text.replace("'", '"').replace(" = ", '": ').replace("\n", ',\n"')
    converted = f'{{"{converted}}}'
    table: dict[str, Any]
    try:
        table, end = _scanner(parse_float)(converted)
    except (ValueError, ArithmeticError, RecursionError):
        return None
    return table if end == len(converted) and len(table) == line_count else None


def _may_differ(text: str) -> bool:
    """Return whether JSON and TOML may read a text differently once its quotes are converted.

    They differ in escapes, double quotes, objects, null, and characters that only TOML forbids. A
    quote followed by a colon would begin an item of an object.
    """
    return (
        '"' in text
        or "\\" in text
        or "{" in text
        or "\x7f" in text
        or "\r" in text
        or "null" in text
        or (":" in text and _ITEM(text) is not None)
    )


def _read_fully(text: str, parse_float: ParseFloat) -> dict[str, Any]:
    if _LONG_KEY(text):
        raise InputError(f"a key must have at most {_MAX_KEY_PARTS} parts")
    try:
        table = tomllib.loads(text, parse_float=parse_float)
        _check_sizes(table)
        return table
    except RecursionError:
        raise InputError("values are nested too deeply") from None
    except ArithmeticError:
        raise InputError("a number is out of range") from None
    except ValueError as error:
        raise InputError(str(error)) from error


def _check_sizes(value: Any) -> None:
    """Raise an InputError for an integer that Python refuses to write in decimal digits."""
    if type(value) is dict:
        for item in value.values():
            _check_sizes(item)
    elif type(value) is list:
        for item in value:
            _check_sizes(item)
    elif type(value) is int and value.bit_length() > _MAX_BITS:  # in hexadecimal, for example
        raise InputError("a number is out of range")


def _read_tables(text: str, parse_float: ParseFloat) -> dict[str, Any]:
    """Read a text in which no value spans lines, with or without tables."""
    head, *tables = f"\n{text}\n".split("\n[")
    root = _read_lines(head, parse_float)
    for table_text in tables:
        name, _, lines = table_text.partition("]\n")
        if not _NAME(name) or name in root:
            raise _NotSimpleError
        table = _read_at_once(lines, parse_float)
        root[name] = _read_lines(lines, parse_float) if table is None else table
    return root


def _read_lines(text: str, parse_float: ParseFloat) -> dict[str, Any]:
    """Read a text in which each line can be read without the others."""
    table: dict[str, Any] = {}
    for line in text.split("\n"):
        for key, value in _read_line(line, parse_float):
            if key in table:
                raise _NotSimpleError
            table[key] = value
    return table


def _read_line(line: str, parse_float: ParseFloat) -> Iterator[tuple[str, Any]]:
    if not line:
        return
    key, _, value = line.partition(" = ")
    if key.isidentifier() and key.isascii() and value and not _may_differ(value):
        try:
            item, end = _scanner(parse_float)(value.replace("'", '"'))
        except (ValueError, ArithmeticError, RecursionError):
            end = -1
        if end == len(value):
            yield key, item
            return
        if _TIME(value):
            try:
                yield key, time.fromisoformat(value)
            except ValueError:
                raise _NotSimpleError from None
            return
    if line.lstrip().startswith("[") or _LONG_KEY(line):
        raise _NotSimpleError
    try:
        table = tomllib.loads(line, parse_float=parse_float)
        _check_sizes(table)
        yield from table.items()
    except (ValueError, ArithmeticError, RecursionError):
        raise _NotSimpleError from None


@lru_cache(maxsize=16)
def _scanner(parse_float: ParseFloat) -> Callable[[str], tuple[Any, int]]:
    """Return a function that reads one JSON value and returns it with the place where it ends."""
    decoder = json.JSONDecoder(parse_float=parse_float, parse_constant=_refuse)
    return decoder.raw_decode


def _refuse(name: str) -> NoReturn:
    raise InputError(f"{name} is not TOML")
