"""Game definitions of the ACPC: the files of the competition, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.interop.acpc import GAME_NAMES, GameDefinition

# As published with the competition's dealer.
LIMIT = """GAMEDEF
limit
numPlayers = 2
numRounds = 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
NO_LIMIT = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 20000 20000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


@pytest.mark.parametrize(("text", "name"), [(LIMIT, "limit-2p"), (NO_LIMIT, "nolimit-2p")])
def test_published_files(text: str, name: str, tmp_path: Path) -> None:
    definition = GameDefinition.parse(text)
    assert str(definition) == text
    assert definition == GameDefinition.named(name) == GameDefinition.load(definition.file_name)
    path = tmp_path / "own.game"
    path.write_text(f"# a comment\n\n{text.replace(' = ', ' ').upper()}junk")
    assert GameDefinition.load(path) == GameDefinition.load(str(path)) == definition


@pytest.mark.parametrize("name", [*GAME_NAMES, "nolimit-10p", "limit-7p"])
def test_named_games_read_back(name: str) -> None:
    definition = GameDefinition.named(name)
    assert GameDefinition.parse(str(definition)) == definition


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("numPlayers = 2", "numPlayers = 1", "numPlayers must be from 2 to 10, got 1"),
        ("numPlayers = 2", "", "numPlayers must be from 2 to 10, got 0"),
        (
            "numPlayers = 2",
            "numPlayers = 3",
            "blinds must be 3 numbers, one for each player, got 2",
        ),
        (
            "100 50",
            "50 100",
            "blinds must be 100 50, or other amounts in the same places, got 50 100",
        ),
        ("100 50", "0 0", "blinds must be 100 50, or other amounts in the same places, got 0 0"),
        ("20000 20000", "20000 10000", "stacks must be 2 equal .*, got 20000 10000"),
        (
            "20000 20000",
            "50 50",
            "stacks must be 2 equal numbers of at least the big blind, got 50 50",
        ),
        ("nolimit", "limit", "raise sizes must be 4 numbers above 0, got none"),
        ("2 1 1 1", "1 1 1 1", "firstPlayer must be 2 1 1 1, as in Texas hold'em, got 1 1 1 1"),
        ("numSuits = 4", "numSuits = 2", "numSuits must be 4, as in Texas hold'em, got 2"),
        ("numHoleCards = 2", "", "numHoleCards must be 2, as in Texas hold'em, got none"),
        ("0 3 1 1", "0 3 1", "numBoardCards must be 0 3 1 1, as in Texas hold'em, got 0 3 1"),
        ("20000 20000", "99999999999 1", "stack must be at most 2,147,483,647"),
    ],
)
def test_other_games_are_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        GameDefinition.parse(NO_LIMIT.replace(old, new))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        GameDefinition.load(tmp_path / "missing.game")
    (tmp_path / "bad.game").write_text("GAMEDEF\n")
    with pytest.raises(InputError, match=r"bad.game: numPlayers must be"):
        GameDefinition.load(tmp_path / "bad.game")
    (tmp_path / "bytes.game").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"bytes.game: "):
        GameDefinition.load(str(tmp_path / "bytes.game"))
