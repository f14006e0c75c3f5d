// The two factors of a hand that may be incomplete: its straights and flushes, made or drawing
// (SF), and how often its ranks repeat (K).
//
// src/fifthstreet/agents/prediction/classes.py defines the classes, in the same order; see
// docs/reference/python/agents.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "cards/cards.hpp"

namespace fifthstreet {

inline constexpr int kKClasses = 6;    // none, pair, two pair, trips, full house, quads
inline constexpr int kSfClasses = 21;  // in order of precedence, see SfClass
inline constexpr int kCells = kSfClasses * kKClasses;
inline constexpr int kMadeSf = 4;  // none, straight, flush, straight flush
inline constexpr int kFinals = kMadeSf * kKClasses;

// O is a run of ranks, I a run with one gap, the digit the number of cards; SF means of one suit. A
// hand has the first class that fits.
enum SfClass : std::uint8_t {
    kSF,
    kF,
    kS,
    kSFO4,
    kSFI4,
    kSO4andF4,
    kSI4andF4,
    kSFO3andF4,
    kSO3andF4,
    kF4,
    kSFO3andSO4,
    kSO4andF3,
    kSO4,
    kSFO3andSI4,
    kSI4andF3,
    kSI4,
    kSFO3,
    kSO3andF3,
    kF3,
    kSO3,
    kJunk,
};
static_assert(kJunk + 1 == kSfClasses);

namespace factors {

// The best straight or draw to one in a set of ranks.
enum Shape : std::uint8_t { kNoShape, kOpen3, kInside4, kOpen4, kStraight, kShapes };

inline constexpr int kMaxSuit = 5;  // cards of a suit that matter
inline constexpr int kRankSets = 1 << kRanks;

constexpr Shape shape_of(std::uint32_t ranks) {
    const std::uint32_t r =
        (ranks << 1) | (ranks >> (kRanks - 1));  // an ace is also below the deuce
    const std::uint32_t three = r & (r >> 1) & (r >> 2);
    const std::uint32_t four = three & (r >> 3);
    if (four & (r >> 4)) return kStraight;
    if (four) return kOpen4;
    const std::uint32_t inside =
        (r & (r >> 4)) & ((r >> 1 & r >> 2) | (r >> 1 & r >> 3) | (r >> 2 & r >> 3));
    if (inside) return kInside4;
    return three ? kOpen3 : kNoShape;
}

inline constexpr std::array<Shape, kRankSets> kShapeOf = [] {
    std::array<Shape, kRankSets> shapes{};
    for (int ranks = 0; ranks < kRankSets; ++ranks) shapes[ranks] = shape_of(ranks);
    return shapes;
}();

// The number of cards of a suit, at most five, times eight, plus their shape: the largest is the
// suit that counts.
inline constexpr std::array<std::uint8_t, kRankSets> kSuitValue = [] {
    std::array<std::uint8_t, kRankSets> values{};
    for (int ranks = 0; ranks < kRankSets; ++ranks) {
        const int count = std::popcount(static_cast<unsigned>(ranks));
        values[ranks] =
            static_cast<std::uint8_t>(8 * (count < kMaxSuit ? count : kMaxSuit) + kShapeOf[ranks]);
    }
    return values;
}();

constexpr SfClass sf_class(int suit_count, int suited, int shape) {
    if (suited == kStraight) return kSF;
    if (suit_count >= kMaxSuit) return kF;
    if (shape == kStraight) return kS;
    if (suited == kOpen4) return kSFO4;
    if (suited == kInside4) return kSFI4;
    const bool is_open3 = suited == kOpen3;
    if (suit_count == 4) {
        if (shape == kOpen4) return kSO4andF4;
        if (shape == kInside4) return kSI4andF4;
        if (is_open3) return kSFO3andF4;
        return shape == kOpen3 ? kSO3andF4 : kF4;
    }
    const bool is_three = suit_count == 3;
    if (shape == kOpen4) return is_open3 ? kSFO3andSO4 : is_three ? kSO4andF3 : kSO4;
    if (shape == kInside4) return is_open3 ? kSFO3andSI4 : is_three ? kSI4andF3 : kSI4;
    if (is_open3) return kSFO3;
    if (is_three) return shape == kOpen3 ? kSO3andF3 : kF3;
    return shape == kOpen3 ? kSO3 : kJunk;
}

// By the value of the suit that counts and the shape of all ranks.
inline constexpr auto kSfClass = [] {
    std::array<std::array<SfClass, kShapes>, 8 * (kMaxSuit + 1)> classes{};
    for (int value = 0; value < 8 * (kMaxSuit + 1); ++value) {
        for (int shape = 0; shape < kShapes; ++shape) {
            classes[value][shape] = sf_class(value / 8, value % 8, shape);
        }
    }
    return classes;
}();

}  // namespace factors

// A hand to which cards are added one by one.
class HandFactors {
  public:
    HandFactors() = default;
    explicit HandFactors(Mask cards) {
        while (cards) add(pop_card(cards));
    }

    void add(int card) {
        const std::uint32_t rank = 1u << (card / kSuits);
        suits_[card % kSuits] |= rank;
        suit_counts_ += 1u << (4 * (card % kSuits));
        four_ |= three_ & rank;
        three_ |= two_ & rank;
        two_ |= one_ & rank;
        one_ |= rank;
    }
    HandFactors with(int card) const {
        HandFactors more = *this;
        more.add(card);
        return more;
    }

    int k_class() const {
        if (!two_) return 0;
        const bool is_several = (two_ & (two_ - 1)) != 0;
        if (!three_) return is_several ? 2 : 1;
        if (four_) return 5;
        return is_several ? 4 : 3;
    }

    int sf_class() const {
        using factors::kSuitValue;
        const int value = std::max(std::max(kSuitValue[suits_[0]], kSuitValue[suits_[1]]),
                                   std::max(kSuitValue[suits_[2]], kSuitValue[suits_[3]]));
        return factors::kSfClass[value][factors::kShapeOf[one_]];
    }

    std::uint32_t suit(int suit) const { return suits_[suit]; }
    factors::Shape shape() const { return factors::kShapeOf[one_]; }

    int cell() const { return sf_class() * kKClasses + k_class(); }

    // The final hand that both factors make, below kFinals; for hands of at most nine cards.
    int made() const { return made_sf() * kKClasses + k_class(); }

  private:
    int made_sf() const {
        const std::uint32_t flush = (suit_counts_ + 0x3333u) & 0x8888u;
        if (flush) {
            const std::uint32_t ranks = suits_[std::countr_zero(flush) / 4];
            return factors::kShapeOf[ranks] == factors::kStraight ? 3 : 2;
        }
        return factors::kShapeOf[one_] == factors::kStraight ? 1 : 0;
    }

    std::uint32_t suits_[kSuits] = {};  // ranks of each suit
    std::uint32_t suit_counts_ = 0;     // four bits for each suit
    std::uint32_t one_ = 0;             // ranks held at least once, twice, three and four times
    std::uint32_t two_ = 0;
    std::uint32_t three_ = 0;
    std::uint32_t four_ = 0;
};

}  // namespace fifthstreet
