#include "abstraction/river_points.hpp"

#include <algorithm>

#include "cards/rank_pairs.hpp"

namespace fifthstreet {

const RiverPoints::Points& RiverPoints::on(Mask board) {
    const int kinds = group_cards(board);
    count_points(rank_classes(board, kinds));
    spread_points(board, kinds);
    return points_;
}

int RiverPoints::group_cards(Mask board) {
    flush_suit_ = -1;
    for (int suit = 0; suit < kSuits; ++suit) {
        if (std::popcount(suit_ranks(board, suit)) >= 3) flush_suit_ = suit;
    }
    kinds_ = {};
    for (int card = 0; card < kCards; ++card) {
        const int kind = card / kSuits + (card % kSuits == flush_suit_ ? kRanks : 0);
        kind_of_[card] = static_cast<std::uint8_t>(kind);
        if (card_bit(card) & board) continue;
        Kind& own = kinds_[kind];
        own.cards[own.count++] = static_cast<std::uint8_t>(card);
    }
    return flush_suit_ < 0 ? kRanks : kKinds;
}

// Orders the classes that have a hand by strength; returns their number.
int RiverPoints::rank_classes(Mask board, int kinds) {
    const auto seven = ranking_->view<7>();
    const Key board_key = key_of(board);
    const int suited = flush_suit_ < 0 ? 0 : std::popcount(suit_ranks(board, flush_suit_));
    const RankPairs by_ranks = rank_pairs_on(*ranking_, board_key);
    int count = 0;
    for (int first = 0; first < kinds; ++first) {
        const Kind& one = kinds_[first];
        for (int second = first; second < kinds; ++second) {
            const Kind& two = kinds_[second];
            if (!one.count || two.count <= (first == second)) continue;
            Strength strength = by_ranks[first % kRanks][second % kRanks];
            if (suited + (first >= kRanks) + (second >= kRanks) >= 5) {
                const int a = one.cards[0];
                const int b = two.cards[first == second];
                strength = seven.best(board | card_bit(a) | card_bit(b),
                                      board_key + kCardKeys[a] + kCardKeys[b]);
            }
            order_[count++] = {strength, static_cast<std::uint16_t>(first * kKinds + second)};
        }
    }
    sort_by_strength(order_, count);
    return count;
}

void RiverPoints::count_points(int classes) {
    int total = 0;
    std::array<int, kKinds> per_card{};  // hands visited with a given card of each kind
    for (int begin = 0, end; begin < classes; begin = end) {
        for (end = begin; end < classes && order_[end].strength == order_[begin].strength; ++end) {
            const int first = order_[end].hand / kKinds;
            const int second = order_[end].hand % kKinds;
            class_points_[first][second] =
                static_cast<std::uint16_t>(total - per_card[first] - per_card[second]);
        }
        for (int i = begin; i < end; ++i) {
            const int first = order_[i].hand / kKinds;
            const int second = order_[i].hand % kKinds;
            const int one = kinds_[first].count;
            const int two = kinds_[second].count;
            if (first == second) {
                total += one * (one - 1) / 2;
                per_card[first] += one - 1;
            } else {
                total += one * two;
                per_card[first] += two;
                per_card[second] += one;
            }
        }
        for (int i = begin; i < end; ++i) {
            const int first = order_[i].hand / kKinds;
            const int second = order_[i].hand % kKinds;
            // The hand itself is subtracted once for each of its cards.
            const int not_stronger = total - per_card[first] - per_card[second] + 1;
            class_points_[first][second] =
                static_cast<std::uint16_t>(class_points_[first][second] + not_stronger);
            class_points_[second][first] = class_points_[first][second];
        }
    }
}

// Gives every hand the points of its class.
void RiverPoints::spread_points(Mask board, int kinds) {
    std::array<std::array<std::uint16_t, kCards>, kKinds> by_other;  // points by the other card
    for (int kind = 0; kind < kinds; ++kind) {
        for (int card = 0; card < kCards; ++card) {
            by_other[kind][card] = class_points_[kind][kind_of_[card]];
        }
        for (Mask cards = board; cards;) by_other[kind][pop_card(cards)] = 0;
    }
    for (int b = 1; b < kCards; ++b) {
        std::uint16_t* const row = points_.data() + hole_of(0, b);
        if (card_bit(b) & board) {
            std::fill_n(row, b, std::uint16_t{0});
        } else {
            std::copy_n(by_other[kind_of_[b]].begin(), b, row);
        }
    }
}

}  // namespace fifthstreet
