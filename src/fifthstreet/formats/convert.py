"""Recognise the format of a file of this or another program, and convert it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.formats.hrc import read_hrc_node
from fifthstreet.formats.imported import ExportedText, ImportedSpot, RunSettings
from fifthstreet.formats.pio_config import FIRST_LINE, read_pio_config
from fifthstreet.formats.pio_report import pio_report_text
from fifthstreet.formats.pio_script import pio_script_text, read_pio_script
from fifthstreet.formats.range_texts import RANGE_STYLES
from fifthstreet.formats.texas_parameters import read_texas_parameters, texas_parameters_text
from fifthstreet.formats.texas_result import (
    TexasStrategy,
    read_texas_result,
    texas_result_text,
)
from fifthstreet.formats.text_lines import parse_json_object, read_file, read_text
from fifthstreet.solvers.postflop import (
    StoredFlops,
    load_flops,
    open_solution,
    read_spot,
    spot_toml,
)

READ = (
    *("toml", "pio", "pio-config", "texas"),  # spots
    *("solution", "texas-result"),  # strategies
    *("range", "weights", "hrc"),  # ranges
    "flops",  # solved flops
)
WRITTEN = ("toml", "pio", "texas", "texas-result", *RANGE_STYLES, "pio-report")
_RANGES, _SPOTS = ("range", "weights", "hrc"), ("toml", "pio", "texas")
_SUFFIXES = {".toml": "toml", ".json": "texas-result", ".csv": "pio-report"}
_SETTINGS = {
    "target_pot_percent": "the accuracy in percent of the pot",
    "max_iterations": "the number of iterations",
    "seconds": "the seconds to solve",
    "threads": "the number of threads",
    "save": "the file to save",
}
_KEPT_SETTINGS = {
    "pio": ("target_pot_percent",),
    "texas": ("target_pot_percent", "max_iterations", "threads"),
}
_NUMBERS = re.compile(r"[\s\d.,;eE+-]+")


@dataclass(frozen=True, repr=False)
class Converted:
    """A converted file."""

    text: str
    source: str  # the format that was read
    target: str  # the format of the text
    losses: tuple[str, ...]  # what the source has and the text does not

    def __repr__(self) -> str:
        return f"<Converted: {self.source} to {self.target}, {len(self.losses)} losses>"


def recognise(path: str | Path) -> str:
    """Return the format of a file, one of `READ`.

    Args:
        path: The file; its contents decide, except for the suffix `.solution`.

    Raises:
        InputError: If the file cannot be read, or its format is unknown.
    """
    path = Path(path)
    if path.suffix == ".solution":
        return "solution"
    text = read_text(path)
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("{"):
        return _json_format(start, path)
    lines = [line.strip() for line in start.splitlines() if line.strip()]
    names = {line.split()[0].lower() for line in lines if not line.startswith("#")}
    if names & {"set_range", "set_eff_stack", "add_line"}:
        return "pio"
    if names & {"set_effective_stack", "set_range_oop", "set_range_ip", "set_bet_sizes"}:
        return "texas"
    if lines and FIRST_LINE.match(lines[0]):
        return "pio-config"
    if re.search(r"^\s*board\s*=", text, re.MULTILINE):
        return "toml"
    if _NUMBERS.fullmatch(text) and len(text.split()) > 1:
        return "weights"
    try:
        Range(text)
    except InputError:
        raise InputError(
            f"{path}: unknown format: specify --from with one of {', '.join(READ)}"
        ) from None
    return "range"


def convert_file(
    source: str | Path,
    target: str | Path | None = None,
    *,
    from_format: str | None = None,
    to_format: str | None = None,
    spot: str | Path | None = None,
    action: str | None = None,
) -> Converted:
    """Convert a file to another format, and list what is lost.

    Args:
        source: The file to convert.
        target: A file name whose suffix chooses the format: `.toml`, `.json` or `.csv`. It is not
            written.
        from_format: One of `READ`; by default it is recognised.
        to_format: One of `WRITTEN`; by default it follows from `target`.
        spot: A file with the spot of a TexasSolver result, which does not contain it.
        action: An action in a decision of HRC, named as in a path, to convert its range. By default
            it is the range that reaches the decision.

    Returns:
        The new text, both formats and the losses.

    Raises:
        InputError: If a format is unknown, the file cannot be read, or it cannot be converted to
            the other format.
    """
    read = from_format or recognise(source)
    written = to_format or _SUFFIXES.get(Path(target or "").suffix, "")
    for name, formats in ((read, READ), (written, WRITTEN)):
        if name not in formats:
            names = ", ".join(formats)
            if not name:
                raise InputError(f"format of {target} is unknown: specify --to with one of {names}")
            raise InputError(f"format must be one of {names}, got {name!r}")
    if action is not None and read != "hrc":
        raise InputError(f"--action requires a file of hrc, got {read!r}")
    if read in _RANGES:
        return _converted_range(source, read, written, action)
    if read == "flops":
        return _result(read, written, _flops(load_flops(source), written))
    if written == "texas-result":
        return _result(read, written, _strategy(source, read, spot))
    imported = _spot(source, read, spot)
    losses = (*imported.losses, *_settings_losses(imported.settings, written))
    return _result(read, written, _spot_text(imported, read, written), losses)


def _result(
    read: str, written: str, exported: ExportedText, losses: tuple[str, ...] = ()
) -> Converted:
    return Converted(exported.text, read, written, (*losses, *exported.losses))


def _spot(source: str | Path, read: str, spot: str | Path | None) -> ImportedSpot:
    """Return the spot of a file."""
    if read == "toml":
        return ImportedSpot(read_spot(source))
    if read == "solution":
        return ImportedSpot(open_solution(source).spot, losses=("the strategy",))
    if read == "texas-result":
        return ImportedSpot(_read_result(source, spot).solved_spot, losses=("the strategy",))
    return _SPOT_READERS[read](source)


_SPOT_READERS: dict[str, Callable[[str | Path], ImportedSpot]] = {
    "pio": read_pio_script,
    "pio-config": read_pio_config,
    "texas": read_texas_parameters,
}


def _spot_text(imported: ImportedSpot, read: str, written: str) -> ExportedText:
    spot, settings = imported.spot, imported.settings
    given = {name: getattr(settings, name) for name in _KEPT_SETTINGS.get(written, ())}
    given = {name: value for name, value in given.items() if value is not None}
    if written == "toml":
        return ExportedText(spot_toml(spot))
    if written == "pio":
        return pio_script_text(spot, **given)
    if written == "texas":
        return texas_parameters_text(spot, **given)
    raise InputError(f"{read!r} can be converted to {', '.join(_SPOTS)}, got {written!r}")


def _settings_losses(settings: RunSettings, written: str) -> list[str]:
    kept = _KEPT_SETTINGS.get(written, ())
    return [
        f"{words}: {getattr(settings, name)}"
        for name, words in _SETTINGS.items()
        if name not in kept and getattr(settings, name) is not None
    ]


def _strategy(source: str | Path, read: str, spot: str | Path | None) -> ExportedText:
    if read == "texas-result":
        strategy = _read_result(source, spot)
        return ExportedText(texas_result_text(strategy, rounds=strategy.rounds) + "\n")
    if read != "solution":
        raise InputError(f"{read!r} has no strategy: convert a solution or texas-result")
    solution = open_solution(source)
    losses = (
        "the spot: board, pot, stacks, ranges and rake",
        "EVs and equities",
        f"the exploitability: {solution.exploitability}",
    )
    return ExportedText(texas_result_text(solution) + "\n", losses)


def _read_result(source: str | Path, spot: str | Path | None) -> TexasStrategy:
    if spot is None:
        raise InputError(f"{source} does not contain its spot: specify its file with --spot")
    return read_texas_result(source, _spot(spot, recognise(spot), None).spot)


def _flops(flops: StoredFlops, written: str) -> ExportedText:
    if written != "pio-report":
        raise InputError(f"'flops' can be converted to pio-report, got {written!r}")
    return pio_report_text(flops)


def _converted_range(source: str | Path, read: str, written: str, action: str | None) -> Converted:
    if written not in RANGE_STYLES:
        styles = ", ".join(RANGE_STYLES)
        raise InputError(f"{read!r} can be converted to {styles}, got {written!r}")
    losses: tuple[str, ...] = ()
    if read == "hrc":
        range_ = read_hrc_node(source).range(action)
        losses = ("EVs", "the ranges of other actions")
    else:
        range_ = read_file(source, Range)
    return Converted(RANGE_STYLES[written](range_) + "\n", read, written, losses)


def _json_format(text: str, path: Path) -> str:
    first = text.partition("\n")[0]
    if '"kind": "fifthstreet flops"' in first or '"kind":"fifthstreet flops"' in first:
        return "flops"
    try:
        data = parse_json_object(text)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    if "node_type" in data:
        return "texas-result"
    if "hands" in data:
        return "hrc"
    raise InputError(f"{path}: neither a result of TexasSolver nor a decision of HRC")
