"""Game definitions of the ACPC: the files of the competition, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

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
        ("numPlayers = 2", "numPlayers = 1", "1 players; want numPlayers from 2 to 10"),
        ("numPlayers = 2", "", "0 players; want numPlayers from 2 to 10"),
        ("numPlayers = 2", "numPlayers = 3", "2 blinds for 3 players"),
        ("100 50", "50 100", "blinds 50 100; want 100 50"),
        ("100 50", "0 0", "blinds 0 0; want 100 50"),
        ("20000 20000", "20000 10000", "stacks 20000 10000; want 2 equal stacks"),
        ("20000 20000", "50 50", "stacks 50 50; want 2 equal stacks of a blind or more"),
        ("nolimit", "limit", "raise sizes ; want 4 above 0"),
        ("2 1 1 1", "1 1 1 1", "first_players 1 1 1 1; want 2 1 1 1, as in Texas hold'em"),
        ("numSuits = 4", "numSuits = 2", "suits 2; want 4"),
        ("numHoleCards = 2", "", "hole_cards missing; want 2"),
        ("0 3 1 1", "0 3 1", "board_cards 0 3 1; want 0 3 1 1"),
        ("20000 20000", "99999999999 1", "stack has a number above 2,147,483,647"),
    ],
)
def test_other_games_are_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameDefinition.parse(NO_LIMIT.replace(old, new))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read: No such file"):
        GameDefinition.load(tmp_path / "missing.game")
    (tmp_path / "bad.game").write_text("GAMEDEF\n")
    with pytest.raises(ValueError, match=r"bad.game: 0 players"):
        GameDefinition.load(tmp_path / "bad.game")
    (tmp_path / "bytes.game").write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match=r"bytes.game: "):
        GameDefinition.load(str(tmp_path / "bytes.game"))
