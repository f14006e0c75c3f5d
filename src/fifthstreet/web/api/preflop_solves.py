"""Solves from the blinds: the size of a preflop game, and jobs that solve it."""

from __future__ import annotations

from threading import Lock
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.common import bytes_text
from fifthstreet.solvers.postflop import check_precision, estimate
from fifthstreet.solvers.search.preflop import PREFLOP_NAMES, PreflopGame, game_of
from fifthstreet.tree import count_nodes
from fifthstreet.views import preflop_lines_data
from fifthstreet.web.api.hands import AnyStreet
from fifthstreet.web.api.jobs import JobReply, StopOptions, job_limits
from fifthstreet.web.api.models import (
    ERRORS,
    Chips,
    MenuRequest,
    NameText,
    PathText,
    RakeFields,
    Request,
    Share,
)
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/preflop/solves", tags=["preflop"], responses=ERRORS)
_MAX_NODES = 1_000_000
_MAX_LINES = 40  # to the flop
_MAX_OFFERED = 500  # lines before the flop, of which some can be left out
_MEASURED_FLOPS = 8  # from which the size of the others is estimated
_NAMING = Lock()


class PreflopRecipe(Request):
    """Heads-up hold'em from the blinds, with the fields of a recipe."""

    stack: Chips = 20
    blinds: Annotated[list[Chips], Field(min_length=2, max_length=2)] = Field(default=[0.5, 1])
    ante: Share = 0
    flops: Literal[10, 25, 49, 85, 184] = 10  # a subset by its size
    sizes: dict[AnyStreet, MenuRequest] = Field(default_factory=dict)
    max_raises: Annotated[
        list[Annotated[int, Field(ge=0, le=20)]], Field(min_length=4, max_length=4)
    ] = Field(default=[2, 1, 1, 0])
    removed: Annotated[list[PathText], Field(max_length=200)] = Field(default_factory=list)
    rake: RakeFields | None = None

    def recipe(self) -> dict[str, Any]:
        """Return the fields of a recipe file."""
        fields: dict[str, Any] = {
            "stack": self.stack,
            "blinds": self.blinds,
            "ante": self.ante,
            "flops": self.flops,
            "sizes": {
                street: menu.model_dump(by_alias=True, exclude_none=True)
                for street, menu in self.sizes.items()
            },
            "tree": {"max_raises": self.max_raises, "removed": self.removed},
        }
        if self.rake is not None:
            fields["rake"] = self.rake.model_dump(exclude_none=True)
        return fields

    def before_flop(self) -> PreflopGame:
        """Return the betting before the flop with no line left out; InputError if it is large."""
        sizes = {name: menu for name, menu in self.sizes.items() if name == "preflop"}
        raises = [self.max_raises[0], 0, 0, 0]
        full = self.model_copy(update={"sizes": sizes, "max_raises": raises, "removed": []})
        game = game_of(full.recipe())
        is_small = count_nodes(game.rules, _MAX_NODES)[1]
        if not is_small or len(game.nodes) - 1 > _MAX_OFFERED:
            raise InputError(
                f"lines before the flop must be at most {_MAX_OFFERED} to choose from: "
                "use fewer raises"
            )
        return game

    def game(self) -> PreflopGame:
        """Return the game; InputError if there is none like this, or if it is too large."""
        game = game_of(self.recipe())
        if not count_nodes(game.rules, _MAX_NODES)[1]:
            raise InputError(f"the tree must have at most {_MAX_NODES:,} nodes: use fewer sizes")
        if len(game.lines) > _MAX_LINES:
            raise InputError(
                f"lines to the flop must be at most {_MAX_LINES}, got {len(game.lines)}: "
                "use fewer raises"
            )
        return game


class PreflopSolve(StopOptions):
    """A game to solve, and the name of the strategy."""

    game: PreflopRecipe
    target: Annotated[float, Field(strict=True, gt=0, le=100)] = (
        0.5  # percent of the blinds and antes
    )
    precision: Literal["float32", "int16"] = "int16"
    name: NameText | None = None


class PreflopLinesQuestion(Request):
    """The game whose lines are listed."""

    game: PreflopRecipe


class OfferedLine(BaseModel):
    """A line before the flop that a solve can leave out."""

    path: str
    title: str  # all actions in words
    words: str  # the last action in words


class PreflopLinesReply(BaseModel):
    """The lines before the flop, each followed by the lines that continue it."""

    lines: list[OfferedLine]


class PreflopSizeReply(BaseModel):
    """The size of a preflop game; bytes are estimated from a few flops."""

    lines: int  # to the flop
    flops: int
    nodes: int
    bytes: int
    memory_available: int | None
    fits: bool


@router.post("/size")
def preflop_size(question: PreflopSolve, services: Served) -> PreflopSizeReply:
    """Check a preflop game, and return how large its solve would be."""
    game = question.game.game()
    needed, free = _bytes(game, question.precision), services.memory()
    return PreflopSizeReply(
        lines=len(game.lines),
        flops=len(game.boards),
        nodes=len(game.tree.kind),
        bytes=needed,
        memory_available=free,
        fits=free is None or needed <= free,
    )


@router.post("/lines", response_model=PreflopLinesReply)
def offered_lines(question: PreflopLinesQuestion) -> JsonReply:
    """Return the lines before the flop in words, with those that the game leaves out."""
    return JsonReply({"lines": preflop_lines_data(question.game.before_flop())})


@router.post("", status_code=201, response_model=JobReply)
def add_preflop_solve(question: PreflopSolve, services: Served) -> JsonReply:
    """Queue a solve from the blinds."""
    game = question.game.game()
    needed, most = _bytes(game, question.precision), services.memory()
    if most is not None and needed > most:
        raise NotEnoughMemoryError(
            f"the solve must take at most {bytes_text(most)}, got about {bytes_text(needed)}"
        )
    spec = job_limits(question, services) | {
        "recipe": question.game.recipe(),
        "precision": question.precision,
        "backend": services.settings.backend,
    }
    wanted = question.name or f"heads-up {question.game.stack:g}"
    with _NAMING:  # so that no other request finds the same name free
        taken = [*PREFLOP_NAMES, *services.jobs.unfinished_names()]
        name = services.preflop.folder.free_name(wanted, taken)
        file = services.preflop.folder.new_file(name)
        job = services.jobs.add("preflop", name, spec | {"name": name, "file": str(file)})
    return JsonReply(job.data(), 201)


def _bytes(game: PreflopGame, precision: str) -> int:
    """Return about how much memory the tables of all lines and flops take.

    Flops differ by their number of runouts, in the same way after every line.
    """

    def one(line: int, flop: int) -> float:
        size = estimate(game.spot(line, flop))
        return size.bytes[check_precision(precision)] + size.tree_bytes

    if not game.lines:
        return 0
    step = max(len(game.boards) // _MEASURED_FLOPS, 1)
    measured = range(0, len(game.boards), step)
    first, *others = game.lines
    sizes = [one(first, flop) for flop in measured]
    share = sum(one(line, 0) for line in others) / sizes[0]
    return int(sum(sizes) / len(sizes) * len(game.boards) * (1 + share))
