"""`fifthstreet show`: nodes, hands and reports of a saved solution."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from fifthstreet.cards import HOLE_COUNT, card_text, hole_text, parse_hole
from fifthstreet.cli import run
from fifthstreet.solvers.postflop import Solution, Spot, solve
from fifthstreet.storage import open_solution, save_solution
from fifthstreet.views.node_table import action_ev, action_words, print_node
from fifthstreet.views.terminal import Cell, action_colours, cell_grid, faded, letter_bar

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
    save_solution(solve(spot), path)
    return str(path)


@pytest.fixture(scope="module")
def solution(file: str) -> Solution:
    return open_solution(file)


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
    words = action_words(solution.spot.tree, "r:b50")
    assert words == ["fold", "call 50", "raise to 170 (60%)"]
    for text, frequency in zip(words, node.frequencies.tolist(), strict=True):
        (row,) = [line for line in output.splitlines() if f" {text} " in line]
        assert f" {100 * frequency:.1f}% " in row


def test_values_of_actions_add_up(solution: Solution) -> None:
    """A range is worth what its actions are worth, each as often as it is taken."""
    node = solution.root
    values = [action_ev(node, action) for action in range(len(node.actions))]
    mean = sum(v * f for v, f in zip(values, node.frequencies.tolist(), strict=True))
    assert mean == pytest.approx(node.range_ev[0], abs=0.05)


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
    values = shown(capsys, file, "--grid", "ev")
    assert "chips that each hand of OOP wins" in values
    aces = [hole for hole in range(HOLE_COUNT) if hole_text(hole)[::2] == "AA"]
    mean = float(np.mean([solution.root.ev[0][hole] for hole in aces]))
    lines = values.splitlines()
    (row,) = [place for place, line in enumerate(lines) if line.startswith("AA ")]
    assert float(lines[row + 1].split()[0]) == pytest.approx(mean, abs=0.06)
    equities = shown(capsys, file, "--grid", "equity")
    mean = float(np.mean([solution.root.equities[0][hole] for hole in aces]))
    assert equities.splitlines()[row + 1].split()[0] == f"{100 * mean:.1f}"
    reach = shown(capsys, file, "--grid", "reach").splitlines()
    assert reach[row + 1].split()[0] == "100%"
    (tens,) = [place for place, line in enumerate(reach) if "T9s" in line]
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
    other = shown(capsys, file, "r", "--hand", "QdQc", "--player", "ip")
    assert "IP with QdQc" in other
    assert "frequency" not in other


# Reports.


def test_a_report(capsys: Capture, file: str, solution: Solution) -> None:
    facts = shown_json(capsys, file, "r:k:k", "--report", "river")
    cards = solution.report("r:k:k")
    assert (facts["path"], facts["street"], len(facts["cards"])) == ("r:k:k", "river", 48)
    for row, card in zip(facts["cards"], cards, strict=True):
        assert row["card"] == card_text(card.card)
        assert row["frequencies"] == list(card.frequencies)
        assert row["ev"] == list(card.ev)
        assert row["equity"] == list(card.equity)
    assert sum(row["probability"] for row in facts["cards"]) == pytest.approx(1)
    output = shown(capsys, file, "r:k:k", "--report", "river")
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
    [("r", "r:k:k"), ("r:k", "r:k:k"), ("r:k:k:n", "r:k:k"), ("r:b50", "r:b50:c")],
)
def test_a_report_checks_down_to_the_deal(capsys: Capture, file: str, path: str, deal: str) -> None:
    assert shown_json(capsys, file, path, "--report", "river")["path"] == deal


# What is wrong.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x"], "path 'x' starts with 'x'; want r"),
        (["r:z"], "not a step: 'z' in 'r:z'"),
        (["r:b51"], "no 'b51' in 'r:b51'; after 'r' want k, b50"),
        (["r:k:k:n"], "names 0 of 1 cards dealt; want all, like n8c"),
        (["r:k:k:nQs"], "Qs in 'r:k:k:nQs' is on the board"),
        (["r:k:k:n8c:k:k:k"], "the hand is over"),
        (["r", "--hand", "AhK"], "AhK"),
        (["r", "--hand", "QsKs"], "'QsKs' holds a card of the board QsJh2h7c"),
        (["r", "--hand", "5d5c"], "OOP never has '5d5c' at 'r'"),
        (["r", "--player", "btn"], "player is 'btn'; want oop or ip"),
        (["r", "--grid", "heat"], "grid is 'heat'; want one of strategy, ev"),
        (["r", "--report", "flop"], "report is 'flop'; want turn or river"),
        (["r", "--report", "turn"], "'r:k:k' deals the river; want a path to a deal of the turn"),
        (["r:b50:f", "--report", "river"], "no card is dealt at 'r:b50:f'"),
        (["r:k:k:n8c", "--report", "river"], "no card is dealt at 'r:k:k:n8c:k:k'"),
        (["r", "--report", "river", "--hand", "AcAd"], "hand and report at once"),
        (["r", "--threads", "0"], "threads must be 1 or more, not 0"),
    ],
)
@pytest.mark.parametrize("json_too", [False, True])
def test_one_line_says_what_is_wrong(
    capsys: Capture, file: str, arguments: list[str], message: str, json_too: bool
) -> None:
    assert run(["show", file, *arguments, *(["--json"] if json_too else [])]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_a_strategy_of_somebody_who_does_not_act(capsys: Capture, file: str) -> None:
    assert run(["show", file, "r", "--player", "ip", "--grid", "strategy"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert "no strategy of IP at 'r'" in captured.err


def test_files_that_are_no_solutions(capsys: Capture, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no solution", encoding="utf-8")
    for path in (text, tmp_path / "none", tmp_path):
        assert run(["show", str(path)]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        assert captured.err.startswith("error: ")


# Pictures.


def styles(console: Console, printed: Any) -> list[tuple[str, str, str]]:
    """Characters with their colours: letter, colour, ground."""
    found = []
    for segment in console.render(printed):
        style = segment.style
        for letter in segment.text:
            colour = "" if style is None or style.color is None else style.color.name
            ground = "" if style is None or style.bgcolor is None else style.bgcolor.name
            found.append((letter, colour, ground))
    return found


def test_cells_show_shares_to_an_eighth_of_a_character() -> None:
    red, green = (200, 0, 0), (0, 200, 0)
    console = Console(force_terminal=True, color_system="truecolor", width=80)
    cell = Cell("AKs", "", ((0.35, red), (0.65, green)))
    printed = styles(console, cell_grid([[cell]]))
    name, note = printed[:5], printed[7:12]
    assert [letter for letter, _, _ in name] == list("AKs  ")
    assert {ground for _, _, ground in name} == {"#00c800"}  # what is done most
    # 0.35 of five characters is one and three quarters.
    assert note[0] == (" ", "white", "#c80000")
    assert note[1] == ("▊", "#c80000", "#00c800")
    assert [ground for _, _, ground in note[2:]] == ["#00c800"] * 3


def test_letters_share_a_cell() -> None:
    assert letter_bar([0.4, 0.6], ["1", "k"]) == "11kkk"
    assert letter_bar([0.0, 0.5, 0.5], ["a", "1", "k"]) == "11kkk"
    assert letter_bar([1.0], ["f"]) == "fffff"


def test_larger_bets_are_darker_and_actions_differ() -> None:
    colours = action_colours(["f", "c", "b120", "b300", "a"])
    assert len(set(colours)) == 5
    assert sum(colours[2]) > sum(colours[3]) > sum(colours[4])


def test_hands_that_are_seldom_held_fade() -> None:
    shades = [sum(faded((200, 120, 80), weight)) for weight in (0.1, 0.5, 1.0)]
    assert shades == sorted(set(shades))
    assert faded((200, 120, 80), 1.0) == (200, 120, 80)


def test_colours_stand_for_actions_where_there_are_some(solution: Solution) -> None:
    console = Console(
        force_terminal=True, color_system="truecolor", no_color=False, width=120, record=True
    )
    with console.capture() as captured:
        print_node(console, solution.spot.tree, solution.root, 0)
    lines = captured.get().splitlines()
    (check,) = [line for line in lines if "check" in line]
    assert "■" in check
    red, green, blue = action_colours(solution.root.actions)[0]
    assert f"38;2;{red};{green};{blue}m■" in check
    assert f"48;2;{red};{green};{blue}m" in captured.get()
    assert not any("11" in line and "kk" in line for line in lines)
