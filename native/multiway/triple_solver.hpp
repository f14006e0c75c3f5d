// Vector CFR on a river with three ranges.
//
// A pass for a player evaluates the ends of the game for this player, where they fold or the hand is
// over, against the reach of the two others; carries the values up, which updates the regrets; and
// carries the player's reach down again by the new strategy, which updates the average. A player's reach
// depends only on their own strategy, so each has rows of their own, one for each of their actions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "multiway/triple_sweep.hpp"
#include "postflop/match_rows.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

inline constexpr int kTriple = 3;  // players

// A node of the betting: a decision, or an end, which has no children.
struct TripleNode {
    int player;
    int first_child;  // children are siblings in a row, after their parent
    int children;
    std::int64_t row = 0;  // of the first action in the player's tables
};

// One player's tables: a row of `row_stride(hands)` numbers for each action of each decision.
struct TripleTables {
    float* regrets;
    float* averages;
    const float* locks;    // null without locks; negative for hands that are not locked
    const float* weights;  // of the player's hands at the root, one row
};

struct TripleFactors {
    float positive;
    float negative;
    float keep;
};

class TripleSolver {
  public:
    // `payoffs` has the payoff of each player at each node where `ends` says that the game is over for
    // them. Their opponents are the other players, the lower one first.
    TripleSolver(std::vector<TripleNode> nodes, std::array<RankedHands, kTriple> hands,
                 std::array<std::vector<std::uint8_t>, kTriple> ends,
                 std::array<std::vector<TriplePayoff>, kTriple> payoffs);
    TripleSolver(const TripleSolver&) = delete;
    TripleSolver& operator=(const TripleSolver&) = delete;

    int nodes() const { return static_cast<int>(nodes_.size()); }
    std::int64_t rows(int player) const { return rows_[player]; }
    int hands(int player) const { return hands_[player].count(); }
    int stride(int player) const { return row_stride(hands_[player].count()); }

    // Runs an iteration for each of the factors.
    void iterate(const std::array<TripleTables, kTriple>& tables,
                 const std::vector<TripleFactors>& factors, int threads) const;

    // Computes the values of a player's hands at all nodes, out[nodes][stride], when the others play
    // their averages: of the player's average, or of a best response. Nodes after the player's fold
    // have zeros.
    void evaluate(const std::array<TripleTables, kTriple>& tables, int player, Mode mode,
                  int threads, float* out) const;

    // Computes what a player's hands win by a payoff, out[stride], against rows of the others' reach.
    void sweep(int player, const TriplePayoff& payoff, const float* first_reach,
               const float* second_reach, float* out) const;

    // Computes the reach of a player's hands at all nodes by their average, out[nodes][stride].
    void reach(const TripleTables& tables, int player, float* out) const;

  private:
    using Rows = std::array<std::vector<float>, kTriple>;

    void prepare(int player, std::vector<std::uint8_t> ends);
    const float* reach_at(const Rows& reach, int player, int node) const;
    void split(const TripleTables& tables, int player, float* played, float* averages, float keep,
               float* reach) const;
    Rows average_reach(const std::array<TripleTables, kTriple>& tables) const;
    void end(const Rows& reach, int player, ThreadPool& pool, std::vector<TripleScratch>& scratch,
             float* values) const;
    void join(const TripleTables& tables, int player, Mode mode, const TripleFactors& factors,
              float* values) const;
    std::vector<TripleScratch> scratch_for(int threads) const;

    std::vector<TripleNode> nodes_;
    std::array<RankedHands, kTriple> hands_;
    std::array<Opponents, kTriple> opponents_;
    std::array<std::vector<TriplePayoff>, kTriple> payoffs_;     // [nodes]
    std::array<std::vector<std::int32_t>, kTriple> ends_;        // nodes where the game is over
    std::array<std::vector<std::int32_t>, kTriple> inner_;       // decisions before, last first
    std::array<std::vector<std::int32_t>, kTriple> reach_rows_;  // [nodes] row of a player's reach
    std::array<std::int64_t, kTriple> rows_{};
};

}  // namespace fifthstreet
