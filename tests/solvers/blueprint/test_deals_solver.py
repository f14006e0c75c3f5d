"""The sampler's surface: strategies, memory, runs, and what it refuses."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import Range, parse_hole
from fifthstreet.solvers.blueprint.deals import DealsProgress, DealsSolver
from fifthstreet.solvers.postflop import Lock, Spot
from fifthstreet.solvers.postflop.evaluate import judge
from tests.solvers.blueprint.small_spots import FLOP, RIVER, TURN, WIDE_RIVER


def test_a_strategy_by_path_hand_and_board() -> None:
    solver = DealsSolver(TURN, batch=64)
    solver.run(iterations=5_000)
    named = solver.strategy("r:k:k:n2c", "AdJd")
    given = solver.strategy("r:k:k:n", "AdJd", "AsTs4h7h2c")
    assert named == given
    assert sum(named.values()) == pytest.approx(1)
    rows = solver.node("r:k:k:n2c")
    assert list(named.values()) == rows[:, parse_hole("AdJd")].tolist()
    assert np.isnan(rows[:, parse_hole("As2d")]).all()


def test_uniform_where_nothing_was_seen() -> None:
    assert set(DealsSolver(RIVER).strategy("r", "AcAd").values()) == {0.5}


def test_memory_is_counted_and_16_bits_take_less() -> None:
    full, half = (
        DealsSolver(FLOP, precision=name, any_board=True) for name in ("float32", "bfloat16")
    )
    for solver in (full, half):
        solver.run(iterations=60_000)
    assert full.information_sets > 100_000
    assert half.table_bytes < 0.9 * full.table_bytes
    assert full.memory > full.table_bytes
    assert 20 < full.table_bytes / full.information_sets < 60


def test_a_memory_limit_stops_before_anything_is_lost() -> None:
    limit = 10_000_000
    solver = DealsSolver(FLOP, memory_limit=limit, batch=256, any_board=True)
    with pytest.raises(MemoryError, match="want a higher memory_limit"):
        solver.run(iterations=10_000_000)
    assert 0.7 * limit < solver.memory <= limit
    assert solver.iteration % 256 == 0
    # What was found is there, and with more room it goes on to the same bits.
    roomy = DealsSolver(FLOP, batch=256, any_board=True)
    roomy.restore(solver.state())
    roomy.run(iterations=2_560)
    through = DealsSolver(FLOP, batch=256, any_board=True)
    through.run(iterations=roomy.iteration)
    assert np.array_equal(roomy.state()["rows"], through.state()["rows"])


def test_a_memory_limit_holds_in_lock_free_mode() -> None:
    solver = DealsSolver(FLOP, memory_limit=8_000_000, batch=256, lock_free=True, any_board=True)
    with pytest.raises(MemoryError, match="8 MB"):
        solver.run(iterations=10_000_000)
    assert solver.memory <= 8_000_000


def test_progress_is_told_and_may_stop() -> None:
    heard: list[DealsProgress] = []

    def stop(progress: DealsProgress) -> bool:
        heard.append(progress)
        return False

    solver = DealsSolver(WIDE_RIVER)
    solver.run(seconds=60, progress=stop)
    assert heard[0].iteration == solver.iteration > 0
    assert heard[0].information_sets == solver.information_sets


def test_a_run_keeps_to_its_seconds() -> None:
    solver = DealsSolver(WIDE_RIVER)
    solver.run(seconds=0.2)
    assert solver.iteration > 1024
    solver.run(seconds=0)


BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"threads": 0}, "threads must be 1 or more, not 0"),
    ({"batch": 0}, "batch is 0; want 1 traversal or more"),
    ({"seed": -1}, "seed is -1; want 0 to"),
    ({"precision": "float64"}, "no precision 'float64'; want float32 or bfloat16"),
    ({"weighting": "linear"}, "weighting is 'linear'; want Uniform"),
    ({"memory_limit": 0}, "memory_limit is 0; want 1 byte or more"),
    ({"deal": ("AsAc", "KdKc")}, "no hands of oop are left"),
    ({"deal": ("KdKc", "KdKh")}, "share no card"),
    ({"deal": ("KdK", "QdQh")}, "K"),
    ({"runout": "2c"}, "runout is '2c'; want 0 cards"),
    ({"any_board": True}, "want a flop's tree"),
]


@pytest.mark.parametrize(("options", "text"), BAD_OPTIONS)
def test_bad_options_in_one_line(options: dict[str, Any], text: str) -> None:
    board = "AsTs4h7h2c"
    spot = Spot.of(board, 20, 60, oop="AA,KK", ip="QQ", bets="50%")
    with pytest.raises(ValueError, match=text) as caught:
        DealsSolver(spot, **options)
    assert "\n" not in str(caught.value)


def test_bad_spots_in_one_line() -> None:
    locked = replace(RIVER, locks=(Lock("r", {"k": 1.0}),))
    with pytest.raises(ValueError, match="the spot has locks"):
        DealsSolver(locked)
    nobody = replace(FLOP, ranges=(Range.parse("7d7c"), FLOP.ranges[1]))
    with pytest.raises(ValueError, match="no hands of oop are left"):
        DealsSolver(nobody, runout="7dTc")
    with pytest.raises(ValueError, match="want one or the other"):
        DealsSolver(FLOP, runout="7dTc", any_board=True)
    rarely = Spot.of("AsTs4h7h2c", 20, 60, oop="KcKd", ip="KcKh,QQ:0.00001", bets="50%")
    with pytest.raises(ValueError, match="of all pairs of hands share no card"):
        DealsSolver(rarely)


def test_bad_questions_in_one_line() -> None:
    solver = DealsSolver(TURN)
    questions: list[tuple[Callable[[], object], str]] = [
        (lambda: solver.run(), "want iterations or seconds"),
        (lambda: solver.run(iterations=-1), "iterations is -1"),
        (lambda: solver.run(seconds=-1.0), "seconds is -1"),
        (lambda: solver.strategy("r:k:k:n", "AdJd"), "want 5 different cards"),
        (lambda: solver.strategy("r", "AsJs"), "shares a card with the board"),
        (lambda: solver.strategy("r", "AdJd", "AsTs4h7d"), "want one that goes on from AsTs4h7h"),
        (lambda: solver.node("r:k:k"), "nobody acts"),
        (lambda: solver.node("r:x"), "not a step"),
    ]
    for ask, text in questions:
        with pytest.raises(ValueError, match=text):
            ask()


def test_a_state_of_another_game_is_refused() -> None:
    solver = DealsSolver(TURN)
    solver.run(iterations=1)
    state = solver.state()
    with pytest.raises(ValueError, match="the state has another spot"):
        DealsSolver(FLOP).restore(state)
    with pytest.raises(ValueError, match="the state has another seed"):
        DealsSolver(TURN, seed=1).restore(state)
    with pytest.raises(ValueError, match="rows are damaged"):
        DealsSolver(TURN).restore({**state, "rows": state["rows"][:-1]})
    with pytest.raises(ValueError, match="rows are damaged"):
        DealsSolver(TURN).restore({**state, "rows": ~state["rows"]})


def test_sampled_flops_and_known_runouts_are_not_judged_exactly() -> None:
    with pytest.raises(ValueError, match="no sampled flops"):
        judge(DealsSolver(FLOP, any_board=True))
    with pytest.raises(ValueError, match="is never seen"):
        judge(DealsSolver(TURN, runout="2c"))


def test_a_cap_below_one_bet_is_refused() -> None:
    spot = Spot.of("AsTs4h7h2c", 20, 60, oop="AA,KK", ip="QQ", bets="50%", max_raises=0)
    with pytest.raises(ValueError, match="max_raises is 0, so that nobody can bet; want 1 or more"):
        DealsSolver(spot)
    with pytest.raises(ValueError, match="max_raises -1; want 0 or more"):
        DealsSolver(replace(spot, max_raises=-1))
