"""`fifthstreet online`: play an agent against a bot on the internet."""

import os
from pathlib import Path

from rich.text import Text

from fifthstreet.cli.command import JSON_HELP, Command, argument, import_from_here, option
from fifthstreet.cli.files import check_writable
from fifthstreet.cli.progress import MatchProgress
from fifthstreet.errors import InputError
from fifthstreet.interop import online
from fifthstreet.interop.online import GtoWizard, OnlineMatch, Slumbot
from fifthstreet.support.drawing import Table, text_columns
from fifthstreet.support.terminal import Terminal
from fifthstreet.views import mistake_notes, print_notes, print_table

_MATCH, _SERVER, _FILES = "The match", "The server", "Files and output"
_PASSWORD, _KEY = "SLUMBOT_PASSWORD", "GTO_WIZARD_KEY"
_SERVICES = {
    "slumbot": f"Slumbot; for an account, --username and the environment variable {_PASSWORD}",
    "gto-wizard": f"the AI of GTO Wizard's benchmark; a key in the environment variable {_KEY}",
}
_DEFAULTS = Slumbot.patience


class OnlineCommand(Command):
    """Play an agent against a bot on the internet, in heads-up no-limit hold'em.

    Winnings are in thousandths of a big blind per hand, with 95% intervals.

    Ctrl-C stops and shows the result so far.
    """

    service: str | None = argument("slumbot or gto-wizard; see --list.", None)
    agent: str | None = option("Agent by name, as in `arena`.", _MATCH)
    hands: int = option("Hands to play, including hands in the file.", _MATCH, 100)
    seed: int = option("Seed of the agent.", _MATCH, 0)
    address: str | None = option("Address of the server; by default the public one.", _SERVER)
    username: str | None = option(
        f"Slumbot account; its password is read from {_PASSWORD}.", _SERVER
    )
    seconds_between: float = option(
        "Minimum seconds between requests.", _SERVER, _DEFAULTS.seconds_between
    )
    answer_seconds: float | None = option(
        "Time limit for an answer in seconds; 60 by default, 180 for GTO Wizard.", _SERVER
    )
    attempts: int = option(
        "Number of attempts per request while the server is busy or unreachable.",
        _SERVER,
        _DEFAULTS.attempts,
    )
    out: Path | None = option("Store the match in this file, or resume it.", _FILES)
    as_json: bool = option(JSON_HELP, _FILES, False, name="--json")
    show_list: bool = option("List the services, and exit.", _FILES, False, name="--list")

    def _execute(self) -> None:
        if self.show_list:
            self.show(lambda: {"services": _SERVICES}, _print_services)
            return
        if self.service not in _SERVICES:
            given = "none" if self.service is None else repr(self.service)
            raise InputError(f"service must be {' or '.join(_SERVICES)}, got {given}")
        if self.agent is None:
            raise InputError("specify an agent, like --agent equity")
        bot = self._bot()
        import_from_here()
        check_writable(self.out)
        latest: list[OnlineMatch] = []
        ended_by: BaseException | None = None
        notes = []
        with MatchProgress(self.hands) as bar:

            def update(match: OnlineMatch) -> None:
                latest[:] = [match]
                bar.update(match.hands)

            try:
                online.play_online(
                    *(bot, self.agent),
                    hands=self.hands,
                    path=self.out,
                    seed=self.seed,
                    progress=update,
                )
            except (KeyboardInterrupt, InputError) as error:  # such as a server that is gone
                if not latest or not latest[0].hands:
                    raise
                ended_by = error
                is_interrupted = isinstance(error, KeyboardInterrupt)
                notes.append("interrupted" if is_interrupted else "stopped by an error")
        if self.out is not None:
            notes.append(f"kept in {self.out}; the same command resumes it")
        match = latest[0]
        self.show(match.to_dict, lambda console: _print_match(console, match, notes))
        if ended_by is not None:
            raise ended_by

    def _bot(self) -> online.OnlineService:
        """Return the chosen service; InputError if it needs a password or a key."""
        name = self.username
        kind = Slumbot if self.service == "slumbot" else GtoWizard
        seconds = self.answer_seconds
        if seconds is None:
            seconds = kind.patience.answer_seconds
        patience = online.Patience(self.seconds_between, seconds, self.attempts)
        if kind is Slumbot:
            password = None if name is None else os.environ.get(_PASSWORD)
            if name is not None and not password:
                raise InputError(f"--username requires the environment variable {_PASSWORD}")
            return Slumbot(self.address, username=name, password=password, patience=patience)
        if name is not None:
            raise InputError("--username requires the service slumbot; GTO Wizard uses keys")
        key = os.environ.get(_KEY)
        if not key:
            raise InputError(f"GTO Wizard requires a key in the environment variable {_KEY}")
        return GtoWizard(key, self.address, patience=patience)


def _print_services(console: Terminal) -> None:
    columns = text_columns("service", "what")
    print_table(console, Table(columns, tuple(_SERVICES.items())))


def _print_match(console: Terminal, match: OnlineMatch, notes: list[str]) -> None:
    console.print(Text(str(match)), soft_wrap=True)
    if match.lost:
        notes = [f"hands without a result, excluded from the mean: {match.lost:,}", *notes]
    if match.repeated:
        notes = [f"hands in which an action was counted twice: {match.repeated:,}", *notes]
    print_notes(console, [*mistake_notes(match.mistakes), *notes])
