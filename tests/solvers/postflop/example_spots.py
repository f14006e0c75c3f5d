"""Spots that several tests share: two suits can be swapped on the turn, three on the flop."""

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
