"""`fifthstreet histories`: what files of hand histories hold, and converting them."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, TextIO

import typer

from fifthstreet.cli.files import writing
from fifthstreet.cli.options import AsJson
from fifthstreet.cli.progress import ShareProgress
from fifthstreet.notation import (
    HandHistory,
    ReadError,
    ohh_text,
    phh_text,
    pokerstars_text,
    read_hands,
)
from fifthstreet.storage.atomic import replacing
from fifthstreet.views import histories_data, json_text
from fifthstreet.views.histories import HistoryTotals, print_errors, print_histories
from fifthstreet.views.terminal import Terminal

_FORMATS = ("phh", "ohh", "pokerstars")


def histories_command(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Files, folders or zip files with hand histories; - reads stdin."),
    ],
    to: Annotated[
        str | None, typer.Option(help=f"Write the hands as {', '.join(_FORMATS)}.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="File to write to, instead of the terminal.")
    ] = None,
    player: Annotated[str | None, typer.Option(help="Only hands of this player.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what hand histories of any site hold, or convert them to another format."""
    if to is not None and to not in _FORMATS:
        raise ValueError(f"unknown format: {to!r}; want {', '.join(_FORMATS)}")
    if output is not None and to is None:
        raise ValueError("specify --to with --output")
    if to is not None and as_json:
        raise ValueError("specify --to or --json, not both")
    totals = HistoryTotals()
    errors: list[ReadError] = []
    with writing(output), ShareProgress("reading") as progress:
        reader = read_hands(sources[0] if len(sources) == 1 else sources, progress=progress.update)
        hands = (hand for hand in reader if player is None or player in (hand.players or ()))
        if to is None:
            for hand in hands:
                totals.add(hand)
        elif output is None:
            _write(hands, to, sys.stdout, totals, errors)
        else:
            with replacing(output) as file:
                for text in _texts(hands, to, totals, errors):
                    file.write(text.encode())
    errors = reader.errors + errors
    if not totals.hands:
        if errors:
            raise errors[0]
        raise ValueError("no hands were found; want hand histories of a site, PHH or OHH")
    if to is not None:
        print_errors(Terminal(stderr=True), errors)
    elif as_json:
        typer.echo(json_text(histories_data(totals, errors)))
    else:
        print_histories(Terminal(), totals, errors)


def _texts(
    hands: Iterable[HandHistory], to: str, totals: HistoryTotals, errors: list[ReadError]
) -> Iterator[str]:
    """Yield the texts of hands; those that the format cannot hold are added to the errors."""
    for hand in hands:
        try:
            if to == "phh":
                text = f"[{totals.hands + 1}]\n{phh_text(hand)}\n"
            else:
                text = ohh_text(hand) + "\n" if to == "ohh" else pokerstars_text(hand)
        except ValueError as error:
            errors.append(ReadError(1, str(error), f"hand {hand.hand}"))
            continue
        gap = "\n" if totals.hands else ""
        totals.add(hand)
        yield gap + text


def _write(
    hands: Iterable[HandHistory],
    to: str,
    file: TextIO,
    totals: HistoryTotals,
    errors: list[ReadError],
) -> None:
    for text in _texts(hands, to, totals, errors):
        file.write(text)
