// What hands become: the final hands of all hands up to suits, counted by class.
#pragma once

#include <cstdint>

#include "cards/cards.hpp"
#include "prediction/hand_factors.hpp"

namespace fifthstreet {

inline constexpr int kPreflopClasses = 5;

// How many deals lead from each class to each final hand, a pair of made classes (SF, K).
struct FinalCounts {
    std::int64_t preflop[kPreflopClasses][kFinals];
    std::int64_t flop[kCells][kFinals];
    std::int64_t turn[kCells][kFinals];
};

// Counts all ways to add two cards to sets of five, each of which represents as many sets as its
// multiplicity: the five as a flop hand, with a sixth as a turn hand, and as the board of the two.
// A turn hand is counted six times, once for each card that can be the sixth. `preflop_class` has
// the class of each of the 1,326 hole hands, from 0.
void count_final_hands(const Mask* fives, const std::int64_t* multiplicities, std::int64_t count,
                       const std::uint8_t* preflop_class, int threads, FinalCounts& out);

// Counts the cells of all hands that the board and two unknown cards make.
void count_board_cells(Mask board, std::int64_t* out);

}  // namespace fifthstreet
