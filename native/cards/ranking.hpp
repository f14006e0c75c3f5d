// A hand ranking (standard high, ace-to-five low, short deck, ...) as lookup tables computed from
// its description.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "cards/rank_keys.hpp"

namespace fifthstreet {

using Strength = std::uint16_t;  // higher is better; 0 means no hand

// One category of hands: how often its ranks repeat, for example {3, 1, 1} for trips.
struct CategorySpec {
    std::vector<int> shape;
    bool straight;
    bool suited;
};

struct RankingSpec {
    std::vector<int> ranks;                // weakest first
    int size;                              // cards of a complete hand
    std::vector<CategorySpec> categories;  // weakest first
    bool wheel;  // the strongest rank also plays below the weakest in a straight
    bool low;    // the weakest hand wins
};

// Throws std::invalid_argument unless the ranks are different ones from 0 to 12.
void require_ranks(const std::vector<int>& ranks);

class Ranking {
  public:
    explicit Ranking(const RankingSpec& spec);

    // Best hand in `cards`, given their key and their number. Cards that are too few for a complete
    // hand are ranked as open hands, on a separate scale.
    Strength best(Mask cards, Key key, int count) const;

    // Evaluates complete hands of `kCount` cards, at most seven. Loops create one view and keep it:
    // its fields stay in registers, unlike fields behind a reference to the ranking.
    //
    // A flush only ever improves a high hand, so one lookup is enough; where a flush spoils a low
    // hand, the hand's subsets are evaluated one by one.
    template <int kCount>
    struct View {
        using Hash = std::conditional_t<kCount == kMaxTableCards, SevenHash, SmallHash>;
        typename Hash::View hash;
        const Strength* strengths;
        Key suit_bias;
        Key suit_flags;
        const Ranking* ranking;

        Strength best(Mask cards, Key key) const {
            const Strength by_ranks = strengths[hash.slot(rank_part(key))];
            if (!((key + suit_bias) & suit_flags)) return by_ranks;
            return ranking->with_flush(cards, key, by_ranks);
        }
    };
    template <int kCount>
    View<kCount> view() const {
        if constexpr (kCount == kMaxTableCards) {
            return {hashes_.seven.view(), seven_.data(), suit_bias_, suit_flags_, this};
        } else {
            return {hashes_.small.view(), small_.data(), suit_bias_, suit_flags_, this};
        }
    }

    int size() const { return size_; }
    bool is_low() const { return low_; }  // whether the lowest hand wins

    // The largest number of cards that the tables cover. Games with hands of fewer than five cards
    // never use seven, so they have no table for seven.
    int table_cards() const { return seven_.empty() ? kMaxTableCards - 1 : kMaxTableCards; }

    // Category (index into the description) of each strength; entry 0 is unused.
    const std::vector<std::uint8_t>& categories() const { return categories_; }
    const std::vector<std::uint8_t>& open_categories() const { return open_categories_; }
    std::size_t bytes() const;

  private:
    struct Entry {
        std::uint32_t sum;
        bool suited;
        std::uint8_t category;
    };

    void number_complete_hands(const RankingSpec& spec);
    void number_open_hands(const RankingSpec& spec);
    void extend_to_larger_hands();
    Strength with_flush(Mask cards, Key key, Strength by_ranks) const;
    Strength& rank_entry(std::uint32_t sum, int count);

    int size_;
    bool low_;
    Key suit_bias_ = 0;   // added to a key, it sets the flag bit of a suit that can make a flush
    Key suit_flags_ = 0;  // zero when suits do not matter
    const RankHashes& hashes_;
    std::vector<Strength> small_;
    std::vector<Strength> seven_;
    std::vector<Strength> flush_;  // [8192] by the ranks of one suit
    std::vector<std::uint8_t> categories_;
    std::vector<std::uint8_t> open_categories_;
};

}  // namespace fifthstreet
