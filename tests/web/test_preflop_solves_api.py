"""Solves from the blinds: sizes, jobs, and the strategies that they save."""

from __future__ import annotations

import shutil
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search.preflop import (
    DEFAULT_RECIPE,
    game_of,
    open_preflop,
    strategy_path,
)
from fifthstreet.solvers.search.preflop.flop_lines import FlopPlans
from fifthstreet.web.api.preflop_solves import _bytes
from tests.web.serving import Running, wait_for_job

JAM: dict[str, Any] = {
    "stack": 10,
    "flops": 10,
    "sizes": {"preflop": {"raise": "a"}},
    "max_raises": [2, 0, 0, 0],
    "removed": ["r:c"],
}
SMALL: dict[str, Any] = {
    "stack": 3,
    "flops": 10,
    "sizes": {"preflop": {"raise": "a"}, "flop": {"bet": "a"}},
    "max_raises": [1, 1, 0, 0],
}


def test_memory_is_estimated_from_a_few_flops(reader: httpx.Client) -> None:
    found = reader.post("/preflop/solves/size", json={"game": SMALL}).json()
    recipe = DEFAULT_RECIPE | {"stack": 3, "flops": 10, "sizes": SMALL["sizes"]}
    game = game_of(recipe | {"tree": {"max_raises": [1, 1, 0, 0]}})
    exact = FlopPlans(game, on_gpu=False).table_bytes(DEFAULT_SCHEDULE, "int16")
    assert (found["lines"], found["flops"]) == (len(game.lines), 10) == (1, 10)
    assert found["bytes"] == pytest.approx(exact, rel=0.25)
    assert found["fits"] is True
    jam = reader.post("/preflop/solves/size", json={"game": JAM}).json()
    assert (jam["lines"], jam["bytes"]) == (0, 0)


def test_the_estimate_is_exact_if_flops_differ_in_the_same_way_after_every_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def estimate(spot: Spot) -> Any:
        """Return a size that is the product of a number for the flop and one for the line."""
        size = (1 + sum(spot.board) % 7) * round(10 * spot.pot)
        return SimpleNamespace(bytes={"int16": size}, tree_bytes=0)

    monkeypatch.setattr("fifthstreet.web.api.preflop_solves.estimate", estimate)
    game = game_of(DEFAULT_RECIPE | {"stack": 12, "flops": 10})
    assert len(game.lines) > 1
    spots = [game.spot(line, flop) for line in game.lines for flop in range(10)]
    assert _bytes(game, "int16") == pytest.approx(sum(estimate(s).bytes["int16"] for s in spots))


def test_a_game_is_solved_and_saved(server: Running, client: httpx.Client) -> None:
    question = {"game": JAM, "target": 0.05, "name": "jam"}
    job = client.post("/preflop/solves", json=question).json()
    assert (job["kind"], job["title"]) == ("preflop", "jam")
    done = wait_for_job(client, job["id"])
    assert done["state"] == "done", done
    assert done["result"]["preflop"] == "jam"
    assert done["curve"][-1][1] == pytest.approx(done["result"]["exploitability_pot_percent"])
    strategy = open_preflop(server.settings.library / "preflop/jam.preflop")
    assert strategy.record.exploitability.pot_percent <= 0.05
    facts = {each["name"]: each for each in client.get("/preflop/strategies").json()}
    assert facts["jam"]["exploitability_pot_percent"] == pytest.approx(
        strategy.record.exploitability.pot_percent
    )
    node = client.get("/preflop/strategies/jam/node").json()
    assert [each["words"] for each in node["chart"]["actions"]] == ["fold", "all-in 10 (450%)"]
    again = client.post("/preflop/solves", json=question).json()
    assert again["title"] == "jam 2"
    bundled = client.post("/preflop/solves", json=question | {"name": "hu100"}).json()
    assert bundled["title"] == "hu100 2"


def test_a_game_with_flops_is_solved(client: httpx.Client) -> None:
    question = {"game": SMALL, "max_iterations": 3, "target": 0.001}
    job = client.post("/preflop/solves", json=question).json()
    assert job["title"] == "heads-up 3"
    done = wait_for_job(client, job["id"])
    assert (done["state"], done["result"]["iterations"]) == ("done", 3), done
    facts = {each["name"]: each for each in client.get("/preflop/strategies").json()}
    assert [line["path"] for line in facts["heads-up 3"]["lines"]] == ["r:c:k"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sizes": {"preflop": {"raise": "many"}}}, "many"),
        ({"flops": 11}, "flops must be 10, 25, 49, 85 or 184"),
        ({"removed": ["r:b7"]}, "b7"),
        ({"stack": 500, "sizes": {"preflop": {"raise": "2x, 3x, 4x"}}, "max_raises": [9] * 4}, ""),
    ],
)
def test_games_that_cannot_be_solved_are_refused(
    reader: httpx.Client, changes: dict[str, Any], words: str
) -> None:
    reply = reader.post("/preflop/solves", json={"game": JAM | changes})
    assert reply.status_code in (400, 422)
    assert words in reply.json()["detail"]


def test_lines_before_the_flop_are_offered_in_words(reader: httpx.Client) -> None:
    tree = {"max_raises": [2, 1, 1, 0], "removed": ["r:c", "r:b2:b4"]}
    game = {"stack": 20, "sizes": {"preflop": {"raise": "2x, a"}, "flop": {"bet": "50%"}}} | tree
    lines = reader.post("/preflop/solves/lines", json={"game": game}).json()["lines"]
    full = game_of(DEFAULT_RECIPE | {"tree": tree | {"removed": []}})
    paths = [line["path"] for line in lines]
    assert sorted(paths) == sorted(full.tree.path(node) for node in full.nodes if node)
    for path in paths[1:]:  # a line is offered after the line that it continues
        before = path.rpartition(":")[0]
        assert before == "r" or paths.index(before) < paths.index(path)
    line = lines[paths.index("r:c:b2:b4")]
    assert line["title"] == "BTN calls 0.5, BB raises to 2, BTN raises to 4"
    assert line["words"] == "BTN raises to 4"


def test_too_many_lines_to_choose_from_are_refused(reader: httpx.Client) -> None:
    raises = {"preflop": {"raise": "2x, 3x, 4x, a"}}
    game = {"stack": 500, "sizes": raises, "max_raises": [9, 0, 0, 0]}
    reply = reader.post("/preflop/solves/lines", json={"game": game})
    assert reply.status_code == 400
    assert "lines before the flop must be at most 500" in reply.json()["detail"]


def test_files_of_strategies_are_listed_renamed_and_restored(
    server: Running, client: httpx.Client
) -> None:
    folder = server.settings.library / "preflop"
    shutil.copy(strategy_path("hu20"), folder / "own.preflop")
    (folder / "broken.preflop").write_bytes(b"nothing")
    found = {each["name"]: each for each in client.get("/preflop/files").json()}
    assert found["own"]["stack"] == 20
    assert found["own"]["bytes"] == strategy_path("hu20").stat().st_size
    assert "broken must be" in found["broken"]["error"]
    refused = client.post("/preflop/files/own/rename", json={"name": "hu100"})
    assert (refused.status_code, "of the package" in refused.text) == (400, True)
    assert client.post("/preflop/files/own/rename", json={"name": "mine"}).status_code == 200
    exported = client.get("/preflop/files/mine/export.preflop").content
    assert exported == strategy_path("hu20").read_bytes()
    assert client.delete("/preflop/files/mine").status_code == 204
    (item,) = client.get("/library/trash").json()["files"]
    assert client.post(f"/library/trash/{item['id']}/restore").json()["name"] == "mine"
    assert (folder / "mine.preflop").is_file()
