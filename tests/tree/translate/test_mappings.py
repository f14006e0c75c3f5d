"""Mappings: published values, and the axioms of Ganzfried & Sandholm 2013 in exact fractions."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.tree.translate import (
    Mapping,
    Nearest,
    NearestGeometric,
    Policy,
    PseudoHarmonic,
    PseudoHarmonicNearest,
    RandomArithmetic,
    RandomGeometric1,
    RandomGeometric2,
    Tolerance,
)

ALL: list[Mapping] = [
    Nearest(),
    NearestGeometric(),
    RandomArithmetic(),
    RandomGeometric1(),
    RandomGeometric2(),
    PseudoHarmonic(),
    PseudoHarmonicNearest(),
    Tolerance(),
]
RANDOM = [mapping for mapping in ALL if mapping.randomised]
# Where a size lies between its neighbours: 0 at the lower, 1 at the upper.
POSITIONS = st.integers(0, 60).map(lambda sixtieths: Fraction(sixtieths, 60))
# Sizes a < b as shares of the pot; a may be 0, a check.
INTERVALS = st.tuples(st.integers(0, 300), st.integers(1, 1500)).map(
    lambda ends: (Fraction(ends[0], 60), Fraction(ends[0] + ends[1], 60))
)
each = pytest.mark.parametrize("mapping", ALL, ids=lambda mapping: type(mapping).__name__)
each_random = pytest.mark.parametrize("mapping", RANDOM, ids=lambda mapping: type(mapping).__name__)


@pytest.mark.parametrize(
    ("a", "share"), [(0.001, 0.601), (0.01, 0.612), (0.05, 0.663), (0.1, 0.733)]
)
def test_published_values_of_the_pseudo_harmonic_mapping(a: float, share: float) -> None:
    assert PseudoHarmonic().share_of_lower(0.25, a, 1) == pytest.approx(share, abs=5e-4)


# Worked out by hand from the formulas: x = 1/2 between 1/4 and 1.
@pytest.mark.parametrize(
    ("mapping", "share"),
    [
        (Nearest(), 1),  # below 5/8
        (NearestGeometric(), 1),  # at sqrt(1/4) = 1/2
        (RandomArithmetic(), Fraction(2, 3)),
        (RandomGeometric1(), Fraction(1, 2)),  # equal shares at the geometric mean
        (RandomGeometric2(), Fraction(1, 2)),
        (PseudoHarmonic(), Fraction(5, 9)),  # (1/2)(5/4) / ((3/4)(3/2))
        (PseudoHarmonicNearest(), 1),  # below (1/4 + 1 + 1/2) / (13/4) = 7/13
        (Tolerance(), 1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_worked_out_by_hand(mapping: Mapping, share: Fraction) -> None:
    assert mapping.share_of_lower(Fraction(1, 2), Fraction(1, 4), Fraction(1)) == share


@each
@given(INTERVALS)
def test_exact_sizes_map_to_themselves(mapping: Mapping, ends: tuple[Fraction, Fraction]) -> None:
    a, b = ends
    assert mapping.share_of_lower(a, a, b) == 1
    assert mapping.share_of_lower(b, a, b) == 0


@each
@given(INTERVALS, POSITIONS, POSITIONS)
def test_shares_are_monotone_probabilities(
    mapping: Mapping, ends: tuple[Fraction, Fraction], t: Fraction, u: Fraction
) -> None:
    a, b = ends
    low, high = sorted((a + t * (b - a), a + u * (b - a)))
    first, second = (mapping.share_of_lower(x, a, b) for x in (low, high))
    assert 1 >= first >= second >= 0
    if mapping.randomised:
        assert isinstance(first, Fraction | int)


@each
@given(INTERVALS, POSITIONS, st.integers(2, 900).map(lambda n: Fraction(n, 30)))
def test_scale_free(
    mapping: Mapping, ends: tuple[Fraction, Fraction], t: Fraction, factor: Fraction
) -> None:
    a, b = ends
    x = a + t * (b - a)

    def scaled(size: Fraction) -> Fraction:
        # The pseudo-harmonic mapping works on 1 + x, the pot with the bet as a multiple of the pot
        # before it, so that is what must be scaled.
        if isinstance(mapping, PseudoHarmonic | PseudoHarmonicNearest):
            return factor * (1 + size) - 1
        return factor * size

    assume(scaled(a) >= 0)  # a bet cannot make the pot smaller
    if isinstance(mapping, PseudoHarmonicNearest):
        # The threshold is the harmonic mean of 1 + a and 1 + b, which scales with them.
        threshold = 2 / (1 / (1 + a) + 1 / (1 + b)) - 1
        assert mapping.share_of_lower(x, a, b) == (x <= threshold)
    assert mapping.share_of_lower(x, a, b) == mapping.share_of_lower(
        scaled(x), scaled(a), scaled(b)
    )


@each
@given(INTERVALS, st.integers(1, 59), POSITIONS)
def test_a_new_size_never_raises_the_share_of_a_neighbour(
    mapping: Mapping, ends: tuple[Fraction, Fraction], sixtieths: int, t: Fraction
) -> None:
    a, b = ends
    new = a + Fraction(sixtieths, 60) * (b - a)
    x = a + t * (b - a)
    before = mapping.share_of_lower(x, a, b)
    if x <= new:
        assert mapping.share_of_lower(x, a, new) <= before
    else:
        assert 1 - mapping.share_of_lower(x, new, b) <= 1 - before


@each_random
@given(st.integers(6, 240), st.integers(30, 240), POSITIONS)
def test_small_changes_of_the_sizes_change_little(
    mapping: Mapping, low: int, gap: int, t: Fraction
) -> None:
    a, b, small = Fraction(low, 60), Fraction(low + gap, 60), Fraction(1, 10**6)
    x = a + t * (b - a)
    before = mapping.share_of_lower(x, a, b)
    moved_lower = mapping.share_of_lower(max(x, a + small), a + small, b) - before
    moved_upper = mapping.share_of_lower(x, a, b + small) - before
    assert -1e-4 < moved_lower < 1e-4
    assert -1e-4 < moved_upper < 1e-4


@given(INTERVALS, POSITIONS)
def test_pseudo_harmonic_keeps_the_defence_frequency(
    ends: tuple[Fraction, Fraction], t: Fraction
) -> None:
    a, b = ends
    x = a + t * (b - a)
    share = PseudoHarmonic().share_of_lower(x, a, b)
    assert share / (1 + a) + (1 - share) / (1 + b) == 1 / (1 + x)


@given(INTERVALS, POSITIONS)
def test_pseudo_harmonic_nearest_picks_the_likelier_size(
    ends: tuple[Fraction, Fraction], t: Fraction
) -> None:
    a, b = ends
    x = a + t * (b - a)
    likelier = PseudoHarmonic().share_of_lower(x, a, b) >= Fraction(1, 2)
    assert PseudoHarmonicNearest().share_of_lower(x, a, b) == likelier


@given(INTERVALS, POSITIONS)
def test_random_arithmetic_keeps_the_mean(ends: tuple[Fraction, Fraction], t: Fraction) -> None:
    a, b = ends
    x = a + t * (b - a)
    share = RandomArithmetic().share_of_lower(x, a, b)
    assert share * a + (1 - share) * b == x


@pytest.mark.parametrize(
    ("x", "a", "b", "message"),
    [
        (1, 2, 1, "neighbours must be two sizes, the lower one first, got 2 and 1"),
        (1, 1, 1, "neighbours must be two sizes, the lower one first, got 1 and 1"),
        (1, -1, 1, "neighbours must be two sizes, the lower one first, got -1 and 1"),
        (3, 1, 2, "the size must be from 1 to 2, got 3"),
    ],
)
def test_bad_intervals(x: int, a: int, b: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        PseudoHarmonic().share_of_lower(x, a, b)


def test_bad_policies() -> None:
    with pytest.raises(InputError, match=r"more, one per street, got \(0\.1, 0\.1, 0\.1, -1\)"):
        Tolerance((0.1, 0.1, 0.1, -1))
    with pytest.raises(InputError, match="pot must be a share of 0 or more, got -1"):
        Policy().on(1, pot=-1)
    with pytest.raises(InputError, match=r"street must be 0 \(preflop\) to 3 \(river\), got 4"):
        Policy().on(4, pot=1)
    with pytest.raises(InputError, match="limits must be stack, pot, spr or tolerance, got 'pots'"):
        Policy().on(1, pots=1)
    with pytest.raises(InputError, match="poor_share must be 0 to 1, got 2"):
        Policy(poor_share=2)
    with pytest.raises(InputError, match="allin_factor must be at least 1, got 0"):
        Policy(allin_factor=0)
    with pytest.raises(InputError, match="limits must be 4, preflop to river, got 1"):
        Policy(limits=Policy().limits[:1])  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match=r"mapping must be one like PseudoHarmonic\(\), got 'nearest'"
    ):
        Policy("nearest")  # type: ignore[arg-type]
