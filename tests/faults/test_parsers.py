"""Mutated texts for every parser: a result, or a one-line ValueError, within seconds.

The corpus is valid text of every kind; a seed makes each run the same.
"""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fifthstreet.cards import Range, parse_cards
from fifthstreet.cards.hands import matching_hands
from fifthstreet.cards.hole_patterns import parse_hands
from fifthstreet.cards.holes import parse_hole
from fifthstreet.cli.lock import parse_shares
from fifthstreet.game.chips import parse_chips
from fifthstreet.game.notation import read_hands
from fifthstreet.review.preflop import parse_ranges
from fifthstreet.solvers.postflop.spot.spot import parse_board
from fifthstreet.solvers.postflop.spot.spot_file import parse_spot
from fifthstreet.support.options import option_value
from fifthstreet.tree import TreeRules, build_tree, parse_path, parse_sizes, read_line
from tests.faults.programs import counts
from tests.game.notation.samples import EXPECTED, sample

TREE = build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=2))
CORPUS = Path(__file__).parent / "corpus"


def _read(text: str) -> object:
    reader = read_hands(text)
    hands = list(reader)
    return hands, [str(error) for error in reader.errors]


PARSERS: dict[str, Callable[[str], object]] = {
    "cards": parse_cards,
    "range": Range.parse,
    "classes": lambda text: matching_hands(text, "QsJh2h"),
    "path": parse_path,
    "line": lambda text: read_line(TREE, text),
    "sizes": parse_sizes,
    "option": option_value,
    "spot": parse_spot,
    "preflop": lambda text: parse_ranges(text, "file"),
    "phh": _read,
    "ohh": _read,
    "pokerstars": _read,
    "acpc": _read,
    "omaha": lambda text: parse_hands(text, 4),
    "hole": parse_hole,
    "board": parse_board,
    "chips": parse_chips,
    "lock": lambda text: parse_shares(TREE, 0, text),
}


def mutated(text: str, others: list[str], chance: random.Random) -> str:
    """Return text with parts removed, repeated, exchanged or replaced."""
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(text) + 1)
        end = min(at + chance.randrange(12), len(text))
        kind = chance.randrange(6)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:end] + text[at:end] * chance.choice([1, 2, 300]) + text[end:]
        elif kind == 2:
            other = chance.choice(others)
            start = chance.randrange(len(other) + 1)
            text = text[:at] + other[start : start + chance.randrange(30)] + text[end:]
        elif kind == 3:
            text = text[:at] + chance.choice(["9" * 400, "-1", "1e999", "nan", "\x00"]) + text[end:]
        elif kind == 4:
            text = text[:at] + chr(chance.choice([0x1B, 0xFF, 0x2028, 0x1F600, 0xDC80])) + text[at:]
        else:
            signs = "[](){}:;,'\"=%+-*/.#\n\t "
            text = text[:at] + chance.choice(signs) * chance.choice([1, 5, 3_000]) + text[end:]
    return text


@counts(40, 3_000)
@pytest.mark.parametrize("name", PARSERS)
def test_mutated_texts(name: str, count: int) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(CORPUS.glob(f"{name}*.txt"))]
    assert texts
    if len(texts) == 1 and "\n---\n" in texts[0]:
        texts = texts[0].split("\n---\n")
    assert_answers(PARSERS[name], texts, count)


SITES = sorted({name.partition("/")[0] for name in EXPECTED})


@counts(10, 1_000)
@pytest.mark.parametrize("site", SITES)
def test_mutated_logs(site: str, count: int) -> None:
    """Logs of every site; their samples are the corpus."""
    assert_answers(_read, [sample(name) for name in EXPECTED if name.startswith(site)], count)


def assert_answers(parse: Callable[[str], object], texts: list[str], count: int) -> None:
    """Assert that a parser answers texts, and mutations of them in time and in one line."""
    chance = random.Random(f"seed of {texts[0]}")
    for text in texts:
        parse(text)
    for _ in range(count):
        text = mutated(chance.choice(texts), texts, chance)
        message = ""
        start = time.process_time()
        try:
            parse(text)
        except ValueError as error:
            message = str(error)
        assert time.process_time() - start < 5, text[:200]
        assert "\n" not in message.strip("\n") or "\n" in text, message[:300]
