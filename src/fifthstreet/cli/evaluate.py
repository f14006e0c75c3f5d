"""`fifthstreet evaluate`: the value of a hand."""

from fifthstreet.cards.hands import HAND_TYPES
from fifthstreet.cli.command import Command, argument, option
from fifthstreet.errors import InputError
from fifthstreet.views import evaluation_data, print_evaluation


class EvaluateCommand(Command):
    """Show the best hand, its category and the cards that play."""

    hand: str = argument("The hand, like AsKs or 'As Ks Qd'.")
    board: str = option("Board cards, if the game has a board.", default="")
    kind: str = option(f"Type: {'; '.join(HAND_TYPES)}.", default="standard high", name="--type")

    def _execute(self) -> None:
        if self.kind not in HAND_TYPES:
            wanted = "; ".join(HAND_TYPES)
            raise InputError(f"--type must be one of {wanted}; got {self.kind!r}")
        hand_type = HAND_TYPES[self.kind]
        best = hand_type.hand(self.hand, self.board)
        self.show(
            lambda: evaluation_data(self.kind, hand_type, best),
            lambda console: print_evaluation(console, hand_type, best),
        )
