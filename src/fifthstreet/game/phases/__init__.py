"""The phases of a hand, each with its operations.

Every operation is a triplet: `verify_x` raises ValueError with the reason why `x` is refused (or
warns, where the rules only advise against it), `can_x` says whether it would be, and `x` does it. A
refused operation changes nothing. A phase that is over begins the next one, and a state carries
out by itself what its automations name.
"""
