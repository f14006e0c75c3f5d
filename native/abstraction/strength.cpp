#include "abstraction/strength.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "abstraction/potential.hpp"
#include "abstraction/river_order.hpp"
#include "abstraction/river_points.hpp"
#include "shared/checks.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr int kFullBoard = 5;

// Calls `work(board, hands, first row)` for every board, on several threads.
template <class Work>
void for_each_board(const BoardRows& rows, int threads, Work&& work) {
    ThreadPool pool(useful_threads(rows.boards_count, threads));
    pool.run(rows.boards_count, [&](std::int64_t b) {
        const BoardHands hands(rows.boards[b]);
        require(rows.starts[b + 1] - rows.starts[b] == hands.count,
                "the number of rows of a board differs from its canonical hands");
        work(rows.boards[b], hands, rows.starts[b]);
    });
}

// Sums of one board over its runouts, by hole hand.
struct Sums {
    std::array<std::uint32_t, kHoleHands> points{};
    std::array<std::uint32_t, kHoleHands> square_points{};
    std::vector<std::uint16_t> histogram;  // [1326, bins]
};

// The compiler vectorises this only if it knows that the arrays do not overlap.
void add_points(const std::uint16_t* __restrict points, std::uint32_t* __restrict sums,
                std::uint32_t* __restrict square_sums) {
    for (int h = 0; h < kHoleHands; ++h) {
        sums[h] += points[h];
        square_sums[h] += std::uint32_t{points[h]} * points[h];
    }
}

using Bins = std::array<std::uint8_t, kMaxPoints + 1>;  // of each number of points

// Counts a runout for each hand that shares no card with it.
void count_bins(const std::uint16_t* __restrict points, Mask board,
                const std::uint8_t* __restrict bin_of, int bins,
                std::uint16_t* __restrict histogram) {
    for (int b = 1; b < kCards; ++b) {
        const std::uint16_t* const row = points + hole_of(0, b);
        std::uint16_t* counts = histogram + hole_of(0, b) * bins;
        if (card_bit(b) & board) continue;
        for (int a = 0; a < b; ++a, counts += bins) {
            counts[bin_of[row[a]]] += !(card_bit(a) & board);
        }
    }
}

// Equities of all hands against a few clusters at a time, one vector lane each.
constexpr int kClusters = 8;
struct ClusterWeights {
    double weight[kClusters];

    void add(const ClusterWeights& other) {
        for (int k = 0; k < kClusters; ++k) weight[k] += other.weight[k];
    }
};

struct ClusterSweep {
    std::array<ClusterWeights, kHoleHands> weights;  // of the clusters, by hand
    std::array<ClusterWeights, kHoleHands> points;   // won twice, tied once
    std::array<ClusterWeights, kHoleHands> met;

    void sweep(const RiverOrder& order) {
        ClusterWeights total{};
        std::array<ClusterWeights, kCards> per_card{};
        // The weight visited so far that shares no card with a hand. The hand itself, once visited,
        // is subtracted once for each of its cards.
        const auto compatible = [&](int hand, double own, ClusterWeights& to) {
            const auto& [a, b] = kHoles[hand].cards;
            for (int k = 0; k < kClusters; ++k) {
                to.weight[k] += total.weight[k] - per_card[a].weight[k] - per_card[b].weight[k] +
                                own * weights[hand].weight[k];
            }
        };
        order.for_each_group([&](const RankedHole* first, const RankedHole* last) {
            for (const RankedHole* each = first; each < last; ++each) {
                points[each->hand] = {};
                compatible(each->hand, 0, points[each->hand]);
            }
            for (const RankedHole* each = first; each < last; ++each) {
                const auto& [a, b] = kHoles[each->hand].cards;
                total.add(weights[each->hand]);
                per_card[a].add(weights[each->hand]);
                per_card[b].add(weights[each->hand]);
            }
            for (const RankedHole* each = first; each < last; ++each) {
                compatible(each->hand, 1, points[each->hand]);
            }
        });
        order.for_each_group([&](const RankedHole* first, const RankedHole* last) {
            for (const RankedHole* each = first; each < last; ++each) {
                met[each->hand] = {};
                compatible(each->hand, 1, met[each->hand]);
            }
        });
    }
};

// Smaller weights are rounding errors of sums.
constexpr double kMinWeight = 1e-9;

}  // namespace

void list_board_hands(const HandIndex& index, const BoardRows& rows, int threads,
                      const HandRows& out) {
    for_each_board(rows, threads, [&](Mask board, const BoardHands& hands, std::int64_t first) {
        std::array<std::int64_t, kHoleHands> by_hand;
        index.index_holes(1, &board, by_hand.data());
        for (int i = 0; i < hands.count; ++i) out.indices[first + i] = by_hand[hands.hands[i]];
        std::copy_n(hands.hands.begin(), hands.count, out.hands + first);
        std::copy_n(hands.multiplicity.begin(), hands.count, out.multiplicities + first);
    });
}

void sum_strengths(const Ranking& ranking, const BoardRows& rows, int threads,
                   const StrengthRows& out) {
    Bins bin_of{};  // a strength of 1 is in the last bin
    const int bins = out.histogram ? out.bins : 0;
    for (int points = 0; points < kMaxPoints && bins; ++points) {
        bin_of[points] = static_cast<std::uint8_t>(points * bins / kMaxPoints);
    }
    bin_of[kMaxPoints] = static_cast<std::uint8_t>(bins ? bins - 1 : 0);
    for_each_board(rows, threads, [&](Mask board, const BoardHands& hands, std::int64_t first) {
        RiverPoints river(ranking);
        RiverOrder order(ranking);
        const auto sums = std::make_unique<Sums>();
        sums->histogram.resize(static_cast<std::size_t>(kHoleHands) * bins);
        std::unique_ptr<PotentialSums> potential;
        if (out.potentials) potential = std::make_unique<PotentialSums>(ranking, board);
        for_each_subset(kAllCards & ~board, kFullBoard - count_cards(board), [&](Mask runout) {
            const RiverPoints::Points& points = river.on(board | runout);
            add_points(points.data(), sums->points.data(), sums->square_points.data());
            if (bins) {
                count_bins(points.data(), board | runout, bin_of.data(), bins,
                           sums->histogram.data());
            }
            if (potential) {
                order.sort(board | runout);
                potential->add(order);
            }
        });
        for (int i = 0; i < hands.count; ++i) {
            const int hand = hands.hands[i];
            out.points[first + i] = sums->points[hand];
            out.square_points[first + i] = sums->square_points[hand];
            if (bins) {
                std::copy_n(sums->histogram.begin() + hand * bins, bins,
                            out.histogram + (first + i) * bins);
            }
            if (potential) {
                const Potentials found = potential->of(hand, sums->points[hand]);
                out.potentials[2 * (first + i)] = static_cast<float>(found.positive);
                out.potentials[2 * (first + i) + 1] = static_cast<float>(found.negative);
            }
        }
    });
}

void cluster_strengths(const Ranking& ranking, const BoardRows& rows, const float* weights,
                       int clusters, int threads, float* equities) {
    for_each_board(rows, threads, [&](Mask board, const BoardHands& hands, std::int64_t first) {
        RiverOrder order(ranking);
        order.sort(board);
        std::array<float, kHoleHands> strength;
        RiverPoints river(ranking);
        const RiverPoints::Points& points = river.on(board);
        for (int h = 0; h < kHoleHands; ++h) {
            strength[h] = static_cast<float>(points[h]) / kMaxPoints;
        }
        const auto sweep = std::make_unique<ClusterSweep>();
        for (int start = 0; start < clusters; start += kClusters) {
            const int count = std::min(kClusters, clusters - start);
            for (int hand = 0; hand < kHoleHands; ++hand) {
                for (int k = 0; k < kClusters; ++k) {
                    sweep->weights[hand].weight[k] =
                        k < count ? weights[(start + k) * kHoleHands + hand] : 0.0;
                }
            }
            sweep->sweep(order);
            for (int i = 0; i < hands.count; ++i) {
                const int hand = hands.hands[i];
                for (int k = 0; k < count; ++k) {
                    const double met = sweep->met[hand].weight[k];
                    equities[(first + i) * clusters + start + k] =
                        met > kMinWeight
                            ? static_cast<float>(sweep->points[hand].weight[k] / (2 * met))
                            : strength[hand];
                }
            }
        }
    });
}

void list_next_buckets(const HandIndex& next, const BoardRows& rows, const std::uint16_t* buckets,
                       int threads, std::uint16_t* out) {
    for_each_board(rows, threads, [&](Mask board, const BoardHands& hands, std::int64_t first) {
        const int width = kCards - 2 - count_cards(board);
        std::array<std::int64_t, kHoleHands> by_hand;
        std::array<int, kHoleHands> filled{};  // cards so far, by row
        for (Mask cards = kAllCards & ~board; cards; cards &= cards - 1) {
            const Mask longer = board | (cards & -cards);
            next.index_holes(1, &longer, by_hand.data());
            for (int i = 0; i < hands.count; ++i) {
                const std::int64_t index = by_hand[hands.hands[i]];
                if (index >= 0) out[(first + i) * width + filled[i]++] = buckets[index];
            }
        }
        for (int i = 0; i < hands.count; ++i) {
            std::uint16_t* const row = out + (first + i) * width;
            std::sort(row, row + width);
        }
    });
}

}  // namespace fifthstreet
