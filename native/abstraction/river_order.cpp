#include "abstraction/river_order.hpp"

#include <algorithm>

#include "cards/rank_pairs.hpp"

namespace fifthstreet {

void RiverOrder::sort(Mask board) {
    const auto seven = ranking_->view<7>();
    const Key board_key = key_of(board);
    const RankPairs by_ranks = rank_pairs_on(*ranking_, board_key);
    std::array<Strength, kHoleHands> strengths;
    for (int high = 0; high < kRanks; ++high) {
        std::array<Strength, kCards> by_low;
        for (int low = 0; low < kRanks; ++low) {
            std::fill_n(by_low.begin() + low * kSuits, kSuits, by_ranks[high][low]);
        }
        for (int b = high * kSuits; b < (high + 1) * kSuits; ++b) {
            std::copy_n(by_low.begin(), b, strengths.begin() + hole_of(0, b));
        }
    }
    for (int suit = 0; suit < kSuits; ++suit) {
        const int suited = static_cast<int>(board_key >> (kSuitShift + 4 * suit) & 15);
        if (suited < 3) continue;
        // Hands that complete five cards of the suit.
        for (int h = 0; h < kHoleHands; ++h) {
            const auto& [a, b] = kHoles[h].cards;
            if (suited + (a % kSuits == suit) + (b % kSuits == suit) < 5) continue;
            if (kHoles[h].mask & board) continue;
            strengths[h] = seven.best(kHoles[h].mask | board, kHoles[h].key + board_key);
        }
    }
    int count = 0;
    for (int b = 1; b < kCards; ++b) {
        if (card_bit(b) & board) continue;
        for (int a = 0; a < b; ++a) {
            // Always written, and overwritten by the next hand if the board has the card.
            order_[count] = {strengths[hole_of(a, b)], static_cast<std::uint16_t>(hole_of(a, b))};
            count += !(card_bit(a) & board);
        }
    }
    sort_by_strength(order_, count);
}

}  // namespace fifthstreet
