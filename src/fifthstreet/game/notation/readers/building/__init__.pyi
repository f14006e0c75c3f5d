from fifthstreet.game.notation.readers.building.builder import HandBuilder as HandBuilder
from fifthstreet.game.notation.readers.building.games import GameName as GameName
from fifthstreet.game.notation.readers.building.games import Limit as Limit
from fifthstreet.game.notation.readers.building.games import variant_code as variant_code
from fifthstreet.game.notation.readers.building.kinds import EntryKind as EntryKind
from fifthstreet.game.notation.readers.building.kinds import Post as Post
from fifthstreet.game.notation.readers.building.seats import Seat as Seat
