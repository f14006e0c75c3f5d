#include "postflop/river_buckets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

#include "postflop/range_solver.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

// Parts of the opponent's range, of equal weight, that hands are compared on.
constexpr int kParts = 8;
constexpr int kFeatures = 2 * kParts;
constexpr int kRounds = 8;  // of k-means
constexpr int kEndsAtOnce = 4;

// The part of each hand, if hands from weak to strong are cut into parts of equal weight.
std::vector<std::uint16_t> parts_of(const RiverHands& hands, int parts) {
    double total = 0;
    for (int i = 0; i < hands.count; ++i) total += hands.weights[i];
    std::vector<std::uint16_t> part(hands.count);
    double before = 0;
    for (int i = 0; i < hands.count; ++i) {
        const double middle = before + hands.weights[i] / 2;
        part[i] = static_cast<std::uint16_t>(
            std::min(static_cast<int>(parts * middle / total), parts - 1));
        before += hands.weights[i];
    }
    return part;
}

// What each of a player's hands wins against parts of the opponent's hands, and how much of them it
// can meet: rows of hands, one for each part.
struct PartRows {
    PartRows(const RiverHands& hands, const RiverHands& opponent, const std::uint16_t* part,
             int parts)
        : stride(row_stride(hands.count)),
          beats(static_cast<std::size_t>(parts) * stride),
          meets(static_cast<std::size_t>(parts) * stride) {
        const int width = row_stride(opponent.count);
        std::vector<float> reach(static_cast<std::size_t>(parts) * width);
        for (int j = 0; j < opponent.count; ++j) reach[part[j] * width + j] = opponent.weights[j];
        std::vector<ShowdownEnd> ends;
        for (int p = 0; p < parts; ++p) {
            ends.push_back({reach.data() + p * width, beats.data() + p * stride, 1, 0,
                            meets.data() + p * stride, 1});
        }
        SweepScratch scratch(std::max(width, stride));
        sweep_showdowns(
            {hands.count, opponent.count, hands.cards, opponent.cards, hands.same, hands.groups},
            ends, scratch);
    }

    int stride;
    std::vector<float> beats;
    std::vector<float> meets;
};

using Features = std::array<float, kFeatures>;

// For each hand: what it wins against each part of the opponent's range, and how much of the part
// it can meet.
std::vector<Features> features_of(const RiverHands& hands, const RiverHands& opponent) {
    const PartRows rows(hands, opponent, parts_of(opponent, kParts).data(), kParts);
    std::vector<Features> features(hands.count);
    for (int i = 0; i < hands.count; ++i) {
        for (int p = 0; p < kParts; ++p) {
            features[i][p] = rows.beats[p * rows.stride + i];
            features[i][kParts + p] = rows.meets[p * rows.stride + i];
        }
    }
    return features;
}

// Squared distances of a hand from all centres, [kFeatures][stride].
void measure_distances(const Features& hand, const float* centres, int stride, float* out) {
    for (int b = 0; b < stride; b += kLanes) {
        Lanes sum{};
        for (int f = 0; f < kFeatures; ++f) {
            const Lanes apart = load(centres + f * stride + b) - hand[f];
            sum += apart * apart;
        }
        store(out + b, sum);
    }
}

// Means of the features of each bucket, [kFeatures][stride]; buckets without hands keep theirs.
void move_centres(const RiverHands& hands, const std::vector<Features>& features,
                  const std::uint16_t* bucket, int buckets, int stride, float* centres) {
    std::vector<Features> sums(buckets);
    std::vector<float> weights(buckets);
    for (int i = 0; i < hands.count; ++i) {
        for (int f = 0; f < kFeatures; ++f) {
            sums[bucket[i]][f] += hands.weights[i] * features[i][f];
        }
        weights[bucket[i]] += hands.weights[i];
    }
    for (int b = 0; b < buckets; ++b) {
        if (weights[b] <= 0) continue;
        for (int f = 0; f < kFeatures; ++f) centres[f * stride + b] = sums[b][f] / weights[b];
    }
}

// Writes the matrices of both players on one runout.
void add_matrices(const Street& river, int runout, const std::vector<float> (&weights)[2],
                  BucketMatrices (&matrices)[2]) {
    const RiverHands hands[2] = {hands_on(river, 0, runout, weights[0]),
                                 hands_on(river, 1, runout, weights[1])};
    const std::uint16_t* bucket[2];
    int buckets[2];
    std::vector<double> sums[2];
    for (int p = 0; p < 2; ++p) {
        const Seat& seat = river.seats[p];
        bucket[p] = seat.bucket.data() + seat.start[runout];
        buckets[p] = seat.buckets[runout];
        sums[p].resize(buckets[p]);
        for (int i = 0; i < hands[p].count; ++i) sums[p][bucket[p][i]] += hands[p].weights[i];
    }
    const PartRows rows(hands[0], hands[1], bucket[1], buckets[1]);
    const int stride[2] = {row_stride(buckets[0]), row_stride(buckets[1])};
    std::vector<double> met(buckets[0]), won(buckets[0]);
    for (int b = 0; b < buckets[1]; ++b) {
        std::fill(met.begin(), met.end(), 0.0);
        std::fill(won.begin(), won.end(), 0.0);
        for (int i = 0; i < hands[0].count; ++i) {
            const double weight = hands[0].weights[i];
            met[bucket[0][i]] += weight * rows.meets[b * rows.stride + i];
            won[bucket[0][i]] += weight * rows.beats[b * rows.stride + i];
        }
        for (int a = 0; a < buckets[0]; ++a) {
            const double pairs = sums[0][a] * sums[1][b];
            if (pairs <= 0) continue;
            const auto meets = static_cast<float>(met[a] / pairs);
            const auto beats = static_cast<float>(won[a] / pairs);
            const std::int64_t first = matrices[0].start[runout] + std::int64_t{b} * stride[0] + a;
            const std::int64_t second = matrices[1].start[runout] + std::int64_t{a} * stride[1] + b;
            matrices[0].meets[first] = matrices[1].meets[second] = meets;
            matrices[0].beats[first] = beats;
            matrices[1].beats[second] = -beats;
        }
    }
}

// The bucket of each hand of the parent's row, for each runout and for each member of its orbit.
void replace_hands(const Street& before, int player, Street& river) {
    Seat& seat = river.seats[player];
    const Seat& parents = before.seats[player];
    for (int r = 0; r < river.runouts(); ++r) {
        const int hands = parents.count[river.parent[r]];
        const std::uint16_t* bucket = seat.bucket.data() + seat.start[r];
        const auto none = static_cast<std::uint16_t>(seat.buckets[r]);
        seat.entering_start.push_back(static_cast<std::int64_t>(seat.entering.size()));
        seat.entering.resize(seat.entering.size() + hands, none);
        std::uint16_t* entering = seat.entering.data() + seat.entering_start.back();
        for (int i = 0; i < seat.count[r]; ++i) entering[seat.order[seat.start[r] + i]] = bucket[i];
        for (int m = river.member_start[r]; m < river.member_start[r + 1]; ++m) {
            std::uint16_t* place = seat.inverse.data() + seat.inverse_start[m];
            for (int i = 0; i < hands; ++i) {
                place[i] = place[i] < seat.count[r] ? bucket[place[i]] : none;
            }
        }
    }
}

// Multiplies the reach of some terminal nodes with the matrices; without `All`, only with `beats`.
template <int N, bool All>
void multiply(const BucketProducts& rows, const ShowdownEnd* const* ends) {
    for (int i = 0; i < rows.stride; i += kLanes) {
        Lanes all[N] = {}, won[N] = {};
        for (int j = 0; j < rows.opponent_count; ++j) {
            const std::int64_t at = std::int64_t{j} * rows.stride + i;
            const Lanes beats = load(rows.beats + at);
            for (int n = 0; n < N; ++n) won[n] += beats * ends[n]->reach[j];
            if constexpr (All) {
                const Lanes meets = load(rows.meets + at);
                for (int n = 0; n < N; ++n) all[n] += meets * ends[n]->reach[j];
            }
        }
        for (int n = 0; n < N; ++n) {
            const ShowdownEnd& end = *ends[n];
            store(end.out + i, All ? won[n] * end.lead + all[n] * end.total : won[n] * end.lead);
            if (All && end.fold_out) store(end.fold_out + i, all[n] * end.fold_total);
        }
    }
}

template <int N>
void multiply(const BucketProducts& rows, const FoldEnd* const* ends) {
    for (int i = 0; i < rows.stride; i += kLanes) {
        Lanes all[N] = {};
        for (int j = 0; j < rows.opponent_count; ++j) {
            const Lanes meets = load(rows.meets + std::int64_t{j} * rows.stride + i);
            for (int n = 0; n < N; ++n) all[n] += meets * ends[n]->reach[j];
        }
        for (int n = 0; n < N; ++n) store(ends[n]->out + i, all[n] * ends[n]->total);
    }
}

// Calls multiply<N>(ends) for as many of the chosen terminal nodes at a time as share the matrices.
template <class End, class Choose, class Multiply>
void in_groups(const std::vector<End>& ends, const Choose& choose, const Multiply& multiply) {
    const End* waiting[kEndsAtOnce];
    int count = 0;
    for (const End& end : ends) {
        if (!choose(end)) continue;
        waiting[count++] = &end;
        if (count < kEndsAtOnce) continue;
        multiply.template operator()<kEndsAtOnce>(waiting);
        count = 0;
    }
    for (int n = 0; n < count; ++n) multiply.template operator()<1>(waiting + n);
}

}  // namespace

void divide_hands(const RiverHands& hands, const RiverHands& opponent, int buckets,
                  std::uint16_t* bucket) {
    if (hands.count <= buckets) {
        for (int i = 0; i < hands.count; ++i) bucket[i] = static_cast<std::uint16_t>(i);
        return;
    }
    const std::vector<Features> features = features_of(hands, opponent);
    const std::vector<std::uint16_t> part = parts_of(hands, buckets);
    std::copy(part.begin(), part.end(), bucket);
    const int stride = row_stride(buckets);
    std::vector<float> centres(static_cast<std::size_t>(kFeatures) * stride);
    std::vector<float> distance(stride);
    for (int round = 0; round < kRounds; ++round) {
        move_centres(hands, features, bucket, buckets, stride, centres.data());
        for (int i = 0; i < hands.count; ++i) {
            measure_distances(features[i], centres.data(), stride, distance.data());
            for (int b = 0; b < buckets; ++b) {
                if (distance[b] < distance[bucket[i]]) bucket[i] = static_cast<std::uint16_t>(b);
            }
        }
    }
}

std::vector<float> river_weights(const std::vector<Street>& streets, int player,
                                 const std::vector<float>& root) {
    std::vector<float> before = root;
    for (std::size_t s = 1; s < streets.size(); ++s) {
        const Seat& seat = streets[s].seats[player];
        const Seat& parents = streets[s - 1].seats[player];
        std::vector<float> weights(seat.order.size());
        for (int r = 0; r < streets[s].runouts(); ++r) {
            const std::int64_t from = s == 1 ? 0 : parents.start[streets[s].parent[r]];
            for (std::int64_t i = seat.start[r]; i < seat.start[r] + seat.count[r]; ++i) {
                weights[i] = before[from + seat.order[i]];
            }
        }
        before = std::move(weights);
    }
    return before;
}

RiverHands hands_on(const Street& river, int player, int runout,
                    const std::vector<float>& weights) {
    const Seat& seat = river.seats[player];
    const std::int64_t start = seat.start[runout];
    return {seat.count[runout], seat.cards.data() + 2 * start, weights.data() + start,
            seat.same.data() + start, seat.groups.data() + seat.group_start[runout]};
}

void play_in_buckets(std::vector<Street>& streets, const std::vector<float> (&weights)[2],
                     int threads, BucketMatrices (&matrices)[2]) {
    Street& river = streets.back();
    const std::vector<float> held[2] = {river_weights(streets, 0, weights[0]),
                                        river_weights(streets, 1, weights[1])};
    for (int p = 0; p < 2; ++p) {
        std::int64_t size = 0;
        for (int r = 0; r < river.runouts(); ++r) {
            matrices[p].start.push_back(size);
            size +=
                std::int64_t{river.seats[1 - p].buckets[r]} * row_stride(river.seats[p].buckets[r]);
        }
        matrices[p].meets.resize(size);
        matrices[p].beats.resize(size);
    }
    ThreadPool(threads).run(river.runouts(), [&](std::int64_t runout) {
        add_matrices(river, static_cast<int>(runout), held, matrices);
    });
    for (int p = 0; p < 2; ++p) {
        replace_hands(streets[streets.size() - 2], p, river);
        Seat& seat = river.seats[p];
        seat.count = std::move(seat.buckets);
        seat.buckets.clear();
        seat.bucket.clear();
    }
}

void multiply_showdowns(const BucketProducts& rows, const std::vector<ShowdownEnd>& ends) {
    const auto needs_all = [](const ShowdownEnd& end) { return end.total != 0 || end.fold_out; };
    in_groups(ends, needs_all,
              [&]<int N>(const ShowdownEnd* const* some) { multiply<N, true>(rows, some); });
    in_groups(ends, std::not_fn(needs_all),
              [&]<int N>(const ShowdownEnd* const* some) { multiply<N, false>(rows, some); });
}

void multiply_folds(const BucketProducts& rows, const std::vector<FoldEnd>& ends) {
    in_groups(
        ends, [](const FoldEnd&) { return true; },
        [&]<int N>(const FoldEnd* const* some) { multiply<N>(rows, some); });
}

}  // namespace fifthstreet
