// Rows of information sets that are created when they are first visited: a key of the node, the
// hand and the drawn cards up to suit isomorphism points into a hash table in shards.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "blueprint/deal_game.hpp"
#include "blueprint/shard_table.hpp"
#include "blueprint/update_log.hpp"
#include "shared/random.hpp"

namespace fifthstreet {

// What the hands of a player see on a board, and which of these views each hand has.
template <class View>
struct HandViews {
    std::vector<View> views;
    std::vector<int> of_hand;  // index of the view
};

class KeyedRows {
  public:
    // What a player sees on a street, packed: hand and drawn cards, up to suit isomorphism.
    struct View {
        std::uint64_t part;
        int shard;
    };
    // A row of the tables, or where it would be.
    struct Place {
        std::uint64_t key;
        std::uint64_t hash;
        Row row;  // null if there is none, or not looked up yet
        int shard;
    };

    // The game must outlive the rows.
    KeyedRows(const DealGame& game, const DealOptions& options);

    View view(Mask hole, const Board& board, int street) const;
    // Each hand has its own view.
    void view_all(const std::vector<Mask>& holes, const Board& board, int street,
                  HandViews<View>& out) const;

    // A lookup in three steps, which can be interleaved with other lookups.
    Place begin(const View& view, std::int32_t node) const {
        const std::uint64_t wanted = key(view, node);
        const Place place{wanted, mix_key(wanted), nullptr, view.shard};
        tables_.shards[place.shard].prefetch_slot(place.hash);
        return place;
    }
    void prefetch(const Place& place) const {
        tables_.shards[place.shard].prefetch_row(place.hash);
    }
    void find(Place& place) const {
        place.row = tables_.shards[place.shard].find(place.key, place.hash);
    }

    float regret(const Place& place, int action) const {
        return place.row ? cells_.get(place.row, action) : 0;
    }
    float average(const Place& place, int actions, int action) const {
        return place.row ? cells_.get(place.row, actions + action) : 0;
    }
    std::uint64_t visits(const Place& place, int actions) const {
        return place.row && cells_.counts_visits() ? cells_.visits(place.row, actions) : 0;
    }

    // Adds deltas to a row, immediately or through the logs.
    void update(Logs& logs, const Place& place, Part part, int actions, const float* deltas,
                Random& random) const;

    // Whether the rows that logs would add fit into memory.
    bool has_room(const std::vector<Logs>& logs) const;
    void merge(const std::vector<Logs>& logs, int shard);

    std::int64_t information_sets() const;
    std::size_t bytes() const;

    // Writes all rows, shard by shard in order of insertion, and the number of words per shard.
    void save(std::vector<std::uint64_t>& words, std::array<std::int64_t, kShards>& lengths) const;

    // Replaces the tables with saved rows; false, with nothing changed, if the rows are not valid.
    bool load(const std::uint64_t* words, const std::int64_t* lengths);

  private:
    static constexpr int kNodeBits = 23;

    // All rows, by shard.
    struct Tables {
        Tables();

        std::unique_ptr<ChunkPool> pool;
        std::vector<ShardTable> shards;
    };

    std::uint64_t key(const View& view, std::int32_t node) const {
        return static_cast<std::uint64_t>(node) << (64 - kNodeBits) | view.part;
    }
    int actions(std::uint64_t key) const {
        return game_->nodes[key >> (64 - kNodeBits)].n_children;
    }
    void add(Row row, const Update& update) const;

    const DealGame* game_;
    Cells cells_;
    bool lock_free_;
    std::uint64_t memory_limit_;
    Tables tables_;
};

}  // namespace fifthstreet
