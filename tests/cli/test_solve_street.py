"""`fifthstreet solve --depth street`: the first street, with a value network after it."""

from pathlib import Path

import pytest

import fifthstreet as fs
from fifthstreet.cli import run
from fifthstreet.cli.progress import SolveProgress
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.search import LeafValueSolver
from tests.cli.small_spot import Capture, flags, shown, shown_json, spot_on

TURN = "QsJh2h7c"


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


def arguments(*more: str, board: str = TURN) -> list[str]:
    return [*flags(board=board), "--depth", "street", *more]


def test_the_root_is_shown_with_both_errors(capsys: Capture) -> None:
    output = shown(capsys, arguments("--target", "0.5"))
    solution = fs.solve(spot_on(TURN), depth="street", target_pot_percent=0.5)
    assert "Q♠ J♥ 2♥ 7♣   turn, pot 100, behind 200   r  OOP to act" in output
    words = ["k check", "1 bet 50 (50%)", "a all-in 200 (200%)"]
    for text, frequency in zip(words, solution.root.frequencies.tolist(), strict=True):
        (row,) = [line for line in output.splitlines() if f" {text} " in line]
        assert f" {100 * frequency:.1f}% " in row
    known = solution.exploitability
    assert (
        f"exploitability {known.pot_percent:.3f}% of the starting pot ({known.chips:.3g} chips) on "
        f"the turn, {solution.record.iterations} iterations"
    ) in output
    (approximate,) = [line for line in output.splitlines() if line.startswith("approximate: ")]
    assert "only the turn was solved; the spot's bets after it are not used" in approximate
    assert "whose error is " in approximate


def test_json(capsys: Capture) -> None:
    found = shown_json(capsys, arguments("--target", "0.5"))
    whole = shown_json(capsys, [*flags(board=TURN), "--max-iterations", "3"])
    assert found.keys() - whole.keys() == {"leaf_values", "leaf_error_pot_percent"}
    assert not whole.keys() - found.keys()
    solution = fs.solve(spot_on(TURN), depth="street", target_pot_percent=0.5)
    assert found["leaf_values"] == "network for the turn"
    assert found["leaf_error_pot_percent"] == solution.record.leaf_error_pot_percent
    assert found["exploitability_pot_percent"] == solution.exploitability.pot_percent <= 0.5
    assert found["root"]["frequencies"] == solution.root.frequencies.tolist()
    assert found["ev"] == list(solution.ev)


def test_limits_and_settings_reach_the_solver(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    updated: list[int] = []

    class RecordingProgress(SolveProgress):
        def prepare(self, phase: str) -> None:
            prepared.append(phase)
            super().prepare(phase)

        def update(self, state: Progress) -> None:
            updated.append(state.iteration)
            super().update(state)

    monkeypatch.setattr("fifthstreet.cli.solve_street.SolveProgress", RecordingProgress)
    options = ["--target", "0", "--max-iterations", "7", "--threads", "1", "--schedule", "cfr+"]
    found = shown_json(capsys, arguments(*options))
    assert found["iterations"] == 7
    assert found["stopped_early"]
    assert prepared == ["reading the network"]
    assert updated == [7]
    short = shown_json(capsys, arguments("--target", "0", "--time-limit", "0.1"))
    assert short["iterations"] < 1_000


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--save", "x.solution"], "--save requires --depth hand"),
        (["--save-streets", "turn"], "--save-streets requires --depth hand"),
        (["--save-bytes"], "--save-bytes requires --depth hand"),
        (["--checkpoint", "x.checkpoint"], "--checkpoint requires --depth hand"),
        (["--checkpoint-every", "5"], "--checkpoint-every requires --depth hand"),
        (["--export", "x.json"], "--export requires --depth hand"),
        (["--memory", "1GB"], "--memory requires --depth hand"),
        (["--table-folder", "x"], "--table-folder requires --depth hand"),
        (["--abstraction", "river-31"], "--abstraction requires --depth hand"),
        (["--precision", "int16"], "--precision requires --depth hand"),
        (["--no-isomorphism"], "--no-isomorphism requires --depth hand"),
        (["--dry-run"], "--dry-run requires --depth hand"),
        (["--backend", "reference"], "--backend reference requires --depth hand"),
        (
            ["--backend", "cuda"],
            "--depth street requires a flop on a GPU, got a turn. Use --depth hand",
        ),
        (
            ["--rake-rate", "0.05"],
            "--depth street requires a spot without rake, got a rate of 0.05. Use --depth hand",
        ),
        (
            ["--board", "QsJh2h7c4d"],
            "--depth street requires a flop or turn, got a river. Use --depth hand",
        ),
        (["--depth", "turn"], "--depth must be hand or street, got 'turn'"),
        (["--time-limit", "-1"], "--time-limit must be at least 0 seconds, got -1"),
    ],
)
def test_what_does_not_apply_is_refused(
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments(*options)) == 2
    assert capsys.readouterr() == ("", f"error: {text}\n")
    assert not list(tmp_path.iterdir())


def test_the_native_backend_may_be_named(capsys: Capture) -> None:
    found = shown_json(capsys, arguments("--backend", "native", "--max-iterations", "2"))
    assert found["iterations"] == 2


def test_an_interrupted_solve_is_shown(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    class InterruptedSolver(LeafValueSolver):
        def _iterate(self, count: int) -> None:
            if self.iteration >= 2:
                raise KeyboardInterrupt
            super()._iterate(1)

    monkeypatch.setattr("fifthstreet.solvers.search.LeafValueSolver", InterruptedSolver)
    assert run(arguments()) == 130
    output = capsys.readouterr().out
    assert "interrupted before the target" in output
    assert "on the turn, 2 iterations" in output
