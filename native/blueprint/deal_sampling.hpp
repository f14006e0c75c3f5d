// MCCFR for hold'em with two or more players. Every traversal of external, outcome or chance sampling
// (Lanctot, Waugh, Zinkevich & Bowling 2009) deals each player a hand and completes the board, then
// walks the betting tree: deal_walk.hpp. A traversal of public chance sampling (Johanson, Bard,
// Lanctot, Gibson & Bowling 2012) completes the board and walks with all hands of two players:
// board_walk.hpp.
//
// Traversals of a batch read the tables as they stood when the batch began. Their updates go to
// logs, one for each group of traversals and shard, and are added shard by shard in the order of
// traversals: results do not depend on the number of threads. In lock-free mode, existing rows are
// updated immediately instead, even if other threads update them at the same time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "blueprint/settlement.hpp"
#include "blueprint/shard_table.hpp"
#include "cards/evaluator.hpp"
#include "shared/checks.hpp"
#include "shared/random.hpp"

namespace fifthstreet {

inline constexpr int kShards = 64;
inline constexpr int kBoardCards = 5;
inline constexpr int kMostPlayers = 10;
inline constexpr int kStreets = 4;

// The game: a betting tree whose deals are skipped, payoffs at its ends, and how cards are dealt.
struct DealGame {
    const Evaluator* evaluator;
    std::vector<std::int8_t> player;        // [N] who acts; -1 at an end
    std::vector<std::uint8_t> street;       // [N]
    std::vector<std::int32_t> first_child;  // [N]
    std::vector<std::uint8_t> n_children;   // [N]
    std::vector<std::int32_t> next;         // [N] the node itself, or the one after a deal
    Settlement settlement;
    std::vector<std::vector<Mask>> hands;                    // [P] hands of each range
    std::vector<std::vector<double>> upto;                   // [P] cumulative weights of them
    std::array<int, kBoardCards> board;                      // -1 where a card is drawn
    std::vector<std::array<std::uint8_t, kSuits>> symmetry;  // suit permutations

    int players() const { return static_cast<int>(hands.size()); }
};

// Throws std::invalid_argument unless the hole cards are two cards.
inline void require_hole(Mask hole) {
    require(hole <= kAllCards && count_cards(hole) == 2, "a hand is not a set of two cards");
}

// Throws std::invalid_argument unless the nodes are a tree whose children come later, and hands,
// weights, board and symmetry are what the players can be dealt.
void check_game(const DealGame& game);

enum class DealScheme : int { kOutcome, kExternal, kChance, kPublicChance };

struct DealOptions {
    DealScheme scheme;
    double epsilon;  // outcome sampling: share of exploration
    std::uint64_t seed;
    std::int64_t batch;
    bool linear;         // traversal t has weight t
    double prune_below;  // regret, in units of the newest weight
    double prune_share;
    std::int64_t prune_after;
    bool half;  // bfloat16 cells
    bool counts_visits;
    bool lock_free;
    std::uint64_t memory_limit;  // bytes
};

// Updates of some traversals to the rows of one shard. An entry is a row's address, or its key if
// the row did not exist when it was looked up; then noise, kind and number of cells; then deltas.
struct UpdateLog {
    std::vector<std::uint64_t> words;
    std::int64_t new_rows = 0;
    std::int64_t new_words = 0;

    void clear() {
        words.clear();
        new_rows = new_words = 0;
    }
};

class DealSampler {
  public:
    DealSampler(DealGame game, const DealOptions& options);
    DealSampler(const DealSampler&) = delete;
    DealSampler& operator=(const DealSampler&) = delete;

    // Runs `batches` more batches; false if one would not fit into memory. That batch is discarded;
    // in lock-free mode, its updates of existing rows remain.
    bool run(std::int64_t batches, int threads);

    std::int64_t iteration() const { return iteration_; }
    std::int64_t batch() const { return options_.batch; }
    bool is_decision(std::int32_t node) const {
        return fits(node, 1, game_.player.size()) && game_.player[node] >= 0;
    }
    std::size_t actions_at(std::int32_t node) const { return game_.n_children[node]; }
    // Cards on the board at a node.
    int cards_seen_at(std::int32_t node) const;
    std::int64_t information_sets() const;
    std::size_t table_bytes() const;
    std::size_t log_bytes() const;

    // Writes the average strategy of hands at a node on a board, [actions, count]: uniform where a
    // hand was never seen, NaN where the board blocks it.
    void average(std::int32_t node, const std::vector<int>& board, const Mask* holes, int count,
                 double* out) const;

    // Writes how often hands were updated at a node on a board, 0 if visits are not counted.
    void visits(std::int32_t node, const std::vector<int>& board, const Mask* holes, int count,
                std::uint64_t* out) const;

    // Writes all rows, shard by shard in order of insertion, and the number of words per shard.
    void save(std::vector<std::uint64_t>& words, std::array<std::int64_t, kShards>& lengths) const;

    // Replaces the tables with saved rows; false, with nothing changed, if the rows are not valid.
    bool load(const std::uint64_t* words, const std::int64_t* lengths, std::int64_t iteration);

    static constexpr int kNodeBits = 23;

  private:
    static constexpr int kTasks = 64;  // groups of traversals in a batch
    static constexpr int kMostActions = 256;

    using Logs = std::array<UpdateLog, kShards>;
    enum Kind : std::uint64_t { kRegrets = 0, kAverages = 1 };

    // What a player sees on a street, packed: hand and drawn cards, up to suit isomorphism.
    struct View {
        std::uint64_t part;
        int shard;
    };
    struct Deal {
        std::array<Mask, kMostPlayers> hands;
        std::array<int, kMostPlayers> strengths;
        std::array<int, kBoardCards> board;
        // By player and street, each computed when it is first needed.
        std::array<std::array<View, kStreets>, kMostPlayers> views;
        std::array<std::uint8_t, kMostPlayers> known;  // bit s: street s is computed
    };
    // All rows, by shard.
    struct Tables {
        Tables();

        std::unique_ptr<ChunkPool> pool;
        std::vector<ShardTable> shards;
    };
    // A row of the tables, or where it would be.
    struct Place {
        std::uint64_t key;
        int shard;
        Row row;  // null if there is none
    };
    class Walk;
    class BoardWalk;

    void draw(Random& random, Deal& deal) const;
    void draw_board(Random& random, Mask held, std::array<int, kBoardCards>& board) const;
    Row find(std::int32_t node, Mask hole, const std::array<int, kBoardCards>& board) const;
    View view(Mask hole, const std::array<int, kBoardCards>& board, int street) const;
    std::uint64_t key(const View& view, std::int32_t node) const {
        return static_cast<std::uint64_t>(node) << (64 - kNodeBits) | view.part;
    }
    int actions(std::uint64_t key) const { return game_.n_children[key >> (64 - kNodeBits)]; }
    // Adds deltas to a row, immediately or through the logs.
    void update(Logs& logs, const Place& place, Kind kind, int actions, const float* deltas,
                Random& random) const;
    bool has_room() const;
    void merge(int shard);

    DealGame game_;
    DealOptions options_;
    Cells cells_;
    std::int64_t iteration_ = 0;
    Tables tables_;
    std::vector<Logs> logs_;  // by group of traversals
    double pairs_;            // public chance sampling: weight of all pairs of hands
};

}  // namespace fifthstreet
