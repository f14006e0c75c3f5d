"""A matchup on many flops as a table that can be filtered by texture: plain data for a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from fifthstreet.abstraction import BoardTexture
from fifthstreet.arena import CONFIDENCE, student_quantile
from fifthstreet.cards import RANKS
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    Flop,
    FlopGroup,
    FlopResult,
    Weighted,
    group_flops,
    sampling_error,
)

_UPPER = (1 + CONFIDENCE) / 2  # share of a distribution below the upper end of an interval
FIRST = "r"  # path of the first decision
Dealt = Literal["all", "sample", "subset"]
SUITS = ("one suit", "two suits", "three suits")
PAIRS = ("no pair", "a pair", "three of a rank")
STRAIGHTS = ("straight", "straight draw", "no straight draw")
HIGH_CARDS = tuple(reversed(RANKS))


@dataclass(frozen=True)
class TextureFilter:
    """Kinds of flops; an empty tuple accepts all.

    >>> TextureFilter(suits=("two suits",), high_cards=("Q", "J")).fits(BoardTexture.of("QsJh2h"))
    True
    """

    suits: tuple[str, ...] = ()  # of SUITS
    pairs: tuple[str, ...] = ()  # of PAIRS
    straights: tuple[str, ...] = ()  # of STRAIGHTS: the most that two hole cards can make
    high_cards: tuple[str, ...] = ()  # of HIGH_CARDS

    def __post_init__(self) -> None:
        every_kind = (SUITS, PAIRS, STRAIGHTS, HIGH_CARDS)
        for (kind, chosen), known in zip(vars(self).items(), every_kind, strict=True):
            for name in chosen:
                if name not in known:
                    words = kind.replace("_", " ")
                    raise InputError(f"{words} must be one of {', '.join(known)}, got {name!r}")

    def fits(self, texture: BoardTexture) -> bool:
        """Return whether a flop is of the chosen kinds."""
        pairs = zip(vars(self).values(), texture_data(texture).values(), strict=True)
        return all(not chosen or kind in chosen for chosen, kind in pairs)


def texture_data(texture: BoardTexture) -> dict[str, str]:
    """Return the kinds of a flop, as a filter names them and in the order of its fields.

    >>> texture_data(BoardTexture.of("QsJh2h"))
    {'suits': 'two suits', 'pairs': 'no pair', 'straights': 'straight draw', 'high_card': 'Q'}
    """
    straight = STRAIGHTS[0 if texture.has_straight else 1 if texture.has_straight_draw else 2]
    return {
        "suits": texture.suits_text,
        "pairs": texture.ranks_text,
        "straights": straight,
        "high_card": RANKS[texture.high_card_rank],
    }


def flop_rows_data(
    flops: Sequence[Flop],
    results: Mapping[str, FlopResult],
    chosen: TextureFilter | None = None,
    *,
    dealt: Dealt = "all",
    decision: str = FIRST,
) -> dict[str, Any]:
    """Return the solved flops that a filter accepts, and means over them, overall and by kind.

    Frequencies are for a decision: the first one, or a line that the results have. The means
    have two errors: how exploitable the strategies are, and the 95% half-width that comes from
    flops that were not drawn or are not solved yet, which are taken to be random. It is None for a
    whole subset, which was chosen to represent all flops, and for a single flop.
    """
    solved = [(flop.count, results[flop.board]) for flop in flops if flop.board in results]
    total = sum(count * result.matchups for count, result in solved)
    wanted = chosen or TextureFilter()
    rows, shown = [], []
    for count, result in solved:
        texture = BoardTexture.of(result.board)
        if wanted.fits(texture):
            rows.append(_row(count, result, texture, total, decision))
            shown.append((count, result))
    is_complete = len(solved) == len(flops)

    def error(members: Sequence[Weighted], values: Sequence[float]) -> float | None:
        if is_complete and dealt != "sample":
            return 0.0 if dealt == "all" else None
        if len(members) < 2:
            return None
        return sampling_error(members, values) * student_quantile(_UPPER, len(members) - 1)

    groups = group_flops(shown) if shown else ()
    return {
        "flops": len(flops),
        "solved": len(solved),
        "rows": rows,
        "groups": [_group_data(group, shown, decision, error) for group in groups],
    }


def _row(
    count: int, result: FlopResult, texture: BoardTexture, total: float, decision: str
) -> dict[str, Any]:
    return {
        "board": result.board,
        "count": count,
        "share": count * result.matchups / total,
        "ev": result.ev,
        "equity": result.equity,
        "frequencies": _frequencies(result, decision),
        "exploitability_pot_percent": result.exploitability_pot_percent,
        "iterations": result.iterations,
        "seconds": result.seconds,
        "texture": texture_data(texture),
    }


def _frequencies(result: FlopResult | FlopGroup, decision: str) -> tuple[float, ...]:
    return result.frequencies if decision == FIRST else result.lines[decision].frequencies


def _group_data(
    group: FlopGroup,
    flops: Sequence[Weighted],
    decision: str,
    error: Callable[[Sequence[Weighted], Sequence[float]], float | None],
) -> dict[str, Any]:
    """Return a group with its errors and the frequencies of a decision."""
    members = [
        (count, result)
        for count, result in flops
        if group.kind == "all" or group.name in str(BoardTexture.of(result.board)).split(", ")
    ]
    reached = members
    if decision != FIRST:  # a flop counts by how often its line is taken
        reached = [
            (count, replace(result, matchups=result.matchups * result.lines[decision].reach))
            for count, result in members
            if result.lines[decision].reach > 0
        ]
    data = asdict(group)
    del data["lines"]
    frequencies = _frequencies(group, decision)
    return data | {
        "ev_error": error(members, [result.ev[0] for _, result in members]),
        "frequencies": frequencies,
        "frequency_errors": [
            error(reached, [_frequencies(result, decision)[at] for _, result in reached])
            for at in range(len(frequencies))
        ],
    }
