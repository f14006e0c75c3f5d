// Weights of the hands that each hand can meet, because they share no card.
#pragma once

#include <cstdint>

namespace fifthstreet {

// For each of `count` rows of 1,326 weights, writes the total weight of the hands that share no card
// with each hand. A result that is a rounding error of the row's sum is 0.
void compatible_weights(const double* weights, std::int64_t count, double* out);

}  // namespace fifthstreet
