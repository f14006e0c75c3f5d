"""Tables over HTTP: playing, what is refused, limits, hands as text, reviews."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from fifthstreet.agents import Action, BaseAgent
from fifthstreet.arena.live import LiveSettings, LiveTable, variant_infos
from fifthstreet.arena.live.opponents import OPPONENTS
from fifthstreet.errors import BusyError, InputError, NotFoundError
from fifthstreet.game.notation import parse_phhs
from fifthstreet.game.seat_views import SeatView
from fifthstreet.solvers.search.preflop.library import strategy_path
from fifthstreet.web import WebSettings
from fifthstreet.web.tables import TableStore
from tests.web.serving import Running, serving, wait_for_job, wait_until

TABLES = 3


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Serve an empty library to all tests of this file."""
    folder = tmp_path_factory.mktemp("playing")
    with serving(WebSettings(library=folder, threads=1, tables=TABLES)) as running:
        yield running


@pytest.fixture
def client(playing: Running) -> Iterator[httpx.Client]:
    with playing.client() as client:
        yield client
        for table in client.get("/tables").json():
            client.delete(f"/tables/{table['id']}")


def opened(client: httpx.Client, *opponents: str, **fields: Any) -> dict[str, Any]:
    reply = client.post("/tables", json={"opponents": opponents, "seed": 1, **fields})
    assert reply.status_code == 201, reply.text
    table = dict(reply.json())
    while table["is_playing"]:  # a busy machine
        table = client.get(f"/tables/{table['id']}").json()
    return table


def answered(client: httpx.Client, table: dict[str, Any], answer: str, **fields: Any) -> Any:
    return client.post(
        f"/tables/{table['id']}/answer",
        json={"decision": table["decision"]["number"], "answer": answer, **fields},
    )


def played_out(client: httpx.Client, table: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Play a hand with random answers."""
    while table["decision"] is not None:
        decision = table["decision"]
        answer = rng.choice(decision["answers"])
        fields: dict[str, Any] = {}
        if answer == "discard":
            own = table["scene"]["cards"][table["person"]]
            fields = {"cards": rng.sample(own, rng.randint(0, len(own)))}
        elif answer in ("bet", "raise"):
            fields = {"amount": rng.randint(decision["min_raise_to"], decision["max_raise_to"])}
        reply = answered(client, table, answer, **fields)
        assert reply.status_code == 200, reply.text
        table = reply.json()
    return table


@pytest.mark.parametrize("variant", ["NT", "PO/8", "F7S", "F2L3D", "FB", "KP", "NTB"])
def test_hands_are_played_to_the_end(client: httpx.Client, variant: str) -> None:
    rng = Random(variant)
    table = opened(client, "random", "calling_station", variant=variant)
    for number in (1, 2, 3):
        table = played_out(client, table, rng)
        assert table["result"]["number"] == number
        assert sum(table["result"]["payoffs"]) == 0
        assert table["statistics"][0]["hands"] == len(table["results"]) == number
        path = f"/tables/{table['id']}"
        assert client.get(path).json()["result"]["all_cards"] is None
        assert all(client.get(path, params={"reveals": True}).json()["result"]["all_cards"])
        table = client.post(f"{path}/hand", json={}).json()
        assert table["hand"] == number + 1


def test_options_fit_together(client: httpx.Client) -> None:
    options = client.get("/tables/options").json()
    assert len(options["variants"]) == len(variant_infos())
    assert {each["name"] for each in options["opponents"]} == {*OPPONENTS}
    for each in options["opponents"]:
        assert "NT" in each["variants"]
    assert "freezeout" in options["stack_rules"]


def test_a_table_is_found_again_after_a_reload(client: httpx.Client) -> None:
    table = opened(client, "random", stakes={"small_blind": 0.05, "big_blind": 0.1}, stack=10)
    again = client.get(f"/tables/{table['id']}").json()
    assert again == table
    assert (table["decimals"], table["stack"], table["unit"]) == (2, 1000, 10)
    listed = client.get("/tables").json()
    assert [each["id"] for each in listed] == [table["id"]]
    last = table["frames"][-1]["number"]
    later = client.get(f"/tables/{table['id']}", params={"since": last}).json()
    assert [frame["number"] for frame in later["frames"]] == [last]


@pytest.mark.parametrize(
    ("fields", "status", "message"),
    [
        ({"opponents": []}, 422, "opponents"),
        ({"opponents": ["random"] * 10}, 422, "opponents"),
        ({"opponents": ["os:system"]}, 400, "opponents must be random"),
        ({"opponents": ["strategy:/etc/passwd"]}, 400, "got 'strategy:/etc/passwd'"),
        ({"opponents": ["search 100", "random"]}, 400, "requires at most 2 seats"),
        ({"opponents": ["equity"], "variant": "KP"}, 400, "equity does not play Kuhn poker"),
        ({"opponents": ["random"], "variant": "chess"}, 400, "game must be one of"),
        ({"opponents": ["random"] * 5, "variant": "KP"}, 400, "must have from 2 to 3 seats, got 6"),
        ({"opponents": ["random"], "stakes": {"big_blind": 1e-9}}, 400, "at most 2 decimals"),
        ({"opponents": ["random"], "stakes": {"big_blind": -1}}, 422, "stakes.big_blind"),
        ({"opponents": ["random"], "stack": 0}, 400, "stack must be above 0"),
        ({"opponents": ["random"], "name": " "}, 400, "person must be a name"),
        ({"opponents": ["random"], "path": "x"}, 422, "path"),
    ],
)
def test_bad_tables_are_refused(
    client: httpx.Client, fields: dict[str, Any], status: int, message: str
) -> None:
    reply = client.post("/tables", json=fields)
    assert reply.status_code == status
    assert message in reply.json()["detail"]


def test_bad_answers_are_refused(client: httpx.Client) -> None:
    table = opened(client, "calling_station")
    for answer, fields, message in (
        ("check", {}, "you cannot check now"),
        ("raise", {"amount": 1}, "must be from 4 to 200"),
        ("call", {"cards": ["As"]}, "cards require a discard"),
        ("call", {"cards": ["xx"]}, "card must be rank then suit"),
    ):
        reply = answered(client, table, answer, **fields)
        assert reply.status_code == 400
        assert message in reply.json()["detail"]
    assert client.post(f"/tables/{table['id']}/hand", json={}).status_code == 409
    table["decision"]["number"] += 1
    assert "must be the current decision" in answered(client, table, "fold").json()["detail"]


def test_there_is_a_limit_to_tables(client: httpx.Client) -> None:
    tables = [opened(client, "random") for _ in range(TABLES)]
    reply = client.post("/tables", json={"opponents": ["random"]})
    assert reply.status_code == 409
    assert f"{TABLES} tables are open already" in reply.json()["detail"]
    assert client.delete(f"/tables/{tables[0]['id']}").status_code == 204
    assert client.get(f"/tables/{tables[0]['id']}").status_code == 404
    opened(client, "random")


def test_hands_are_exported(client: httpx.Client) -> None:
    table = opened(client, "random", "random")
    rng = Random(3)
    for _ in range(3):
        table = played_out(client, table, rng)
        table = client.post(f"/tables/{table['id']}/hand", json={}).json()
    reply = client.get(f"/tables/{table['id']}/hands").json()
    hands = list(parse_phhs(reply["text"]))
    assert [hand.hand for hand in hands] == [1, 2, 3]
    assert all("You" in (hand.players or []) for hand in hands)


def test_strategies_of_the_library_play(playing: Running, client: httpx.Client) -> None:
    folder = playing.services.blueprints.path
    shutil.copyfile(strategy_path("hu100"), folder / "mine.blueprint")
    (folder / "broken.blueprint").write_bytes(b"nonsense")
    names = [each["name"] for each in client.get("/tables/options").json()["opponents"]]
    assert {"strategy mine", "strategy broken"} < {*names}
    table = played_out(client, opened(client, "strategy mine"), Random(1))
    assert table["seats"] == [{"name": "You"}, {"name": "strategy mine"}]
    assert table["mistakes"] == []
    for name, variant in (("strategy broken", "NT"), ("strategy mine", "KP")):
        reply = client.post("/tables", json={"opponents": [name], "variant": variant})
        assert reply.status_code == 400
        assert str(folder.parent) not in reply.text


def test_many_requests_at_once_do_no_harm(client: httpx.Client) -> None:
    """Answers that come too late, twice or in the wrong order are refused, nothing else."""
    table = opened(client, "random", "random")
    path = f"/tables/{table['id']}"

    def play_wildly(seed: int) -> set[int]:
        rng, statuses = Random(seed), set()
        for _ in range(15):
            now = client.get(path).json()
            decision = now["decision"] or {"number": rng.randint(0, 20), "answers": ["fold"]}
            answer = {"decision": decision["number"], "answer": rng.choice(decision["answers"])}
            statuses.add(client.post(f"{path}/answer", json=answer).status_code)
            statuses.add(client.post(f"{path}/hand", json={}).status_code)
        return statuses

    with ThreadPoolExecutor(4) as pool:
        assert set().union(*pool.map(play_wildly, range(4))) <= {200, 400, 409}
    table = client.get(path).json()
    assert table["error"] is None
    assert table["statistics"][0]["mistakes"] == 0


def test_the_last_finished_hand_is_reviewed(client: httpx.Client) -> None:
    table = opened(client, "calling_station")
    path = f"/tables/{table['id']}"
    assert client.post(f"{path}/review", json={}).status_code == 409
    rng = Random(1)
    played_out(client, table, rng)
    played_out(client, client.post(f"{path}/hand", json={}).json(), rng)
    assert client.post(f"{path}/review", json={"hand": 3}).status_code == 404
    job = client.post(f"{path}/review", json={}).json()
    assert job["title"] == "Hand 2"
    client.post(f"/jobs/{job['id']}/cancel")


def test_a_hand_is_reviewed(client: httpx.Client) -> None:
    table = opened(client, "calling_station")
    path = f"/tables/{table['id']}"
    assert client.post(f"{path}/review", json={}).status_code == 409
    table = answered(client, table, "fold").json()
    assert table["result"] is not None
    assert client.post(f"{path}/review", json={"hand": 9}).status_code == 404
    assert client.post(f"{path}/review", json={"solution": "../x"}).status_code == 404
    reply = client.post(f"{path}/review", json={})
    assert reply.status_code == 201
    job = wait_for_job(client, reply.json()["id"])
    assert job["error"] is None
    (decision,) = job["result"]["decisions"]
    assert (decision["action"], decision["match"]) == ("f", "good")
    assert decision["ev_loss"] is not None
    assert decision["basis"]["kind"] == "preflop"
    assert job["result"]["total"]["valued"] == 1


def test_odds_of_a_call(client: httpx.Client) -> None:
    table = opened(client, "calling_station")
    path = f"/tables/{table['id']}"
    odds = client.get(f"{path}/odds").json()
    assert (odds["to_call"], odds["pot"], odds["needed"]) == (1, 3, 0.25)
    assert 0 < odds["equity"] < 1
    answered(client, table, "fold")
    assert client.get(f"{path}/odds").status_code == 409


def test_hands_of_other_games_are_not_reviewed(client: httpx.Client) -> None:
    table = played_out(client, opened(client, "random", variant="F7S"), Random(1))
    reply = client.post(f"/tables/{table['id']}/review", json={})
    assert reply.status_code == 400
    assert "must be no-limit hold'em" in reply.json()["detail"]


# The store.


class Slow(BaseAgent):
    """Thinks for longer than a request waits."""

    def __init__(self) -> None:
        self.may_answer = False

    def decide(self, view: SeatView) -> Action:
        wait_until(lambda: self.may_answer, 20)
        return view.check_or_call()


class Broken(LiveTable):
    def start_hand(self) -> None:
        raise RuntimeError("a fault of the table")


def test_requests_do_not_wait_for_slow_agents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fifthstreet.web.tables._PATIENCE", 0.05)
    slow = Slow()
    monkeypatch.setattr("fifthstreet.web.tables.create_opponent", lambda text: slow)
    store = TableStore(tmp_path, 1)
    seated = store.add(LiveSettings(("slow",), seed=1))
    store.move(seated, seated.table.start_hand)
    decision = seated.table.decision
    assert decision is not None
    store.move(seated, lambda: seated.table.act(decision.number, "call"))
    assert seated.table.is_playing
    with pytest.raises(InputError, match="still playing"):
        store.move(seated, seated.table.start_hand)
    slow.may_answer = True
    wait_until(lambda: not seated.table.is_playing)
    assert seated.table.decision is not None


def test_a_fault_closes_its_table_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifthstreet.web.tables.LiveTable", Broken)
    store = TableStore(tmp_path, 2)
    seated = store.add(LiveSettings(("random",)))
    store.move(seated, seated.table.start_hand)
    assert seated.error == "internal error: RuntimeError"
    assert seated.table.is_over


def test_idle_tables_are_continued_from_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TableStore(tmp_path, 1)
    first = store.add(LiveSettings(("calling_station",), seed=1))
    store.move(first, first.table.start_hand)
    with pytest.raises(BusyError):
        store.add(LiveSettings(("random",)))
    monkeypatch.setattr("fifthstreet.web.tables._IDLE_SECONDS", -1.0)
    assert store.ids() == [first.id]
    assert first.table.is_over  # its agents were ended
    again = store.get(first.id)
    assert again is not first
    assert again.table.decision is not None
    store.close(first.id)
    with pytest.raises(NotFoundError, match="it may have been closed"):
        store.get(first.id)
    assert not list(tmp_path.iterdir())


def test_a_table_without_its_strategy_shows_its_hands(
    playing: Running, client: httpx.Client
) -> None:
    """What cannot be restored is stated; the rest is there."""
    file = playing.services.blueprints.path / "gone.blueprint"
    shutil.copyfile(strategy_path("hu100"), file)
    table = played_out(client, opened(client, "strategy gone"), Random(1))
    path = f"/tables/{table['id']}"
    file.unlink()
    playing.services.tables.close_all()  # as a restart does
    again = client.get(path).json()
    assert again["error"].startswith("this table cannot continue: ")
    assert "gone.blueprint" in again["error"]
    assert str(playing.settings.library) not in again["error"]
    assert again["statistics"] == table["statistics"]
    assert (again["is_over"], again["decision"]) == (True, None)
    assert client.get(f"{path}/hands").json()["hands"] == 1
    assert client.post(f"{path}/hand", json={}).status_code == 409
    assert client.delete(path).status_code == 204


def test_damaged_tables_are_listed_with_the_reason(playing: Running, client: httpx.Client) -> None:
    number = "0123456789abcdef"
    (playing.settings.library / "tables" / f"{number}.table").write_bytes(b"nonsense")
    (facts,) = [each for each in client.get("/tables").json() if each["id"] == number]
    assert "is not a file of a table" in facts["error"]
    assert str(playing.settings.library) not in facts["error"]
    assert client.get(f"/tables/{number}").status_code == 400
    assert client.delete(f"/tables/{number}").status_code == 204
    assert client.get(f"/tables/{number}").status_code == 404
