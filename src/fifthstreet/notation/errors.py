"""Errors that say where they are."""


class ActionError(ValueError):
    """An action of a hand history does not fit."""

    def __init__(self, message: str, index: int) -> None:
        """An error at the action of an index, from 0."""
        super().__init__(message)
        self.index = index


class LineError(ValueError):
    """A line of a hand's text is wrong."""

    def __init__(self, message: str, offset: int) -> None:
        """An error so many lines below the first one of the hand."""
        super().__init__(message)
        self.offset = offset
