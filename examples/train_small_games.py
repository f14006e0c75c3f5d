"""Train strategies for built-in small games, and for a game of your own."""

import fifthstreet as fs


class Matching:
    """Matching pennies as a game for the solvers, with immutable states."""

    name = "matching pennies"
    players = 2

    def root(self) -> str:
        """Start with nothing shown."""
        return ""

    def player(self, state: str) -> int:
        """Let the first player choose, then the second, then end (-2)."""
        return len(state) if len(state) < 2 else -2

    def actions(self, state: str) -> tuple[str, ...]:
        """Offer heads or tails."""
        return ("h", "t")

    def child(self, state: str, action: int) -> str:
        """Add the choice."""
        return state + "ht"[action]

    def probabilities(self, state: str) -> tuple[float, ...]:
        """Raise ValueError: there are no chance nodes."""
        raise ValueError("matching pennies has no chance nodes")

    def public_key(self, state: str) -> None:
        """Return None: nothing is dealt."""

    def information_set(self, state: str) -> str:
        """Hide the first choice from the second player."""
        return f"player {len(state)}"

    def payoffs(self, state: str) -> tuple[float, float]:
        """Pay the first player if the coins match."""
        won = 1.0 if state[0] == state[1] else -1.0
        return won, -won


def main() -> None:
    """Train three games and print how far from an equilibrium each strategy is."""
    kuhn = fs.train("kuhn", "cfr+", target=1e-4)
    print(f"Kuhn: {kuhn.exploitability()} after {kuhn.iteration:,} iterations")
    print("  a jack facing a bet:", kuhn.average()["J|b"])

    leduc = fs.train("leduc", "external", iterations=200_000, seed=7)
    print(f"Leduc by external sampling: {leduc.exploitability()}")

    pennies = fs.train(Matching(), "cfr+", target=0.001)
    print("matching pennies:", pennies.average().to_dict())


if __name__ == "__main__":
    main()
