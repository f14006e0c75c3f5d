"""Standard streams that can write any text."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper

from fifthstreet.support.drawing import ascii_text

_ASCII_FORMS = "fifthstreet-ascii"  # name of the error handler


@contextmanager
def encodable_streams() -> Iterator[None]:
    """Let standard output and standard error write any text while a block runs.

    If their encoding is not UTF-8, all text is written in ASCII, a subset of practically every
    other encoding. Rich draws tables and progress bars according to the encoding. In UTF-8, only
    lone surrogates are escaped; file names may contain them.
    """
    codecs.register_error(_ASCII_FORMS, _ascii_form)
    changed = []
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):  # such as io.StringIO or a notebook's output
            continue
        encoding, errors = stream.encoding, stream.errors
        if not encoding.lower().startswith("utf"):  # as Rich decides
            stream.reconfigure(encoding="ascii", errors=_ASCII_FORMS)
        elif errors == "strict":
            stream.reconfigure(errors="backslashreplace")
        else:
            continue
        changed.append((stream, encoding, errors))
    try:
        yield
    finally:
        for stream, encoding, errors in changed:
            stream.reconfigure(encoding=encoding, errors=errors)


def drop_unwritable_output() -> None:
    """Drop output that could not be written; Python would retry it at exit."""
    for stream in (sys.stdout, sys.stderr):
        if stream is None:  # closed from the start
            continue
        try:
            stream.flush()
        except (OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)


def _ascii_form(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that cannot be encoded: an error handler of `codecs`."""
    assert isinstance(error, UnicodeEncodeError)
    return ascii_text(error.object[error.start : error.end]), error.end
