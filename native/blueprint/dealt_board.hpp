// A complete board and all hands that it leaves, for training with all hands at the same time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "blueprint/bucket_rows.hpp"
#include "blueprint/deal_game.hpp"
#include "postflop/leaf_sweep.hpp"

namespace fifthstreet {

// Hands of one street by the row of the tables that they share.
struct StreetRows {
    int count = 0;                       // of rows that some hand has
    std::vector<std::uint16_t> of_hand;  // [width] number of the row
    std::vector<std::uint16_t> hands;    // [width] hands row by row, ascending within a row
    std::vector<std::uint16_t> start;    // [width + 1] first of a row's hands
    std::vector<std::uint16_t> buckets;  // [width] bucket of each row
};

class DealtBoard {
  public:
    static constexpr int kMaxHands = 1081;  // of two cards out of 47
    static constexpr int kWidth = row_stride(kMaxHands);

    DealtBoard();

    // Lists all hands that either player may hold on the board, from the weakest to the strongest.
    void deal(const DealGame& game, const BucketRows& rows, const Board& board);

    int count = 0;
    std::vector<std::int16_t> holes;        // [width] hole hands; -1 after the last
    std::vector<std::uint8_t> cards;        // [width][2]
    std::vector<std::uint16_t> same;        // [width] its own number: players share the list
    std::vector<std::uint16_t> weaker;      // [width] number of weaker hands
    std::vector<std::uint16_t> not_better;  // [width] number of weaker or equal hands
    std::vector<StrengthGroup> groups;
    std::array<std::vector<float>, 2> weights;  // [width] of each player's range
    std::array<StreetRows, kStreets> streets;   // those with buckets

    // The hands as sweeps take them, of either player.
    SweepHands sweep_hands() const {
        return {count, count, cards.data(), cards.data(), same.data(), groups.data()};
    }

  private:
    void find_rows(const BucketRows& rows, const Board& board, int street);
};

}  // namespace fifthstreet
