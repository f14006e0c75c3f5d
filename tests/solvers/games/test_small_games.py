"""Kuhn, Leduc and similar games: sizes, rules, and comparison with OpenSpiel's trees."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.cards.hands import KUHN_HIGH
from fifthstreet.errors import InputError
from fifthstreet.solvers.games import (
    CHANCE,
    TERMINAL,
    Game,
    Kuhn,
    LimitPoker,
    leduc,
    rhode_island,
    two_one_one,
)
from tests.solvers.games.walking import Sizes, check_chance_is_seen, check_game, check_same_tree

SMALL: list[Game[Any]] = [
    Kuhn(),
    Kuhn(cards=5),
    Kuhn(players=3),
    leduc(),
    leduc(max_bets=1),
    leduc(suits=1),
    leduc(bets=((1, 2), (2, 4))),
    leduc(players=3, ranks=2, suits=2, max_bets=1),
    rhode_island(ranks=4, suits=1),
    two_one_one(ranks=3, suits=2, max_bets=1),
]


@pytest.mark.parametrize("game", SMALL, ids=[game.name for game in SMALL])
def test_whole_trees(game: Game[Any]) -> None:
    sizes = check_game(game)
    check_chance_is_seen(game)
    if isinstance(game, LimitPoker) and game.players == 2:
        assert sizes == counted(game)


def counted(game: LimitPoker) -> Sizes:
    """Compute the sizes of a game for two from the numbers of lines per round and of deals."""
    histories = sets = ends = 0
    cards = len(game.ranks) * len(game.suits)
    own = comb(cards, game.private)
    seen, deals = own, own * comb(cards - game.private, game.private)
    histories += 1 + own
    lines, undealt, unseen = 1, cards - 2 * game.private, cards - game.private
    for board, sizes in zip(game.board, game.bets, strict=True):
        if board:
            histories += deals * lines  # the states in which the board is dealt
            deals *= comb(undealt, board)
            seen *= comb(unseen, board)
            undealt, unseen = undealt - board, unseen - board
        # A bet can be faced after j bets of any size, the first made at once or after a check.
        faced = 2 * sum(len(sizes) ** j for j in range(1, game.max_bets + 1))
        sets += lines * (2 + faced) * seen
        histories += lines * (2 + faced) * deals
        ends += lines * faced * deals
        lines *= 1 + faced
    ends += lines * deals
    return Sizes(histories + ends, ends, sets)


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        (Kuhn(), Sizes(58, 30, 12)),
        (Kuhn(players=3), Sizes(617, 312, 48)),
        (leduc(), Sizes(9_457, 5_520, 936)),
    ],
    ids=["Kuhn", "Kuhn for three", "Leduc"],
)
def test_published_sizes(game: Game[Any], sizes: Sizes) -> None:
    assert check_game(game) == sizes


@pytest.mark.parametrize("game", [rhode_island(), two_one_one()], ids=lambda game: game.title)
def test_documented_sizes_of_large_games(game: LimitPoker) -> None:
    sizes = counted(game)
    row = f"| {sizes.histories:,} | {sizes.information_sets:,} |"
    page = Path(__file__).parents[3] / "docs/reference/python/cfr.md"
    assert row in page.read_text(encoding="utf-8")


def test_names_are_unique() -> None:
    games = [*SMALL, rhode_island(), two_one_one(), replace(leduc(), ante=2)]
    assert len({game.name for game in games}) == len(games)


# OpenSpiel.

TWINS = [
    (Kuhn(), "kuhn_poker"),
    (Kuhn(players=3), "kuhn_poker(players=3)"),
    (Kuhn(players=4), "kuhn_poker(players=4)"),
    (leduc(), "leduc_poker"),
]


def in_step(game: Game[Any], theirs: Any) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of states, ours and OpenSpiel's, after the same deals and actions."""
    stack = [(game.root(), theirs)]
    while stack:
        state, other = stack.pop()
        yield state, other
        if not other.is_terminal():
            stack += [
                (game.child(state, index), other.child(action))
                for index, action in enumerate(other.legal_actions())
            ]


def check_same(game: Game[Any], state: Any, other: Any) -> None:
    player = game.player(state)
    if other.is_terminal():
        assert player == TERMINAL
        assert list(game.payoffs(state)) == pytest.approx(other.returns())
    elif other.is_chance_node():
        assert player == CHANCE
        assert list(game.probabilities(state)) == pytest.approx(
            [probability for _, probability in other.chance_outcomes()]
        )
    else:
        assert player == other.current_player()
        assert len(game.actions(state)) == len(other.legal_actions())


@pytest.mark.parametrize(("game", "name"), TWINS, ids=[name for _, name in TWINS])
def test_trees_match_open_spiel(game: Game[Any], name: str) -> None:
    their_key: dict[str, str] = {}
    our_key: dict[str, str] = {}
    for state, other in in_step(game, pyspiel.load_game(name).new_initial_state()):
        check_same(game, state, other)
        if game.player(state) >= 0:
            key, text = game.information_set(state), other.information_state_string()
            assert their_key.setdefault(key, text) == text
            assert our_key.setdefault(text, key) == key


larger_leduc = lru_cache(maxsize=None)(leduc)


@given(data=st.data(), players=st.integers(3, 4))
def test_leduc_for_more_players_matches_open_spiel(data: st.DataObject, players: int) -> None:
    game = larger_leduc(players=players)
    state = game.root()
    other = pyspiel.load_game(f"leduc_poker(players={players})").new_initial_state()
    while True:
        check_same(game, state, other)
        if other.is_terminal():
            return
        index = data.draw(st.integers(0, len(other.legal_actions()) - 1))
        state, other = game.child(state, index), other.child(other.legal_actions()[index])


# Rules.


@pytest.mark.parametrize(("players", "cards"), [(2, 3), (2, 6), (3, 4), (3, 5), (4, 5)])
def test_kuhn_is_a_limit_game(players: int, cards: int) -> None:
    """The direct implementation equals the general one."""
    direct = Kuhn(players=players, cards=cards)
    general = LimitPoker(
        title="Kuhn",
        ranks="23456789TJQKA"[-1 - cards : -1],
        suits="s",
        hand_type=KUHN_HIGH,
        private=1,
        board=(0,),
        ante=1,
        bets=((1,),),
        max_bets=1,
        players=players,
    )
    check_same_tree(direct, general)


def follow(game: LimitPoker, *actions: str) -> Any:
    """Return the state after the named deals and actions."""
    state = game.root()
    for action in actions:
        state = game.child(state, game.actions(state).index(action))
    return state


def test_a_call_before_the_last_round_starts_the_next() -> None:
    game = leduc()
    called = follow(game, "Ks", "Qs", "b", "c")
    assert game.player(called) == CHANCE
    assert game.public_key(called) is not None
    assert game.player(follow(game, "Ks", "Qs", "b", "c", "Qh")) == 0


def test_player_0_opens_every_round() -> None:
    game = rhode_island()
    assert game.player(follow(game, "As", "Ks", "k", "b", "c", "Qs")) == 0
    assert game.player(follow(game, "As", "Ks", "k", "b", "c", "Qs", "k", "b", "c", "2c")) == 0
    three = leduc(players=3)
    assert three.player(follow(three, "Ks", "Qs", "Js", "b", "f", "c", "Kh")) == 0
    assert three.player(follow(three, "Ks", "Qs", "Js", "k", "b", "c", "f", "Kh")) == 1


def test_raises_are_capped() -> None:
    game = rhode_island()
    assert game.actions(follow(game, "As", "Ks", "b", "b")) == ("f", "c", "b")
    assert game.actions(follow(game, "As", "Ks", "b", "b", "b")) == ("f", "c")
    assert game.actions(follow(game, "As", "Ks", "b", "b", "b", "c", "Qs")) == ("k", "b")


def test_payoffs_are_chips_not_wins() -> None:
    game = leduc()
    assert game.payoffs(follow(game, "Ks", "Qs", "b", "f")) == (1, -1)
    assert game.payoffs(follow(game, "Ks", "Qs", "b", "b", "f")) == (-3, 3)
    line = ("Ks", "Qs", "b", "b", "c", "Qh", "b", "b", "c")
    assert game.payoffs(follow(game, *line)) == (-13, 13)
    assert game.payoffs(follow(game, "Ks", "Kh", "b", "c", "Qh", "k", "k")) == (0, 0)


def test_games_with_several_bet_sizes() -> None:
    game = leduc(bets=((1, 2), (2, 4)))
    state = follow(game, "Ks", "Qs", "b1", "b2", "c", "Qh", "b4")
    assert game.payoffs(game.child(state, 0)) == (4, -4)
    assert game.information_set(state) == "Qs|Qh|b1b2c/b4"


def test_three_card_hands_rank_as_published() -> None:
    """Rarer hands rank higher; straights are rarer than flushes (Shi & Littman 2001)."""
    game = rhode_island()
    counts: dict[str, int] = {}
    for cards in combinations(range(52), 3):
        label = game.hand_type.label(game.hand_type.strength(cards))
        counts[str(label)] = counts.get(str(label), 0) + 1
    assert sorted(counts, key=counts.__getitem__) == [
        "straight flush",
        "three of a kind",
        "straight",
        "flush",
        "one pair",
        "high card",
    ]
    order = [str(label) for label in dict.fromkeys(game.hand_type.labels[1:])]
    assert order == sorted(counts, key=counts.__getitem__, reverse=True)
    assert counts["straight flush"] == 48  # 12 straights in 4 suits: the ace also plays low
    assert game.hand_type.strength("As2d3c") < game.hand_type.strength("2s3d4c")


def test_rhode_island_has_the_published_size() -> None:
    """Gilpin & Sandholm (2005): an LP of 91,224,226 rows and columns, over 3.1e9 nodes."""
    game = rhode_island()
    hands = [52, 52 * 51, 52 * 51 * 50]  # deals a player can have seen, by round
    sets, sequences = [0, 0], [1, 1]
    for node in game.betting:
        if node.player != TERMINAL:
            sets[node.player] += hands[node.round]
            sequences[node.player] += hands[node.round] * len(node.actions)
    # Sequences of one player, and a constraint for each information set of the other and the root.
    assert sequences[1] + sets[0] + 1 == 91_224_226
    assert sequences[0] + sets[1] + 1 == 91_224_226
    assert counted(game).histories > 3.1e9


def test_two_one_one_has_no_face_cards_and_four_bets_per_round() -> None:
    game = two_one_one()
    assert len(game.actions(game.root())) == 40
    assert game.actions(follow(game, "As", "Ts", "b", "b", "b")) == ("f", "c", "b")
    assert game.actions(follow(game, "As", "Ts", "b", "b", "b", "b")) == ("f", "c")
    state = follow(game, "As", "8c", "k", "k", "Ts", "k", "k", "9d", "b", "c")
    assert game.payoffs(state) == (25, -25)  # the ace follows the ten, so A-T-9 beats T-9-8


# Bad input.


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Kuhn(players=1), "players must be at least 2, got 1"),
        (lambda: Kuhn(cards=2), "cards must be from 3 to 13 for 2 players, got 2"),
        (lambda: Kuhn(cards=14), "cards must be from 3 to 13 for 2 players, got 14"),
        (lambda: leduc(players=1, ranks=3), "players must be at least 2, got 1"),
        (lambda: leduc(ranks=14), "ranks must be from 2 to 13, got 14"),
        (lambda: two_one_one(ranks=11), "ranks must be from 2 to 10, got 11"),
        (lambda: leduc(suits=5), "suits must be from 1 to 4, got 5"),
        (lambda: leduc(suits=0), "suits must be from 1 to 4, got 0"),
        (lambda: leduc(players=7, ranks=3), "the deck must have at least 8 cards, got 6"),
        (
            lambda: leduc(bets=(2,)),
            "bets and board must have the same number of rounds, at least one, got 1 and 2",
        ),
        (lambda: leduc(bets=(2, -4)), "bets must be different positive sizes"),
        (lambda: leduc(bets=(2, (4, 4))), "bets must be different positive sizes"),
        (lambda: leduc(bets=(2, ())), "bets must be different positive sizes"),
        (lambda: leduc(max_bets=0), "max_bets must be at least 1, got 0"),
        (lambda: replace(leduc(), ante=0), "ante must be positive, got 0"),
        (lambda: replace(leduc(), private=0), "private must be at least 1 card, got 0"),
        (lambda: replace(leduc(), board=(0, 0)), "got 1 and 0"),
    ],
)
def test_bad_games(make: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)
