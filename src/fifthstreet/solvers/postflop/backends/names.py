"""Names of backends and precisions, which the help of commands lists without importing them."""

from typing import Literal, TypeAlias, get_args

BACKEND_NAMES = ("native", "reference", "cuda")
Precision: TypeAlias = Literal["float32", "int16"]
PRECISIONS: tuple[Precision, ...] = get_args(Precision)
