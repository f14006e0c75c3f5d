// Rows of information sets that are known in advance: a node has one row for each bucket of its
// street, side by side, so that a row is found without a search. Nodes may share their rows, which
// have the same shard because it depends on the bucket only. Regrets and averages are two
// arrays with the same places, which belong to Python: ordinary memory, or files mapped into
// memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "abstraction/bucket_tables.hpp"
#include "blueprint/cells.hpp"
#include "blueprint/deal_game.hpp"
#include "blueprint/keyed_rows.hpp"
#include "blueprint/update_log.hpp"
#include "cards/hole_hands.hpp"
#include "shared/random.hpp"

namespace fifthstreet {

// Arrays that a sampler reads and writes; they must outlive it.
struct BucketArrays {
    const BucketTables* buckets;
    std::vector<std::int64_t> first;  // [N] cell of the first row of a decision; may be shared
    void* regrets;                    // float32, or bfloat16 if options.half
    float* averages;
    std::uint64_t cells;  // of each array
};

class BucketRows {
  public:
    struct View {
        std::uint32_t bucket;
        int shard;
    };
    struct Place {
        std::uint64_t first;  // cell of the first action
        int shard;
    };

    // Throws std::invalid_argument unless every row lies within the arrays.
    BucketRows(const DealGame& game, const DealOptions& options, BucketArrays arrays);

    View view(Mask hole, const Board& board, int street) const {
        const Mask seen = cards_mask(board, cards_seen(street));
        return view_of(arrays_.buckets->bucket(hole, seen), street);
    }

    Place begin(const View& view, std::int32_t node) const {
        const Place place{static_cast<std::uint64_t>(arrays_.first[node]) +
                              std::uint64_t{view.bucket} * game_->nodes[node].n_children,
                          view.shard};
        prefetch(place);
        return place;
    }
    void prefetch(const Place& place) const { __builtin_prefetch(regrets_at(place.first)); }
    void find(Place&) const {}

    float regret(const Place& place, int action) const {
        return regret_format_.get(arrays_.regrets, place.first + action);
    }
    float average(const Place& place, int /*actions*/, int action) const {
        return average_format_.get(arrays_.averages, place.first + action);
    }
    std::uint64_t visits(const Place&, int) const { return 0; }  // are not counted

    // The number of buckets of a street.
    int buckets_on(int street) const { return last_bucket_[street] + 1; }
    // The buckets of all hole hands on a street of a complete board. Those that the cards seen
    // block have any bucket.
    void buckets_of_board(const Board& board, int street, std::uint16_t* out) const;
    std::uint64_t cell(std::int32_t node, std::uint16_t bucket) const {
        return static_cast<std::uint64_t>(arrays_.first[node]) +
               std::uint64_t{bucket} * game_->nodes[node].n_children;
    }
    // Add to a row at once, which no other thread may use at the same time.
    void add_averages(std::uint64_t cell, int actions, const float* deltas) const {
        average_format_.add(arrays_.averages, cell, actions, deltas, 0);
    }
    void add_regrets(std::uint64_t cell, int actions, const float* deltas,
                     std::uint64_t traversal) const {
        std::uint64_t noise = traversal << 40 ^ cell;  // only bfloat16 needs it
        regret_format_.add(
            arrays_.regrets, cell, actions, deltas,
            regret_format_.half() ? static_cast<std::uint32_t>(split_mix(noise)) : 0);
    }

    void update(Logs& logs, const Place& place, Part part, int actions, const float* deltas,
                Random& random) const {
        const bool is_rounded = part == Part::kRegrets && regret_format_.half();
        const Update update{
            .target = place.first,
            .part = part,
            .is_new = false,
            .actions = actions,
            .noise = is_rounded ? static_cast<std::uint32_t>(random.next() >> 32) : 0,
            .deltas = deltas,
        };
        if (lock_free_) {
            add(update);
        } else {
            logs.shards[place.shard].add(update);
        }
    }

    bool has_room(const std::vector<Logs>& logs) const;
    void merge(const std::vector<Logs>& logs, int shard);

    // Number of rows, visited or not.
    std::int64_t information_sets() const { return information_sets_; }
    std::size_t bytes() const {
        return arrays_.cells * (regret_format_.cell_bytes() + average_format_.cell_bytes());
    }

    std::uint64_t cells() const { return arrays_.cells; }
    // Writes the average strategy in units of 1/255, each rounded up or down so that the entries of
    // a row sum to 255; all are 0 in rows that were never played.
    void quantise(std::uint8_t* out) const;

  private:
    View view_of(int bucket, int street) const {
        // Whatever the arrays of buckets hold by now, rows stay within their node.
        const auto number = static_cast<std::uint32_t>(std::min(bucket, last_bucket_[street]));
        std::uint64_t mixed = number;
        return {number, static_cast<int>(split_mix(mixed) % kShards)};
    }
    const char* regrets_at(std::uint64_t cell) const {
        return static_cast<const char*>(arrays_.regrets) + cell * regret_format_.cell_bytes();
    }
    void add(const Update& update) const {
        if (update.part == Part::kRegrets) {
            regret_format_.add(arrays_.regrets, update.target, update.actions, update.deltas,
                               update.noise);
        } else {
            average_format_.add(arrays_.averages, update.target, update.actions, update.deltas, 0);
        }
    }

    const DealGame* game_;
    BucketArrays arrays_;
    CellFormat regret_format_;
    CellFormat average_format_{false};
    bool lock_free_;
    std::uint64_t memory_limit_;
    std::array<int, kStreets> last_bucket_{};
    std::vector<std::int32_t> owners_;  // a decision for each group of nodes that share their rows
    std::int64_t information_sets_ = 0;
};

}  // namespace fifthstreet
