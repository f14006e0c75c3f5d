"""Spots from the benchmarks of other solvers."""

from dataclasses import replace

from fifthstreet.cards import parse_cards
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Menu, Sizes

BETS = "60%, e, a"


def turn_spot(stack: int) -> Spot:
    return Spot.of(
        "Td9d6hQc",
        200,
        stack,
        oop="66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
        ip="QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
        sizes=Sizes.by_street({2: Menu.of(BETS, "2.5x"), 3: Menu.of(BETS, "2.5x", donk="50%")}),
        add_allin=1.5,
        force_allin=0.15,
        merge=0.1,
    )


TURN = turn_spot(900)
RIVER = replace(TURN, board=(*TURN.board, *parse_cards("7s")))
FLOP = Spot.of(
    "QsJh2h",
    180,
    910,
    oop="88+,A8s+,A5s-A2s:0.5,AJo+,ATo:0.75,K9s+,KQo,KJo:0.75,KTo:0.25,Q9s+,QJo:0.5,J8s+,JTo:0.25,"
    "T8s+,T7s:0.45,97s+,96s:0.45,87s,86s:0.75,85s:0.45,75s+:0.75,74s:0.45,65s:0.75,64s:0.5,"
    "63s:0.45,54s:0.75,53s:0.5,52s:0.45,43s:0.5,42s:0.45,32s:0.45",
    ip="AA:0.25,99-22,AJs-A2s,AQo-A8o,K2s+,K9o+,Q2s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,95s:0.5,98o,"
    "86s+,85s:0.5,75s+,74s:0.5,64s+,63s:0.5,54s,53s:0.5,43s",
    sizes=Sizes.by_street(
        {1: Menu.of("52%", "45%"), 2: Menu.of("55%", "45%"), 3: Menu.of("70%", "45%")}
    ),
)
