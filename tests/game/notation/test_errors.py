"""Errors that hold their line or the index of their action."""

import pickle

from fifthstreet.game.notation import ActionError, ReadError


def test_read_error() -> None:
    error = ReadError(3, "no such card")
    assert str(error) == "line 3: no such card"
    assert repr(error) == "<ReadError line 3: no such card>"
    assert (error.line, error.message) == (3, "no such card")
    loaded = pickle.loads(pickle.dumps(error))
    assert (loaded.line, loaded.message) == (3, "no such card")


def test_long_messages_have_a_short_repr() -> None:
    error = ReadError(3, "x" * 1_000)
    assert len(repr(error)) < 200
    assert len(str(error)) > 1_000


def test_action_error() -> None:
    error = ActionError("it is not p1's turn", 4)
    assert isinstance(error, ValueError)
    assert (str(error), error.index) == ("it is not p1's turn", 4)
