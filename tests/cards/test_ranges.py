"""The range type: constructors, sizes, set operations, and the preflop order behind `top`."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from fifthstreet.cards import (
    CLASS_NAMES,
    CLASS_SIZES,
    HOLE_CLASS,
    HOLE_MASKS,
    Range,
    parse_hole,
    parse_mask,
    preflop_order,
)
from fifthstreet.errors import InputError
from tests.thoroughness import examples

RANGES = hnp.arrays(np.float32, 1326, elements=st.floats(0, 1, width=32)).map(Range)
MASKS = st.integers(0, 2**52 - 1)


def test_weights_are_float32_and_read_only() -> None:
    given_weights = np.zeros(1326)
    range_ = Range(given_weights)
    given_weights[0] = 1
    assert range_.weights.dtype == np.float32
    assert range_ == Range.empty()
    with pytest.raises(ValueError, match="read-only"):
        range_.weights[0] = 1
    with pytest.raises(AttributeError):
        range_.weights = given_weights  # type: ignore[misc, assignment]


@pytest.mark.parametrize("shape", [(1325,), (1326, 1), ()])
def test_wrong_shapes(shape: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match=r"weights must have shape \(1326,\), got"):
        Range(np.zeros(shape))


@pytest.mark.parametrize(
    ("weight", "shown"),
    [(float("nan"), "nan"), (-0.5, "-0.5"), (1.5, "1.5"), (float("inf"), "inf")],
)
def test_wrong_weights_name_the_hand(weight: float, shown: str) -> None:
    weights = np.zeros(1326)
    weights[parse_hole("AsKh")] = weight
    with pytest.raises(InputError, match=f"the weight of AsKh must be from 0 to 1, got {shown}"):
        Range(weights)
    with pytest.raises(InputError, match=f"the weight of AsKh must be from 0 to 1, got {shown}"):
        Range.from_hands(["AsKh"], weight)


def test_minus_zero_is_zero() -> None:
    minus = Range(np.full(1326, -0.0))
    assert minus == Range.empty()
    assert hash(minus) == hash(Range.empty())


def test_full_and_empty() -> None:
    assert (Range.full().combos, Range.full().percent, len(Range.full())) == (1326, 100, 1326)
    assert (Range.empty().combos, Range.empty().percent, len(Range.empty())) == (0, 0, 0)
    assert not Range.empty()
    assert Range.full()


def test_from_hands() -> None:
    mixed = Range.from_hands(["AsKh", "QQ", 1325, 0], 0.5)
    assert mixed == Range.parse("[50]AsKh,QQ,AsAh,2d2c[/50]")
    assert Range.from_hands(["AK", "76s"]) == Range.parse("AK,76s")
    assert Range.from_hands([]) == Range.empty()


def test_the_constructor_reads_text() -> None:
    assert Range("TT+, AKs:0.5") == Range.parse("TT+, AKs:0.5")
    assert Range(Range("AA")) == Range("AA")
    with pytest.raises(InputError, match="'A5s-A2s' or '15%', got 'AY'"):
        Range("AY")


def test_operators_take_text() -> None:
    opening = Range("TT+,AKs")
    assert opening | "99" == Range("99+,AKs")
    assert opening & "JJ+" == Range("JJ+")
    assert opening - "AKs" == Range("TT+")
    assert opening.without("AsAh") == opening.without(1 << 51 | 1 << 50)


def test_from_hands_rejects_text() -> None:
    with pytest.raises(InputError, match=r"hands must be a list, got the text 'AA,KK'"):
        Range.from_hands("AA,KK")


@pytest.mark.parametrize("hand", ["", "TT+", "QQ-TT", "15%", "random", "AKx", "As"])
def test_invalid_hand_texts(hand: str) -> None:
    for call in (
        Range.full().weight,
        Range.full().__contains__,
        lambda text: Range.from_hands([text]),
    ):
        with pytest.raises(
            ValueError, match=r"a hand must be like 'AsKh', 'AA', 'AKs' or 'AK', got .*"
        ):
            call(hand)


@pytest.mark.parametrize("hand", [-1, 1326])
def test_invalid_hand_indices(hand: int) -> None:
    with pytest.raises(InputError, match=f"a hand must be from 0 to 1325, got {hand}"):
        Range.full().weight(hand)


def test_weight_of_hands_and_classes() -> None:
    range_ = Range.parse("AKs,AsKs:0.5,QQ:0.25")
    assert range_.weight("AsKs") == range_.weight(parse_hole("KsAs")) == 0.5
    assert range_.weight("AKs") == 3.5 / 4
    assert range_.weight("AK") == 3.5 / 16
    assert range_.weight("QQ") == 0.25
    assert range_.weight("22") == 0


def test_contains() -> None:
    range_ = Range.parse("AKs,QsQh:0.25")
    assert "AKs" in range_
    assert "AsKs" in range_
    assert "QhQs" in range_
    assert "QQ" not in range_
    assert "AK" not in range_
    assert parse_hole("AhKh") in range_
    assert 0 not in range_


def test_iteration() -> None:
    range_ = Range.parse("AsKs:0.5,2d2c,76s:0.25")
    hands = [("2d2c", 1), ("7c6c", 0.25), ("7d6d", 0.25), ("7h6h", 0.25), ("7s6s", 0.25)]
    assert list(range_) == [*hands, ("AsKs", 0.5)]
    assert range_.hands().tolist() == [parse_hole(hand) for hand, _ in range_]
    assert len(range_) == 6
    assert range_.combos == 2.5
    assert range_.percent == pytest.approx(250 / 1326)


def test_grid() -> None:
    grid = Range.parse("AA:0.5,AKs,AKo:0.25,AsKs:0").grid()
    assert grid.shape == (13, 13)
    assert (grid[0, 0], grid[0, 1], grid[1, 0], grid[1, 1]) == (0.5, 0.75, 0.25, 0)


@given(range_=RANGES)
@settings(max_examples=examples(50), deadline=None)
def test_grid_adds_up_to_the_combos(range_: Range) -> None:
    assert (range_.grid().ravel() * CLASS_SIZES).sum() == pytest.approx(range_.combos)


@given(range_=RANGES, mask=MASKS)
@settings(max_examples=examples(50), deadline=None)
def test_dead_cards_remove_hands(range_: Range, mask: int) -> None:
    remaining = range_.without(mask)
    for hole in (0, 700, 1325):
        dead = int(HOLE_MASKS[hole]) & mask
        assert remaining.weight(hole) == (0 if dead else range_.weight(hole))
    assert remaining.without(mask) == remaining
    assert remaining & range_ == remaining


def test_without_a_board() -> None:
    assert Range.full().without(parse_mask("AsKd7c")).combos == 49 * 48 / 2
    assert Range.parse("AA").without(parse_mask("As")) == Range.parse("AhAd,AhAc,AdAc")
    with pytest.raises(InputError, match="a mask of cards must have only bits 0 to 51"):
        Range.full().without(1 << 52)


@given(a=RANGES, b=RANGES, c=RANGES)
@settings(max_examples=examples(50), deadline=None)
def test_set_laws(a: Range, b: Range, c: Range) -> None:
    assert a | b == b | a
    assert a & b == b & a
    assert a | (b | c) == (a | b) | c
    assert a & (b | c) == (a & b) | (a & c)
    assert a | a == a & a == a
    assert a - a == Range.empty()
    assert a - Range.empty() == a
    assert a | Range.full() == ~Range.empty()
    assert a & Range.full() == a
    assert (a - b) & a == a - b


def test_set_operations_on_weights() -> None:
    a, b = Range.parse("AA,KK:0.75"), Range.parse("KK:0.5,QQ")
    assert a | b == Range.parse("AA,KK:0.75,QQ")
    assert a & b == Range.parse("KK:0.5")
    assert a - b == Range.parse("AA,KK:0.25")
    assert b - a == Range.parse("QQ")
    assert ~a == Range.parse("random,AA:0,KK:0.25")
    assert a.scaled(0.5) == Range.parse("AA:0.5,KK:0.375")


@pytest.mark.parametrize("factor", [1.5, -1, float("nan")])
def test_scaled_stays_within_bounds(factor: float) -> None:
    with pytest.raises(InputError, match=r"the weight of .* must be from 0 to 1"):
        Range.parse("AA").scaled(factor)


@given(a=RANGES, b=RANGES)
@settings(max_examples=examples(50), deadline=None)
def test_equality_and_hash(a: Range, b: Range) -> None:
    assert (a == b) == bool((a.weights == b.weights).all())
    assert hash(a) == hash(Range(a.weights.tolist()))
    assert a != "AA"


@given(range_=RANGES)
@settings(max_examples=examples(50), deadline=None)
def test_copies_are_equal_and_read_only(range_: Range) -> None:
    for copied in (pickle.loads(pickle.dumps(range_)), copy.deepcopy(range_), copy.copy(range_)):
        assert copied == range_
        assert not copied.weights.flags.writeable


def test_repr() -> None:
    assert repr(Range.parse("AA , KK")) == "Range('KK+')"
    many = Range(np.linspace(0, 1, 1326))
    assert repr(many) == "<Range of 663.00 combos, 50.00%>"


def test_suit_symmetry() -> None:
    assert Range.parse("TT+,AKs:0.5,76").is_suit_symmetric
    assert Range.empty().is_suit_symmetric
    assert not Range.parse("TT+,AsKs").is_suit_symmetric
    assert not Range.parse("TT+,AsAh:0.5").is_suit_symmetric


@given(weights=hnp.arrays(np.float32, 169, elements=st.floats(0, 1, width=32)))
def test_classes_are_suit_symmetric(weights: np.ndarray[tuple[int], np.dtype[np.float32]]) -> None:
    assert Range(weights[HOLE_CLASS]).is_suit_symmetric


def test_preflop_order_is_complete_and_sorted() -> None:
    order = preflop_order()
    assert sorted(index for index, _ in order) == list(range(169))
    equities = [equity for _, equity in order]
    assert equities == sorted(equities, reverse=True)
    names = [CLASS_NAMES[index] for index, _ in order]
    assert names[:4] == ["AA", "KK", "QQ", "JJ"]
    assert names[-1] == "32o"


def test_preflop_equities_average_to_a_half() -> None:
    mean = sum(CLASS_SIZES[index] * equity for index, equity in preflop_order()) / 1326
    assert mean == pytest.approx(0.5, abs=1e-3)
    known = {"AA": 0.8520, "KK": 0.8240, "AKs": 0.6704, "72o": 0.3458, "32o": 0.3230}
    equities = {CLASS_NAMES[index]: equity for index, equity in preflop_order()}
    for name, equity in known.items():
        assert equities[name] == pytest.approx(equity, abs=3e-3)


def test_top_shares() -> None:
    assert Range.top(0) == Range.empty()
    assert Range.top(0.01) == Range.top(0.45) == Range.parse("AA")
    assert Range.top(0.9) == Range.parse("KK+")
    assert Range.top(100) == Range.full()


@given(percent=st.floats(0.5, 100))
@settings(max_examples=examples(50), deadline=None)
def test_top_is_the_nearest_share_of_whole_classes(percent: float) -> None:
    top = Range.top(percent)
    assert top.is_suit_symmetric
    # Classes have at most 12 combos, so some prefix is within 6 of any share.
    assert abs(top.combos - percent / 100 * 1326) <= 6 + 1e-9


@given(shares=st.tuples(st.floats(0, 100), st.floats(0, 100)))
@settings(max_examples=examples(50), deadline=None)
def test_a_larger_share_contains_the_smaller(shares: tuple[float, float]) -> None:
    small, large = Range.top(min(shares)), Range.top(max(shares))
    assert small & large == small


@pytest.mark.parametrize("percent", [-1, 100.5, float("nan")])
def test_invalid_shares(percent: float) -> None:
    with pytest.raises(
        ValueError, match=r"a share of hands must be from 0 to 100 percent, got .*%"
    ):
        Range.top(percent)
