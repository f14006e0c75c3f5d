"""`fifthstreet convert`: convert files of other programs."""

from pathlib import Path
from typing import Annotated

import typer

from fifthstreet.cli.files import check_writable, show_and_save, text_save
from fifthstreet.cli.options import AsJson
from fifthstreet.interop.files.convert import READ, WRITTEN, convert_file
from fifthstreet.views import json_text
from fifthstreet.views.terminal import Terminal, print_notes


def convert_command(
    source: Annotated[
        Path,
        typer.Argument(
            help="A spot, strategy, range or solved flops, of this program or of PioSOLVER, "
            "TexasSolver or HRC. The format is recognised."
        ),
    ],
    target: Annotated[Path, typer.Argument(help="File to write.")],
    from_format: Annotated[
        str | None, typer.Option("--from", help=f"Format to read: {', '.join(READ)}.")
    ] = None,
    to_format: Annotated[
        str | None,
        typer.Option(
            "--to",
            help=f"Format to write: {', '.join(WRITTEN)}. By default from the name of the target: "
            ".toml is toml, .json is texas-result, .csv is pio-report.",
        ),
    ] = None,
    spot: Annotated[
        Path | None,
        typer.Option(help="File with the spot of a TexasSolver result, which does not contain it."),
    ] = None,
    action: Annotated[
        str | None,
        typer.Option(help="Action whose range is wanted, in a decision of HRC, like f or b2.5."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Convert files between this program and others, and show what is lost."""
    check_writable(target)
    converted = convert_file(
        *(source, target),
        from_format=from_format,
        to_format=to_format,
        spot=spot,
        action=action,
    )
    console = Terminal()

    def show() -> None:
        if as_json:
            data = {
                "source": str(source),
                "target": str(target),
                "from": converted.source,
                "to": converted.target,
                "losses": list(converted.losses),
            }
            typer.echo(json_text(data))
        else:
            console.print(f"{converted.source} to {converted.target}", soft_wrap=True)
            for loss in converted.losses:
                console.print(f"lost: {loss}", soft_wrap=True)

    notes = show_and_save(show, [text_save(target, lambda: converted.text)])
    if not as_json:
        print_notes(console, notes)
