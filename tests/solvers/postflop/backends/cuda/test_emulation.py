"""The emulation itself: it runs kernels as CUDA does and detects their mistakes."""

import signal
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from tests.solvers.postflop.backends.cuda.cupy_on_cpu import CupyOnCpu, Kernel, Order

SOURCE = """
extern "C" {

// Sums over a block, by shuffles and one barrier, and running sums over the lanes of a warp.
__global__ void sums(float* of_block, float* up_to, int* any) {
    extern __shared__ float shared[];
    float x = threadIdx.x + 1, all = x, before = x;
    for (int k = 16; k; k >>= 1) all += __shfl_xor_sync(~0u, all, k);
    for (int k = 1; k < 32; k <<= 1) {
        const float other = __shfl_up_sync(~0u, before, k);
        if (threadIdx.x % 32 >= k) before += other;
    }
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = all;
    __syncthreads();
    all = 0;
    for (int warp = 0; warp < blockDim.x / 32; ++warp) all += shared[warp];
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    of_block[at] = all;
    up_to[at] = before;
    any[at] = __syncthreads_or(blockIdx.x == 1 && threadIdx.x == 77);
}

__global__ void without_a_barrier(float* out) {
    extern __shared__ float shared[];
    shared[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}

__global__ void ends_early(int thread) {
    if (threadIdx.x == thread) return;
    __syncthreads();
}

__global__ void ends_before_warp(int thread) {
    if (threadIdx.x == thread) return;
    __syncwarp();
}

__global__ void at_two_barriers(int thread) {
    if (threadIdx.x < thread) {
        __syncthreads();
    } else {
        __syncthreads();
    }
}

__global__ void past_the_end(int place) {
    extern __shared__ float shared[];
    shared[place] = 1;
}

}
"""


@pytest.fixture(scope="module")
def kernel(gpu: CupyOnCpu) -> Callable[[str], Kernel]:
    return gpu.RawModule(code=SOURCE, options=()).get_function


def run(kernel: Kernel, arguments: tuple[np.generic, ...], shared_bytes: int = 0) -> None:
    """Run two blocks of four warps and wait for them."""
    kernel((2,), (128,), arguments, shared_mem=shared_bytes)
    kernel.gpu.cuda.get_current_stream().synchronize()


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("threads", [32, 128, 1024])
def test_threads_work_together(
    gpu: CupyOnCpu,
    kernel: Callable[[str], Kernel],
    monkeypatch: pytest.MonkeyPatch,
    order: Order,
    threads: int,
) -> None:
    monkeypatch.setattr(gpu, "order", order)
    count = 3 * threads
    of_block, up_to = gpu.zeros(count, np.float32), gpu.zeros(count, np.float32)
    any_ = gpu.zeros(count, np.int32)
    kernel("sums")((3,), (threads,), (of_block, up_to, any_), shared_mem=threads // 8)
    assert set(of_block.get()) == {threads * (threads + 1) / 2}
    numbers = np.arange(1, threads + 1).reshape(-1, 32)
    assert up_to.get().tolist() == 3 * np.cumsum(numbers, axis=1).ravel().tolist()
    votes = any_.get().reshape(3, threads)
    assert votes.any(axis=1).tolist() == votes.all(axis=1).tolist() == [False, threads > 32, False]


def test_a_missing_barrier_is_detected(
    gpu: CupyOnCpu, kernel: Callable[[str], Kernel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Results depend on the order of threads, and what is not written yet is NaN."""
    is_nan = []
    for order in Order:
        monkeypatch.setattr(gpu, "order", order)
        out = gpu.zeros(128, np.float32)
        kernel("without_a_barrier")((1,), (128,), (out,), shared_mem=512)
        is_nan.append(np.isnan(out.get()).tolist())
    assert is_nan[0] == [True] * 64 + [False] * 64
    assert is_nan[1] == [False] * 64 + [True] * 64
    assert any(is_nan[2])


@pytest.mark.parametrize(
    ("name", "number", "shared", "error"),
    [
        ("ends_early", 5, 0, "threads wait for others that have ended"),
        ("ends_before_warp", 127, 0, "threads wait for others that have ended"),
        ("at_two_barriers", 64, 0, "threads wait in lines"),
        ("past_the_end", 100, 400, "shared memory was written past its end"),
        ("past_the_end", 99, 49 << 10, "bytes of shared memory were not requested"),
    ],
)
def test_mistakes_are_detected(
    kernel: Callable[[str], Kernel], name: str, number: int, shared: int, error: str
) -> None:
    with pytest.raises(RuntimeError, match=error):
        run(kernel(name), (np.int32(number),), shared)
    # The next launch starts with new threads.
    run(kernel("past_the_end"), (np.int32(99),), 400)


@pytest.mark.parametrize("arguments", [(), (np.int64(1),), (np.int32(1), np.int32(1))])
def test_arguments_must_have_the_right_sizes(
    kernel: Callable[[str], Kernel], arguments: tuple[np.generic, ...]
) -> None:
    with pytest.raises(RuntimeError, match="arguments of the wrong sizes"):
        run(kernel("ends_early"), arguments)


def test_streams_wait_only_for_their_events(
    gpu: CupyOnCpu, kernel: Callable[[str], Kernel]
) -> None:
    main, other = gpu.cuda.get_current_stream(), gpu.cuda.Stream(non_blocking=True)
    out, late = gpu.zeros(128, np.float32), gpu.zeros(128, np.float32)
    with other:
        kernel("without_a_barrier")((1,), (128,), (out,), shared_mem=512)
        event = other.record()
        kernel("without_a_barrier")((1,), (128,), (late,), shared_mem=512)
    assert not any(out.get())
    main.wait_event(event)
    assert any(out.get())
    assert not any(late.get())
    other.synchronize()
    assert any(late.get())


@pytest.mark.parametrize(("step", "code"), [(-1, 0), (0, -signal.SIGSEGV)])
def test_arrays_end_at_a_guard_page(step: int, code: int) -> None:
    program = (
        "from ctypes import memset; "
        "from tests.solvers.postflop.backends.cuda.cupy_on_cpu import guarded_zeros; "
        "array = guarded_zeros(1000, 'f4'); "
        f"memset(array.ctypes.data + array.nbytes + {step}, 0, 1)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == code
