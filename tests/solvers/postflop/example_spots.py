"""Spots that several tests share.

Two suits can be swapped on TURN, three on FLOP.
"""

from fifthstreet.solvers.postflop import Spot

TURN = Spot.of(
    "AsTs4h7h",
    20,
    60,
    oop="AJs,KQs:0.5,88,76s:0.25,A4o",
    ip="TT,KJs,QJs:0.75,A9o:0.5,65s",
    bets="60%, a",
    raises="a",
)
FLOP = Spot.of("Js7s2s", 10, 30, oop="KK,T9s:0.5", ip="QQ:0.75,A8s", bets="100%", raises="")
MEDIUM_TURN = Spot.of(
    "AhTd6c2s",
    100,
    300,
    oop="77+,A9s+,AJo+,KTs+,KQo,QTs+,JTs,T9s,98s",
    ip="99-22,AJs-A5s,AQo-ATo,KTs+,KJo+,QTs+,JTs,T9s,98s,87s,76s",
    bets="50%, 100%",
)
SHALLOW_TURN = Spot.of(
    "9s9d3h2c",
    150,
    150,
    oop="22+,A2s+,A9o+,K7s+,KTo+,Q8s+,QTo+,J8s+,JTo,T8s+,97s+,86s+,75s+,65s,54s",
    ip="22+,A2s+,A5o+,K4s+,K9o+,Q6s+,Q9o+,J7s+,J9o+,T7s+,T9o,96s+,98o,85s+,75s+,64s+,54s",
    bets="25%, 50%, a",
    raises="a",
)
