"""`fifthstreet values`: shards, a training and its errors, from start to end."""

import json
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cli import run
from fifthstreet.errors import InputError
from fifthstreet.solvers.values import (
    Situation,
    TableTraining,
    judge,
    load_cases,
    load_network,
    open_shards,
    save_cases,
)
from fifthstreet.solvers.values.network_leaves import NetworkLeaves

Capture = pytest.CaptureFixture[str]
CASES = Path(__file__).parents[1] / "solvers/values/turn.cases"
SMALL = ["--turns", "1", "--rivers", "1", "--ranges", "2", "--workers", "1"]
TINY = ["--units", "8", "--epochs", "4", "--batch", "4", "--layers", "1"]


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("values") / "rivers"
    assert run(["values", "generate", str(path), "--shards", "3", *SMALL]) == 0
    return path


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let situations have stored values, because solving them takes seconds."""
    cases = iter(load_cases(CASES))
    monkeypatch.setattr("fifthstreet.cli.values.solve_case", lambda *_, **__: next(cases))


def shown(capsys: Capture, *arguments: str) -> str:
    assert run(["values", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def shown_json(capsys: Capture, *arguments: str) -> Any:
    return json.loads(shown(capsys, *arguments, "--json"))


def test_shards_are_solved_once(capsys: Capture, folder: Path) -> None:
    capsys.readouterr()
    data = shown_json(capsys, "generate", str(folder), "--shards", "4", *SMALL)
    assert (data["shards"], data["samples"], data["solved"]) == (4, 8, 1)
    assert 0 < data["exploitability_pot_percent"] < 1
    assert data["settings"]["betting"]["bets"] == "50%, 100%, a"
    output = shown(capsys, "generate", str(folder), "--shards", "4", *SMALL)
    assert "8 rivers in 4 shards\nall shards were there already" in output
    (folder / "000003.rivers").unlink()
    output = shown(capsys, "generate", str(folder), "--shards", "4", *SMALL)
    assert "solved 1 shard in " in output
    assert f"kept in {folder}; the same command resumes it" in output
    (folder / "000003.rivers").unlink()


def test_turns_are_solved_for_a_network_for_the_flop(capsys: Capture, tmp_path: Path) -> None:
    few = ["--boards", "1", "--ranges", "2", "--iterations", "2", "--bets", "a", "--workers", "1"]
    arguments = ["generate", str(tmp_path), "--street", "flop", "--shards", "2", *few]
    data = shown_json(capsys, *arguments)
    assert (data["street"], data["samples"], data["solved"]) == ("flop", 4, 2)
    assert data["settings"]["betting"]["bets"] == "a"
    (tmp_path / "000000.turns").unlink()
    output = shown(capsys, *arguments)
    assert "4 turns in 2 shards\nsolved 1 shard in " in output
    assert run(["check", str(tmp_path / "000000.turns")]) == 0
    assert "turn_samples" in capsys.readouterr().out
    out, checkpoint = tmp_path / "my.values", tmp_path / "my.training"
    arguments = ["train", str(tmp_path), "--out", str(out), "--checkpoint", str(checkpoint)]
    small = [*TINY[:4], "--batch", "1", "--width", "3", "--hand-units", "5"]
    assert "2 samples, 2 others held out" in shown(capsys, *arguments, *small)
    network = load_network(out)
    assert (network.street, network.model.sizes) == ("flop", [45, 5, 5, 3, 32, 8, 8, 8, 8])
    data = shown_json(capsys, *arguments, *small)  # nothing is left to train
    assert data["curve"] == network.about["curve"]
    cases = str(CASES.with_name("flop.cases"))
    tested = shown_json(capsys, "test", str(out), "--cases", cases, "--out", str(out))
    error = tested["overall"]["errors"]["weighted"]["mean"]
    assert load_network(out).error_pot_percent == pytest.approx(100 * error)


def test_flops_are_solved_for_a_network_for_preflop(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = tmp_path / "classes", tmp_path / "my.values"
    few = ["--ranges", "1", "--flops", "1", "--iterations", "2", "--bets", "a", "--workers", "1"]
    few += ["--depth", "hand"]
    data = shown_json(capsys, "generate", str(folder), "--street", "preflop", "--shards", "2", *few)
    assert (data["street"], data["samples"], data["solved"]) == ("preflop", 2, 2)
    monkeypatch.setattr("fifthstreet.solvers.values.preflop_leaves._FLOPS", 10)
    assert "1 samples, 1 others held out" in shown(
        capsys, "train", str(folder), "--out", str(out), *TINY
    )
    assert load_network(out).street == "preflop"
    assert open_shards(folder).source.settings.to_dict()["depth"] == "hand"
    monkeypatch.setattr("fifthstreet.solvers.values.exact_cases.CASE_FLOPS", 2)
    monkeypatch.setattr("fifthstreet.solvers.values.exact_cases._CASE_ITERATIONS", 2)
    output = shown(capsys, "test", str(out), "--situations", "1", "--out", str(out))
    assert "errors on 1 situation with values of solved flops" in output
    assert "195 of 1,755 flops are solved to the end of the street" in output
    error = load_network(out).error_pot_percent
    assert error is not None
    assert error > 0.1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--street", "river"], "--street must be turn or flop or preflop, got 'river'"),
        (["--flops", "3"], "--flops requires --street preflop"),
        (["--bets", "a"], "--bets requires --street flop or preflop"),
        (["--depth", "hand"], "--depth requires --street preflop"),
        (["--street", "preflop", "--depth", "x"], "depth must be street or hand, got 'x'"),
        (["--street", "flop", "--flops", "3"], "--flops requires --street preflop"),
        (["--street", "flop", "--boards", "0"], "boards must be from 1 to 10,000, got 0"),
        (["--street", "preflop", "--turns", "3"], "--turns requires --street turn"),
    ],
)
def test_options_of_other_streets(arguments: list[str], message: str, capsys: Capture) -> None:
    assert run(["values", "generate", "folder", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_network_is_trained_and_saved(capsys: Capture, folder: Path, tmp_path: Path) -> None:
    capsys.readouterr()
    out = tmp_path / "my.values"
    output = shown(capsys, "train", str(folder), "--out", str(out), *TINY)
    about = load_network(out).about
    assert about["options"]["units"] == 8
    assert len(about["curve"]["loss"]) == 4
    assert f"held-out error {100 * about['held_out_error']:.3f}% of the pot" in output
    assert f"{100 * about['curve']['held_out_error'][-1]:.3f}" in output
    assert "4 samples, 2 others held out" in output
    assert f"saved to {out}" in output
    data = shown_json(capsys, "train", str(folder), "--out", str(out), *TINY)
    assert data["curve"] == about["curve"]
    assert data["file"] == str(out)


def test_a_training_resumes(
    capsys: Capture, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    capsys.readouterr()
    out, checkpoint = tmp_path / "my.values", tmp_path / "my.training"
    expected = shown_json(capsys, "train", str(folder), "--out", str(out), *TINY)
    whole, run_epoch = out.read_bytes(), TableTraining.run_epoch
    epochs = []

    def two_epochs(training: TableTraining) -> None:
        if training.epoch == 2:
            raise KeyboardInterrupt
        run_epoch(training)

    def counted(training: TableTraining) -> None:
        epochs.append(training.epoch)
        run_epoch(training)

    arguments = ["train", str(folder), "--out", str(out), "--checkpoint", str(checkpoint), *TINY]
    out.unlink()
    monkeypatch.setattr(TableTraining, "run_epoch", two_epochs)
    assert run(["values", *arguments]) == 130
    assert not out.exists()
    monkeypatch.setattr(TableTraining, "run_epoch", counted)
    capsys.readouterr()
    assert shown_json(capsys, *arguments)["curve"] == expected["curve"]
    assert epochs == [2, 3]
    assert len(out.read_bytes()) == pytest.approx(len(whole), abs=64)  # the seconds differ
    checkpoint.write_bytes(checkpoint.read_bytes()[:-64])
    assert run(["values", *arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert "resumed from" in captured.err
    assert json.loads(captured.out)["curve"] == expected["curve"]


def test_errors_on_stored_cases(capsys: Capture) -> None:
    data = shown_json(capsys, "test", "turn", "--cases", str(CASES))
    expected = judge(NetworkLeaves(load_network("turn"), threads=1), load_cases(CASES))
    assert data["cases"] == 12
    assert [data["overall"], *data["by_stack"]] == [row.to_dict() for row in expected]
    output = shown(capsys, "test", "turn", "--cases", str(CASES))
    overall = expected[0]
    assert "turn: errors on 12 turns with exact values" in output
    for row in (overall.errors, overall.baseline):
        found = row["weighted"]
        assert found.interval is not None
        assert f"{100 * found.mean:.3g} ± {100 * found.interval:.2g}" in output
    assert f"{overall.errors['huber'].mean:.3g} ± " in output
    assert "10 to 30" in output


def test_errors_on_stored_flops(capsys: Capture) -> None:
    cases = CASES.with_name("flop.cases")
    data = shown_json(capsys, "test", "flop", "--cases", str(cases))
    assert (data["street"], data["cases"]) == ("flop", 8)
    assert data["overall"]["errors"]["weighted"]["mean"] < 0.0115


@pytest.mark.parametrize(("street", "next_cards"), [("turn", "48 rivers"), ("flop", "49 turns")])
def test_situations_are_of_the_network(
    street: str, next_cards: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = iter(load_cases(CASES.with_name(f"{street}.cases")))
    streets = []

    def solved(situation: Situation, **_: object) -> object:
        streets.append(situation.street)
        return next(stored)

    monkeypatch.setattr("fifthstreet.cli.values.solve_case", solved)
    output = shown(capsys, "test", street, "--situations", "2")
    assert f"{street}: errors on 2 {street}s with exact values" in output
    assert f"all {next_cards} of each {street} are solved" in output
    assert streets == [street, street]


def test_a_network_states_its_errors(capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "my.values"
    data = shown_json(capsys, "test", "turn", "--cases", str(CASES), "--out", str(out))
    network = load_network(out)
    error = data["overall"]["errors"]["weighted"]["mean"]
    assert network.error_pot_percent == pytest.approx(100 * error)
    assert network.about["tested"]["by_stack"] == data["by_stack"]
    assert network.about["tested"]["cases"] == 12
    layers = load_network("turn").model.layers
    assert (network.model.layers[0].weights == layers[0].weights).all()


@pytest.mark.usefixtures("few")
def test_situations_are_solved_and_saved(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "my.cases"
    data = shown_json(
        capsys, "test", "turn", "--situations", "3", "--save-cases", str(path), "--threads", "1"
    )
    assert data["cases"] == 3
    again = shown_json(capsys, "test", "turn", "--cases", str(path))
    assert again["overall"] == data["overall"]


def test_an_interrupt_shows_the_situations_so_far(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = load_cases(CASES)[:2]

    def solved(*_: object, **__: object) -> object:
        if not cases:
            raise KeyboardInterrupt
        return cases.pop()

    monkeypatch.setattr("fifthstreet.cli.values.solve_case", solved)
    assert run(["values", "test", "turn"]) == 130
    assert "errors on 2 turns" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["destroy", "x"], "action must be generate, train or test, got 'destroy'"),
        (["generate", "x", "--shards", "0"], "shards must be from 1 to 1,000,000, got 0"),
        (["generate", "x", "--turns", "0"], "turns must be from 1 to 10,000, got 0"),
        (["generate", "x", "--workers", "0"], "workers must be at least 1, got 0"),
        (["generate", "x", "--backend", "tpu"], "backend must be native or cuda, got 'tpu'"),
        (["generate", "x", "--epochs", "3"], "--epochs requires train, got generate"),
        (["generate", "x", "--out", "y"], "--out requires train or test, got generate"),
        (["train", "x"], "train requires --out"),
        (["train", "x", "--out", "y"], "x must be a folder of shards: No such file"),
        (["train", "x", "--save-cases", "y"], "--save-cases requires test, got train"),
        (["test", "x"], "x cannot be read: No such file"),
        (["test", "turn", "--situations", "0"], "--situations must be at least 1, got 0"),
        (["test", "turn", "--threads", "0"], "threads must be at least 1, got 0"),
        (["test", "turn", "--shards", "3"], "--shards requires generate, got test"),
        (
            ["test", "turn", "--cases", "x", "--situations", "3"],
            "--cases cannot be combined with --situations or --save-cases",
        ),
        (["test", "turn", "--cases", "x"], "x cannot be read: No such file"),
    ],
)
def test_bad_input(
    capsys: Capture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["values", *arguments]) == 2
    captured = capsys.readouterr()
    assert reason in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_options_of_trainings(capsys: Capture, folder: Path) -> None:
    arguments = ["values", "train", str(folder), "--out", "y"]
    capsys.readouterr()
    for more, message in (
        (["--units", "0"], "units must be from 1 to 4,096, got 0"),
        (["--hand-units", "3"], "--hand-units requires shards for the flop"),
    ):
        assert run([*arguments, *more]) == 2
        assert message in capsys.readouterr().err


def test_other_settings_need_another_folder(capsys: Capture, folder: Path) -> None:
    capsys.readouterr()
    assert run(["values", "generate", str(folder), "--seed", "7", *SMALL]) == 2
    assert "seed must be 0 as in the shards of" in capsys.readouterr().err


def test_files_of_this_command_are_checked(capsys: Capture, folder: Path, tmp_path: Path) -> None:
    capsys.readouterr()
    training = TableTraining(open_shards(folder))
    with pytest.raises(InputError):
        training.network()
    training.save(tmp_path / "my.training")
    save_cases(tmp_path / "my.cases", load_cases(CASES)[:1])
    files = [tmp_path / "my.training", tmp_path / "my.cases", folder / "000000.rivers"]
    assert run(["check", *map(str, files)]) == 0
    output = capsys.readouterr().out
    for kind in ("table_training", "exact_cases", "river_samples"):
        assert kind in output
