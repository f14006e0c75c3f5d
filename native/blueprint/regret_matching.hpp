// Regret matching (Hart & Mas-Colell 2000) at one information set.
#pragma once

#include <algorithm>

namespace fifthstreet {

// In proportion to positive regrets, or uniform if there are none.
inline void match_regrets(const double* regrets, int actions, double* strategy) {
    double sum = 0;
    for (int a = 0; a < actions; ++a) sum += std::max(regrets[a], 0.0);
    for (int a = 0; a < actions; ++a) {
        strategy[a] = sum > 0 ? std::max(regrets[a], 0.0) / sum : 1.0 / actions;
    }
}

}  // namespace fifthstreet
