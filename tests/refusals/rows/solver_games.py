"""Refusals of games for solvers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fifthstreet.errors import MissingLibraryError
from tests.refusals.rows.games import by_key, fs, games
from tests.refusals.table import Table, face, without


def limit(**changes: Any) -> Any:
    return replace(games.leduc(), **changes)


def engine(automations: Any = None, kind: Any = None, **options: Any) -> Any:
    kind = kind or fs.KuhnPoker
    chosen = games.AUTOMATIONS if automations is None else automations
    terms = (chosen, True, 1, 1) if kind is fs.KuhnPoker else (chosen, True, 0, (1, 2), 2, 4)
    stacks = (2, 2) if kind is fs.KuhnPoker else (9, 9)
    return games.EngineGame(lambda: kind.create_state(*terms, stacks, 2), **options)


def policy(change: Callable[[dict[str, Any]], object]) -> Any:
    return games.to_open_spiel_policy(by_key(change), games.Kuhn())


TABLE: Table = {
    "solvers/games/engine.py": [
        ("EngineGame.__post_init__", lambda: engine(()), "the state must automate"),
        ("EngineGame.__post_init__", lambda: engine(tuple(fs.Automation)), "to chance"),
        (
            "EngineGame.__post_init__",
            lambda: engine(kind=fs.FixedLimitBadugi),
            "games with draws are not supported",
        ),
        ("EngineGame.__post_init__", lambda: engine(max_deals=1), "must be at most 1, got 6"),
    ],
    "solvers/games/kuhn.py": [
        ("Kuhn.__post_init__", lambda: games.Kuhn(1), "players must be at least 2, got 1"),
        ("Kuhn.__post_init__", lambda: games.Kuhn(2, 14), "cards must be from 3 to 13"),
    ],
    "solvers/games/limit_betting.py": [
        ("betting_nodes", lambda: limit(bets=((1, 2, 3, 4),) * 2, max_bets=9).betting, "use fewer"),
        ("count_nodes", lambda: limit(max_bets=999).betting, "max_bets must be at most"),
    ],
    "solvers/games/limit_poker.py": [
        ("LimitPoker.__post_init__", lambda: limit(players=1), "players must be at least 2"),
        ("LimitPoker.__post_init__", lambda: limit(ranks="JQX"), "different letters of 2345678"),
        ("LimitPoker.__post_init__", lambda: limit(private=0), "at least 1 card, got 0"),
        ("LimitPoker.__post_init__", lambda: limit(board=()), "the same number of rounds"),
        ("LimitPoker.__post_init__", lambda: limit(players=9), "the deck must have at least"),
        (
            "LimitPoker.__post_init__",
            lambda: limit(hand_type=face("cards.hands").STANDARD_HIGH),
            "private and board cards must be at least 5",
        ),
        ("LimitPoker.__post_init__", lambda: limit(ante=0), "ante must be positive, got 0"),
        ("LimitPoker.__post_init__", lambda: limit(bets=((0,), (4,))), "different positive sizes"),
        ("LimitPoker.__post_init__", lambda: limit(max_bets=0), "max_bets"),
        ("_checked_deck", lambda: games.leduc(ranks=14), "ranks must be from 2 to 13, got 14"),
        ("_checked_deck", lambda: games.leduc(suits=5), "suits must be from 1 to 4, got 5"),
    ],
    "solvers/games/open_spiel.py": [
        (
            "OpenSpielGame.__post_init__",
            lambda: games.OpenSpielGame("matrix_rps"),
            "must move in turns",
        ),
        (
            "OpenSpielGame.__post_init__",
            lambda: games.OpenSpielGame("tarok"),
            "must give the probabilities of its chance outcomes",
        ),
        (
            "OpenSpielGame.__post_init__",
            lambda: games.OpenSpielGame("backgammon"),
            "must have strings for its information sets",
        ),
        ("OpenSpielGame.game", lambda: games.OpenSpielGame("x"), "OpenSpiel has no game 'x'"),
        ("OpenSpielGame.game", lambda: games.OpenSpielGame("kuhn_poker(x=1)"), "rejects"),
        (
            "open_spiel_twin",
            lambda: games.open_spiel_twin(games.Kuhn(2, 5)),
            "got Kuhn poker: 2 players, 5 cards",
        ),
        (
            "to_open_spiel_policy",
            lambda: games.to_open_spiel_policy({}, games.Kuhn()),
            "must have every information set, lacks",
        ),
        (
            "decisions_of_both",
            lambda: list(games.decisions_of_both(games.Kuhn(), games.OpenSpielGame("leduc_poker"))),
            "must have the same tree",
        ),
        (
            "_checked",
            lambda: policy(lambda table: next(iter(table.values())).update(x=1)),
            "got 'x'",
        ),
        (
            "_checked",
            lambda: policy(lambda table: next(iter(table.values())).clear()),
            "add up to 1",
        ),
        (
            "_pyspiel",
            lambda: without("pyspiel", lambda: games.OpenSpielGame("kuhn_poker")),
            "OpenSpiel is not installed",
            MissingLibraryError,
        ),
    ],
}
