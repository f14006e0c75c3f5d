"""`fifthstreet lock` and `fifthstreet compare`."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cli import run
from fifthstreet.review import node_error
from fifthstreet.solvers.postflop import Solver, open_solution
from tests.cli.small_spot import Capture, shown, shown_json, spot_on

SPOT = spot_on("QsJh2h7c")


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locks")
    solver = Solver(SPOT)
    solver.run(target_pot_percent=0.3)
    solver.save(folder / "turn.checkpoint")
    solver.solution().save(folder / "turn.solution")
    return folder


@pytest.mark.parametrize("name", ["turn.solution", "turn.checkpoint"])
def test_lock_and_compare(capsys: Capture, folder: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "locked.solution"
    command = ["lock", str(folder / name), "x", "x 80%, b50% 20%", "--save", str(out)]
    facts = shown_json(capsys, command)
    locked = open_solution(out)
    assert facts["lock"] == {"path": "r:k", "strategy": {"k": 0.8, "b50": 0.2}}
    assert locked.node("r:k").frequencies.tolist() == pytest.approx([0.8, 0.2, 0], abs=1e-6)
    assert facts["ev"] == pytest.approx(locked.ev, abs=1e-4)
    assert [each["exploitability_pot_percent"] <= 0.3 for each in facts["solutions"]] == [True] * 2
    assert facts["notes"] == ["all locked hands play alike: --scale keeps the order of hands"]
    compared = shown_json(capsys, ["compare", str(folder / "turn.solution"), str(out)])
    assert compared["total"]["ev_difference"] == pytest.approx(
        facts["total"]["ev_difference"], 1e-3
    )
    assert compared["total"]["ev"][1] == pytest.approx(locked.ev[0])
    assert {row["name"] for row in compared["hands"]} >= {"AsAh"}
    output = shown(capsys, ["compare", str(folder / "turn.solution"), str(out), "--at", "x"])
    for word in (
        "made hand",
        "set",
        "EV change",
        "k 1",
        "k 2",
        "exploitability",
        "locked: r:k",
    ):
        assert word in output
    shown(capsys, command)


def test_a_lock_as_solved_keeps_the_ev(capsys: Capture, folder: Path) -> None:
    facts = shown_json(capsys, ["lock", str(folder / "turn.solution"), "x", "solved"])
    before = open_solution(folder / "turn.solution")
    assert facts["ev"] == pytest.approx(before.ev, abs=2 * before.exploitability.chips)
    shares = facts["lock"]["strategy"]
    assert {*shares} <= {"k", "b50", "a"}
    assert all(isinstance(each, str) for each in shares.values())
    assert "EV of IP" in facts["notes"][0]


def test_a_scaled_lock_keeps_the_order_of_hands(
    capsys: Capture, folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "scaled.solution"
    command = ["lock", str(folder / "turn.solution"), "x", "b50% 60%", "--scale"]
    facts = shown_json(capsys, [*command, "--save", str(out)])
    assert "-> 60.0%" in facts["notes"][0]
    before, after = (open_solution(path).node("r:k") for path in (folder / "turn.solution", out))
    held = before.reach[1] > 0
    order = before.strategy[1, held].argsort(kind="stable")
    assert (np.diff(after.strategy[1, held][order]) >= -1e-5).all()
    assert np.ptp(after.strategy[1, held]) > 0.1
    # The range that checks has changed in front of it, and with it the weights of the mean.
    assert after.frequencies[1] == pytest.approx(0.6, abs=0.05)


def test_an_interrupted_lock_saves_what_it_has(
    capsys: Capture, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    iterate = Solver._iterate

    def interrupted(solver: Solver, count: int) -> None:
        if solver.iteration >= 10:
            raise KeyboardInterrupt
        iterate(solver, count)

    monkeypatch.setattr(Solver, "_iterate", interrupted)
    out = tmp_path / "locked.solution"
    command = ["lock", str(folder / "turn.solution"), "x", "b50%", "--target", "0.001"]
    facts = shown_json(capsys, [*command, "--save", str(out)], code=130)
    assert facts["notes"] == ["interrupted before the target"]
    assert open_solution(out).record.iterations == 10


def test_lock_by_class_with_rounding(capsys: Capture, folder: Path) -> None:
    command = ["lock", str(folder / "turn.solution"), "x/b60%", "f", "--hands", "set, A♥x♥"]
    facts = shown_json(capsys, [*command, "--max-iterations", "2", "--target", "0.0001"])
    assert facts["lock"]["path"] == "r:k:b50"
    assert facts["lock"]["strategy"] == {"f": 1.0}
    assert "AhKh" in facts["lock"]["hands"]
    assert facts["notes"] == ["b60% (60) is not in the tree: b50 is nearest"]
    assert facts["solutions"][1]["stopped_early"] is True


def test_differences_that_the_exploitability_allows(capsys: Capture, folder: Path) -> None:
    """Solving further changes no hand by more than the error, nor the range."""
    file, further = str(folder / "turn.solution"), str(folder / "further.solution")
    solver = Solver(SPOT)
    solver.run(target_pot_percent=0.01)
    solver.solution().save(Path(further))
    command = ["compare", file, further]
    facts = shown_json(capsys, command)
    gaps = [abs(row["ev_difference"]) for row in facts["hands"]]
    assert 0 < max(gaps) < facts["ev_error"]
    both = [open_solution(path).exploitability.nash_conv for path in (file, further)]
    assert facts["range_ev_error"] == pytest.approx(sum(both))
    assert 0 < abs(facts["total"]["ev_difference"]) < facts["range_ev_error"]
    output = shown(capsys, command)
    assert f"EV changes of a hand below {facts['ev_error']:.3g} chips are within error" in output
    assert f"; of the whole range below {facts['range_ev_error']:.3g}" in output


def test_only_the_root_has_an_error_of_the_whole_range(capsys: Capture, folder: Path) -> None:
    file = str(folder / "turn.solution")
    solution = open_solution(file)
    cases = (["--actions", "x, b50%"], "r", 1), ([file, "--at", "x"], "r:k", 2)
    for options, path, nodes in cases:
        facts = shown_json(capsys, ["compare", file, *options])
        assert facts["range_ev_error"] is None
        assert facts["ev_error"] == pytest.approx(nodes * node_error(solution.node(path)))
        assert "whole range" not in shown(capsys, ["compare", file, *options])


def test_two_actions(capsys: Capture, folder: Path) -> None:
    file = str(folder / "turn.solution")
    facts = shown_json(capsys, ["compare", file, "--actions", "x, b50%"])
    node = open_solution(file).root
    assert facts["sides"] == ["k", "b50"]
    hand = next(row for row in facts["hands"] if row["name"] == "AsAh")
    assert hand["ev"] == [node["AsAh"].action_ev["k"], node["AsAh"].action_ev["b50"]]
    output = shown(capsys, ["compare", file, "--actions", "x, b50%"])
    assert "first: k; second: b50" in output
    assert "\nexploitability " in output


def test_nodes_that_nobody_reaches_are_said_to_mean_little(
    capsys: Capture, folder: Path, tmp_path: Path
) -> None:
    file, locked = str(folder / "turn.solution"), str(tmp_path / "locked.solution")
    shown(capsys, ["lock", file, "r", "x", "--max-iterations", "3", "--save", locked])
    facts = shown_json(capsys, ["compare", file, locked, "--at", "b50%"])
    assert facts["notes"] == [
        f"almost no hands reach this node in {locked}, so its numbers are unreliable; "
        "`show` re-solves the node"
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", "FILE"], "specify another solution or --actions"),
        (["compare", "FILE", "FILE", "--actions", "x, b"], "specify another solution or --actions"),
        (["compare", "FILE", "--actions", "x"], "--actions must be two, like 'x, b33%', got 'x'"),
        (["compare", "FILE", "--actions", "x, f"], "at 'r' must be one of k, b50, a, got 'f'"),
        (["compare", "FILE", "FILE", "--player", "btn"], "--player must be oop or ip, got 'btn'"),
        (["lock", "FILE", "x", ""], "a single action or 'solved', got an empty text"),
        (["lock", "FILE", "x", "x 80%, b50%"], "got 'b50%' without a share"),
        (["lock", "FILE", "x", "x 80%, k 20%"], "got k twice"),
        (["lock", "FILE", "x", "x 80%"], "lock 'r:k': probabilities must add up to 1, got 0.8"),
        (["lock", "FILE", "x/x", "x"], "action at 'r:k:k' must be one of n, got 'x'"),
        (["lock", "FILE", "x", "x", "--hands", "top par"], "or no draw), got 'top par'"),
        (["lock", "none", "x", "x"], "none cannot be read"),
    ],
)
def test_errors_are_one_line(
    capsys: Capture, folder: Path, arguments: list[str], message: str
) -> None:
    file = str(folder / "turn.solution")
    assert run([file if part == "FILE" else part for part in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err
