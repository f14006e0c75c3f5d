#include "full_cfr.hpp"

#include <algorithm>

#include "regret.hpp"

namespace fifthstreet {

namespace {

// Calls with the number of other players: 1, known to the compiler, or 0 for any number.
template <class Call>
auto with_others(int players, Call call) {
    if (players == 2) return call.template operator()<1>();
    return call.template operator()<0>();
}

// Probabilities of a row of weights, which they may overwrite.
inline void share(const double* weights, int count, double* out) {
    double sum = 0;
    for (int a = 0; a < count; ++a) sum += weights[a];
    for (int a = 0; a < count; ++a) out[a] = sum > 0 ? weights[a] / sum : 1.0 / count;
}

}  // namespace

struct SequenceForm::Work {
    std::vector<double> strategy;  // [A]
    std::vector<double> plan;      // [S]  what its player does to play a sequence
    std::vector<double> values;    // [S]  of sequences of the player in turn; zero between updates
};

SequenceForm::SequenceForm(int players, std::int32_t infos, const std::int8_t* info_player,
                           const std::int32_t* first_action, const std::int32_t* before,
                           EndTable ends)
    : infos_(players), actions_(first_action[infos]), ends_(ends) {
    for (std::int32_t i = 0; i < infos; ++i) {
        infos_[info_player[i]].push_back(
            {first_action[i], first_action[i + 1] - first_action[i], before[i]});
    }
}

template <int kOthers>
double SequenceForm::row_value(std::int64_t row, const double* plan) const {
    const std::int64_t end = ends_.row_start[row + 1];
    double sum = 0;
    for (std::int64_t e = ends_.row_start[row]; e < end; ++e) {
        double weight = ends_.weight[e];
        if constexpr (kOthers == 1) {
            weight *= plan[ends_.others[e]];
        } else {
            const int others = players() - 1;
            for (int q = 0; q < others; ++q) weight *= plan[ends_.others[e * others + q]];
        }
        sum += weight;
    }
    return sum;
}

void SequenceForm::follow(int player, const double* strategy, double* plan) const {
    for (const Info info : infos_[player]) {
        const double reach = plan[info.before];
        for (std::int32_t a = info.first; a < info.first + info.count; ++a) {
            plan[a] = reach * strategy[a];
        }
    }
}

std::vector<double> SequenceForm::plan_of(const double* strategy) const {
    std::vector<double> plan(actions_ + players(), 1.0);
    for (int p = 0; p < players(); ++p) follow(p, strategy, plan.data());
    return plan;
}

template <int kOthers>
double SequenceForm::value(int player, const double* plan) const {
    double sum = row_value<kOthers>(actions_ + player, plan);
    for (const Info info : infos_[player]) {
        for (std::int32_t a = info.first; a < info.first + info.count; ++a) {
            sum += plan[a] * row_value<kOthers>(a, plan);
        }
    }
    return sum;
}

template <int kOthers>
double SequenceForm::best_response(int player, const double* plan, double* values,
                                   double* best) const {
    std::fill(values, values + actions_ + players(), 0.0);
    const auto& infos = infos_[player];
    for (auto info = infos.rbegin(); info != infos.rend(); ++info) {
        std::int32_t top = info->first;
        for (std::int32_t a = info->first; a < info->first + info->count; ++a) {
            values[a] += row_value<kOthers>(a, plan);
            if (values[a] > values[top]) top = a;
        }
        values[info->before] += values[top];
        if (best) {
            std::fill(best + info->first, best + info->first + info->count, 0.0);
            best[top] = 1;
        }
    }
    return values[actions_ + player] + row_value<kOthers>(actions_ + player, plan);
}

double SequenceForm::best_response(int player, const double* strategy, double* best) const {
    const auto plan = plan_of(strategy);
    std::vector<double> values(plan.size());
    return with_others(players(), [&]<int kOthers>() {
        return best_response<kOthers>(player, plan.data(), values.data(), best);
    });
}

void SequenceForm::evaluate(const double* strategy, double* out) const {
    const auto plan = plan_of(strategy);
    std::vector<double> values(plan.size());
    with_others(players(), [&]<int kOthers>() {
        for (int p = 0; p < players(); ++p) {
            out[p] = value<kOthers>(p, plan.data());
            out[players() + p] = best_response<kOthers>(p, plan.data(), values.data(), nullptr);
        }
    });
}

// From the last information sets to the first: values, regrets, and the strategy that follows.
template <int kOthers, bool kPredicts>
void SequenceForm::update(int player, std::int64_t iteration, Factors factors, CfrTables tables,
                          Work& work) const {
    const double up = factors.positive[iteration];
    const double down = factors.negative[iteration];
    const double keep = factors.keep[iteration];
    const auto& infos = infos_[player];
    for (auto info = infos.rbegin(); info != infos.rend(); ++info) {
        double* const values = work.values.data() + info->first;
        double* const strategy = work.strategy.data() + info->first;
        const double* const plan = work.plan.data() + info->first;
        double* const regrets = tables.regrets + info->first;
        double* const averages = tables.averages + info->first;
        double mean = 0;
        for (int a = 0; a < info->count; ++a) {
            values[a] += row_value<kOthers>(info->first + a, work.plan.data());
            mean += strategy[a] * values[a];
        }
        work.values[info->before] += mean;
        for (int a = 0; a < info->count; ++a) {
            const double seen = values[a] - mean;
            values[a] = 0;
            averages[a] = keep * averages[a] + plan[a];
            regrets[a] = discounted(regrets[a], up, down) + seen;
            if constexpr (kPredicts) {
                tables.predictions[info->first + a] = seen;
                strategy[a] = matching_weight(regrets[a], seen);
            } else {
                strategy[a] = matching_weight(regrets[a]);
            }
        }
        share(strategy, info->count, strategy);
    }
    work.values[actions_ + player] = 0;
}

template <int kOthers, bool kPredicts>
void SequenceForm::iterate(std::int64_t count, Factors factors, CfrTables tables,
                           bool at_once) const {
    Work work;
    work.strategy.resize(actions_);
    for (std::int32_t a = 0; a < actions_; ++a) {
        work.strategy[a] = kPredicts ? matching_weight(tables.regrets[a], tables.predictions[a])
                                     : matching_weight(tables.regrets[a]);
    }
    for (const auto& infos : infos_) {
        for (const Info info : infos) {
            double* const row = work.strategy.data() + info.first;
            share(row, info.count, row);
        }
    }
    work.plan = plan_of(work.strategy.data());
    work.values.resize(work.plan.size());
    for (std::int64_t t = 0; t < count; ++t) {
        for (int p = 0; p < players(); ++p) {
            update<kOthers, kPredicts>(p, t, factors, tables, work);
            if (!at_once) follow(p, work.strategy.data(), work.plan.data());
        }
        for (int p = 0; at_once && p < players(); ++p) {
            follow(p, work.strategy.data(), work.plan.data());
        }
    }
}

void SequenceForm::iterate(std::int64_t count, Factors factors, CfrTables tables,
                           bool at_once) const {
    with_others(players(), [&]<int kOthers>() {
        if (tables.predictions) {
            iterate<kOthers, true>(count, factors, tables, at_once);
        } else {
            iterate<kOthers, false>(count, factors, tables, at_once);
        }
    });
}

}  // namespace fifthstreet
