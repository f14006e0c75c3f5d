"""Matches: what can be chosen, played as a job, resumed, exported."""

from __future__ import annotations

import csv
import io
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.agents.registry import create_agent
from fifthstreet.arena import (
    MatchResult,
    MatchStore,
    match_settings,
    play_session,
    run_match,
)
from fifthstreet.arena.choices import FormOption, Value, agent_choices, agent_text, check_choice
from tests.thoroughness import examples, slow
from tests.web.serving import Running, wait_for_job, wait_until

AGENTS = ("random", "calling_station")
BODY: dict[str, Any] = {
    "agents": [{"name": name} for name in AGENTS],
    "game": "leduc",
    "hands": 400,
    "seed": 7,
    "session_hands": 20,
    "name": "match",
}
SETTINGS = match_settings(AGENTS, game="leduc", hands=400, seed=7, session_hands=20)


@pytest.fixture
def match(server: Running) -> str:
    """Return the name of a match of which five sessions are played."""
    path = server.services.matches.folder.new_file("match")
    store = MatchStore(path, SETTINGS)
    for number in range(5):
        store.add(play_session(SETTINGS, number))
    store.close()
    return "match"


def test_a_match_gives_what_the_package_gives(client: httpx.Client) -> None:
    job = client.post("/matches", json=BODY).json()
    finished = wait_for_job(client, job["id"])
    assert (finished["state"], finished["error"]) == ("done", None)
    shown = client.get("/matches/match").json()
    expected = run_match(SETTINGS).to_dict()
    assert shown["curve"] == expected["curve"]
    for agent, other in zip(shown["agents"], expected["agents"], strict=True):
        assert agent["winnings"] == other["winnings"]
    assert finished["result"]["winnings"] == expected["agents"][0]["winnings"]
    (facts,) = client.get("/matches").json()
    assert (facts["hands"], facts["hands_wanted"], facts["job"]) == (400, 400, None)
    again = client.post("/matches/match/resume")
    assert (again.status_code, again.json()["detail"]) == (409, "all hands are played already")


@pytest.mark.parametrize(("hands", "played"), [(101, 102), *slow((100, 100))])
def test_a_match_plays_the_hands_of_the_form(client: httpx.Client, hands: int, played: int) -> None:
    body = {name: value for name, value in BODY.items() if name != "session_hands"}
    job = client.post("/matches", json=body | {"hands": hands, "name": "even"}).json()
    assert wait_for_job(client, job["id"])["result"]["hands"] == played
    shown = client.get("/matches/even").json()
    assert (shown["hands"], shown["facts"]["hands_wanted"]) == (played, played)
    assert shown["sessions"] >= 20


def test_a_stopped_match_is_resumed(client: httpx.Client, match: str) -> None:
    (facts,) = client.get("/matches").json()
    assert (facts["hands"], facts["hands_wanted"]) == (100, 400)
    job = client.post(f"/matches/{match}/resume").json()
    assert client.post(f"/matches/{match}/resume").status_code == 409
    assert client.delete(f"/matches/{match}").status_code == 409
    assert wait_for_job(client, job["id"])["state"] == "done"
    assert client.get(f"/matches/{match}").json()["hands"] == 400


def test_a_long_match_is_seen_while_it_is_played_and_can_be_stopped(client: httpx.Client) -> None:
    job = client.post("/matches", json=BODY | {"hands": 1_000_000, "name": "long"}).json()
    wait_until(lambda: any(row["hands"] for row in client.get("/matches").json()))
    assert client.get("/matches/long").json()["facts"]["job"] == job["id"]
    client.post(f"/jobs/{job['id']}/stop")
    finished = wait_for_job(client, job["id"])
    assert finished["state"] == "done"
    assert 0 < finished["result"]["hands"] < 1_000_000


def test_only_new_sessions_are_read(server: Running, match: str) -> None:
    shelf = server.services.matches
    first = shelf.open(match)
    store = MatchStore(shelf.folder.file(match), SETTINGS)
    for number in range(5, 9):
        store.add(play_session(SETTINGS, number))
    store.close()
    second = shelf.open(match)
    assert (first.hands, second.hands) == (100, 180)
    expected = MatchResult(SETTINGS, (play_session(SETTINGS, at) for at in range(9)), learns=False)
    assert second.to_dict()["curve"] == expected.to_dict()["curve"]
    shelf.folder.file(match).unlink()  # replaced by another match, behind the app's back
    MatchStore(shelf.folder.new_file(match), SETTINGS).close()
    assert shelf.open(match).hands == 0


def test_exports_and_files(client: httpx.Client, server: Running, match: str) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get(f"/matches/{match}/export.csv").text)))
    assert {row["name"] for row in rows} == set(AGENTS)
    assert float(rows[0]["winnings_half_width"]) > 0
    assert client.get(f"/matches/{match}/export.json").json()["hands"] == 100
    assert client.get(f"/matches/{match}/export.svg").text.startswith("<svg")
    stored = server.services.matches.folder.file(match)
    assert client.get(f"/matches/{match}/export.match").content == stored.read_bytes()
    assert client.post(f"/matches/{match}/rename", json={"name": "new"}).json()["name"] == "new"
    assert client.delete("/matches/new").status_code == 204
    assert client.get("/matches").json() == []
    stored.write_bytes(b"nothing of this kind")
    (facts,) = client.get("/matches").json()
    assert facts["error"] == "match is not a match of the arena"


def test_agents_of_modules_in_a_file_are_not_imported(
    client: httpx.Client, server: Running
) -> None:
    settings = match_settings(["this:Thing", "random"], game="leduc", hands=40)
    MatchStore(server.services.matches.folder.new_file("own"), settings).close()
    assert client.get("/matches/own").json()["samples_are"] == "sessions"
    refused = client.post("/matches/own/resume")
    assert refused.status_code == 400
    assert refused.json()["detail"].startswith("agent must be one of random")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"agents": [{"name": "strategy", "options": {"file": "/etc/passwd"}}]}, "got 'strategy'"),
        ({"agents": [{"name": "os:system"}]}, "got 'os:system'"),
        (
            {"agents": [{"name": "search", "options": {"preflop": "/etc/passwd"}}]},
            "search: preflop must be one of hu20, hu40, hu60, hu100, hu200, got '/etc/passwd'",
        ),
        (
            {"agents": [{"name": "random", "options": {"a": 1}}]},
            "option of random must be one of none, got 'a'",
        ),
        ({"agents": [{"name": "absolute"}], "game": "leduc"}, "hold'em"),
        ({"game": "bridge"}, "got 'bridge'"),
        ({"estimator": "none"}, "aivat, got 'none'"),
    ],
)
def test_wrong_questions(reader: httpx.Client, changes: dict[str, Any], message: str) -> None:
    reply = reader.post("/matches", json=BODY | changes)
    assert reply.status_code == 400
    assert message in reply.json()["detail"]


def test_choices_are_those_of_the_package(reader: httpx.Client) -> None:
    choices = reader.get("/matches/choices").json()
    assert [each["name"] for each in choices["agents"]] == [each.name for each in agent_choices()]
    assert choices["games"]["nlhe"]
    for each in choices["agents"]:
        options = {option["name"]: option["default"] for option in each["options"]}
        text = agent_text(each["name"], options)
        assert check_choice(text) == text
    create_agent(agent_text("search"))


@given(name=st.sampled_from([each.name for each in agent_choices()]), data=st.data())
@settings(max_examples=examples(50), deadline=None)
def test_what_can_be_chosen_is_read_back(name: str, data: st.DataObject) -> None:
    (choice,) = (each for each in agent_choices() if each.name == name)
    options: dict[str, Value] = {
        option.name: data.draw(_values(option)) for option in choice.options
    }
    text = agent_text(name, options)
    assert check_choice(text) == text


def _values(option: FormOption) -> st.SearchStrategy[Any]:
    if option.kind == "flag":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    if option.kind == "whole":
        return st.integers(int(option.low), int(option.high))
    return st.floats(option.low, option.high)
