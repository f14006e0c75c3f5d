"""Solutions of the library: nodes, reports, comparisons, files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from fifthstreet.errors import BusyError
from fifthstreet.solvers.postflop import (
    SEATS,
    Node,
    Solution,
    card_report,
    compare_actions,
    compare_nodes,
)
from fifthstreet.tree import read_line
from fifthstreet.views import (
    breakdown_data,
    comparison_data,
    distribution_data,
    export_csv,
    export_json,
    node_columns,
    report_data,
)
from fifthstreet.web.api.files import (
    NewName,
    attachment,
    file_options,
    move_to_trash,
    whole_file,
)
from fifthstreet.web.api.models import ERRORS, FileFacts, Name, PathText
from fifthstreet.web.api.spots import spot_fields
from fifthstreet.web.replies import COLUMNS_TYPE, JsonReply, column_bytes, json_bytes
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/solutions", tags=["solutions"], responses=ERRORS)
AtPath = Annotated[PathText, Query()]
Seat = Annotated[Literal["oop", "ip"] | None, Query()]
AsColumns = Annotated[
    Literal["json", "columns"],
    Query(description="`columns` for arrays in binary, which browsers read faster."),
]
_WRITERS = {
    "json": (json_bytes, "application/json"),
    "columns": (column_bytes, COLUMNS_TYPE),
}
_NODE_REPLY: dict[str, Any] = {
    "response_class": Response,
    "responses": {
        200: {
            "content": {
                "application/json": {"schema": {}},
                COLUMNS_TYPE: {"schema": {"type": "string", "format": "binary"}},
            }
        }
    },
}


class SolutionFacts(FileFacts):
    """A solution on disk; a damaged one has an `error` and nothing else."""

    board: str | None = None
    street: str | None = None
    pot: float | None = None
    stack: float | None = None
    big_blind: float | None = None
    combos: list[float] | None = None
    players: list[str] | None = None
    tree: str | None = None
    locks: int | None = None
    last_street: str | None = None
    exploitability: float | None = None  # chips
    exploitability_pot_percent: float | None = None
    iterations: int | None = None
    stopped_early: bool | None = None
    seconds: float | None = None


@router.get("")
def list_solutions(services: Served) -> list[SolutionFacts]:
    """Return all solutions, newest first."""
    return [SolutionFacts(**row) for row in services.solutions.all()]


@router.get("/{name}")
def solution_facts(name: Name, services: Served) -> SolutionFacts:
    """Return the facts of a solution's file."""
    return SolutionFacts(**services.solutions.facts(name))


@router.get("/{name}/spot")
def solution_spot(name: Name, services: Served) -> dict[str, Any]:
    """Return the spot of a solution, with the fields of a spot file."""
    return spot_fields(services.solutions.open(name).spot)


@router.get("/{name}/node", **_NODE_REPLY)
def solution_node(
    name: Name, services: Served, path: AtPath = "r", format: AsColumns = "json"
) -> Response:
    """Return strategy, reach, EV and equity of every hand at a node, as columns.

    `path` is a path like `r:k:b94:c:n8c`, or a line as people write it, like `x/b33%/c/8c`.
    """
    write, media_type = _WRITERS[format]

    def compute(solution: Solution) -> bytes:
        line = read_line(solution.tree, path)
        return write(node_columns(solution.node(line.path)) | {"notes": line.notes})

    return Response(services.solutions.reply(name, path, format, compute), media_type=media_type)


@router.get("/{name}/resolved", **_NODE_REPLY)
def resolved_node(
    name: Name, services: Served, path: AtPath, format: AsColumns = "json"
) -> Response:
    """Return an unreached node, re-solved with a little reach for every hand."""
    write, media_type = _WRITERS[format]
    found = services.solutions.resolved(name, path)
    notes = ["hardly anybody gets here: re-solved with a little reach for every hand"]
    return Response(write(node_columns(found) | {"notes": notes}), media_type=media_type)


@router.get("/{name}/node.csv", **file_options("csv"))
def solution_node_csv(name: Name, services: Served, path: AtPath = "r") -> Response:
    """Return the hands of a node as a CSV file."""
    solution = services.solutions.open(name)
    line = read_line(solution.tree, path)
    return attachment(export_csv(solution, paths=[line.path]), name, "csv")


@router.get("/{name}/report")
def solution_report(name: Name, services: Served, path: AtPath) -> JsonReply:
    """Return a decision on every card that can come; `path` has an `n` for any card."""
    return JsonReply(report_data(card_report(services.solutions.open(name), path)))


@router.get("/{name}/breakdown")
def solution_breakdown(
    name: Name, services: Served, path: AtPath = "r", player: Seat = None
) -> JsonReply:
    """Return a player's range at a node by made hand and by draw."""
    return JsonReply(breakdown_data(_node(services, name, path), _seat(player)))


@router.get("/{name}/distribution")
def solution_distribution(
    name: Name,
    services: Served,
    path: AtPath = "r",
    kind: Annotated[Literal["equity", "ev"], Query()] = "equity",
) -> JsonReply:
    """Return the percentiles of both players' equity or EV at a node."""
    return JsonReply(distribution_data(_node(services, name, path), kind))


@router.get("/{name}/compare/actions")
def compare_two_actions(
    name: Name,
    services: Served,
    path: AtPath,
    first: Annotated[str, Query(max_length=30)],
    second: Annotated[str, Query(max_length=30)],
) -> JsonReply:
    """Compare the EVs of two actions of a node for every hand."""
    node = _node(services, name, path)
    comparison = compare_actions(node, first, second)
    return JsonReply(comparison_data(comparison, (first, second), [node]))


@router.get("/{name}/compare/{other}")
def compare_two_solutions(
    name: Name, other: Name, services: Served, path: AtPath = "r", player: Seat = None
) -> JsonReply:
    """Compare a player's range at the same node of two solutions."""
    nodes = [_node(services, each, path) for each in (name, other)]
    comparison = compare_nodes(nodes[0], nodes[1], _seat(player))
    return JsonReply(comparison_data(comparison, (name, other), nodes))


@router.get("/{name}/export.{kind}", **file_options("csv", "json", "solution"))
def export_solution(
    name: Name, kind: Literal["csv", "json", "solution"], services: Served
) -> Response:
    """Return a solution as a file: itself, or as a table of its first street."""
    if kind == "solution":
        return whole_file(services.solutions.folder, name)
    solution = services.solutions.open(name)
    text = export_csv(solution) if kind == "csv" else export_json(solution)
    return attachment(text, name, kind)


@router.post("/{name}/rename")
def rename_solution(name: Name, question: NewName, services: Served) -> SolutionFacts:
    """Rename a solution."""
    if question.name.lower() in map(str.lower, services.jobs.unfinished_names()):
        raise BusyError(f"a job will save its solution as {question.name!r}")
    services.solutions.rename(name, question.name)
    services.tags.rename("solution", name, question.name)
    return SolutionFacts(**services.solutions.facts(question.name))


@router.delete("/{name}", status_code=204)
def delete_solution(name: Name, services: Served) -> None:
    """Move a solution into the trash."""
    services.solutions.close(name)
    move_to_trash(services, "solution", name)


def _node(services: Served, name: str, path: str) -> Node:
    solution = services.solutions.open(name)
    return solution.node(read_line(solution.tree, path).path)


def _seat(player: str | None) -> int | None:
    return None if player is None else SEATS.index(player)
