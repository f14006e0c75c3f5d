"""Bad input ends with exit code 2 and one line on standard error."""

import pytest

from fifthstreet.cli import run


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        # Unknown or missing names.
        (["poker"], "No such command 'poker'"),
        (["--colour"], "No such option: --colour"),
        (["equity", "AA", "KK", "--colour"], "No such option: --colour"),
        (["equity"], "Missing argument"),
        (["range"], "Missing argument"),
        (["evaluate"], "Missing argument"),
        (["evaluate", "AsKs", "QsJsTs"], "unexpected extra argument"),
        (["equity", "AA", "KK", "--board"], "requires an argument"),
        # Bad numbers.
        (
            ["equity", "AA", "KK", "--samples", "many"],
            "--samples must be a whole number, got 'many'",
        ),
        (["equity", "AA", "KK", "--seed", "1.5"], "--seed must be a whole number, got '1.5'"),
        (["equity", "AA", "KK", "--threads", "all"], "--threads must be a whole number, got 'all'"),
        # Equity.
        (["equity", "AA"], "players must be 2 to 10 hands, got 1"),
        (["equity", *["random"] * 11], "players must be 2 to 10 hands, got 11"),
        (["equity", "AA", "YY"], "player 2: hands must be like 'AQs'"),
        (["equity", "AA", ""], "player 2: hands must be like 'AA' or 'AsKh', or 'none', got ''"),
        (
            ["equity", "AA\nKK", "\n\n"],
            "player 2: hands must be like 'AA' or 'AsKh', or 'none', got",
        ),
        (["equity", "AA", "KK", "--board", "2c2c"], "the card 2c appears twice in '2c2c'"),
        (
            ["equity", "AA", "KK", "--board", "zz"],
            "card must be a rank and a suit, like 'As', got 'zz'",
        ),
        (
            ["equity", "AA", "KK", "--board", "2c3c4c5c6c7c"],
            "the board of holdem must have at most 5 cards, got 6",
        ),
        (["equity", "AA", "KK", "--board", "2c", "--dead", "2c"], "both on the board and dead"),
        (["equity", "AA", "KK", "--board", "AsAhAd"], "player 1: no hand is possible"),
        (["equity", "AsKs", "AsQs"], "no deal is possible"),
        (["equity", "AA", "KK", "--game", "chess"], "game must be one of holdem"),
        (
            ["equity", "AA", "KK", "--game", "omaha"],
            "player 1: a hand of 4 cards must be like 'AAxx', 'AKQJds' or 'AsAhKdQc', got 'AA'",
        ),
        (
            ["equity", "AA", "KK", "--method", "magic"],
            "method must be one of auto, exact, sample, got 'magic'",
        ),
        (["equity", "AA", "KK", "--threads", "0"], "threads must be at least 1, got 0"),
        (
            ["equity", "AA", "KK", "--method", "sample", "--samples", "0"],
            "samples must be at least 1, got",
        ),
        (["equity", "AA", "KK", "--method", "sample", "--seed", "-1"], "seed must be from 0"),
        (
            ["equity", "random", "random", "--game", "omaha", "--method", "exact"],
            "too many for an exact result",
        ),
        (
            ["equity", "AA", "KK", "--grid", "--method", "sample", "--samples", "1"],
            "a grid requires an exact result",
        ),
        (["equity", "[50]AA", "KK"], "player 1: '[50]' must be closed by '[/50]' after its hands"),
        # Ranges.
        (["range", "AA,nonsense"], "or no draw), got 'nonsense'"),
        (["range", ""], "a range must have hands like 'AA,AKs', or be 'none', got ''"),
        (["range", "AA:2"], "a weight must be from 0 to 1, or '@50' for percent, got '2'"),
        (["range", "[50]AA[/60]"], "'[50]' must be closed by '[/50]', got '[/60]'"),
        (["range", "AA", "--dead", "A"], "card must be a rank and a suit, like 'As', got 'A'"),
        # Hands.
        (["evaluate", "AsKs"], "a hand must have 5 to 9 cards, got 2"),
        (["evaluate", "AsKsQsJsAs"], "the card As appears twice"),
        (["evaluate", "AsKsQsJsTs", "--board", "As2c"], "both in the hand and on the board"),
        (["evaluate", "AsKsQsJsTs", "--type", "snap"], "--type must be one of standard high"),
        (["evaluate", "AsKsQsJsTs", "--type", "eight-or-better low"], "no eight-or-better low"),
        (["evaluate", "AsKsQsJs2s", "--type", "short-deck high"], "not in the deck of short-deck"),
    ],
)
def test_errors_are_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.endswith("\n")
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize("command", ["equity", "range", "evaluate"])
def test_json_does_not_change_error_messages(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert run([command, "zz", "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
