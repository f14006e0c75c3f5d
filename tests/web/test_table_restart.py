"""Tables of a server that is killed continue when it starts again, at the same address."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.program import running
from tests.web.serving import wait_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends SIGKILL")


def opened(client: httpx.Client, **fields: Any) -> dict[str, Any]:
    question = {"opponents": ["random", "calling_station"], "seed": 5, "stacks": "rebuy", **fields}
    return dict(client.post("/tables", json=question).json())


def current(client: httpx.Client, number: str) -> dict[str, Any]:
    """Return a table once its agents have played."""
    table: dict[str, Any] = {}

    def is_there() -> bool:
        nonlocal table
        table = client.get(f"/tables/{number}").json()
        return not table["is_playing"]

    wait_until(is_there)
    return table


def played(client: httpx.Client, number: str, hands: int) -> None:
    """Check and call until some hands are over, and the next one has a decision."""
    path = f"/tables/{number}"
    while (table := current(client, number))["hand"] <= hands or table["decision"] is None:
        if (decision := table["decision"]) is None:
            client.post(f"{path}/hand", json={})
            continue
        answer = "check" if "check" in decision["answers"] else "call"
        client.post(f"{path}/answer", json={"decision": decision["number"], "answer": answer})


def test_killed_in_the_middle_of_a_hand(tmp_path: Path) -> None:
    with running(tmp_path) as program, program.client() as client:
        number = opened(client)["id"]
        played(client, number, hands=3)
        before = current(client, number)
        hands, listed = client.get(f"/tables/{number}/hands").json(), client.get("/tables").json()
        assert program.end(signal.SIGKILL)[0] == -signal.SIGKILL
    assert before["decision"] is not None
    assert before["statistics"][0]["hands"] == 3
    with running(tmp_path) as program, program.client() as client:
        assert client.get("/tables").json() == listed
        assert current(client, number) == before
        assert client.get(f"/tables/{number}/hands").json() == hands
        answer = {
            "decision": before["decision"]["number"],
            "answer": before["decision"]["answers"][0],
        }
        assert client.post(f"/tables/{number}/answer", json=answer).status_code == 200


def test_killed_between_hands(tmp_path: Path) -> None:
    with running(tmp_path) as program, program.client() as client:
        number = opened(client)["id"]
        played(client, number, hands=1)
        while (table := current(client, number))["decision"] is not None:
            answer = {"decision": table["decision"]["number"], "answer": "fold"}
            client.post(f"/tables/{number}/answer", json=answer)
        program.end(signal.SIGKILL)
    with running(tmp_path) as program, program.client() as client:
        assert current(client, number) == table
        assert client.post(f"/tables/{number}/hand", json={}).json()["hand"] == table["hand"] + 1


@pytest.mark.slow
def test_killed_while_an_agent_thinks(tmp_path: Path) -> None:
    """The agent decides after the restart; what was seen before it stays."""
    with running(tmp_path) as program, program.client() as client:
        number = opened(client, opponents=["search 20"], stakes={}, stack=40, stacks="reset")["id"]
        path = f"/tables/{number}"
        for _ in range(40):  # until it solves a street
            table = current(client, number)
            if (decision := table["decision"]) is None:
                client.post(f"{path}/hand", json={})
                continue
            answer = "check" if "check" in decision["answers"] else "call"
            question = {"decision": decision["number"], "answer": answer}
            table = client.post(f"{path}/answer", json=question).json()
            if table["is_playing"]:
                break
        assert table["is_playing"]
        seen = table["frames"]
        program.end(signal.SIGKILL)
    with running(tmp_path) as program, program.client() as client:
        after = current(client, number)
        assert after["frames"][: len(seen)] == seen
        assert len(after["frames"]) > len(seen)
        assert (after["decision"] is None) is (after["result"] is not None)
        assert after["mistakes"] == []
