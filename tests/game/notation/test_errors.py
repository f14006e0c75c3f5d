"""Errors that hold their line or the index of their action."""

import pickle

from fifthstreet.game.notation import ActionError, ReadError, read_hands
from tests.game.notation.texts import PHH, PLURIBUS, POKERSTARS


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
    assert len(error.message) == 400


def test_messages_that_quote_a_long_line_are_short() -> None:
    """A line of a million characters is not repeated in the message about it."""
    for text in (
        POKERSTARS.replace("ann: posts", f"{'x' * 1_000_000}: posts"),
        POKERSTARS.replace("Hold'em No Limit", "x" * 1_000_000),
        PHH.replace("'NT'", f"'{'x' * 1_000_000}'"),
        PHH.replace("[0, 0]", f"[{'0, ' * 300_000}true]"),
        PLURIBUS.replace("STATE:", "STATE:1:" + "f" * 1_000_000),
        '{"ohh": {"game_type": "' + "x" * 1_000_000 + '"}}',
    ):
        reader = read_hands(text)
        assert list(reader) == []
        (error,) = reader.errors
        assert len(str(error)) < 450


def test_action_error() -> None:
    error = ActionError("it is not p1's turn", 4)
    assert isinstance(error, ValueError)
    assert (str(error), error.index) == ("it is not p1's turn", 4)
