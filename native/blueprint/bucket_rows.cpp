#include "blueprint/bucket_rows.hpp"

#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace fifthstreet {

namespace {

constexpr int kWhole = 255;  // what the quantised entries of a row sum to

}  // namespace

BucketRows::BucketRows(const DealGame& game, const DealOptions& options, BucketArrays arrays)
    : game_(&game),
      arrays_(std::move(arrays)),
      regret_format_(options.half),
      lock_free_(options.lock_free),
      memory_limit_(options.memory_limit) {
    const std::size_t nodes = game.nodes.size();
    require(arrays_.first.size() == nodes, "want the first cell of each node");
    std::array<std::int64_t, kStreets> counts{};
    for (int street = 0; street < kStreets; ++street) {
        counts[street] = arrays_.buckets->count(cards_seen(street));
        last_bucket_[street] = static_cast<int>(counts[street]) - 1;
    }
    for (std::size_t node = 0; node < nodes; ++node) {
        if (game.nodes[node].player < 0) continue;
        const std::int64_t rows = counts[game.nodes[node].street];
        require(rows > 0, "a street of the tree has no buckets");
        require(fits(arrays_.first[node], rows * game.nodes[node].n_children, arrays_.cells),
                "the rows of a node are not within the arrays");
        information_sets_ += rows;
    }
}

void BucketRows::view_all(const std::vector<Mask>& holes, const Board& board, int street,
                          HandViews<View>& out) const {
    std::array<std::uint16_t, kHoleHands> buckets;
    arrays_.buckets->buckets_of_board(cards_mask(board, cards_seen(street)), buckets.data());
    std::vector<int> view_of_bucket(last_bucket_[street] + 1, -1);
    for (const Mask hole : holes) {
        const int index = hole_of(std::countr_zero(hole), 63 - std::countl_zero(hole));
        out.of_hand.push_back(std::min<int>(buckets[index], last_bucket_[street]));
        view_of_bucket[out.of_hand.back()] = 0;
    }
    for (std::size_t bucket = 0; bucket < view_of_bucket.size(); ++bucket) {
        if (view_of_bucket[bucket] < 0) continue;
        view_of_bucket[bucket] = static_cast<int>(out.views.size());
        out.views.push_back(view_of(static_cast<int>(bucket), street));
    }
    for (int& of_hand : out.of_hand) of_hand = view_of_bucket[of_hand];
}

bool BucketRows::has_room(const std::vector<Logs>& logs) const {
    std::size_t bytes = 0;
    for (const auto& log : logs) bytes += log.bytes();
    return bytes <= memory_limit_;
}

void BucketRows::merge(const std::vector<Logs>& logs, int shard) {
    const auto prefetch = [&](const Update& update) {
        if (update.part == Part::kRegrets) {
            __builtin_prefetch(regrets_at(update.target), 1);
        } else {
            __builtin_prefetch(arrays_.averages + update.target, 1);
        }
    };
    for (const auto& log : logs) {
        log.shards[shard].replay(prefetch, [&](const Update& update) { add(update); });
    }
}

void BucketRows::quantise(std::uint8_t* out) const {
    std::array<double, kMostActions> remainders;
    std::array<int, kMostActions> order;
    for (std::size_t node = 0; node < game_->nodes.size(); ++node) {
        if (game_->nodes[node].player < 0) continue;
        const int actions = game_->nodes[node].n_children;
        const std::int64_t rows = last_bucket_[game_->nodes[node].street] + 1;
        for (std::int64_t row = 0; row < rows; ++row) {
            const std::int64_t first = arrays_.first[node] + row * actions;
            const float* averages = arrays_.averages + first;
            const double sum = std::accumulate(averages, averages + actions, 0.0);
            if (!(sum > 0) || !std::isfinite(sum)) {
                std::fill_n(out + first, actions, std::uint8_t{0});
                continue;
            }
            int left = kWhole;
            for (int a = 0; a < actions; ++a) {
                const double exact = kWhole * std::clamp(averages[a] / sum, 0.0, 1.0);
                const int whole = std::min(static_cast<int>(exact), left);
                out[first + a] = static_cast<std::uint8_t>(whole);
                remainders[a] = exact - whole;
                left -= whole;
            }
            // The largest remainders are rounded up.
            std::iota(order.begin(), order.begin() + actions, 0);
            std::stable_sort(order.begin(), order.begin() + actions,
                             [&](int a, int b) { return remainders[a] > remainders[b]; });
            for (int i = 0; i < left; ++i) ++out[first + order[i % actions]];
        }
    }
}

}  // namespace fifthstreet
