"""Presets of `fifthstreet train`, and buckets and flops that are made before a training."""

from dataclasses import asdict
from typing import Any

from fifthstreet.abstraction import BuildProgress, load_abstraction
from fifthstreet.cli.progress import StepProgress
from fifthstreet.errors import InputError
from fifthstreet.solvers import Training, registry
from fifthstreet.solvers.blueprint import (
    PHASES,
    PRESET_OPTIONS,
    PRESETS,
    BucketGame,
    PostflopHoldem,
)
from fifthstreet.support.close_names import did_you_mean

_PRESETS = {
    name: (registry.WHOLE_GAME, asdict(game) | PRESET_OPTIONS.get(name, {}))
    for name, game in PRESETS.items()
} | {name: (registry.POSTFLOP, asdict(options)) for name, options in PHASES.items()}


def preset_game(game: str | None, preset: str | None) -> tuple[str | None, dict[str, Any]]:
    """Return the game and options of a preset; without one, the given game and no options.

    The options of a preset may be changed by other options.
    """
    if game is not None and game not in PHASES:
        game = registry.usual_name(game)
    if preset is None and game in PHASES:
        game, preset = None, game
    if preset is None:
        return game, {}
    if preset not in _PRESETS:
        hint = did_you_mean(preset, _PRESETS)
        raise InputError(f"--preset must be one of {', '.join(_PRESETS)}, got {preset!r}{hint}")
    own, options = _PRESETS[preset]
    if game not in (None, own):
        raise InputError(f"--preset {preset} requires --game {own}, got {game}")
    return own, dict(options)


def build_abstraction(training: Training) -> None:
    """Build card abstraction and flops with a progress bar, unless they are in the cache."""
    game = training.make_game()
    if not isinstance(game, BucketGame):
        return
    with StepProgress() as bar:

        def update(state: BuildProgress) -> None:
            bar.update(f"buckets of the {state.street}, {state.step}", state.share)

        load_abstraction(game.abstraction, progress=update)
        if isinstance(game, PostflopHoldem):
            game.subset(progress=lambda share: bar.update("subset of flops", share))
