"""`fifthstreet acpc`: matches of the Annual Computer Poker Competition over TCP."""

from pathlib import Path

from rich.text import Text

from fifthstreet.agents import create_agent
from fifthstreet.cli.command import JSON_HELP, Command, argument, import_from_here, option
from fifthstreet.cli.files import writing
from fifthstreet.cli.progress import MatchProgress
from fifthstreet.errors import InputError
from fifthstreet.interop import UNIT, acpc
from fifthstreet.interop.acpc import GAME_NAMES, ClientMatch, Dealer
from fifthstreet.support.drawing import Table, number_columns, text_columns
from fifthstreet.support.terminal import Terminal
from fifthstreet.views import mistake_notes, print_notes, print_table
from fifthstreet.views.pictures import interval_text

_MATCH, _DEALER, _CLIENT = "The match", "As dealer", "As client"


class AcpcCommand(Command):
    """Deal a match to bots that connect over TCP, or play an agent under another dealer.

    Both use the protocol of the Annual Computer Poker Competition.

    Winnings are in thousandths of a big blind per hand, with 95% intervals.

    Ctrl-C stops and shows the result so far.
    """

    role: str = argument("Role: dealer or client.")
    place: list[str] = argument(
        f"Dealer: a game ({', '.join(GAME_NAMES)}, ...) or .game file. Client: HOST PORT."
    )
    agent: list[str] | None = option(
        "Agent by name, as in `arena`. A dealer's may be repeated; agents take the last seats.",
        _MATCH,
    )
    seed: int = option("Seed of the agents and of a dealer's cards.", _MATCH, 0)
    hands: int = option("Number of hands to play.", _DEALER, 1000)
    player: list[str] | None = option(
        "Name of a bot that connects; may be repeated; by default player1, ...", _DEALER
    )
    host: str = option("Address to listen on.", _DEALER, "127.0.0.1")
    ports: str | None = option(
        "Ports, one for each seat, like 18791,18792; by default any free ports.", _DEALER
    )
    fixed_seats: bool = option(
        "Keep the positions; by default the button moves after each hand.", _DEALER, False
    )
    log: Path | None = option("Write the match log to this file.", _DEALER)
    response_seconds: float = option("Time limit per response in seconds.", _DEALER, 10.0)
    hand_seconds: float = option("Time limit per player and hand in seconds.", _DEALER, 600.0)
    average_seconds: float = option(
        "Time limit per player and hand in seconds, averaged over the match.", _DEALER, 7.0
    )
    start_seconds: float = option("Time limit in seconds for all bots to connect.", _DEALER, 600.0)
    game: str = option("Game of the dealer: a name or file.", _CLIENT, "nolimit-2p")
    connect_seconds: float = option(
        "Seconds to wait for a dealer that is not listening yet.", _CLIENT, 10.0
    )
    as_json: bool = option(JSON_HELP, _MATCH, False, name="--json")

    def _execute(self) -> None:
        import_from_here()
        if self.role == "client":
            self._play_as_client()
        elif self.role == "dealer":
            self._deal()
        else:
            raise InputError(f"role must be dealer or client, got {self.role!r}")

    def _deal(self) -> None:
        if len(self.place) != 1:
            raise InputError(f"a dealer requires one game, like nolimit-2p, got {len(self.place)}")
        definition = acpc.GameDefinition.load(self.place[0])
        limits = acpc.TimeLimits(
            self.response_seconds, self.hand_seconds, self.average_seconds, self.start_seconds
        )
        texts = self.agent or []
        names = _names(definition.players, self.player or [], texts)
        first = len(names) - len(texts)
        agents = {first + place: create_agent(text) for place, text in enumerate(texts)}
        with (
            writing(self.log),
            Dealer(
                definition,
                names,
                hands=self.hands,
                seed=self.seed,
                name="match" if self.log is None else self.log.stem.replace(" ", "_"),
                host=self.host,
                ports=None if self.ports is None else _ports(self.ports),
                limits=limits,
                fixed_seats=self.fixed_seats,
                log=self.log,
            ) as dealer,
        ):
            waiting = zip(names[:first], dealer.ports, strict=False)
            notes = [f"{name} connects to {self.host} port {port}" for name, port in waiting]
            print_notes(Terminal(stderr=True), notes)
            try:
                with MatchProgress(self.hands) as bar:
                    match = acpc.deal_to_agents(
                        *(dealer, agents),
                        seed=self.seed,
                        progress=lambda match: bar.update(match.hands),
                    )
            finally:  # also after Ctrl-C
                if dealer.match.hands:
                    data = {**dealer.match.to_dict(), "game": dealer.definition.file_name}
                    self.show(lambda: data, lambda console: _print_dealt(console, dealer))
        if match.failure is not None:
            raise InputError(f"the match ended after {match.hands:,} hands: {match.failure}")

    def _play_as_client(self) -> None:
        host, port = _address(self.place)
        if self.agent is None or len(self.agent) != 1:
            raise InputError("a client requires one agent, like --agent equity")
        agent = self.agent[0]
        latest: list[ClientMatch] = []

        def update(match: ClientMatch) -> None:
            latest[:] = [match]

        def show(match: ClientMatch) -> None:
            data = {"agent": agent, **match.to_dict()}
            self.show(lambda: data, lambda console: _print_played(console, match, agent))

        try:
            match = acpc.play_under_dealer(
                *(host, port, agent),
                game=self.game,
                seed=self.seed,
                connect_seconds=self.connect_seconds,
                progress=update,
            )
        except (KeyboardInterrupt, InputError):
            if latest:
                show(latest[0])
            raise
        show(match)


def _names(count: int, players: list[str], agents: list[str]) -> list[str]:
    """Return the names at all seats: players who connect, then agents."""
    if len(players) + len(agents) > count:
        raise InputError(
            f"the game has {count} seats, got {len(players)} players and {len(agents)} agents"
        )
    waiting = count - len(agents)
    names = [*players, *(f"player{seat + 1}" for seat in range(len(players), waiting))]
    for agent in agents:
        base = name = agent.partition(":")[0].replace("|", "_")
        number = 1
        while name in names:
            number += 1
            name = f"{base}_{number}"
        names.append(name)
    return names


def _address(place: list[str]) -> tuple[str, int]:
    if len(place) != 2 or not place[1].isdecimal():
        raise InputError(f"address must be a host and a port, got {' '.join(place)!r}")
    return place[0], int(place[1][:6])


def _ports(text: str) -> list[int]:
    parts = text.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        raise InputError(f"--ports must be numbers separated by commas, got {text!r}")
    return [int(part.strip()[:6]) for part in parts]


def _print_dealt(console: Terminal, dealer: Dealer) -> None:
    match = dealer.match
    title = f"{dealer.definition.file_name}, {match.hands:,} hands, seed {dealer.seed}"
    console.print(Text(title, style="bold"), soft_wrap=True)
    rows = [
        (name, f"{won.total:+,.0f}", interval_text(won.interval), f"{mistakes:,}")
        for name, won, mistakes in zip(
            match.players, match.winnings, match.mistake_counts, strict=True
        )
    ]
    columns = text_columns("player") + number_columns("chips", UNIT, "mistakes")
    print_table(console, Table(columns, tuple(rows)))
    written = [] if dealer.log is None else [f"written to {dealer.log}"]
    print_notes(console, [*mistake_notes(match.mistakes), *written])


def _print_played(console: Terminal, match: ClientMatch, agent: str) -> None:
    console.print(Text(f"{agent}: {match.winnings}"), soft_wrap=True)
    notes = mistake_notes(match.mistakes)
    if not match.is_complete:
        notes.append("the dealer ended the match in the middle of a hand")
    print_notes(console, notes)
