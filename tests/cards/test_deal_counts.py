"""Numbers of deals, in all and up to suits."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from fifthstreet.abstraction import HandIndex
from fifthstreet.cards import (
    HOLE_MASKS,
    NO_PERMUTATIONS,
    Range,
    canonical_rows,
    count_deals,
    parse_mask,
    stabiliser,
)
from fifthstreet.errors import InputError


@pytest.mark.parametrize(
    ("rounds", "count"),
    [
        ((2,), 169),
        ((2, 3), 1_286_792),
        ((2, 3, 1), 55_190_538),
        ((2, 3, 1, 1), 2_428_287_420),
        ((2, 4), 13_960_050),
        ((2, 5), 123_156_254),
        ((3,), 1_755),
        ((4,), 16_432),
        ((5,), 134_459),
    ],
)
def test_published_counts(rounds: tuple[int, ...], count: int) -> None:
    assert count_deals(rounds) == count


@pytest.mark.parametrize("rounds", [(3, 1), (3, 1, 1), (2, 2, 3), (1, 1, 1, 1), (4, 3), (1, 5)])
def test_as_many_as_indices(rounds: tuple[int, ...]) -> None:
    index = HandIndex(rounds)
    for last in range(len(rounds)):
        assert count_deals(rounds[: last + 1]) == index.size(last)


def test_every_deal_without_permutations() -> None:
    assert count_deals((2, 2, 3, 1), perms=NO_PERMUTATIONS) == (
        comb(52, 2) * comb(50, 2) * comb(48, 3) * 45
    )
    assert count_deals((), perms=NO_PERMUTATIONS) == count_deals(()) == 1


def test_many_players() -> None:
    assert count_deals((2,) * 9 + (3, 1, 1)) > 10**31
    full = Range.full()
    assert count_deals((3, 1, 1), ranges=[full, full]) == count_deals((2, 2, 3, 1, 1))


@pytest.mark.parametrize(
    ("board", "texts"),
    [
        ("QsJh2h", ("TT+,AKs", "22+,KQo")),
        ("QsJs2s", ("AsKs,99", "AhKh,AdKd,AcKc,77")),
        ("8s8h2c", ("88,A8s", "random")),
        ("7s5s3s", ("22", "22")),
    ],
)
def test_ranges_on_a_board_by_enumeration(board: str, texts: tuple[str, str]) -> None:
    dead = parse_mask(board)
    ranges = [Range(text) for text in texts]
    group = stabiliser([dead], ranges)
    first, second = (HOLE_MASKS[np.flatnonzero(range_.without(dead).weights)] for range_ in ranges)
    cards = [1 << card for card in range(52) if not dead >> card & 1]
    runouts = np.array(list(permutations(cards, 1)), np.uint64)
    pairs = np.array(
        [(a, b) for a in first.tolist() for b in second.tolist() if not a & b], np.uint64
    )
    rows = np.hstack([np.repeat(pairs, len(runouts), axis=0), np.tile(runouts, (len(pairs), 1))])
    rows = rows[(rows[:, 0] | rows[:, 1]) & rows[:, 2] == 0]
    assert count_deals((1,), ranges=ranges, dead=dead, perms=NO_PERMUTATIONS) == len(rows)
    assert count_deals((1,), ranges=ranges, dead=dead, perms=group) == len(
        canonical_rows(rows, group)[0]
    )


def test_boards_of_two_cards_by_enumeration() -> None:
    dead = parse_mask("QsJs2h")
    group = stabiliser([dead])
    live = [card for card in range(52) if not dead >> card & 1]
    rows = np.array([[1 << a | 1 << b] for a, b in combinations(live, 2)], np.uint64)
    assert count_deals((2,), dead=dead, perms=group) == len(canonical_rows(rows, group)[0])


def test_wrong_arguments() -> None:
    with pytest.raises(InputError, match=r"perms must leave the dead cards QsJh2h unchanged"):
        count_deals((1,), dead=parse_mask("QsJh2h"))
    with pytest.raises(InputError, match=r"perms must leave every range unchanged"):
        count_deals((1,), ranges=[Range("AsKs")])
    with pytest.raises(InputError, match=r"ranges must be at most 2, got 3"):
        count_deals((1,), ranges=[Range("AA")] * 3)
    with pytest.raises(InputError, match=r"rounds must have at least 1 card each, got \(2, 0\)"):
        count_deals((2, 0))
