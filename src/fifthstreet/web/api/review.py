"""Reviews: pasted hand histories compared with a strategy, decision by decision."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, Field

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.review import (
    Answers,
    AnswersWithEquity,
    Session,
    StrategyAnswers,
    load_blueprint,
)
from fifthstreet.tree import STREET_NAMES, Sizes
from fifthstreet.tree.translate import MatchQuality
from fifthstreet.views import page_csv
from fifthstreet.web.api.files import attachment, file_options
from fifthstreet.web.api.jobs import JobReply
from fifthstreet.web.api.models import ERRORS, Name, NameText, RangeText, Request, SizesText, Street
from fifthstreet.web.library import write_review
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.reviewing import (
    fitting_solutions,
    hands_of,
    make_review,
    session_facts,
    solution_answers,
)
from fifthstreet.web.services import Served, Services
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/reviews", tags=["reviews"], responses=ERRORS)
HandText = Annotated[str, Field(min_length=1, max_length=4_000_000)]
_AT_ONCE = 100_000  # characters of hands that are reviewed without a job
_JOB = "review"


class OnSolution(Request):
    """Compare with a solution of the library, or with all that fit the hands."""

    kind: Literal["solution"]
    name: NameText | None = None  # None for all that fit


class OnPreflop(Request):
    """Compare preflop decisions with a strategy of the package or the library."""

    kind: Literal["preflop"]
    name: NameText = "hu100"


class OnBlueprint(Request):
    """Compare with a blueprint of the library's folder `blueprints`."""

    kind: Literal["blueprint"]
    name: NameText


class OnSolves(Request):
    """Solve each hand as it was played; ranges are given, or follow from preflop actions."""

    kind: Literal["solve"]
    oop: RangeText | None = None
    ip: RangeText | None = None
    preflop: NameText | None = None  # strategy that gives the ranges; None for bundled ranges
    first_street: Street = "flop"
    bets: SizesText = "66%"
    raises: SizesText = "60%"
    target: Annotated[float, Field(strict=True, gt=0, le=100)] = 0.5  # percent of the pot
    seconds: Annotated[float, Field(strict=True, gt=0, le=86_400)] = 60.0  # of one solve
    total_seconds: Annotated[float, Field(strict=True, gt=0, le=86_400)] = 600.0
    keep_solutions: bool = False  # in the library


ReviewBasis = OnSolution | OnPreflop | OnBlueprint | OnSolves


class NewReview(Request):
    """Hands, and the basis to compare them with."""

    text: HandText
    basis: Annotated[ReviewBasis, Field(discriminator="kind")]
    player: Annotated[str, Field(min_length=1, max_length=200)] | None = None  # None for all
    name: NameText | None = None


class HandsToCheck(Request):
    """Hands as text."""

    text: HandText


class PlayerHands(BaseModel):
    """A player of the hands."""

    name: str
    hands: int
    known: int  # hands in which their cards are known


class FittingSolution(BaseModel):
    """A solution, and the number of hands on its board."""

    name: str
    hands: int


class HandsReply(BaseModel):
    """What hands a text has."""

    hands: int
    decisions: int
    players: list[str]
    hero: str | None  # the player whose cards are known most often, if one stands out
    player_hands: list[PlayerHands]
    solutions: list[FittingSolution]  # of the library, the best first
    left_out: list[dict[str, str]]
    left_out_count: int


class Bases(BaseModel):
    """Names of solutions and strategies that hands can be compared with."""

    solutions: list[str]
    preflop: list[str]
    blueprints: list[str]


class ReviewFacts(BaseModel):
    """A review on disk; a damaged one has an `error` and nothing else."""

    name: str
    created: float
    error: str | None
    basis: str | None = None
    player: str | None = None
    players: list[str] = []
    hands: int | None = None
    left_out: int | None = None
    decisions: int | None = None
    valued: int | None = None
    within_error: int | None = None
    loss_big_blinds: float | None = None
    loss_interval_big_blinds: list[float] | None = None


class ReviewStarted(BaseModel):
    """The name of a review, and the job that makes it; None if it is made already."""

    review: str
    job: JobReply | None


@router.get("")
def list_reviews(services: Served) -> list[ReviewFacts]:
    """Return all reviews, newest first."""
    return [ReviewFacts(**row) for row in services.reviews.list()]


@router.get("/bases")
def list_bases(services: Served) -> Bases:
    """Return the bases that hands can be compared with."""
    return Bases(
        solutions=services.solutions.folder.names(),
        preflop=services.preflop.names(),
        blueprints=services.blueprints.names(),
    )


@router.post("/check")
def check_hands(question: HandsToCheck, services: Served) -> HandsReply:
    """Read hands without reviewing them; find out whose hands they are and which solutions fit."""
    session = hands_of(question.text)
    solutions = [FittingSolution(**each) for each in fitting_solutions(session, services.solutions)]
    return HandsReply(**session_facts(session), solutions=solutions)


@router.post("", status_code=201, response_model=ReviewStarted)
def add_review(question: NewReview, services: Served) -> JsonReply:
    """Review hands at once, or queue a job if that takes longer."""
    basis = question.basis
    session = hands_of(question.text)
    if question.player is not None and question.player not in session.names:
        raise InputError(f"player must be in the hands, got {question.player[:80]!r}")
    names = _solution_names(basis, session, services)
    wanted = question.name or f"Review {datetime.now():%Y-%m-%d %H.%M}"
    name = services.reviews.new_name(wanted, services.jobs.unfinished_names())
    path = services.reviews.folder.new_file(name)
    if not isinstance(basis, OnSolves) and len(question.text) <= _AT_ONCE:
        answers, last_street = _answers(basis, names, services)
        facts, data = make_review(session, answers, basis=_title(basis), player=question.player)
        if last_street == 0 or not any(map(_can_be_solved, data["decisions"])):
            write_review(path, facts, data)
            return JsonReply({"review": name, "job": None}, 201)
    spec = {
        "text": question.text,
        "player": question.player,
        "basis": _job_basis(basis, names, services, name),
        "title": _title(basis),
        "name": name,
        "file": str(path),
    }
    job = services.jobs.add(_JOB, name, spec)
    return JsonReply({"review": name, "job": job.data()}, 201)


def _solution_names(basis: ReviewBasis, session: Session, services: Services) -> list[str]:
    """Return the solutions that hands are compared with; InputError if none fits."""
    if not isinstance(basis, OnSolution):
        return []
    if basis.name is not None:
        return [basis.name]
    names = [str(each["name"]) for each in fitting_solutions(session, services.solutions)]
    if not names:
        raise InputError("no solution of the library fits these hands: solve the hands instead")
    return names


def _answers(
    basis: OnSolution | OnPreflop | OnBlueprint, names: Sequence[str], services: Services
) -> tuple[Answers, int]:
    """Return the answers of strategies as they are, and the last street that any of them has."""
    if isinstance(basis, OnSolution):
        sources = [StrategyAnswers(services.solutions.open(name)) for name in names]
        answers = solution_answers(sources)
    else:
        sources = [StrategyAnswers(load_blueprint(_strategy_file(basis, services)))]
        answers = AnswersWithEquity(sources[0])
    return answers, max(each.strategy.tree.rules.last_street for each in sources)


def _can_be_solved(decision: Mapping[str, Any]) -> bool:
    """Return whether a decision after the flop is of a hand that has left the tree."""
    is_lost = MatchQuality(decision["match"]) is MatchQuality.LOST
    return is_lost and str(decision["street"]) != STREET_NAMES[0]


@router.get("/{name}")
def get_review(name: Name, services: Served) -> Response:
    """Return a review: totals, and all decisions, worst first."""
    return Response(services.reviews.get(name), media_type="application/json")


@router.get("/{name}/decisions.csv", **file_options("csv"))
def get_decisions_csv(name: Name, services: Served) -> Response:
    """Return all decisions of a review as a CSV file, worst first."""
    text = page_csv(json.loads(services.reviews.get(name)))
    return attachment(text, name, "csv")


@router.delete("/{name}", status_code=204)
def delete_review(name: Name, services: Served) -> None:
    """Delete a review."""
    services.reviews.delete(name)


def _title(basis: ReviewBasis) -> str:
    if isinstance(basis, OnSolution) and basis.name is None:
        return "all solutions of the library that fit"
    if not isinstance(basis, OnSolves):
        kind = "preflop strategy" if isinstance(basis, OnPreflop) else basis.kind
        return f"{kind} {basis.name}"
    ranges = "given" if basis.oop and basis.ip else basis.preflop or "bundled"
    return f"solves from the {basis.first_street} on, {ranges} ranges"


def _strategy_file(basis: OnPreflop | OnBlueprint, services: Services) -> str:
    shelf = services.preflop if isinstance(basis, OnPreflop) else services.blueprints
    return str(shelf.file(basis.name))


def _job_basis(
    basis: ReviewBasis, names: Sequence[str], services: Services, name: str
) -> dict[str, Any]:
    threads = services.settings.threads
    if isinstance(basis, OnSolution):
        files = [str(services.solutions.folder.file(each)) for each in names]
        return {"kind": "solution", "files": files, "threads": threads}
    if not isinstance(basis, OnSolves):
        return {"kind": "strategy", "file": _strategy_file(basis, services), "threads": threads}
    for text in (basis.oop, basis.ip):
        if text is not None:
            Range.parse(text)
    Sizes.uniform(basis.bets, raises=basis.raises)
    preflop = None if basis.preflop is None else str(services.preflop.file(basis.preflop))
    return basis.model_dump() | {
        "preflop": preflop,
        "threads": threads,
        "total_seconds": min(basis.total_seconds, services.settings.job_seconds),
        "folder": str(services.solutions.folder.path) if basis.keep_solutions else None,
        "prefix": f"{name[:50]} ",
    }
