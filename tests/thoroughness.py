"""How much tests try: less in `make test` than in `make test-slow`.

Both run the same tests. FIFTHSTREET_THOROUGH=1 asks for the full numbers.
"""

import os

import pytest
from _pytest.mark import ParameterSet

IS_THOROUGH = os.environ.get("FIFTHSTREET_THOROUGH", "0") == "1"
_FEWEST = 6  # examples


def slow(*cases: object) -> list[ParameterSet]:
    """Return cases of a parametrised test that only `make test-slow` runs."""
    marks = pytest.mark.slow
    return [pytest.param(*(c if isinstance(c, tuple) else (c,)), marks=marks) for c in cases]


def examples(count: int) -> int:
    """Return how many of `count` random examples a test should draw: all, or an eighth of them."""
    return count if IS_THOROUGH else max(count // 8, min(count, _FEWEST))
