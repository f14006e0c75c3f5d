// Monte Carlo CFR over a game's tree: each traversal visits a random part of it.
//
// A traversal is for one player, the traverser. Traversal k is for player k mod P in iteration
// k / P (from 0) and draws its random numbers from stream k of the seed, so the result does not
// depend on how a run is split into calls. All arithmetic is in float64, in a fixed order and never
// fused: the result is the same on every machine, bit for bit.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/random.hpp"

namespace fifthstreet {

// A game's tree as arrays; solvers/cfr/game_tree.py explains the fields.
struct GameTreeArrays {
    std::int32_t nodes;
    std::int32_t players;
    std::int32_t events;
    std::int32_t information_sets;
    const std::int8_t* player;
    const std::int32_t* first_child;
    const std::int32_t* n_children;
    const std::int32_t* parent;
    const std::int32_t* row;
    const double* probability;
    const std::int32_t* outcome;
    const double* payoffs;
    const std::int32_t* event_outcomes;
    const std::int32_t* first_action;
};

// Throws std::invalid_argument unless the nodes are a tree in breadth-first order and every index is
// within its array; `ends` is the number of rows of payoffs.
void check_tree(const GameTreeArrays& tree, std::int64_t ends);

// The data of a node that a visit needs: four nodes per cache line.
struct SampledNode {
    std::int32_t first_child;
    std::int32_t at;   // decision: first cell in the tables; terminal node: first payoff; chance:
                       // index in the list of chances
    std::int32_t row;  // decision: its information set; public chance: its event; else -1
    std::uint32_t children : 24;
    std::uint32_t kind : 8;  // the player who acts, or one of the three below
};
static_assert(sizeof(SampledNode) == 16);

inline constexpr std::uint32_t kEnd = 255;
inline constexpr std::uint32_t kChance = 254;      // outcomes of different probabilities
inline constexpr std::uint32_t kEvenChance = 253;  // all outcomes equally likely
inline constexpr int kMaxSampledPlayers = 250;

// Where the numbers of a chance node start.
struct ChanceRow {
    std::int64_t outcomes;  // in `probability` and `cumulative`
    std::int64_t lookup;    // in `child_of_outcome`; public chance only
};

// The tree in the form that traversals read, with their scratch memory.
struct SampledTree {
    explicit SampledTree(const GameTreeArrays& arrays);

    std::int32_t players;
    std::vector<SampledNode> nodes;
    std::vector<double> payoffs;
    std::vector<ChanceRow> chances;
    std::vector<double> probability;
    std::vector<double> cumulative;              // probability; 2 from the last possible outcome on
    std::vector<std::int32_t> child_of_outcome;  // -1 if the node does not have the outcome
    std::vector<std::int32_t> event_outcomes;
    std::int32_t cells;  // actions of all information sets

    // Strategies and public outcomes are kept for the rest of a traversal once they are first used.
    std::uint64_t walks = 0;
    std::vector<std::uint64_t> strategy_walk;  // [I]
    std::vector<double> strategy;              // [cells]
    std::vector<std::uint64_t> event_walk;     // [G]
    std::vector<std::int32_t> event_outcome;   // [G]
    std::vector<double> scratch;               // one or two rows of numbers per level of the tree
};

enum class Sampling : int { kOutcome, kExternal, kChance, kPublicChance };
enum class SampledStorage : int { kFloat64, kFloat32, kBfloat16 };

// Tables in the caller's memory. With 16 bits for regrets, averages and baselines have 32 bits.
struct SampledTables {
    SampledStorage storage;
    void* regrets;          // [cells]
    void* averages;         // [cells]
    void* baselines;        // [players, cells] or null
    std::uint64_t* visits;  // [information sets] updates of regrets or averages
};

struct SamplingOptions {
    Sampling scheme;
    std::uint64_t seed;
    double epsilon;  // outcome sampling: share of exploration
    double decay;    // of baselines
    bool is_linear;  // iteration t has weight t
    double below;    // pruning; a share of 0 means none
    double share;
    std::int64_t prune_after;  // iterations
};

void walk_samples(SampledTree& tree, const SampledTables& tables, const SamplingOptions& options,
                  std::int64_t first, std::int64_t count);

// Multiplies positive regrets, negative regrets and averages by their factors.
void discount_samples(const SampledTree& tree, const SampledTables& tables, std::uint64_t seed,
                      std::uint64_t stream, double positive, double negative, double average);

}  // namespace fifthstreet
