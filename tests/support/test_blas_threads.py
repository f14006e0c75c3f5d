"""One thread for linear algebra, also when several callers ask for it."""

import pytest

from fifthstreet.support import blas_threads
from fifthstreet.support.blas_threads import one_blas_thread


def test_there_is_one_thread_within_and_as_many_as_before_after() -> None:
    library = blas_threads._openblas()
    if library is None:
        pytest.skip("NumPy has no OpenBLAS of its own here")
    get_threads, set_threads = library
    before = get_threads()
    try:
        set_threads(3)
        chosen = get_threads()
        first, second = one_blas_thread(), one_blas_thread()
        with first:
            assert get_threads() == 1
            second.__enter__()
        assert get_threads() == 1  # the second caller is not done
        second.__exit__(None, None, None)
        assert get_threads() == chosen
    finally:
        set_threads(before)


def test_nothing_happens_with_other_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas_threads, "_openblas", lambda: None)
    with one_blas_thread():
        pass
