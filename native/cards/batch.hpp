// Strengths of many hands at once.
#pragma once

#include <cstdint>

#include "cards/evaluator.hpp"

namespace fifthstreet {

// Evaluates rows of `width` cards, one hand per row. Returns the first bad row (a card that does
// not exist or appears twice) or -1.
std::int64_t evaluate_cards(const Evaluator& evaluator, const std::uint8_t* cards,
                            std::int64_t rows, int width, Strength* out, int threads);

// Evaluates one mask per hand; hands may have different numbers of cards. Returns the first row
// that makes no hand, or -1.
std::int64_t evaluate_masks(const Evaluator& evaluator, const Mask* holes, const Mask* boards,
                            std::int64_t rows, Strength* out, int threads);

}  // namespace fifthstreet
