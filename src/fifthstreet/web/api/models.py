"""Models of requests: the fields of spot files, with limits."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from fifthstreet.solvers.postflop import Spot, make_spot

Street = Literal["flop", "turn", "river"]
RangeText = Annotated[str, Field(max_length=50_000, examples=["88+,A8s+,KQs:0.5"])]
SizesText = Annotated[str, Field(max_length=200, examples=["33%, 75%, a"])]
PathText = Annotated[str, Field(max_length=500, examples=["r:k:b94:c:n8c"])]
NameText = Annotated[str, Field(min_length=1, max_length=80, examples=["BTN v BB Jh8h5c"])]
Name = Annotated[NameText, Path()]
Chips = Annotated[float, Field(strict=True, gt=0, le=1e9, allow_inf_nan=False)]
Amount = (
    Chips | Annotated[str, Field(max_length=20, examples=["97.5bb"])]
)  # chips, bb, % of the pot
Share = Annotated[float, Field(strict=True, ge=0, le=1e6, allow_inf_nan=False)]


class Request(BaseModel):
    """A request: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class MenuRequest(Request):
    """Bet sizes of a player on a street, like `33%, 75%, a`."""

    bet: SizesText | None = None
    raise_: SizesText | None = Field(None, alias="raise")
    donk: SizesText | None = None


class StreetMenus(MenuRequest):
    """Bet sizes on a street: for both players, or for each."""

    oop: MenuRequest | None = None
    ip: MenuRequest | None = None


class Ranges(Request):
    """The hands of both players."""

    oop: RangeText
    ip: RangeText


class TreeOptions(Request):
    """Rules of the betting tree."""

    add_allin: Share | None = None
    force_allin: Share | None = None
    merge: Share | None = None
    min_bet: Share | None = None
    chip: Annotated[float, Field(strict=True, gt=0, le=1e6)] | None = None
    max_raises: Annotated[int, Field(ge=0, le=100)] | list[int] | None = None
    added: Annotated[list[PathText], Field(max_length=200)] | None = None
    removed: Annotated[list[PathText], Field(max_length=200)] | None = None


class RakeFields(Request):
    """The rake."""

    rate: Annotated[float, Field(strict=True, ge=0, le=1)]
    cap: Share | None = None


Step = Annotated[str, Field(max_length=30, examples=["b50"])]
Probability = Annotated[float, Field(strict=True, ge=0, le=1)]
Mix = Annotated[dict[Step, Probability], Field(max_length=50)]


class LockFields(Request):
    """A decision that is fixed: a share for each action, for all hands or some of them.

    A share may be a range with a probability for each hand, like `AA:0.25,KK`.
    """

    path: PathText
    hands: RangeText | None = None
    strategy: Annotated[dict[Step, Probability | RangeText], Field(max_length=50)]


class SpotFields(Request):
    """A spot, with the fields of a spot file."""

    board: Annotated[str, Field(max_length=30, examples=["Jh8h5c"])]
    pot: Amount
    stack: Amount
    ranges: Ranges
    sizes: dict[Street, StreetMenus] = Field(default_factory=dict)
    tree: TreeOptions = Field(default_factory=TreeOptions)
    rake: RakeFields | None = None
    lock: Annotated[list[LockFields], Field(max_length=200)] = Field(default_factory=list)

    def fields(self) -> dict[str, Any]:
        """Return the fields of a spot file."""
        return self.model_dump(by_alias=True, exclude_none=True)

    def spot(self) -> Spot:
        """Return the spot; InputError if there is none like this."""
        return make_spot(self.fields())


# Two numbers: OpenAPI has no tuples that every reader understands.
Pair = Annotated[list[float], Field(min_length=2, max_length=2)]


class FileFacts(BaseModel):
    """A file of the library; a damaged one has an `error` and no facts about its contents."""

    name: str
    modified: float
    bytes: int
    error: str | None


class Detail(BaseModel):
    """Why a request was refused."""

    detail: str


# FastAPI builds a field of Pydantic for each `model` of each endpoint. The first one adds the
# schema to the description, to which the others refer.
_SCHEMA = {"$ref": f"#/components/schemas/{Detail.__name__}"}
ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": Detail},
    **{
        status: {"content": {"application/json": {"schema": _SCHEMA}}}
        for status in (404, 409, 413, 422)
    },
}
