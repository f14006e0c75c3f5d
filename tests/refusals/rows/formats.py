"""Refusals of the files of other solvers and range tools."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tests.formats.test_pio_config import changed as pio_config
from tests.refusals.rows.tree import flop, rules
from tests.refusals.table import Table, face, new_file, new_path
from tests.refusals.things import river, river_spot

fs = face("")
formats = face("formats")
text_lines = face("formats.text_lines")
betting_lines = face("formats.betting_lines")


def convert(text: str, to: str, name: str = "in.txt", **options: Any) -> Any:
    return formats.convert_file(new_file(text, name), new_path(), to_format=to, **options)


@cache
def script() -> str:
    return str(formats.pio_script_text(river_spot()).text)


def pio(command: str) -> Any:
    """Read a script of PioSOLVER that ends with a command."""
    return formats.parse_pio_script(f"{script()}\n{command}")


def pio_without(command: str) -> Any:
    lines = [line for line in script().splitlines() if not line.startswith(command)]
    return formats.parse_pio_script("\n".join(lines))


@cache
def parameters() -> str:
    return str(formats.texas_parameters_text(river_spot()).text)


def texas(command: str) -> Any:
    return formats.parse_texas_parameters(f"{parameters()}\n{command}")


@cache
def result() -> str:
    return str(formats.texas_result_text(river()))


def texas_result(change: Any, *, read: bool = True) -> Any:
    """Change a result of TexasSolver and read the strategy at the root."""
    data = json.loads(result())
    change(data)
    strategy = formats.TexasStrategy(river_spot(), formats.parse_texas_result(json.dumps(data)))
    return strategy.probabilities(0, river_spot().board) if read else strategy


HRC: dict[str, Any] = {
    "player": 0,
    "street": 0,
    "sequence": [],
    "actions": [{"type": "F", "amount": 0, "node": 1}, {"type": "C", "amount": 2, "node": 2}],
    "hands": {"AA": {"weight": 1, "played": [0, 1], "evs": [0, 1]}},
}


def hrc(**changes: Any) -> Any:
    return formats.parse_hrc_node(json.dumps(HRC | changes))


def hrc_hand(**changes: Any) -> Any:
    return hrc(hands={"AA": HRC["hands"]["AA"] | changes})


def hands_of(name: str) -> Any:
    def change(data: dict[str, Any]) -> None:
        hands = data["strategy"]["strategy"]
        if name == "missing":
            del hands[next(iter(hands))]
        else:
            hands[next(iter(hands))] = ["x"]

    return change


FLOPS = '{"kind": "fifthstreet flops"}\n'


def convert_flops(to: str) -> Any:
    """Convert a file of flops of which none is solved."""
    spot = fs.Spot.of("Td9d6h", 20, 40, oop="AA", ip="KK", bets="50%")
    facts = {"settings": {"board": "Td9d6h"}, "matchup": spot.to_dict()}
    path = new_path("x.flops")
    version = face("solvers.postflop.flops.flop_files")._VERSION
    face("support.storage").LineFile(path, "fifthstreet flops", version, facts)
    return formats.convert_file(path, new_path(), to_format=to)


TABLE: Table = {
    "formats/betting_lines.py": [
        (
            "tree_lines",
            lambda: betting_lines.tree_lines(fs.build_tree(rules(stacks=(9, 9, 9), last_street=1))),
            "the tree must have 2 players, got 3",
        ),
        ("line_steps", lambda: pio("add_line 10 10 20"), "but the hand is over before it"),
        ("line_steps", lambda: pio("add_line 10 5"), "number 2 must be 10 or"),
    ],
    "formats/convert.py": [
        ("recognise", lambda: formats.recognise(new_file("quux!")), "unknown format"),
        ("convert_file", lambda: formats.convert_file(new_file("AA"), "x.y"), "specify --to"),
        ("convert_file", lambda: convert("AA", "x"), "format must be one of"),
        ("convert_file", lambda: convert("AA", "pio", action="f"), "requires a file of hrc"),
        ("_spot_text", lambda: convert(parameters(), "weights"), "can be converted to"),
        (
            "_strategy",
            lambda: convert(parameters(), "texas-result"),
            "has no strategy: convert a solution or texas-result",
        ),
        ("_read_result", lambda: convert(result(), "texas-result"), "specify its file with --spot"),
        ("_flops", lambda: convert_flops("pio"), "'flops' can be converted to pio-report"),
        ("_converted_range", lambda: convert("AA", "pio"), "'range' can be converted to"),
        ("_json_format", lambda: formats.recognise(new_file("{x")), "not JSON"),
        ("_json_format", lambda: formats.recognise(new_file("{}")), "nor a decision of HRC"),
    ],
    "formats/hrc.py": [
        ("HrcNode.range", lambda: hrc().range("x"), "action must be one of"),
        ("read_hrc_export", lambda: formats.read_hrc_export(new_path().parent), "nodes/0.json"),
        ("_node", lambda: hrc(street=1), "street must be 0, before the flop, got 1"),
        ("_node", lambda: hrc_hand(weight=2), "every weight must be from 0 to 1"),
        ("_action", lambda: hrc(actions=[{"type": "Q"}]), "type of an action must be"),
        ("_object", lambda: hrc(actions=[7]), "an action must be an object, got 7"),
        ("_field", lambda: hrc(hands=7), "'hands' is missing or not"),
        ("_number", lambda: hrc_hand(weight="x"), "'weight' is missing or not a number"),
        ("_numbers", lambda: hrc_hand(played=[1]), "played of AA must have 2 numbers, got 1"),
        ("_numbers", lambda: hrc_hand(played=["x", "y"]), "must have only numbers"),
        ("_float", lambda: hrc_hand(weight=10**400), "a number is too large"),
    ],
    "formats/pio_config.py": [
        ("_Config.needed", lambda: formats.parse_pio_config(pio_config(Pot="")), "has no #Pot#"),
        (
            "_Config.sizes",
            lambda: formats.parse_pio_config(pio_config(FlopConfig__BetSize="big")),
            "#FlopConfig.BetSize#: a bet size must be like",
        ),
        ("_fields", lambda: formats.parse_pio_config("x"), "a field must be like '#Pot#100'"),
    ],
    "formats/pio_report.py": [
        ("parse_pio_report", lambda: formats.parse_pio_report("a,b"), "must have a column"),
        ("parse_pio_report", lambda: formats.parse_pio_report("Flop,a\n1"), "cells must be 2"),
        ("_cells", lambda: formats.parse_pio_report(f'"{"x" * 200_000}'), "not CSV"),
        (
            "_number",
            lambda: formats.parse_pio_report("Flop,Global %\n2c3c4c,x"),
            "must be a number, got 'x'",
        ),
    ],
    "formats/pio_script.py": [
        ("_set_range", lambda: pio("set_range AA"), "set_range must name OOP or IP"),
        ("_set_range", lambda: pio("set_range OOP zz"), "got 'zz'"),
        ("_set_range", lambda: pio("set_range OOP 1 1"), "must have 1326 numbers, got 2"),
        ("_set_board", lambda: pio("set_board As"), "board must have 3 to 5 cards, got 1"),
        ("_set_pot", lambda: pio("set_pot 5 0 20"), "got chips of oop"),
        ("_set_rake", lambda: pio("set_rake 5 0"), "like 0.05, got 5"),
        ("_add_line", lambda: pio("add_line"), "add_line has no numbers"),
        ("_remove_line", lambda: pio("remove_line 7"), "the first numbers of a line before it"),
        ("_set_accuracy", lambda: pio("set_accuracy 1 x"), "in chips or fraction, got 'x'"),
        ("_go", lambda: pio("go 5 days"), "seconds or steps, got 'days'"),
        ("_imported", lambda: pio_without("set_pot"), "the script has no set_pot"),
        ("_imported", lambda: pio_without("set_range OOP"), "has no 'set_range OOP'"),
        ("_count", lambda: pio("set_eff_stack 0"), "chips must be above 0, got 0"),
        ("_steps", lambda: pio("add_line 10 5"), "number 2 must be"),
    ],
    "formats/texas_parameters.py": [
        ("parse_texas_parameters", lambda: texas("set_pot 0"), "must be above 0 chips, got 0"),
        ("_set_board", lambda: texas("set_board As"), "board must have 3 to 5 cards, got 1"),
        ("_set_sizes", lambda: texas("set_bet_sizes x"), "a player, a street and a kind"),
        ("_set_sizes", lambda: texas("set_bet_sizes oop,river,bet,0"), "above 0 percent"),
        ("_set_sizes", lambda: texas("set_bet_sizes oop,river,x,5"), "or allin, got 'x'"),
        (
            "_imported",
            lambda: formats.parse_texas_parameters("set_pot 5"),
            "the file has no set_effective_stack",
        ),
    ],
    "formats/texas_result.py": [
        (
            "TexasStrategy.__init__",
            lambda: texas_result(lambda data: data.pop("actions")),
            "its root is not an action node",
        ),
        (
            "TexasStrategy.__init__",
            lambda: texas_result(lambda data: data.update(actions=["CHECK", "BET 999"])),
            "bets that are not legal in this spot",
        ),
        (
            "TexasStrategy.probabilities",
            lambda: texas_result(lambda data: data.pop("strategy")),
            "dump it with 'set_dump_rounds'",
        ),
        (
            "TexasStrategy.probabilities",
            lambda: texas_result(lambda data: data.update(player=0)),
            "by the same player",
        ),
        (
            "TexasStrategy.probabilities",
            lambda: texas_result(hands_of("wrong")),
            "bad frequencies of",
        ),
        ("TexasStrategy._check", lambda: texas_result(hands_of("missing")), "is missing"),
        (
            "texas_result_text",
            lambda: formats.texas_result_text(fs.UniformStrategy(flop(), [fs.Range("random")] * 2)),
            "three or more board cards",
        ),
        (
            "_keys",
            lambda: texas_result(lambda data: data.update(actions=7)),
            "a node has no list of actions",
        ),
        (
            "_named_key",
            lambda: texas_result(lambda data: data.update(actions=["CHECK", "JUMP"])),
            "got 'JUMP'",
        ),
        (
            "_inner",
            lambda: texas_result(lambda data: data.update(strategy=7)),
            "'strategy' is not a JSON object",
        ),
    ],
    "formats/text_lines.py": [
        ("TextLine.parsed", lambda: pio("set_board Zz"), "got 'Zz'"),
        ("TextLine.number_at", lambda: pio("set_eff_stack"), "is missing after"),
        ("TextLine.number_of", lambda: pio("set_eff_stack x"), "must be a number, got 'x'"),
        ("TextLine.number_of", lambda: pio("set_eff_stack -1"), "must be at least 0, got -1"),
        ("read_text", lambda: formats.read_pio_script(new_path()), "cannot read"),
        ("read_text", lambda: formats.read_pio_script(new_file(b"\xff")), "not UTF-8 text"),
        ("read_file", lambda: formats.read_pio_script(new_file("x", "a.txt")), "a.txt: "),
        ("parse_json_object", lambda: formats.parse_hrc_node("{x"), "line 1: not JSON"),
        ("parse_json_object", lambda: formats.parse_hrc_node("[" * 99999), "nested too deeply"),
        ("parse_json_object", lambda: formats.parse_hrc_node("9" * 9999), "too many digits"),
        ("parse_json_object", lambda: formats.parse_hrc_node("[]"), "not a JSON object"),
    ],
}
