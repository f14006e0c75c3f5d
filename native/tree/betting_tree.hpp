// The public betting tree of a no-limit hand: counted without holding it, or filled into arrays
// breadth-first. Amounts are whole chips; the rules are those of the package's rules engine.
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
inline constexpr int kMostChildren = 255;

enum class NodeKind : std::uint8_t { kAction, kDeal, kFold, kShowdown };
enum class TreeMove : std::uint8_t { kRoot, kFold, kCheck, kCall, kBet, kAllIn, kDeal };
enum class SizeKind : std::uint8_t { kPotShare, kPreviousBet, kChips, kGeometric, kAllIn };
enum class SizeUse : std::uint8_t { kBet, kRaise, kDonk };
inline constexpr int kSizeUses = 3;

struct BetSize {
    SizeKind kind;
    double value;  // share of the pot, factor of the previous bet, chips; most share if geometric
    int count;     // raises that chips allow, streets of a geometric size; -1 is no limit
};

struct LineStep {
    TreeMove move;        // kBet also finds an all-in of the amount
    std::int32_t amount;  // of a bet
};

struct TreeLine {
    bool removed;  // the last step is taken out; otherwise all steps are put in
    std::vector<LineStep> steps;
};

struct TreeSpec {
    std::vector<std::int32_t> stacks;  // [P] before forced bets
    std::vector<std::int32_t> antes;   // [P] as posted
    std::vector<std::int32_t> blinds;  // [P] as posted
    std::int32_t pot;
    int opener;  // on the first street; seat 0 opens the others
    int first_street;
    int last_street;
    std::vector<std::vector<BetSize>> menus;  // [P * streets * uses]
    int max_raises;                           // on a street; -1 is no limit
    double add_allin;
    double force_allin;
    double merge;
    std::int32_t min_bet;
    std::vector<TreeLine> lines;
};

// Their numbers are known to Python.
enum class LineTrouble : std::uint8_t {
    kHandOver,
    kNotLegal,
    kBadAmount,
    kNotThere,
    kNothingLeft,
    kTooMany,
};

// What is wrong with a line: the step, and the legal bets where the amount is.
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
};

// Where `fill` writes; each has a place a node, `committed` one a node and player.
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

// Builds trees of one specification. Call `find_fault` first: the others take lines as sound.
class TreeBuilder {
public:
    explicit TreeBuilder(TreeSpec spec) : spec_(std::move(spec)) {}

    int players() const { return static_cast<int>(spec_.stacks.size()); }

    // The first line that the tree cannot follow, if there is one.
    std::optional<LineFault> find_fault() const;

    // Counts nodes, and stops soon after there are more than `limit`. Subtrees that start a street
    // with the same chips are counted once. `breathe` is called now and then.
    TreeCounts count(std::int64_t limit, const std::function<void()>& breathe) const;

    // Writes the tree, breadth-first; false if it has not exactly as many nodes as there is room.
    bool fill(const TreeArrays& out) const;

private:
    TreeSpec spec_;
};

}  // namespace fifthstreet
