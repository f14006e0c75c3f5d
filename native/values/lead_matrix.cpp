#include "values/lead_matrix.hpp"

#include <algorithm>
#include <cstddef>

#include "shared/thread_pool.hpp"
#include "shared/tiles.hpp"

namespace fifthstreet {

namespace {

constexpr int kPairs = kTileVectors / 2;
constexpr std::int64_t kThreadWork = 1 << 23;  // products that take longer than starting a thread

// The numbers of one of the two vectors of a pair, as the lower or upper halves of whole numbers:
// compilers do this in one step for all lanes, but take conversions of short numbers apart.
inline Lanes half_of(IntLanes pair, int which) {
    return to_floats(which ? pair >> 16 : pair << 16 >> 16);
}

}  // namespace

LeadMatrix::LeadMatrix(const std::int16_t* leads, std::int64_t rows, std::int64_t columns)
    : rows_(rows), columns_(columns), panels_(std::size_t(panels_of(rows)) * columns * kPairs) {
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t lane = row % kPanel;
        const int pair = static_cast<int>(lane / (2 * kLanes));
        const bool is_upper = lane / kLanes % 2;
        IntLanes* panel = &panels_[row / kPanel * columns * kPairs + pair];
        for (std::int64_t column = 0; column < columns; ++column) {
            const int lead = leads[row * columns + column];
            panel[column * kPairs][lane % kLanes] |= is_upper ? lead * 65536 : lead & 0xffff;
        }
    }
}

void LeadMatrix::multiply(const float* vectors, std::int64_t count, int threads, float* out) const {
    const std::int64_t panels = panels_of(rows_);
    const auto columns = static_cast<std::size_t>(columns_);
    const std::int64_t parts = 1 + rows_ * columns_ * count / kThreadWork;
    ThreadPool pool(useful_threads(std::min(panels, parts), threads));
    pool.run(panels, [&](std::int64_t task) {
        const IntLanes* from = panels_.data() + task * columns_ * kPairs;
        const auto panel = [&](std::size_t i, int v) FIFTHSTREET_INLINE {
            return half_of(from[i * kPairs + v / 2], v % 2);
        };
        const std::int64_t first = task * kPanel;
        const std::int64_t used = std::min<std::int64_t>(kPanel, rows_ - first);
        in_tiles(static_cast<int>(count), [&]<int R>(int vector) {
            float numbers[R * kPanel];
            multiply_tile<R>(
                vectors + vector * columns_, columns, columns, panel,
                [](int) FIFTHSTREET_INLINE { return Lanes{}; },
                [&](int r, int v, Lanes sum)
                    FIFTHSTREET_INLINE { store(numbers + r * kPanel + v * kLanes, sum); });
            for (int r = 0; r < R; ++r) {
                std::copy_n(numbers + r * kPanel, used, out + (vector + r) * rows_ + first);
            }
        });
    });
}

}  // namespace fifthstreet
