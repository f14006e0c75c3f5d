"""The engine is compiled, unless the tests run with FIFTHSTREET_INTERPRETED=1."""

from fifthstreet.game import core, operations, pots, state
from tests.conftest import INTERPRETED


def test_modules_are_compiled_unless_interpreted() -> None:
    for module in (core, operations, pots, state):
        assert module.__file__ is not None
        assert module.__file__.endswith(".py") == INTERPRETED
