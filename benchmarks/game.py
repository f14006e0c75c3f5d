"""The rules engine against PokerKit: whole hands, copies, and hand histories.

Both sides run the same code, because the names are the same. The policy is as cheap as possible, so
that the engines dominate the time.
"""

import copy
import random
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import pokerkit
import pyspiel

import fifthstreet.pokerkit
from benchmarks.measure import Figure, at_most, cpu_in_turns, cpu_seconds, faster_than
from fifthstreet.game import Automation, State
from fifthstreet.game.variants import NoLimitTexasHoldem

STACK, BLINDS = 200, (1, 2)
FACADE_LIMIT = 1.5  # times the engine's own time
PEER_SHARE = 20  # hands that we play for each hand of the peer, so that both take similar times


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    for players in (2, 6):
        yield _hands(f"{players} players, random", players, _act_at_random, 20)
        yield _hands(f"{players} players, calling", players, _call, 60)
        yield _own_names(players)
    yield from _other_engines()
    yield _variants()
    yield _copy()
    yield from _histories()


def _no_limit_hold_em(kit: ModuleType, players: int) -> Callable[[], Any]:
    game = kit.NoLimitTexasHoldem(tuple(kit.Automation), True, 0, BLINDS, BLINDS[1])
    return lambda: game(STACK, players)


def _act_at_random(state: Any, chooser: random.Random) -> None:
    """Fold, call or raise with equal probability, where legal."""
    choice = chooser.random() * 3
    if choice < 1 and state.can_fold():
        state.fold()
    elif choice < 2 and state.can_complete_bet_or_raise_to():
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(low + int(chooser.random() * (high - low + 1)))
    else:
        state.check_or_call()


def _call(state: Any, chooser: random.Random) -> None:
    state.check_or_call()


def _play(deal: Callable[[], Any], act: Callable[[Any, random.Random], None], hands: int) -> None:
    chooser = random.Random(7)
    for _ in range(hands):
        state = deal()
        while state.status:
            act(state, chooser)


def _hands(
    name: str, players: int, act: Callable[[Any, random.Random], None], target: float
) -> Figure:
    hands = 60
    peer_deal = _no_limit_hold_em(pokerkit, players)
    our_deal = _no_limit_hold_em(fifthstreet.pokerkit, players)
    theirs = cpu_seconds(lambda: _play(peer_deal, act, hands), repeats=3) / hands
    many = hands * PEER_SHARE
    ours = cpu_seconds(lambda: _play(our_deal, act, many), repeats=3) / many
    return faster_than(name, ours * 1e6, "PokerKit", theirs * 1e6, "us", target)


def _own_deal(players: int) -> Callable[[], State]:
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, BLINDS, BLINDS[1])
    return lambda: game(STACK, players)


def _own_names(players: int) -> Figure:
    """Compare PokerKit's names with the engine's own; both play the same hands."""
    hands = 1000
    engine, facade = cpu_in_turns(
        [
            partial(_play, _own_deal(players), _act_by_own_names, hands),
            partial(_play, _no_limit_hold_em(fifthstreet.pokerkit, players), _act_at_random, hands),
        ]
    )
    name = f"PokerKit's names over the engine's, {players} players"
    return at_most(name, facade / engine, FACADE_LIMIT, "x")


def _act_by_own_names(state: State, chooser: random.Random) -> None:
    choice = chooser.random() * 3
    if choice < 1 and state.can_fold():
        state.fold()
    elif choice < 2 and state.can_bet_or_raise_to():
        low, high = state.min_raise_to, state.max_raise_to
        state.bet_or_raise_to(low + int(chooser.random() * (high - low + 1)))
    else:
        state.check_or_call()


def _other_engines() -> Iterator[Figure]:
    """Compare with OpenSpiel's universal_poker, a C++ engine for hold'em only.

    Both are called from Python and play the same policy, with the same mean number of decisions of
    each kind. OpenSpiel is not asked for payoffs, which our engine always has at the end of a hand.
    """
    for players in (2, 6):
        game = _open_spiel_game(players)
        deal = _own_deal(players)
        hands = 2000  # enough for the random hands of both sides to be alike
        theirs, ours = cpu_in_turns(
            [
                partial(_play_open_spiel, game, hands),
                partial(_play, deal, _act_by_own_names, hands),
            ]
        )
        name = f"{players} players, random"
        ours_us, theirs_us = ours / hands * 1e6, theirs / hands * 1e6
        yield faster_than(name, ours_us, "OpenSpiel", theirs_us, "us", 1.1)


def _open_spiel_game(players: int) -> Any:
    heads_up = players == 2
    return pyspiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "numPlayers": players,
            "numRounds": 4,
            "blind": "2 1" if heads_up else "1 2" + " 0" * (players - 2),
            "firstPlayer": "2 1 1 1" if heads_up else "3 1 1 1",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join([str(STACK)] * players),
            "bettingAbstraction": "fullgame",
        },
    )


def _play_open_spiel(game: Any, hands: int) -> None:
    """Play the same policy: action 0 folds, 1 calls, the others raise to that many chips."""
    chooser = random.Random(7)
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(actions[int(chooser.random() * len(actions))])
                continue
            choice = chooser.random() * 3
            raises = actions[2:] if actions[0] == 0 else actions[1:]
            if choice < 1 and actions[0] == 0:
                state.apply_action(0)
            elif choice < 2 and raises:
                state.apply_action(raises[int(chooser.random() * len(raises))])
            else:
                state.apply_action(1)


def _variant_deals(kit: ModuleType, players: int) -> list[Callable[[], Any]]:
    """Return deals of nine variants with the stakes of a small cash game."""
    automations = tuple(kit.Automation)
    blinds, bring_in, small, big = (1, 2), 1, 2, 4
    games = [
        kit.FixedLimitTexasHoldem(automations, True, 0, blinds, small, big),
        kit.NoLimitTexasHoldem(automations, True, 0, blinds, small),
        kit.PotLimitOmahaHoldem(automations, True, 0, blinds, small),
        kit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter(
            automations, True, 0, blinds, small, big
        ),
        kit.FixedLimitSevenCardStud(automations, True, 1, bring_in, small, big),
        kit.FixedLimitSevenCardStudHighLowSplitEightOrBetter(
            automations, True, 1, bring_in, small, big
        ),
        kit.FixedLimitRazz(automations, True, 1, bring_in, small, big),
        kit.NoLimitDeuceToSevenLowballSingleDraw(automations, True, 0, blinds, small),
        kit.FixedLimitDeuceToSevenLowballTripleDraw(automations, True, 0, blinds, small, big),
    ]
    return [partial(game, STACK, players) for game in games]


def _act_in_any_game(state: Any, chooser: random.Random) -> None:
    if state.can_post_bring_in():
        state.post_bring_in()
    elif state.can_stand_pat_or_discard():
        cards = state.hole_cards[state.stand_patter_or_discarder_index]
        state.stand_pat_or_discard(cards[: int(chooser.random() * 3)])
    else:
        _act_at_random(state, chooser)


def _variants() -> Figure:
    """Compare the mean time of a hand over the variants."""
    hands = 20
    peer_deals = _variant_deals(pokerkit, 4)
    our_deals = _variant_deals(fifthstreet.pokerkit, 4)

    def play_all(deals: list[Callable[[], Any]], count: int) -> None:
        for deal in deals:
            _play(deal, _act_in_any_game, count)

    theirs = cpu_seconds(lambda: play_all(peer_deals, hands), repeats=3) / hands / 9
    many = hands * PEER_SHARE
    ours = cpu_seconds(lambda: play_all(our_deals, many), repeats=3) / many / 9
    return faster_than("nine variants, 4 players", ours * 1e6, "PokerKit", theirs * 1e6, "us", 20)


def _copy() -> Figure:
    """Compare copies of a six-handed state on the flop."""

    def on_the_flop(kit: ModuleType) -> Any:
        state = _no_limit_hold_em(kit, 6)()
        while state.street_index == 0:
            state.check_or_call()
        return state

    their_state, our_state = on_the_flop(pokerkit), on_the_flop(fifthstreet.pokerkit)
    theirs = cpu_seconds(lambda: _repeat(lambda: copy.deepcopy(their_state), 20)) / 20
    ours = cpu_seconds(lambda: _repeat(our_state.copy, 2000)) / 2000
    return faster_than("copy of a state", ours * 1e6, "PokerKit", theirs * 1e6, "us", 50)


def _repeat(work: Callable[[], object], times: int) -> None:
    """Repeat work without keeping results, which would mostly measure the garbage collector."""
    for _ in range(times):
        work()


def _histories() -> Iterator[Figure]:
    """Compare parsing and replaying PHH hand histories that PokerKit itself wrote."""
    game = pokerkit.NoLimitTexasHoldem(tuple(pokerkit.Automation), True, 0, BLINDS, BLINDS[1])
    chooser = random.Random(11)
    texts = []
    for _ in range(30):
        state = game(STACK, 6)
        while state.status:
            _act_at_random(state, chooser)
        texts.append(pokerkit.HandHistory.from_game_state(game, state).dumps())

    def parse(kit: ModuleType, times: int) -> None:
        for _ in range(times):
            for text in texts:
                kit.HandHistory.loads(text)

    def replay(histories: list[Any], times: int) -> None:
        for _ in range(times):
            for history in histories:
                for _state in history:
                    pass

    theirs = cpu_seconds(lambda: parse(pokerkit, 1), repeats=3) / len(texts)
    ours = cpu_seconds(lambda: parse(fifthstreet.pokerkit, 20), repeats=3) / len(texts) / 20
    yield faster_than("PHH, parse", ours * 1e6, "PokerKit", theirs * 1e6, "us", 10)
    peer_histories = [pokerkit.HandHistory.loads(text) for text in texts]
    our_histories = [fifthstreet.pokerkit.HandHistory.loads(text) for text in texts]
    theirs = cpu_seconds(lambda: replay(peer_histories, 1), repeats=3) / len(texts)
    ours = cpu_seconds(lambda: replay(our_histories, 10), repeats=3) / len(texts) / 10
    yield faster_than("PHH, replay", ours * 1e6, "PokerKit", theirs * 1e6, "us", 10)
