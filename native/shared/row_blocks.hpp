// Rows of a batch, divided among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "shared/thread_pool.hpp"

namespace fifthstreet {

inline constexpr std::int64_t kRowBlock = 1 << 14;  // enough to hide the cost of starting a task

// Splits the rows into blocks; `work(begin, end)` returns the first bad row or `end`. Returns the
// first bad row of all, or -1.
template <class Work>
std::int64_t in_row_blocks(std::int64_t rows, int threads, Work&& work,
                           std::int64_t block_rows = kRowBlock) {
    const std::int64_t blocks = (rows + block_rows - 1) / block_rows;
    std::atomic<std::int64_t> first_bad{rows};
    ThreadPool pool(useful_threads(blocks, threads));
    pool.run(blocks, [&](std::int64_t block) {
        const std::int64_t begin = block * block_rows;
        const std::int64_t end = std::min(rows, begin + block_rows);
        const std::int64_t bad = work(begin, end);
        if (bad == end) return;
        std::int64_t seen = first_bad;
        while (bad < seen && !first_bad.compare_exchange_weak(seen, bad)) {
        }
    });
    return first_bad == rows ? -1 : first_bad.load();
}

}  // namespace fifthstreet
