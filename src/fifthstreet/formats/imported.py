"""Spots read from files of other programs, texts written for them, and what is lost."""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.solvers.postflop import Spot


@dataclass(frozen=True)
class RunSettings:
    """How another program was to solve, as far as its file states it."""

    target_pot_percent: float | None = None  # exploitability to reach
    max_iterations: int | None = None
    seconds: float | None = None
    threads: int | None = None
    save: str | None = None  # the file that the program was to write


@dataclass(frozen=True, repr=False)
class ImportedSpot:
    """A spot that was read from a file of another program."""

    spot: Spot
    settings: RunSettings = RunSettings()
    losses: tuple[str, ...] = ()  # what the file has and the spot does not

    def __repr__(self) -> str:
        return f"<ImportedSpot: {self.spot!r}, {len(self.losses)} losses>"


@dataclass(frozen=True, repr=False)
class ExportedText:
    """A file for another program."""

    text: str
    losses: tuple[str, ...] = ()  # what the file does not contain

    def __repr__(self) -> str:
        return f"<ExportedText: {self.text.count(chr(10)):,} lines, {len(self.losses)} losses>"
