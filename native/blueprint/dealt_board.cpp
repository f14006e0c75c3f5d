#include "blueprint/dealt_board.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace fifthstreet {

DealtBoard::DealtBoard()
    : holes(kWidth), cards(2 * kWidth), same(kWidth), weaker(kWidth), not_better(kWidth) {
    for (auto& row : weights) row.resize(kWidth);
    for (StreetRows& street : streets) {
        street.of_hand.resize(kWidth);
        street.hands.resize(kWidth);
        street.start.resize(kWidth + 1);
        street.buckets.resize(kWidth);
    }
}

void DealtBoard::deal(const DealGame& game, const BucketRows& rows, const Board& board) {
    const Mask dealt = cards_mask(board);
    std::array<std::array<double, kHoleHands>, 2> by_hole{};
    for (int player = 0; player < 2; ++player) {
        double before = 0;
        for (std::size_t i = 0; i < game.hands[player].size(); ++i) {
            const Mask hand = game.hands[player][i];
            const double upto = game.upto[player][i];
            by_hole[player][hole_of(std::countr_zero(hand), 63 - std::countl_zero(hand))] =
                upto - before;
            before = upto;
        }
    }
    std::array<RankedHole, kHoleHands> ranked;
    count = 0;
    for (int hole = 0; hole < kHoleHands; ++hole) {
        if (kHoles[hole].mask & dealt || (by_hole[0][hole] == 0 && by_hole[1][hole] == 0)) continue;
        ranked[count++] = {
            static_cast<Strength>(game.evaluator->strength(kHoles[hole].mask, dealt)),
            static_cast<std::uint16_t>(hole)};
    }
    sort_by_strength(ranked, count);
    groups.clear();
    for (int first = 0; first < count;) {
        int end = first;
        while (end < count && ranked[end].strength == ranked[first].strength) ++end;
        groups.push_back({static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(end),
                          static_cast<std::uint16_t>(end)});
        std::fill(&weaker[first], &weaker[first] + (end - first),
                  static_cast<std::uint16_t>(first));
        std::fill(&not_better[first], &not_better[first] + (end - first),
                  static_cast<std::uint16_t>(end));
        first = end;
    }
    for (int i = 0; i < kWidth; ++i) {
        const int hole = i < count ? ranked[i].hand : -1;
        holes[i] = static_cast<std::int16_t>(hole);
        same[i] = static_cast<std::uint16_t>(std::min(i, count));
        for (int card = 0; card < 2; ++card) {
            cards[2 * i + card] = hole < 0 ? 0 : kHoles[hole].cards[card];
        }
        for (int player = 0; player < 2; ++player) {
            weights[player][i] = hole < 0 ? 0 : static_cast<float>(by_hole[player][hole]);
        }
    }
    for (int street = 0; street < kStreets; ++street) {
        if (rows.buckets_on(street) > 0) find_rows(rows, board, street);
    }
}

// Numbers the rows that hands have on a street in the order of buckets.
void DealtBoard::find_rows(const BucketRows& rows, const Board& board, int street) {
    std::array<std::uint16_t, kHoleHands> buckets;
    rows.buckets_of_board(board, street, buckets.data());
    StreetRows& out = streets[street];
    std::vector<std::uint16_t> row_of_bucket(rows.buckets_on(street));  // at first, counts of hands
    for (int i = 0; i < count; ++i) ++row_of_bucket[buckets[holes[i]]];
    out.count = 0;
    out.start[0] = 0;
    for (std::size_t bucket = 0; bucket < row_of_bucket.size(); ++bucket) {
        const std::uint16_t hands = row_of_bucket[bucket];
        if (hands == 0) continue;
        out.buckets[out.count] = static_cast<std::uint16_t>(bucket);
        row_of_bucket[bucket] = static_cast<std::uint16_t>(out.count);
        out.start[out.count + 1] = static_cast<std::uint16_t>(out.start[out.count] + hands);
        ++out.count;
    }
    std::vector<std::uint16_t> next(out.start.begin(), out.start.begin() + out.count);
    std::fill(out.of_hand.begin(), out.of_hand.end(), std::uint16_t{0});
    for (int i = 0; i < count; ++i) {
        const std::uint16_t row = row_of_bucket[buckets[holes[i]]];
        out.of_hand[i] = row;
        out.hands[next[row]++] = static_cast<std::uint16_t>(i);
    }
}

}  // namespace fifthstreet
