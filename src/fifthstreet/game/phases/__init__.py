"""The phases of a hand, each with its operations.

Every operation has three methods: `verify_x` raises InputError with the reason if `x` is illegal
(or warns if the rules only advise against it), `can_x` returns whether `x` is legal, and `x`
performs it. An illegal operation changes nothing. When a phase is over, the next one begins;
operations named in a state's automations are performed automatically.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
