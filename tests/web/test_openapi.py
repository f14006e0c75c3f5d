"""Random requests, made by schemathesis from the description of the interface.

No request may cause an internal error, and every answer has to be one that is described.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    ignored_auth,
    positive_data_acceptance,
    unsupported_method,
)

from fifthstreet.web import WebSettings
from tests.thoroughness import IS_THOROUGH
from tests.web.serving import API, Running, serving

# What fits the description may still make no sense: a board of 30 letters is no board.
NOT_CHECKED = [positive_data_acceptance, unsupported_method, ignored_auth]
# How to make what other requests name: the parameter, where, and the field with its value.
MADE = {
    "jobs": ("job", "/jobs/lock", "id"),
    "tables": ("table", "/tables", "id"),
    "trainer": ("session", "/trainer/sessions", "session"),
}
BODIES: dict[str, dict[str, Any]] = {
    "jobs": {"solution": "river", "locks": [{"path": "r", "strategy": {"k": 1}}]},
    "tables": {"opponents": ["random"], "seed": 1},
    "trainer": {"parts": [{"solution": "river", "mode": "hand", "seat": "oop"}], "seed": 7},
}
KNOWN: dict[str, dict[str, Any]] = {
    "solutions": {"name": "turn", "other": "river", "kind": "csv"},
    "preflop": {"players": 6, "stack": 100, "number": 0},
}
Operation = APIOperation[Any, Any, Any, Any]
Case = schemathesis.Case[Any]
EXAMPLES = 60 if IS_THOROUGH else 2
PARTS = 6  # of the operations, which follow their order in the description


class Target:
    """A server whose library requests may destroy, and what it has at any time."""

    def __init__(self, server: Running, solved: Path) -> None:
        self.server = server
        self._solved = solved

    def operations(self) -> list[Operation]:
        """Return what can be asked, as the server describes it."""
        schema = schemathesis.openapi.from_url(f"{self.server.address}{API}/openapi.json")
        found = list(schema.get_all_operations())
        assert all(isinstance(each, Ok) for each in found)
        return [each.ok() for each in found if isinstance(each, Ok)]

    def known(self, operation: Operation) -> dict[str, Any]:
        """Return names that lead to something; what is gone is created again."""
        folder = self.server.settings.library / "solutions"
        for path in self._solved.iterdir():
            if not (folder / path.name).exists():
                shutil.copy(path, folder)
        room = operation.path.removeprefix(API).split("/")[1]
        names = dict(KNOWN.get(room, {}))
        if room in MADE:
            parameter, address, key = MADE[room]
            if f"{{{parameter}}}" in operation.path:
                names[parameter] = self._made(address, key, BODIES[room])
        return {name: value for name, value in names.items() if f"{{{name}}}" in operation.path}

    def _made(self, address: str, key: str, body: dict[str, Any]) -> Any:
        with self.server.client() as client:
            listed = address.removesuffix("/lock")
            if not client.get(listed).json():
                reply = client.post(address, json=body)
                assert reply.status_code == 201, reply.text
            return client.get(listed).json()[0][key]


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory, solved: Path) -> Iterator[Target]:
    """Serve a library, where little is allowed at the same time."""
    library = tmp_path_factory.mktemp("random") / "library"
    limited = WebSettings(
        library, threads=1, queued_jobs=2, kept_jobs=3, tables=3, job_bytes=1 << 20, job_seconds=0.5
    )
    with serving(limited) as running:
        yield Target(running, solved)


def ask_at_random(operation: Operation, mode: GenerationMode, names: dict[str, Any]) -> None:
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=names or None))
    def ask(case: Case) -> None:
        case.call_and_validate(excluded_checks=NOT_CHECKED)

    ask()


def has_input(operation: Operation) -> bool:
    return bool(list(operation.iter_parameters()) or operation.body)


def test_random_requests_about_what_is_there(target: Target, subtests: pytest.Subtests) -> None:
    for operation in target.operations():
        with subtests.test(operation.label):
            ask_at_random(operation, GenerationMode.POSITIVE, target.known(operation))


@pytest.mark.parametrize("part", range(PARTS))
def test_random_requests_that_are_wrong(
    target: Target, part: int, subtests: pytest.Subtests
) -> None:
    for operation in target.operations()[part::PARTS]:
        if has_input(operation):
            with subtests.test(operation.label):
                ask_at_random(operation, GenerationMode.NEGATIVE, {})
