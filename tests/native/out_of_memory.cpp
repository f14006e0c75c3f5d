// Runs kernels on several threads while one allocation after another fails, and counts failures
// that were reported as such. A thread that waits for a failed task never ends.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

#include "cards/equity.hpp"
#include "shared/thread_pool.hpp"

namespace {

std::atomic<long> left{-1};  // allocations until one fails; none fails if negative

}  // namespace

void* operator new(std::size_t size) {
    if (left >= 0 && left-- == 0) throw std::bad_alloc();
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

int main() {
    using namespace fifthstreet;
    const Ranking ranking({.ranks = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
                           .size = 5,
                           .categories = {{{1, 1, 1, 1, 1}, false, false},
                                          {{2, 1, 1, 1}, false, false},
                                          {{2, 2, 1}, false, false},
                                          {{3, 1, 1}, false, false},
                                          {{3, 2}, false, false},
                                          {{4, 1}, false, false}},
                           .wheel = false,
                           .low = false});
    const std::vector<Mask> boards(1'000, 0b11111);
    const std::vector<double> multiplicities(boards.size(), 1.0);
    const std::vector<float> range(kHoleHands, 1.0f);
    const float* weights[2] = {range.data(), range.data()};
    const auto sweep = [&] {
        std::vector<Meeting> met(2 * kHoleHands);
        Meeting* out[2] = {met.data(), met.data() + kHoleHands};
        sweep_ranges(ranking, boards.data(), multiplicities.data(),
                     static_cast<std::int64_t>(boards.size()), 0, weights, 4, out);
        return met;
    };
    const auto whole = sweep();
    int reported = 0;
    int wrong = 0;
    for (long allocations = 0;; ++allocations) {
        left = allocations;
        try {
            const auto met = sweep();
            const bool has_failed = left.exchange(-1) < 0;
            for (int h = 0; h < 2 * kHoleHands; ++h) wrong += met[h].won != whole[h].won;
            if (!has_failed) break;
        } catch (const std::bad_alloc&) {
            left = -1;
            ++reported;
        }
    }
    std::printf("%d reported, %d wrong\n", reported, wrong);
    return wrong != 0 || reported == 0;
}
