// Monte Carlo CFR over a game's tree: walks that look at a random part of it.
//
// A traversal is one walk for one player, the traverser. Traversal k is that of player k mod P in
// iteration k / P (from 0) and draws its random numbers from stream k of the seed, so nothing
// depends on how a run is cut into calls. All arithmetic is in float64 and in a fixed order, and
// nothing is fused: the same bits come out on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/random.hpp"

namespace fifthstreet {

// A game's tree as Python lays it out; solve/cfr/game_tree.py explains the fields.
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

// What a visit needs of a node, side by side: four to a cache line.
struct SampledNode {
    std::int32_t first_child;
    std::int32_t at;   // decision: its first cell in the tables; end: its first payoff; chance: its
                       // place in the list of chances
    std::int32_t row;  // decision: its information set; public chance: its event; else -1
    std::uint32_t children : 24;
    std::uint32_t kind : 8;  // the player who acts, or one of the three below
};
static_assert(sizeof(SampledNode) == 16);

inline constexpr std::uint32_t kEnd = 255;
inline constexpr std::uint32_t kChance = 254;      // outcomes of different probability
inline constexpr std::uint32_t kEvenChance = 253;  // all outcomes equally likely
inline constexpr int kMostSampledPlayers = 250;

// Where the numbers of a chance node stand.
struct ChanceRow {
    std::int64_t outcomes;  // in `probability` and `cumulative`
    std::int64_t lookup;    // in `child_of_outcome`; public chance only
};

// The tree in the order in which walks read it, with room for what they note on the way.
struct SampledTree {
    explicit SampledTree(const GameTreeArrays& arrays);

    std::int32_t players;
    std::vector<SampledNode> nodes;
    std::vector<double> payoffs;
    std::vector<ChanceRow> chances;
    std::vector<double> probability;
    std::vector<double> cumulative;              // 2 from the last possible outcome on
    std::vector<std::int32_t> child_of_outcome;  // -1 where a node lacks the outcome
    std::vector<std::int32_t> event_outcomes;
    std::int32_t cells;  // actions of all information sets

    // Strategies and public outcomes stay what they were when a walk first asked for them.
    std::uint64_t walks = 0;
    std::vector<std::uint64_t> strategy_walk;  // [I]
    std::vector<double> strategy;              // [cells]
    std::vector<std::uint64_t> event_walk;     // [G]
    std::vector<std::int32_t> event_outcome;   // [G]
    std::vector<double> scratch;               // rows of numbers, one or two a level of the tree
};

enum class Sampling : int { kOutcome, kExternal, kChance, kPublicChance };
enum class SampledStorage : int { kFloat64, kFloat32, kBfloat16 };

// Tables in the caller's memory. Only regrets have 16 bits; averages and baselines then have 32.
struct SampledTables {
    SampledStorage storage;
    void* regrets;    // [cells]
    void* averages;   // [cells]
    void* baselines;  // [players, cells] or null
};

struct SamplingOptions {
    Sampling scheme;
    std::uint64_t seed;
    double epsilon;  // outcome sampling: share of exploration
    double decay;    // of baselines
    bool is_linear;  // iteration t counts t times
    double below;    // pruning; share 0 for none
    double share;
    std::int64_t prune_after;  // iterations
};

void walk_samples(SampledTree& tree, const SampledTables& tables, const SamplingOptions& options,
                  std::int64_t first, std::int64_t count);

// Multiplies what is positive and negative among regrets, and all averages, by a factor each.
void discount_samples(const SampledTree& tree, const SampledTables& tables, std::uint64_t seed,
                      std::uint64_t stream, double positive, double negative, double average);

}  // namespace fifthstreet
