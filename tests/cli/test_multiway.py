"""`fifthstreet solve`, `show` and `check` with three players."""

from pathlib import Path

import numpy as np
import pytest

import fifthstreet as fs
from fifthstreet.cli import run
from fifthstreet.cli.progress import SolveProgress
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.multiway import open_multiway, read_multiway_spot, solve_multiway
from fifthstreet.views import multiway_page, multiway_svg
from fifthstreet.views.notebook import notebook_html
from tests.cli.small_spot import Capture, shown, shown_json

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "three_players.toml")


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture(scope="module")
def solution() -> fs.MultiwaySolution:
    return solve_multiway(read_multiway_spot(EXAMPLE), progress=False)


@pytest.fixture(scope="module")
def file(solution: fs.MultiwaySolution, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("solutions") / "three.solution"
    solution.save(path)
    return str(path)


def test_solve_shows_what_each_player_could_gain(
    capsys: Capture, solution: fs.MultiwaySolution
) -> None:
    output = shown(capsys, ["solve", EXAMPLE])
    assert "pot 90, behind 200 / 60 / 120   r  player 0 to act" in output
    gains = solution.exploitability.gains
    assert gains is not None
    for player, gain in enumerate(gains):
        (row,) = [line for line in output.splitlines() if f"│ player {player} " in line]
        assert f" {100 * gain / 90:.3f}% " in row
        assert f" {solution.ev[player]:.2f} " in row
    assert "with three players there is no guarantee of an equilibrium" in output
    assert "per player, " in output


def test_solve_as_json_with_other_sizes(capsys: Capture) -> None:
    options = ["--bets", "75%", "--raises", "", "--pot", "60", "--rake-rate", "0.05"]
    found = shown_json(capsys, ["solve", EXAMPLE, *options, "--target", "0.5"])
    assert found["root"]["actions"] == ["k", "b45"]
    assert found["spot"]["rules"]["pot"] == 60
    assert found["spot"]["rake"]["rate"] == 0.05
    assert len(found["gains"]) == len(found["ev"]) == 3
    assert found["exploitability_pot_percent"] <= 0.5
    assert found["is_equilibrium_guaranteed"] is False


def test_solve_saves_and_show_opens(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "three.solution"
    output = shown(capsys, ["solve", EXAMPLE, "--save", str(path), "--max-iterations", "20"])
    assert f"saved to {path} (" in output
    assert open_multiway(path).record.iterations == 20


@pytest.mark.parametrize(
    ("options", "refused"),
    [
        (["--oop", "AA"], "--oop"),
        (["--depth", "street"], "--depth"),
        (["--checkpoint", "c"], "--checkpoint"),
        (["--no-isomorphism"], "--no-isomorphism"),
        (["--backend", "cuda"], "--backend"),
        (["--dry-run"], "--dry-run"),
    ],
)
def test_options_of_two_players_are_refused(
    capsys: Capture, options: list[str], refused: str
) -> None:
    assert run(["solve", EXAMPLE, *options]) == 2
    error = capsys.readouterr().err
    assert f"{refused} does not apply to three ranges: omit it" in error


def test_an_interrupt_shows_the_solution_so_far(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(progress: SolveProgress, update: Progress) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SolveProgress, "update", interrupt)
    assert run(["solve", EXAMPLE]) == 130
    assert "interrupted before the target" in capsys.readouterr().out


def test_show_a_node(capsys: Capture, file: str, solution: fs.MultiwaySolution) -> None:
    output = shown(capsys, ["show", file, "x/x"])
    assert "r:k:k  player 2 to act" in output
    assert "what player 2 does with each hand" in output
    output = shown(capsys, ["show", file, "r:b45:f", "--player", "0", "--grid", "equity"])
    assert "equity of each hand of player 0 against the other ranges, percent" in output
    assert "player 1, folded" in output
    data = shown_json(capsys, ["show", file, "r:k", "--player", "1"])
    node = solution.node("r:k")
    assert data["frequencies"] == pytest.approx(node.frequencies.tolist())
    assert data["to_act"] == data["player"] == 1
    held = np.flatnonzero(node.reach[1])
    assert len(data["hands"]) == len(held)
    end = shown(capsys, ["show", file, "r:k:k:k"])
    assert "r:k:k:k  showdown" in end


def test_show_writes_pictures(
    capsys: Capture, file: str, solution: fs.MultiwaySolution, tmp_path: Path
) -> None:
    svg, html = tmp_path / "node.svg", tmp_path / "node.html"
    output = shown(capsys, ["show", file, "r:k", "--svg", str(svg), "--html", str(html)])
    assert str(svg) in output
    node = solution.node("r:k")
    assert svg.read_text(encoding="utf-8") == multiway_svg(node)
    assert html.read_text(encoding="utf-8") == multiway_page(node)
    for text in (multiway_svg(node), multiway_page(node)):
        assert "what player 1 does with each hand" in text
        assert "no guarantee of an equilibrium" in text
    assert "could gain" in notebook_html(node)
    assert "solved in" in notebook_html(solution)
    # Where no player acts, the hands of all who are left are shown.
    end = notebook_html(solution.node("r:b45:f:c"))
    assert "how often each hand of player 2 gets here" in end
    assert "how often each hand of player 1 gets here" not in end


def test_show_hands(capsys: Capture, file: str, solution: fs.MultiwaySolution) -> None:
    output = shown(capsys, ["show", file, "r", "--hand", "top pair"])
    summary = solution.root["top pair"]
    assert f"player 0 with top pair   EV {summary.ev:.2f}, equity " in output
    assert "no guarantee of an equilibrium" in output
    data = shown_json(capsys, ["show", file, "r:k", "--hand", "AhKh", "--player", "1"])
    assert list(data["hands"]) == ["AhKh"]
    assert data["ev"] == pytest.approx(solution.node("r:k")["AhKh"].ev)
    assert sum(data["strategy"].values()) == pytest.approx(1)
    data = shown_json(capsys, ["show", file, "r:k", "--hand", "QQ", "--player", "0"])
    assert "strategy" not in data


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--hand", "32o"], "player 0 never has '32o' at 'r'"),
        (["--classes"], "--classes does not apply to solutions of three players"),
        (["--player", "oop"], "--player must be 0, 1, 2, got 'oop'"),
        (["--grid", "suits"], "--grid must be one of"),
        (["--player", "1", "--grid", "strategy"], "no strategy of player 1 at 'r'"),
        (["--svg", "a.svg", "--hand", "AA"], "cannot be combined with --hand"),
    ],
)
def test_show_refuses(capsys: Capture, file: str, options: list[str], message: str) -> None:
    assert run(["show", file, *options]) == 2
    assert message in capsys.readouterr().err


def test_check_reads_spots_and_solutions(capsys: Capture, file: str) -> None:
    output = shown(capsys, ["check", file, EXAMPLE])
    assert "multiway_solution" in output
    assert "<MultiwaySpot on QsJh2h7c4d" in output
    assert "no guarantee of an equilibrium" in output
