"""`fifthstreet solve`: output, spots from files and options, settings, errors."""

import json
import re
import sys
import time
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.progress import BarColumn, ProgressColumn

from fifthstreet.cards import Range
from fifthstreet.cli import run
from fifthstreet.cli import solve as command
from fifthstreet.cli.progress import SolveProgress
from fifthstreet.errors import InputError
from fifthstreet.solvers import postflop
from fifthstreet.solvers.common import Progress, run_progress
from fifthstreet.solvers.postflop import Solver, Spot, estimate, solve
from fifthstreet.solvers.postflop.spot.spot_file import parse_spot, spot_toml
from fifthstreet.tree import Menu, Rake, Sizes
from fifthstreet.tree.strategy import Exploitability, Lock
from tests.cli.small_spot import SPOT, Capture, flags, shown, shown_json, spot_on


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


def spot_file(tmp_path: Path, spot: Spot = SPOT) -> str:
    path = tmp_path / "spot.toml"
    path.write_text(spot_toml(spot), encoding="utf-8")
    return str(path)


# Output.


def test_json(capsys: Capture) -> None:
    facts = shown_json(capsys, flags())
    solution = solve(SPOT)
    assert set(facts) == {
        "ev",
        "equity",
        "exploitability",
        "exploitability_pot_percent",
        "big_blind",
        "root",
        "iterations",
        "river_buckets",
        "target_pot_percent",
        "stopped_early",
        "spot",
        "seconds",
        "cpu_seconds",
        "memory_bytes",
        "disk_bytes",
    }
    assert facts["ev"] == list(solution.ev)
    assert facts["equity"] == list(solution.equity)
    assert sum(facts["ev"]) == pytest.approx(100, abs=1e-3)
    assert sum(facts["equity"]) == pytest.approx(1)
    assert facts["exploitability"] == solution.record.exploitability.chips
    assert facts["exploitability_pot_percent"] == solution.record.exploitability.pot_percent <= 0.3
    assert facts["root"] == {
        "actions": ["k", "b50", "a"],
        "frequencies": solution.root.frequencies.tolist(),
    }
    assert facts["iterations"] == solution.record.iterations
    assert facts["memory_bytes"] == solution.record.memory_bytes
    assert facts["seconds"] > 0
    assert facts["cpu_seconds"] > 0


def test_picture(capsys: Capture) -> None:
    output = shown(capsys, flags())
    solution = solve(SPOT)
    root = solution.root
    assert "Q♠ J♥ 2♥ 7♣ 4♦   river, pot 100, behind 200   r  OOP to act" in output
    words = ["k check", "1 bet 50 (50%)", "a all-in 200 (200%)"]
    for text, frequency in zip(words, root.frequencies.tolist(), strict=True):
        (row,) = [line for line in output.splitlines() if f" {text} " in line]
        assert f" {100 * frequency:.1f}% " in row
    for seat in (0, 1):
        (row,) = [line for line in output.splitlines() if f"│ {('OOP', 'IP')[seat]} " in line]
        assert f"{100 * solution.equity[seat]:.2f}%" in row
        assert f" {solution.ev[seat]:.2f} " in row
        assert f"{100 * root.range_eqr[seat]:.1f}%" in row
    record = solution.record
    assert f"exploitability {record.exploitability.pot_percent:.3f}% of the starting pot" in output
    assert f"{record.iterations} iterations" in output


def test_letters_stand_for_actions_without_colours(capsys: Capture, tmp_path: Path) -> None:
    locked = replace(SPOT, locks=(Lock("r", {"k": 0.4, "b50": 0.6}),))
    lines = shown(capsys, ["solve", spot_file(tmp_path, locked)]).splitlines()
    (names,) = [index for index, line in enumerate(lines) if line.startswith("AA ")]
    assert lines[names + 1].startswith("111kk ")
    assert lines[names + 1].split() == ["111kk"]  # no other hand of that row is in the range


# Spots from files and options.


def test_a_file_and_options_give_the_same_result(capsys: Capture, tmp_path: Path) -> None:
    from_file = shown_json(capsys, ["solve", spot_file(tmp_path)])
    from_options = shown_json(capsys, flags())
    times = {"seconds", "cpu_seconds"}
    for name in from_file.keys() - times:
        assert from_file[name] == from_options[name]
    assert from_file.keys() == from_options.keys()


def spot_of(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> Spot:
    """Return the spot that a command line describes, without solving it."""
    spots: list[Spot] = []

    def stop(spot: Spot, **_: object) -> None:
        spots.append(spot)
        raise InputError("stopped by the test")

    with monkeypatch.context() as patch:
        patch.setattr("fifthstreet.solvers.postflop.estimate", stop)
        assert run([*arguments, "--dry-run"]) == 2
    return spots[0]


def test_options_make_a_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    assert spot_of(monkeypatch, flags()) == SPOT
    arguments = flags(
        donk="25%",
        add_allin="1.5",
        force_allin="0.15",
        merge="0.1",
        max_raises="2",
        rake_rate="0.05",
        rake_cap="3",
    )
    assert spot_of(monkeypatch, arguments) == replace(SPOT, rake=Rake(0.05, 3)).with_rules(
        sizes=Sizes.uniform("50%, a", "60%", "25%"),
        add_allin=1.5,
        force_allin=0.15,
        merge=0.1,
        max_raises=2,
    )


def test_options_take_precedence_over_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = spot_toml(replace(SPOT, rake=Rake(0.1)).with_rules(merge=0.25, add_allin=0.5))
    text = text[: text.index("[sizes]")] + text[text.index("[tree]") :]
    text += (
        '[sizes.river]\noop = { bet = "10%", raise = "3x" }\nip = { bet = "20%", donk = "5%" }\n'
    )
    path = tmp_path / "spot.toml"
    path.write_text(text, encoding="utf-8")
    assert spot_of(monkeypatch, ["solve", str(path)]) == parse_spot(text)
    changed = spot_of(
        monkeypatch,
        [
            "solve",
            str(path),
            *["--pot", "120", "--ip", "QQ", "--merge", "0", "--bets", "66%", "--rake-cap", "4"],
        ],
    )
    assert (changed.pot, changed.stack, changed.board) == (120, 200, SPOT.board)
    assert changed.ranges[0] == SPOT.ranges[0]
    assert changed.ranges[1].text() == "QQ"
    assert (changed.rules.merge, changed.rules.add_allin) == (0, 0.5)
    assert changed.rake == Rake(0.1, 4)
    assert changed.rules.sizes.menu(0, 3) == Menu.of("66%", "3x")
    assert changed.rules.sizes.menu(1, 3) == Menu.of("66%", "60%", "5%")


def test_options_fill_in_what_a_file_leaves_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "part.toml"
    path.write_text('pot = 5\n[ranges]\noop = "AA"\n', encoding="utf-8")
    arguments = ["solve", str(path), "--board", "QsJh2h", "--stack", "9", "--ip", "KK"]
    assert spot_of(monkeypatch, arguments) == Spot.of("QsJh2h", 5, 9, oop="AA", ip="KK")


# Limits and settings.


def test_dry_run(capsys: Capture) -> None:
    size = estimate(SPOT)
    facts = shown_json(capsys, [*flags(), "--dry-run", "--threads", "1", "--target", "0.5"])
    seconds = facts.pop("time")
    assert facts == {
        "nodes": size.nodes,
        "runouts": list(size.runouts),
        "information_sets": size.information_sets,
        "is_lower_bound": False,
        "entries": size.entries,
        "bytes": size.bytes,
        "note": None,
    }
    assert (seconds["target_pot_percent"], seconds["threads"]) == (0.5, 1)
    assert seconds["iterations"] == solve(SPOT, target_pot_percent=0.5).record.iterations
    assert 0 < seconds["seconds_range"][0] < seconds["seconds"] < seconds["seconds_range"][1]
    assert "on this machine's CPU: the spot itself" in seconds["basis"]
    output = shown(capsys, [*flags(board="QsJh2h"), "--dry-run", "--threads", "2"])
    assert re.search(
        r"about [\d.]+ s \([\d.]+ to [\d.]+ s\) to 0.3% of the pot on 2 threads", output
    )
    assert "on this machine's CPU" in output
    flop = estimate(spot_on("QsJh2h"))
    for text in (f" {flop.nodes:,} ", f" {flop.information_sets:,} ", "float32", "int16", "MB"):
        assert text in output
    assert " / ".join(f"{count:,}" for count in flop.runouts) in output


def test_a_dry_run_says_that_its_time_is_not_that_of_the_gpu(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fifthstreet.solvers.postflop.backends.pick_backend", lambda *_: "cuda")
    note = "the solve would run on the GPU; the time is for the CPU"
    assert shown_json(capsys, [*flags(), "--dry-run"])["note"] == note
    assert note in shown(capsys, [*flags(), "--dry-run"])


def test_target_and_limits(capsys: Capture) -> None:
    precise = shown_json(capsys, [*flags(), "--target", "0.01"])
    assert precise["exploitability_pot_percent"] <= 0.01
    few = shown_json(capsys, [*flags(), "--target", "0", "--max-iterations", "17"])
    assert few["iterations"] == 17
    start = time.perf_counter()
    limits = ["--target", "0", "--max-iterations", "100000000", "--time-limit", "0.3"]
    short = shown_json(capsys, [*flags(), *limits])
    assert 0.2 < short["seconds"] <= time.perf_counter() - start < 10


def test_settings_reach_the_solver(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[dict[str, object]] = []

    class RecordingSolver(Solver):
        def __init__(self, spot: Spot, **settings: Any) -> None:
            used.append(settings)
            super().__init__(spot, **settings)

    monkeypatch.setattr("fifthstreet.solvers.postflop.Solver", RecordingSolver)
    arguments = ["--schedule", "cfr+", "--no-isomorphism", "--threads", "1", "--precision", "int16"]
    facts = shown_json(capsys, [*flags(), *arguments, "--max-iterations", "3"])
    assert facts["iterations"] == 3
    (settings,) = used
    assert repr(settings["schedule"]) == "Plus(gamma=1.0)"
    assert settings["isomorphism"] is False
    assert settings["threads"] == 1
    assert settings["precision"] == "int16"


# Progress.


def test_progress_moves_towards_the_nearest_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    progress = SolveProgress(0.5, 1000, 3600)
    with progress:
        progress.begin(0)
        for iteration, percent in ((10, 8.0), (20, 2.0), (30, 4.0), (40, 0.5)):
            known = Exploitability((percent, percent), pot=100)
            state = Progress(iteration, known, 1.0, 1.0, 0.5, 1000)
            progress.update(state)
            (task,) = progress._bars.tasks
            assert task.fields["iteration"] == iteration
            assert f"{percent:.3f}% of the pot, target 0.5%" == task.fields["exploitability"]
            expected = {10: 0.01, 20: 0.5, 30: 0.5, 40: 1.0}[iteration]
            assert task.completed == pytest.approx(expected, abs=0.01)
        console = Console(width=100, force_terminal=True)
        with console.capture() as captured:
            console.print(progress._bars.make_tasks_table(progress._bars.tasks))
        assert "iteration 40 of about 40" in captured.get()
        assert "0:00 left" in captured.get()


def test_progress_names_what_comes_before_the_first_iteration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    progress = SolveProgress(0.5, 1000, 3600)
    with progress:
        progress.prepare("dealing the runouts")
        (task,) = progress._bars.tasks
        assert task.description == "dealing the runouts"
        assert task.total is None  # a bar that moves to and fro


def test_the_bar_moves_before_the_first_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the expected iterations and their pace, also while an iteration is under way."""
    now = 1000.0
    monkeypatch.setattr(run_progress, "monotonic", lambda: now)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    progress = SolveProgress(0.5, 1000, inf)
    (task,) = progress._bars.tasks
    bar, time_left = progress._bars.columns[1], progress._bars.columns[3]
    assert isinstance(bar, BarColumn)
    assert isinstance(time_left, ProgressColumn)
    progress.begin(0, expected_iterations=80, expected_pace=2.0)
    assert task.description == "iteration 0 of about 80"
    assert str(time_left.render(task)) == "2:40 left"
    now += 1.6
    assert bar.render(task).completed == pytest.approx(0.01)
    assert str(time_left.render(task)) == "2:38 left"
    now += 2.4
    progress.stepped(1)  # iterations take twice as long as expected
    assert task.description == "iteration 1 of about 80"
    assert task.completed == pytest.approx(1 / 80)
    assert str(time_left.render(task)) == "5:16 left"
    now += 10_000  # nor does it end too early if everything takes longer
    assert bar.render(task).completed < 1


def test_the_curve_counts_more_and_more_than_the_expectation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    progress = SolveProgress(0.5, 1000, inf)
    progress.begin(0, expected_iterations=66)
    (task,) = progress._bars.tasks
    shown_ends = []
    # The curve alone would expect the end at 161 iterations, then at 74 and 75.
    for iteration, percent in ((10, 20.5), (21, 8.1), (50, 1.1), (70, 0.56), (76, 0.49)):
        progress.note(iteration, percent, "")
        shown_ends.append(int(task.description.rpartition(" ")[2]))
    assert shown_ends[0] == 66
    assert 66 < shown_ends[1] < 90
    assert all(70 <= end <= 80 for end in shown_ends[2:])


def test_a_solve_shows_its_iterations_before_the_first_check(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[str] = []

    class RecordingProgress(SolveProgress):
        def prepare(self, phase: str) -> None:
            events.append(phase)

        def stepped(self, iteration: int) -> None:
            events.append(f"iteration {iteration}")
            super().stepped(iteration)

        def update(self, state: Progress) -> None:
            events.append(f"check {state.iteration}")

    monkeypatch.setattr("fifthstreet.solvers.common.SolveProgress", RecordingProgress)
    shown(capsys, flags())
    expected = ["dealing the runouts", "allocating the tables", "iteration 0", "iteration 1"]
    assert events[:4] == expected
    assert events.index("check 10") > events.index("iteration 1")


def test_no_progress_bar_without_a_terminal(capsys: Capture) -> None:
    shown(capsys, flags())  # asserts that standard error stays empty


# Errors.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve"], "board is missing: specify three to five cards"),
        (["solve", "none.toml"], "cannot read 'none.toml': No such file"),
        (flags(board="QsJh"), "board must have 3 to 5 cards, got 2"),
        (flags(oop="XX"), "ranges.oop: "),
        (flags(pot="-1"), "pot must be a positive number of chips, got -1"),
        (flags(pot="x"), "pot must be a number of chips, or like '5.5bb', got 'x'"),
        (flags(bets="5"), "below 10 must have a unit: 5%, 5x or 5c, got '5'"),
        (
            flags(bets="x"),
            "like 60%, 2.5x, 120c, 2.5bb, 20c3r, e, 2e, 3e200%, 33%*1.5:4, 3x r2 or a, got 'x'",
        ),
        (flags(raises="0.5x"), "a raise must be more than 1x the bet, got 0.5x"),
        (flags(donk="3x"), "3x must be a raise, not a donk: no bet is before it"),
        (flags(merge="-1"), "merge must be a share of 0 or more, like 0.15, got -1.0"),
        (flags(rake_rate="1.5"), "rake.rate must be at least 0 and below 1, like 0.05, got 1.5"),
        (flags(rake_cap="3"), "rake.rate is missing"),
        (flags(target="-1"), "target_pot_percent must be at least 0, got -1.0"),
        (flags(max_iterations="-1"), "max_iterations must be a whole number of at least 0, got -1"),
        (flags(time_limit="-1"), "--time-limit must be at least 0 seconds, got -1"),
        (flags(threads="0"), "threads must be at least 1, got 0"),
        (flags(precision="float8"), "precision must be float32 or int16, got 'float8'"),
        (flags(schedule="fast"), "schedule must be one of cfr"),
        (flags(save="no/such/folder/x"), "be in an existing folder, got 'no/such/folder/x'"),
        (flags(checkpoint="."), ". must be a file to write, got a folder"),
        (flags(export="x.xls"), "--export must end in .json, .csv, .parquet, got 'x.xls'"),
        (flags(save="x", save_streets="turn"), "--save-streets must be river, got 'turn'"),
        (flags(checkpoint="x", checkpoint_every="0"), "--checkpoint-every must be above 0"),
    ],
)
def test_errors_are_one_line(
    capsys: Capture,
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert list(tmp_path.iterdir()) == []


def test_hands_that_share_strategies_on_the_river(capsys: Capture) -> None:
    turn = ["--board", "QsJh2h7c"]
    facts = shown_json(capsys, [*flags(), *turn, "--abstraction", "river-3"])
    assert facts["river_buckets"] == 3
    exact = shown_json(capsys, [*flags(), *turn])
    assert exact["river_buckets"] is None
    assert facts["exploitability"] > exact["exploitability"]
    text = shown(capsys, [*flags(), *turn, "--abstraction", "river-3"])
    assert "hands share 3 buckets" in text
    assert "further iterations do not help" in text
    smaller, larger = (
        shown_json(capsys, [*flags(), *turn, *options, "--dry-run"])
        for options in (["--abstraction", "river-3"], [])
    )
    assert smaller["information_sets"] < larger["information_sets"]


def test_the_best_way_for_an_amount_of_memory(capsys: Capture) -> None:
    turn = [*flags(), "--board", "QsJh2h7c", "--oop", "25%", "--ip", "30%"]
    assert run([*turn, "--memory", "4GB", "--max-iterations", "20", "--json"]) == 0
    exact = json.loads(capsys.readouterr().out)
    assert exact["river_buckets"] is None
    spot = replace(spot_on("QsJh2h7c"), ranges=(Range("25%"), Range("30%")))
    memory = str(estimate(spot).bytes["int16"] // 2)
    run([*turn, "--memory", memory, "--time-limit", "60", "--max-iterations", "40", "--json"])
    output = capsys.readouterr()
    assert json.loads(output.out)["river_buckets"] in (15, 31, 63, 127)
    assert "buckets of hands on each river" in output.err  # said before the solve
    assert "when time is over" in output.err


@pytest.mark.parametrize("options", [["--precision", "int16"], ["--abstraction", "river-31"]])
def test_memory_chooses_precision_and_abstraction(capsys: Capture, options: list[str]) -> None:
    assert run([*flags(), "--memory", "4GB", *options]) == 2
    assert "--memory chooses --precision and --abstraction: omit them" in capsys.readouterr().err


def test_what_is_measured_for_a_time_limit_is_shown(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was shown for up to 18 seconds."""
    phases: list[str] = []
    monkeypatch.setattr(SolveProgress, "prepare", lambda _, phase: phases.append(phase))
    run([*flags(), "--memory", "4GB", "--time-limit", "60", "--max-iterations", "10", "--json"])
    assert capsys.readouterr().err
    assert phases[0] == "measuring how fast the spot converges"


def test_choosing_is_part_of_the_time_limit(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock moves on by 50 seconds while the way is chosen."""
    clock = iter((100.0, 150.0))
    limits: list[float] = []

    def run_once(solver: Solver, *, seconds: float, **_: object) -> None:
        limits.append(seconds)
        solver.run(max_iterations=1)

    monkeypatch.setattr(command, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(postflop, "run_with_checkpoints", run_once)
    assert run([*flags(), "--memory", "4GB", "--time-limit", "60", "--json"]) == 0
    assert limits == [10.0]
    assert json.loads(capsys.readouterr().out)["iterations"] == 1
