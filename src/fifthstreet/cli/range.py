"""`fifthstreet range`: the hands of a range."""

from pathlib import Path
from typing import Annotated

import typer

from fifthstreet.cards import mask_of, mask_text, parse_cards, parse_mask
from fifthstreet.cli.files import check_writable, show_and_save, text_save
from fifthstreet.cli.options import AsJson
from fifthstreet.hands import classify, matching_hands
from fifthstreet.views import json_text, range_data, range_svg
from fifthstreet.views.range import print_range
from fifthstreet.views.terminal import Terminal, print_notes


def range_command(
    text: Annotated[str, typer.Argument(help="A range, like 'TT+,AKs:0.5', '15%' or random.")],
    dead: Annotated[str, typer.Option(help="Remove hands that hold one of these cards.")] = "",
    board: Annotated[
        str,
        typer.Option(
            help="Three to five cards: show made hands and draws on them, and accept classes like "
            "'top pair & A♥x♥'. Their hands are removed as well."
        ),
    ] = "",
    svg: Annotated[Path | None, typer.Option(help="Write the grid to an SVG file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a range: its grid, how many combos it has, and its canonical text."""
    check_writable(svg)
    dead_mask = parse_mask(dead)
    cards = parse_cards(board)
    classes = classify(cards) if cards else None
    held = matching_hands(text, cards).without(dead_mask | mask_of(cards))
    console = Terminal()

    def show() -> None:
        if as_json:
            data = range_data(held, classes) | {"dead": mask_text(dead_mask)}
            typer.echo(json_text(data))
        else:
            print_range(console, held, classes)

    saved = show_and_save(show, [text_save(svg, lambda: range_svg(held))])
    if not as_json:
        print_notes(console, saved)
