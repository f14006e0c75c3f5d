"""`fifthstreet train`: output, files, resuming and errors."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fifthstreet.cli import run
from fifthstreet.cli import train as command
from fifthstreet.solvers import Training, load_training, save_training
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr import TREE_ALGORITHMS, TreeSolver
from fifthstreet.solvers.common import IterativeSolver
from fifthstreet.solvers.registry import ALGORITHMS_ON, GAMES, HOLDEM
from fifthstreet.tree.strategy import Exploitability
from tests.cli.small_spot import Capture, shown, shown_json
from tests.solvers.test_training import SPOT, assert_same


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


def train(*arguments: str) -> list[str]:
    return ["train", *arguments]


# Output.


def test_kuhn(capsys: Capture) -> None:
    facts = shown_json(
        capsys, train("--game", "kuhn", "--algorithm", "cfr+", "--iterations", "1e3")
    )
    assert facts["value"] == pytest.approx(-1 / 18, abs=1e-3)
    assert facts["values"][1] == pytest.approx(-facts["value"])
    assert facts["exploitability"] == pytest.approx(8.7e-5, rel=0.01)  # OpenSpiel's result
    assert facts["curve"][0] == [0, pytest.approx(11 / 24)]
    assert facts["curve"][-1] == [1_000, facts["exploitability"]]
    assert facts["iterations"] == 1_000
    assert facts["iterations_per_second"] > 1_000
    assert facts["game"] == "Kuhn poker: 2 players, 3 cards"
    assert (facts["algorithm"], facts["file"]) == ("cfr+", None)


@pytest.mark.parametrize("algorithm", TREE_ALGORITHMS)
def test_every_algorithm(algorithm: str, capsys: Capture) -> None:
    arguments = train("--game", "kuhn", "--algorithm", algorithm, "--target", "0.02")
    facts = shown_json(capsys, [*arguments, "--iterations", "300000"])
    assert facts["exploitability"] <= 0.02
    assert facts["iterations"] < 300_000


def test_table_plot_and_strategy(capsys: Capture) -> None:
    output = shown(
        capsys, train("--game", "kuhn", "--algorithm", "cfr+", "--iterations", "500", "--table")
    )
    assert "value of player 0" in output
    assert "exploitability" in output
    assert any("⠀" <= letter <= "⣿" for letter in output)
    assert "K|b   f 0.0000  c 1.0000  visits 500" in output
    facts = shown_json(
        capsys, train("--game", "kuhn", "--algorithm", "cfr+", "--iterations", "500", "--table")
    )
    assert facts["strategy"]["K|b"]["c"] > 0.9999
    assert len(facts["strategy"]) == 12
    assert facts["visits"] == dict.fromkeys(facts["strategy"], 500)


def test_visits_of_sampled_information_sets(capsys: Capture) -> None:
    facts = shown_json(capsys, train("--game", "leduc", "--iterations", "50", "--table"))
    assert facts["visits"].keys() == facts["strategy"].keys()
    assert min(facts["visits"].values()) == 0  # uniform only because it was never seen
    assert sum(facts["visits"].values()) > 100


def test_exploitability_has_a_unit(capsys: Capture, spot_file: Path) -> None:
    arguments = train("--game", "kuhn", "--algorithm", "cfr", "--iterations", "100")
    assert shown_json(capsys, arguments)["exploitability_unit"] == "chips per player"
    output = shown(capsys, arguments)
    assert "0.00823 chips per player" in output
    assert "exploitability in chips per player, by iteration" in output
    assert "value of player 0" in output
    assert " chips │" in output
    arguments = train("--game", f"holdem:{spot_file}", "--iterations", "2048")
    facts = shown_json(capsys, arguments)
    assert facts["exploitability_pot_percent"] == pytest.approx(facts["exploitability"])  # of 100
    assert "% of the pot" in shown(capsys, arguments)


def test_the_pace_does_not_include_checks(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = train("--game", "kuhn", "--algorithm", "cfr", "--iterations", "20000")
    measure = TreeSolver._measure

    def slow_measure(solver: TreeSolver) -> Exploitability:
        time.sleep(0.02)
        return measure(solver)

    monkeypatch.setattr(TreeSolver, "_measure", slow_measure)
    facts = shown_json(capsys, arguments)
    # A check sleeps for longer than all iterations take; with checks it would be below this.
    assert facts["iterations_per_second"] > 20_000 / (0.02 * len(facts["curve"]))


def test_list(capsys: Capture) -> None:
    output = shown(capsys, train("--list"))
    for name in (
        *GAMES,
        *TREE_ALGORITHMS,
        "epsilon",
        "simultaneous",
        "max_bets",
    ):
        assert name in output
    listed = shown_json(capsys, train("--list"))
    assert listed["games"]["leduc"]["options"][0] == "players"
    options = listed["algorithms"]["outcome"]["options"]
    assert options == ["seed", "weighting", "precision", "epsilon", "baseline"]


def test_options_reach_the_game_and_the_algorithm(capsys: Capture) -> None:
    arguments = train("--game", "leduc", "--algorithm", "outcome", "--iterations", "10")
    options = ["--option", "suits=1", "--option", "epsilon=0.3", "--option", "bets=1,3"]
    facts = shown_json(capsys, [*arguments, *options, "--seed", "4"])
    assert "JQK of s," in facts["game"]
    assert "bets 1-3" in facts["game"]
    assert facts["options"] == {"epsilon": 0.3, "seed": 4}


def test_seeds(capsys: Capture) -> None:
    arguments = train("--game", "kuhn", "--algorithm", "external", "--iterations", "3000")
    first, same_seed, other_seed = (
        shown_json(capsys, [*arguments, "--seed", seed])["curve"] for seed in ("1", "1", "2")
    )
    assert first == same_seed != other_seed


def test_seconds(capsys: Capture) -> None:
    start = time.perf_counter()
    facts = shown_json(capsys, train("--game", "kuhn", "--seconds", "0.3"))
    assert facts["iterations"] > 0
    assert 0.3 <= time.perf_counter() - start < 20


def test_no_limit_is_needed(capsys: Capture) -> None:
    facts = shown_json(capsys, train("--game", "leduc", "--algorithm", "discounted"))
    assert 0 < facts["exploitability"] <= 0.026  # 0.1% of payoffs from -13 to 13
    output = shown(capsys, train("--game", "leduc", "--algorithm", "discounted"))
    assert "stopped at the default target of 0.026 chips per player" in output


def test_a_target_in_percent_of_the_pot(spot_file: Path, capsys: Capture) -> None:
    arguments = train("--game", f"holdem:{spot_file}", "--algorithm", "cfr+")
    facts = shown_json(capsys, [*arguments, "--target", "2%"])
    assert 0 < facts["exploitability_pot_percent"] <= 2
    assert facts["exploitability"] == pytest.approx(facts["exploitability_pot_percent"])  # pot 100
    assert facts == shown_json(capsys, [*arguments, "--target", "2"]) | {
        "iterations_per_second": facts["iterations_per_second"]
    }
    assert "% of the pot" in shown(capsys, [*arguments, "--target", "2%"])


def test_the_default_time(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "DEFAULT_SECONDS", 0.2)
    output = shown(capsys, train("--game", "leduc", "--algorithm", "outcome"))
    assert "stopped after 0.2 seconds, the default without a limit" in output


def test_a_game_of_the_working_directory(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "from fifthstreet.solvers.games import Kuhn\nclass MyKuhn(Kuhn): pass\n"
    (tmp_path / "my_kuhn.py").write_text(module, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    arguments = train("--game", "my_kuhn:MyKuhn", "--algorithm", "cfr+", "--option", "cards=4")
    facts = shown_json(capsys, [*arguments, "--iterations", "50", "--out", "my.training"])
    assert facts["game"] == "Kuhn poker: 2 players, 4 cards"
    resumed = shown_json(capsys, train("--resume", "my.training", "--iterations", "60"))
    assert resumed["iterations"] == 60


# Hold'em.


@pytest.fixture
def spot_file(tmp_path: Path) -> Path:
    path = tmp_path / "river.toml"
    path.write_text(SPOT, encoding="utf-8")
    return path


def test_sampled_hold_em(spot_file: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "river.training"
    arguments = train("--game", f"holdem:{spot_file}", "--option", "batch=64")
    facts = shown_json(capsys, [*arguments, "--iterations", "2e5", "--out", str(out)])
    full_passes = shown_json(
        capsys, train("--game", f"holdem:{spot_file}", "--algorithm", "cfr+", "--iterations", "500")
    )
    assert facts["exploitability_by"] == "best response"
    assert facts["exploitability"] < 2  # in a pot of 100
    assert facts["value"] == pytest.approx(full_passes["value"], abs=1.5)
    assert facts["information_sets"] > 50
    output = shown(capsys, train("--resume", str(out), "--iterations", "2e5", "--table"))
    assert "information sets" in output
    assert "AsAh  k 0." in output


@pytest.mark.parametrize("algorithm", ALGORITHMS_ON[HOLDEM])
def test_every_scheme_on_hold_em(algorithm: str, spot_file: Path, capsys: Capture) -> None:
    arguments = train("--game", f"holdem:{spot_file}", "--algorithm", algorithm, "--seed", "1")
    options = ["--option", "count_visits=true", "--target", "1.5", "--iterations", "2e6", "--table"]
    facts = shown_json(capsys, [*arguments, *options])
    assert facts["exploitability"] <= 1.5  # in a pot of 100
    assert facts["information_sets"] > 50
    assert facts["visits"].keys() == facts["strategy"].keys()
    assert min(facts["visits"].values()) > 0


def test_hold_em_too_large_for_a_best_response(
    spot_file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BlueprintSolver, "start_boards", None)
    arguments = train("--game", f"holdem:{spot_file}", "--iterations", "20000")
    options = ["--option", "response_deals=30"]
    facts = shown_json(capsys, [*arguments, *options])
    assert facts["exploitability_by"] == "local best response"
    assert facts["value"] is None
    assert facts["exploitability_error"] > 0
    assert "loses to a local best response" in shown(capsys, [*arguments, *options])


def test_hold_em_trains_in_less_time_than_a_check_takes(
    spot_file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BlueprintSolver, "start_boards", None)
    facts = shown_json(capsys, train("--game", f"holdem:{spot_file}", "--seconds", "0.05"))
    assert facts["iterations"] > 0
    assert [point[0] for point in facts["curve"]] == [facts["iterations"]]  # a single check


def test_an_interrupt_before_the_first_iteration_is_said(
    spot_file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(BlueprintSolver, "run", interrupt)
    code = run(train("--game", f"holdem:{spot_file}", "--iterations", "1e6"))
    assert code == 128 + signal.SIGINT
    assert "stopped before the first iteration" in capsys.readouterr().out


def test_max_raises_of_zero(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "checked.toml"
    path.write_text(SPOT + "[tree]\nmax_raises = 0\n", encoding="utf-8")
    assert run(train("--game", f"holdem:{path}", "--iterations", "2048")) == 2
    assert "max_raises must be at least 1 or none, got 0" in capsys.readouterr().err


def test_the_memory_limit_keeps_the_training(
    spot_file: Path, tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "river.training"
    arguments = train("--game", f"holdem:{spot_file}", "--iterations", "1e6", "--out", str(out))
    assert run([*arguments, "--option", "memory_limit=100000"]) == 2
    captured = capsys.readouterr()
    assert "higher memory_limit" in captured.err
    assert captured.err.count("\n") == 1
    assert out.exists()


def test_a_game_too_large_to_flatten(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "rhode-island.training"
    arguments = train("--game", "rhode-island", "--iterations", "40", "--out", str(out))
    options = ["--option", "response_traversals=500", "--option", "response_deals=300"]
    facts = shown_json(capsys, [*arguments, *options, "--table"])
    assert facts["exploitability_by"] == "learning player"
    assert facts["exploitability_error"] > 0
    assert facts["values"] is None
    assert facts["information_sets"] == len(facts["strategy"]) == len(facts["visits"]) > 500
    output = shown(capsys, train("--resume", str(out), "--iterations", "60"))
    assert re.search("loses to a learning player │ +at least .* chips per player", output)
    assert load_training(out)[1].iteration == 60
    assert run(train("--game", "rhode-island", "--algorithm", "cfr+")) == 2
    error = capsys.readouterr().err
    assert "needs the whole tree" in error
    assert error.count("\n") == 1


# Files.


def test_a_resumed_training_equals_an_uninterrupted_one(tmp_path: Path, capsys: Capture) -> None:
    resumed_path, whole_path = tmp_path / "resumed", tmp_path / "whole"
    arguments = train("--game", "leduc", "--algorithm", "external", "--seed", "3")
    shown_json(capsys, [*arguments, "--iterations", "1000", "--out", str(resumed_path)])
    facts = shown_json(capsys, train("--resume", str(resumed_path), "--iterations", "2500"))
    uninterrupted = shown_json(
        capsys, [*arguments, "--iterations", "2500", "--out", str(whole_path)]
    )
    assert facts["iterations"] == uninterrupted["iterations"] == 2_500
    assert facts["exploitability"] == uninterrupted["exploitability"]
    assert facts["file"] == str(resumed_path)
    assert_same(load_training(resumed_path)[1], load_training(whole_path)[1])
    unchanged = shown_json(capsys, train("--resume", str(resumed_path), "--iterations", "2500"))
    assert unchanged["iterations"] == 2_500


def test_a_resumed_training_can_go_into_another_file(tmp_path: Path, capsys: Capture) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    shown_json(capsys, train("--game", "kuhn", "--iterations", "100", "--out", str(first)))
    before = first.read_bytes()
    arguments = train("--resume", str(first), "--iterations", "200", "--out", str(second))
    shown_json(capsys, arguments)
    assert first.read_bytes() == before
    assert load_training(second)[1].iteration == 200


def test_files_are_written_while_training(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def record(solver: IterativeSolver, path: Path, training: Training) -> None:
        written.append(solver.iteration)
        save_training(solver, path, training)

    monkeypatch.setattr(command, "save_training", record)
    arguments = train("--game", "leduc", "--seconds", "1", "--checkpoint-every", "0.1")
    facts = shown_json(capsys, [*arguments, "--out", str(tmp_path / "file")])
    assert len(written) >= 3
    assert written == sorted(written)
    assert written[-1] == facts["iterations"]


def test_svg_curve(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "curve.svg"
    arguments = train("--game", "kuhn", "--algorithm", "cfr+", "--iterations", "100")
    shown(capsys, [*arguments, "--svg", str(path)])
    svg = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    lines = [element for element in svg.iter() if element.tag.endswith("polyline")]
    assert len(lines) == 1
    assert len(lines[0].attrib["points"].split()) > 10


def started(*arguments: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "fifthstreet", "train", *arguments]
    return subprocess.Popen(
        program,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"COLUMNS": "200"},
    )


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_training_survives_signals(number: signal.Signals, tmp_path: Path) -> None:
    out = tmp_path / "leduc.training"
    program = ["--game", "leduc", "--seconds", "100", "--checkpoint-every", "0.2", "--json"]
    with started(*program, "--out", str(out)) as process:
        wait_for(out.exists)
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
    training, solver = load_training(out)
    assert solver.iteration > 0
    uninterrupted = training.make_solver()
    uninterrupted.iterate(solver.iteration)
    assert_same(solver, uninterrupted)
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert errors == ""
        assert json.loads(output)["iterations"] == solver.iteration


# Errors.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--iterations", "5"], "specify --game: one of kuhn, kuhn3, leduc"),
        (["--game", "chess", "--iterations", "5"], "game must be one of kuhn, kuhn3, leduc"),
        (
            ["--game", "kuhn", "--algorithm", "x", "--iterations", "5"],
            "algorithm must be one of cfr",
        ),
        (
            ["--game", "kuhn", "--iterations", "-3"],
            "--iterations must be a whole number from 1, got -3",
        ),
        (
            ["--game", "kuhn", "--iterations", "0"],
            "--iterations must be a whole number from 1, got 0",
        ),
        (
            ["--game", "kuhn", "--iterations", "1.5"],
            "--iterations must be a whole number from 1, got 1.5",
        ),
        (
            ["--game", "kuhn", "--iterations", "nan"],
            "--iterations must be a whole number from 1, got nan",
        ),
        (
            ["--game", "kuhn", "--iterations", "inf"],
            "--iterations must be a whole number from 1, got inf",
        ),
        (["--game", "kuhn", "--seconds", "0"], "--seconds must be above 0, got 0"),
        (["--game", "kuhn", "--target", "-1"], "--target must be above 0, got -1"),
        (["--game", "kuhn", "--target", "0%"], "--target must be above 0, got 0%"),
        (
            ["--game", "kuhn", "--target", "1%"],
            "--target must be in chips per player, got 1%: Kuhn",
        ),
        (["--game", "kuhn", "--target", "1 bb"], "percent of the pot, like 0.5%, got '1 bb'"),
        (
            ["--game", "kuhn", "--iterations", "1", "--seed", "-1"],
            "seed must be from 0 to 2^64 - 1, got -1",
        ),
        (
            ["--game", "kuhn", "--iterations", "1", "--algorithm", "cfr", "--seed", "1"],
            "--seed requires sampling, got cfr",
        ),
        (
            ["--game", "leduc", "--iterations", "1", "--option", "max_bets=0"],
            "max_bets must be at least 1, got 0",
        ),
        (["--game", "leduc", "--iterations", "1", "--option", "x=0"], ", got 'x'"),
        (
            ["--game", "leduc", "--iterations", "1", "--option", "x"],
            "--option must be name=value, got 'x'",
        ),
        (
            ["--game", "leduc", "--iterations", "1", "--option", "ranks=x"],
            "ranks must be int, got 'x'",
        ),
        (
            ["--game", "kuhn", "--iterations", "1", "--option", "weighting=odd"],
            "weighting must be one of uniform, linear, discounted, got 'odd'",
        ),
        (["--game", "holdem:no.toml", "--iterations", "1"], "no.toml"),
        (["--game", "open_spiel:no", "--iterations", "1"], "OpenSpiel has no game 'no'"),
        (
            ["--game", "kuhn", "--iterations", "1", "--svg", "."],
            ". must be a file to write, got a folder",
        ),
        (["--game", "kuhn", "--iterations", "1", "--out", "no/x"], "folder, got 'no/x'"),
        (
            ["--game", "kuhn", "--iterations", "1", "--checkpoint-every", "0"],
            "--checkpoint-every must be above 0 seconds, got 0",
        ),
        (["--resume", "no.training", "--iterations", "1"], "no.training cannot be read"),
    ],
)
def test_errors_are_one_line(
    arguments: list[str],
    message: str,
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(train(*arguments)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["--game", "leduc"], "must be a training of Leduc"),
        (
            ["--game", "kuhn", "--option", "cards=5"],
            "must be a training of Kuhn poker: 2 players, 5",
        ),
        (["--algorithm", "outcome"], "algorithm must be external as in"),
        (["--seed", "8"], "got 8: use another file"),
        (["--option", "precision=float64"], "precision must be None as in"),
    ],
)
def test_files_of_other_trainings(
    changes: list[str], message: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "file"
    arguments = train("--game", "kuhn", "--seed", "7", "--iterations", "9", "--out", str(path))
    shown_json(capsys, arguments)
    before = path.read_bytes()
    assert run(train("--resume", str(path), "--iterations", "20", *changes)) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert path.read_bytes() == before


def test_a_damaged_file(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "file"
    shown_json(capsys, train("--game", "kuhn", "--iterations", "9", "--out", str(path)))
    path.write_bytes(path.read_bytes()[:-7])
    assert run(train("--resume", str(path), "--iterations", "20")) == 2
    assert "is incomplete or damaged" in capsys.readouterr().err
