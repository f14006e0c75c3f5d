"""The engine is compiled, unless the tests run with FIFTHSTREET_INTERPRETED=1."""

from importlib import import_module

from tests.conftest import INTERPRETED


def test_modules_are_compiled_unless_interpreted() -> None:
    for name in ("core", "events", "side_pots", "state"):
        module = import_module(f"fifthstreet.game.{name}")  # a function may have the same name
        assert module.__file__ is not None
        assert module.__file__.endswith(".py") == INTERPRETED
