"""Smaller trees: they fit, and what they leave out is what they say."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.postflop import Spot, estimate
from fifthstreet.solvers.postflop.solving.smaller import SmallerSpot, smaller_spot
from fifthstreet.tree import SEAT_NAMES, STREET_NAMES, Menu, Sizes
from fifthstreet.tree.strategy import Lock
from tests.thoroughness import examples

BETS = st.lists(st.sampled_from(["25%", "33%", "50%", "75%", "125%", "a"]), max_size=4, unique=True)
RAISES = st.lists(st.sampled_from(["2.5x", "60%", "a"]), max_size=2, unique=True)
MENUS = st.builds(lambda bets, raises: Menu.of(", ".join(bets), ", ".join(raises)), BETS, RAISES)
LIMITS = st.none() | st.integers(0, 5) | st.tuples(*[st.integers(0, 5)] * 4)


@st.composite
def spots(draw: st.DrawFn) -> Spot:
    """A spot with amounts in chips or cents, a menu for each player and street, and options."""
    board = draw(st.sampled_from(["QsJh2h", "QsJh2h7c", "QsJh2h7c4d"]))
    unit = draw(st.sampled_from([1.0, 0.01, 5.0]))
    sizes = [Sizes.by_street({at: draw(MENUS) for at in (1, 2, 3)}) for _ in range(2)]
    return Spot.of(
        board,
        round(draw(st.integers(5, 40)) * unit, 2),
        round(draw(st.integers(1, 400)) * unit, 2),
        oop="AA,KQs,T9s:0.5",
        ip="QQ,AJs",
        sizes=Sizes.by_player(sizes),
        chip=unit,
        max_raises=draw(LIMITS),
        merge=draw(st.sampled_from([0.0, 0.1, 0.5])),
        force_allin=draw(st.sampled_from([0.0, 0.15, 0.6])),
        locks=draw(st.sampled_from([(), (Lock("r", {"k": 1.0}),)])),
    )


def bytes_of(spot: Spot, precision: str) -> int:
    size = estimate(spot)
    return size.bytes[precision] + size.tree_bytes


def has(found: SmallerSpot, start: str) -> bool:
    return any(words.startswith(start) for words in found.left_out)


@settings(max_examples=examples(60))
@given(spot=spots(), share=st.floats(0.01, 1.1))
def test_smaller_spots_fit_and_say_what_they_leave_out(spot: Spot, share: float) -> None:
    size = estimate(spot)
    memory = int(share * bytes_of(spot, "float32"))
    found = smaller_spot(spot, memory)
    if found is None:
        return
    assert found.bytes == bytes_of(found.spot, found.precision) <= memory
    assert estimate(found.spot).nodes <= size.nodes
    old, new = spot.rules, found.spot.rules
    # What must not change.
    assert (found.spot.board, found.spot.ranges, found.spot.rake) == (
        *(spot.board, spot.ranges, spot.rake),
    )
    for name in ("pot", "stacks", "chip", "add_allin", "min_bet", "first_street", "last_street"):
        assert getattr(new, name) == getattr(old, name)
    # What changes is said, and what is said has changed.
    assert has(found, "float32 tables") == (found.precision == "int16")
    assert has(found, "locks") == (spot.locks != found.spot.locks)
    assert has(found, "sizes closer than 30%") == (old.merge != new.merge)
    assert has(found, "bets that leave") == (old.force_allin != new.force_allin)
    is_limited = has(found, "more than") or has(found, "raises: one bet")
    assert is_limited == (old.raise_limits != new.raise_limits)
    for limit, lower in zip(old.raise_limits, new.raise_limits, strict=True):
        assert lower is limit or (lower is not None and (limit is None or lower <= limit))
    for player, seat in enumerate(SEAT_NAMES):
        for street in range(spot.street, 4):
            before, after = (rules.sizes.menu(player, street) for rules in (old, new))
            said = has(found, f"{seat} sizes on the {STREET_NAMES[street]}: ")
            assert said == (before != after)
            assert set(after.bet) <= set(before.bet)
            assert set(after.raise_) <= set(before.raise_)
            if said:
                last = [words for words in found.left_out if words.startswith(f"{seat} sizes")]
                assert any(words.endswith(f"; kept {after}") for words in last)


@settings(max_examples=examples(40))
@given(spot=spots(), share=st.floats(0.01, 0.9))
def test_nothing_is_left_out_in_vain(spot: Spot, share: float) -> None:
    found = smaller_spot(spot, int(share * bytes_of(spot, "float32")))
    if found is None:
        return
    assert smaller_spot(spot, found.bytes) == found
    more = smaller_spot(spot, found.bytes + 1)
    assert more is not None
    assert more.left_out == found.left_out[: len(more.left_out)]
    if found.left_out and not spot.locks:  # with one byte less, more has to go
        less = smaller_spot(spot, found.bytes - 1)
        assert less is None or less.left_out[: len(found.left_out)] == found.left_out


def test_spot_that_fits_is_left_as_it_is() -> None:
    spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA", ip="KK")
    found = smaller_spot(spot, 1 << 40)
    assert found == SmallerSpot(spot, "float32", bytes_of(spot, "float32"), ())
    assert smaller_spot(spot, 1) is None


def test_limits_of_each_street_are_kept_where_they_are_lower() -> None:
    spot = Spot.of(
        "QsJh2h", 100, 9000, oop="AA,KQs", ip="QQ,AJs", bets="50%", max_raises=(0, 1, 4, 9)
    )
    found = smaller_spot(spot, bytes_of(spot, "int16") - 1)
    assert found is not None
    assert found.spot.rules.max_raises == (0, 1, 3, 3)
    assert found.left_out[-1] == "more than 3 bets and raises on a street"


@pytest.mark.slow
def test_trees_too_large_to_count() -> None:
    spot = Spot.of(
        "QsJh2h",
        *(10, 100_000),
        oop="random",
        ip="random",
        bets="20%, 33%, 50%, 75%, 100%, 150%, a",
        raises="50%, 75%, 100%, a",
    )
    assert estimate(spot).is_lower_bound
    found = smaller_spot(spot, 4_000_000_000)
    assert found is not None
    assert found.bytes <= 4_000_000_000
    assert not estimate(found.spot).is_lower_bound


@pytest.mark.parametrize("name", ["added", "removed"])
def test_single_lines_go_first(name: str) -> None:
    lines = {"added": ("r:k:b37",), "removed": ("r:b50",)}
    plain = Spot.of("QsJh2h7c", 100, 900, oop="AA,KQs", ip="QQ,AJs", bets="50%, 100%")
    spot = plain.with_rules(**{name: lines[name]})
    found = smaller_spot(spot, bytes_of(spot, "int16") - 1)
    assert found is not None
    assert found.left_out[1] == f"{name} lines"
    assert found.spot.rules.added == found.spot.rules.removed == ()
