// Lossless indices of cards dealt in rounds, up to suit relabelling (Waugh 2013, "A Fast and
// Optimal Hand Isomorphism Algorithm").
//
// In one suit, a deal is a row of disjoint sets of ranks, one per round. How many cards each round
// has there is the suit's shape; the sets themselves are a number below the shape's size: each set
// is ranked among the sets of its size (colexicographically) in the ranks that no earlier round
// took. Relabelling suits permutes these four (shape, number) pairs, so an index is made of the
// sorted pairs: the four shapes choose a configuration, which has a range of indices of its own,
// and suits of the same shape contribute the rank of their multiset of numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/cards.hpp"
#include "cards/hole_hands.hpp"

namespace fifthstreet {

class HandIndex {
  public:
    static constexpr int kMaxCards = 10;    // so that 64 bits are enough
    static constexpr int kMaxShapes = 256;  // of a suit, so that the tables stay below 10 MB

    // Cards dealt in each round, like {2, 3, 1, 1}. Throws std::invalid_argument.
    explicit HandIndex(const std::vector<int>& rounds);

    int rounds() const { return static_cast<int>(rounds_.size()); }
    // Cards dealt up to and including a round.
    int cards(int round) const { return levels_[round].cards; }
    const std::vector<int>& cards_per_round() const { return rounds_; }
    std::uint64_t size(int round) const { return levels_[round].size; }
    std::size_t bytes() const;

    // The index of a deal up to a round: sets[0] .. sets[round], disjoint and of the right sizes.
    std::uint64_t index(int round, const Mask* sets) const;

    // The representative of an index: its sorted suits are clubs, diamonds, hearts and spades.
    void unindex(int round, std::uint64_t index, Mask* sets) const;

    // The indices of all hole hands (as the first round, of two cards) on a board: out[h] for
    // board[0] .. board[round - 1], the sets of the later rounds, or -1 if hand h shares a card
    // with them.
    void index_holes(int round, const Mask* board, std::int64_t* out) const;

    // Indices of rows of cards. Returns the first bad row (cards that do not exist or appear twice), or
    // `rows` if there is none.
    std::int64_t index_card_rows(int round, const std::uint8_t* cards, std::int64_t rows,
                                 std::int64_t* out) const;

    // The same by threads, and for masks with one column per round. Both return the first bad row
    // (cards that do not exist or appear twice, a wrong number of cards) or -1.
    std::int64_t index_cards(int round, const std::uint8_t* cards, std::int64_t rows, int threads,
                             std::int64_t* out) const;
    std::int64_t index_masks(int round, const Mask* sets, std::int64_t rows, int threads,
                             std::int64_t* out) const;

    // The same as `index_holes` for rows of boards, with one column per round after the first.
    std::int64_t index_hole_rows(int round, const Mask* boards, std::int64_t rows, int threads,
                                 std::int64_t* out) const;

    // Cards of the representatives, ascending in each round. Returns the first index that is out of
    // range, or -1.
    std::int64_t unindex_cards(int round, const std::int64_t* indices, std::int64_t rows,
                               int threads, std::uint8_t* cards) const;

  private:
    // Whether the sets of the rounds from `first` to `last` have their numbers of cards and share
    // none.
    bool is_deal(int first, int last, const Mask* sets) const;

    // Ranks of the four suits, 16 bits each.
    using SuitRanks = std::uint64_t;
    // Shape in the upper half, number in the lower half.
    using SuitKey = std::uint64_t;

    // The indices of one multiset of shapes. Suits are sorted, largest key first.
    struct Configuration {
        std::uint64_t offset;
        std::uint64_t factor[kSuits];      // of the suit's term
        std::uint32_t shape_size[kSuits];  // numbers of the suit's shape
        std::uint16_t shape[kSuits];
        std::uint8_t alike[kSuits];  // suits of this shape from here on
    };

    // Everything about deals up to a round.
    struct Level {
        int cards = 0;
        std::uint64_t size = 0;
        int side = 0;                               // of `place`
        std::vector<std::uint32_t> place;           // [side]^3: configuration of shapes 1, 2, 3
        std::vector<Configuration> configurations;  // by ascending offset
    };

    Level create_level(int rounds) const;
    std::uint64_t shape_size(int shape, int rounds) const;
    SuitKey two_round_key(const SuitRanks* sets, int suit) const;
    SuitKey suit_key(int rounds, const SuitRanks* sets, int suit) const;
    static std::uint64_t index_of(const Level& level, SuitKey a, SuitKey b, SuitKey c, SuitKey d);
    std::uint64_t index_of(int round, const SuitRanks* sets) const;

    std::vector<int> rounds_;
    std::vector<int> strides_;  // of a round's cards in the number of a shape
    std::vector<Level> levels_;
};

}  // namespace fifthstreet
