#include "cfr/full_cfr.hpp"

#include <algorithm>

#include "regret.hpp"

namespace fifthstreet {

namespace {

// Calls with the number of other players as a template argument: 1 or 2, or 0 for any number.
template <class Call>
void with_others(int players, Call call) {
    if (players == 2) {
        call.template operator()<1>();
    } else if (players == 3) {
        call.template operator()<2>();
    } else {
        call.template operator()<0>();
    }
}

// Normalises a row of weights to probabilities; `out` may be the same row.
inline void share(const double* weights, int count, double* out) {
    double sum = 0;
    for (int a = 0; a < count; ++a) sum += weights[a];
    for (int a = 0; a < count; ++a) out[a] = sum > 0 ? weights[a] / sum : 1.0 / count;
}

}  // namespace

struct SequenceForm::Work {
    std::vector<double> strategy;  // [A]
    std::vector<double> plan;      // [S]  probability that its player plays a sequence
    std::vector<double> values;    // [S + 1]  of the sequences of the player being updated
};

SequenceForm::SequenceForm(int players, std::int32_t infos, const std::int8_t* info_player,
                           const std::int32_t* first_action, const std::int32_t* before,
                           const EndTable& ends)
    : infos_(players), actions_(first_action[infos]), bundles_(players) {
    for (std::int32_t i = 0; i < infos; ++i) {
        infos_[info_player[i]].push_back(
            {first_action[i], first_action[i + 1] - first_action[i], before[i]});
    }
    for (int p = 0; p < players; ++p) bundle(p, ends);
}

void SequenceForm::bundle(int player, const EndTable& ends) {
    std::vector<std::int32_t> rows{actions_ + player};
    for (const Info info : infos_[player]) {
        for (int a = 0; a < info.count; ++a) rows.push_back(info.first + a);
    }
    const auto length = [&](std::int32_t row) {
        return ends.row_start[row + 1] - ends.row_start[row];
    };
    // Stable, so that rows stay close to rows with the same sequences of the other players.
    std::stable_sort(rows.begin(), rows.end(),
                     [&](auto left, auto right) { return length(left) > length(right); });
    const int others = players() - 1;
    for (std::size_t at = 0; at < rows.size(); at += kLanes) {
        Bundle bundle{static_cast<std::int64_t>(weight_.size()) / kLanes, length(rows[at]), {}};
        weight_.resize(weight_.size() + bundle.steps * kLanes, 0.0);
        // Padding: where the weight is 0, any sequence will do.
        others_.resize(others_.size() + bundle.steps * others * kLanes, actions_ + player);
        for (int lane = 0; lane < kLanes; ++lane) {
            bundle.row[lane] = at + lane < rows.size() ? rows[at + lane] : sequences();
            if (bundle.row[lane] == sequences()) continue;
            const std::int64_t first = ends.row_start[bundle.row[lane]];
            for (std::int64_t k = 0; k < length(bundle.row[lane]); ++k) {
                const std::int64_t step = bundle.first + k;
                weight_[step * kLanes + lane] = ends.weight[first + k];
                for (int q = 0; q < others; ++q) {
                    others_[(step * others + q) * kLanes + lane] =
                        ends.others[(first + k) * others + q];
                }
            }
        }
        bundles_[player].push_back(bundle);
    }
}

// What a player wins at terminal nodes directly after each of their sequences, if they play it.
template <int kOthers>
void SequenceForm::sum_ends(int player, const double* plan, double* values) const {
    const int others = kOthers ? kOthers : players() - 1;
    for (const Bundle& bundle : bundles_[player]) {
        const double* weight = weight_.data() + bundle.first * kLanes;
        const std::int32_t* other = others_.data() + bundle.first * others * kLanes;
        double sums[kLanes] = {};
        for (std::int64_t k = 0; k < bundle.steps; ++k) {
            double reach[kLanes];
            for (int lane = 0; lane < kLanes; ++lane) reach[lane] = plan[other[lane]];
            for (int q = 1; q < others; ++q) {
                for (int lane = 0; lane < kLanes; ++lane) {
                    reach[lane] *= plan[other[q * kLanes + lane]];
                }
            }
            for (int lane = 0; lane < kLanes; ++lane) sums[lane] += weight[lane] * reach[lane];
            weight += kLanes;
            other += others * kLanes;
        }
        for (int lane = 0; lane < kLanes; ++lane) values[bundle.row[lane]] = sums[lane];
    }
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
    std::vector<double> plan(sequences(), 1.0);
    for (int p = 0; p < players(); ++p) follow(p, strategy, plan.data());
    return plan;
}

double SequenceForm::value(int player, const double* plan, const double* values) const {
    double sum = values[actions_ + player];
    for (const Info info : infos_[player]) {
        for (std::int32_t a = info.first; a < info.first + info.count; ++a) {
            sum += plan[a] * values[a];
        }
    }
    return sum;
}

// Goes from the last information sets to the first. On entry, values are sums over terminal nodes
// directly after a sequence; they become the values of everything after it.
double SequenceForm::best_response(int player, double* values, double* best) const {
    const auto& infos = infos_[player];
    for (auto info = infos.rbegin(); info != infos.rend(); ++info) {
        double* const first = values + info->first;
        const auto top = std::max_element(first, first + info->count) - values;
        values[info->before] += values[top];
        if (best) {
            std::fill(best + info->first, best + info->first + info->count, 0.0);
            best[top] = 1;
        }
    }
    return values[actions_ + player];
}

double SequenceForm::best_response(int player, const double* strategy, double* best) const {
    const auto plan = plan_of(strategy);
    std::vector<double> values(sequences() + 1);
    with_others(players(),
                [&]<int kOthers>() { sum_ends<kOthers>(player, plan.data(), values.data()); });
    return best_response(player, values.data(), best);
}

void SequenceForm::evaluate(const double* strategy, double* out) const {
    const auto plan = plan_of(strategy);
    std::vector<double> values(sequences() + 1);
    for (int p = 0; p < players(); ++p) {
        with_others(players(),
                    [&]<int kOthers>() { sum_ends<kOthers>(p, plan.data(), values.data()); });
        out[p] = value(p, plan.data(), values.data());
        out[players() + p] = best_response(p, values.data(), nullptr);
    }
}

// Goes from the last information sets to the first: values, regrets, and the next strategy.
template <bool kPredicts>
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
            mean += strategy[a] * values[a];
        }
        work.values[info->before] += mean;
        for (int a = 0; a < info->count; ++a) {
            const double new_regret = values[a] - mean;
            averages[a] = keep * averages[a] + plan[a];
            regrets[a] = discounted(regrets[a], up, down) + new_regret;
            if constexpr (kPredicts) {
                tables.predictions[info->first + a] = new_regret;
                strategy[a] = matching_weight(regrets[a], new_regret);
            } else {
                strategy[a] = matching_weight(regrets[a]);
            }
        }
        share(strategy, info->count, strategy);
    }
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
    work.values.resize(sequences() + 1);
    for (std::int64_t t = 0; t < count; ++t) {
        for (int p = 0; p < players(); ++p) {
            sum_ends<kOthers>(p, work.plan.data(), work.values.data());
            update<kPredicts>(p, t, factors, tables, work);
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
