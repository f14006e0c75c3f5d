#include "blueprint/bucket_rows.hpp"

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
    require(arrays_.first.size() == nodes, "first must have a cell per node");
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
        owners_.push_back(static_cast<std::int32_t>(node));
    }
    std::stable_sort(owners_.begin(), owners_.end(), [&](std::int32_t a, std::int32_t b) {
        return arrays_.first[a] < arrays_.first[b];
    });
    const auto share = [&](std::int32_t a, std::int32_t b) {
        if (arrays_.first[a] != arrays_.first[b]) return false;
        require(game.nodes[a].street == game.nodes[b].street &&
                    game.nodes[a].n_children == game.nodes[b].n_children,
                "nodes that share rows differ in street or number of actions");
        return true;
    };
    owners_.erase(std::unique(owners_.begin(), owners_.end(), share), owners_.end());
    for (const std::int32_t node : owners_) information_sets_ += counts[game.nodes[node].street];
}

void BucketRows::buckets_of_board(const Board& board, int street, std::uint16_t* out) const {
    arrays_.buckets->buckets_of_board(cards_mask(board, cards_seen(street)), out);
    // Whatever the arrays of buckets hold by now, rows stay within their node.
    const auto last = static_cast<std::uint16_t>(last_bucket_[street]);
    for (int hole = 0; hole < kHoleHands; ++hole) out[hole] = std::min(out[hole], last);
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
    std::array<double, kMaxActions> remainders;
    std::array<int, kMaxActions> order;
    for (const std::int32_t node : owners_) {
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
