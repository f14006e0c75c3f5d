"""What a session trains, in words."""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.arena.drill.decisions import line_words
from fifthstreet.arena.drill.hand import Drill
from fifthstreet.arena.drill.log import DrillPart
from fifthstreet.review import line_of_spot


def session_title(drills: Sequence[tuple[str, Drill]]) -> str:
    """Return what drills train together: positions, the pot and the street.

    Args:
        drills: With the names of their solutions.

    >>> from fifthstreet.arena.drill import OneSpot, OneStreet
    >>> from fifthstreet.solvers.postflop import Spot, solve
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solution = solve(spot, max_iterations=5)
    >>> session_title([("my river", Drill(solution, OneStreet(3, 1)))])
    'my river: the river, in position'
    >>> session_title([("my river", Drill(solution, OneSpot("r:k:b50")))])
    'my river: after check, bet 50 (50%)'
    """
    parts = [DrillPart.of(*each) for each in drills]
    if all(part.hole is not None for part in parts):
        return f"{len(parts)} decision{'s' * (len(parts) > 1)} again"
    players = {_players(drill) for _, drill in drills}
    known = players.pop() if len(players) == 1 else None
    solutions = list(dict.fromkeys(part.solution for part in parts))
    who = known or (solutions[0] if len(solutions) == 1 else f"{len(solutions)} solutions")
    return f"{who}: {_what(drills, parts, has_role=known is None)}"


def _players(drill: Drill) -> str | None:
    """Return the positions, the learner's first, and the pot; None if they are unknown."""
    found = line_of_spot(drill.solution.spot)
    if found is None:
        return None
    seat = drill.mode.seat_in(drill.solution)
    own, other = found.positions[seat], found.positions[1 - seat]
    return f"{own} against {other}, {found.pot}"


def _what(
    drills: Sequence[tuple[str, Drill]], parts: Sequence[DrillPart], *, has_role: bool
) -> str:
    """Return what is dealt, and the learner's role if it is needed."""
    texts = set()
    for part, (_, drill) in zip(parts, drills, strict=True):
        if part.path is not None:
            texts.add(line_words(drill.solution.tree, part.path))
        else:
            texts.add(part.words if has_role else part.short_words)
    return texts.pop() if len(texts) == 1 else f"{len(texts)} drills"
