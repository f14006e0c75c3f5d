// MCCFR for hold'em with two or more players. Every traversal of external, outcome or chance
// sampling (Lanctot, Waugh, Zinkevich & Bowling 2009) deals each player a hand and completes the
// board, then walks the betting tree: deal_walk.hpp. A traversal of public chance sampling
// (Johanson, Bard, Lanctot, Gibson & Bowling 2012) completes the board and walks with all hands of
// two players: board_walk.hpp, and board_passes.hpp for buckets.
//
// Traversals of a batch read the tables as they stood when the batch began. Their updates go to
// logs, one for each group of traversals and shard, and are added shard by shard in the order of
// traversals: results do not depend on the number of threads. In lock-free mode, existing rows are
// updated immediately instead, even if other threads update them at the same time. Public chance
// sampling with buckets updates rows immediately, too, but each is updated by one thread; there a
// batch has the same traverser.
//
// `Rows` are the tables: KeyedRows tell exact cards apart and grow, BucketRows have one row per
// bucket from the start.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "blueprint/board_passes.hpp"
#include "blueprint/bucket_rows.hpp"
#include "blueprint/deal_game.hpp"
#include "blueprint/keyed_rows.hpp"
#include "blueprint/update_log.hpp"
#include "shared/checks.hpp"
#include "shared/random.hpp"

namespace fifthstreet {

class BoardWalk;

template <class Rows>
class DealSampler {
  public:
    // `more` is what the rows are made from besides the game and the options.
    template <class... More>
    DealSampler(DealGame game, const DealOptions& options, More&&... more)
        : game_(std::move(game)),
          options_(options),
          rows_(game_, options_, std::forward<More>(more)...),
          logs_(static_cast<std::size_t>(std::min<std::int64_t>(options.batch, kTasks))),
          board_weight_(options.scheme == DealScheme::kPublicChance ? board_weight(game_) : 0) {
        if constexpr (kHasPasses) {
            if (options.scheme == DealScheme::kPublicChance) {
                passes_ = std::make_unique<BoardPasses>(game_, rows_);
            }
        }
    }
    DealSampler(const DealSampler&) = delete;
    DealSampler& operator=(const DealSampler&) = delete;

    // Runs `batches` more batches; false if one would not fit into memory. That batch is discarded;
    // in lock-free mode, its updates of existing rows remain.
    bool run(std::int64_t batches, int threads);

    const Rows& rows() const { return rows_; }
    Rows& rows() { return rows_; }

    std::int64_t iteration() const { return iteration_; }
    void set_iteration(std::int64_t iteration) { iteration_ = iteration; }
    // Rows that all traversals so far have read, counted each time.
    std::int64_t rows_visited() const { return rows_visited_; }
    std::int64_t batch() const { return options_.batch; }
    bool is_decision(std::int32_t node) const {
        return fits(node, 1, game_.nodes.size()) && game_.nodes[node].player >= 0;
    }
    std::size_t actions_at(std::int32_t node) const { return game_.nodes[node].n_children; }
    // Cards on the board at a node.
    int cards_seen_at(std::int32_t node) const { return cards_seen(game_.nodes[node].street); }
    std::int64_t information_sets() const { return rows_.information_sets(); }
    std::size_t table_bytes() const { return rows_.bytes(); }
    std::size_t log_bytes() const;

    // Public chance sampling with buckets, for trainers that play boards elsewhere.
    const BoardPlan& board_plan() const { return passes_->plan(); }
    bool has_board_plan() const { return passes_ != nullptr; }
    BoardPass board_pass(std::int64_t traversal) const;
    void deal_board(std::int64_t traversal, DealtBoard& out) const;

    // Writes the average strategy of hands at a node on a board, [actions, count]: uniform where a
    // hand was never seen, NaN where the board blocks it.
    void average(std::int32_t node, const std::vector<int>& board, const Mask* holes, int count,
                 double* out) const;

    // Writes how often hands were updated at a node on a board, 0 if visits are not counted.
    void visits(std::int32_t node, const std::vector<int>& board, const Mask* holes, int count,
                std::uint64_t* out) const;

  private:
    static constexpr int kTasks = 64;  // groups of traversals in a batch
    static constexpr bool kHasPasses = std::is_same_v<Rows, BucketRows>;

    using View = typename Rows::View;
    using Place = typename Rows::Place;

    struct Deal {
        std::array<Mask, kMaxDealtPlayers> hands;
        std::array<int, kMaxDealtPlayers> strengths;
        Board board;
        // By player and street, each computed when it is first needed.
        std::array<std::array<View, kStreets>, kMaxDealtPlayers> views;
        std::array<std::uint8_t, kMaxDealtPlayers> known;  // bit s: street s is computed
    };
    class Walk;
    friend class BoardWalk;

    bool run_batches(std::int64_t batches, int threads);
    void run_passes(std::int64_t traversals, int threads);
    void draw(Random& random, Deal& deal) const;
    Board start_board(Random& random) const;
    void complete(Random& random, Mask held, Board& board) const;
    Place find(std::int32_t node, Mask hole, const Board& board) const;

    DealGame game_;
    DealOptions options_;
    Rows rows_;
    std::int64_t iteration_ = 0;
    std::int64_t rows_visited_ = 0;
    std::vector<Logs> logs_;               // by group of traversals
    double board_weight_;                  // public chance sampling
    std::unique_ptr<BoardPasses> passes_;  // public chance sampling with buckets
};

}  // namespace fifthstreet
