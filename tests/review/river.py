"""A solved river, and a hand that reaches it."""

from functools import cache

from fifthstreet.solvers.postflop import Solution, Spot, solve
from tests.review.hand_texts import IP, OOP, TO_THE_RIVER

SPOT = Spot.of("QsJh2h7c4d", 200, 900, oop=OOP, ip=IP, bets="50%, a", raises="60%")
ON_THE_TREE = f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 cbr 340, p2 f"


@cache
def river_solution() -> Solution:
    return solve(SPOT, target_pot_percent=0.002)
