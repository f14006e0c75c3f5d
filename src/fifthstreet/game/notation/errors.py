"""Errors that give their position in a hand or a text."""

from __future__ import annotations

from fifthstreet.errors import InputError, short_message

_MAX_MESSAGE = 400  # characters of a message about a line, which may quote it


class ActionError(InputError):
    """An error in an action that is malformed or against the rules."""

    def __init__(self, message: str, index: int) -> None:
        """Describe an error in the action at `index`, counted from 0."""
        super().__init__(message)
        self.index = index


class LineError(InputError):
    """An error on a particular line of the text of a hand."""

    def __init__(self, message: str, offset: int) -> None:
        """Describe an error `offset` lines below the first line of the hand."""
        super().__init__(message)
        self.offset = offset


class ReadError(InputError):
    """An error on a line of a text that holds many hands.

    >>> print(ReadError(3, "the actions are missing"))
    line 3: the actions are missing
    >>> print(ReadError(3, "the actions are missing", "monday.txt"))
    monday.txt, line 3: the actions are missing
    """

    def __init__(self, line: int, message: str, source: str = "") -> None:
        """Describe an error on a line, counted from 1; `source` names one of several texts."""
        message = short_message(message, _MAX_MESSAGE)
        super().__init__(
            f"{source}, line {line}: {message}" if source else f"line {line}: {message}"
        )
        self.line = line
        self.message = message
        self.source = source

    def __repr__(self) -> str:
        text = str(self)
        return f"<ReadError {text if len(text) <= 150 else text[:147] + '...'}>"

    def __reduce__(self) -> tuple[type[ReadError], tuple[int, str, str]]:
        return ReadError, (self.line, self.message, self.source)
