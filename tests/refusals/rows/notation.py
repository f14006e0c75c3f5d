"""Refusals of hand histories: fields, actions, readers and writers."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from math import inf
from typing import Any
from unittest.mock import patch

from fifthstreet.errors import DamagedFileError
from fifthstreet.game.notation.errors import ActionError, LineError
from fifthstreet.game.variants import NoLimitTexasHoldem
from tests.game.notation.samples import sample
from tests.game.notation.texts import PHH, PLURIBUS, POKERSTARS
from tests.refusals.rows.game import ALL, hand
from tests.refusals.table import Table, face, new_file

fs = face("")
notation = face("game.notation")


class OwnGame(NoLimitTexasHoldem):
    """A game that PHH does not know."""


def phh(old: str = "", new: str = "") -> Any:
    return notation.parse_phh(changed(PHH, old, new))


def with_line(line: str) -> Any:
    return notation.parse_phh(f"{PHH}\n{line}")


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def stars(old: str, new: str, text: str = POKERSTARS) -> Any:
    return notation.PokerStarsParser().parse_hand(changed(text, old, new))


def draw(old: str, new: str) -> Any:
    return stars(old, new, sample("pokerstars/five_card_draw.txt").partition("\n\n")[0])


def site(name: str, parser: str, old: str, new: str) -> Any:
    """Read the first hand of a sample with a change."""
    text = changed(sample(name), old, new)
    reader = getattr(notation, parser)()
    return reader.parse_hand(next(iter(reader.hand_texts(text))).text)


def ohh(change: Callable[[dict[str, Any]], object]) -> Any:
    """Read a hand of Open Hand History after a change."""
    table, _ = json.JSONDecoder().raw_decode(sample("open_hand_history/cash.ohh"))
    change(table["ohh"])
    return notation.OpenHandHistoryParser().parse_hand(json.dumps(table))


def ohh_text(text: str) -> Any:
    return notation.OpenHandHistoryParser().parse_hand(text)


def log_line(old: str, new: str) -> Any:
    game = notation.pluribus_game()
    parser = notation.ACPCLogParser(game, notation.PLURIBUS_STACK)
    return parser.parse_hand(changed(PLURIBUS, old, new))


def match_state(text: str) -> Any:
    game = fs.NoLimitTexasHoldem((), True, 0, (50, 100), 100)
    return notation.MatchState.parse(f"MATCHSTATE:0:1:{text}").state(game, 20_000)


def history(**changes: Any) -> Any:
    return replace(phh(), **changes)


def cut_board() -> Any:
    """Write a hand whose log was cut and had no flop."""
    log = sample("ggpoker/ev_cashout.txt").replace("*** FLOP ***", "*** FLOP")
    (hand,) = fs.read_hands(log.partition("b0b0b0: Receives")[0])
    return notation.pokerstars_text(hand)


def missing_folder() -> Any:
    """Read a folder that disappears meanwhile."""
    with patch("pathlib.Path.rglob", side_effect=FileNotFoundError(2, "No such file")):
        return fs.read_hands(".")


def zipped(*, damaged: bool) -> Any:
    """Return a zip file with a hand, whose contents may be damaged."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("hand.phh", PHH)
    content = data.getvalue()
    return new_file(content.replace(b"variant", b"VARIANT") if damaged else content, "hands.zip")


def first_error(path: Any) -> None:
    reader = fs.read_hands(path)
    list(reader)
    raise reader.errors[0]


def values_of(text: str) -> list[Any]:
    return list(notation.parse_phhs(text))


def apply(action: str) -> None:
    notation.apply_action(hand(), action)


STREET = "*** FLOP *** [2c Jd Qs]"
ALONE = POKERSTARS.splitlines()[0] + "\nSeat 1: ann ($200 in chips)\nann: posts big blind $2\n"
MANY_SEATS = "".join(f"Seat {number}: x{number} ($9 in chips)\n" for number in range(10, 62))
UNCALLED = ("Uncalled bet ($4) returned to big cat\n", "")
LESS = ("collected $5 from", "collected $1 from")
CASH = sample("pokerstars/cash.txt").partition("\n\n\n")[0]
TABLE: Table = {
    "game/notation/actions.py": [
        ("apply_action", lambda: apply("p1 jumps"), "an action must be like"),
        ("_player_index", lambda: apply("x f"), "a player must be like 'p1', got 'x'"),
        ("_seated_index", lambda: apply("d dh p9 AsKs"), "from p1 to p2, got p9"),
        ("_check_turn", lambda: apply("p1 f"), "'p1 f' is out of turn: it is p2's turn"),
        ("_amount", lambda: apply("p2 cbr x"), "amount must be a number, got 'x'"),
    ],
    "game/notation/amounts.py": [
        ("parse_value", lambda: notation.parse_value("1e999999"), "like '1,200' or '0.50'"),
        ("parse_units", lambda: stars("$1\n", "$x\n"), "like $1,234.50, got '$x'", LineError),
        (
            "parse_units",
            lambda: stars("$1\n", "$1.123456789123\n"),
            "at most 8 decimals",
            LineError,
        ),
    ],
    "game/notation/fields.py": [
        ("check_variant", lambda: notation.check_variant("X"), "variant must be one of"),
        ("_check_string", lambda: phh("'NT'", "7"), "variant must be a string, got 7"),
        ("_check_strings", lambda: phh("actions = [", "actions = [7, "), "array of strings"),
        ("_check_number", lambda: phh("min_bet = 2", "min_bet = true"), "must be a number"),
        ("_check_numbers", lambda: phh("[100, 100]", "100"), "an array of numbers"),
        ("_check_label", lambda: with_line("hand = true"), "a string or a whole number, got True"),
        ("_check_count", lambda: with_line("level = 'x'"), "whole number from 0 up, got 'x'"),
        ("_check_boards", lambda: with_line("_runout_count = 'x'"), "from 1 to 52, got 'x'"),
        ("_check_date", lambda: with_line("month = 13"), "month must be a whole number from 1 to"),
        ("_check_time", lambda: with_line("time = 7"), "time must be a time like 13:15:01, got 7"),
        (
            "_check_flag",
            lambda: phh("ante_trimming_status = false", "ante_trimming_status = 7"),
            "must be true or false, got 7",
        ),
        (
            "check_lengths",
            lambda: phh("[100, 100]", f"[{', '.join(['100'] * 53)}]"),
            "at most 52 players, got 53",
        ),
        ("check_lengths", lambda: with_line("seats = [1]"), "one for each player, got 1"),
        (
            "check_chips",
            lambda: with_line("finishing_stacks = [100, 101]"),
            "finishing_stacks must add up to at most 200, got 201",
        ),
        (
            "check_chips",
            lambda: notation.parse_phh(PHH, finishing_stacks=[0.5, Decimal(1)]),
            "finishing_stacks cannot be added up",
        ),
        ("check_complete", lambda: phh("antes = [0, 0]", ""), "required fields are missing: antes"),
    ],
    "game/notation/history.py": [
        ("HandHistory.from_tables", lambda: values_of("a = 1"), "in the table of a hand"),
        ("HandHistory.from_tables", lambda: values_of("[1]\nvariant = 'X'"), "hand [1]: "),
        (
            "HandHistory.from_game_state",
            lambda: notation.HandHistory.from_game_state(OwnGame(ALL, True, 0, (1, 2), 2), hand()),
            "PHH has no variant code for OwnGame",
        ),
        (
            "HandHistory.create_game",
            lambda: phh("min_bet = 2", "").create_game(),
            "missing for the variant NT: min_bet",
        ),
        (
            "HandHistory.create_game",
            lambda: history(min_bet="x").create_game(),
            "the hand cannot be set up",
        ),
        (
            "HandHistory.create_state",
            lambda: history(starting_stacks=["x", 5]).create_state(),
            "the hand cannot be set up",
        ),
    ],
    "game/notation/readers/acpc.py": [
        ("MatchState.parse", lambda: notation.MatchState.parse("x"), "a match state must be like"),
        ("MatchState.state", lambda: match_state("r1:AsKs|"), "is below the minimum"),
        ("ACPCLogParser.parse_hand", lambda: log_line("STATE:", "X:"), "'STATE:' and five fields"),
        ("ACPCLogParser.parse_hand", lambda: log_line("|Pluribus", ""), "one for each player"),
        ("ACPCLogParser.parse_hand", lambda: log_line("/r440f", ""), "ends before the hand does"),
        ("_deal", lambda: match_state(":AsKs" + "|" * 52), "at most 52 players, got 53"),
        ("_play", lambda: match_state("x:AsKs|"), "must be f, c, r or /"),
        ("_play", lambda: match_state("cc/:AsKs|"), "the board has too few cards"),
    ],
    "game/notation/readers/building/builder.py": [
        (
            "HandBuilder.seat",
            lambda: stars("Seat 2: bob ($1,200", "Seat 2: ann ($1,200"),
            "two seats are given for 'ann'",
            LineError,
        ),
        (
            "HandBuilder.seat",
            lambda: stars("Seat 1: ann", MANY_SEATS + "Seat 1: ann"),
            "at most 52 players",
            LineError,
        ),
        (
            "HandBuilder.board",
            lambda: ohh(lambda hand: hand.update(rounds=hand["rounds"] * 60)),
            "at most 52 runouts",
        ),
        (
            "HandBuilder.player",
            lambda: stars("ann: posts", "zoe: posts"),
            "no seat or stack is given for 'zoe'",
            LineError,
        ),
        (
            "HandBuilder._players",
            lambda: notation.PokerStarsParser().parse_hand(ALONE),
            "at least 2 players",
            LineError,
        ),
    ],
    "game/notation/readers/building/games.py": [
        ("variant_code", lambda: stars("Hold'em No", "Razz No"), "must be", LineError),
    ],
    "game/notation/readers/building/money.py": [
        ("settle", lambda: stars("bet ($4)", "bet ($3)"), "was not called", LineError),
        ("settle", lambda: stars("Total pot $5", "Total pot $6"), "the pot is 6", LineError),
        (
            "settle",
            lambda: stars("Total pot $5 | Rake $0\n", "", POKERSTARS.replace("d $5", "d $900")),
            "is collected from a pot of",
            LineError,
        ),
        ("settle", lambda: stars("Rake $0", "Rake $1"), "is collected and raked", LineError),
        (
            "settle",
            lambda: stars("for $9.53", "for $953", sample("pokerstars/cashed_out.txt")),
            "Noor is paid 953 for a pot of 10.33",
            LineError,
        ),
        ("check_chips", lambda: stars("bob: folds\n", ""), "left after the betting", LineError),
    ],
    "game/notation/readers/building/script.py": [
        ("_Game.check_cards", lambda: stars("[2c Jd Qs]", "[Qh Jd Qs]", CASH), "twice", LineError),
        (
            "_Game._check_shown",
            lambda: stars("marla: shows [Qh Qd]", "marla: shows [Ah Ad]", CASH),
            "marla shows AhAd, but was dealt QhQd",
            LineError,
        ),
        (
            "_Game.discard",
            lambda: stars("ann: folds", "ann: discards 1 card"),
            "in a game without draws",
            LineError,
        ),
        (
            "_DrawGame.discard",
            lambda: draw("discards 3 cards [Ad 5s 2d]", "discards 3 cards"),
            "the cards that Lars discards are not given",
            LineError,
        ),
    ],
    "game/notation/readers/ohh.py": [
        ("_text", lambda: ohh(lambda hand: hand.update(site_name=[7])), "must be a string, got"),
        (
            "OpenHandHistoryParser.parse_hand",
            lambda: ohh_text('{"ohh":\n{x'),
            "Expecting property name",
            LineError,
        ),
        (
            "OpenHandHistoryParser.parse_hand",
            lambda: ohh_text('{"ohh":' + "[" * 100_000),
            "nested too deeply",
        ),
        ("OpenHandHistoryParser.parse_hand", lambda: ohh_text('{"ohh": 7}'), "is not an object"),
        (
            "OpenHandHistoryParser._build",
            lambda: ohh(lambda hand: hand["rounds"][0]["actions"][6].update(player_id=1)),
            "out of turn",
        ),
        (
            "OpenHandHistoryParser._build",
            lambda: ohh(lambda hand: hand.update(players=7)),
            "string indices must be integers",
        ),
        (
            "OpenHandHistoryParser._build",
            lambda: ohh(lambda hand: hand.pop("players")),
            "'players' is missing",
        ),
        (
            "_variant",
            lambda: ohh(lambda hand: hand.update(game_type="Draw")),
            "_variant must name it",
        ),
        (
            "_variant",
            lambda: ohh(lambda hand: hand.update(game_type="Snap")),
            "got 'Snap'",
        ),
        (
            "_variant",
            lambda: ohh(lambda hand: hand["bet_limit"].update(bet_type="X")),
            "bet_type must be NL, PL or FL, got 'X'",
        ),
    ],
    "game/notation/readers/phh.py": [
        (
            "_check_finish",
            lambda: notation.PHHParser().parse_hand(f"{PHH}\nfinishing_stacks = [81, 94]"),
            "must be at least 82, which p1 did not bet, got 81",
        ),
        ("PHHParser.parse_hand", lambda: notation.PHHParser().parse_hand("a = ["), "", LineError),
        (
            "PHHParser.parse_hand",
            lambda: notation.PHHParser().parse_hand(changed(PHH, "p2 cbr 6", "p1 cbr 6")),
            "out of turn",
            LineError,
        ),
    ],
    "game/notation/readers/sites/absolute_poker.py": [
        (
            "AbsolutePokerParser._read_header",
            lambda: site("absolute/cash.txt", "AbsolutePokerParser", "Holdem  No", "Snap  No"),
            "the game must be one of",
            LineError,
        ),
    ],
    "game/notation/readers/sites/full_tilt_poker.py": [
        (
            "FullTiltPokerParser._read_header",
            lambda: notation.FullTiltPokerParser().parse_hand("Full Tilt Poker\n"),
            "the hand has no number",
            LineError,
        ),
        (
            "FullTiltPokerParser._read_header",
            lambda: site("full_tilt/cash.txt", "FullTiltPokerParser", "NL Hold'em", "Snap"),
            "the game must be one of",
            LineError,
        ),
    ],
    "game/notation/readers/sites/ipoker_network.py": [
        (
            "_set_fields",
            lambda: site("ipoker/cash.xml", "IPokerNetworkParser", "Holdem NL", "Snap NL"),
            "and NL, PL or L, got 'Snap NL",
            LineError,
        ),
    ],
    "game/notation/readers/sites/ongame_network.py": [
        (
            "_read_table",
            lambda: site("ongame/cash.txt", "OngameNetworkParser", "TEXAS_HOLDEM", "SNAP"),
            "the game must be one of",
            LineError,
        ),
    ],
    "game/notation/readers/sites/partypoker.py": [
        (
            "PartyPokerParser._read_header",
            lambda: site("partypoker/cash.txt", "PartyPokerParser", "Texas Hold'em", "Snap"),
            "the game must be one of",
            LineError,
        ),
    ],
    "game/notation/readers/sites/pokerstars.py": [
        ("PokerStarsParser._read_header", lambda: stars("#7", ""), "has no number", LineError),
        ("_raises", lambda: stars("raises $4 to $6", "raises $4"), "a raise must be", LineError),
        ("_discards", lambda: draw("discards 1 card", "discards it"), "a discard must", LineError),
        ("_header", lambda: stars("Hold'em No Limit", "Snap"), "and a limit, got", LineError),
    ],
    "game/notation/readers/sites/site_parser.py": [
        ("SiteParser.parse_hand", lambda: stars("$1\n", "$x\n"), "got '$x'", LineError),
        (
            "set_date",
            lambda: site("poker888/cash.txt", "Poker888Parser", "06 01 2022", "32 01 2022"),
            "date and time must exist, got 2022/1/32",
            LineError,
        ),
    ],
    "game/notation/readers/sites/winamax.py": [
        (
            "WinamaxParser._read_header",
            lambda: site("winamax/cash.txt", "WinamaxParser", "Holdem no", "Snap no"),
            "the game must be one of",
            LineError,
        ),
    ],
    "game/notation/readers/sources.py": [
        ("_is_name", lambda: fs.read_hands("missing.txt"), "got the name 'missing.txt'"),
        ("_named", missing_folder, "cannot be read: No such file"),
        (
            "_members",
            lambda: list(fs.read_hands(new_file("x", "hands.zip"))),
            "hands.zip is not a zip file",
            DamagedFileError,
        ),
    ],
    "game/notation/readers/toml.py": [
        ("_read_fully", lambda: notation.parse_phh("a." * 200 + "a = 1"), "at most 100 parts"),
        (
            "_check_sizes",
            lambda: notation.parse_phh("a = [\n0x" + "f" * 10_000 + "]"),
            "a number is out of range",
        ),
        ("_read_fully", lambda: notation.parse_phh("a = " + "[" * 9999), "nested too deeply"),
        ("_read_fully", lambda: notation.parse_phh("a = 1e9999999999999999999"), "out of range"),
        ("_read_fully", lambda: notation.parse_phh("a = "), "nvalid value"),
    ],
    "game/notation/replay.py": [
        (
            "replay",
            lambda: list(history(starting_stacks=[5.5, 5.5], actions=["p2 cbr 4.25"])),
            "action 1 of 1",
            ActionError,
        ),
        (
            "replay",
            lambda: list(history(actions=["p1 jumps"])),
            "action 1 of 1, 'p1 jumps': an action must be like",
            ActionError,
        ),
    ],
    "game/notation/writers/acpc.py": [
        ("acpc_match_states", lambda: list(notation.acpc_match_states(phh(), 2, 1)), "from 0 to 1"),
        (
            "acpc_match_states.server_message",
            lambda: list(notation.acpc_match_states(phh(), 1, 1)),
            "the hole cards at position 1 are unknown",
        ),
        (
            "_check_variant",
            lambda: list(notation.acpc_match_states(history(variant="PO"), 0, 1)),
            "got 'PO'",
        ),
        ("_hand_number", lambda: notation.acpc_log_line(phh()), "pass hand_number"),
        (
            "_log_line",
            lambda: notation.acpc_log_line(history(starting_stacks=[inf, inf]), 1),
            "with an infinite stack",
        ),
    ],
    "game/notation/writers/ohh.py": [
        ("ohh_text", lambda: notation.ohh_text(history(variant="PC")), "has no name for"),
    ],
    "game/notation/writers/pokerstars.py": [
        ("pokerstars_text", lambda: notation.pokerstars_text(history(variant="KP")), "has no"),
        ("_Log._board_line", cut_board, "as flop, turn and river, got 9c after 1 cards"),
    ],
    "game/notation/writers/story.py": [
        (
            "Story._extra",
            lambda: notation.pokerstars_text(history(user_defined_fields={"_shown": 7})),
            "_shown must be 2 strings, got 7",
        ),
    ],
    "game/notation/writers/toml.py": [
        (
            "_whole_text",
            lambda: notation.phh_text(history(user_defined_fields={"_a": 1 << 20_000})),
            "cannot write a number of 20001 bits",
        ),
        (
            "value_text",
            lambda: notation.phh_text(history(user_defined_fields={"_a": 1j})),
            "TOML has no type for complex",
        ),
        (
            "_key_text",
            lambda: notation.phh_text(history(user_defined_fields={"_a": {7: 7}})),
            "a key must be a string, got 7",
        ),
    ],
}
