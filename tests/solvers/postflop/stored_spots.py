"""Small spots for tests of files, solved once."""

from functools import cache

from fifthstreet.solvers.postflop import Solution, Spot, solve
from fifthstreet.tree.strategy import Lock

RIVER = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs,T9s,88", ip="QQ,AJs,KTs,99", bets="50%, a")
# Odd weights, a donk bet and half chips: a file that rounds or drops them is noticed.
TURN = Spot.of(
    "Td9d6hQc",
    20.5,
    90,
    oop="66+:0.3,A8s+,K9s+:0.7,QTs+,JTs,96s+,85s+",
    ip="QQ-22,AQs-A9s:0.123,K9s+,Q8s+,J8s+,T7s+",
    bets="60%, a",
    raises="2.5x",
    donk="50%",
    chip=0.5,
)
FLOP = Spot.of("QsJh2h", 20, 40, oop="AA,KQs,T9s", ip="QQ,AJs,98s", bets="75%")
LOCKED = Spot.of(
    "Td9d6hQc",
    20,
    60,
    oop="AA,KJs,T8s,66",
    ip="KK,JTs,A9s,77",
    bets="60%",
    locks=(Lock("r:k:k:n2c", {"k": 1.0}), Lock("r:k:k:n:k", {"b12": 1.0})),
)


@cache
def solved_river() -> Solution:
    return solve(RIVER, target_pot_percent=0.05)


@cache
def solved_turn() -> Solution:
    return solve(TURN, target_pot_percent=0.1)


@cache
def solved_flop() -> Solution:
    return solve(FLOP, target_pot_percent=0.2)
