"""Errors that requests and jobs share; other ValueErrors say that a request is wrong."""


class NotFoundError(ValueError):
    """Something that a request names does not exist."""


class ConflictError(ValueError):
    """Something is not possible now, such as resuming a job that runs."""
