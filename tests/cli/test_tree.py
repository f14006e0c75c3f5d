"""`fifthstreet tree`: sizes, pictures and errors."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from fifthstreet.cli import run
from fifthstreet.solvers.postflop.spot.spot_file import read_spot
from fifthstreet.tree import Sizes, TreeRules, build_tree, tree_size
from fifthstreet.views import tree_text

Capture = pytest.CaptureFixture[str]
TURN = str(Path(__file__).parents[2] / "examples" / "turn.toml")
RIVER = ["tree", "--stack", "900", "--pot", "200", "--first", "river"]


def shown(capsys: Capture, *arguments: str) -> str:
    assert run(list(arguments)) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def facts(capsys: Capture, *arguments: str) -> Any:
    return json.loads(shown(capsys, *arguments, "--json"))


def test_a_tree_is_counted_and_shown(capsys: Capture) -> None:
    output = shown(capsys, *RIVER, "--bets", "50%", "--raises", "a", "--depth", "2")
    rules = TreeRules(stacks=(900, 900), pot=200, first_street=3, sizes=Sizes.uniform("50%", "a"))
    assert tree_text(build_tree(rules), depth=2) in output
    total = tree_size(rules).total
    (row,) = [line for line in output.splitlines() if line.startswith("│ all ")]
    assert row.split() == ["│", "all", "│", str(total), "│", str(total), "│"]


def test_options_take_precedence_over_a_spot_file(capsys: Capture) -> None:
    rules = read_spot(TURN).rules
    data = facts(capsys, "tree", TURN, "--depth", "1")
    assert TreeRules.from_dict(data["rules"]) == rules
    assert data["nodes"] == tree_size(rules).total
    assert data["tree"]["actions"] == ["k", "b120", "b216", "a"]
    assert [child["path"] for child in data["tree"]["children"]] == [
        *("r:k", "r:b120", "r:b216", "r:a")
    ]
    assert [child["children"] for child in data["tree"]["children"]] == [None] * 4
    other = facts(capsys, "tree", TURN, "--pot", "100", "--turn", "bet 25%", "--add", "r:b77")
    assert other["tree"]["actions"] == ["k", "b25", "b77"]
    assert other["rules"]["sizes"][0]["turn"]["raise"] == "2.5x"


def test_counts_by_street_and_kind_add_up(capsys: Capture) -> None:
    data = facts(capsys, "tree", TURN)
    assert sum(sum(kinds.values()) for kinds in data["streets"].values()) == data["nodes"]
    assert sum(kinds["action"] for kinds in data["streets"].values()) == data["decisions"]
    assert list(data["streets"]) == ["turn", "river"]


def test_players_blinds_and_antes(capsys: Capture) -> None:
    data = facts(
        capsys, "tree", "--players", "3", "--stack", "100, 50, 80", "--blinds", "1,2",
        "--antes", "1", "--last", "preflop", "--raises", "a", "--depth", "0",
    )  # fmt: skip
    assert data["rules"]["stacks"] == [100, 50, 80]
    assert data["rules"]["antes"] == [1, 1, 1]
    assert (data["tree"]["player"], data["tree"]["pot"], data["tree"]["street"]) == (
        2,
        6,
        "preflop",
    )
    assert data["tree"]["children"] is None


def test_svg_drawing(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "tree.svg"
    output = shown(capsys, *RIVER, "--depth", "1", "--at", "r:k", "--svg", str(file))
    assert output.endswith(f"written to {file}\n")
    texts = [text.text for text in ElementTree.parse(file).iter() if text.tag.endswith("text")]
    assert texts[0] == "r:k: 1 level"
    assert "bet 100 (50%)" in texts


def test_large_trees_are_counted_but_not_shown(capsys: Capture) -> None:
    sizes = ["--bets", "25%, 50%, 75%, 100%, a", "--raises", "50%, 100%, a"]
    large = ["tree", "--stack", "2000", "--blinds", "1, 2", *sizes]
    output = shown(capsys, *large)
    assert "more than the 5,000,000 that can be shown" in output
    assert facts(capsys, *large)["tree"] is None
    assert run([*large, "--svg", "x.svg"]) == 2
    assert "more than the 5,000,000 that can be shown: use fewer sizes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tree"], "specify --stack, the chips of each player, or a spot file"),
        (["tree", "--stack", "200"], "to play for: add a pot, or blinds or antes preflop"),
        (["tree", "--stack", "much"], "--stack must be numbers like '1, 2', got 'much'"),
        (["tree", "none.toml"], "cannot read 'none.toml'"),
        (["tree", TURN, "--players", "3"], "--players must be 2 with a spot file, got 3"),
        ([*RIVER, "--players", "1"], "stacks must be 2 to 10, one per player, got 1"),
        (
            [*RIVER, "--players", "3", "--stack", "1,2"],
            "--stack must have 1 or 3 numbers, got 2",
        ),
        ([*RIVER, "--first", "fourth"], "--first must be one of preflop, flop, turn, river, got"),
        ([*RIVER, "--last", "flop"], "be from 0 (preflop) to 3 (river), in order, got 3 and 1"),
        (
            [*RIVER, "--bets", "much"],
            "120c, 2.5bb, 20c3r, e, 2e, 3e200%, 33%*1.5:4, 3x r2 or a, got 'much'",
        ),
        ([*RIVER, "--river", "60%"], "--river must be like 'bet 60%, a; raise 2.5x', got"),
        ([*RIVER, "--blinds", "1,2"], "require a tree that starts preflop: add them to pot"),
        ([*RIVER, "--at", "r:b"], "'b' in 'r:b' could be b100 or b200: write one of them"),
        ([*RIVER, "--depth", "-1"], "--depth must be at least 0, got -1"),
        ([*RIVER, "--svg", "/no/such/folder/x.svg"], "must be in an existing folder"),
        ([*RIVER, "--limit", "10"], "the tree has more than 10 nodes"),
        ([*RIVER, "--remove", "r:z"], "be k, c, f, b and an amount, a, or n and cards, got 'z'"),
    ],
)
def test_errors_are_one_line(capsys: Capture, arguments: list[str], message: str) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_chips_in_big_blinds(capsys: Capture) -> None:
    shown = facts(capsys, "tree", "--pot", "5.5", "--stack", "97.5", "--at", "x/b50%")
    assert shown["rules"]["chip"] == 0.01
    assert (shown["tree"]["path"], shown["tree"]["pot"]) == ("r:k:b2.75", 8.25)
    rounded = facts(capsys, "tree", "--pot", "5.5", "--stack", "97.5", "--at", "x/b3")
    assert rounded["notes"] == ["b3 is not in the tree: b2.75 is nearest"]


def test_the_defaults_are_those_of_solve(capsys: Capture, tmp_path: Path) -> None:
    spot = tmp_path / "spot.toml"
    spot.write_text(
        "board = 'QsJh2h7c4d'\npot = 5.5\nstack = 97.5\nranges = { oop = 'AA', ip = 'KK' }",
        encoding="utf-8",
    )
    from_file = facts(capsys, "tree", str(spot))
    typed = facts(capsys, "tree", "--pot", "5.5", "--stack", "97.5", "--first", "river")
    assert typed["tree"] == from_file["tree"]
    assert typed["nodes"] == from_file["nodes"]
