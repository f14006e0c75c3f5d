#include "values/lead_matrix.hpp"

#include <algorithm>
#include <cstddef>

#include "shared/thread_pool.hpp"
#include "shared/tiles.hpp"

namespace fifthstreet {

LeadMatrix::LeadMatrix(const std::int16_t* leads, std::int64_t rows, std::int64_t columns)
    : rows_(rows),
      columns_(columns),
      panels_(std::size_t(panels_of(rows)) * columns * kTileVectors) {
    auto* to = reinterpret_cast<short*>(panels_.data());
    for (std::int64_t row = 0; row < rows; ++row) {
        short* panel = to + row / kPanel * columns * kPanel + row % kPanel;
        for (std::int64_t column = 0; column < columns; ++column) {
            panel[column * kPanel] = leads[row * columns + column];
        }
    }
}

void LeadMatrix::multiply(const float* vectors, std::int64_t count, int threads, float* out) const {
    const std::int64_t panels = panels_of(rows_);
    const auto columns = static_cast<std::size_t>(columns_);
    ThreadPool pool(useful_threads(panels, threads));
    pool.run(panels, [&](std::int64_t task) {
        const HalfShorts* from = panels_.data() + task * columns_ * kTileVectors;
        const auto panel = [&](std::size_t i, int v) FIFTHSTREET_INLINE {
            return to_floats(to_ints(from[i * kTileVectors + v]));
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
