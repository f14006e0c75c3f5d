// Uses thread pools as kernels do, many short runs one after another, and counts wrong results.
#include "shared/thread_pool.hpp"

#include <atomic>
#include <cstdio>

int main() {
    int wrong = 0;
    for (int pools = 0; pools < 500; ++pools) {
        fifthstreet::ThreadPool pool(1 + pools % 7);
        for (int run = 0; run < 20; ++run) {
            const int count = (7 * pools + 13 * run) % 50;
            std::atomic<int> sum{0};
            pool.run(count, [&](std::int64_t task) { sum += static_cast<int>(task) + 1; });
            wrong += sum != count * (count + 1) / 2;
        }
        try {
            pool.run(30, [](std::int64_t task) {
                if (task == 7) throw task;
            });
            ++wrong;
        } catch (std::int64_t) {
        }
    }
    std::printf("%d wrong\n", wrong);
    return wrong != 0;
}
