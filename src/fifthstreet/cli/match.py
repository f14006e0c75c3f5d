"""`fifthstreet match`: the node of a betting tree that stands for a real hand."""

from pathlib import Path
from typing import Any

from fifthstreet.cards import Range, cards_text, parse_cards
from fifthstreet.cli.advise import SECONDS_HELP, solve_budget
from fifthstreet.cli.command import argument, option
from fifthstreet.cli.progress import ReviewProgress
from fifthstreet.cli.spot_options import numbers
from fifthstreet.cli.tree_options import TreeCommandOptions
from fifthstreet.errors import InputError
from fifthstreet.game import State
from fifthstreet.review import (
    Advice,
    SolveBudget,
    advise,
    big_blind_of,
    play,
    read_hands_of,
)
from fifthstreet.support.terminal import Terminal
from fifthstreet.tree import BettingTree, build_tree, parse_path
from fifthstreet.tree.strategy import UniformStrategy
from fifthstreet.tree.translate import (
    MAPPINGS,
    Match,
    Policy,
    mapping_of,
    match,
    match_path,
    new_hand,
    play_path,
)
from fifthstreet.views import (
    hand_match_data,
    print_advice,
    print_hand_match,
    print_mappings,
)

_DEFAULT = next(iter(MAPPINGS))
_TABLE, _MATCH, _SOLVE = "The real hand", "Matching", "Solving hands that leave the tree"


class MatchCommand(TreeCommandOptions):
    """Find a real hand in a betting tree: its node, and how far to trust it."""

    real: str = argument("What was played, like r:n:b3.00:c:n, or a file with a hand history.")
    table_stack: str | None = option(
        "Real chips, or like 100bb: one number for all, or one each.", _TABLE
    )
    table_blinds: str | None = option("Real blinds; by default the blinds of the tree.", _TABLE)
    table_antes: str | None = option("Real antes; by default the antes of the tree.", _TABLE)
    board: str | None = option("Cards of the board, if the path does not name them.", _TABLE)
    hand: int | None = option("Number of the hand in the file, from 1.", _TABLE)
    decision: int | None = option("Number of a decision of the hand, from 1.", _TABLE)
    mapping: str = option(f"How bets are mapped: {', '.join(MAPPINGS)}.", _MATCH, _DEFAULT)
    compare: bool = option("Compare all mappings.", _MATCH, False, name="--compare")
    verify: bool = option(
        "Find no node where the tree lacks a legal kind of action.", _MATCH, False, name="--verify"
    )
    unit: float | None = option("Real chips per chip of the tree.", _MATCH)
    hole: str | None = option("Hole cards of the player to act: solve the rest for them.", _SOLVE)
    ranges: str = option("Ranges of all players where the tree starts.", _SOLVE, "random")
    seconds: float = option(SECONDS_HELP, _SOLVE, SolveBudget().seconds)

    def _execute(self) -> None:
        tree = build_tree(self._rules())
        state = self._read_state()
        big_blind = big_blind_of(self._new_hand(tree) if state is None else state)
        names = MAPPINGS if self.compare else [self.mapping]
        found = {name: self._match(tree, state, name) for name in names}
        advice = None if self.hole is None else self._advice(tree, state)

        def data() -> dict[str, Any]:
            matches = {name: hand_match_data(tree, each, big_blind) for name, each in found.items()}
            main = matches if self.compare else matches[self.mapping]
            return {
                ("mappings" if self.compare else "found"): main,
                "advice": None if advice is None else advice.to_dict(),
            }

        def print_all(console: Terminal) -> None:
            if self.compare:
                print_mappings(console, tree, found)
            else:
                print_hand_match(console, tree, found[self.mapping], big_blind)
            if advice is not None:
                print_advice(console, advice)

        self.show(data, print_all)

    def _match(self, tree: BettingTree, state: State | None, name: str) -> Match:
        policy = Policy(mapping_of(name), verify_legal_actions=self.verify)
        if state is not None:
            return match(tree, state, policy, unit=self.unit)
        return match_path(tree, self._new_hand(tree), self.real, policy, unit=self.unit)

    def _read_state(self) -> State | None:
        """Return the state of a hand in a file; None if the hand is a path."""
        if not Path(self.real).is_file():
            if self.hand is not None or self.decision is not None:
                raise InputError(f"--hand and --decision require a file, got {self.real!r}")
            return None
        histories = read_hands_of(Path(self.real))
        number = len(histories) if self.hand is None else self.hand
        if not 1 <= number <= len(histories):
            raise InputError(f"--hand must be from 1 to {len(histories)}, got {number}")
        decisions = play(histories[number - 1]).decisions
        at = len(decisions) if self.decision is None else self.decision
        if not 1 <= at <= len(decisions):
            raise InputError(f"--decision must be from 1 to {len(decisions)}, got {at}")
        chosen = decisions[at - 1]
        return chosen.after() if self.decision is None else chosen.state

    def _new_hand(self, tree: BettingTree) -> State:
        rules = tree.rules
        if self.table_blinds is None and not rules.blinds:
            raise InputError("specify --table-blinds: the tree starts after preflop")
        blinds, antes = rules.blinds, rules.antes or (0.0,)
        if self.table_blinds is not None:
            blinds = numbers("table-blinds", self.table_blinds)
        big_blind = max(*map(abs, blinds[:2]), 0.0) or 1.0
        stacks = rules.stacks
        if self.table_stack is not None:
            given = numbers("table-stack", self.table_stack, big_blind)
            stacks = given * rules.players if len(given) == 1 else given
        if self.table_antes is not None:
            antes = numbers("table-antes", self.table_antes, big_blind)
        return new_hand(stacks, blinds, antes, self._board())

    def _board(self) -> tuple[int, ...]:
        """Return the cards of the board, from the path or the option."""
        in_path = [card for step in parse_path(self.real) for card in step.cards]
        typed = [] if self.board is None else [int(card) for card in parse_cards(self.board)]
        if in_path and typed and in_path != typed[: len(in_path)]:
            raise InputError(
                f"--board must begin with the cards of the path, {cards_text(in_path)}, "
                f"got {self.board}"
            )
        return tuple(typed if len(typed) > len(in_path) else in_path)

    def _advice(self, tree: BettingTree, state: State | None) -> Advice:
        """Solve the rest of the hand, with ranges that the tree's betting does not narrow."""
        if state is None:
            state = self._new_hand(tree)
            if (refusal := play_path(state, self.real)) is not None:
                raise InputError(str(refusal))
            if len(self._board()) < len(tuple(state.get_board_cards(0))):
                raise InputError("--hole requires the board: use --board, or name its cards")
        strategy = UniformStrategy(tree, [Range.parse(self.ranges)] * tree.players)
        with ReviewProgress() as progress:
            return advise(
                strategy,
                state,
                hand=self.hole,
                policy=Policy(mapping_of(self.mapping), verify_legal_actions=self.verify),
                unit=self.unit,
                budget=solve_budget(self.seconds, None),
                progress=progress.solving,
            )
