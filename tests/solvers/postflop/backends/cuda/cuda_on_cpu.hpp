// The part of CUDA that the kernels use, in plain C++: enough to test them without a GPU.
//
// The threads of a block are fibres of one CPU thread. They take turns, each running until it
// reaches a barrier, so that tests can choose what CUDA leaves open: the order of threads, warps
// and blocks between barriers. What is wrong on a GPU is detected here:
//
// - threads of a block or of a warp that wait at different barriers, or end while others wait;
// - shared memory that is read before it is written (it starts as NaN) or written past its end.
#pragma once

#include <math.h>
#include <setjmp.h>
#include <ucontext.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>  // no <algorithm> and no <string>: every set of kernels would compile them anew

#define __global__
#define __device__
#define __constant__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
// Blocks run one after another, so one copy is enough; unlike `static` it can be `extern` too.
#define __shared__ thread_local

struct alignas(16) float4 {
    float x, y, z, w;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};
struct alignas(8) uint2 {
    unsigned x, y;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
using std::max;
using std::min;

struct Dim3 {
    unsigned x, y;
};
Dim3 threadIdx, blockIdx, blockDim, gridDim;

constexpr unsigned kSharedFloats = 57 << 10;  // as much as a multiprocessor has
constexpr unsigned kGuardFloats = 4 << 10;    // after the shared memory of a launch
extern "C" {
alignas(16) thread_local float shared[kSharedFloats + kGuardFloats];
}

namespace emulation {

constexpr unsigned kMaxThreads = 1024;
constexpr unsigned kWarp = 32;
constexpr std::size_t kStackBytes = 64 << 10;
constexpr std::uint32_t kUnwritten = 0x7fc0dead;  // a NaN

enum Order { kForwards, kBackwards, kShuffled };

// A launch as CUDA's driver takes it: addresses of arguments.
struct Launch {
    Dim3 blocks;
    unsigned threads;
    std::size_t shared_bytes;
    int order;
    void* const* arguments;
    void (*kernel)(void* const* arguments);
};

// Threads that wait for each other.
struct Barrier {
    unsigned arrived = 0;
    unsigned passed = 0;  // how often all have arrived
    int line = 0;         // of the source, where the first thread waits
    bool any = false;     // what __syncthreads_or has collected so far
    bool result = false;  // what it returns
};

struct Fibre {
    jmp_buf where;
    ucontext_t start;
    std::vector<char> stack;
    const Barrier* waits_for = nullptr;
    unsigned until = 0;  // `passed` of that barrier is this number
    unsigned shuffles = 0;
    bool started = false;
    bool done = false;
};

struct State {
    std::vector<Fibre> fibres{kMaxThreads};
    jmp_buf scheduler;
    const Launch* launch = nullptr;
    Barrier block;
    Barrier warps[kMaxThreads / kWarp];
    // What shuffles pass on: two buffers in turn, so that none is overwritten while it is read.
    float lanes[2][kMaxThreads];
    char error[100] = "";
    std::uint32_t random = 1;
} state;

inline bool has_failed() { return state.error[0]; }

// Keeps the first error. The attribute lets compilers check the arguments against the format.
[[gnu::format(printf, 1, 2)]] inline void complain(const char* format, ...) {
    if (has_failed()) return;
    std::va_list numbers;
    va_start(numbers, format);
    std::vsnprintf(state.error, sizeof state.error, format, numbers);
    va_end(numbers);
}

// Switches to the scheduler, and returns when it resumes this fibre.
[[gnu::noinline]] inline void yield() {
    if (!_setjmp(state.fibres[threadIdx.x].where)) _longjmp(state.scheduler, 1);
}

// What a fibre does: run the kernel for one block after another.
inline void live() {
    for (;;) {
        state.launch->kernel(state.launch->arguments);
        state.fibres[threadIdx.x].done = true;
        yield();
    }
}

[[gnu::noinline]] inline void resume(unsigned thread) {
    threadIdx.x = thread;
    Fibre& fibre = state.fibres[thread];
    if (_setjmp(state.scheduler)) return;
    if (fibre.started) _longjmp(fibre.where, 1);
    fibre.started = true;
    fibre.stack.resize(kStackBytes);
    getcontext(&fibre.start);
    fibre.start.uc_stack.ss_sp = fibre.stack.data();
    fibre.start.uc_stack.ss_size = fibre.stack.size();
    makecontext(&fibre.start, live, 0);
    setcontext(&fibre.start);
}

[[gnu::noinline]] inline bool wait(Barrier& barrier, unsigned threads, int line, bool any = false) {
    if (!barrier.arrived) {
        barrier.line = line;
        barrier.any = false;
    }
    if (barrier.line != line) {
        complain("threads wait in lines %d and %d", barrier.line, line);
    }
    barrier.any |= any;
    if (++barrier.arrived == threads) {
        barrier.arrived = 0;
        barrier.result = barrier.any;
        ++barrier.passed;
    } else {
        Fibre& fibre = state.fibres[threadIdx.x];
        fibre.waits_for = &barrier;
        fibre.until = barrier.passed + 1;
        yield();
        fibre.waits_for = nullptr;
    }
    return barrier.result;
}

inline bool wait_for_block(int line, bool any = false) {
    return wait(state.block, blockDim.x, line, any);
}

inline void wait_for_warp(int line) { wait(state.warps[threadIdx.x / kWarp], kWarp, line); }

inline float shuffle(float x, unsigned from, int line) {
    float* const lanes = state.lanes[state.fibres[threadIdx.x].shuffles++ & 1];
    lanes[threadIdx.x] = x;
    wait_for_warp(line);
    return lanes[from];
}

inline float shuffle_xor(float x, unsigned lanes, int line) {
    return shuffle(x, threadIdx.x ^ lanes, line);
}

// A lane with no lane that far below it keeps its own value.
inline float shuffle_up(float x, unsigned lanes, int line) {
    const bool has = threadIdx.x % kWarp >= lanes;
    return shuffle(x, has ? threadIdx.x - lanes : threadIdx.x, line);
}

// The order in which the warps of a block and the lanes of a warp run.
struct Turns {
    std::vector<unsigned> warps;
    std::vector<unsigned> lanes;
};

inline void mix(std::vector<unsigned>& numbers) {
    for (std::size_t i = numbers.size() - 1; i > 0; --i) {
        state.random = state.random * 1664525u + 1013904223u;
        std::swap(numbers[i], numbers[(state.random >> 8) % (i + 1)]);
    }
}

// Runs every lane of a warp until it has to wait; returns how many ended, or -1 if none could run.
inline int run_lanes(unsigned warp, const std::vector<unsigned>& lanes) {
    int ended = -1;
    for (const unsigned lane : lanes) {
        Fibre& fibre = state.fibres[warp * kWarp + lane];
        if (fibre.done || (fibre.waits_for && fibre.waits_for->passed < fibre.until)) continue;
        resume(warp * kWarp + lane);
        ended = std::max(ended, 0) + fibre.done;
    }
    return ended;
}

// Each warp runs as far ahead of the others as it can: up to a barrier of the block.
inline void run_block(Turns& turns) {
    state.block = {};
    std::fill(std::begin(state.warps), std::end(state.warps), Barrier{});
    for (unsigned thread = 0; thread < blockDim.x; ++thread) state.fibres[thread].done = false;
    for (int left = blockDim.x; left && !has_failed();) {
        bool moved = false;
        for (const unsigned warp : turns.warps) {
            for (int ended; (ended = run_lanes(warp, turns.lanes)) >= 0 && !has_failed();) {
                moved = true;
                left -= ended;
                if (state.launch->order == kShuffled) mix(turns.lanes);
            }
        }
        if (state.launch->order == kShuffled) mix(turns.warps);
        if (!moved) complain("threads wait for others that have ended");
    }
}

// Shared memory of a launch, in words.
inline std::size_t used_words(const Launch& launch) { return (launch.shared_bytes + 3) / 4; }

inline void poison_shared(const Launch& launch) {
    std::fill_n(reinterpret_cast<std::uint32_t*>(shared), used_words(launch) + kGuardFloats,
                kUnwritten);
}

inline void check_guard(const Launch& launch) {
    const auto* const guard = reinterpret_cast<const std::uint32_t*>(shared) + used_words(launch);
    const auto* const end = guard + kGuardFloats;
    for (const auto* word = guard; word < end; ++word) {
        if (*word != kUnwritten) complain("shared memory was written past its end");
    }
}

inline void check_shape(const Launch& launch) {
    const unsigned count = launch.threads;
    if (!count || count % kWarp || count > kMaxThreads) {
        complain("%u threads per block; want whole warps", count);
    }
    if (!launch.blocks.x || !launch.blocks.y) complain("no blocks to launch");
    if (used_words(launch) > kSharedFloats) complain("too much shared memory");
}

// Runs all blocks of a launch; returns what was wrong, or null.
inline const char* run(const Launch& launch) {
    state.error[0] = 0;
    check_shape(launch);
    state.launch = &launch;
    blockDim = {launch.threads, 1};
    gridDim = launch.blocks;
    Turns turns = {std::vector<unsigned>(launch.threads / kWarp), std::vector<unsigned>(kWarp)};
    for (auto* numbers : {&turns.warps, &turns.lanes}) {
        const unsigned count = numbers->size();
        for (unsigned i = 0; i < count; ++i) {
            (*numbers)[i] = launch.order == kBackwards ? count - 1 - i : i;
        }
    }
    const unsigned blocks = launch.blocks.x * launch.blocks.y;
    for (unsigned i = 0; i < blocks && !has_failed(); ++i) {
        const unsigned block = launch.order == kForwards ? i : blocks - 1 - i;
        blockIdx = {block % launch.blocks.x, block / launch.blocks.x};
        poison_shared(launch);
        run_block(turns);
        check_guard(launch);
    }
    if (!has_failed()) return nullptr;
    // Threads have stopped halfway: the next launch starts with new ones.
    for (Fibre& fibre : state.fibres) {
        fibre.started = false;
        fibre.waits_for = nullptr;
    }
    return state.error;
}

template <class... A, std::size_t... I>
void call(void (*kernel)(A...), void* const* arguments, std::index_sequence<I...>) {
    kernel(*static_cast<A*>(arguments[I])...);
}
template <class... A>
void call(void (*kernel)(A...), void* const* arguments) {
    call(kernel, arguments, std::index_sequence_for<A...>());
}

// Whether the arguments have the sizes that a kernel takes.
template <class... A>
bool takes(void (*)(A...), const int* sizes, int count) {
    const std::vector<int> wanted = {static_cast<int>(sizeof(A))...};
    return std::equal(wanted.begin(), wanted.end(), sizes, sizes + count);
}

}  // namespace emulation

#define __syncthreads() (void)emulation::wait_for_block(__LINE__)
#define __syncthreads_or(any) emulation::wait_for_block(__LINE__, any)
#define __syncwarp() emulation::wait_for_warp(__LINE__)
#define __shfl_xor_sync(mask, value, lanes) emulation::shuffle_xor(value, lanes, __LINE__)
#define __shfl_up_sync(mask, value, lanes) emulation::shuffle_up(value, lanes, __LINE__)

// Defines the function of the library that launches a kernel.
#define LAUNCHABLE(kernel)                                                                    \
    extern "C" const char* launch_##kernel(unsigned columns, unsigned rows, unsigned threads, \
                                           unsigned shared_bytes, int order,                  \
                                           void* const* arguments, const int* sizes,          \
                                           int count) {                                       \
        if (!emulation::takes(kernel, sizes, count)) return "arguments of the wrong sizes";   \
        return emulation::run({{columns, rows}, threads, shared_bytes, order, arguments,      \
                               [](void* const* from) { emulation::call(kernel, from); }});    \
    }

// Exports the size of a variable that the host fills.
#define FILLED(variable) extern "C" const std::size_t size_of_##variable = sizeof(variable);
