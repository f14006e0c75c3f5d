"""How much tests try: less in `make check` than in `make test`, and most in `make test-slow`.

The last two draw different numbers of random examples: FIFTHSTREET_THOROUGH=1 asks for all of them.

Tests that take long are listed in long_tests.toml: `make test` runs some of their cases, or none.
`make check` leaves out the tests in tests_of_make_test.toml as well.
"""

import os
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

LONG_TESTS = Path(__file__).parent / "long_tests.toml"
TESTS_OF_MAKE_TEST = Path(__file__).parent / "tests_of_make_test.toml"

IS_THOROUGH = os.environ.get("FIFTHSTREET_THOROUGH", "0") == "1"
_FEWEST = 6  # examples


def slow(*cases: object) -> list[ParameterSet]:
    """Return cases of a parametrised test that only `make test-slow` runs."""
    marks = pytest.mark.slow
    return [pytest.param(*(c if isinstance(c, tuple) else (c,)), marks=marks) for c in cases]


def examples(count: int) -> int:
    """Return how many of `count` random examples a test should draw: all, or an eighth of them."""
    return count if IS_THOROUGH else max(count // 8, min(count, _FEWEST))


@cache
def long_tests() -> dict[str, int | list[str]]:
    """Return how many cases of each long test `make test` runs, or which it leaves out."""
    table = tomllib.loads(LONG_TESTS.read_text(encoding="utf-8"))
    return {
        f"{path}::{name}": each for path, names in table.items() for name, each in names.items()
    }


@cache
def left_out_by_check() -> frozenset[str]:
    """Return the tests that `make test` runs and `make check` does not, without their cases."""
    table = tomllib.loads(TESTS_OF_MAKE_TEST.read_text(encoding="utf-8"))
    return frozenset(f"{path}::{name}" for path, names in table.items() for name in names)


def left_for_later(tests: Iterable[str]) -> set[str]:
    """Return the ids of the tests among these that only `make test-slow` runs."""
    cases = defaultdict(list)
    for test in tests:
        function = test.partition("[")[0]
        if function in long_tests():
            cases[function].append(test)
    left = set()
    for function, found in cases.items():
        rule = long_tests()[function]
        if isinstance(rule, list):
            left |= {f"{function}[{case}]" for case in rule}
        else:
            kept = {found[len(found) * each // rule] for each in range(rule)}
            left |= set(found) - kept
    return left
