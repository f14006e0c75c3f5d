// Rows of hands on the runouts of a street, derived from the rows of the previous street.
#pragma once

#include <cstdint>

#include "cards/ranking.hpp"

namespace fifthstreet {

// One player's rows, as wide as the arrays; after the last hand of a row, holes are -1.
struct RowArrays {
    const std::int16_t* before;  // [parents][width_before] hole hands
    int width_before;
    int width;
    std::int32_t* count;        // [R]
    std::int16_t* holes;        // [R][width]
    std::uint16_t* order;       // [R][width] index in the parent's row
    std::uint16_t* same;        // [R][width] index of the same hand in the other's row, or count
    std::uint16_t* place;       // [R][1326] index of each hole hand, or the count
    std::uint16_t* weaker;      // [R][width] on the river: number of the other's weaker hands
    std::uint16_t* not_better;  // [R][width] on the river: number of weaker or equal hands
    std::uint16_t* inverse;     // [members][width_before] index of each hand of the parent's row
};

struct RunoutArrays {
    std::int64_t runouts;
    const std::int32_t* parent;
    const Mask* dealt;   // [R] the card dealt
    const Mask* boards;  // [R]
    std::int64_t members;
    const std::int32_t* member_runout;  // [members]
    const std::uint8_t* member_back;    // [members][4] maps the member's suits to the runout's
};

// `ranking` sorts the rows by strength, on the river; null keeps the order of the parent's row.
void deal_rows(const Ranking* ranking, const RunoutArrays& runouts, const RowArrays rows[2],
               int threads);

// Lists of a row's hands by card, and for each hand of the other player the indices of the sums
// that its showdown is computed from: see solvers/postflop/backends/cuda/layout.py.
struct CardPlaces {
    std::int64_t runouts;
    int width;  // of the listed row
    int other_width;
    const std::int32_t* count;  // [R]
    const std::int16_t* holes;  // [R][width]
    const std::int32_t* other_count;
    const std::int16_t* other_holes;    // [R][other_width]
    const std::uint16_t* other_same;    // [R][other_width]
    const std::uint16_t* other_weaker;  // [R][other_width], or null before the river
    const std::uint16_t* other_not_better;
    std::uint16_t* by_card;     // [R][2 * width]
    std::uint16_t* card_start;  // [R][53]
    std::uint16_t* showdown;    // [R][other_width][8], or null
};
void list_by_card(const CardPlaces& places, int threads);

}  // namespace fifthstreet
