"""The compiled core, in the build that is fastest on this processor: see `builds`."""

from fifthstreet._native.builds import load_core as _load_core

_core = _load_core()
globals().update({name: value for name, value in vars(_core).items() if not name.startswith("_")})
