#include "abstraction/potential.hpp"

#include <algorithm>

#include "shared/checks.hpp"

namespace fifthstreet {

namespace {

// kAfter<T, n>[i][j] is 1 where j > i: what a visit at place i adds to the prefixes.
template <class T, int kPlaces>
constexpr auto kAfter = [] {
    std::array<std::array<T, kPlaces>, kPlaces> after{};
    for (int i = 0; i < kPlaces; ++i) {
        for (int j = i + 1; j < kPlaces; ++j) after[i][j] = 1;
    }
    return after;
}();

template <class T, std::size_t kPlaces>
inline void add_after(T* prefixes, const std::array<std::array<T, kPlaces>, kPlaces>& after,
                      int place) {
    const T* const added = after[place].data();
    for (std::size_t j = 0; j < kPlaces; ++j) prefixes[j] = static_cast<T>(prefixes[j] + added[j]);
}

}  // namespace

inline void PotentialSums::Visited::add(const Place& place, const std::uint8_t* cards) {
    const int block = place.group / kBlock;
    add_after(in_block.data() + block * kBlock, kAfter<std::uint16_t, kBlock>,
              place.group % kBlock);
    add_after(blocks.data(), kAfter<std::uint16_t, kBlocks>, block);
    for (int c = 0; c < 2; ++c) {
        add_after(by_card[cards[c]].data(), kAfter<std::uint8_t, kCardPrefixes>, place.own[c]);
    }
}

inline int PotentialSums::Visited::weaker(const Place& place, const std::uint8_t* cards) const {
    return groups_below(place.group) - by_card[cards[0]][place.first_alike[0]] -
           by_card[cards[1]][place.first_alike[1]];
}

inline int PotentialSums::Visited::not_stronger(const Place& place,
                                                const std::uint8_t* cards) const {
    return groups_below(place.group + 1) - by_card[cards[0]][place.after_alike[0]] -
           by_card[cards[1]][place.after_alike[1]];
}

PotentialSums::PotentialSums(const Ranking& ranking, Mask board) {
    const int board_cards = count_cards(board);
    const int left = kCards - board_cards - 4;  // cards that neither player nor the board has
    runouts_ = board_cards == 3 ? left * (left - 1) / 2 : left;
    const Key board_key = key_of(board);
    std::array<RankedHole, kHoleHands> order;
    int count = 0;
    for (int h = 0; h < kHoleHands; ++h) {
        if (kHoles[h].mask & board) continue;
        order[count++] = {
            ranking.best(kHoles[h].mask | board, kHoles[h].key + board_key, 2 + board_cards),
            static_cast<std::uint16_t>(h)};
    }
    sort_by_strength(order, count);
    int group = 0;
    std::array<std::uint8_t, kCards> hands_so_far{};
    for (int first = 0, last; first < count; first = last, ++group) {
        for (last = first; last < count && order[last].strength == order[first].strength; ++last) {
        }
        require(group < kMaxGroups, "there are too many strengths of hands on a board");
        const auto before = hands_so_far;
        for (int i = first; i < last; ++i) {
            Place& place = places_[order[i].hand];
            place.group = static_cast<std::uint16_t>(group);
            for (int c = 0; c < 2; ++c) {
                const int card = kHoles[order[i].hand].cards[c];
                place.first_alike[c] = before[card];
                place.own[c] = hands_so_far[card]++;
            }
        }
        for (int i = first; i < last; ++i) {
            Place& place = places_[order[i].hand];
            Sums& sums = sums_[order[i].hand];
            int shared_before = 0;
            int shared_after = 0;
            for (int c = 0; c < 2; ++c) {
                const int card = kHoles[order[i].hand].cards[c];
                place.after_alike[c] = hands_so_far[card];
                shared_before += before[card];
                shared_after += hands_so_far[card];
            }
            // The hand itself shares both cards.
            const int opponents = (kCards - board_cards - 2) * (kCards - board_cards - 3) / 2;
            const int not_stronger = last - shared_after + 1;
            sums.weaker = static_cast<std::uint16_t>(first - shared_before);
            sums.tied = static_cast<std::uint16_t>(not_stronger - sums.weaker);
            sums.stronger = static_cast<std::uint16_t>(opponents - not_stronger);
        }
    }
}

void PotentialSums::add(const RiverOrder& order) {
    visited_ = {};
    order.for_each_group([&](const RankedHole* first, const RankedHole* last) {
        for (const RankedHole* each = first; each < last; ++each) {
            const std::uint8_t* cards = kHoles[each->hand].cards;
            const Place& place = places_[each->hand];
            Sums& sums = sums_[each->hand];
            const int weaker = visited_.weaker(place, cards);
            sums.weaker_points += static_cast<std::uint32_t>(weaker);
            sums.tied_then_ahead +=
                static_cast<std::uint32_t>(visited_.not_stronger(place, cards) - weaker);
        }
        for (const RankedHole* each = first; each < last; ++each) {
            visited_.add(places_[each->hand], kHoles[each->hand].cards);
        }
        for (const RankedHole* each = first; each < last; ++each) {
            const std::uint8_t* cards = kHoles[each->hand].cards;
            const Place& place = places_[each->hand];
            Sums& sums = sums_[each->hand];
            const int weaker = visited_.weaker(place, cards);
            sums.weaker_points += static_cast<std::uint32_t>(weaker);
            // The hand itself is subtracted once for each of its cards.
            sums.tied_then_not_behind +=
                static_cast<std::uint32_t>(visited_.not_stronger(place, cards) + 1 - weaker);
        }
    });
}

Potentials PotentialSums::of(int hand, std::uint32_t points) const {
    const Sums& sums = sums_[hand];
    const double ahead = static_cast<double>(sums.weaker) * runouts_;
    const double tied = static_cast<double>(sums.tied) * runouts_;
    const double behind = static_cast<double>(sums.stronger) * runouts_;
    const double tied_then_behind = tied - sums.tied_then_not_behind;
    // Points: two for a win and one for a tie, so that tied hands have one for each of both sums.
    const double tied_points =
        static_cast<double>(sums.tied_then_ahead) + sums.tied_then_not_behind;
    const double behind_points = static_cast<double>(points) - sums.weaker_points - tied_points;
    const double gained = behind_points / 2 + sums.tied_then_ahead / 2.0;
    const double lost = ahead - sums.weaker_points / 2.0 + tied_then_behind / 2;
    return {behind + tied > 0 ? gained / (behind + tied / 2) : 0.0,
            ahead + tied > 0 ? lost / (ahead + tied / 2) : 0.0};
}

}  // namespace fifthstreet
