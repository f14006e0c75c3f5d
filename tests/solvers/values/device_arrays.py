"""A stand-in for CuPy: arrays that compute as NumPy's and refuse to be converted silently."""

from __future__ import annotations

from typing import Any

import numpy as np


class DeviceArray(np.lib.mixins.NDArrayOperatorsMixin):
    """An array that takes NumPy's functions, but is none of NumPy's arrays.

    As with CuPy's arrays, functions that do not dispatch, such as `np.ascontiguousarray`, and
    functions that mix both kinds of arrays raise TypeError.
    """

    def __init__(self, data: Any) -> None:
        self.data = data

    def __array__(self, *_: object, **__: object) -> Any:
        raise TypeError("implicit conversion to a NumPy array is not allowed; use get()")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        if "out" in options:
            options["out"] = tuple(_inner(each) for each in options["out"])
        found = getattr(ufunc, method)(*map(_inner, inputs), **options)
        return self if found is self.data else DeviceArray(found)

    def __array_function__(self, function: Any, _: Any, inputs: Any, options: Any) -> Any:
        return DeviceArray(function(*_inner(inputs), **_inner(options)))

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.data, name)
        if callable(found):
            return lambda *inputs, **options: DeviceArray(found(*_inner(inputs), **_inner(options)))
        return DeviceArray(found) if isinstance(found, np.ndarray) else found

    def __getitem__(self, index: Any) -> DeviceArray:
        return DeviceArray(self.data[_inner(index)])

    def __setitem__(self, index: Any, value: Any) -> None:
        self.data[_inner(index)] = _inner(value)

    def __len__(self) -> int:
        return len(self.data)

    def __float__(self) -> float:
        return float(self.data)

    def get(self) -> Any:
        """Return a copy in NumPy's memory."""
        return np.array(self.data)


class DeviceLibrary:
    """What training uses of CuPy."""

    @staticmethod
    def asarray(array: Any) -> DeviceArray:
        """Put an array on the device."""
        return DeviceArray(np.array(array))


def _inner(value: Any) -> Any:
    """Return the arrays of NumPy in a value; TypeError for those that are not on the device."""
    if isinstance(value, DeviceArray):
        return value.data
    if isinstance(value, list | tuple):
        return type(value)(_inner(each) for each in value)
    if isinstance(value, dict):
        return {key: _inner(each) for key, each in value.items()}
    if isinstance(value, np.ndarray):
        raise TypeError("arrays must all be on the device, got one of NumPy's")
    return value
