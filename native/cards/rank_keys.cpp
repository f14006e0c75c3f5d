#include "cards/rank_keys.hpp"

#include <algorithm>

namespace fifthstreet {

template <int kSlotBits, int kBucketBits>
PerfectHash<kSlotBits, kBucketBits>::PerfectHash(const std::vector<std::uint32_t>& keys) {
    while (!place(keys)) multiplier_ += 2;  // odd multipliers are bijections, so try the next one
}

// Fullest buckets first; each gets the first displacement that maps all of its keys to free slots.
template <int kSlotBits, int kBucketBits>
bool PerfectHash<kSlotBits, kBucketBits>::place(const std::vector<std::uint32_t>& keys) {
    std::vector<std::vector<std::uint32_t>> buckets(displacements_.size());
    for (const std::uint32_t key : keys) {
        const std::uint64_t hash = key * multiplier_;
        buckets[bucket(hash)].push_back(static_cast<std::uint32_t>(position(hash)));
    }
    std::vector<std::uint32_t> order(buckets.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return buckets[a].size() > buckets[b].size();
    });

    std::vector<bool> taken(kSlots, false);
    for (const std::uint32_t index : order) {
        auto& positions = buckets[index];
        std::sort(positions.begin(), positions.end());
        if (std::adjacent_find(positions.begin(), positions.end()) != positions.end()) return false;
        std::size_t displacement = 0;
        const auto collides = [&](std::uint32_t p) { return taken[p ^ displacement]; };
        while (displacement < kSlots && std::any_of(positions.begin(), positions.end(), collides)) {
            ++displacement;
        }
        if (displacement == kSlots) return false;
        for (const std::uint32_t p : positions) taken[p ^ displacement] = true;
        displacements_[index] = static_cast<std::uint16_t>(displacement);
    }
    return true;
}

template class PerfectHash<15, 12>;
template class PerfectHash<16, 13>;

namespace {

void add_rank_sums(int rank, int left, std::uint32_t sum, std::vector<std::uint32_t>& sums) {
    if (rank < 0) {
        if (left == 0) sums.push_back(sum);
        return;
    }
    for (int count = 0; count <= std::min(left, kSuits); ++count) {
        add_rank_sums(rank - 1, left - count, sum + count * kRankKeys[rank], sums);
    }
}

}  // namespace

const std::vector<std::uint32_t>& rank_sums(int cards) {
    static const auto all = [] {
        std::array<std::vector<std::uint32_t>, kMaxTableCards + 1> sums;
        for (int n = 0; n <= kMaxTableCards; ++n) add_rank_sums(kRanks - 1, n, 0, sums[n]);
        return sums;
    }();
    return all.at(cards);
}

const RankHashes& rank_hashes() {
    static const RankHashes hashes = [] {
        std::vector<std::uint32_t> small;
        for (int n = 1; n < kMaxTableCards; ++n) {
            small.insert(small.end(), rank_sums(n).begin(), rank_sums(n).end());
        }
        return RankHashes{SmallHash(small), SevenHash(rank_sums(kMaxTableCards))};
    }();
    return hashes;
}

}  // namespace fifthstreet
