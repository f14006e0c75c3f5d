"""Preflop charts, solved strategies, and what their lines send to Solve."""

from __future__ import annotations

import httpx
import numpy as np
import pytest

from fifthstreet.cards import CLASS_NAMES, HOLE_CLASS, Range, parse_hole
from fifthstreet.review.chart_reading import SITUATIONS, range_charts
from fifthstreet.review.preflop import RangeFile, bundled
from fifthstreet.review.preflop_actions import is_out_of_position, preflop_lines
from fifthstreet.solvers.ring import shipped_ring
from fifthstreet.solvers.search.preflop import open_preflop
from fifthstreet.solvers.search.preflop.library import strategy_path
from fifthstreet.tree import POSITIONS
from fifthstreet.web.api.models import SpotFields
from tests.web.serving import Running

COMBOS = np.bincount(HOLE_CLASS, minlength=169)  # of each class
FILES = [file for players in POSITIONS for file in bundled(players)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_charts_have_every_range_of_a_file(file: RangeFile) -> None:
    charts = range_charts(file)
    for chart in charts:
        reached = chart.weights > 0
        assert chart.shares[:, reached].sum(axis=0) == pytest.approx(1)
        assert np.isnan(chart.shares[:, ~reached]).all()
        assert chart.frequencies.sum() == pytest.approx(1)
    found = {(chart.situation, chart.position, chart.against): chart for chart in charts}
    assert len(found) == len(charts)
    assert {chart.situation for chart in charts} <= set(SITUATIONS)
    for (action, position), range_ in file.ranges.items():
        if action != "open":
            continue
        chart = found["first in", position, None]
        raised = chart.shares[chart.words.index("raise")] @ COMBOS
        assert raised == pytest.approx(range_.combos)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_lines_conserve_chips(file: RangeFile) -> None:
    for line in preflop_lines(file):
        put_in = file.stack - line.stack
        blinds = {"SB": 0.5, "BB": 1.0} if file.players > 2 else {}
        dead = sum(blind for name, blind in blinds.items() if name not in (line.oop, line.ip))
        assert line.pot == 2 * put_in + dead
        assert 0 < line.stack < file.stack
        assert is_out_of_position(line.oop, line.ip, file.players)
        assert not is_out_of_position(line.ip, line.oop, file.players)


def test_tables_and_charts(reader: httpx.Client) -> None:
    tables = reader.get("/preflop/tables").json()
    assert len(tables) == 9
    table = reader.get("/preflop/tables/6/100").json()
    (facts,) = (each for each in table["charts"] if each["title"] == "BTN against CO's raise")
    chart = reader.get(f"/preflop/tables/6/100/charts/{facts['number']}").json()
    shares = {
        action["words"]: row for action, row in zip(chart["actions"], chart["shares"], strict=True)
    }
    aces = CLASS_NAMES.index("AA")
    assert shares["3-bet"][aces] == 1
    assert chart["weights"] == [1.0] * 169
    assert reader.get("/preflop/tables/6/99").status_code == 404
    assert reader.get("/preflop/tables/6/100/charts/500").status_code == 404


def test_a_line_becomes_a_spot(reader: httpx.Client) -> None:
    lines = reader.get("/preflop/tables/6/100").json()["lines"]
    (line,) = (each for each in lines if each["title"] == "BTN raises to 2.5, BB calls")
    assert (line["positions"], line["pot"], line["stack"]) == (["BB", "BTN"], 5.5, 97.5)
    draft = reader.get(f"/preflop/tables/6/100/lines/{line['number']}/spot").json()
    assert (draft["pot"], draft["stack"]) == (550, 9750)
    spot = SpotFields(**draft, board="Jh8h5c").spot()
    file = bundled(6)[0]
    assert spot.ranges == (file.ranges["call.BTN", "BB"], file.ranges["open", "BTN"])


def test_solved_strategies(reader: httpx.Client) -> None:
    strategy = open_preflop(strategy_path("hu20"))
    rows = {row["name"]: row for row in reader.get("/preflop/strategies").json()}
    assert [*rows] == ["hu20", "hu40", "hu60", "hu100", "hu200"]
    facts = rows["hu20"]
    assert facts["exploitability_pot_percent"] == pytest.approx(strategy.exploitability.pot_percent)
    root = reader.get("/preflop/strategies/hu20/node").json()
    assert root["kind"] == "action"
    assert np.array(root["chart"]["shares"]) == pytest.approx(strategy.shares(0))
    assert np.array(root["chart"]["evs"]) == pytest.approx(strategy.class_values(0), abs=1e-6)
    fold = reader.get("/preflop/strategies/hu20/node", params={"path": "r:f"}).json()
    assert (fold["kind"], fold["chart"]) == ("fold", None)
    for line in facts["lines"]:
        node = reader.get("/preflop/strategies/hu20/node", params={"path": line["path"]}).json()
        assert (node["kind"], node["title"]) == ("flop", line["title"])
        shares = [np.array(weights) @ COMBOS / 13.26 for weights in node["ranges"]]
        assert shares == pytest.approx(line["percents"], rel=1e-4)
        draft = reader.get("/preflop/strategies/hu20/spot", params={"path": line["path"]}).json()
        assert draft["pot"] + 2 * draft["stack"] == 2 * 2000
        percents = [Range.parse(draft["ranges"][seat]).percent for seat in ("oop", "ip")]
        assert percents == pytest.approx(line["percents"], abs=0.2)  # weights are rounded
    refused = reader.get("/preflop/strategies/hu20/spot", params={"path": "r:a"})
    assert refused.status_code == 400
    assert reader.get("/preflop/strategies/hu21/node").status_code == 404
    assert reader.get("/preflop/strategies/hu20/node", params={"path": "r:z"}).status_code == 400


def test_files_of_the_library(client: httpx.Client, server: Running) -> None:
    folder = server.services.preflop.folder.path
    (folder / "mine.preflop").write_bytes(strategy_path("hu20").read_bytes())
    (folder / "bad.preflop").write_bytes(b"nothing of this kind")
    rows = {row["name"]: row for row in client.get("/preflop/strategies").json()}
    assert rows["mine"]["stack"] == 20
    assert rows["bad"]["error"]
    assert str(folder) not in rows["bad"]["error"]
    assert client.get("/preflop/strategies/bad/node").status_code == 400


def test_solved_charts_of_tables(reader: httpx.Client) -> None:
    """A chart's own stack, a stack between two, and the line to a flop of two."""
    tables = {row["seats"]: row["stacks"] for row in reader.get("/preflop/charts").json()}
    assert {20, 100, 200} <= set(tables[2])
    assert 100 in tables[6]
    chart = shipped_ring("6max_100")
    root = reader.get("/preflop/charts/6/100/node").json()
    assert np.array(root["chart"]["shares"]) == pytest.approx(chart.shares(0))
    assert np.array(root["chart"]["evs"]) == pytest.approx(chart.class_values(0), abs=1e-6)
    table = root["table"]
    assert (table["words"], table["positions"][0]) == ("chart 6max_100", "SB")
    (certificate,) = table["charts"]
    assert len(certificate["gains"]) == len(certificate["evs"]) == 6
    assert all(-0.5 < gain < 5 for gain in certificate["gains"])
    path = "r:f:f:f:b2.5:f:c"
    flop = reader.get("/preflop/charts/6/100/node", params={"path": path}).json()
    assert (flop["kind"], flop["positions"], flop["pot"]) == ("flop", ["BB", "BTN"], 5.5)
    assert flop["title"].endswith("BTN raises to 2.5, SB folds, BB calls 1.5")
    node = chart.tree.find(path)[0]
    weights = chart.reach(node, ())[1]
    assert np.array(flop["ranges"][0]) @ COMBOS == pytest.approx(weights.sum(), rel=1e-4)
    draft = reader.get("/preflop/charts/6/100/spot", params={"path": path}).json()
    assert (draft["pot"], draft["stack"]) == (550, 9750)
    between = reader.get("/preflop/charts/2/140/node").json()["table"]
    assert [each["name"] for each in between["charts"]] == ["hu100", "hu200"]
    assert sum(each["weight"] for each in between["charts"]) == pytest.approx(1)
    assert between["stack"] == 140
    folded = reader.get("/preflop/charts/6/100/spot", params={"path": "r:f"})
    assert "path must lead to a flop of two players" in folded.text
    assert reader.get("/preflop/charts/6/0/node").status_code == 422


def test_practice_before_the_flop(reader: httpx.Client) -> None:
    query: dict[str, str | int] = {
        "number": 3,
        "seed": 5,
        "position": "BB",
        "situation": "against a raise",
    }
    question = reader.get("/preflop/drills/6/100", params=query).json()
    assert (question["position"], question["situation"]) == ("BB", "against a raise")
    assert question["chart"] == "chart 6max_100"
    assert question == reader.get("/preflop/drills/6/100", params=query).json()
    answered = query | {"action": question["actions"][0]}
    grade = reader.get("/preflop/drills/6/100/grade", params=answered).json()
    chart = shipped_ring("6max_100")
    node = chart.tree.find(question["path"])[0]
    values = chart.class_values(node)[:, HOLE_CLASS[parse_hole(question["hole"])]]
    assert grade["loss"] == pytest.approx(values.max() - values[0])
    wrong = reader.get("/preflop/drills/6/100", params={"number": 1, "position": "UTG"})
    assert wrong.status_code == 400
    assert "position must be one of" in wrong.text
