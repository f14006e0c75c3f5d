// CFR by vectors over the 169 hand classes, for the betting before the flop of two to ten seats.
//
// One pass serves all seats: it carries the reach of each seat's classes down, and the values of all
// seats that have not folded up. Given their own hand, a player takes the hands of the opponents to
// be independent of each other. For two seats this is exact; with more, cards that opponents take
// from each other do not count.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "postflop/match_rows.hpp"
#include "ring/class_matrices.hpp"

namespace fifthstreet {

inline constexpr int kMaxSeats = 10;

enum class RingEnd : std::uint8_t {
    kNone,      // a decision
    kFold,      // one seat is left
    kShowdown,  // two seats are all-in
    kFlop,      // two seats are on a flop: their equity, and what is given by class beside it
    kLeaf,      // what three or more seats win is given by class
};

struct RingNode {
    std::int8_t seat;  // who decides, or the last one left
    bool is_fold;      // whether a fold leads here
    std::uint16_t folded;
    std::uint8_t children;
    RingEnd end;
    std::int32_t first_child;
    std::int64_t row;   // the first row of the decision's tables
    std::int64_t leaf;  // the first row of a leaf's values
};

// What is won at a node, in the unit of the values. Which numbers count depends on the node.
struct RingPayoff {
    float folding;               // of the seat that folds to get here
    float last;                  // of the seat that is left
    std::array<float, 3> first;  // of the first seat at a showdown: if it wins, ties or loses
    std::array<float, 3> second;
};

struct RingTables {
    float* regrets;             // [rows, stride]; null unless updated
    float* averages;            // [rows, stride]
    const RingPayoff* payoffs;  // [N]
    const float* leaves;        // [leaf rows, stride], of each seat in the hand
    float* action_values;       // [rows, stride]; null, or what an evaluation writes
};

struct RingFactors {
    float positive;
    float negative;
    float keep;
};

class RingBetting {
  public:
    // Nodes have parents first, siblings side by side; `row` and `leaf` are set here.
    RingBetting(int seats, std::vector<RingNode> nodes, ClassMatrices matrices);

    int seats() const { return seats_; }
    int nodes() const { return static_cast<int>(nodes_.size()); }
    std::int64_t rows() const { return rows_; }
    std::int64_t leaf_rows() const { return leaf_rows_; }

    // Runs an iteration for each of the factors.
    void iterate(const RingTables& tables, const std::vector<RingFactors>& factors,
                 int threads) const;

    // Computes the values of all seats at the root, [P, stride]: of the averages, or of each seat's
    // best response to the others' averages.
    void evaluate(const RingTables& tables, Mode mode, int threads, float* out) const;

    // Computes the reach of all seats at nodes by their averages.  [L, P, stride]
    void reach(const float* averages, const std::vector<std::int32_t>& at, float* out) const;

    // Computes the probability of each node by the averages, if hands were independent; `dealt` is
    // the probability of each class.  [N]
    void probabilities(const float* averages, const float* dealt, double* out) const;

  private:
    friend class RingPass;

    void prepare();
    std::int32_t subtree_sizes(int at, std::vector<std::int32_t>& sizes) const;
    void divide(int at, std::int32_t most, const std::vector<std::int32_t>& sizes);
    void pass(const RingTables& tables, Mode mode, const RingFactors& factors, int threads,
              float* out) const;
    NodeRows rows_of(const RingNode& node, float* table) const;
    void descend(int at, const float* averages, const float* dealt,
                 std::array<const float*, kMaxSeats> reach, std::array<double, kMaxSeats> mass,
                 std::vector<float>& scratch, std::size_t used, double* out) const;

    int seats_;
    std::vector<RingNode> nodes_;
    ClassMatrices matrices_;
    std::int64_t rows_ = 0;
    std::int64_t leaf_rows_ = 0;
    int deepest_ = 0;
    std::size_t scratch_rows_ = 0;       // of a pass
    std::vector<std::int32_t> tops_;     // roots of the subtrees that are tasks of their own
    std::vector<std::int32_t> task_of_;  // [N] number of the subtree of a root in `tops_`, or -1
};

}  // namespace fifthstreet
