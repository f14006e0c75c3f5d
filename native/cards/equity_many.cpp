// All hole hands against many ranges of one opponent, over complete boards.
//
// As in equity_ranges.cpp, hands are visited once in order of strength, and the weight visited so
// far, in total and per card, gives what a hand beats. The order of a board is shared by all ranges,
// and a block of ranges is visited at once, as lanes of vectors.
#include <algorithm>
#include <array>

#include "cards/equity.hpp"
#include "cards/hole_hands.hpp"

namespace fifthstreet {

namespace {

constexpr int kBlock = 16;  // ranges whose sums stay in the first-level cache together

using Lanes = std::array<double, kBlock>;

// Weight of hands visited so far, in total and per card, for each range of a block.
struct Visited {
    Lanes total{};
    std::array<Lanes, kCards> per_card{};
};

struct Block {
    const double* weights;  // [1326, stride]
    double* points;
    double* met;
    std::int64_t stride;
    int lanes;
};

template <int kLanes>
void visit_groups(const std::array<RankedHole, kHoleHands>& order, int count, const Block& block) {
    Visited visited;
    const auto lanes = [&] { return kLanes ? kLanes : block.lanes; };
    // Adds `scale` times the visited weight that a hand can meet, and its own weight, to `out`.
    const auto add_met = [&](int hand, double scale, double own, double* out) {
        const Lanes& first = visited.per_card[kHoles[hand].cards[0]];
        const Lanes& second = visited.per_card[kHoles[hand].cards[1]];
        const double* weights = block.weights + hand * block.stride;
        double* sums = out + hand * block.stride;
        for (int l = 0; l < lanes(); ++l) {
            sums[l] += scale * (visited.total[l] - first[l] - second[l] + own * weights[l]);
        }
    };
    for (int begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && order[end].strength == order[begin].strength; ++end) {
        }
        for (int i = begin; i < end; ++i) add_met(order[i].hand, 0.5, 0, block.points);
        for (int i = begin; i < end; ++i) {
            const int hand = order[i].hand;
            Lanes& first = visited.per_card[kHoles[hand].cards[0]];
            Lanes& second = visited.per_card[kHoles[hand].cards[1]];
            const double* weights = block.weights + hand * block.stride;
            for (int l = 0; l < lanes(); ++l) {
                visited.total[l] += weights[l];
                first[l] += weights[l];
                second[l] += weights[l];
            }
        }
        for (int i = begin; i < end; ++i) add_met(order[i].hand, 0.5, 1, block.points);
    }
    for (int i = 0; i < count; ++i) add_met(order[i].hand, 1, 1, block.met);
}

}  // namespace

void meet_ranges(const Ranking& ranking, const Mask* boards, std::int64_t count,
                 const double* weights, std::int64_t ranges, double* points, double* met) {
    const auto seven = ranking.view<7>();
    std::array<RankedHole, kHoleHands> order;
    for (std::int64_t b = 0; b < count; ++b) {
        const Key board_key = key_of(boards[b]);
        int hands = 0;
        for (int h = 0; h < kHoleHands; ++h) {
            if (kHoles[h].mask & boards[b]) continue;
            order[hands++] = {seven.best(kHoles[h].mask | boards[b], kHoles[h].key + board_key),
                              static_cast<std::uint16_t>(h)};
        }
        sort_by_strength(order, hands);
        for (std::int64_t first = 0; first < ranges; first += kBlock) {
            const int lanes = static_cast<int>(std::min<std::int64_t>(kBlock, ranges - first));
            const Block block{weights + first, points + first, met + first, ranges, lanes};
            if (lanes == kBlock) {
                visit_groups<kBlock>(order, hands, block);
            } else {
                visit_groups<0>(order, hands, block);
            }
        }
    }
}

}  // namespace fifthstreet
