"""Spots before they are solved: their validity, their size, and their trees."""

from __future__ import annotations

from dataclasses import asdict
from math import inf
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers import postflop
from fifthstreet.solvers.postflop.backends import pick_backend
from fifthstreet.tree import BettingTree, choice_words, count_nodes
from fifthstreet.views import tree_data
from fifthstreet.web.api.models import ERRORS, PathText, Request, SpotFields
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served, Services
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/spots", tags=["spots"], responses=ERRORS)
_MAX_BUILT = 2_000_000  # nodes of a tree that is built to show some of it
_MAX_SHOWN = 5_000  # nodes of a reply
Precision = Literal["float32", "int16"]


RiverBuckets = Annotated[int, Field(ge=1, le=1_326)]


class SizeQuestion(Request):
    """A spot, the precision of its tables, and the buckets of hands on its rivers."""

    spot: SpotFields
    precision: Precision = postflop.PRECISIONS[0]
    river_buckets: RiverBuckets | None = None  # None if each hand has its own strategy


class TimeQuestion(SizeQuestion):
    """A spot, the precision of its tables, and the exploitability to reach."""

    target: Annotated[float, Field(strict=True, gt=0, le=100)] = 0.3
    max_iterations: Annotated[int, Field(ge=1, le=1_000_000)] = 1_000


class SizeReply(BaseModel):
    """The size of a solve."""

    nodes: int
    is_lower_bound: bool  # too large to count
    runouts: list[int]
    information_sets: int
    bytes: int
    bytes_by_precision: dict[str, int]
    memory_available: int | None
    fits: bool
    combos: list[float]
    backend: str
    tree: str | None


class TreeQuestion(Request):
    """A spot, a node of its tree, and how many levels to show below it."""

    spot: SpotFields
    path: PathText = "r"
    depth: Annotated[int, Field(ge=1, le=6)] = 2


class TomlText(Request):
    """The text of a spot file."""

    text: Annotated[str, Field(max_length=200_000)]


class BudgetQuestion(Request):
    """A spot, and the memory and time that its solve may take."""

    spot: SpotFields
    memory: Annotated[int, Field(ge=1, le=1 << 62)] | None = None  # bytes; None: what is free
    seconds: Annotated[float, Field(strict=True, gt=0, le=1e7)] | None = None  # None: any time


class BestReply(BaseModel):
    """The best way to solve a spot within a budget; no spot if none fits."""

    spot: dict[str, Any] | None
    precision: str | None
    river_buckets: int | None
    bytes: int | None
    expected_pot_percent: float | None
    left_out: list[str]
    words: str
    memory: int


@router.post("/size")
def spot_size(question: SizeQuestion, services: Served) -> SizeReply:
    """Check a spot, and return how large its solve would be."""
    spot = question.spot.spot()
    size = postflop.estimate(spot, river_buckets=question.river_buckets)
    needed = size.bytes[postflop.check_precision(question.precision)]
    free = services.memory()
    is_small = count_nodes(spot.rules, _MAX_BUILT)[1]
    return SizeReply(
        **vars(size) | {"bytes": needed},
        bytes_by_precision=size.bytes,
        memory_available=free,
        fits=free is None or (not size.is_lower_bound and needed + size.tree_bytes <= free),
        combos=[live.combos for live in spot.live_ranges],
        backend=_backend(question, services, needed),
        tree=postflop.tree_line(spot) if is_small else None,
    )


@router.post("/time")
def spot_time(question: TimeQuestion, services: Served) -> dict[str, Any]:
    """Return the estimated time of a solve on the CPU, measured in one to two seconds."""
    spot = question.spot.spot()
    size = postflop.estimate(spot, river_buckets=question.river_buckets)
    free = services.memory()
    needed = size.bytes[postflop.check_precision(question.precision)] + size.tree_bytes
    if size.is_lower_bound or (free is not None and needed > free):
        raise NotEnoughMemoryError("not enough memory for the solve: use a smaller tree")
    found = postflop.estimate_time(
        spot,
        target_pot_percent=question.target,
        max_iterations=question.max_iterations,
        threads=services.settings.threads,
        precision=question.precision,
        river_buckets=question.river_buckets,
    )
    return {**asdict(found), "words": str(found)}


@router.post("/best")
def best_way(question: BudgetQuestion, services: Served) -> BestReply:
    """Return the least exploitable way to solve a spot within memory and time.

    With a limit on time, ways are timed on parts of the spot, which takes some seconds.
    """
    spot = question.spot.spot()
    free = services.memory() or 1 << 62
    memory = min(question.memory or free, free)
    try:
        choice = postflop.choose_solve(
            spot,
            memory,
            seconds=question.seconds or inf,
            threads=services.settings.threads,
        )
    except NotEnoughMemoryError as error:
        return BestReply(
            spot=None,
            precision=None,
            river_buckets=None,
            bytes=None,
            expected_pot_percent=None,
            left_out=[],
            words=str(error),
            memory=memory,
        )
    return BestReply(
        spot=spot_fields(choice.spot),
        precision=choice.precision,
        river_buckets=choice.river_buckets,
        bytes=choice.bytes,
        expected_pot_percent=choice.expected_pot_percent,
        left_out=list(choice.left_out),
        words=str(choice),
        memory=memory,
    )


@router.post("/tree")
def spot_tree(question: TreeQuestion) -> JsonReply:
    """Return a node of the betting tree, and some levels below it, with words for the actions."""
    spot = question.spot.spot()
    if not count_nodes(spot.rules, _MAX_BUILT)[1]:
        raise InputError(f"the tree must have at most {_MAX_BUILT:,} nodes: use fewer bet sizes")
    tree = spot.tree
    node, _ = tree.find(question.path)
    _check_shown(tree, node, question.depth)
    return JsonReply(_with_words(tree, tree_data(tree, node, depth=question.depth)))


@router.post("/read")
def read_spot_file(question: TomlText) -> dict[str, Any]:
    """Return the fields of a spot file, checked."""
    return spot_fields(postflop.parse_spot(question.text))


@router.post("/write")
def write_spot_file(question: SpotFields) -> dict[str, str]:
    """Return a spot as the text of a spot file."""
    return {"text": postflop.spot_toml(question.spot())}


def spot_fields(spot: postflop.Spot) -> dict[str, Any]:
    """Return the fields of a spot, as the page edits them."""
    return postflop.parse_fields(postflop.spot_toml(spot))


def _backend(question: SizeQuestion, services: Services, needed: int) -> str:
    """Return the backend of a solve; buckets need the CPU."""
    if question.river_buckets is not None:
        return "native"
    return pick_backend(services.settings.backend, needed)


def _check_shown(tree: BettingTree, node: int, depth: int) -> None:
    shown = [node]
    count = 1
    for level in range(1, depth + 1):
        shown = [child for each in shown for child in tree.children(each)]
        count += len(shown)
        if count > _MAX_SHOWN:
            raise InputError(
                f"depth must be below {level} to show at most {_MAX_SHOWN:,} nodes, got {depth}"
            )


def _with_words(tree: BettingTree, data: dict[str, Any]) -> dict[str, Any]:
    """Add the words of the actions at each node."""
    node, _ = tree.find(data["path"])
    words = choice_words(tree, node) if data["actions"] else []
    children = data["children"]
    return data | {
        "words": words,
        "children": None if children is None else [_with_words(tree, child) for child in children],
    }
