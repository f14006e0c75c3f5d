"""`fifthstreet range`: what a range holds."""

import json
from typing import Annotated

import typer
from rich.console import Console

from fifthstreet.cards import Range, mask_text, parse_mask
from fifthstreet.views.terminal import class_weights, weight_grid


def range_command(
    text: Annotated[str, typer.Argument(help="A range: 'TT+,AKs:0.5', '15%', random ...")],
    dead: Annotated[str, typer.Option(help="Cards whose hands are taken out.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Combos, percent, canonical text and a picture of a range."""
    dead_mask = parse_mask(dead)
    held = Range.parse(text).without(dead_mask)
    if as_json:
        facts = {
            "text": held.text(),
            "combos": held.combos,
            "percent": held.percent,
            "dead": mask_text(dead_mask),
            "grid": held.grid().tolist(),
            "hands": dict(held),
        }
        typer.echo(json.dumps(facts))
        return
    console = Console(highlight=False)
    console.print(weight_grid(class_weights(held.weights)))
    console.print(f"{held.combos:g} combos, {held.percent:.2f}% of hands")
    console.print(held.text(), style="bold", soft_wrap=True)
