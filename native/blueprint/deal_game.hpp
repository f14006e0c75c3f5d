// Hold'em as a betting tree, ranges and a board, for training by sampled deals.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "blueprint/settlement.hpp"
#include "cards/evaluator.hpp"
#include "shared/checks.hpp"

namespace fifthstreet {

inline constexpr int kBoardCards = 5;
inline constexpr int kMaxDealtPlayers = 10;
inline constexpr int kStreets = 4;
inline constexpr int kMaxActions = 256;

using Board = std::array<int, kBoardCards>;  // -1 where there is no card
using Flop = std::array<int, 3>;

// Number of cards on the board on a street.
inline int cards_seen(int street) { return street == 0 ? 0 : street + 2; }

// The first cards of a board; -1 stands for none.
inline Mask cards_mask(const Board& board, int count = kBoardCards) {
    Mask mask = 0;
    for (int i = 0; i < count; ++i) {
        if (board[i] >= 0) mask |= card_bit(board[i]);
    }
    return mask;
}

// What a walk needs to know of a node, side by side because it is visited at random.
struct DealNode {
    std::int32_t next;  // the node itself, or the one after a deal
    std::int32_t first_child;
    std::int8_t player;  // who acts; -1 at an end
    std::uint8_t street;
    std::uint8_t n_children;
};

// The game: a betting tree whose deals are skipped, payoffs at its ends, and how cards are dealt.
struct DealGame {
    const Evaluator* evaluator;
    std::vector<DealNode> nodes;  // [N]
    Settlement settlement;
    std::vector<std::vector<Mask>> hands;                    // [P] hands of each range
    std::vector<std::vector<double>> upto;                   // [P] cumulative weights of them
    Board board;                                             // -1 where a card is drawn
    std::vector<Flop> flops;                                 // dealt by weight; none: any cards
    std::vector<double> flops_upto;                          // cumulative weights of them
    std::vector<std::array<std::uint8_t, kSuits>> symmetry;  // suit permutations

    int players() const { return static_cast<int>(hands.size()); }
    double weight_of(int player, std::size_t hand) const {
        return hand ? upto[player][hand] - upto[player][hand - 1] : upto[player][0];
    }
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
    double epsilon;     // outcome sampling: share of exploration
    double tremble;     // external sampling: share of random actions of other players
    bool averages_all;  // external sampling: of all other players, not only the next one
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

}  // namespace fifthstreet
