"""The ACPC dealer: cards, rules and logs as in the competition, whatever clients send."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.agents import Action, create_agent
from fifthstreet.arena.hand import HandPlay, Lineup
from fifthstreet.arena.seeds import DealSeeds
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation
from fifthstreet.game.notation import ACPCLogParser, acpc_log_line, acpc_match_states
from fifthstreet.game.seat_views import SeatView, Terms
from fifthstreet.interop.acpc import Dealer, GameDefinition, TimeLimits, deals, play_under_dealer
from fifthstreet.interop.acpc.dealt_hand import DealtHand
from fifthstreet.interop.acpc.match_log import hand_line, log_header
from tests.interop.matches import connected, played
from tests.oracles.acpc import Betting, play
from tests.thoroughness import examples

# Hands of matches that the competition's dealer dealt with seed 0, as the tests of the Ruby
# packages acpc_dealer and acpc_poker_types have them.
PUBLISHED = {
    (2, 0): ("5d5c", "9hQd"),
    (2, 998): ("Kc6h", "Qc3s", "QhAh8d", "Th", "9d"),
    (2, 999): ("Jc8d", "TdQd", "As6d6h", "7h", "4s"),
    (3, 999): ("QsAs", "3s8h", "Qd3c", "4d6d2d", "5d", "2c"),
}


@pytest.mark.parametrize(("players", "number"), PUBLISHED)
def test_the_same_seed_deals_the_published_hands(players: int, number: int) -> None:
    deal = next(islice(deals(0, players), number, None))
    published = PUBLISHED[players, number]
    assert (*deal.hole_cards, *deal.board)[: len(published)] == published


def random_action(numbers: Random, betting: Betting) -> str:
    """Return an action: often at the edge of what is legal, sometimes not legal."""
    sizes = betting.raise_range
    actions = ["c", "c", "c", "f"]
    if sizes is not None:
        low, high = sizes
        amounts = (low, low, high, numbers.randint(low, high), low - 1, high + 1, 0)
        actions += ["r"] * 3 if betting.is_limit else [f"r{each}" for each in amounts]
    else:
        actions += ["r", "r300"]
    return numbers.choice([*actions, "x", "", "r"])


def meaning(text: str, betting: Betting) -> str:
    """Return the action that an answer counts as, by the rules of the competition."""
    sizes = betting.raise_range
    if text == "f":
        return "f" if betting.can_fold else "c"
    if text.startswith("r") and sizes is not None:
        if betting.is_limit:
            return "r"
        if text[1:]:
            low, high = sizes
            return f"r{min(max(int(text[1:]), low), high)}"
    return "c"


@settings(deadline=None, max_examples=examples(200))
@given(st.booleans(), st.integers(2, 10), st.integers(0, 2**32 - 1))
def test_hands_follow_the_rules_of_the_competition(is_limit: bool, players: int, seed: int) -> None:
    definition = GameDefinition.named(f"{'limit' if is_limit else 'nolimit'}-{players}p")
    numbers = Random(seed)
    hand = DealtHand(definition, 7, next(deals(seed, players)))
    actions = ""
    while True:
        betting = Betting(players, is_limit, actions)
        assert hand.betting.replace("/", "") == actions
        assert hand.betting.count("/") == betting.street or betting.turn is None
        if betting.turn is None:
            break
        assert hand.actor == betting.turn
        text = random_action(numbers, betting)
        action = meaning(text, betting)
        assert (hand.act(text) is None) == (text == action)
        actions += action
    assert hand.is_over
    is_showdown = len(betting.folded) < players - 1
    if is_showdown:
        assert hand.betting.count("/") == 3
    assert hand.payoffs == betting.values(list(hand.deal.hole_cards), "".join(hand.cards))
    assert sum(hand.payoffs) == 0
    for position in range(players):
        shown = hand.match_state(position).hole_cards
        for place, cards in enumerate(hand.deal.hole_cards):
            is_seen = place == position or (is_showdown and place not in betting.folded)
            assert shown[place] == (cards if is_seen else "")
    check_log_line(hand, definition)


def check_log_line(hand: DealtHand, definition: GameDefinition) -> None:
    """Check that the readers and writers of hand histories agree with a line of the log."""
    names = [f"p{place}" for place in range(definition.players)]
    line = hand_line(hand, names)
    history = ACPCLogParser(definition.game(), definition.starting_stack).parse_hand(line)
    results = [float(each) for each in line.split(":")[4].split("|")]
    assert results == pytest.approx([float(each) for each in hand.payoffs], abs=1e-6)
    if all(isinstance(each, int) for each in hand.payoffs) and definition.players == 2:
        assert acpc_log_line(history) == line
        *_, (_, message) = acpc_match_states(history, 0)
        if "f" in hand.betting:
            assert message.strip() == str(hand.match_state(0))


GAMES = [
    ("nolimit-2p", 2),
    ("limit-2p", 2),
    ("nolimit-3p", 3),
    ("limit-3p", 3),
    ("nolimit-10p", 10),
]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_independent_clients_play_a_match(game: str, players: int, tmp_path: Path) -> None:
    numbers = Random(3)
    is_limit = game.startswith("limit")
    log = tmp_path / "match.log"
    names = [f"p{place}" for place in range(players)]
    dealer = Dealer(game, names, hands=12, seed=5, name="try", log=log)
    choose = partial(random_action, numbers)
    client = partial(play, players=players, is_limit=is_limit, choose=choose)
    match, lines = played(dealer, [client] * players)
    assert (match.failure, match.hands) == (None, 12)
    (
        header,
        *limits,
    ) = log.read_text().splitlines()[:4]
    assert header == f"# name/game/hands/seed try {dealer.definition.file_name} 12 5"
    assert limits == ["#--t_response 10000", "#--t_hand 600000", "#--t_per_hand 7000"]
    *hands, score = log.read_text().splitlines()[4:]
    assert score == match.score
    totals = dict.fromkeys(names, 0.0)
    for number, (line, deal) in enumerate(zip(hands, deals(5, players), strict=False)):
        kind, shown, betting, cards, results, who = line.split(":")
        assert (kind, shown) == ("STATE", str(number))
        assert cards.startswith("|".join(deal.hole_cards))
        order = who.split("|")
        assert order == [names[(place + number) % players] for place in range(players)]
        for name, result in zip(order, results.split("|"), strict=True):
            totals[name] += float(result)
        for seat, received in enumerate(lines):
            head = f"MATCHSTATE:{(seat - number) % players}:{number}:"
            final = [each for each in received if each.startswith(head)]
            assert final[-1].split(":")[3] == betting
    for name, won in zip(names, match.winnings, strict=True):
        assert won.total == pytest.approx(totals[name], abs=1e-4)


class Recorder:
    """An agent that plays like another and keeps what it saw."""

    def __init__(self, name: str) -> None:
        self.agent = create_agent(name)
        self.seen: list[tuple[object, ...]] = []

    def decide(self, view: SeatView) -> Action:
        cards = (view.hole_cards, view.boards, view.street, view.in_hand)
        chips = (view.stacks, view.bets, view.pot, view.hand.starting_stacks)
        legal = (view.to_call, view.min_raise_to, view.max_raise_to)
        self.seen.append((view.hand.number, view.seat, *cards, *chips, *legal))
        return self.agent.decide(view)


@pytest.mark.parametrize("game", ["nolimit-2p", "limit-3p"])
def test_our_clients_play_the_hands_that_the_arena_plays(game: str, tmp_path: Path) -> None:
    """Over TCP, agents see and do what they do in this process, view by view."""
    definition = GameDefinition.named(game)
    players, hands, seed = definition.players, 25, 11
    remote = [Recorder("random") for _ in range(players)]
    clients: list[Callable[[int], object]] = [
        partial(play_under_dealer, "127.0.0.1", agent=agent, game=game, seed=seed)
        for agent in remote
    ]
    names = [f"p{place}" for place in range(players)]
    log = tmp_path / "match.log"
    match, _ = played(Dealer(game, names, hands=hands, seed=4, log=log), clients)
    assert match.failure is None
    assert match.mistake_counts == [0] * players

    local = [Recorder("random") for _ in range(players)]
    lineup = Lineup(local, tuple(names))
    table = definition.game(tuple(Automation))
    totals = [0.0] * players
    for number, deal in zip(range(hands), deals(4, players), strict=False):
        hole = [list(Card.parse(cards)) for cards in deal.hole_cards]
        known = [cards[place] for place in range(2) for cards in hole]
        board = [list(Card.parse(cards)) for cards in deal.board]
        left = [c for c in table.deck if c not in known and not any(c in cards for cards in board)]
        order = known + [c for cards in board for c in (left.pop(), *cards)]
        state = table(definition.starting_stack, players, deck_order=[*order, *left])
        seats = tuple((place + number) % players for place in range(players))
        randoms = DealSeeds(seed, number, players, 1).randoms_at(0, players)
        HandPlay(state, Terms(table), lineup, seats, randoms, number).play()
        for seat, payoff in zip(seats, state.payoffs, strict=True):
            totals[seat] += float(payoff)
    assert [each.seen for each in remote] == [each.seen for each in local]
    assert [won.total for won in match.winnings] == pytest.approx(totals)


def silent(port: int) -> None:
    with connected(port) as connection:
        connection.recv(10)
        while connection.recv(4096):
            pass


def gone(port: int) -> None:
    connected(port).close()


def garbage(port: int) -> None:
    """Send lines that are no answers, then answer wrongly, as fast as possible."""
    noise = b"\x00\xff\n" + b"A" * 10_000 + b"\r\n" + b"MATCHSTATE:9:9:::\r\n\r\n# a comment\r\n"
    with connected(port) as connection:
        try:
            for line in connection.makefile("rb"):
                state = line.strip()
                connection.sendall(noise + b"MATCHSTATE:0:77::|:c\r\n" + state + b":r9e9\xff\r\n")
        except OSError:
            return


def babbler(port: int) -> None:
    """Send a line that never ends."""
    with connected(port) as connection:
        try:
            while True:
                connection.sendall(b"MATCHSTATE" * 1000)
        except OSError:
            return


def caller(port: int) -> list[str]:
    return play(port, 2, False, lambda _: "c")


@pytest.mark.parametrize(
    ("client", "failure"),
    [
        (silent, "bad ran out of time"),
        (gone, "bad (disconnected|cannot be reached).*"),
        (babbler, "bad ran out of time"),
    ],
)
def test_a_player_who_fails_ends_the_match(
    client: Callable[[int], None], failure: str, tmp_path: Path
) -> None:
    log = tmp_path / "match.log"
    limits = TimeLimits(response=0.2)
    dealer = Dealer("nolimit-2p", ["good", "bad"], hands=50, limits=limits, log=log)
    match, _ = played(dealer, [caller, client])
    assert match.failure is not None
    assert re.fullmatch(failure, match.failure)
    assert "SCORE" not in log.read_text()


def test_garbage_is_ignored_and_wrong_answers_are_calls(tmp_path: Path) -> None:
    dealer = Dealer("nolimit-2p", ["good", "bad"], hands=5)
    match, _ = played(dealer, [caller, garbage])
    assert (match.failure, match.hands) == (None, 5)
    assert match.mistake_counts[0] == 0
    assert match.mistake_counts[1] > 5
    assert all(mistake.player == "bad" for mistake in match.mistakes)


def test_a_match_that_a_player_uses_too_much_time_of_ends() -> None:
    limits = TimeLimits(response=5, hand=5, per_hand=0.001)
    dealer = Dealer("nolimit-2p", ["good", "slow"], hands=3, limits=limits)
    match, _ = played(dealer, [caller, silent])
    assert match.failure == "slow ran out of time"


@pytest.mark.parametrize("greeting", [b"HELLO\r\n", b"VERSION:3.0.0\r\n", b"\xff\x00\n", b""])
def test_clients_that_do_not_greet_are_turned_away(greeting: bytes) -> None:
    def second(port: int) -> list[str]:
        with connected(port, greeting) as turned_away:
            if not greeting:
                turned_away.shutdown(socket.SHUT_WR)
            assert turned_away.recv(10) == b""
        return caller(port)

    match, _ = played(Dealer("nolimit-2p", ["ann", "bob"], hands=2), [caller, second])
    assert (match.failure, match.hands) == (None, 2)


def test_a_dealer_does_not_wait_for_ever() -> None:
    with Dealer("nolimit-2p", ["ann", "bob"], hands=1, limits=TimeLimits(start=0.05)) as dealer:
        assert dealer.play().failure == "ann has not connected with VERSION:2.0.0"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": ["ann"]}, "players must be 2 names, as in the game, got 1"),
        (
            {"players": ["ann", "a b"]},
            "a player's name must be ASCII without spaces, : or ., got 'a b'",
        ),
        ({"players": ["ann", "ann"]}, "players must have different names, got ann, ann"),
        ({"hands": 0}, "hands must be at least 1, got 0"),
        ({"seed": -1}, "seed must be from 0 to 4,294,967,295, got -1"),
        ({"ports": [1]}, "ports must be 2 numbers, one for each player, got 1"),
        ({"ports": [0, 99_999]}, "port must be from 0 to 65535, got 99999"),
        ({"host": "203.0.113.1"}, "cannot listen on 203.0.113.1"),
        ({"game": "chess"}, "game must be nolimit-2p, .* got 'chess'"),
        ({"game": "nolimit-11p"}, "players must be from 2 to 10, got 11"),
    ],
)
def test_bad_matches_are_refused(options: dict[str, object], message: str) -> None:
    match = {"game": "nolimit-2p", "players": ["ann", "bob"], "hands": 1} | options
    with pytest.raises(InputError, match=message):
        Dealer(**match)  # type: ignore[arg-type]


def test_bad_limits_are_refused() -> None:
    with pytest.raises(InputError, match="response limit must be above 0 seconds, got 0"):
        TimeLimits(response=0)


def test_limits_may_be_infinite() -> None:
    seconds = TimeLimits(response=inf, hand=inf)
    header = log_header("m", "g", 1, 0, (seconds.response, seconds.hand, seconds.per_hand))
    assert header == ("# name/game/hands/seed m g 1 0", "#--t_per_hand 7000")
