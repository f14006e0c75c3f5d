"""Exported values match the nodes of the solution."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

from fifthstreet.cards import cards_text, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Node, Solution
from fifthstreet.solvers.postflop.solution.basis import basis_data, basis_lines
from fifthstreet.tree import Kind
from fifthstreet.views.exports import COLUMNS, export_csv, export_json, export_parquet
from tests.solvers.postflop.stored_spots import solved_river, solved_turn

PATHS = ["r", "r:k:k", "r:k:k:n8c:k"]


@pytest.fixture(scope="module")
def river() -> Solution:
    return solved_river()


@pytest.fixture(scope="module")
def turn() -> Solution:
    return solved_turn()


def same(number: float | str | None, value: float) -> bool:
    """Return whether an exported number is the value; an empty field stands for NaN."""
    if number is None or number == "":
        return bool(np.isnan(value))
    return float(number) == pytest.approx(value, rel=1e-6, abs=1e-12)


def check_row(row: dict[str, Any], node: Node) -> None:
    player = ("oop", "ip").index(row["player"])
    hand = parse_hole(row["hand"])
    assert row["board"] == cards_text(node.board)
    assert row["kind"] == node.kind.name.lower()
    assert same(row["weight"], node.reach[player][hand])
    assert same(row["ev"], node.ev[player][hand])
    assert same(row["equity"], node.equities[player][hand])
    if player == node.player:
        action = node.actions.index(row["action"])
        assert same(row["probability"], node.strategy[action, hand])
        assert same(row["action_ev"], node.action_ev[action, hand])
    else:
        assert not row["action"]
        assert not row["probability"]
        assert not row["action_ev"]


def check_rows(rows: list[dict[str, Any]], solution: Solution, paths: list[str]) -> None:
    nodes = {path: solution.node(path) for path in paths}
    assert list(dict.fromkeys(row["path"] for row in rows)) == paths
    for row in rows:
        check_row(row, nodes[row["path"]])
    expected = 0
    for node in nodes.values():
        for player in (0, 1):
            hands = int(np.count_nonzero(node.reach[player]))
            expected += hands * (len(node.actions) if player == node.player else 1)
    assert len(rows) == expected


def test_csv(turn: Solution, tmp_path: Path) -> None:
    text = export_csv(turn, tmp_path / "file.csv", paths=PATHS)
    assert (tmp_path / "file.csv").read_text() == text
    notes, rows = without_notes(text)
    assert notes == [f"# {line}" for line in basis_lines(turn, max_range_length=None)]
    assert f"{turn.record.iterations} iterations" in notes[0]
    assert notes[1].startswith(f"# OOP {turn.ranges[0].text()} (")
    assert rows.splitlines()[0] == ",".join(COLUMNS)
    check_rows(list(csv.DictReader(io.StringIO(rows))), turn, PATHS)


def without_notes(text: str) -> tuple[list[str], str]:
    """Return the notes of CSV text, and the rest."""
    lines = text.splitlines(keepends=True)
    notes = [line.rstrip() for line in lines if line.startswith("# ")]
    return notes, "".join(lines[len(notes) :])


def test_parquet(turn: Solution, tmp_path: Path) -> None:
    export_parquet(turn, tmp_path / "file.parquet", paths=PATHS)
    table = pyarrow.parquet.read_table(tmp_path / "file.parquet")
    assert table.column_names == list(COLUMNS)
    assert str(table.schema.field("ev").type) == "double"
    basis = json.loads(table.schema.metadata[b"fifthstreet"])
    assert basis == json.loads(json.dumps(basis_data(turn)))
    check_rows(table.to_pylist(), turn, PATHS)


def test_json(turn: Solution, tmp_path: Path) -> None:
    text = export_json(turn, tmp_path / "file.json", paths=PATHS)
    assert (tmp_path / "file.json").read_text() == text
    data = json.loads(text)
    assert data["spot"] == json.loads(json.dumps(turn.spot.to_dict()))
    assert data["record"]["iterations"] == turn.record.iterations
    for exported, path in zip(data["nodes"], PATHS, strict=True):
        node = turn.node(path)
        assert exported["path"] == path
        assert (exported["pot"], tuple(exported["stacks"])) == (node.pot, node.stacks)
        assert list(exported["actions"]) == list(node.actions)
        for player, seat in enumerate(("oop", "ip")):
            assert same(exported[seat]["ev"], node.range_ev[player])
            assert same(exported[seat]["equity"], node.range_equity[player])
            assert same(exported[seat]["combos"], node.combos[player])
            hands = exported[seat]["hands"]
            assert len(hands) == np.count_nonzero(node.reach[player])
            for hand, values in hands.items():
                index = parse_hole(hand)
                assert same(values["ev"], node.ev[player][index])
                assert ("actions" in values) == (player == node.player)
                for action, value in values.get("actions", {}).items():
                    row = node.actions.index(action)
                    assert same(value["probability"], node.strategy[row, index])
                    assert same(value["ev"], node.action_ev[row, index])


def test_the_default_is_all_nodes_of_the_first_street(river: Solution) -> None:
    tree = river.spot.tree
    paths = [node["path"] for node in json.loads(export_json(river))["nodes"]]
    assert paths[0] == "r"
    assert sorted(paths) == sorted(tree.path(node) for node in range(len(tree)))


def test_the_default_leaves_out_later_streets(turn: Solution) -> None:
    tree = turn.spot.tree
    rows = csv.DictReader(io.StringIO(without_notes(export_csv(turn))[1]))
    nodes = {tree.find(row["path"])[0] for row in rows}
    assert {int(tree.street[node]) for node in nodes} == {2}
    assert {Kind(int(tree.kind[node])) for node in nodes} >= {Kind.ACTION, Kind.DEAL}


def test_no_paths_give_an_empty_table(river: Solution, tmp_path: Path) -> None:
    export_parquet(river, tmp_path / "file", paths=[])
    assert pyarrow.parquet.read_table(tmp_path / "file").num_rows == 0
    assert without_notes(export_csv(river, paths=[]))[1] == ",".join(COLUMNS) + "\n"


def test_bad_paths_leave_no_file(river: Solution, tmp_path: Path) -> None:
    for export in (export_json, export_csv, export_parquet):
        with pytest.raises(InputError, match="after 'r' must be one of k, b50, a, got 'b1'"):
            export(river, tmp_path / "file", paths=["r", "r:b1"])
        with pytest.raises(InputError, match="paths must be a list of paths, got the text 'r'"):
            export(river, tmp_path / "file", paths="r")
    assert not list(tmp_path.iterdir())


def test_without_pyarrow(river: Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"Parquet needs pyarrow.*fifthstreet\[parquet\]"):
        export_parquet(river, tmp_path / "file")
