"""Strategies of the small games as OpenSpiel's policies, matched by walking both games in step."""

from typing import Any

import pyspiel

from fifthstreet.solve.cfr.strategy import Strategy
from fifthstreet.solve.games.game import CHANCE, TERMINAL, Game
from tests.cfr.small_games import KuhnState


def policy_of(peer: Any, game: Game[Any], strategy: Strategy) -> Any:
    """The peer's policy that plays the strategy."""
    table: dict[str, list[tuple[int, float]]] = {}

    def walk(theirs: Any, ours: Any) -> None:
        who = game.player(ours)
        if who == TERMINAL:
            assert theirs.is_terminal()
            assert tuple(theirs.returns()) == tuple(game.payoffs(ours))
            return
        if who == CHANCE:
            for action in range(len(game.actions(ours))):
                after = game.child(ours, action)
                later = theirs.clone()
                # Kuhn's cards are dealt in one step here, one by one there.
                dealt = after.cards if isinstance(after, KuhnState) else after.cards[-1:]
                for card in dealt:
                    later.apply_action(card)
                walk(later, after)
            return
        assert theirs.current_player() == who
        legal = theirs.legal_actions()
        shares = list(strategy[game.information_set(ours)].values())
        assert len(legal) == len(shares)
        table[theirs.information_state_string()] = list(zip(legal, shares, strict=True))
        for action, chosen in enumerate(legal):
            walk(theirs.child(chosen), game.child(ours, action))

    walk(peer.new_initial_state(), game.root())
    return pyspiel.TabularPolicy(table)
