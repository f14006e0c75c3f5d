"""The search for refusals finds them, and rows cannot pass by accident."""

from __future__ import annotations

import pytest

from fifthstreet.cards import parse_card
from fifthstreet.errors import InputError, NotFoundError
from tests.refusals.statements import Statement, statements, statements_of
from tests.refusals.table import Row, provoke
from tests.refusals.test_refusals import problems

SOURCE = """
def first(x):
    if x:
        raise InputError("one")
    raise InputError(
        "two"
    )

class Thing:
    def method(self):
        def inner():
            raise self.wrong("a function that returns an error")
        raise ValueError("not of the hierarchy")
        raise
        raise error
"""
CARDS = "cards/card.py"
WRONG_CARD: Row = ("parse_card", lambda: parse_card("Zz"), "got 'Zz'")


def test_statements_are_found_with_their_functions_and_lines() -> None:
    assert list(statements_of("a.py", SOURCE)) == [
        Statement("a.py", "first", 1, 4, 4),
        Statement("a.py", "first", 2, 5, 7),
        Statement("a.py", "Thing.method.inner", 1, 12, 12),
    ]


def test_a_row_hits_the_statement_that_raised() -> None:
    hits, problem = provoke(CARDS, WRONG_CARD)
    assert [*map(str, hits)] == ["cards/card.py parse_card 1"]
    assert not problem


@pytest.mark.parametrize(
    ("module", "row", "problem"),
    [
        (CARDS, ("parse_card", lambda: parse_card("As"), "got"), "accepted, with the result 51"),
        (CARDS, ("parse_card", lambda: parse_card("Zz"), "other words"), "the message is"),
        (CARDS, ("parse_cards", lambda: parse_card("Zz"), "got"), "raised by"),
        ("cards/masks.py", ("parse_card", lambda: parse_card("Zz"), "got"), "raised by"),
        (
            CARDS,
            ("parse_card", lambda: parse_card("Zz"), "got", NotFoundError),
            "the class is InputError",
        ),
        (CARDS, ("parse_card", lambda: int("x"), "invalid"), "ValueError"),
    ],
)
def test_wrong_rows_are_problems(module: str, row: Row, problem: str) -> None:
    hits, found = provoke(module, row)
    assert not hits
    assert problem in found


def test_statements_without_rows_are_problems() -> None:
    own = statements(CARDS)
    assert "cards/card.py parse_cards 1" in "".join(problems(CARDS, [WRONG_CARD], own))
    assert len(problems(CARDS, [], own)) == len(own)


def test_the_class_must_be_exact() -> None:
    """A row without a class expects InputError itself, not one of its subclasses."""

    def refuse() -> None:
        raise NotFoundError("no file")

    assert issubclass(NotFoundError, InputError)
    _, found = provoke(CARDS, ("parse_card", refuse, "no file"))
    assert found
