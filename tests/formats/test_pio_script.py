"""Scripts of PioSOLVER: round trips of random spots, published lines, and bad lines."""

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from hypothesis import given, settings

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.formats import (
    RunSettings,
    parse_pio_script,
    pio_script_text,
    read_pio_script,
)
from fifthstreet.formats.betting_lines import line_steps, tree_lines
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Rake, build_tree
from fifthstreet.tree.strategy import Lock
from tests.formats.draws import spots
from tests.formats.same_trees import assert_same_betting
from tests.thoroughness import examples

HEAD = """\
set_range OOP AA,KQs
set_range IP QQ,AJs
set_board QsJh2h
set_pot 0 0 55
set_eff_stack 975
"""


@given(spots())
@settings(max_examples=examples(60), deadline=None)
def test_any_spot_comes_back(spot: Spot) -> None:
    script = pio_script_text(spot)
    imported = parse_pio_script(script.text)
    back = imported.spot
    assert imported.losses == ()
    assert (back.board, back.ranges) == (spot.board, spot.ranges)
    largest_pot = spot.pot + 2 * spot.stack
    assert back.rake == replace(spot.rake, cap=inf if spot.rake.cap >= largest_pot else 3)
    assert (back.pot, back.stack, back.rules.chip) == (spot.pot, spot.stack, spot.rules.chip)
    assert_same_betting(back.tree, spot.tree)
    assert pio_script_text(back) == script
    assert parse_pio_script(pio_script_text(back).text).spot == back


def test_a_rake_without_a_cap_comes_back() -> None:
    """10.71 + 2 * 1.95 is not quite 14.61."""
    spot = Spot.of("2c2d2h2s", 10.71, 1.95, oop="AA", ip="KK", bets="a", rake=Rake(0.05), chip=0.01)
    assert parse_pio_script(pio_script_text(spot).text).spot.rake == Rake(0.05, inf)


@given(spots())
@settings(max_examples=examples(40), deadline=None)
def test_lines_follow_the_bets_of_both_players(spot: Spot) -> None:
    """Against a plain description of a line: who acts, and what they have put in."""
    stack = spot.rules.stack_chips[0]
    for line in tree_lines(spot.tree):
        steps = line_steps(line, stack, spot.street)
        node, totals = 0, []
        for step in steps:
            move = "k" if step == "k" else step
            child = next(
                child
                for child in spot.tree.children(node)
                if (move[0] == "b" and spot.tree.amount[child] == int(step[1:] or 0))
                or spot.tree.label(child) == move
            )
            if step != "n":
                totals.append(int(spot.tree.committed[child][spot.tree.player[node]]))
            node = child
        assert tuple(totals) == line


def test_the_published_template() -> None:
    """Lines of the template for raised pots that comes with PioSOLVER."""
    spot = parse_pio_script(
        HEAD
        + "clear_lines\nadd_line 0 0 0 0 0 41 112 257 553 975\n"
        + "add_line 0 0 0 0 41 112 257 553 975\nbuild_tree\n"
    ).spot
    assert spot.tree.actions(0) == ("k",)
    river = "r:k:k:n:k:k:n"
    for path in (river, f"{river}:k"):
        assert "b41" in spot.tree.actions(spot.tree.find(path)[0])
        assert spot.tree.find(f"{path}:b41:b112:b257:b553:a:c")[0]


def test_the_published_check_of_lines() -> None:
    """PioSOLVER builds "0 50 50 50 50" and refuses "0 50 50 0 0"."""
    assert line_steps((0, 50, 50, 50, 50), 200, 2) == ("k", "b50", "c", "n", "k", "k")
    with pytest.raises(InputError, match="number 4 must be 50 or 51 to 200, got 0"):
        line_steps((0, 50, 50, 0, 0), 200, 2)


def test_a_check_that_no_line_has_is_not_in_the_tree() -> None:
    spot = parse_pio_script(HEAD + "add_line 20 20\nadd_line 20 60 60\n").spot
    assert spot.tree.actions(0) == ("b20",)
    assert spot.tree.actions(1) == ("f", "c", "b60")
    assert parse_pio_script(pio_script_text(spot).text).spot.rules == spot.rules


def test_removed_lines() -> None:
    spot = parse_pio_script(
        HEAD + "add_line 0 0\nadd_line 0 20 60\nadd_line 30\nremove_line 0 20\n"
    ).spot
    assert spot.rules.added == ("r:b30",)


def test_settings() -> None:
    run = 'set_threads 6\nset_accuracy 0.11\ngo 60 seconds\ndump_tree "C:\\my files\\a.cfr" full'
    assert parse_pio_script(HEAD + run).settings == RunSettings(
        target_pot_percent=0.2, seconds=60, threads=6, save="C:\\my files\\a.cfr"
    )
    assert parse_pio_script(HEAD + "set_accuracy 0.005 fraction\ngo 500 steps").settings == (
        RunSettings(target_pot_percent=0.5, max_iterations=500)
    )


def test_1326_weights_and_rake() -> None:
    weights = " ".join(["0.5"] * 1325 + ["1"])
    text = HEAD.replace("OOP AA,KQs", f"OOP {weights}") + "set_rake 0.05 3\n"
    spot = parse_pio_script(text).spot
    assert spot.ranges[0].weight("AsAh") == 1
    assert spot.ranges[0].combos == 663.5
    assert spot.rake == Rake(0.05, 3)


def test_unknown_commands_are_losses() -> None:
    imported = parse_pio_script(HEAD + "set_icm 100 50 0\nshow_memory\nis_ready\n")
    assert imported.losses == ("line 6: set_icm is not known and was skipped",)


def test_losses_of_writing() -> None:
    spot = Spot.of(
        *("QsJh2h7c4d", 5.5, 20),
        oop="AA",
        ip="QQ",
        bets="50%",
        locks=(Lock("r", {"k": 1.0}),),
        removed=("r:b2.75:f",),
    )
    assert pio_script_text(spot).losses == (
        "amounts are counted in chips of 0.01: PioSOLVER requires whole numbers",
        "removed folds and calls are in PioSOLVER's tree: r:b2.75:f",
        "1 locks",
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set_range BTN AA", "line 6: set_range must name OOP or IP"),
        ("set_range OOP 1 1 1", "line 6: set_range must have 1326 numbers, got 3"),
        ("set_range OOP AZ", "line 6: a hand or a run of hands must be like 'AA'"),
        ("set_board QsQs2h", "line 6: board: "),
        ("set_board Qs", "line 6: board must have 3 to 5 cards, got 1"),
        ("set_pot 55", "line 6: set_pot must be 'set_pot 0 0' and the whole pot, got chips of oop"),
        ("set_pot 0 0", "line 6: the pot is missing after 'set_pot 0 0'"),
        ("set_pot 0 0 0", "line 6: chips must be above 0, got 0"),
        ("set_eff_stack many", "line 6: the stack must be a number, got 'many'"),
        ("set_eff_stack -5", "line 6: the stack must be at least 0, got -5"),
        ("set_eff_stack nan", "line 6: the stack must be at least 0, got nan"),
        ("set_rake 5 3", "line 6: the rake must be a share of the pot, like 0.05, got 5"),
        ("add_line", "line 6: add_line has no numbers"),
        ("add_line 0 20 10", "line 6: number 3 must be 20 or 40 to 975, got 10"),
        ("add_line 0 20 30", "line 6: number 3 must be 20 or 40 to 975, got 30"),
        ("add_line 1000", "line 6: number 1 must be 0 or 1 to 975, got 1000"),
        ("add_line 975 975 975", "line 6: number 3 is 975, but the hand is over before it"),
        ("add_line 0 0 0 0 0 0 0", "line 6: number 7 is 0, but the hand is over before it"),
        ("remove_line 7", "line 6: remove_line must have the first numbers of a line before it"),
        (
            "set_accuracy 1 percent",
            "line 6: the accuracy must be in chips or fraction, got 'percent'",
        ),
        ("go 5 hours", "line 6: the unit of go must be seconds or steps, got 'hours'"),
    ],
)
def test_bad_lines(line: str, message: str) -> None:
    with pytest.raises(InputError, match=r"^line \d+: ") as caught:
        parse_pio_script(f"{HEAD}{line}\n")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("set_range IP", "the script has no 'set_range IP'"),
        ("set_board", "the script has no set_board"),
        ("set_pot", "the script has no set_pot"),
        ("set_eff_stack", "the script has no set_eff_stack"),
    ],
)
def test_missing_commands(name: str, message: str) -> None:
    text = "\n".join(line for line in HEAD.splitlines() if not line.startswith(name))
    with pytest.raises(InputError, match=message):
        parse_pio_script(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read '.*nothing\.txt': No such file"):
        read_pio_script(tmp_path / "nothing.txt")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"cannot read '.*binary\.txt': not UTF-8 text"):
        read_pio_script(tmp_path / "binary.txt")


def test_tiny_weights_survive() -> None:
    spot = Spot.of("QsJh2h", 55, 975, oop="AA:0.0000001,KK:0.3", ip="QQ")
    assert parse_pio_script(pio_script_text(spot).text).spot.ranges[0] == Range("AA:1e-7,KK:0.3")
    assert build_tree(spot.rules)
