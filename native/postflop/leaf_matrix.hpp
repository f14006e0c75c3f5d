// Payoffs of hand against hand over many boards, and products of such matrices with reach.
//
// If both players follow fixed strategies, what a hand wins against another on a board is a sum over
// sequences of actions: the reach of one player's sequence times what the other player's reach adds
// to it, positive if the first hand is the stronger one and negative if it is the weaker one.
#pragma once

#include <cstdint>

namespace fifthstreet {

struct SignedProducts {
    std::int64_t boards;
    std::int64_t sequences;
    std::int64_t first_hands;
    std::int64_t second_hands;
    const float* first_strength;   // [boards][first_hands]
    const float* second_strength;  // [boards][second_hands]
    const float* first;            // [boards][sequences][first_hands]
    const float* second;           // [boards][sequences][second_hands]
};

// Adds sign(first_strength - second_strength) * sum of first * second to out[first_hands][second_hands].
void add_signed_products(const SignedProducts& products, int threads, float* out);

// out[rows] = matrix[rows][columns] * vector[columns].
void multiply(const float* matrix, std::int64_t rows, std::int64_t columns, const float* vector,
              int threads, float* out);

// out[columns] = vector[rows] * matrix[rows][columns].
void multiply_transposed(const float* matrix, std::int64_t rows, std::int64_t columns,
                         const float* vector, int threads, float* out);

}  // namespace fifthstreet
