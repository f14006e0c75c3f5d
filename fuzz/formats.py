"""Targets for the files of other solvers and of range tools."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from fifthstreet.cards import Range
from fifthstreet.formats import (
    ImportedSpot,
    TexasStrategy,
    parse_hrc_node,
    parse_pio_config,
    parse_pio_report,
    parse_pio_script,
    parse_texas_parameters,
    parse_texas_result,
    pio_script_text,
    recognise,
    texas_parameters_text,
)
from fifthstreet.formats.range_texts import RANGE_STYLES
from fifthstreet.formats.text_lines import read_file
from fifthstreet.tree import tree_size
from fuzz.files import temporary_file
from fuzz.target import Target, accepted, text_target

DATA = Path(__file__).parent.parent / "tests/formats/data"
_MAX_NODES = 2_000  # of trees that are written


def _check_script(text: str) -> None:
    _check_back(parse_pio_script(text))


def _check_parameters(text: str) -> None:
    _check_back(parse_texas_parameters(text))


def _check_back(imported: ImportedSpot) -> None:
    """Write a spot in both formats; PioSOLVER's comes back as it was."""
    spot = imported.spot
    tree_size(spot.rules, limit=_MAX_NODES)
    accepted(texas_parameters_text, spot)
    if (script := accepted(pio_script_text, spot)) is not None:
        again = parse_pio_script(script.text).spot
        assert (again.board, again.pot, again.stack) == (spot.board, spot.pot, spot.stack)
        assert again.ranges == spot.ranges


def _check_result(text: str) -> None:
    spot = parse_texas_parameters((DATA / "texas_turn.txt").read_text(encoding="utf-8")).spot
    with temporary_file(text.encode("utf-8", "surrogateescape")) as path:
        strategy = TexasStrategy(spot, read_file(path, parse_texas_result))
    tree = strategy.tree
    strategy.probabilities(0, ())
    assert len(tree) > 0


def _check_recognised(text: str) -> None:
    with temporary_file(text.encode("utf-8", "surrogateescape")) as path:
        assert recognise(path)


def _check_styles(text: str) -> None:
    range_ = Range.parse(text)
    for style in RANGE_STYLES.values():
        accepted(style, range_)


def _file(name: str) -> Callable[[], Iterator[str]]:
    return lambda: iter([(DATA / name).read_text(encoding="utf-8")])


def _scripts() -> Iterator[str]:
    from tests.formats.test_pio_script import HEAD

    yield HEAD
    yield HEAD + "clear_lines\nadd_line 0 0 0 0 0 41 112 257 553 975\nbuild_tree\n"


def _hrc() -> Iterator[str]:
    from tests.formats.test_ranges import NODE

    yield json.dumps(NODE)


def _reports() -> Iterator[str]:
    from tests.formats.test_pio_report import REPORT

    yield REPORT


def _any() -> Iterator[str]:
    yield from _scripts()
    yield from _hrc()
    for path in sorted(DATA.iterdir()):
        yield path.read_text(encoding="utf-8")[:4000]


def _ranges() -> Iterator[str]:
    yield from ("AA,KQs:0.5,76s", "22+,ATs+,[50]76s[/50]", "AsKs:0.25,15%")


TARGETS: list[Target] = [
    text_target("pio_script", _check_script, _scripts, 2048),
    text_target("pio_config", parse_pio_config, _file("pio_config.txt"), 8192),
    text_target("pio_report", parse_pio_report, _reports),
    text_target("texas_parameters", _check_parameters, _file("texas_turn.txt"), 2048),
    text_target("texas_result", _check_result, _file("texas_turn.json"), 16384),
    text_target("hrc", parse_hrc_node, _hrc, 8192),
    text_target("any_format", _check_recognised, _any, 4096),
    text_target("range_styles", _check_styles, _ranges, 512),
]
