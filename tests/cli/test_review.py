"""`fifthstreet review`: hands compared with a solution, a trained strategy, or new solves."""

import io
import json
import re
import sys
from math import inf
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.cli import run
from fifthstreet.cli.progress import ReviewProgress
from fifthstreet.review import SolveAnswers
from fifthstreet.solvers.postflop import Solution, Spot, solve
from fifthstreet.solvers.postflop.spot.spot_file import spot_toml
from tests.cli.interrupting import INTERRUPTED
from tests.review.hand_texts import IP, OOP, TO_THE_RIVER, history

Capture = pytest.CaptureFixture[str]
SPOT = Spot.of("QsJh2h7c4d", 200, 900, oop=OOP, ip=IP, bets="50%, a", raises="60%")
SOLVE = ["--solve", "--first-street", "river", "--oop", OOP, "--ip", IP, "--bets", "50%, a"]
NAMES = ("Ann", "Bob")
HANDS = [
    history(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 f", holes=("AcAd", "QdQc"), players=NAMES),
    history(f"{TO_THE_RIVER}, p1 cbr 100, p2 cc", holes=("KdQd", "????"), players=NAMES),
    history("p2 f", players=NAMES),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("review")
    tables = [f"[{number}]\n{text}" for number, text in enumerate(HANDS, 1)]
    (folder / "empty").mkdir()
    (folder / "hands.phhs").write_text("\n".join(tables), encoding="utf-8")
    (folder / "hand.phh").write_text(HANDS[0], encoding="utf-8")
    omaha = history("p2 f", variant="PO", holes=("????????",) * 2)
    (folder / "omaha.phh").write_text(omaha, encoding="utf-8")
    (folder / "text.phh").write_text("no hand at all", encoding="utf-8")
    (folder / "empty.phh").write_text("", encoding="utf-8")
    (folder / "river.toml").write_text(spot_toml(SPOT), encoding="utf-8")
    solve(SPOT, target_pot_percent=0.002).save(folder / "river.solution")
    return folder


@pytest.fixture(autouse=True)
def _in_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("NO_COLOR", "1")


def shown(capsys: Capture, *arguments: str) -> str:
    assert run(["review", *arguments]) == 0
    captured = capsys.readouterr()
    estimate = r"\d+ spots? to solve.*\n" if "--solve" in arguments else ""
    assert re.fullmatch(estimate, captured.err)
    return captured.out


def facts(capsys: Capture, *arguments: str) -> Any:
    output = shown(capsys, *arguments, "--json")
    assert output.count("\n") == 1
    return json.loads(output)


def test_a_session_compared_with_a_solution(capsys: Capture) -> None:
    data = facts(capsys, "hands.phhs", "--solution", "river.solution")
    assert data["source"]["kind"] == "solution"
    assert (data["hands"], list(data["players"])) == (2, ["Bob", "Ann"])
    assert data["left_out"] == [
        {
            "hand": "hands.phhs, hand 3",
            "reason": "no decision on the river, where the tree starts",
        }
    ]
    worst = data["decisions"][0]
    assert (worst["player"], worst["hole"], worst["action"], worst["node"]) == (
        *("Ann", "AdAc", "f", "r:k:b100"),
    )
    assert worst["ev_loss"]["big_blinds"] == pytest.approx(worst["best_ev"] / 10, abs=1e-3)
    output = shown(capsys, "hands.phhs", "--solution", "river.solution", "--worst", "1")
    assert output.startswith("1. hands.phhs, hand 1: Ann A♦ A♣ folds on the river  Q♠ J♥ 2♥ 7♣ 4♦")
    assert f"lost {worst['ev_loss']['chips']:.2f} chips" in output
    assert "good match, the same chips" in output
    assert "2. " not in output
    error = data["source"]["exploitability_pot_percent"]
    assert f"exploitability {error:.2f}% of the starting pot" in output
    assert data["players"]["Ann"]["exploitability_pot_percent"] == pytest.approx(error)
    streets = data["players"]["Ann"]["streets"]
    assert streets["river"]["exploitability_pot_percent"] == pytest.approx(error)
    assert streets["preflop"]["exploitability_pot_percent"] is None
    assert "within error: losses smaller than the error that" in output
    assert "expl.: mean exploitability of the strategies" in output
    assert "2 hands, 19 decisions, 5 of them answered" in output
    assert "left out: hands.phhs, hand 3: no decision on the river" in output


def test_a_session_from_the_standard_input(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path("hands.phhs").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    output = shown(capsys, "-", "--solution", "river.solution")
    assert "1. standard input, hand " in output
    assert "left out: standard input, hand 3: no decision on the river" in output


def test_one_player_and_several_files(capsys: Capture) -> None:
    data = facts(
        capsys, "hands.phhs", "hand.phh", "--solution", "river.solution", "--player", "Ann"
    )
    assert (data["hands"], list(data["players"])) == (3, ["Ann"])
    assert {each["player"] for each in data["decisions"]} == {"Ann"}
    folds = [each for each in data["decisions"] if each["action"] == "f"]
    assert len(folds) == 2
    assert folds[0]["ev_loss"] == folds[1]["ev_loss"]


def test_unknown_cards_are_reported(capsys: Capture) -> None:
    output = shown(capsys, "hands.phhs", "--solution", "river.solution", "--player", "Bob")
    assert "Bob (cards unknown) calls 100" in output
    assert "hole cards unknown: frequencies of the whole range only" in output


def test_solving_agrees_with_a_solution(capsys: Capture) -> None:
    """Only roughly: the trees differ in raise cap and forced all-ins."""
    saved = facts(capsys, "hands.phhs", "--solution", "river.solution")
    solved = facts(
        capsys, "hands.phhs", *SOLVE, "--max-raises", "9", "--force-allin", "0", "--target", "0.002"
    )
    assert solved["source"]["kind"] == "solve"
    worst, other_worst = saved["decisions"][0], solved["decisions"][0]
    assert (worst["node"], worst["action"]) == (other_worst["node"], other_worst["action"])
    assert worst["ev_loss"]["chips"] == pytest.approx(other_worst["ev_loss"]["chips"], abs=0.5)
    rivers = [each for each in solved["decisions"] if each["street"] == "river"]
    assert {each["match"] for each in rivers} == {"good"}
    assert all(each["exploitability_pot_percent"] <= 0.002 for each in rivers)


def test_a_trained_strategy_has_frequencies_but_no_evs(capsys: Capture) -> None:
    command = ["train", "--game", "holdem:river.toml", "--algorithm", "external"]
    assert run([*command, "--iterations", "4096", "--out", "river.training"]) == 0
    capsys.readouterr()
    data = facts(capsys, "hands.phhs", "--blueprint", "river.training")
    assert data["source"]["kind"] == "blueprint"
    answered = [each for each in data["decisions"] if each["node"]]
    assert len(answered) == 5
    assert {each["ev_loss"] for each in answered} == {None}
    assert sum(each["frequency"] is not None for each in answered) == 4
    output = shown(capsys, "hands.phhs", "--blueprint", "river.training", "--worst", "9")
    assert "lost " not in output.partition("answered")[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hands.phhs"], "specify one of --solution FILE, --blueprint FILE, --charts and --solve"),
        (["hands.phhs", "--solve", "--solution", "river.solution"], "specify one of --solution"),
        (["hands.phhs", "--charts", "--solve"], "specify one of --solution"),
        (
            ["hands.phhs", "--solution", "river.solution", "--ranges", "x"],
            "--ranges requires --solve or --charts",
        ),
        (["none.phh", "--solve"], "cannot read 'none.phh': No such file"),
        (["empty", "--solve"], "the files have no hands: use hand histories"),
        (["text.phh", "--solve"], "text.phh, line 1: "),
        (["river.toml", "--solve"], "river.toml, line 1: required fields are missing: actions"),
        (["empty.phh", "--solve"], "the files have no hands: use hand histories"),
        (["omaha.phh", "--solve"], "1: the variant must be no-limit hold'em, 'NT', got 'PO'"),
        (["hands.phhs", "--solution", "none.solution"], "none.solution"),
        (["hands.phhs", "--solution", "hands.phhs"], "hands.phhs"),
        (["hands.phhs", "--blueprint", "river.solution"], "must be a training, got a solution"),
        (
            ["hands.phhs", "--solve", "--player", "Zed"],
            "player must be one of Bob",
        ),
        (
            ["hands.phhs", "--solve", "--oop", "QQQ"],
            "oop: a hand or a run of hands must be like 'AA'",
        ),
        (
            ["hands.phhs", "--solve", "--bets", "much"],
            "2e, 3e200%, 33%*1.5:4, 3x r2 or a, got 'much'",
        ),
        (
            ["hands.phhs", "--solve", "--first-street", "preflop"],
            "--first-street must be one of flop, turn, river",
        ),
        (["hands.phhs", "--solve", "--rake-rate", "2"], "least 0 and below 1, like 0.05, got 2"),
        (["hands.phhs", "--solution", "river.solution", "--save", "x"], "--save requires --solve"),
        (
            ["hands.phhs", "--solve", "--save", "hand.phh"],
            "--save must be a folder, got the file 'hand.phh'",
        ),
        (["hands.phhs", "--solve", "--ranges", "none"], "cannot read 'none'"),
        (["hands.phhs", "--solve", "--worst", "-1"], "--worst must be at least 0, got -1"),
        (
            ["hands.phhs", "--solution", "river.solution", "--unit", "0"],
            "unit must be more than 0 chips, or None, got 0",
        ),
    ],
)
def test_errors_are_one_line(capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(["review", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_ranges_by_action_and_stored_solutions(capsys: Capture, tmp_path: Path) -> None:
    river = ["--solve", "--first-street", "river", "--target", "2"]
    saved = str(tmp_path / "solutions")
    data = facts(capsys, "hand.phh", *river, "--save", saved)
    worst = next(each for each in data["decisions"] if each["street"] == "river")
    assert worst["basis"]["range_names"][0].startswith("OOP BB after r:b2.5:b10:c (chart hu100)")
    assert worst["basis"]["file"].startswith(saved)
    output = shown(capsys, "hand.phh", *river, "--save", saved)
    (command,) = {
        line.strip()
        for line in output.splitlines()
        if line.strip().startswith("fifthstreet show") and line.endswith(worst["node"])
    }
    assert run(command.split()[1:]) == 0
    assert "stopped early" not in capsys.readouterr().out
    own = tmp_path / "mine.toml"
    text = 'players = 2\nstack = 100\n[three_bet.BTN]\nBB = "AA,KQs"\n'
    own.write_text(text, encoding="utf-8")
    for path in (own, tmp_path):
        decisions = facts(capsys, "hand.phh", *river, "--ranges", str(path))["decisions"]
        replaced = next(each for each in decisions if each["street"] == "river")
        assert replaced["basis"]["ranges"]["oop"] == "AA,KQs"
        assert "(mine.toml)" in replaced["basis"]["range_names"][0]


def test_reports_in_files(capsys: Capture, tmp_path: Path) -> None:
    csv_path, html_path = tmp_path / "report.csv", tmp_path / "report.html"
    output = shown(
        *(capsys, "hands.phhs", "--solution", "river.solution"),
        *("--csv", str(csv_path), "--html", str(html_path)),
    )
    assert f"written to {csv_path}" in output
    assert csv_path.read_text(encoding="utf-8").startswith("label,decision,player,position")
    assert "<svg" in html_path.read_text(encoding="utf-8")
    for name in ("street", "position", "pot type", "action", "hand class"):
        assert f" {name} " in output
    missing = str(tmp_path / "none" / "report.csv")
    assert run(["review", "hands.phhs", "--solution", "river.solution", "--csv", missing]) == 2
    assert "must be in an existing folder" in capsys.readouterr().err


RIVER = ["--solve", "--first-street", "river", "--target", "2"]


def test_the_estimate_is_shown_before_anything_is_solved(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_solve(*_: object) -> None:
        shown = capsys.readouterr()
        assert re.match(r"2 spots to solve: about .* s \(.*\), .* memory, .* on disk\n", shown.err)
        raise KeyboardInterrupt

    monkeypatch.setattr(SolveAnswers, "_solved", no_solve)
    assert run(["review", "hands.phhs", *RIVER, "--save", str(tmp_path)]) == INTERRUPTED


def test_a_dry_run_only_estimates(capsys: Capture) -> None:
    assert run(["review", "hands.phhs", *RIVER, "--dry-run"]) == 0
    assert "2 spots to solve: about " in capsys.readouterr().out
    assert run(["review", "hands.phhs", *RIVER, "--dry-run", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["spots"], data["stored"], data["disk_bytes"]) == (2, 0, 0)


def test_the_total_time_is_limited(capsys: Capture) -> None:
    output = shown(capsys, "hands.phhs", *RIVER, "--minutes", "0.0000001")
    assert "5 decisions in 2 hands: not solved: the time for solves was used up" in output


def test_ctrl_c_shows_a_partial_report(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    solves = 0
    solved = SolveAnswers._solved

    def second_is_interrupted(self: SolveAnswers, spot: Spot) -> Solution:
        nonlocal solves
        solves += 1
        if solves == 2:
            raise KeyboardInterrupt
        return solved(self, spot)

    monkeypatch.setattr(SolveAnswers, "_solved", second_is_interrupted)
    assert run(["review", "hands.phhs", *RIVER]) == INTERRUPTED
    output = capsys.readouterr().out
    assert "1. hands.phhs, hand 1: Ann A♦ A♣ folds on the river" in output
    assert "1 hand, 13 decisions" in output
    assert "interrupted: this report is partial" in output
    assert "left out: hands.phhs, hand 2: interrupted before all its decisions" in output
    assert "left out: hands.phhs, hand 3: interrupted" in output


def test_later_reviews_reuse_solutions(capsys: Capture, tmp_path: Path) -> None:
    first = shown(capsys, "hands.phhs", *RIVER, "--save", str(tmp_path))
    assert run(["review", "hands.phhs", *RIVER, "--save", str(tmp_path)]) == 0
    again = capsys.readouterr()
    assert again.out == first
    assert again.err == "0 spots to solve; 2 are stored\n"


def test_assumed_ranges_are_named_beside_every_error(capsys: Capture, tmp_path: Path) -> None:
    html = tmp_path / "report.html"
    output = shown(capsys, "hands.phhs", *RIVER, "--html", str(html))
    losses = [line for line in output.splitlines() if re.search(r" ± .* big blinds", line)]
    assert losses
    # Losses before the flop are within charts, without a range of their own.
    assumed = ["(± of the solve, not of the assumed ranges)" in line for line in losses]
    assert set(assumed) == {True, False}
    assert "±: the error of the solves, not of the ranges by position" in output
    assert "(± of the solve, not of the assumed ranges)" in html.read_text(encoding="utf-8")
    given = shown(capsys, "hands.phhs", *SOLVE)
    assert "assumed" not in given


def test_charts_alone_answer_before_the_flop(capsys: Capture) -> None:
    output = shown(capsys, "hands.phhs", "--charts")
    assert "after the flop: charts are for preflop decisions" in output
    decisions = facts(capsys, "hands.phhs", "--charts")["decisions"]
    valued = {each["street"] for each in decisions if each["ev_loss"] is not None}
    assert valued == {"preflop"}


def test_a_multiway_hand_says_why_it_is_not_answered(capsys: Capture, tmp_path: Path) -> None:
    text = history(
        "p3 cbr 30, p1 cc, p2 cc, db QsJh2h, p1 cc, p2 cc, p3 cc, db 7c, p1 cc, p2 cc, p3 cc",
        stacks=(1000,) * 3,
        holes=("????",) * 3,
    )
    path = tmp_path / "multiway.phh"
    path.write_text(text, encoding="utf-8")
    output = shown(capsys, str(path), "--solve")
    assert "9 decisions, 3 of them answered" in output
    reason = "more than two players: reviews solve the rest of hands of two players only"
    assert f"not answered: 6 decisions in 1 hand: {reason}" in output


def test_groups_without_a_known_cost_are_not_shown(capsys: Capture, tmp_path: Path) -> None:
    html = tmp_path / "report.html"
    output = shown(capsys, "hands.phhs", "--solution", "river.solution", "--html", str(html))
    groups = html.read_text(encoding="utf-8").partition("Worst decisions")[0]
    for text in (output.partition("answered")[2], groups):
        assert "river" in text
        assert "preflop" not in text.partition("street")[2]


def test_the_progress_has_the_time_left_of_each_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    seen: list[tuple[str, float]] = []

    class Recorded(ReviewProgress):
        def stepped(self, iteration: int) -> None:
            super().stepped(iteration)
            task = self._bars.tasks[0]
            seen.append((task.description, task.fields["end"]))

    monkeypatch.setattr("fifthstreet.cli.review.ReviewProgress", Recorded)
    assert run(["review", "hands.phhs", *RIVER]) == 0
    for number in (1, 2):
        ends = [end for text, end in seen if text.startswith(f"spot {number} of 2, iteration ")]
        assert len(ends) > 2
        assert all(end < inf for end in ends[1:])
    assert any(re.search(r"iteration \d+ of about \d+", text) for text, _ in seen)
