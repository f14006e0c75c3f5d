"""`fifthstreet doctor`: what is installed, and how fast it solves."""

from typing import Annotated

import typer

from fifthstreet.cli.options import AsJson, Threads
from fifthstreet.solvers.postflop.speed import measure_speed
from fifthstreet.views import installation_data, json_text
from fifthstreet.views.installation import print_installation
from fifthstreet.views.terminal import Terminal


def doctor_command(
    backend: Annotated[
        str, typer.Option(help="Backend to measure: auto, native or cuda.")
    ] = "native",
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Show what is installed, what this machine has, and how fast it solves a small spot."""
    with Terminal(stderr=True).status("solving a small spot"):
        speed = measure_speed(backend=backend, threads=threads)
    data = installation_data(speed, threads=threads)
    if as_json:
        typer.echo(json_text(data))
    else:
        print_installation(Terminal(), data)
