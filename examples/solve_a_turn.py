"""Solve a turn, explore the solution, and save it to a file."""

from pathlib import Path
from tempfile import TemporaryDirectory

import fifthstreet as fs


def main() -> None:
    """Solve, print a few decisions, then save and reopen the solution."""
    spot = fs.Spot.of(
        "Td9d6hQc",
        pot=200,
        stack=900,
        oop="66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
        ip="QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
        bets="60%, a",
        raises="2.5x",
    )
    solution = fs.solve(spot, target_pot_percent=1.0)
    print(solution)
    print(f"EV: {solution.ev[0]:.1f} out of position, {solution.ev[1]:.1f} in position")

    root = solution.root
    print("at the root:", root)
    print("with a set of tens:", root["TcTh"])
    print("with king-queen suited:", root["KQs"])

    facing_bet = root.children["b120"]
    print("facing a bet:", facing_bet)
    river = solution.node("r:k:k:n7s")
    print("on the river 7s:", river)

    with TemporaryDirectory() as folder:
        path = Path(folder) / "turn.solution"
        size = solution.save(path)
        print(f"saved: {size.bytes / 1e6:.1f} MB")
        reopened = fs.open_solution(path)
        assert reopened.ev == solution.ev


if __name__ == "__main__":
    main()
