"""Play a hand with odd bet sizes, find its node in a solved tree, and play the tree's answer."""

import fifthstreet as fs


def main() -> None:
    """Follow a real hand to the turn and ask the solution what to do."""
    spot = fs.Spot.of(
        "QsJh2h7c",
        pot=12,
        stack=94,
        oop="22+,A2s+,KTs+,QTs+,JTs,ATo+,KQo",
        ip="22+,A2s+,K9s+,QTs+,J9s+,T9s,A9o+,KJo+",
        bets="50%, 100%",
        raises="60%",
        max_raises=2,
    )
    solution = fs.solve(spot, target_pot_percent=1.0)
    print(solution)

    game = fs.NoLimitTexasHoldem(
        automations=tuple(fs.Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
        mode=fs.Mode.CASH_GAME,
    )
    state = game((100, 100), 2)
    print(state)


if __name__ == "__main__":
    main()
