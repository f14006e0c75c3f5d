"""The engine is compiled when the package is built, and runs interpreted just as well."""

from fifthstreet.game import core, operations, pots, state
from tests.conftest import INTERPRETED


def test_the_tests_run_on_what_they_say() -> None:
    for module in (core, operations, pots, state):
        assert module.__file__ is not None
        assert module.__file__.endswith(".py") == INTERPRETED
