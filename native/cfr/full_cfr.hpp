// Full passes of CFR, and best responses, over a game in sequence form (solvers/cfr/sequences.py).
#pragma once

#include <cstdint>
#include <vector>

namespace fifthstreet {

// The terminal nodes of a game. Sequence a < A ends with action a of the tables, A + p is the empty
// sequence of player p. The row of a sequence has an entry for each combination of the others' last
// sequences.
struct EndTable {
    const std::int64_t* row_start;  // [S + 1]
    const double* weight;           // [E]  chance probability times payoff of the row's player
    const std::int32_t* others;     // [E, P - 1]
};

// Discount factors of each iteration of a call, as in solvers/common/schedules.py.
struct Factors {
    const double* positive;
    const double* negative;
    const double* keep;
};

struct CfrTables {
    double* regrets;      // [A]
    double* averages;     // [A]  sums of the player's own reach times the action's probability
    double* predictions;  // [A]  regrets of the last iteration; null without a predictive schedule
};

class SequenceForm {
  public:
    // All arrays are copied.
    SequenceForm(int players, std::int32_t infos, const std::int8_t* info_player,
                 const std::int32_t* first_action, const std::int32_t* before,
                 const EndTable& ends);

    int players() const { return static_cast<int>(infos_.size()); }
    std::int32_t actions() const { return actions_; }

    // Runs `count` iterations. Players are updated one after the other, each against the new
    // strategies of those before, or with `at_once` all at the same time.
    void iterate(std::int64_t count, Factors factors, CfrTables tables, bool at_once) const;

    // Writes the player's best actions against the strategy to `best`, leaves the entries of other
    // players unchanged, and returns the player's value.
    double best_response(int player, const double* strategy, double* best) const;

    // Computes what each player wins, and what each would win by a best response.  out[2, P]
    void evaluate(const double* strategy, double* out) const;

  private:
    static constexpr int kLanes = 8;

    struct Info {
        std::int32_t first;   // of its actions
        std::int32_t count;   // of its actions
        std::int32_t before;  // the player's last sequence before it
    };

    // Rows of similar length that are summed in parallel lanes; shorter ones are padded with
    // entries of weight 0. Summed row by row, most time went into branches mispredicted at the ends
    // of short rows (23 us per iteration of Leduc instead of 16, 40 us per best response instead of
    // 14).
    struct Bundle {
        std::int64_t first;  // step
        std::int64_t steps;
        std::int32_t row[kLanes];  // the sequence, or S for none
    };
    struct Work;

    void bundle(int player, const EndTable& ends);
    template <int kOthers>
    void sum_ends(int player, const double* plan, double* values) const;
    double value(int player, const double* plan, const double* values) const;
    double best_response(int player, double* values, double* best) const;
    template <int kOthers, bool kPredicts>
    void iterate(std::int64_t count, Factors factors, CfrTables tables, bool at_once) const;
    template <bool kPredicts>
    void update(int player, std::int64_t iteration, Factors factors, CfrTables tables,
                Work& work) const;
    void follow(int player, const double* strategy, double* plan) const;
    std::vector<double> plan_of(const double* strategy) const;

    // Values have one more entry than there are sequences, for lanes without a row.
    std::int32_t sequences() const { return actions_ + players(); }

    std::vector<std::vector<Info>> infos_;  // by player; earlier ones in the game come first
    std::int32_t actions_;
    std::vector<std::vector<Bundle>> bundles_;  // by player; every sequence is in one
    std::vector<double> weight_;                // [steps, lanes]
    std::vector<std::int32_t> others_;          // [steps, P - 1, lanes]
};

}  // namespace fifthstreet
