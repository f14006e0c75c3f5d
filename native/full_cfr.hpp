// Full passes of CFR, and best responses, over a game in sequence form (solve/cfr/sequences.py).
#pragma once

#include <cstdint>
#include <vector>

namespace fifthstreet {

// Sums over the ends of a game. Sequence a < A ends with action a of the tables, A + p is player
// p's empty one. A row of a sequence has an entry for each choice of the others' last sequences.
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
    // The arrays of `ends` have to outlive this object; the others are copied.
    SequenceForm(int players, std::int32_t infos, const std::int8_t* info_player,
                 const std::int32_t* first_action, const std::int32_t* before, EndTable ends);

    int players() const { return static_cast<int>(infos_.size()); }
    std::int32_t actions() const { return actions_; }

    // So many iterations. Players are updated one after the
    // other, each against what the ones before have just become, or all at the same time.
    void iterate(std::int64_t count, Factors factors, CfrTables tables, bool at_once) const;

    // The player's best actions against the strategy; others' places in `best` stay as they are.
    double best_response(int player, const double* strategy, double* best) const;

    // What each player wins, then what each would win by a best response.  out[2, P]
    void evaluate(const double* strategy, double* out) const;

   private:
    struct Info {
        std::int32_t first;   // of its actions
        std::int32_t count;   // of its actions
        std::int32_t before;  // the player's last sequence on the way here
    };
    struct Work;

    template <int kOthers>
    double row_value(std::int64_t row, const double* plan) const;
    template <int kOthers>
    double value(int player, const double* plan) const;
    template <int kOthers>
    double best_response(int player, const double* plan, double* values, double* best) const;
    template <int kOthers, bool kPredicts>
    void iterate(std::int64_t count, Factors factors, CfrTables tables, bool at_once) const;
    template <int kOthers, bool kPredicts>
    void update(int player, std::int64_t iteration, Factors factors, CfrTables tables, Work& work) const;
    void follow(int player, const double* strategy, double* plan) const;
    std::vector<double> plan_of(const double* strategy) const;

    std::vector<std::vector<Info>> infos_;  // by player, those before others first
    std::int32_t actions_;
    EndTable ends_;
};

}  // namespace fifthstreet
