"""Refusals of cards, ranges, hands and equities."""

from __future__ import annotations

from math import inf, nan

import numpy as np

from tests.refusals.table import Table, face

fs = face("")
cards = face("cards")
equity = face("cards.equity")
hands = face("cards.hands")

Range = cards.Range
# Hands that always share the ace of spades.
ACES = Range([float(51 in cards.hole_cards(hand)) for hand in range(1326)])
# Turns clubs into diamonds and back.
SWAP = ((0, 1, 2, 3), (1, 0, 2, 3))


def weighted(masks: list[int], weights: list[float], holes: int = 2) -> object:
    return cards.WeightedHands(np.array(masks, np.uint64), np.array(weights), holes)


TABLE: Table = {
    "cards/card.py": [
        ("make_card", lambda: cards.make_card(13, 0), "rank must be from 0"),
        ("make_card", lambda: cards.make_card(0, 4), "suit must be from 0"),
        ("parse_card", lambda: cards.parse_card("Zz"), "got 'Zz'"),
        ("parse_card", lambda: cards.parse_card("AsKs"), "got 'AsKs'"),
        ("parse_cards", lambda: fs.parse_cards("As1x"), "got '1x' in 'As1x'"),
        ("parse_cards", lambda: fs.parse_cards("10xAs"), "got '10x' in"),
        ("parse_cards", lambda: fs.parse_cards("AsAs"), "As appears twice"),
        ("mask_of", lambda: cards.mask_of([3, 3]), "cards must be distinct"),
        ("combine", lambda: fs.combine(3, 1), "must not share a card, got 2c in both"),
        ("check_mask", lambda: fs.combine(1 << 60, 0), "only bits 0 to 51"),
        ("check_mask", lambda: cards.check_mask(-1), "only bits 0 to 51"),
        ("_known", lambda: cards.mask_of([52]), "card must be known"),
        ("_known", lambda: cards.mask_of([99]), "card must be from 0 to 51"),
    ],
    "cards/deal_counts.py": [
        ("count_deals", lambda: cards.count_deals([0]), "at least 1 card each, got (0,)"),
        ("count_deals", lambda: cards.count_deals([1], ranges=[Range("AA")] * 3), "at most 2"),
        ("count_deals", lambda: cards.count_deals([1], dead=1), "must leave the dead cards 2c"),
        (
            "count_deals",
            lambda: cards.count_deals(
                [1], ranges=[Range("AsKs")], perms=((0, 1, 2, 3), (3, 1, 2, 0))
            ),
            "must leave every range unchanged",
        ),
    ],
    "cards/decks.py": [("kuhn_deck", lambda: cards.kuhn_deck(1), "2 to 13 cards, got 1")],
    "cards/equity/calculate.py": [
        ("equity", lambda: fs.equity("AA", "KK", method="guess"), "method must be one of"),
        ("equity", lambda: fs.equity("AA", "KK", samples=0), "samples must be at least 1"),
        ("equity", lambda: fs.equity("AA", "KK", seed=-1), "seed must be from 0"),
        ("equity", lambda: fs.equity(*["random"] * 9, method="exact"), "too many for an exact"),
        ("hand_strength", lambda: fs.hand_strength("AA", opponents=0), "opponents must be from 1"),
    ],
    "cards/equity/exact.py": [
        ("_look_up", lambda: fs.equity("AsKs", "AsQs"), "no deal is possible"),
        ("_deal_hands", lambda: fs.equity("AsKs", "AsQs", "2c2d"), "no deal is possible"),
        ("_sweep", lambda: fs.equity(ACES, ACES, board="2c3c4c5c7d"), "no deal is possible"),
    ],
    "cards/game_names.py": [
        ("find_game", lambda: fs.equity("AA", "KK", game="snap"), "game must be one of holdem"),
        ("find_game", lambda: fs.variant("snap"), "game must be one of"),
        ("find_game", lambda: fs.train("snap", iterations=1), "or module:Class, got 'snap'"),
        ("find_game", lambda: face("arena").table_game("snap"), "got 'snap'"),
    ],
    "cards/equity/matchup.py": [
        ("make_matchup", lambda: fs.equity("AA"), "players must be 2 to"),
        ("make_matchup", lambda: fs.equity("AA", "KK", board="2c3c4c5c6c7c"), "at most 5 cards"),
        ("make_matchup", lambda: fs.equity("AA", "KK", board="2c3c4c", dead="2c"), "2c is both"),
        ("make_matchup", lambda: fs.equity(*["random"] * 9, game="omaha-6"), "are left"),
        ("_known_cards", lambda: fs.equity("AA", "KK", board="2c", game="short-deck"), "board: 2c"),
        ("_possible", lambda: fs.equity("AA", "Kx!"), "player 2: "),
        ("_possible", lambda: fs.equity(Range("AA"), "KK", game="omaha"), "a Range, which has 2"),
        ("_possible", lambda: fs.equity("AA", 7), "must be text, a Range or WeightedHands, got 7"),
        ("_possible", lambda: fs.equity("AA", weighted([7], [1], 3)), "must have 2 cards, got 3"),
        ("_possible", lambda: fs.equity("AsAh", "KK", board="As2c3c"), "no hand is possible: all"),
        ("_checked", lambda: fs.equity("AA", weighted([3], [-1])), "finite and at least 0"),
        (
            "_checked",
            lambda: fs.equity("AA", weighted([3], [1]), game="short-deck"),
            "a hand is not in the deck",
        ),
        ("_checked", lambda: fs.equity("AA", weighted([7], [1])), "every hand must have 2 cards"),
    ],
    "cards/equity/preflop.py": [
        ("preflop_equity", lambda: equity.preflop_equity("AsKs", "AsQs"), "must not share a card"),
        ("_index", lambda: equity.preflop_equity(1326, 0), "from 0 to 1325, got 1326"),
    ],
    "cards/equity/sampled.py": [
        ("solve", lambda: fs.equity("AsKs", "AsQs", method="sample"), "no possible deal"),
    ],
    "cards/equity/tournament.py": [
        ("icm", lambda: fs.icm([nan, 30], [10, 5]), "payouts must be finite, got (nan, 30)"),
        ("icm", lambda: fs.icm([50, 30], [10, -1]), "finite and at least 0, got (10, -1)"),
        ("icm", lambda: fs.icm([50, 30], [10, inf]), "finite and at least 0, got (10, inf)"),
    ],
    "cards/hands/classes.py": [
        ("HandClasses.named", lambda: hands.classify("2c3d4h").named("x"), "a hand class must be"),
        ("HandClasses._hole", lambda: hands.classify("2c3d4h").made_name("2cAs"), "of the board"),
        ("classify", lambda: hands.classify("2c3d"), "3 to 5 cards for hand classes, got 2"),
    ],
    "cards/hands/selection.py": [
        (
            "_check_list",
            lambda: hands.matching_hands("22+,!AA"),
            "a part of a list must name hands, like '22+ & not AA', got '!AA'",
        ),
        ("_one", lambda: hands.matching_hands("AA and ", "2c3d4h"), "got 'AA and'"),
        ("_one", lambda: hands.matching_hands("flush", ""), "'flush' requires a board"),
        ("_one", lambda: hands.matching_hands("quux", "2c3d4h"), "got 'quux'"),
    ],
    "cards/hands/standard.py": [
        ("hand_category", lambda: fs.hand_category(0), "strength must be from 1 to 7462, got 0"),
    ],
    "cards/hands/types.py": [
        ("HandType.label", lambda: hands.BADUGI.label(0), "strength of badugi must be from 1"),
        ("HandType.hand", lambda: hands.EIGHT_OR_BETTER_LOW.hand("AsKsQsJsTs"), "no eight"),
        ("HandType.open_hand", lambda: hands.OMAHA_HIGH.open_hand("As"), "has no open hands"),
        ("HandType.open_hand", lambda: hands.EIGHT_OR_BETTER_LOW.open_hand("AsAh"), "no "),
        (
            "HandType.evaluate_cards",
            lambda: hands.OMAHA_HIGH.evaluate_cards([[1, 2, 3]]),
            "distinguishes hole cards from board cards",
        ),
        (
            "HandType.evaluate_cards",
            lambda: hands.STANDARD_HIGH.evaluate_cards([1, 2]),
            "cards must have shape [N, k], got (2,)",
        ),
        (
            "HandType.evaluate_cards",
            lambda: hands.STANDARD_HIGH.evaluate_cards([[1, 1, 2, 3, 4]]),
            "row 0 must be distinct cards",
        ),
        (
            "HandType.evaluate_masks",
            lambda: hands.STANDARD_HIGH.evaluate_masks([[31]]),
            "masks must have shape [N]",
        ),
        (
            "HandType.evaluate_masks",
            lambda: hands.STANDARD_HIGH.evaluate_masks([31], [32, 64]),
            "boards must be one, or one for each of 1 hands",
        ),
        (
            "HandType.evaluate_masks",
            lambda: hands.STANDARD_HIGH.evaluate_masks([31, 1 << 60]),
            "row 1 must be",
        ),
        (
            "HandType._check_deck",
            lambda: hands.SHORT_DECK_HIGH.evaluate_cards([[0, 1, 2, 3, 50]]),
            "row 0 must have only cards in the deck",
        ),
        ("HandType._in_deck", lambda: hands.SHORT_DECK_HIGH.hand("2c3c"), "not in the deck of"),
        ("HandType._checked", lambda: hands.OMAHA_HIGH.hand("As", "2c3c4c"), "2 hole cards and 3"),
        ("as_integers", lambda: hands.as_integers([0.5], np.uint8), "must hold integers"),
        ("as_integers", lambda: hands.as_integers([256], np.uint8), "from 0 to 255"),
    ],
    "cards/hole_patterns.py": [
        ("WeightedHands.__post_init__", lambda: weighted([3], [1], 0), "1 to 52 cards, got 0"),
        ("WeightedHands.__post_init__", lambda: weighted([3], [1, 1]), "equally long"),
        ("parse_hands", lambda: cards.parse_hands("AA", 7), "2 to 6 cards, got 7"),
        ("parse_hands", lambda: cards.parse_hands("", 4), "hands must be like"),
        ("_read", lambda: cards.parse_hands("Zz", 4), "a hand of 4 cards must be like"),
        ("_read", lambda: cards.parse_hands("AsAsKK", 4), "the card As appears twice"),
        ("_read", lambda: cards.parse_hands("AAAAA", 5), "more than four cards of rank A"),
        ("_read", lambda: cards.parse_hands("AAKKQr", 5), "must be 'ds' or 'ss'"),
        ("_read", lambda: cards.parse_hands("AAKds", 3), "must be 'ss' or 'r'"),
    ],
    "cards/holes.py": [
        ("hole_index", lambda: cards.hole_index(3, 3), "two different cards"),
        ("parse_hole", lambda: cards.parse_hole("As"), "two cards, like 'AsKh', got 'As'"),
        ("class_index", lambda: cards.class_index("AKx"), "got 'AKx'"),
        ("class_holes", lambda: cards.class_holes(169), "from 0 to 168, got 169"),
        ("_check_hole", lambda: cards.hole_text(1326), "from 0 to 1325, got 1326"),
    ],
    "cards/isomorphism.py": [
        ("canonical_rows", lambda: cards.canonical_rows(np.zeros(2, np.uint64)), "rows must have"),
        ("canonical_boards", lambda: cards.canonical_boards(3, 7), "must leave the deck"),
        ("_check_permutation", lambda: cards.permute_mask(1, (0, 0, 1, 2)), "in any order"),
        (
            "_check_group_once",
            lambda: cards.canonical_boards(3, perms=[(1, 2, 3, 0)]),
            "perms must be a group",
        ),
    ],
    "cards/masks.py": [("subset_chunks", lambda: cards.subsets(7, -1), "at least 0, got -1")],
    "cards/named_card.py": [
        ("Card.__new__", lambda: fs.Card("Z", "z"), "got 'Zz'"),
        ("Card.of", lambda: fs.Card.of(-1), "card must be from 0"),
        ("Card._read", lambda: fs.Card.clean("AsZz"), "got 'Zz'"),
        ("Card.clean", lambda: fs.Card.clean(7), "cards must be text or cards, got 7"),
        ("Card._single", lambda: fs.Card.clean([7]), "a Card or its text, like 'As', got 7"),
    ],
    "cards/named_ranges.py": [
        ("range_of_name", lambda: Range("5max:BTN.open"), "a chart must be one of 2max"),
        ("range_of_name", lambda: Range("6max:BTN.opn"), "Did you mean 'open'?"),
    ],
    "cards/preflop_ordering.py": [
        ("top_holes", lambda: Range("101%"), "from 0 to 100 percent, got 101%"),
    ],
    "cards/range_text.py": [
        ("parse_weights", lambda: Range(","), "a range must have hands like"),
        ("holes_of", lambda: Range("xyz"), "got 'xyz'"),
        ("named_holes", lambda: Range.from_hands(["AKx"]), "a hand must be like 'AsKh'"),
        (
            "_listed_weights",
            lambda: Range(" ".join(["1"] * 200)),
            "must have 1326 numbers, got 200",
        ),
        ("_group", lambda: Range("zz+"), "got 'zz+'"),
        ("_group", lambda: Range("AAs"), "a pair must have no 's' or 'o', like 'AA'"),
        ("_between", lambda: Range("AKs-AQo"), "must have the same suits"),
        ("_between", lambda: Range("AKs-97s"), "share the high card"),
    ],
    "cards/ranges.py": [
        ("Range.__init__", lambda: Range(["x"]), "a range must be text or weights"),
        ("Range.__init__", lambda: Range([1.0, 2.0]), "weights must have shape (1326,)"),
        ("Range.__init__", lambda: Range(np.full(1326, 2.0)), "the weight of 2d2c must be"),
        ("Range.from_hands", lambda: Range.from_hands("AA"), "hands must be a list"),
    ],
    "cards/weighted_tokens.py": [
        ("weighted_tokens", lambda: Range("AA 50%"), "has two meanings"),
        ("weighted_tokens", lambda: Range("AA:0,5"), "has two meanings"),
        ("weighted_tokens", lambda: Range("AA]"), "a lone"),
        ("weighted_tokens", lambda: Range("[50]AA[40]KK[/40][/50]"), "opens inside '[50]'"),
        ("weighted_tokens", lambda: Range("AA[/50]"), "closes no block"),
        ("weighted_tokens", lambda: Range("[50]AA[/40]"), "must be closed by '[/50]', got"),
        ("weighted_tokens", lambda: Range("[50]AA"), "must be closed by '[/50]' after its hands"),
        ("_token", lambda: Range(":0.5"), "a weight must have a hand"),
        ("_token", lambda: Range("[50]AA:0.5[/50]"), "must have no weight inside the block"),
        ("_weight", lambda: Range("AA:2"), "a weight must be from 0 to 1"),
    ],
}
