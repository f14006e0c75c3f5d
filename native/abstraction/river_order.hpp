// All hole hands on a complete board, in order of strength.
#pragma once

#include <array>
#include <cstdint>

#include "cards/hole_hands.hpp"

namespace fifthstreet {

inline constexpr int kBoardCards = 5;
inline constexpr int kRiverHands = 1081;     // hole hands on a complete board
inline constexpr int kRiverOpponents = 990;  // hole hands that meet one of them

class RiverOrder {
  public:
    explicit RiverOrder(const Ranking& ranking) : ranking_(&ranking) {}

    // Orders the hands that share no card with the board.
    void sort(Mask board);

    // Calls `visit(first, last)` for each group of hands of equal strength, weakest first.
    template <class Visit>
    void for_each_group(Visit&& visit) const {
        const RankedHole* const end = order_.data() + kRiverHands;
        for (const RankedHole *first = order_.data(), *last; first < end; first = last) {
            for (last = first + 1; last < end && last->strength == first->strength; ++last) {
            }
            visit(first, last);
        }
    }

    // Calls `visit(hand, points)` for each hand: two points for each hand it beats, one for each hand
    // it ties, of the 990 that share no card with it.
    template <class Visit>
    void for_each_hand(Visit&& visit) const {
        int total = 0;
        std::array<int, kCards> per_card{};
        std::array<std::uint16_t, kRiverHands> weaker;
        for_each_group([&](const RankedHole* first, const RankedHole* last) {
            for (const RankedHole* each = first; each < last; ++each) {
                const auto& [a, b] = kHoles[each->hand].cards;
                weaker[each - first] =
                    static_cast<std::uint16_t>(total - per_card[a] - per_card[b]);
            }
            for (const RankedHole* each = first; each < last; ++each) {
                const auto& [a, b] = kHoles[each->hand].cards;
                ++per_card[a];
                ++per_card[b];
            }
            total += static_cast<int>(last - first);
            for (const RankedHole* each = first; each < last; ++each) {
                const auto& [a, b] = kHoles[each->hand].cards;
                // The hand itself is subtracted once for each of its cards.
                const int not_stronger = total - per_card[a] - per_card[b] + 1;
                visit(each->hand, weaker[each - first] + not_stronger);
            }
        });
    }

  private:
    const Ranking* ranking_;
    std::array<RankedHole, kHoleHands> order_;
};

}  // namespace fifthstreet
