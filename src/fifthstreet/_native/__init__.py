"""The compiled core, in the build that is fastest on this processor: see `builds`."""

from fifthstreet._native.builds import load_core

core = load_core()
globals().update({name: value for name, value in vars(core).items() if not name.startswith("_")})
