// The public betting tree of a no-limit hand: counted without storing it, or written to arrays in
// breadth-first order. Amounts are whole chips; the rules are as in the package's rules engine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace fifthstreet {

inline constexpr int kTreePlayers = 10;
inline constexpr int kTreeStreets = 4;
inline constexpr int kTreeKinds = 4;
inline constexpr int kMaxChildren = 255;

enum class NodeKind : std::uint8_t { kAction, kDeal, kFold, kShowdown };
enum class TreeMove : std::uint8_t { kRoot, kFold, kCheck, kCall, kBet, kAllIn, kDeal };
enum class SizeKind : std::uint8_t { kPotShare, kPreviousBet, kChips, kGeometric, kAllIn };
enum class SizeUse : std::uint8_t { kBet, kRaise, kDonk };
inline constexpr int kSizeUses = 3;

struct BetSize {
    SizeKind kind;
    double value;  // pot share, multiple of the previous bet, chips, or largest geometric share
    int count;     // raises that a chip size allows, or streets of a geometric size; -1: no limit
    int first_raise;  // on the street that the size is for, 1 for the first
    int last_raise;   // -1: no limit
};

struct LineStep {
    TreeMove move;        // kBet also matches an all-in of the same amount
    std::int32_t amount;  // of a bet
};

struct TreeLine {
    bool removed;  // whether the last step is removed; otherwise all steps are added
    std::vector<LineStep> steps;
};

struct TreeSpec {
    std::vector<std::int32_t> stacks;  // [P] before forced bets
    std::vector<std::int32_t> antes;   // [P] as posted
    std::vector<std::int32_t> blinds;  // [P] as posted
    std::int32_t forced_bet;           // the largest blind, also if it was posted short
    std::int32_t pot;
    int opener;  // acts first on the first street; seat 0 does on the others
    int first_street;
    int last_street;
    std::vector<std::vector<BetSize>> menus;  // [P * streets * uses]
    std::vector<int> max_raises;              // by street; -1: no limit
    // Before the flop: cold calls of the blinds, the first raise and so on, the last number also of
    // later raises; empty: no limit.
    std::vector<int> cold_calls;
    double add_allin;
    double force_allin;
    double merge;
    std::int32_t min_bet;
    std::vector<TreeLine> lines;
};

// Python relies on these numbers.
enum class LineTrouble : std::uint8_t {
    kHandOver,
    kNotLegal,
    kBadAmount,
    kNotThere,
    kNothingLeft,
    kTooMany,
};

// What is wrong with a line, at which step, and the range of legal bets for kBadAmount.
struct LineFault {
    int line;
    int step;
    LineTrouble trouble;
    std::int32_t least;
    std::int32_t most;
};

struct TreeCounts {
    std::int64_t nodes[kTreeKinds][kTreeStreets] = {};
    std::int64_t action_nodes[kTreePlayers][kTreeStreets] = {};
    std::int64_t actions[kTreePlayers][kTreeStreets] = {};
    std::int64_t total = 0;
    bool is_complete = false;
};

// The arrays that `fill` writes: one entry per node; `committed` has one per node and player.
struct TreeArrays {
    std::int64_t nodes;
    std::uint8_t* kind;
    std::int8_t* player;
    std::uint8_t* street;
    std::int32_t* parent;
    std::int32_t* first_child;
    std::uint8_t* n_children;
    std::uint8_t* move;
    std::int32_t* amount;
    std::int32_t* committed;
    std::uint16_t* folded;
};

// Builds the tree of a specification. Call `find_fault` first: the others assume valid lines.
class TreeBuilder {
  public:
    explicit TreeBuilder(TreeSpec spec) : spec_(std::move(spec)) {}

    int players() const { return static_cast<int>(spec_.stacks.size()); }

    // The first fault found in a line, if any.
    std::optional<LineFault> find_fault() const;

    // Counts nodes, and stops soon after there are more than `limit`, or after `max_visits` nodes.
    // Equal subtrees after a deal are visited once. `check_interrupt` is called from time to time.
    TreeCounts count(std::int64_t limit, std::int64_t max_visits,
                     const std::function<void()>& check_interrupt) const;

    // Writes the tree in breadth-first order; returns false if its node count is not `out.nodes`.
    bool fill(const TreeArrays& out) const;

  private:
    TreeSpec spec_;
};

}  // namespace fifthstreet
