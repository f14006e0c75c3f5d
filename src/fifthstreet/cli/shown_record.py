"""The course engine's record on standard output, hand by hand while a match is played."""

import sys

import typer

from fifthstreet.arena import KeptHand, RecordBlocks, RecordSummary

_PROMPT = "Press Enter to continue, Ctrl-C to stop. "


class ShownRecord:
    """Prints the record of each hand as soon as it is over, and pauses after some of them."""

    def __init__(self, hands_per_pause: int | None) -> None:
        """Set the number of hands from one pause to the next; None for no pauses."""
        self._hands_per_pause = hands_per_pause
        self._blocks = RecordBlocks()
        self._summary = RecordSummary()

    def show(self, hand: KeptHand) -> None:
        """Print a hand; pause if it is the turn."""
        block = self._blocks.block(hand)
        self._summary.add(block)
        typer.echo(block.text())
        if self._hands_per_pause and self._summary.hand_count % self._hands_per_pause == 0:
            self._pause()

    def finish(self) -> None:
        """Print ranks, earnings and rates of all hands that were shown."""
        typer.echo(self._summary.text())

    def _pause(self) -> None:
        """Wait for a line of input; at the end of the input, there are no more pauses."""
        typer.echo(_PROMPT, err=True, nl=False)
        if sys.stdin is None or not sys.stdin.readline():
            self._hands_per_pause = None
            typer.echo(err=True)
