// Exact features of the canonical hands of a street, board by board: strength against a random hand
// and against clusters of hands, and the buckets of the next street.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "abstraction/board_hands.hpp"
#include "abstraction/hand_index.hpp"
#include "cards/ranking.hpp"

namespace fifthstreet {

// The canonical hands of some boards, one row each: the rows of board b are those from starts[b] to
// starts[b + 1]. The functions below throw std::invalid_argument if a board has another number of
// canonical hands.
struct BoardRows {
    const Mask* boards;
    const std::int64_t* starts;
    std::int64_t boards_count;
};

struct HandRows {
    std::uint16_t* hands;          // [rows] hole hand
    std::int64_t* indices;         // [rows] index.index(1, {hand, board})
    std::uint8_t* multiplicities;  // [rows] number of deals that it represents
};
void list_board_hands(const HandIndex& index, const BoardRows& rows, int threads,
                      const HandRows& out);

// Strengths on the river, over all runouts. A hand has two points for each hand that it beats and
// one for each that it ties: 1,980 points are a strength of 1.
struct StrengthRows {
    std::uint32_t* points;         // [rows] sums over runouts
    std::uint32_t* square_points;  // [rows] sums of squares
    std::uint16_t* histogram;      // [rows, bins] runouts by strength, or null
    int bins;
    float* potentials;  // [rows, 2] positive and negative, or null
};
void sum_strengths(const Ranking& ranking, const BoardRows& rows, int threads,
                   const StrengthRows& out);

// Strengths on complete boards against clusters of hands: equities [rows, clusters] for weights
// [clusters, 1326]. Where all hands of a cluster share a card with the hand or the board, the
// equity is that against all hands.
void cluster_strengths(const Ranking& ranking, const BoardRows& rows, const float* weights,
                       int clusters, int threads, float* equities);

// The buckets of each row after each card to come, ascending: [rows, 47] on a flop, [rows, 46] on a
// turn. `next` is the index of hands with one more card, and `buckets` has one entry per index.
void list_next_buckets(const HandIndex& next, const BoardRows& rows, const std::uint16_t* buckets,
                       int threads, std::uint16_t* out);

}  // namespace fifthstreet
