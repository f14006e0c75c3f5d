"""`fifthstreet histories`: summarize and convert hand histories."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from fifthstreet.cli.command import Command, argument, option
from fifthstreet.cli.files import writing
from fifthstreet.cli.progress import ShareProgress
from fifthstreet.errors import InputError
from fifthstreet.game import notation
from fifthstreet.game.notation import HandHistory, ReadError
from fifthstreet.support.storage import replacing
from fifthstreet.support.terminal import Terminal
from fifthstreet.views import (
    AuditTotals,
    HistoryTotals,
    histories_data,
    print_errors,
    print_histories,
)

_FORMATS = ("phh", "ohh", "pokerstars")


class HistoriesCommand(Command):
    """Summarize hand histories of any site, or convert them to another format."""

    sources: list[Path] = argument(
        "Files, folders or zip files with hand histories; - reads stdin."
    )
    to: str | None = option(f"Convert the hands to a format: {', '.join(_FORMATS)}.")
    output: Path | None = option("File to write to; by default standard output.")
    player: str | None = option("Include only hands of this player.")
    audit: bool = option("Replay every hand by the rules; compare the stated stacks and rake.")

    def _execute(self) -> None:
        to, output, player = self.to, self.output, self.player
        if to is not None and to not in _FORMATS:
            raise InputError(f"--to must be one of {', '.join(_FORMATS)}, got {to!r}")
        if output is not None and to is None:
            raise InputError("--output requires --to")
        if to is not None and self.as_json:
            raise InputError("--to cannot be combined with --json")
        if self.audit and to is not None:
            raise InputError("--audit cannot be combined with --to")
        totals = HistoryTotals(audit=AuditTotals() if self.audit else None)
        errors: list[ReadError] = []
        with writing(output), ShareProgress("reading") as progress:
            sources = self.sources[0] if len(self.sources) == 1 else self.sources
            reader = notation.read_hands(sources, progress=progress.update)
            hands = (hand for hand in reader if player is None or player in (hand.players or ()))
            if to is None:
                for hand in hands:
                    totals.add(hand)
                    if totals.audit is not None:
                        totals.audit.add(hand, notation.audit_hand(hand))
            elif output is None:
                for text in _texts(hands, to, totals, errors):
                    sys.stdout.write(text)
            else:
                with replacing(output) as file:
                    for text in _texts(hands, to, totals, errors):
                        file.write(text.encode())
        errors = reader.errors + errors
        if not totals.hands:
            if errors:
                raise errors[0]
            raise InputError(
                "no hands found in the files: use hand histories of a site, PHH or OHH"
            )
        if to is not None:
            print_errors(Terminal(stderr=True), errors)
            return
        self.show(
            lambda: histories_data(totals, errors),
            lambda console: print_histories(console, totals, errors),
        )


def _texts(
    hands: Iterable[HandHistory], to: str, totals: HistoryTotals, errors: list[ReadError]
) -> Iterator[str]:
    """Yield the texts of hands; hands that the format cannot hold are added to the errors."""
    for hand in hands:
        try:
            if to == "phh":
                text = f"[{totals.hands + 1}]\n{notation.phh_text(hand)}\n"
            elif to == "ohh":
                text = notation.ohh_text(hand) + "\n"
            else:
                text = notation.pokerstars_text(hand)
        except InputError as error:
            errors.append(ReadError(1, str(error), f"hand {hand.hand}"))
            continue
        gap = "\n" if totals.hands else ""
        totals.add(hand)
        yield gap + text
