"""Nodes and reports as data, as files and in the terminal."""

import json
from io import StringIO
from xml.etree import ElementTree

import pytest
from rich.console import Console

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, Spot, card_report, solve
from fifthstreet.support.drawing.colours import action_colours
from fifthstreet.tree import choice_words
from fifthstreet.views import (
    hand_data,
    json_text,
    node_data,
    node_html,
    node_svg,
    report_data,
    report_html,
    report_svg,
    solution_data,
)
from fifthstreet.views.node import print_hand, print_node
from fifthstreet.views.report import print_report
from tests.support.drawing.markup_checks import all_text, cell_title, grids_of, parsed, parsed_page


@pytest.fixture(scope="module")
def solution() -> Solution:
    spot = Spot.of(
        "QsJh2h7c", 100, 400, oop="AA,KQs,JTs,T9s:0.5", ip="QQ,AJs,T9s,K9s", bets="50%", raises="a"
    )
    return solve(spot, target_pot_percent=0.5)


def error_line(solution: Solution) -> str:
    known = solution.exploitability
    return f"exploitability {known.pot_percent:.3f}% of the starting pot ({known.chips:.3g} chips)"


def recording_console(**options: bool) -> Console:
    return Console(file=StringIO(), width=120, record=True, **options)  # type: ignore[arg-type]


def test_data_is_json_and_includes_exploitability(solution: Solution) -> None:
    node = solution.root
    for data in (
        node_data(node),
        node_data(node, 1),
        hand_data(node, "KhQh"),
        report_data(card_report(solution, "r:k:k")),
    ):
        parsed_data = json.loads(json_text(data))
        assert parsed_data["exploitability"] == solution.exploitability.chips
        assert parsed_data["exploitability_pot_percent"] == solution.exploitability.pot_percent
    assert node_data(node)["player"] == "oop"
    assert node_data(solution.node("r:k"))["player"] == "ip"
    assert solution_data(solution)["exploitability"] == solution.record.exploitability.chips


def test_a_node_has_the_exploitability_of_its_own_solution(solution: Solution) -> None:
    rounded = solution.rounded()
    assert rounded.exploitability != solution.exploitability
    node = rounded.node("r:k")
    assert node_data(node)["exploitability"] == rounded.exploitability.chips
    assert error_line(rounded) in node_svg(node)


def test_hands_that_cannot_be_held(solution: Solution) -> None:
    with pytest.raises(InputError, match="'QsKs' holds a card of the board QsJh2h7c"):
        hand_data(solution.root, "QsKs")
    with pytest.raises(InputError, match="OOP never has '5d5c' at 'r'"):
        hand_data(solution.root, "5d5c")


@pytest.mark.parametrize("path", ["r", "r:b50", "r:k:k", "r:k:k:n8c"])
def test_files_of_a_node(solution: Solution, path: str) -> None:
    node = solution.node(path)
    svg = node_svg(node)
    assert svg == node_svg(node)
    assert len(svg) < 120_000
    root = parsed(svg)
    (cells,) = grids_of(root)
    assert len(cells) == 169
    assert error_line(solution) in all_text(root)
    html = node_html(node)
    assert error_line(solution) in all_text(parsed_page(html))
    for frequency in node.frequencies:
        assert f"{100 * frequency:.1f}%" in svg
        assert f"{100 * frequency:.1f}%" in html


def test_pictures_of_other_grids_and_players(solution: Solution) -> None:
    root = parsed(node_svg(solution.root, 1, "equity"))
    (cells,) = grids_of(root)
    assert "QQ" in {cell_title(cell).partition(":")[0] for cell in cells if ":" in cell_title(cell)}
    assert "equity of each hand of IP" in all_text(root)
    with pytest.raises(InputError, match="no strategy of IP at 'r'"):
        node_svg(solution.root, 1, "strategy")


def test_files_of_a_report(solution: Solution) -> None:
    cards = card_report(solution, "r:k:k")
    for grid, caption in (
        (None, "what OOP does"),
        ("strategy", "what OOP does"),
        ("ev", "EV of IP"),
    ):
        root = parsed(report_svg(cards, 1, grid))
        (cells,) = grids_of(root)
        assert len(cells) == 52
        assert caption in all_text(root)
        assert error_line(solution) in all_text(root)
    body = parsed_page(report_html(cards))
    assert [len(cells) for cells in grids_of(body)] == [52, 52]
    assert error_line(solution) in all_text(body)
    with pytest.raises(InputError, match="be strategy, where a player acts, or ev, got 'reach'"):
        report_svg(cards, 0, "reach")


def test_a_report_with_checks_as_the_only_actions() -> None:
    spot = Spot.of("QsJh2h7c", 10, 10, oop="AA", ip="KK", bets="", raises="")
    checked = solve(spot)
    cards = card_report(checked, "r:k:k")
    assert cards[0].actions == ("k",)
    assert "what OOP does" in all_text(parsed(report_svg(cards)))


def test_the_terminal_always_shows_exploitability(solution: Solution) -> None:
    console = recording_console(no_color=True)
    print_node(console, solution.root)
    print_hand(console, solution.root, "KhQh")
    cards = card_report(solution, "r:k:k")
    print_report(console, cards)
    assert console.export_text().count(error_line(solution)) == 3


def test_colours_stand_for_actions_if_available(solution: Solution) -> None:
    console = Console(
        force_terminal=True, color_system="truecolor", no_color=False, width=120, record=True
    )
    words = choice_words(solution.spot.tree, 0)
    with console.capture() as captured:
        print_node(console, solution.root, words=words)
    lines = captured.get().splitlines()
    (check,) = [line for line in lines if "check" in line]
    assert "■" in check
    red, green, blue = action_colours(solution.root.actions)[0]
    assert f"38;2;{red};{green};{blue}m■" in check
    assert f"48;2;{red};{green};{blue}m" in captured.get()
    assert not any("11" in line and "kk" in line for line in lines)


def test_svg_files_have_the_svg_namespace(solution: Solution) -> None:
    assert ElementTree.fromstring(node_svg(solution.root)).tag == "{http://www.w3.org/2000/svg}svg"
