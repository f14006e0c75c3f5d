#include "postflop/leaf_matrix.hpp"

#include <algorithm>
#include <vector>

#include "shared/lanes.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {
namespace {

constexpr int kRows = 4;  // of the first player's hands at a time
#if defined(__aarch64__)
constexpr int kVectors = 4;  // of the second player's: as many sums as registers allow
#else
constexpr int kVectors = 2;
#endif
constexpr int kColumns = kVectors * kLanes;
constexpr int kTaskBlocks = 4;         // of columns: their numbers stay in the second-level cache
constexpr std::int64_t kRowTask = 64;  // rows of a product that a thread takes at a time

std::int64_t blocks_of(std::int64_t count, std::int64_t size) { return (count + size - 1) / size; }

// Rows of hands in blocks of `width` hands: [blocks][rows][width], with zeros after the last hand.
std::vector<float> in_blocks(const float* from, std::int64_t rows, std::int64_t hands, int width) {
    const std::int64_t blocks = blocks_of(hands, width);
    std::vector<float> packed(static_cast<std::size_t>(blocks * rows * width));
    for (std::int64_t block = 0; block < blocks; ++block) {
        const std::int64_t begin = block * width,
                           count = std::min<std::int64_t>(width, hands - begin);
        float* to = packed.data() + begin * rows;
        for (std::int64_t row = 0; row < rows; ++row) {
            std::copy_n(from + row * hands + begin, count, to + row * width);
        }
    }
    return packed;
}

// Numbers of one block of hands on all boards.
struct Block {
    const float* strength;  // [boards][width]
    const float* reach;     // [boards][sequences][width]
};

void multiply_blocks(const SignedProducts& products, Block first, Block second,
                     Lanes (&sums)[kRows][kVectors]) {
    for (std::int64_t board = 0; board < products.boards; ++board) {
        Lanes dots[kRows][kVectors] = {};
        for (std::int64_t sequence = 0; sequence < products.sequences; ++sequence) {
            for (int vector = 0; vector < kVectors; ++vector) {
                const Lanes reach = load(second.reach + vector * kLanes);
                for (int row = 0; row < kRows; ++row) dots[row][vector] += first.reach[row] * reach;
            }
            first.reach += kRows;
            second.reach += kColumns;
        }
        for (int vector = 0; vector < kVectors; ++vector) {
            const Lanes strength = load(second.strength + vector * kLanes);
            for (int row = 0; row < kRows; ++row) {
                // Strengths are whole numbers, so the difference is the sign or beyond it.
                const Lanes lead = first.strength[row] - strength;
                const Lanes sign = -larger(-larger(lead, Lanes{} - 1), Lanes{} - 1);
                sums[row][vector] += sign * dots[row][vector];
            }
        }
        first.strength += kRows;
        second.strength += kColumns;
    }
}

}  // namespace

void add_signed_products(const SignedProducts& products, int threads, float* out) {
    const std::int64_t boards = products.boards, rows = boards * products.sequences;
    const std::int64_t hands = products.first_hands, columns = products.second_hands;
    const auto first_strength = in_blocks(products.first_strength, boards, hands, kRows);
    const auto second_strength = in_blocks(products.second_strength, boards, columns, kColumns);
    const auto first = in_blocks(products.first, rows, hands, kRows);
    const auto second = in_blocks(products.second, rows, columns, kColumns);
    const std::int64_t row_blocks = blocks_of(hands, kRows);
    const std::int64_t column_blocks = blocks_of(columns, kColumns);
    const std::int64_t tasks = blocks_of(column_blocks, kTaskBlocks);
    ThreadPool pool(useful_threads(tasks, threads));
    pool.run(tasks, [&](std::int64_t task) {
        const std::int64_t end = std::min(column_blocks, (task + 1) * kTaskBlocks);
        for (std::int64_t i = 0; i < row_blocks; ++i) {
            for (std::int64_t j = task * kTaskBlocks; j < end; ++j) {
                Lanes sums[kRows][kVectors] = {};
                multiply_blocks(
                    products,
                    {first_strength.data() + i * boards * kRows, first.data() + i * rows * kRows},
                    {second_strength.data() + j * boards * kColumns,
                     second.data() + j * rows * kColumns},
                    sums);
                const std::int64_t last_row = std::min<std::int64_t>(kRows, hands - i * kRows);
                const std::int64_t last = std::min<std::int64_t>(kColumns, columns - j * kColumns);
                for (std::int64_t row = 0; row < last_row; ++row) {
                    float* to = out + (i * kRows + row) * columns + j * kColumns;
                    for (std::int64_t column = 0; column < last; ++column) {
                        to[column] += sums[row][column / kLanes][column % kLanes];
                    }
                }
            }
        }
    });
}

void multiply(const float* matrix, std::int64_t rows, std::int64_t columns, const float* vector,
              int threads, float* out) {
    const std::int64_t tasks = blocks_of(rows, kRowTask);
    const std::int64_t whole = columns / kColumns * kColumns;
    ThreadPool pool(useful_threads(tasks, threads));
    pool.run(tasks, [&](std::int64_t task) {
        for (std::int64_t row = task * kRowTask; row < std::min(rows, (task + 1) * kRowTask);
             ++row) {
            const float* numbers = matrix + row * columns;
            Lanes sums[kVectors] = {};
            for (std::int64_t at = 0; at < whole; at += kColumns) {
                for (int part = 0; part < kVectors; ++part) {
                    sums[part] +=
                        load(numbers + at + part * kLanes) * load(vector + at + part * kLanes);
                }
            }
            float total = 0;
            for (const Lanes& sum : sums) {
                for (int lane = 0; lane < kLanes; ++lane) total += sum[lane];
            }
            for (std::int64_t at = whole; at < columns; ++at) total += numbers[at] * vector[at];
            out[row] = total;
        }
    });
}

void multiply_transposed(const float* matrix, std::int64_t rows, std::int64_t columns,
                         const float* vector, int threads, float* out) {
    // Parts of the rows have sums of their own, which are added in order: the same bits on any
    // number of threads.
    const std::int64_t tasks = blocks_of(rows, kRowTask);
    const std::int64_t whole = columns / kLanes * kLanes;
    std::vector<float> sums(static_cast<std::size_t>(tasks * columns));
    ThreadPool pool(useful_threads(tasks, threads));
    pool.run(tasks, [&](std::int64_t task) {
        float* sum = sums.data() + task * columns;
        std::int64_t row = task * kRowTask;
        const std::int64_t end = std::min(rows, row + kRowTask);
        for (; row + kRows <= end; row += kRows) {
            const float* numbers = matrix + row * columns;
            const float* factors = vector + row;
            for (std::int64_t at = 0; at < whole; at += kLanes) {
                Lanes total = load(sum + at);
                for (int i = 0; i < kRows; ++i)
                    total += factors[i] * load(numbers + i * columns + at);
                store(sum + at, total);
            }
            for (std::int64_t at = whole; at < columns; ++at) {
                for (int i = 0; i < kRows; ++i) sum[at] += factors[i] * numbers[i * columns + at];
            }
        }
        for (; row < end; ++row) {
            for (std::int64_t at = 0; at < columns; ++at) {
                sum[at] += vector[row] * matrix[row * columns + at];
            }
        }
    });
    std::fill(out, out + columns, 0.0F);
    for (std::int64_t task = 0; task < tasks; ++task) {
        for (std::int64_t at = 0; at < columns; ++at) out[at] += sums[task * columns + at];
    }
}

}  // namespace fifthstreet
