"""Find a real hand with odd bet sizes in a solved tree, and turn the tree's answer into chips."""

import fifthstreet as fs
from fifthstreet.tree.translate import real_action

# Blinds are 0.50 and 1.00. The pot before the turn is 6.00, with 97.00 behind.
HAND = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.50, 1.00]
min_bet = 1.00
starting_stacks = [100.00, 100.00]
actions = [
  'd dh p1 AhQh', 'd dh p2 ????',
  'p2 cbr 3.00', 'p1 cc',
  'd db QsJh2h', 'p1 cc', 'p2 cc',
  'd db 7c', 'p1 cbr 3.35',
]
players = ['Ann', 'Bob']
"""


def main() -> None:
    """Solve the turn, find the hand in its tree, and answer Ann's bet."""
    spot = fs.Spot.of(
        "QsJh2h7c",
        pot=6,
        stack=97,
        oop="22+,A2s+,KTs+,QTs+,JTs,ATo+,KQo",
        ip="22+,A2s+,K9s+,QTs+,J9s+,T9s,A9o+,KJo+",
        bets="50%, 100%",
        raises="60%",
        max_raises=2,
        chip=0.01,
    )
    solution = fs.solve(spot, target_pot_percent=1.0)
    print(solution)

    (history,) = fs.read_hands(HAND)
    *_, state = history  # the state after the last action
    match = fs.match(spot.tree, state)
    print(match)

    node = solution.node(match.path)
    print(node)
    for action, frequency in zip(node.actions, node.frequencies, strict=True):
        real = real_action(match, action)
        print(f"  {action} {frequency:.1%} of the range: {real.kind.name.lower()} {real.amount}")
    print("with king-queen suited:", node["KQs"])


if __name__ == "__main__":
    main()
