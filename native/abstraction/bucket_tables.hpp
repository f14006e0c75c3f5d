// Buckets of hold'em hands: one table per street, indexed by the hand and the board as a set, up to
// suits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "abstraction/hand_index.hpp"

namespace fifthstreet {

// The lossless index of hands with a board of 0, 3, 4 or 5 cards, which is a set.
const HandIndex& hold_em_index(int board_cards);

class BucketTables {
  public:
    static constexpr int kStreets = 4;
    static constexpr int kMaxBuckets = 0xFFFF;
    static constexpr std::uint16_t kBlocked = 0xFFFF;  // of hands that share a card with the board

    // The buckets of a street. They are not copied, and must not change.
    struct Table {
        const void* buckets = nullptr;  // of std::uint8_t or std::uint16_t; null if there are none
        std::int64_t size = 0;
        bool is_wide = false;               // std::uint16_t
        int count = 0;                      // all buckets are below
        std::shared_ptr<const void> owner;  // keeps the buckets alive
    };

    // One table per street, preflop first. Throws std::invalid_argument if a size is wrong or a bucket
    // is not below its count.
    explicit BucketTables(std::array<Table, kStreets> tables);

    bool has(int board_cards) const { return table_of(board_cards).buckets != nullptr; }
    // The number of buckets of a street, 0 if it has no table.
    int count(int board_cards) const { return table_of(board_cards).count; }

    // The bucket of a hand; the street follows from the board, and must have a table.
    int bucket(Mask hole, Mask board) const;

    // The buckets of all 1,326 hands on a board.
    void buckets_of_board(Mask board, std::uint16_t* out) const;

    // Buckets of rows of cards, two of the hand and then the board cards, of hands and boards as
    // masks, and of all hands on each board. They return the first bad row (not a deal, or of a
    // street without a table) or -1.
    std::int64_t buckets_of_cards(int board_cards, const std::uint8_t* cards, std::int64_t rows,
                                  int threads, std::uint16_t* out) const;
    std::int64_t buckets_of_masks(const Mask* holes, const Mask* boards, std::int64_t rows,
                                  int threads, std::uint16_t* out) const;
    std::int64_t buckets_of_boards(const Mask* boards, std::int64_t rows, int threads,
                                   std::uint16_t* out) const;

  private:
    const Table& table_of(int board_cards) const {
        return tables_[board_cards ? board_cards - 2 : 0];
    }
    bool has_street(Mask board) const;

    std::array<Table, kStreets> tables_;
};

}  // namespace fifthstreet
