"""`fifthstreet show`: nodes, hands and reports of a saved solution."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import HOLE_COUNT, card_text, hole_text, parse_hole
from fifthstreet.cli import run
from fifthstreet.solvers.postflop import (
    Solution,
    Spot,
    card_report,
    open_solution,
    range_breakdown,
    range_distribution,
    solve,
)
from fifthstreet.tree import choice_words
from fifthstreet.tree.strategy import Lock
from fifthstreet.views import node_html, node_svg, report_html, report_svg

Capture = pytest.CaptureFixture[str]
TURN = "QsJh2h7c"


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    spot = Spot.of(
        TURN,
        100,
        400,
        oop="AA,KQs,JTs,T9s:0.5,A3s",
        ip="QQ,AJs,T9s,K9s",
        bets="50%",
        raises="60%",
        max_raises=2,
    )
    path = tmp_path_factory.mktemp("solutions") / "turn.solution"
    solve(spot).save(path)
    return str(path)


@pytest.fixture(scope="module")
def solution(file: str) -> Solution:
    return open_solution(file)


def error_line(solution: Solution) -> str:
    known = solution.record.exploitability
    return f"exploitability {known.pot_percent:.3f}% of the starting pot ({known.chips:.3g} chips)"


def shown(capsys: Capture, *arguments: str) -> str:
    assert run(["show", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def shown_json(capsys: Capture, *arguments: str) -> Any:
    output = shown(capsys, *arguments, "--json")
    assert output.count("\n") == 1
    assert "NaN" not in output
    return json.loads(output)


# Nodes.


@pytest.mark.parametrize("path", ["r", "r:k", "r:b50", "r:k:b50:c:n8c", "r:k:b50:c:n8c:k"])
def test_a_node_as_json(capsys: Capture, file: str, solution: Solution, path: str) -> None:
    facts = shown_json(capsys, file, path)
    node = solution.node(path)
    seat = node.player
    assert (facts["path"], facts["street"]) == (path, "river" if "n8c" in path else "turn")
    assert facts["board"] == TURN + ("8c" if "n8c" in path else "")
    assert (facts["pot"], facts["stacks"]) == (node.pot, list(node.stacks))
    assert facts["to_act"] == facts["player"] == ("oop", "ip")[seat]
    assert facts["actions"] == list(node.actions)
    assert facts["frequencies"] == node.frequencies.tolist()
    assert facts["ev"] == list(node.range_ev)
    assert facts["equity"] == list(node.range_equity)
    assert facts["eqr"] == list(node.range_eqr)
    assert facts["combos"] == list(node.combos)
    known = solution.record.exploitability
    assert facts["exploitability"] == known.chips
    assert facts["exploitability_pot_percent"] == known.pot_percent
    held = {hole_text(hole) for hole in np.flatnonzero(node.reach[seat]).tolist()}
    assert set(facts["hands"]) == held
    for text, hand in facts["hands"].items():
        hole = parse_hole(text)
        assert hand["reach"] == node.reach[seat][hole]
        assert hand["strategy"] == dict(
            zip(node.actions, node.strategy[:, hole].tolist(), strict=True)
        )
        for name, value in (("ev", node.ev[seat][hole]), ("equity", node.equities[seat][hole])):
            assert hand[name] == (None if np.isnan(value) else value)


def test_the_root_is_shown_without_a_path(capsys: Capture, file: str) -> None:
    assert shown(capsys, file) == shown(capsys, file, "r")


def test_a_node_as_a_picture(capsys: Capture, file: str, solution: Solution) -> None:
    output = shown(capsys, file, "r:b50")
    node = solution.node("r:b50")
    assert "Q♠ J♥ 2♥ 7♣   turn, pot 150, behind 350 / 400   r:b50  IP to act" in output
    assert "what IP does with each hand" in output
    assert error_line(solution) in output
    tree = solution.spot.tree
    words = choice_words(tree, tree.find("r:b50")[0])
    assert words == ["fold", "call 50", "raise to 170 (60%)"]
    for text, frequency in zip(words, node.frequencies.tolist(), strict=True):
        (row,) = [line for line in output.splitlines() if f" {text} " in line]
        assert f" {100 * frequency:.1f}% " in row


def test_the_other_range(capsys: Capture, file: str, solution: Solution) -> None:
    output = shown(capsys, file, "r:b50", "--player", "oop")
    assert "how often each hand of OOP gets here" in output
    facts = shown_json(capsys, file, "r:b50", "--player", "oop")
    node = solution.node("r:b50")
    assert (facts["player"], facts["to_act"]) == ("oop", "ip")
    for text, hand in facts["hands"].items():
        assert set(hand) == {"reach", "ev", "equity"}
        assert hand["reach"] == node.reach[0][parse_hole(text)]


def test_grids(capsys: Capture, file: str, solution: Solution) -> None:
    output = shown(capsys, file, "--grid", "ev")
    assert "EV of each hand of OOP from here on, chips" in output
    aces = [hole for hole in range(HOLE_COUNT) if hole_text(hole)[::2] == "AA"]
    mean = float(np.mean([solution.root.ev[0][hole] for hole in aces]))
    lines = output.splitlines()
    (row,) = [index for index, line in enumerate(lines) if line.startswith("AA ")]
    assert float(lines[row + 1].split()[0]) == pytest.approx(mean, abs=0.06)
    equities = shown(capsys, file, "--grid", "equity")
    mean = float(np.mean([solution.root.equities[0][hole] for hole in aces]))
    assert equities.splitlines()[row + 1].split()[0] == f"{100 * mean:.1f}"
    reach = shown(capsys, file, "--grid", "reach").splitlines()
    assert reach[row + 1].split()[0] == "100%"
    tens = next(index for index, line in enumerate(reach) if "T9s" in line)
    assert "50%" in reach[tens + 1]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("r:b50:f", "OOP wins"),
        ("r:k:k", "a card is dealt"),
        ("r:k:k:n8c:k:k", "showdown"),
    ],
)
def test_nodes_where_nobody_acts(capsys: Capture, file: str, path: str, words: str) -> None:
    output = shown(capsys, file, path)
    assert words in output
    assert "how often each hand of OOP gets here" in output
    assert "frequency" not in output
    facts = shown_json(capsys, file, path)
    assert (facts["to_act"], facts["actions"]) == (None, [])


# Hands.


def test_a_hand(capsys: Capture, file: str, solution: Solution) -> None:
    facts = shown_json(capsys, file, "r", "--hand", "KhQh")
    node, hole = solution.root, parse_hole("KhQh")
    assert facts["hand"] == "KhQh"
    assert facts["ev"] == node.ev[0][hole]
    assert facts["equity"] == node.equities[0][hole]
    assert facts["reach"] == 1
    assert list(facts["strategy"].values()) == node.strategy[:, hole].tolist()
    assert list(facts["action_ev"].values()) == node.action_ev[:, hole].tolist()
    output = shown(capsys, file, "r", "--hand", "QhKh")
    assert f"EV {facts['ev']:.2f}, equity {100 * facts['equity']:.2f}%" in output
    for words in ("check", "bet 50 (50%)"):
        assert f" {words} " in output
    assert error_line(solution) in output
    assert facts["exploitability"] == solution.record.exploitability.chips
    other = shown(capsys, file, "r", "--hand", "QdQc", "--player", "ip")
    assert "IP with QdQc" in other
    assert "frequency" not in other


# Lines.


@pytest.mark.parametrize("line", ["x/b50%", "x/b", "k:b50", "check, bet 50%"])
def test_lines_as_people_write_them(capsys: Capture, file: str, line: str) -> None:
    facts = shown_json(capsys, file, line)
    assert (facts["path"], facts["notes"]) == ("r:k:b50", [])


def test_rounded_amounts_are_noted(capsys: Capture, file: str) -> None:
    note = "b60% (60) is not in the tree: b50 is nearest"
    facts = shown_json(capsys, file, "x/b60%")
    assert (facts["path"], facts["notes"]) == ("r:k:b50", [note])
    assert note in shown(capsys, file, "x/b60%")


# Classes and percentiles.


@pytest.mark.parametrize("text", ["AA", "KQs", "KQ", "top pair", "A♥x♥, top pair & K♥x♥"])
def test_hands_by_class(capsys: Capture, file: str, solution: Solution, text: str) -> None:
    facts = shown_json(capsys, file, "r", "--hand", text)
    node = solution.root
    held = node.held(text, 0)
    assert set(facts["hands"]) == {hole_text(int(hole)) for hole in held}
    assert facts["combos"] == pytest.approx(node.reach[0][held].sum())
    assert facts["ev"] == node[text].ev
    assert facts["strategy"] == node[text].strategy
    output = shown(capsys, file, "r", "--hand", text)
    assert f"OOP with {text}" in output
    assert f"{facts['combos']:.1f} combos get here" in output
    assert error_line(solution) in output
    assert all(hand in output for hand in facts["hands"])


def test_a_range_by_class(capsys: Capture, file: str, solution: Solution, tmp_path: Path) -> None:
    facts = shown_json(capsys, file, "r:k", "--classes")
    parts = range_breakdown(solution.node("r:k"))
    assert [row["name"] for row in facts["made"]] == [row.name for row in parts.made]
    assert sum(row["combos"] for row in facts["made"]) == pytest.approx(facts["total"]["combos"])
    assert sum(row["combos"] for row in facts["draws"]) == pytest.approx(facts["total"]["combos"])
    assert facts["exploitability"] == solution.exploitability.chips
    html = tmp_path / "classes.html"
    output = shown(capsys, file, "r:k", "--classes", "--html", str(html))
    assert "the range of IP by class" in output
    assert error_line(solution) in output
    page = html.read_text(encoding="utf-8")
    for row in (*parts.made, *parts.draws):
        assert row.name in output
        assert row.name in page


@pytest.mark.parametrize("kind", ["equity", "ev"])
def test_percentiles(
    capsys: Capture, file: str, solution: Solution, tmp_path: Path, kind: str
) -> None:
    svg, html = tmp_path / "graph.svg", tmp_path / "graph.html"
    facts = shown_json(
        capsys, file, "r", "--distribution", kind, "--svg", str(svg), "--html", str(html)
    )
    spread = range_distribution(solution.root, kind)
    assert facts["values"]["oop"] == spread.values[0].tolist()
    assert facts["percentiles"] == list(range(101))
    assert svg.read_text(encoding="utf-8").count("<polyline") == 2
    assert "<polyline" in html.read_text(encoding="utf-8")
    output = shown(capsys, file, "r", "--distribution", kind)
    assert error_line(solution) in output
    assert "100%" in output


# Reports.


def test_a_report(capsys: Capture, file: str, solution: Solution) -> None:
    facts = shown_json(capsys, file, "r:k:k", "--report", "river")
    cards = card_report(solution, "r:k:k")
    assert (facts["path"], facts["street"], len(facts["cards"])) == ("r:k:k:n", "river", 48)
    for row, card in zip(facts["cards"], cards, strict=True):
        assert row["card"] == card_text(card.card)
        assert row["frequencies"] == list(card.frequencies)
        assert row["ev"] == list(card.ev)
        assert row["equity"] == list(card.equity)
    assert sum(row["probability"] for row in facts["cards"]) == pytest.approx(1)
    assert facts["exploitability"] == solution.record.exploitability.chips
    output = shown(capsys, file, "r:k:k", "--report", "river")
    assert error_line(solution) in output
    assert "what OOP does on each card" in output
    assert "EV of OOP on each card" in output
    (first,) = [card for card in cards if card_text(card.card) == "As"]
    (row,) = [line for line in output.splitlines() if line.startswith("│ A♠ ")]
    assert f"{100 * first.probability:.2f}%" in row
    assert f"{100 * first.frequencies[0]:.1f}%" in row
    assert f" {first.ev[0]:.2f} " in row
    assert "EV of IP on" in shown(capsys, file, "r:k:k", "--report", "river", "--player", "ip")


@pytest.mark.parametrize(
    ("path", "deal"),
    [("r", "r:k:k:n"), ("r:k", "r:k:k:n"), ("r:k:k:n", "r:k:k:n"), ("r:b50", "r:b50:c:n")],
)
def test_a_report_of_the_next_deal(capsys: Capture, file: str, path: str, deal: str) -> None:
    assert shown_json(capsys, file, path, "--report", "river")["path"] == deal


@pytest.mark.parametrize(("line", "player"), [("x/b/c/n", "oop"), ("x/b/c/n/x", "ip")])
def test_a_report_of_any_decision(
    capsys: Capture, file: str, solution: Solution, line: str, player: str
) -> None:
    facts = shown_json(capsys, file, line)
    report = card_report(solution, facts["path"])
    assert facts["player"] == player
    assert len(facts["cards"]) == 48
    assert facts["mean"]["frequencies"] == pytest.approx(report.mean.frequencies)
    output = shown(capsys, file, line)
    assert f"what {player.upper()} does on each card" in output
    assert error_line(solution) in output
    assert shown(capsys, file, line, "--report", "river") == output


# Nodes that nobody reaches.


def test_nodes_that_nobody_reaches_are_re_solved(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "locked.solution"
    spot = Spot.of(TURN, 100, 400, oop="AA,KQs", ip="QQ,AJs", bets="50%", raises="60%")
    solve(replace(spot, locks=(Lock("r", {"k": 1.0}),))).save(path)
    note = "almost no hands get here (0% of OOP's range and 100% of IP's range)"
    facts = shown_json(capsys, str(path), "b50%")
    assert facts["notes"][0].startswith(note)
    assert facts["combos"] == pytest.approx([7, 6], abs=3)
    assert sum(facts["ev"]) == pytest.approx(150, abs=0.01)
    assert sum(facts["frequencies"]) == pytest.approx(1)
    output = shown(capsys, str(path), "b50%", "--hand", "AJs")
    assert note in output
    assert note not in shown(capsys, str(path), "x")
    assert note not in shown(capsys, str(path), "x/b50%")
    for arguments in (["b50%/c/n"], ["b50%/c", "--report", "river"]):  # on every card
        assert "range), so this is unreliable; with a card" in shown(capsys, str(path), *arguments)
    assert note not in shown(capsys, str(path), "x/x/n")


def test_a_river_that_nobody_reaches_is_re_solved(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "locked.solution"
    spot = Spot.of(f"{TURN}4d", 100, 400, oop="AA,KQs", ip="QQ,AJs", bets="50%", raises="60%")
    solve(replace(spot, locks=(Lock("r", {"k": 1.0}),))).save(path)
    facts = shown_json(capsys, str(path), "b50%")
    assert facts["notes"][0].startswith("almost no hands get here (0% of OOP's range")
    assert sum(facts["frequencies"]) == pytest.approx(1)
    assert sum(facts["ev"]) == pytest.approx(150, abs=0.01)


def test_nodes_that_few_hands_reach_are_said_to_be_less_certain(
    capsys: Capture, tmp_path: Path
) -> None:
    path = tmp_path / "locked.solution"
    spot = Spot.of(TURN, 100, 400, oop="AA,KQs", ip="QQ,AJs", bets="50%", raises="60%")
    solve(replace(spot, locks=(Lock("r", {"k": 0.995, "b50": 0.005}),))).save(path)
    facts = shown_json(capsys, str(path), "b50%")
    note = "few hands get here (0.5% of OOP's range and 100% of IP's range)"
    assert facts["notes"][0].startswith(note)
    error = re.search(r"EV differences below ([\d.]+) chips are within error", facts["notes"][0])
    assert error is not None
    # Ten exploitabilities, divided by the square root of how often the line is played.
    assert float(error[1]) == pytest.approx(10 * facts["exploitability"] / 0.005**0.5, rel=0.01)
    assert note in shown(capsys, str(path), "b50%")
    for line in ("r", "x"):
        assert "few hands" not in shown(capsys, str(path), line)


# Pictures.


def test_a_node_as_files(capsys: Capture, file: str, solution: Solution, tmp_path: Path) -> None:
    svg, html = tmp_path / "node.svg", tmp_path / "node.html"
    output = shown(capsys, file, "r:b50", "--svg", str(svg), "--html", str(html))
    assert f"written to {svg}" in output
    assert f"written to {html}" in output
    tree = solution.spot.tree
    words = choice_words(tree, tree.find("r:b50")[0])
    node = solution.node("r:b50")
    assert svg.read_text(encoding="utf-8") == node_svg(node, words=words)
    assert html.read_text(encoding="utf-8") == node_html(node, words=words)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["node.html", "node.svg"]
    shown_json(capsys, file, "r:b50", "--svg", str(svg), "--player", "oop", "--grid", "equity")
    assert svg.read_text(encoding="utf-8") == node_svg(node, 0, "equity", words=words)


def test_a_report_as_files(capsys: Capture, file: str, solution: Solution, tmp_path: Path) -> None:
    svg, html = tmp_path / "report.svg", tmp_path / "report.html"
    shown(capsys, file, "r", "--report", "river", "--svg", str(svg), "--html", str(html))
    cards = card_report(solution, "r:k:k")
    assert svg.read_text(encoding="utf-8") == report_svg(cards)
    assert html.read_text(encoding="utf-8") == report_html(cards)


def test_a_street_that_was_re_solved_is_marked(
    capsys: Capture, solution: Solution, tmp_path: Path
) -> None:
    path = tmp_path / "turn-only.solution"
    solution.save(path, last_street=2)
    note = "the river was re-solved, which adds at most this error again"
    assert note in shown(capsys, str(path), "r:k:k:n8c")
    assert note not in shown(capsys, str(path), "r")


# Errors.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["z"], "'z': a step must be x, c, f, b33%, b60, a, or a card like 8c, got 'z'"),
        (["r:z"], "'r:z': a step must be x, c, f, b33%, b60, a, or a card like 8c, got 'z'"),
        (["x/x/b50%"], "no 'b50%' in 'x/x/b50%': a card is dealt after 'r:k:k', like 8c"),
        (["r:k:k:n", "--hand", "AA", "--report", "river"], "specify --hand or --report, not both"),
        (
            ["r:k:k:n", "--report", "turn"],
            "--report must be river, the street of 'r:k:k:n', got 'turn'",
        ),
        (["r:k:k:n:k:b50:f"], "path must lead to a decision"),
        (["r:k:k:nQs"], "Qs in 'r:k:k:nQs' is on the board"),
        (["r:k:k:n8c:k:k:k"], "the hand is over"),
        (["r", "--hand", "AhY"], "or no draw), got 'AhY'"),
        (["r", "--hand", "flush"], "OOP never has 'flush' at 'r'"),
        (["r", "--classes", "--hand", "AA"], "specify --hand or --classes, not both"),
        (
            ["r", "--classes", "--svg", "x.svg"],
            "--svg cannot be combined with --classes: use --html",
        ),
        (["r", "--distribution", "eqr"], "--distribution must be equity or ev, got 'eqr'"),
        (["r", "--hand", "QsKs"], "'QsKs' holds a card of the board QsJh2h7c"),
        (["r", "--hand", "5d5c"], "OOP never has '5d5c' at 'r'"),
        (["r", "--player", "btn"], "--player must be oop or ip, got 'btn'"),
        (["r", "--grid", "heat"], "--grid must be one of strategy, ev"),
        (["r", "--report", "flop"], "--report must be turn or river, got 'flop'"),
        (["--report", "x/x/n/x"], "A line with n for any card replaces the path."),
        (["r", "--report", "turn"], "the deal of the turn, got 'r:k:k' which deals the river"),
        (["r:b50:f", "--report", "river"], "end a street, got 'r:b50:f' where no card is dealt"),
        (
            ["r:k:k:n:k", "--classes"],
            "--classes shows a single node: use a card like 8c in place of the n of 'r:k:k:n:k'",
        ),
        (
            ["r:k:k:n:k", "--hand", "AA"],
            "--hand shows a single node: use a card like 8c in place of",
        ),
        (["r:k:k:n8c", "--report", "river"], "got 'r:k:k:n8c:k:k' where no card is dealt"),
        (["r", "--report", "river", "--hand", "AcAd"], "specify --hand or --report, not both"),
        (["r", "--hand", "AcAd", "--svg", "x.svg"], "cannot be combined with --hand"),
        (["r", "--svg", "none/x.svg"], "write must be in an existing folder, got 'none/x.svg'"),
        (["r", "--html", "."], ". must be a file to write, got a folder"),
        (["r", "--threads", "0"], "threads must be at least 1, got 0"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_errors_are_one_line(
    capsys: Capture, file: str, arguments: list[str], message: str, as_json: bool
) -> None:
    assert run(["show", file, *arguments, *(["--json"] if as_json else [])]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_strategy_grid_of_a_player_who_does_not_act(capsys: Capture, file: str) -> None:
    assert run(["show", file, "r", "--player", "ip", "--grid", "strategy"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert "no strategy of IP at 'r'" in captured.err


def test_files_that_are_not_solutions(capsys: Capture, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no solution", encoding="utf-8")
    for path in (text, tmp_path / "none", tmp_path):
        assert run(["show", str(path)]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        assert captured.err.startswith("error: ")
