// Checks of arrays that the bindings of solvers with three ranges share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "bind/bindings.hpp"
#include "multiway/triple_solver.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

inline constexpr std::size_t kMaxTripleNodes = 1 << 20;
inline constexpr int kPayoffNumbers = 4;

using TableRows = Array<float, 2>;

inline void check_three(const nanobind::list& from, const char* name) {
    require(nanobind::len(from) == kTriple,
            std::string(name) + " must have an array for each of 3 players");
}

inline void check_triple_threads(int threads) {
    require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
}

inline int checked_triple_player(int player) {
    require(player >= 0 && player < kTriple, "player must be 0 to 2");
    return player;
}

// A payoff from four numbers.
inline TriplePayoff payoff_of(const float* numbers) {
    for (int i = 0; i < kPayoffNumbers; ++i) {
        require(std::isfinite(numbers[i]), "payoffs must be finite");
    }
    return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

// Sets a pointer of each player's tables to arrays of their rows; to null if the list is empty.
template <class Solver>
void set_rows(const Solver& solver, const nanobind::list& from, const char* name,
              float* (&rows)[kTriple]) {
    for (float*& each : rows) each = nullptr;
    if (nanobind::len(from) == 0) return;
    check_three(from, name);
    for (int player = 0; player < kTriple; ++player) {
        const auto array = converted<TableRows>(from[player], name, false);
        require(array.shape(0) == static_cast<std::size_t>(solver.rows(player)) &&
                    array.shape(1) == static_cast<std::size_t>(solver.stride(player)),
                std::string(name) + " must be a padded row for each action");
        rows[player] = array.data();
    }
}

// The tables of all players; lists that may be empty leave null pointers.
template <class Solver>
std::array<TripleTables, kTriple> tables_of(const Solver& solver, const nanobind::list& regrets,
                                            const nanobind::list& averages,
                                            const nanobind::list& locks,
                                            const nanobind::list& weights) {
    float* regret_rows[kTriple];
    float* average_rows[kTriple];
    float* lock_rows[kTriple];
    set_rows(solver, regrets, "regrets", regret_rows);
    set_rows(solver, averages, "averages", average_rows);
    set_rows(solver, locks, "locks", lock_rows);
    require(average_rows[0], "averages must have an array for each of 3 players");
    check_three(weights, "weights");
    std::array<TripleTables, kTriple> tables;
    for (int player = 0; player < kTriple; ++player) {
        const auto row = converted<Array<float, 1>>(weights[player], "weights", false);
        require(row.shape(0) == static_cast<std::size_t>(solver.stride(player)),
                "weights must be a padded row for each player");
        const auto count = static_cast<std::size_t>(solver.hands(player));
        for (std::size_t i = 0; i < row.shape(0); ++i) {
            require(i < count ? row(i) >= 0 && row(i) <= 1 : row(i) == 0,
                    "weights must be 0 to 1, and 0 after the last hand");
        }
        tables[player] = {regret_rows[player], average_rows[player], lock_rows[player], row.data()};
    }
    return tables;
}

inline std::vector<TripleFactors> factors_of(const Array<const float, 1>& positive,
                                             const Array<const float, 1>& negative,
                                             const Array<const float, 1>& keep) {
    require(positive.shape(0) == negative.shape(0) && positive.shape(0) == keep.shape(0),
            "factors must have the same number of iterations");
    std::vector<TripleFactors> factors;
    for (std::size_t i = 0; i < positive.shape(0); ++i) {
        factors.push_back({positive(i), negative(i), keep(i)});
    }
    return factors;
}

}  // namespace fifthstreet
