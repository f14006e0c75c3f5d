"""Kuhn, Leduc and random games, and a plain way to flatten them.

To be replaced by fifthstreet.solve.games and fifthstreet.solve.cfr.flatten; the random games stay.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from fifthstreet.solve.cfr.game_tree import GameTree
from fifthstreet.solve.games.game import CHANCE, TERMINAL


def flatten(game: Any) -> GameTree:
    states = [game.root()]
    columns: dict[str, list[Any]] = {
        name: []
        for name in ("player", "first_child", "n_children", "row", "payoffs", "first_action")
    }
    parent, probability, outcome = [0], [1.0], [-1]
    infos: dict[str, int] = {}
    info_player: list[int] = []
    actions: list[tuple[str, ...]] = []
    events: dict[Any, dict[str, int]] = {}
    i = 0
    while i < len(states):
        state = states[i]
        player = game.player(state)
        columns["player"].append(player)
        if player == TERMINAL:
            columns["first_child"].append(0)
            columns["n_children"].append(0)
            columns["row"].append(len(columns["payoffs"]))
            columns["payoffs"].append(tuple(game.payoffs(state)))
            i += 1
            continue
        names = list(game.actions(state))
        columns["first_child"].append(len(states))
        columns["n_children"].append(len(names))
        odds: Sequence[float] = [1.0] * len(names)
        seen = [-1] * len(names)
        if player == CHANCE:
            odds = game.probabilities(state)
            key = game.public_key(state)
            if key is None:
                columns["row"].append(-1)
            else:
                known = events.setdefault(key, {})
                columns["row"].append(list(events).index(key))
                seen = [known.setdefault(name, len(known)) for name in names]
        else:
            info = game.information_set(state)
            if info not in infos:
                infos[info] = len(infos)
                info_player.append(player)
                actions.append(tuple(names))
            columns["row"].append(infos[info])
        for a in range(len(names)):
            states.append(game.child(state, a))
            parent.append(i)
            probability.append(odds[a])
            outcome.append(seen[a])
        i += 1
    return GameTree(
        name=game.name,
        players=game.players,
        player=np.array(columns["player"], np.int8),
        first_child=np.array(columns["first_child"], np.int32),
        n_children=np.array(columns["n_children"], np.int32),
        parent=np.array(parent, np.int32),
        row=np.array(columns["row"], np.int32),
        probability=np.array(probability),
        outcome=np.array(outcome, np.int32),
        payoffs=np.array(columns["payoffs"], float),
        event_outcomes=np.array([len(known) for known in events.values()], np.int32),
        info_player=np.array(info_player, np.int8),
        first_action=np.cumsum([0, *map(len, actions)], dtype=np.int32),
        keys=tuple(infos),
        actions=tuple(actions),
    )


@dataclass(frozen=True)
class Kuhn:
    """Kuhn's poker; `hidden` leaves the hand out of keys, `flat` pays +-1 whatever was bet."""

    hidden: bool = False
    flat: bool = False
    players: int = 2

    @property
    def name(self) -> str:
        return f"kuhn {self.hidden} {self.flat}"

    def root(self) -> tuple[str, str]:
        return "", ""

    def player(self, state: tuple[str, str]) -> int:
        cards, bets = state
        if len(cards) < 2:
            return CHANCE
        return TERMINAL if bets in ("pp", "pbp", "pbb", "bp", "bb") else len(bets) % 2

    def actions(self, state: tuple[str, str]) -> list[str]:
        cards, _ = state
        return [c for c in "JQK" if c not in cards] if len(cards) < 2 else ["p", "b"]

    def probabilities(self, state: tuple[str, str]) -> list[float]:
        n = len(self.actions(state))
        return [1 / n] * n

    def public_key(self, state: tuple[str, str]) -> None:
        return None

    def child(self, state: tuple[str, str], action: int) -> tuple[str, str]:
        cards, bets = state
        name = self.actions(state)[action]
        return (cards + name, bets) if len(cards) < 2 else (cards, bets + name)

    def information_set(self, state: tuple[str, str]) -> str:
        cards, bets = state
        return f"{'' if self.hidden else cards[len(bets) % 2]}|{bets}"

    def payoffs(self, state: tuple[str, str]) -> tuple[float, float]:
        cards, bets = state
        won = 2.0 if "bb" in bets and not self.flat else 1.0
        if bets.endswith("bp"):
            first_wins = len(bets) == 3 - 1 and bets == "bp"
        else:
            first_wins = "JQK".index(cards[0]) > "JQK".index(cards[1])
        return (won, -won) if first_wins else (-won, won)


@dataclass(frozen=True)
class Leduc:
    """Leduc hold'em: six cards, ante 1, bets of 2 and 4, a bet and a raise a round."""

    players: int = 2
    name: str = "leduc"
    deck: tuple[str, ...] = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh")

    def root(self) -> tuple[tuple[str, ...], str]:
        return (), ""

    def _street(self, bets: str) -> str:
        return bets.split("/")[-1]

    def player(self, state: tuple[tuple[str, ...], str]) -> int:
        cards, bets = state
        if len(cards) < 2 or (len(cards) == 2 and bets.endswith("/")):
            return CHANCE
        street = self._street(bets)
        if street.endswith("f") or (bets.count("/") == 1 and street.endswith(("cc", "rc"))):
            return TERMINAL
        return len(street) % 2

    def actions(self, state: tuple[tuple[str, ...], str]) -> list[str]:
        cards, bets = state
        if self.player(state) == CHANCE:
            return [c for c in self.deck if c not in cards]
        street = self._street(bets)
        raises = street.count("r")
        return (["f"] if raises else []) + ["c"] + (["r"] if raises < 2 else [])

    def probabilities(self, state: tuple[tuple[str, ...], str]) -> list[float]:
        n = len(self.actions(state))
        return [1 / n] * n

    def public_key(self, state: tuple[tuple[str, ...], str]) -> str | None:
        cards, bets = state
        return bets if len(cards) == 2 else None

    def child(
        self, state: tuple[tuple[str, ...], str], action: int
    ) -> tuple[tuple[str, ...], str]:
        cards, bets = state
        name = self.actions(state)[action]
        if self.player(state) == CHANCE:
            return (*cards, name), bets
        bets += name
        if "/" not in bets and bets.endswith(("cc", "rc")):
            bets += "/"
        return cards, bets

    def information_set(self, state: tuple[tuple[str, ...], str]) -> str:
        cards, bets = state
        return f"{cards[len(self._street(bets)) % 2]}|{''.join(cards[2:])}|{bets}"

    def payoffs(self, state: tuple[tuple[str, ...], str]) -> tuple[float, float]:
        cards, bets = state
        paid = [1.0, 1.0]
        folded = -1
        for street, size in zip(bets.split("/"), (2, 4), strict=False):
            for i, move in enumerate(street):
                if move == "f":
                    folded = i % 2
                elif move == "c":
                    paid[i % 2] = paid[1 - i % 2]
                else:
                    paid[i % 2] = paid[1 - i % 2] + size
        if folded >= 0:
            won = paid[folded]
            return (-won, won) if folded == 0 else (won, -won)
        strength = ["JQK".index(c[0]) + 10 * (c[0] == cards[2][0]) for c in cards[:2]]
        won = paid[0] * ((strength[0] > strength[1]) - (strength[0] < strength[1]))
        return won, -won


@dataclass(frozen=True)
class RandomGame:
    """A small game of perfect recall for anything: hidden moves, odd chances, any payoffs.

    A state is what has happened: (who, action) for each move.
    """

    seed: int
    players: int = 2
    depth: int = 5

    @property
    def name(self) -> str:
        return f"random {self.seed}"

    def _dice(self, *what: Any) -> random.Random:
        return random.Random(f"{self.seed} {what}")

    def root(self) -> tuple[tuple[int, int], ...]:
        return ()

    @cache  # noqa: B019 - games are few and small
    def player(self, state: tuple[tuple[int, int], ...]) -> int:
        dice = self._dice("player", state)
        if len(state) >= self.depth or (len(state) > 1 and dice.random() < 0.2):
            return TERMINAL
        return dice.choice([CHANCE, *range(self.players), *range(self.players)])

    def actions(self, state: tuple[tuple[int, int], ...]) -> list[str]:
        if self.player(state) == CHANCE:
            dice = self._dice("outcomes", state)
            return dice.sample("abcd", dice.randint(1, 3))
        return [*"xyz"][: self._dice(self.information_set(state)).choice((1, 2, 2, 3))]

    def probabilities(self, state: tuple[tuple[int, int], ...]) -> list[float]:
        dice = self._dice("odds", state)
        n = len(self.actions(state))
        weights = [dice.choice((0, 1, 1, 2, 3)) for _ in range(n)] if dice.random() < 0.7 else []
        weights = weights if sum(weights) else [1] * n
        return [w / sum(weights) for w in weights]

    def public_key(self, state: tuple[tuple[int, int], ...]) -> int | None:
        dice = self._dice("public", state)
        return dice.randrange(3) if dice.random() < 0.5 else None

    def child(
        self, state: tuple[tuple[int, int], ...], action: int
    ) -> tuple[tuple[int, int], ...]:
        return (*state, (self.player(state), action))

    def information_set(self, state: tuple[tuple[int, int], ...]) -> str:
        """Own moves and what was seen at them; of the rest, a hint of one bit."""
        player = self.player(state)
        seen = [
            (self._dice("hint", state[:i]).randrange(2), action)
            for i, (who, action) in enumerate(state)
            if who == player
        ]
        return f"{player} {seen} {self._dice('hint', state).randrange(2)}"

    def payoffs(self, state: tuple[tuple[int, int], ...]) -> list[float]:
        dice = self._dice("payoffs", state)
        return [dice.choice((-2.0, -1.0, 0.0, 1.0, 3.5)) for _ in range(self.players)]


@cache
def kuhn() -> GameTree:
    return flatten(Kuhn())


@cache
def leduc() -> GameTree:
    return flatten(Leduc())
