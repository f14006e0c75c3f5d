"""Clients of the local servers, for tests of both services."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fifthstreet.interop.online import GtoWizard, OnlineService, Patience, Slumbot
from tests.interop.servers import BotServer, SlumbotServer, WizardServer

QUICK = Patience(seconds_between=0, first_pause=0.001, max_pause=0.002)
HASTY = replace(QUICK, answer_seconds=1)  # less than a slow answer takes


def slumbot(address: str, patience: Patience = QUICK) -> Slumbot:
    return Slumbot(f"{address}/slumbot/api", patience=patience)


def wizard(address: str, patience: Patience = QUICK) -> GtoWizard:
    return GtoWizard("secret-key", address, patience=patience)


Case = tuple[Callable[..., BotServer], Callable[[str], OnlineService]]
SLUMBOT: Case = (SlumbotServer, slumbot)
WIZARD: Case = (WizardServer, wizard)
both = pytest.mark.parametrize("case", [SLUMBOT, WIZARD], ids=["slumbot", "wizard"])
