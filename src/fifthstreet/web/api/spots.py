"""Spots before they are solved: their validity, their size, and their trees."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers import postflop
from fifthstreet.solvers.common import available_bytes
from fifthstreet.solvers.postflop.backends import pick_backend
from fifthstreet.tree import BettingTree, choice_words, count_nodes
from fifthstreet.views import tree_data
from fifthstreet.web.api.models import ERRORS, PathText, Request, SpotFields
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served

router = APIRouter(prefix="/spots", tags=["spots"], responses=ERRORS)
_MAX_BUILT = 2_000_000  # nodes of a tree that is built to show some of it
_MAX_SHOWN = 5_000  # nodes of a reply
Precision = Literal["float32", "int16"]


class SizeQuestion(Request):
    """A spot, and the precision of its tables."""

    spot: SpotFields
    precision: Precision = postflop.PRECISIONS[0]


class TimeQuestion(SizeQuestion):
    """A spot, the precision of its tables, and the exploitability to reach."""

    target: Annotated[float, Field(gt=0, le=100)] = 0.3
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


class SmallerReply(BaseModel):
    """A smaller spot that fits, and its reductions; no spot if none fits."""

    spot: dict[str, Any] | None
    precision: str | None
    bytes: int | None
    left_out: list[str]
    memory: int


@router.post("/size")
def spot_size(question: SizeQuestion, services: Served) -> SizeReply:
    """Check a spot, and return how large its solve would be."""
    spot = question.spot.spot()
    size = postflop.estimate(spot)
    needed = size.bytes[postflop.check_precision(question.precision)]
    free = _memory(services)
    is_small = count_nodes(spot.rules, _MAX_BUILT)[1]
    return SizeReply(
        **vars(size) | {"bytes": needed},
        bytes_by_precision=size.bytes,
        memory_available=free,
        fits=free is None or (not size.is_lower_bound and needed + size.tree_bytes <= free),
        combos=[live.combos for live in spot.live_ranges],
        backend=pick_backend(services.settings.backend, needed),
        tree=postflop.tree_line(spot) if is_small else None,
    )


@router.post("/time")
def spot_time(question: TimeQuestion, services: Served) -> dict[str, Any]:
    """Return the estimated time of a solve on the CPU, measured in one to two seconds."""
    spot = question.spot.spot()
    size = postflop.estimate(spot)
    free = _memory(services)
    needed = size.bytes[postflop.check_precision(question.precision)] + size.tree_bytes
    if size.is_lower_bound or (free is not None and needed > free):
        raise NotEnoughMemoryError("not enough memory for the solve: use a smaller tree")
    found = postflop.estimate_time(
        spot,
        target_pot_percent=question.target,
        max_iterations=question.max_iterations,
        threads=services.settings.threads,
        precision=question.precision,
    )
    return {**asdict(found), "words": str(found)}


@router.post("/smaller")
def smaller(question: SizeQuestion, services: Served) -> SmallerReply:
    """Return the least reduced spot that fits into the available memory, and its reductions."""
    spot = question.spot.spot()
    memory = _memory(services) or 1 << 62
    found = postflop.smaller_spot(spot, memory)
    if found is None:
        return SmallerReply(spot=None, precision=None, bytes=None, left_out=[], memory=memory)
    return SmallerReply(
        spot=spot_fields(found.spot),
        precision=found.precision,
        bytes=found.bytes,
        left_out=list(found.left_out),
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


def _memory(services: Served) -> int | None:
    limits = [most for most in (services.settings.job_bytes, available_bytes()) if most is not None]
    return min(limits, default=None)


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
