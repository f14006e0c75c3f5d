"""`fifthstreet convert`: convert files of other programs."""

from pathlib import Path

from fifthstreet.cli.command import Command, argument, option
from fifthstreet.cli.files import check_writable, text_save
from fifthstreet.formats import READ, WRITTEN, convert_file
from fifthstreet.support.terminal import Terminal


class ConvertCommand(Command):
    """Convert files between this program and others, and list the losses."""

    source: Path = argument(
        "A spot, strategy, range or solved flops, of this program or of PioSOLVER, TexasSolver or "
        "HRC. The format is recognised."
    )
    target: Path = argument("File to write.")
    from_format: str | None = option(f"Format to read: {', '.join(READ)}.", name="--from")
    to_format: str | None = option(
        f"Format to write: {', '.join(WRITTEN)}. By default by the suffix of the target: "
        ".toml is toml, .json is texas-result, .csv is pio-report.",
        name="--to",
    )
    spot: Path | None = option("File with the spot of a TexasSolver result.")
    action: str | None = option("Action of an HRC decision whose range is written, like f or b2.5.")

    def _execute(self) -> None:
        check_writable(self.target)
        converted = convert_file(
            *(self.source, self.target),
            from_format=self.from_format,
            to_format=self.to_format,
            spot=self.spot,
            action=self.action,
        )
        data = {
            "source": str(self.source),
            "target": str(self.target),
            "from": converted.source,
            "to": converted.target,
            "losses": list(converted.losses),
        }

        def print_losses(console: Terminal) -> None:
            console.print(f"{converted.source} to {converted.target}", soft_wrap=True)
            for loss in converted.losses:
                console.print(f"lost: {loss}", soft_wrap=True)

        self.show(lambda: data, print_losses, text_save(self.target, lambda: converted.text))
