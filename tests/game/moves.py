"""Random moves, legal and illegal, for states of this engine and of PokerKit."""

from collections.abc import Iterator
from math import inf
from random import Random
from typing import Any

from fifthstreet.game.state import State
from fifthstreet.pokerkit.state import State as PokerKitState


def pokerkit_state(state: Any) -> Any:
    """Return a state of the engine with PokerKit's names; other states as they are."""
    return PokerKitState.of(state) if isinstance(state, State) else state


Move = tuple[str, tuple[Any, ...]]  # an operation and its arguments

# Each operation with its verifier and its query.
TRIPLETS = {
    "post_ante": ("verify_ante_posting", "can_post_ante"),
    "collect_bets": ("verify_bet_collection", "can_collect_bets"),
    "post_blind_or_straddle": ("verify_blind_or_straddle_posting", "can_post_blind_or_straddle"),
    "burn_card": ("verify_card_burning", "can_burn_card"),
    "deal_hole": ("verify_hole_dealing", "can_deal_hole"),
    "deal_board": ("verify_board_dealing", "can_deal_board"),
    "stand_pat_or_discard": ("verify_standing_pat_or_discarding", "can_stand_pat_or_discard"),
    "fold": ("verify_folding", "can_fold"),
    "check_or_call": ("verify_checking_or_calling", "can_check_or_call"),
    "post_bring_in": ("verify_bring_in_posting", "can_post_bring_in"),
    "complete_bet_or_raise_to": (
        "verify_completion_betting_or_raising_to",
        "can_complete_bet_or_raise_to",
    ),
    "select_runout_count": ("verify_runout_count_selection", "can_select_runout_count"),
    "show_or_muck_hole_cards": (
        "verify_hole_cards_showing_or_mucking",
        "can_show_or_muck_hole_cards",
    ),
    "kill_hand": ("verify_hand_killing", "can_kill_hand"),
    "push_chips": ("verify_chips_pushing", "can_push_chips"),
    "pull_chips": ("verify_chips_pulling", "can_pull_chips"),
    "no_operate": ("verify_no_operation", "can_no_operate"),
}


def likely_moves(state: Any, rng: Random) -> Iterator[Move]:
    """Yield moves of the dealer and of players that suit the current phase."""
    state = pokerkit_state(state)
    names = []
    if any(state.ante_posting_statuses):
        names.append("post_ante")
    if state.bet_collection_status:
        names.append("collect_bets")
    if any(state.blind_or_straddle_posting_statuses):
        names.append("post_blind_or_straddle")
    if any(state.standing_pat_or_discarding_statuses):
        names.append("stand_pat_or_discard")
    elif any(state.hole_dealing_statuses) or any(state.board_dealing_counts):
        names += ["burn_card"] * state.card_burning_status
        names += ["deal_hole"] * any(state.hole_dealing_statuses)
        names += ["deal_board"] * any(state.board_dealing_counts)
    elif state.card_burning_status:
        names.append("burn_card")
    if state.actor_indices:
        names += ["check_or_call"] * 5 + ["complete_bet_or_raise_to"] * 3
        names += ["post_bring_in"] * 8 * state.bring_in_status
        behind = state.bets[state.actor_indices[0]] < max(state.bets)
        names += ["fold"] * (3 if behind else rng.random() < 0.1)
    if any(state.runout_count_selector_statuses):
        names.append("select_runout_count")
    if state.showdown_indices:
        names.append("show_or_muck_hole_cards")
    if any(state.hand_killing_statuses):
        names.append("kill_hand")
    if state._sub_pots:
        names.append("push_chips")
    if any(state.chips_pulling_statuses):
        names.append("pull_chips")
    for name in names:
        has_no_arguments = rng.random() < 0.5 and name != "stand_pat_or_discard"
        yield name, () if has_no_arguments else arguments_of(name, state, rng)


def arguments_of(name: str, state: Any, rng: Random, *, careless: bool = False) -> tuple[Any, ...]:
    """Draw arguments for a move, valid or not; careless ones may deal cards that are in play."""
    state = pokerkit_state(state)
    player = rng.choice((None, rng.randrange(state.player_count)))
    match name:
        case "post_ante" | "post_blind_or_straddle" | "kill_hand" | "pull_chips":
            return (player,)
        case "burn_card":
            count = rng.choice((1, 1, 1, 2))
            return (rng.choice((None, deal_text(state, rng, count, careless), "??")),)
        case "deal_hole":
            return (_some_cards(state, rng, rng.choice((1, 1, 2, 3)), careless), player)
        case "deal_board":
            count = rng.choice((1, 2, 3, state.board_dealing_count or 1))
            return (_some_cards(state, rng, count, careless, unknown=careless),)
        case "stand_pat_or_discard":
            return (_discards(state, rng),)
        case "complete_bet_or_raise_to":
            return (_amount(state, rng),)
        case "select_runout_count":
            return (rng.choice((None, 1, 2, 2, 3)),)
        case "show_or_muck_hole_cards":
            return (_to_show(state, rng, player, careless), player)
    return ()


def make(state: Any, move: Move) -> bool:
    """Make a move; return False if it was rejected."""
    state = pokerkit_state(state)
    name, arguments = move
    try:
        getattr(state, name)(*arguments)
    except ValueError:
        return False
    return True


def make_any_move(state: Any) -> None:
    """Make the first move that is possible, which there is until the hand is over."""
    state = pokerkit_state(state)
    if state.actor_index is None and state.showdown_index is not None:
        hole = state.hole_cards[state.showdown_index]
        # Unknown cards cannot be shown, so name cards in their place.
        unused = iter([card for card in state.cards_not_in_play if card not in hole])
        state.show_or_muck_hole_cards([card if card else next(unused) for card in hole])
        return
    for name, (_, query) in TRIPLETS.items():
        if name != "no_operate" and getattr(state, query)():
            getattr(state, name)()
            return
    raise AssertionError("no operation is possible, but the hand is not over")


def deal_text(
    state: Any, rng: Random, count: int, careless: bool = False, *, unknown: bool = True
) -> str:
    """Draw dealable cards; occasionally any that are not in play, or any at all if careless."""
    cards = [*map(repr, state.get_dealable_cards(count, False))]
    if rng.random() < 0.1:
        cards = [*map(repr, state.deck if careless else state.cards_not_in_play)]
    if unknown and rng.random() < 0.1:
        cards += ["??"] * 4
    return "".join(rng.sample(cards, min(count, len(cards))))


def _some_cards(
    state: Any, rng: Random, count: int, careless: bool, *, unknown: bool = True
) -> Any:
    state = pokerkit_state(state)
    if rng.random() < 0.1:
        return None
    if rng.random() < 0.3:
        return count
    return deal_text(state, rng, count, careless, unknown=unknown)


def _discards(state: Any, rng: Random) -> str:
    state = pokerkit_state(state)
    player = state.stand_patter_or_discarder_index
    hole = list(state.hole_cards[player or 0])
    if rng.random() < 0.05:
        return deal_text(state, rng, 1)
    cards = [*map(repr, rng.sample(hole, rng.randint(0, len(hole))))]
    return "".join(dict.fromkeys(cards))  # PokerKit crashes on duplicate cards


def _amount(state: Any, rng: Random) -> Any:
    state = pokerkit_state(state)
    low = state.min_completion_betting_or_raising_to_amount
    high = state.max_completion_betting_or_raising_to_amount
    if low is None:
        return rng.choice((None, 1, 5))
    if high == inf:
        return rng.choice((None, low, 2 * low, 3 * low))
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice((low - 1, high + 1, 0, None))
    if kind == 1:
        return low
    if kind == 2:
        return high
    part = (high - low) * rng.randrange(9)
    return low + (part // 8 if isinstance(part, int) else part / 8)


def _to_show(state: Any, rng: Random, player: int | None, careless: bool) -> Any:
    state = pokerkit_state(state)
    kind = rng.randrange(8)
    if kind < 2:
        return None
    if kind < 5:
        return kind < 4
    if player is None and state.showdown_indices:
        player = state.showdown_indices[0]
    if careless or player is None:
        player = rng.randrange(state.player_count)
    hole = [*map(repr, state.hole_cards[player])]
    if kind == 5:
        return deal_text(state, rng, len(hole), unknown=False)
    rng.shuffle(hole)
    return "".join(hole[: len(hole) if kind == 6 else rng.randint(0, len(hole))])
