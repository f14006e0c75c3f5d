"""Matchups on many flops: solved as a job, filtered, opened, exported, resumed."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from fifthstreet.solvers.postflop import FlopFile, deal_flops, solve, solve_flops
from fifthstreet.solvers.postflop.flops.flops import with_equity
from fifthstreet.solvers.postflop.spot.spot_file import make_spot
from fifthstreet.web import WebSettings
from tests.web.serving import Running, serving, wait_for_job, wait_until

SPOT: dict[str, Any] = {
    "board": "QsJh2h",
    "pot": 60,
    "stack": 60,
    "ranges": {"oop": "AA,KQs", "ip": "QQ,AJs"},
    "sizes": {street: {"bet": "a", "raise": ""} for street in ("flop", "turn", "river")},
}


DEAL = {"sample": 6, "subset": None, "seed": 3}
OPTIONS = {"target_pot_percent": 0.5, "max_iterations": 1000, "seconds": 60, "precision": "float32"}


@pytest.fixture(scope="module")
def solved_flops(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a matchup whose flops are solved, as a job writes it."""
    path = tmp_path_factory.mktemp("flops") / "matchup.flops"
    spot = make_spot(SPOT)
    flops = deal_flops(spot, sample=6, seed=3)
    file = FlopFile(
        path, spot, {"board": "QsJh2h", "deal": DEAL, "options": OPTIONS, "lines": ["r:k"]}
    )
    for flop, result in zip(
        flops, solve_flops(flops, target_pot_percent=0.5, lines=["r:k"]), strict=True
    ):
        file.add(with_equity(result, flop.spot, threads=1))
    return path


@pytest.fixture
def run(solved_flops: Path, server: Running) -> str:
    """Return the name of a matchup of the library."""
    shutil.copy(solved_flops, server.services.flops.folder.path)
    return "matchup"


def test_flops_are_those_of_the_package(client: httpx.Client, run: str) -> None:
    flops = {flop.board: flop for flop in deal_flops(make_spot(SPOT), sample=6, seed=3)}
    reply = client.get(f"/flops/{run}").json()
    assert [action["step"] for action in reply["actions"]] == ["k", "a"]
    assert [action["words"] for action in reply["actions"]] == ["check", "all-in 60 (100%)"]
    assert {row["board"]: row["count"] for row in reply["rows"]} == {
        board: flop.count for board, flop in flops.items()
    }
    row = reply["rows"][0]
    solution = solve(flops[row["board"]].spot, target_pot_percent=0.5, threads=1)
    error = 0.01 * 60
    assert row["ev"] == pytest.approx(solution.ev, abs=error)
    assert row["equity"] == pytest.approx(solution.root.range_equity[0], abs=1e-5)
    assert row["exploitability_pot_percent"] <= 0.5
    assert sum(row["frequencies"]) == pytest.approx(1)
    (overall,) = (group for group in reply["groups"] if group["kind"] == "all")
    share = sum(each["share"] * each["ev"][0] for each in reply["rows"])
    assert overall["ev"][0] == pytest.approx(share)
    assert overall["ev_error"] > 0  # a sample does not have all flops


def test_the_decision_after_a_check(client: httpx.Client, server: Running, run: str) -> None:
    reply = client.get(f"/flops/{run}", params={"decision": "r:k"}).json()
    assert [each["path"] for each in reply["decisions"]] == ["r", "r:k"]
    results = server.services.flops.open(run).stored.results
    total = frequency = 0.0
    for row in reply["rows"]:
        line = results[row["board"]].lines["r:k"]
        assert row["frequencies"] == pytest.approx(line.frequencies)
        weight = row["share"] * line.reach
        total, frequency = total + weight, frequency + weight * line.frequencies[1]
    assert reply["groups"][0]["frequencies"][1] == pytest.approx(frequency / total)
    assert reply["groups"][0]["frequency_errors"][1] > 0
    refused = client.get(f"/flops/{run}", params={"decision": "r:a"})
    assert refused.json()["detail"] == "decision must be one of r, r:k, got 'r:a'"


def test_filters_leave_the_flops_of_a_kind(client: httpx.Client, run: str) -> None:
    rows = client.get(f"/flops/{run}").json()["rows"]
    for name, kind in (("suits", "suits"), ("pairs", "pairs"), ("straights", "straights")):
        for value in {row["texture"][kind] for row in rows}:
            shown = client.get(f"/flops/{run}", params={name: value}).json()
            wanted = [row for row in rows if row["texture"][kind] == value]
            assert shown["rows"] == wanted
            assert shown["groups"][0]["flops"] == len(wanted)
    assert client.get(f"/flops/{run}", params={"high_cards": ["A", "K"]}).status_code == 200
    refused = client.get(f"/flops/{run}", params={"suits": "five suits"})
    assert refused.status_code == 400
    assert refused.json()["detail"].startswith("suits must be one of one suit")


def test_a_click_solves_the_flop_once(client: httpx.Client, run: str) -> None:
    board = client.get(f"/flops/{run}").json()["rows"][0]["board"]
    opened = client.post(f"/flops/{run}/open", json={"board": board}).json()
    assert opened["solution"] is None
    job = wait_for_job(client, opened["job"])
    assert job["result"]["solution"] == f"matchup {board}"
    again = client.post(f"/flops/{run}/open", json={"board": board}).json()
    assert again == {"solution": f"matchup {board}", "job": None}
    missing = client.post(f"/flops/{run}/open", json={"board": "AsAhAd2c"})
    assert missing.status_code == 404


@pytest.fixture
def cut_off(server: Running, run: str) -> str:
    """Return the name of a matchup whose file ends after three of six flops."""
    path = server.services.flops.folder.file(run)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + b"{half a line")
    return run


def test_flops_that_are_solved_are_counted(client: httpx.Client, cut_off: str) -> None:
    (facts,) = client.get("/flops").json()
    assert (facts["name"], facts["solved"], facts["flops"]) == (cut_off, 3, 6)


def test_a_run_that_was_cut_off_is_resumed(client: httpx.Client, cut_off: str) -> None:
    run = cut_off
    job = client.post(f"/flops/{run}/resume").json()
    assert client.delete(f"/flops/{run}").status_code == 409
    assert wait_for_job(client, job["id"])["state"] == "done"
    assert client.get(f"/flops/{run}").json()["solved"] == 6
    refused = client.post(f"/flops/{run}/resume")
    assert (refused.status_code, refused.json()["detail"]) == (
        409,
        "all flops are solved already",
    )


def test_rows_are_there_while_the_job_runs_and_after_it_is_stopped(client: httpx.Client) -> None:
    job = client.post("/flops", json={"spot": SPOT, "name": "all"}).json()
    wait_until(lambda: client.get("/flops").json() and client.get("/flops/all").json()["solved"])
    shown = client.get("/flops/all").json()
    assert shown["facts"]["job"] == job["id"]
    assert shown["flops"] == 1755
    for method, path in (("DELETE", "/flops/all"), ("POST", "/flops/all/rename")):
        body = {"name": "other"} if method == "POST" else None
        assert client.request(method, path, json=body).status_code == 409
    assert client.post(f"/jobs/{job['id']}/stop").status_code == 200
    finished = wait_for_job(client, job["id"])
    assert finished["state"] == "done"
    assert finished["result"]["missing"] > 0
    assert client.get("/flops/all").json()["facts"]["job"] is None


@pytest.mark.slow
def test_a_run_goes_on_after_a_restart(settings: WebSettings) -> None:
    with serving(settings) as first, first.client() as client:
        number = client.post("/flops", json={"spot": SPOT, "name": "all"}).json()["id"]
        wait_until(lambda: client.get(f"/jobs/{number}").json()["progress"].get("done"))
    with serving(settings) as second, second.client() as client:
        solved = client.get("/flops/all").json()["solved"]
        assert solved > 0
        wait_until(lambda: client.get("/flops/all").json()["solved"] > solved)
        client.post(f"/jobs/{number}/stop")
        assert wait_for_job(client, number)["state"] == "done"


def test_exports_and_files(client: httpx.Client, server: Running, run: str) -> None:
    text = client.get(f"/flops/{run}/export.csv").text
    rows = list(csv.DictReader(io.StringIO("\n".join(_without_comments(text)))))
    assert len(rows) == 6
    assert rows[0].keys() >= {"board", "ev_oop", "k", "a", "equity"}
    assert len(client.get(f"/flops/{run}/export.json").json()["rows"]) == 6
    stored: Path = server.services.flops.folder.file(run)
    assert client.get(f"/flops/{run}/export.flops").content == stored.read_bytes()
    assert client.get(f"/flops/{run}/spot").json()["pot"] == 60
    assert client.get(f"/flops/{run}/subset").json() == {"text": None}
    renamed = client.post(f"/flops/{run}/rename", json={"name": "new"}).json()
    assert renamed["name"] == "new"
    assert client.delete("/flops/new").status_code == 204
    assert client.get("/flops").json() == []
    assert client.get("/flops/new").status_code == 404


def test_a_damaged_file_has_an_error(client: httpx.Client, server: Running) -> None:
    (server.services.flops.folder.path / "bad.flops").write_text("nothing of this kind\n")
    (facts,) = client.get("/flops").json()
    assert facts["error"] == "bad is not a file of fifthstreet flops"
    assert client.get("/flops/bad").status_code == 400


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sample": 5, "subset": 10}, "sample and subset cannot be combined"),
        ({"subset": 11}, "a subset must have 10, 25, 49, 85 or 184 flops"),
        ({"spot": SPOT | {"board": "QsJh2h7c"}}, "board must be a flop"),
        ({"name": "../up"}, "name must be up to 80 letters"),
    ],
)
def test_wrong_questions(client: httpx.Client, changes: dict[str, Any], message: str) -> None:
    reply = client.post("/flops", json={"spot": SPOT, "sample": 2} | changes)
    changed = {name: value for name, value in changes.items() if name == "subset"}
    if changed and "sample" not in changes:
        reply = client.post("/flops", json={"spot": SPOT} | changes)
    assert reply.status_code == 400
    assert message in reply.json()["detail"]


def _without_comments(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("#")]
