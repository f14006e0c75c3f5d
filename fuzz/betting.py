"""Targets for bet sizes, paths, lines, spots and betting in a real hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from fifthstreet.cli.lock import parse_shares
from fifthstreet.game.flow import new_state
from fifthstreet.review.preflop import parse_ranges
from fifthstreet.solvers.postflop.spot.spot_file import parse_spot, spot_toml
from fifthstreet.tree import (
    BettingTree,
    Sizes,
    TreeRules,
    build_tree,
    parse_path,
    parse_sizes,
    read_line,
    sizes_text,
)
from fifthstreet.tree.translate import match_path
from fifthstreet.tree.translate.betting_text import history_text, play_history
from fuzz.cards import example_texts
from fuzz.target import Target, text_target


@cache
def _tree() -> BettingTree:
    return build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=2))


@cache
def _preflop_tree() -> BettingTree:
    rules = TreeRules(stacks=(100, 100), blinds=(1, 2), sizes=Sizes.uniform("100%, a"))
    return build_tree(replace(rules, max_raises=2))


def _check_path(text: str) -> None:
    steps = parse_path(text)
    assert parse_path(":".join(["r", *map(str, steps)])) == steps


def _check_sizes(text: str) -> None:
    sizes = parse_sizes(text)
    assert parse_sizes(sizes_text(sizes)) == sizes


def _check_line(text: str) -> None:
    tree = _tree()
    line = read_line(tree, text)
    assert 0 <= line.node < len(tree)


def _check_spot(text: str) -> None:
    spot = parse_spot(text)
    assert parse_spot(spot_toml(spot)) == spot


def _check_history(text: str) -> None:
    start = new_state((200, 150, 180), 1)
    state = play_history(start, text)
    assert history_text(play_history(start, history_text(state))) == history_text(state)


def _check_match(text: str) -> None:
    found = match_path(_preflop_tree(), new_state((100, 100), 1), text)
    assert 0 <= found.node < len(_preflop_tree())


def _histories() -> Iterator[str]:
    yield from ("b6:f:c/k:b8:c/k", "f:f", "b6:a:c:c", "b50%:f:c/", "c:c:k/k:k:k/k:k:k/k:k:b5:f:f")


def _paths() -> Iterator[str]:
    yield from ("r:c:k:nAsKd2c:k:b4:c:n3d:k:k", "c/b6/c/2c3c4c/k/b10/f", "b5:b15:a:c:n2c3c4c5c6c")


TARGETS: list[Target] = [
    text_target("path", _check_path, example_texts("path"), 512),
    text_target("line", _check_line, example_texts("line"), 256),
    text_target("sizes", _check_sizes, example_texts("sizes"), 256),
    text_target("shares", lambda text: parse_shares(_tree(), 0, text), example_texts("lock"), 256),
    text_target("match_path", _check_match, _paths, 256),
    text_target("betting_text", _check_history, _histories, 256),
    text_target("spot", _check_spot, example_texts("spot"), 2048),
    text_target(
        "preflop_ranges", lambda text: parse_ranges(text, "file"), example_texts("preflop"), 2048
    ),
]
