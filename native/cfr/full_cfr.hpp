// Full passes of CFR, and best responses, over a game in sequence form (solve/cfr/sequences.py).
#pragma once

#include <cstdint>
#include <vector>

namespace fifthstreet {

// The ends of a game. Sequence a < A ends with action a of the tables, A + p is player p's empty
// one. A row of a sequence has an entry for each choice of the others' last sequences.
struct EndTable {
    const std::int64_t* row_start;  // [S + 1]
    const double* weight;           // [E]  chance times payoff of the row's player
    const std::int32_t* others;     // [E, P - 1]
};

// What is left of tables at each iteration of a call, as in solve/schedules.py.
struct Factors {
    const double* positive;
    const double* negative;
    const double* keep;
};

struct CfrTables {
    double* regrets;      // [A]
    double* averages;     // [A]  sums of what players do to get to, and then take, an action
    double* predictions;  // [A]  the last regrets seen, or null if the schedule does not predict
};

class SequenceForm {
   public:
    // All arrays are copied.
    SequenceForm(int players, std::int32_t infos, const std::int8_t* info_player,
                 const std::int32_t* first_action, const std::int32_t* before,
                 const EndTable& ends);

    int players() const { return static_cast<int>(infos_.size()); }
    std::int32_t actions() const { return actions_; }

    // So many iterations. Players are updated one after the other, each against what the ones
    // before have just become, or all at the same time.
    void iterate(std::int64_t count, Factors factors, CfrTables tables, bool at_once) const;

    // The player's best actions against the strategy; others' places in `best` stay as they are.
    double best_response(int player, const double* strategy, double* best) const;

    // What each player wins, then what each would win by a best response.  out[2, P]
    void evaluate(const double* strategy, double* out) const;

   private:
    static constexpr int kLanes = 8;

    struct Info {
        std::int32_t first;   // of its actions
        std::int32_t count;   // of its actions
        std::int32_t before;  // the player's last sequence on the way here
    };

    // Rows of about the same length, summed in step: shorter ones are filled up with entries of
    // weight 0. Row by row, most time went into wrong guesses of where short rows end (23 us an
    // iteration of Leduc against 16, best responses 40 us against 14).
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

    // Values have a place more than there are sequences, for lanes that have no row.
    std::int32_t sequences() const { return actions_ + players(); }

    std::vector<std::vector<Info>> infos_;  // by player, those before others first
    std::int32_t actions_;
    std::vector<std::vector<Bundle>> bundles_;  // by player; every sequence is in one
    std::vector<double> weight_;                // [steps, lanes]
    std::vector<std::int32_t> others_;          // [steps, P - 1, lanes]
};

}  // namespace fifthstreet
