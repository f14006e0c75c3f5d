// Vector CFR with three ranges from a flop or turn on, over some or all of the cards to come.
//
// Each street is a level of the tree: nodes of the street, and ends where all chips went in before,
// which wait for the river. Entries are the nodes where a level begins. Tables have rows for the
// first street, then for each turn, then for each river after each turn; on rivers, rows are
// in order of strength.
//
// A pass for a player deals the listed turns and rivers: reach goes down, which updates the player's
// averages; rivers are evaluated in groups, which run on threads; values go up, which updates the
// player's regrets. Sums over runouts are always added in the same order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "multiway/pair_weights.hpp"
#include "multiway/triple_solver.hpp"

namespace fifthstreet {

inline int first_opponent_of(int player) { return player == 0 ? 1 : 0; }
inline int second_opponent_of(int player) { return player == 2 ? 1 : 2; }

struct TripleStreetNode {
    int player;  // who decides, or below 0
    int first_child;
    int children;  // one child and no player: a deal
    int street;    // 1 flop to 3 river; of a deal the one that ended
};

// Cards that a pass deals: a turn, none if the spot starts there, and rivers after it. `visits` count
// how often their tables have been updated before, and choose the factors.
struct DealtTurn {
    int turn;  // place among the cards that are not on the board; 0 if none is dealt
    int visits;
    std::vector<int> rivers;  // places among the cards left
    std::vector<int> river_visits;
};

class TripleStreets {
  public:
    using Cards = std::array<std::vector<std::uint8_t>, kTriple>;       // [H][2] of the deck
    using Strengths = std::array<std::vector<std::uint16_t>, kTriple>;  // [boards][H], 0 impossible
    using Tables = std::array<TripleTables, kTriple>;
    using Ends = std::array<std::vector<std::uint8_t>, kTriple>;
    using Payoffs = std::array<std::vector<TriplePayoff>, kTriple>;

    // `left` are the cards that are not on the board, in order. `strengths` are for each of them as a
    // river, or for each pair in lexicographic order if there is a turn to come.
    TripleStreets(std::vector<TripleStreetNode> nodes, std::vector<std::uint8_t> left, Cards cards,
                  const Strengths& strengths, Ends ends, Payoffs payoffs);
    TripleStreets(const TripleStreets&) = delete;
    TripleStreets& operator=(const TripleStreets&) = delete;

    int hands(int player) const { return static_cast<int>(cards_[player].size()) / 2; }
    int stride(int player) const { return row_stride(hands(player)); }
    bool has_turn() const { return levels_.size() == 3; }
    int turns() const { return has_turn() ? static_cast<int>(left_.size()) : 1; }
    int rivers() const { return static_cast<int>(left_.size()) - (has_turn() ? 1 : 0); }
    std::int64_t rows(int player) const;
    int nodes(int level) const { return levels_[level].nodes; }  // of the street
    int sum_rows() const { return static_cast<int>(levels_[1].entries.size()); }
    int levels() const { return static_cast<int>(levels_.size()); }

    // Runs one iteration: a pass for each player. `visits` chooses the factors of the first street,
    // and must be the turn's own if the spot starts there.
    void iterate(const Tables& tables, const std::vector<TripleFactors>& factors, int visits,
                 const std::vector<DealtTurn>& dealt, int threads) const;

    // Adds the values of a player's average and best response after some turns, with all rivers, to
    // sums[2][sum_rows][stride].
    void add_turns(const Tables& tables, int player, const std::vector<int>& turns, int threads,
                   float* sums) const;
    // Computes the values at the nodes of the first street from sums over all turns,
    // out[2][nodes][stride].
    void finish(const Tables& tables, int player, const float* sums, float* out) const;
    // Computes the values of a player's average at the nodes of a turn, or of a river if it is not
    // negative, out[nodes][stride].
    void values_at(const Tables& tables, int player, int turn, int river, int threads,
                   float* out) const;
    // Adds up what hands win by a payoff on all rivers, after a turn if it is not negative.
    void showdown(int player, const TriplePayoff& payoff, const float* first_reach,
                  const float* second_reach, int turn, int river, int threads, float* out) const;

  private:
    // What one of the passes does at a level; places are rows of the level's values.
    struct PassLevel {
        std::vector<int> decisions;
        std::vector<int> ends;
        std::vector<std::array<int, 2>> waiting;  // place, and entry of the next level
    };
    struct Level {
        std::vector<int> members;  // nodes by place: of the street, then ends that wait
        int nodes = 0;             // of the street
        std::vector<int> places;   // by node, or -1
        std::vector<int> entries;  // places
        std::array<std::int64_t, kTriple> rows{};          // of tables
        std::vector<std::int64_t> row;                     // by place: first of a decision
        std::array<std::vector<int>, kTriple> reach_rows;  // by place
        std::array<int, kTriple> reach_count{};
        std::array<PassLevel, kTriple> passes;
    };
    // A complete board: hands in order of strength, and their places in the order of the range.
    struct Board {
        std::array<RankedHands, kTriple> hands;
        std::array<std::vector<std::uint16_t>, kTriple> order;
        std::array<Opponents, kTriple> opponents;
    };
    // Reach of all players at a level.
    struct Reach {
        std::array<std::vector<float>, kTriple> rows;
        std::array<std::vector<std::uint8_t>, kTriple> live;
    };
    struct Worker;
    struct Pass;

    void add_level(int street, const Ends& ends);
    void add_passes(const Ends& ends);
    Board board_of(const Strengths& strengths, int index, int first, int second) const;
    const Board& board(int turn, int river) const;
    std::int64_t first_row(int level, int player, int turn, int river) const;

    void enter(const Pass& pass, int level, const Reach* above, int turn, int river,
               Reach& reach) const;
    void split(const Pass& pass, int level, int turn, int river, int visits, Reach& reach) const;
    void join(const Pass& pass, int level, int turn, int river, int visits, float* values) const;
    void fold_ends(const Pass& pass, int level, const Reach& reach, Worker& worker,
                   float* values) const;
    void play_river(const Pass& pass, const Reach& above, int turn, int river, int visits,
                    Worker& worker) const;
    void add_entries(const Pass& pass, int level, const std::vector<std::uint16_t>& order,
                     const float* values, float* sums) const;
    void rise(const Pass& pass, int level, const Reach& reach, const float* sums, float scale,
              int turn, int visits, Worker& worker) const;
    void lift_turn(const Pass& pass, const DealtTurn& dealt, const Reach& reach, const float* below,
                   Worker& worker, float* sums, float* turn_values) const;
    void run(const Pass& pass, const std::vector<DealtTurn>& dealt, const Reach& top, int threads,
             float* sums, float* turn_values) const;
    void prepare(Reach& reach, int level) const;
    Reach top_reach(const Pass& pass, int visits) const;
    float top_scale(std::size_t dealt) const;
    std::vector<DealtTurn> whole(const std::vector<int>& turns) const;

    std::vector<TripleStreetNode> nodes_;
    std::vector<std::uint8_t> left_;
    Cards cards_;
    Payoffs payoffs_;
    std::vector<Level> levels_;
    std::vector<Board> boards_;
};

}  // namespace fifthstreet
