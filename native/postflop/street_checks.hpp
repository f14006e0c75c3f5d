// Checks that the streets, tables and locks of a range solver fit together, so that no pass can
// leave its arrays. Each throws std::invalid_argument with the problem.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "postflop/range_solver.hpp"

namespace fifthstreet {

// The rows of a seat's arrays: needed before its hands are grouped by strength.
void check_rows(const Seat& seat, std::size_t weaker, std::size_t not_better);

void check_streets(const std::vector<Street>& streets, const std::vector<float> (&weights)[2]);

// Entries and blocks that a player's tables need.
struct TableSize {
    std::int64_t entries = 0;
    std::int64_t blocks = 0;
};
TableSize table_size(const std::vector<Street>& streets, int player);

void check_locks(const std::vector<Street>& streets, int player,
                 const std::vector<std::int64_t>& start, std::size_t rows);

}  // namespace fifthstreet
