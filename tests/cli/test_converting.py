"""Values of options and arguments: what text becomes, and what is refused."""

from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.main import get_command

from fifthstreet.cli.app import load_command
from fifthstreet.cli.converting import PlainCommand
from fifthstreet.errors import InputError


def values(name: str, *arguments: str) -> dict[str, Any]:
    """Return the parameters of a command as it would receive them."""
    return load_command(name).make_context(name, list(arguments)).params


def test_values_have_the_types_of_their_fields() -> None:
    given = values(
        "solve", "spot.toml", "--pot", "60", "--max-iterations", "7", "--target", "1", "--dry-run"
    )
    assert given["spot_file"] == Path("spot.toml")
    assert given["pot"] == "60"
    assert given["max_iterations"] == 7
    assert given["target"] == 1.0
    assert isinstance(given["target"], float)
    assert given["dry_run"] is True


def test_values_that_are_not_given_are_the_defaults() -> None:
    given = values("solve")
    assert given["board"] is given["threads"] is given["save"] is None
    assert given["checkpoint_every"] == 60.0
    assert given["isomorphism"] is True


def test_values_that_repeat_are_lists() -> None:
    assert values("equity", "AA", "KK", "QQ")["hands"] == ["AA", "KK", "QQ"]
    assert values("match", "x.json", "--add", "one", "--add", "two")["add"] == ["one", "two"]
    assert not values("match", "x.json")["add"]


@pytest.mark.parametrize(
    ("option", "text", "expected"),
    [
        ("--max-iterations", "many", "a whole number"),
        ("--max-iterations", "1.5", "a whole number"),
        ("--max-iterations", "", "a whole number"),
        ("--target", "1,5", "a number"),
    ],
)
def test_text_that_is_no_number_is_refused(option: str, text: str, expected: str) -> None:
    with pytest.raises(InputError, match=f"^{option} must be {expected}, got '{text}'$"):
        values("solve", option, text)


def test_other_types_remain_those_of_typer() -> None:
    received: list[tuple[int, int]] = []
    program = typer.Typer(add_completion=False)

    @program.command(cls=PlainCommand)
    def show(size: Annotated[tuple[int, int], typer.Option()]) -> None:
        received.append(size)

    get_command(program)(["--size", "3", "4"], standalone_mode=False)
    assert received == [(3, 4)]
