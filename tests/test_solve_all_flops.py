"""The tool that solves matchups on all flops."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tools import solve_all_flops as tool
from tools.solve_all_flops import Matchup, SolvedFlop, entries_after, solved_flop

from fifthstreet.abstraction import read_solved_flops
from fifthstreet.cards import CLASS_NAMES
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode

FLOPS = 100  # instead of 1,755


def test_results_are_those_of_a_solution() -> None:
    oop, ip = "AA,KQs,T9s:0.5,77", "QQ,AJs,K9s,55:0.25"
    spot = Spot.of("QsJh2h", 20, 40, oop=oop, ip=ip, bets="66%", raises="", max_raises=1)
    solver = Solver(spot, backend="native", threads=1)
    solver.iterate(20)
    values = [solver.backend.root_values(player, ValueMode.AVERAGE) for player in (0, 1)]
    averages = [
        solver.backend.read(player, "averages", entries_after(solver.plan, 0, player))
        for player in (0, 1)
    ]
    flop = solved_flop(solver.plan, values, averages, 0.3)
    solution = solver.solution()
    root, after_check = solution.root, solution.node("r:k")
    assert flop.bets[0] == pytest.approx(root.frequencies[1], abs=1e-6)
    assert flop.bets[1] == pytest.approx(after_check.frequencies[1], abs=1e-6)
    assert flop.weights.sum(axis=1) == pytest.approx(solver.plan.matchups)
    of_ranges = (flop.ev * flop.weights).sum(axis=1) / solver.plan.matchups + spot.pot / 2
    assert of_ranges == pytest.approx(solution.ev, abs=1e-4)
    classes = CLASS_NAMES.index("KQs"), CLASS_NAMES.index("K9s")
    for player, (name, index) in enumerate(zip(("KQs", "K9s"), classes, strict=True)):
        mean = root.hand(name, player).ev - spot.pot / 2
        assert flop.ev[player, index] == pytest.approx(mean, abs=1e-4)


@pytest.fixture
def fake_solver(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Replace the solver by made-up results; return the file that is written."""

    def prepared(matchup: Matchup, first: int) -> Iterator[range]:
        yield from (range(start, min(start + 8, FLOPS)) for start in range(first, FLOPS, 8))

    def solve_group(flops: range) -> Iterator[SolvedFlop]:
        for flop in flops:
            row = np.full((2, 169), float(flop))
            yield SolvedFlop(row, row, (flop / FLOPS, 0.5), 0.3)

    monkeypatch.setattr(tool, "SOLVED", tmp_path / "folder" / "solved.npz")
    monkeypatch.setattr(tool, "SAVE_EVERY", 2)
    monkeypatch.setattr(tool, "canonical_boards", lambda _: (np.arange(FLOPS), None))
    monkeypatch.setattr(tool, "prepared", prepared)
    monkeypatch.setattr(tool, "solve_group", solve_group)
    return tool.SOLVED


def test_a_stopped_run_is_resumed(fake_solver: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve_group = tool.solve_group

    def stop_at_60(flops: range) -> Iterator[SolvedFlop]:
        if 60 in flops:
            raise KeyboardInterrupt
        yield from solve_group(flops)  # type: ignore[arg-type]

    monkeypatch.setattr(tool, "solve_group", stop_at_60)
    with pytest.raises(KeyboardInterrupt):
        tool.main()
    raised, three_bet = read_solved_flops(fake_solver)
    assert (len(raised), len(three_bet)) == (48, 0)
    monkeypatch.setattr(tool, "solve_group", solve_group)
    tool.main()
    for matchup, (name, pot) in zip(
        read_solved_flops(fake_solver), (("raised", 5), ("three_bet", 20)), strict=True
    ):
        assert (matchup.name, matchup.pot) == (name, pot)
        assert matchup.ev[:, 0, 0].tolist() == list(range(FLOPS))
