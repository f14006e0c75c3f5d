"""Spots that cannot be solved are refused in one line, before tables take memory."""

import sys
from typing import Any

import pytest

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solver, Spot, card_report, estimate
from fifthstreet.solvers.postflop.backends.tables import Tables
from fifthstreet.solvers.postflop.solving import solver as solver_module
from fifthstreet.tree.strategy import Lock

GOOD: dict[str, Any] = {
    "board": "QsJh2h7c",
    "pot": 100,
    "stack": 200,
    "oop": "AA,KQs",
    "ip": "QQ,AJs",
    "bets": "50%",
}


def make(changes: dict[str, Any]) -> Solver:
    """Make a solver for the good spot with some changes."""
    arguments = GOOD | {name: value for name, value in changes.items() if name not in OPTIONS}
    spot = Spot.of(**arguments)
    return Solver(spot, **{name: changes[name] for name in OPTIONS if name in changes})


OPTIONS = ("precision", "backend", "threads")
LOCKED = {"k": 0.5, "b50": 0.5}

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "card twice": ({"board": "QsJhQs7c"}, "board: .*Qs"),
    "two cards": ({"board": "QsJh"}, "board must have 3 to 5 cards, got 2"),
    "six cards": ({"board": "QsJh2h7c4d3d"}, "board must have 3 to 5 cards, got 6"),
    "not a card": ({"board": "QsJh2x"}, "board: "),
    "no range": ({"oop": ""}, "ranges.oop"),
    "not a range": ({"ip": "ZZ"}, "ranges.ip: .*ZZ"),
    "range on the board": ({"oop": "QsJh,7c2h"}, "ranges.oop: no hand in the range is possible"),
    "ranges that never meet": ({"oop": "AsAh,AsKd", "ip": "AsQd"}, "ranges: every hand of oop"),
    "no pot": ({"pot": 0}, "pot must be a positive number of chips, got 0"),
    "negative pot": ({"pot": -5}, "pot must be a positive number of chips, got -5"),
    "infinite pot": ({"pot": float("inf")}, "pot must be a positive number of chips, got inf"),
    "pot that is not a number": (
        {"pot": float("nan")},
        "pot must be a positive number of chips, got nan",
    ),
    "no stack": ({"stack": 0}, "stack must be a positive number of chips, got 0"),
    "negative stack": ({"stack": -1}, "stack must be a positive number of chips, got -1"),
    "half a chip": ({"stack": 10.5, "chip": 1}, r"must be a multiple of the chip, 1, got 10\.5"),
    "unknown size": (
        {"bets": "50%, big"},
        r"20c3r, e, 2e, 3e200%, 33%\*1\.5:4, 3x r2 or a, got 'big'",
    ),
    "bet in multiples": ({"bets": "2x"}, "2x must be a raise, not a bet: no bet is before it"),
    "bet of zero": ({"bets": "0%"}, "pot must be more than 0 and at most 1,000,000,000, got 0%"),
    "bet below the minimum": (
        {"added": ("r:b5",), "min_bet": 10.0},
        "added path 'r:b5': the amount after 'r' must be 10 to 200, got 'b5'",
    ),
    "bet above the stack": ({"added": ("r:b500",)}, "after 'r' must be 1 to 200, got 'b500'"),
    "removed path that is not in the tree": (
        {"removed": ("r:b33",)},
        "removed path 'r:b33': .*not in the tree",
    ),
    "minimum bet of zero": ({"min_bet": 0.0}, "min_bet must be 1 to 1,000,000,000 chips, got 0"),
    "negative threshold": ({"merge": -0.1}, r"be a share of 0 or more, like 0\.15, got -0\.1"),
    "lock on an unknown node": ({"locks": (Lock("r:b77", {"f": 1.0}),)}, "of k, b50, got 'b77'"),
    "lock on a deal": ({"locks": (Lock("r:k:k", {"k": 1.0}),)}, "to a decision, got 'r:k:k'"),
    "lock on an end": (
        {"locks": (Lock("r:b50:f", {"k": 1.0}),)},
        "lock path must lead to a decision, got 'r:b50:f'",
    ),
    "lock on an unknown action": (
        {"locks": (Lock("r", {"k": 0.5, "b77": 0.5}),)},
        "lock 'r': actions must be k, b50, got 'b77'",
    ),
    "lock on a card of the board": (
        {"locks": (Lock("r:k:k:n7c", LOCKED),)},
        "lock 'r:k:k:n7c': 7c is on the board",
    ),
    "unknown precision": (
        {"precision": "float16"},
        "precision must be float32 or int16, got 'float16'",
    ),
    "unknown backend": (
        {"backend": "abacus"},
        "backend must be one of auto, native.*, got 'abacus'",
    ),
    "no threads": ({"threads": 0}, "threads must be at least 1, got 0"),
}


def no_tables(*args: Any, **kwargs: Any) -> Tables:
    raise AssertionError("tables were made")


@pytest.mark.parametrize("name", list(BAD))
def test_bad_spots_are_refused_before_tables_are_made(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes, message = BAD[name]
    monkeypatch.setattr(solver_module, "make_tables", no_tables)
    with pytest.raises(InputError, match=message) as caught:
        make(changes)
    assert "\n" not in str(caught.value)


def test_the_good_spot_is_good() -> None:
    assert make({}).exploitability().chips > 0


def test_unknown_schedule() -> None:
    with pytest.raises(
        ValueError, match=r"schedule must be one of cfr, cfr\+, linear.*, got 'fast'"
    ):
        Solver(Spot.of(**GOOD), schedule="fast")


def limit_memory(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    # The package's `estimate` is the function, not its module.
    module = sys.modules["fifthstreet.solvers.postflop.solving.estimates"]
    monkeypatch.setattr(module, "available_bytes", lambda: size)


@pytest.mark.parametrize("precision", ["float32", "int16"])
def test_tables_too_large_for_memory(precision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spot = Spot.of(**GOOD)
    monkeypatch.setattr(solver_module, "make_tables", no_tables)
    limit_memory(monkeypatch, estimate(spot).bytes[precision] - 1)
    with pytest.raises(
        ValueError, match=r"not enough memory: the tables need .* available"
    ) as caught:
        Solver(spot, precision=precision)
    assert "\n" not in str(caught.value)
    # Only a precision that takes less memory is suggested.
    assert ("precision int16" in str(caught.value)) == (precision == "float32")


def test_tables_that_just_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = Spot.of(**GOOD)
    limit_memory(monkeypatch, estimate(spot).bytes["float32"])
    assert Solver(spot).iteration == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target_pot_percent": -0.1}, "target_pot_percent must be at least 0, got -0.1"),
        ({"target_pot_percent": float("nan")}, "target_pot_percent must be at least 0, got nan"),
        ({"max_iterations": -1}, "max_iterations must be a whole number of at least 0, got -1"),
        ({"seconds": -1.0}, "seconds must be at least 0, got -1.0"),
        ({"seconds": float("nan")}, "seconds must be at least 0, got nan"),
    ],
)
def test_bad_run_options_are_refused(options: dict[str, Any], message: str) -> None:
    solver = Solver(Spot.of(**GOOD))
    with pytest.raises(InputError, match=message):
        solver.run(**options)
    assert solver.iteration == 0


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("r:b77", "'r:b77': the step after 'r' must be one of k, b50, got 'b77'"),
        ("z", "path 'z': a step must be k, c, f, b and an amount, a, or n and cards, got 'z'"),
        ("r:k:k:n", "path must name all 1 cards, like n8c, got 'r:k:k:n'"),
        ("r:k:k:nQs", "Qs in 'r:k:k:nQs' is on the board"),
        ("r:k:k:n2c:b50:f:k", "the hand is over"),
    ],
)
def test_unknown_nodes_are_refused(path: str, message: str) -> None:
    solution = Solver(Spot.of(**GOOD)).solution()
    with pytest.raises(InputError, match=message):
        solution.node(path)


def test_a_report_of_a_decision_is_refused() -> None:
    solution = Solver(Spot.of(**GOOD)).solution()
    with pytest.raises(InputError, match=r"path must end a street .*, got 'r:k'"):
        card_report(solution, "r:k")


def test_locked_hands_may_be_a_range() -> None:
    lock = Lock("r", {"k": 1.0}, Range.parse("AA"))
    assert Solver(Spot.of(**GOOD, locks=(lock,))).exploitability().chips > 0
