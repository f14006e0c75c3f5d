"""Solutions over HTTP: every number is that of the Python interface."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import httpx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from fifthstreet.cards import card_text, cards_text, hole_text
from fifthstreet.cards.hands import DRAWS, MADE_HANDS
from fifthstreet.solvers.postflop import (
    Compared,
    Node,
    Solution,
    card_report,
    compare_actions,
    compare_nodes,
    is_unreached,
    open_solution,
    range_breakdown,
    range_distribution,
    resolve_unreached,
)
from fifthstreet.solvers.postflop.spot.spot_file import make_spot
from fifthstreet.tree import Kind
from fifthstreet.web.replies import column_bytes, json_bytes
from tests.web.serving import Running

UNREACHED = "r:k:k:n8d:a"
NEVER = "r:b50:b170:a:f"  # no hand of IP gets here
PATHS = ["r", "r:k", "r:k:k", "r:b50:c:n8d", "r:b50:c:n8d:b100", "r:a:c", NEVER, UNREACHED]
SEATS = ("oop", "ip")


def get(client: httpx.Client, address: str, **query: str) -> Any:
    reply = client.get(address, params=query)
    assert reply.status_code == 200, reply.text
    return reply.json()


def assert_equal(found: Any, expected: ArrayLike) -> None:
    """Compare numbers, where null stands for NaN."""
    wanted = np.asarray(expected)
    kind = np.float32 if wanted.dtype == np.float32 else np.float64
    np.testing.assert_array_equal(np.array(found, kind), wanted.astype(kind))


def assert_columns(data: dict[str, Any], node: Node) -> None:
    """Compare a node as columns with the node."""
    assert data["path"] == node.path
    assert data["board"] == cards_text(node.board)
    assert (data["pot"], data["stacks"]) == (node.pot, list(node.stacks))
    assert data["kind"] == node.kind.name.lower()
    assert data["to_act"] == (SEATS[node.player] if node.player >= 0 else None)
    assert data["exploitability"] == node.solution.exploitability.chips
    assert tuple(action["step"] for action in data["actions"]) == node.actions
    assert_equal([action["frequency"] for action in data["actions"]], node.frequencies)
    for seat, columns in enumerate(data["players"]):
        assert columns["player"] == SEATS[seat]
        for name, value in (
            ("combos", node.combos),
            ("ev", node.range_ev),
            ("equity", node.range_equity),
            ("eqr", node.range_eqr),
        ):
            assert_equal(columns[name], value[seat])
        hands = columns["hands"]
        assert hands == np.flatnonzero(node.reach[seat]).tolist()
        for name, values in (
            ("reach", node.reach[seat]),
            ("hand_ev", node.ev[seat]),
            ("hand_equity", node.equities[seat]),
            ("weights", node.reach[seat] * node.opposing_reach[seat]),
        ):
            assert_equal(columns[name], values[hands].astype(np.float32))
        is_acting = node.player == seat
        assert ("strategy" in columns) == ("action_ev" in columns) == is_acting
        if is_acting:
            assert_equal(columns["strategy"], node.strategy[:, hands].astype(np.float32))
            assert_equal(columns["action_ev"], node.action_ev[:, hands].astype(np.float32))
    assert_equal(data["made"], node.classes.made)
    assert_equal(data["draw"], node.classes.draw)


@pytest.mark.parametrize("path", PATHS)
def test_nodes(reader: httpx.Client, turn: Solution, path: str) -> None:
    data = get(reader, "/solutions/turn/node", path=path)
    node = turn.node(path)
    assert_columns(data, node)
    assert data["is_unreached"] == is_unreached(node) == (path == UNREACHED)
    assert data["notes"] == []


@given(data=st.data())
def test_nodes_anywhere(reader: httpx.Client, turn: Solution, data: st.DataObject) -> None:
    node = turn.root
    while node.children and data.draw(st.integers(0, 5)):
        node = node.children[data.draw(st.sampled_from(list(node.children)))]
    found = get(reader, "/solutions/turn/node", path=node.path)
    assert_columns(found, node)
    assert "/".join(str(row["taken"]) for row in found["line"][:-1]) == "/".join(
        step.removeprefix("n") for step in node.path.split(":")[1:]
    )


def test_what_nobody_holds_is_null(reader: httpx.Client, turn: Solution) -> None:
    reply = reader.get("/solutions/turn/node", params={"path": NEVER})
    assert "NaN" not in reply.text
    ip = reply.json()["players"][1]
    assert ip["hands"] == []
    assert math.isnan(turn.node(NEVER).range_ev[1])
    assert (ip["combos"], ip["ev"], ip["equity"]) == (0, None, None)


@pytest.mark.parametrize("path", PATHS)
def test_binary_columns_hold_the_numbers_of_json(reader: httpx.Client, path: str) -> None:
    plain = get(reader, "/solutions/turn/node", path=path)
    reply = reader.get("/solutions/turn/node", params={"path": path, "format": "columns"})
    assert reply.headers["content-type"] == "application/vnd.fifthstreet.columns"
    start = 4 + int.from_bytes(reply.content[:4], "little")
    columns = []

    def column(value: dict[str, Any]) -> Any:
        if "column" not in value:
            return value
        columns.append(value)
        assert (start + value["start"]) % 8 == 0
        place = start + value["start"]
        return np.frombuffer(reply.content, value["column"], value["count"], place)

    data = json.loads(reply.content[4:start], object_hook=column)
    assert json.loads(json_bytes(data)) == plain
    assert {each["column"] for each in columns} == {"float32", "int16", "int8"}
    ends = [each["start"] + np.dtype(each["column"]).itemsize * each["count"] for each in columns]
    assert max(ends) <= len(reply.content) - start < max(ends) + 8


def test_a_resolved_node_has_columns(reader: httpx.Client) -> None:
    query = {"path": UNREACHED, "format": "columns"}
    reply = reader.get("/solutions/turn/resolved", params=query)
    assert reply.headers["content-type"] == "application/vnd.fifthstreet.columns"
    start = 4 + int.from_bytes(reply.content[:4], "little")
    assert json.loads(reply.content[4:start])["players"][0]["reach"]["column"] == "float32"


def test_integers_of_columns_are_as_small_as_they_can_be() -> None:
    def kind(*values: int) -> str:
        reply = column_bytes({"values": np.array(values, np.int64)})
        return str(
            json.loads(reply[4 : 4 + int.from_bytes(reply[:4], "little")])["values"]["column"]
        )

    assert [kind(), kind(127), kind(-129), kind(40_000)] == ["int8", "int8", "int16", "int32"]
    with pytest.raises(OverflowError, match="32 bits"):
        kind(1 << 40)


def test_lines_as_people_write_them(reader: httpx.Client, turn: Solution) -> None:
    data = get(reader, "/solutions/turn/node", path="x/b50%/c/8d")
    assert data["path"] == "r:k:b50:c:n8d"
    data = get(reader, "/solutions/turn/node", path="x/b45%")
    assert data["path"] == "r:k:b50"
    assert len(data["notes"]) == 1


def test_line_to_a_node(reader: httpx.Client, turn: Solution) -> None:
    rows = get(reader, "/solutions/turn/node", path="r:k:k:n8d:k")["line"]
    assert [row["path"] for row in rows] == ["r", "r:k", "r:k:k", "r:k:k:n8d", "r:k:k:n8d:k"]
    assert [row["taken"] for row in rows] == ["k", "k", "8d", "k", None]
    assert [row["player"] for row in rows] == ["oop", "ip", None, "oop", "ip"]
    assert [row["kind"] for row in rows] == ["action", "action", "deal", "action", "action"]
    for row in rows:
        node = turn.node(row["path"])
        assert (row["pot"], row["stacks"]) == (node.pot, list(node.stacks))
        if node.kind == Kind.ACTION:
            assert tuple(row["steps"]) == node.actions
            assert len(row["words"]) == len(node.actions)


def test_resolve_of_what_nobody_reaches(reader: httpx.Client, solved: Any, turn: Solution) -> None:
    data = get(reader, "/solutions/turn/resolved", path=UNREACHED)
    expected = resolve_unreached(open_solution(solved / "turn.solution", threads=1), UNREACHED)
    assert_columns(data, expected)
    assert data["notes"] == [
        "hardly anybody gets here: re-solved with a little reach for every hand"
    ]
    assert min(player["combos"] for player in data["players"]) > 0
    assert get(reader, "/solutions/turn/resolved", path=UNREACHED) == data  # kept


@pytest.mark.parametrize("path", ["r:k:k:n", "r:b50:c:n:k"])
def test_reports(reader: httpx.Client, turn: Solution, path: str) -> None:
    data = get(reader, "/solutions/turn/report", path=path)
    report = card_report(turn, path)
    assert data["path"] == report.path
    assert data["exploitability"] == turn.exploitability.chips
    assert len(data["cards"]) == len(report) == 48
    for found, card in zip([data["mean"], *data["cards"]], [report.mean, *report], strict=True):
        assert_equal(found["probability"], card.probability)
        assert_equal(found["frequencies"], card.frequencies)
        assert_equal(found["ev"], card.ev)
        assert_equal(found["equity"], card.equity)
        assert found["cards"] == cards_text(card.cards)
    assert [row["step"] for row in data["actions"]] == list(report.mean.actions)
    assert data["actions"][0]["words"] == "check"
    assert_equal([row["frequency"] for row in data["actions"]], report.mean.frequencies)
    # Every card once.
    assert len({found["card"] for found in data["cards"]}) == 48
    assert data["cards"][0]["card"] == card_text(report[0].card)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("player", [None, "oop", "ip"])
def test_breakdowns(reader: httpx.Client, turn: Solution, path: str, player: str | None) -> None:
    query = {"path": path} | ({} if player is None else {"player": player})
    data = get(reader, "/solutions/turn/breakdown", **query)
    node = turn.node(path)
    seat = max(node.player, 0) if player is None else SEATS.index(player)
    parts = range_breakdown(node, seat)
    assert data["player"] == SEATS[seat]
    assert [row["name"] for row in data["made"]] == [row.name for row in parts.made]
    assert {row["name"] for row in data["made"]} <= set(MADE_HANDS)
    assert {row["name"] for row in data["draws"]} <= set(DRAWS)
    pairs = zip(
        [data["total"], *data["made"], *data["draws"]],
        [parts.total, *parts.made, *parts.draws],
        strict=True,
    )
    for found, row in pairs:
        assert_same_row(found, asdict(row))


@pytest.mark.parametrize("kind", ["equity", "ev"])
@pytest.mark.parametrize("path", PATHS)
def test_distributions(reader: httpx.Client, turn: Solution, path: str, kind: str) -> None:
    data = get(reader, "/solutions/turn/distribution", path=path, kind=kind)
    spread = range_distribution(turn.node(path), kind)
    assert_equal(data["percentiles"], spread.percentiles)
    for seat, values in zip(SEATS, spread.values, strict=True):
        assert_equal(data["values"][seat], values)


def test_comparison_of_actions(reader: httpx.Client, turn: Solution) -> None:
    data = get(reader, "/solutions/turn/compare/actions", path="r", first="k", second="b50")
    expected = compare_actions(turn.root, "k", "b50")
    assert data["sides"] == ["k", "b50"]
    assert_same_rows(data, expected.total, expected.made, expected.draws, expected.hands)


@pytest.mark.parametrize("player", ["oop", "ip"])
def test_comparison_of_solutions(server: Running, turn: Solution, solved: Any, player: str) -> None:
    (server.settings.library / "solutions/other.solution").write_bytes(
        (solved / "turn.solution").read_bytes()
    )
    with server.client() as client:
        data = get(client, "/solutions/turn/compare/other", path="r:k", player=player)
    node = turn.node("r:k")
    expected = compare_nodes(node, node, SEATS.index(player))
    assert_same_rows(data, expected.total, expected.made, expected.draws, expected.hands)
    assert data["total"]["ev_difference"] == 0
    assert data["ev_error"] > 0
    assert [each["exploitability"] for each in data["solutions"]] == [turn.exploitability.chips] * 2


def assert_same_rows(data: dict[str, Any], total: Compared, *parts: Iterable[Compared]) -> None:
    found = [data["total"], *data["made"], *data["draws"], *data["hands"]]
    expected = [total, *(row for part in parts for row in part)]
    for one, other in zip(found, expected, strict=True):
        assert_same_row(one, asdict(other) | {"ev_difference": other.ev_difference})


def assert_same_row(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare rows whose numbers may be nested and null."""
    assert found.keys() == expected.keys()
    for name, value in expected.items():
        assert_same_value(found[name], value)


def assert_same_value(found: Any, expected: Any) -> None:
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for name, value in expected.items():
            assert_same_value(found[name], value)
    elif isinstance(expected, list | tuple):
        for one, other in zip(found, expected, strict=True):
            assert_same_value(one, other)
    elif isinstance(expected, str) or expected is None:
        assert found == expected
    else:
        assert_equal(found, expected)


# Files.


@pytest.mark.parametrize("path", ["r", "r:k:k:n8d"])
def test_csv_of_a_node(reader: httpx.Client, turn: Solution, path: str) -> None:
    reply = reader.get("/solutions/turn/node.csv", params={"path": path})
    assert reply.headers["content-type"] == "text/csv; charset=utf-8"
    assert reply.headers["content-disposition"] == 'attachment; filename="turn.csv"'
    lines = [line for line in reply.text.splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
    node = turn.node(path)
    expected = {
        (hole_text(hole), action): (node.strategy[at, hole], node.action_ev[at, hole])
        for hole in np.flatnonzero(node.reach[node.player]).tolist()
        for at, action in enumerate(node.actions)
    }
    found = {
        (row["hand"], row["action"]): (float(row["probability"]), float(row["action_ev"]))
        for row in rows
        if row["action"]
    }
    assert found.keys() == expected.keys()
    for key, numbers in expected.items():
        assert found[key] == pytest.approx(numbers, rel=1e-6)
    assert {row["path"] for row in rows} == {path}


def test_exports(reader: httpx.Client, reading_server: Running, turn: Solution) -> None:
    reply = reader.get("/solutions/turn/export.solution")
    stored = reading_server.settings.library / "solutions/turn.solution"
    assert reply.content == stored.read_bytes()
    assert 'filename="turn.solution"' in reply.headers["content-disposition"]
    data = get(reader, "/solutions/turn/export.json")
    assert data["exploitability"] == turn.exploitability.chips
    assert data["nodes"][0]["path"] == "r"
    assert reader.get("/solutions/turn/export.csv").text.count("\nr,") > 10
    assert reader.get("/solutions/turn/export.exe").status_code == 422


def test_spot_of_a_solution(reader: httpx.Client, turn: Solution) -> None:
    fields = get(reader, "/solutions/turn/spot")
    assert make_spot(fields) == turn.spot
    # The page sends it back as it is.
    assert reader.post("/spots/size", json={"spot": fields}).status_code == 200


# Errors.


@pytest.mark.parametrize(
    ("address", "status", "detail"),
    [
        ("nothing", 404, "there is no solution 'nothing'"),
        ("nothing/node", 404, "there is no solution 'nothing'"),
        (
            "turn/node?path=",
            400,
            "line must not be empty: write one like 'x/b33%/c', or 'r', the start",
        ),
        ("turn/node?path=r:z", 400, ""),
        ("turn/node?path=r:k:k:nQs", 400, ""),
        ("turn/node?path=" + "r:k" * 200, 422, "path must have at most 500 characters, got"),
        ("turn/resolved?path=r:z", 400, ""),
        ("turn/report?path=r", 400, ""),
        ("turn/report", 422, "path is required"),
        ("turn/breakdown?player=btn", 422, "player must be 'oop' or 'ip', got 'btn'"),
        ("turn/distribution?kind=eqr", 422, "kind must be 'equity' or 'ev', got 'eqr'"),
        ("turn/compare/actions?path=r&first=k&second=z", 400, ""),
        ("turn/compare/actions?path=r:b50:f&first=k&second=z", 400, ""),
        ("turn/compare/nothing", 404, "there is no solution 'nothing'"),
        ("turn/compare/river", 400, ""),
    ],
)
def test_wrong_questions(reader: httpx.Client, address: str, status: int, detail: str) -> None:
    reply = reader.get(f"/solutions/{address}")
    assert reply.status_code == status, reply.text
    assert reply.json()["detail"].startswith(detail)
    assert "\n" not in reply.json()["detail"]


def test_rename_and_delete(client: httpx.Client) -> None:
    reply = client.post("/solutions/river/rename", json={"name": "BTN v BB"})
    assert (reply.status_code, reply.json()["name"]) == (200, "BTN v BB")
    assert client.get("/solutions/BTN v BB/node").status_code == 200
    assert client.get("/solutions/river").status_code == 404
    assert client.post("/solutions/BTN v BB/rename", json={"name": "turn"}).status_code == 409
    assert client.delete("/solutions/BTN v BB").status_code == 204
    assert client.delete("/solutions/BTN v BB").status_code == 404
