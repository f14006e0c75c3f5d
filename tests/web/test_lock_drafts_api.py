"""Locks over HTTP: the mix of every hand, and what it changes before a re-solve."""

from __future__ import annotations

from typing import Any

import httpx
import numpy as np
import pytest

from fifthstreet.solvers.postflop import LockDraft, Solution, open_solution, solve, with_lock
from fifthstreet.tree.strategy import Lock
from tests.web.serving import Running, wait_for_job


def drafted(client: httpx.Client, *edits: dict[str, Any], path: str = "r") -> dict[str, Any]:
    reply = client.post("/solutions/turn/lock", json={"path": path, "edits": edits})
    assert reply.status_code == 200, reply.text
    data: dict[str, Any] = reply.json()
    return data


def test_a_lock_starts_with_the_mix_of_every_hand(reader: httpx.Client, turn: Solution) -> None:
    data = drafted(reader)
    hands = np.flatnonzero(turn.root.reach[0])
    assert data["hands"] == hands.tolist()
    assert np.array(data["strategy"]) == pytest.approx(turn.root.strategy[:, hands], abs=1e-6)
    for action, frequency in zip(data["actions"], turn.root.frequencies, strict=True):
        assert action["frequency"] == pytest.approx(frequency, abs=1e-6)
        assert action["locked_frequency"] == pytest.approx(frequency, abs=1e-6)
    assert data["locked_ev"] == pytest.approx(data["ev"], abs=1e-4)
    assert Lock.from_dict(data["lock"]) == LockDraft.of(turn.root).lock()


def test_edits_are_made_in_their_order(reader: httpx.Client, turn: Solution) -> None:
    edits: list[dict[str, Any]] = [
        {"action": "b50", "frequency": 0.7},
        {"hands": "AA, KhQh", "strategy": {"k": 1}},
        {"hands": "AsAh"},
    ]
    data = drafted(reader, *edits)
    wanted = LockDraft.of(turn.root).scaled("b50", 0.7)
    scaled = wanted.frequencies.tolist()
    wanted = wanted.painted("AA, KhQh", {"k": 1.0}).restored("AsAh")
    frequencies = [action["locked_frequency"] for action in data["actions"]]
    assert frequencies == pytest.approx(wanted.frequencies.tolist(), abs=1e-6)
    assert frequencies != pytest.approx(scaled, abs=1e-3)
    assert (data["ev"], data["locked_ev"]) == pytest.approx(wanted.ev, abs=1e-6)
    assert data["locked_ev"] < data["ev"]


@pytest.mark.parametrize("target", [0.3, 0.001])
def test_a_lock_as_solved_keeps_the_ev(
    client: httpx.Client, server: Running, turn: Solution, target: float
) -> None:
    lock = drafted(client, path="r:k")["lock"]
    question = {"solution": "turn", "locks": [lock], "target": target, "max_iterations": 200}
    job = client.post("/jobs/lock", json=question).json()
    job = wait_for_job(client, job["id"])
    assert job["state"] == "done", job["error"]
    locked = open_solution(server.settings.library / f"solutions/{job['title']}.solution")
    assert locked.ev == pytest.approx(turn.ev, abs=2 * turn.exploitability.chips)
    assert client.get(f"/solutions/{job['title']}/spot").json()["lock"] == [lock]


def test_an_unreached_decision_is_locked_as_it_is_shown(
    client: httpx.Client, server: Running, river: Solution
) -> None:
    """OOP never bets, so what IP does against a bet is re-solved."""
    spot = with_lock(river.spot, Lock("r", {"k": 1.0}))
    never_bets = solve(spot, max_iterations=20, threads=1)
    never_bets.save(server.settings.library / "solutions/checks.solution")
    shown = client.get("/solutions/checks/resolved", params={"path": "r:b50"}).json()
    data = client.post("/solutions/checks/lock", json={"path": "r:b50"}).json()
    assert data["hands"] == shown["players"][1]["hands"]
    wanted = np.array(shown["players"][1]["strategy"])
    assert np.array(data["strategy"]) == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize(
    ("question", "status", "message"),
    [
        ({"path": "r:z"}, 400, "z"),
        ({"path": "r:k:k"}, 400, "a lock requires a decision, got 'r:k:k'"),
        ({"path": "r", "edits": [{}]}, 400, "an edit must have either hands, or action and"),
        ({"path": "r", "edits": [{"action": "k"}]}, 400, "an edit must have either hands, or"),
        (
            {"path": "r", "edits": [{"hands": "AA", "action": "k", "frequency": 1}]},
            400,
            "an edit must have either hands",
        ),
        (
            {"path": "r", "edits": [{"action": "z", "frequency": 1}]},
            400,
            "action must be one of k, b50, a, got 'z'",
        ),
        (
            {"path": "r", "edits": [{"action": "k", "frequency": 2}]},
            422,
            "edits.0.frequency must be less than or equal to 1, got 2",
        ),
        ({"path": "r", "edits": [{"hands": "33"}]}, 400, "OOP never has '33' at 'r'"),
        (
            {"path": "r", "edits": [{"hands": "AA", "strategy": {"k": 0.5}}]},
            400,
            "probabilities must add up to 1, got 0.5",
        ),
    ],
)
def test_refused_drafts(
    reader: httpx.Client, question: dict[str, Any], status: int, message: str
) -> None:
    reply = reader.post("/solutions/turn/lock", json=question)
    assert reply.status_code == status
    assert message in reply.json()["detail"]
