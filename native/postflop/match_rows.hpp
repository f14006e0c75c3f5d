// What happens at one node to all hands of a player: regret matching on the way down, values,
// regrets and averages on the way up. `actions` rows of `stride` floats lie one behind the other.
#pragma once

#include <cstdint>

#include "postflop/lanes.hpp"
#include "regret.hpp"

namespace fifthstreet {

inline constexpr int kMostActions = 32;

enum class Mode : std::uint8_t {
    kUpdate,        // one iteration: current strategies, tables change
    kBestResponse,  // the opponent plays his average, the player the best answer to it
    kAverage,       // both play their averages
};

// Rows of one node. Null where a pass does not need them.
struct NodeRows {
    int actions;
    int stride;
    float* weights;      // regrets, or averages when those are played
    float* predictions;  // of predictive CFR+
    float* averages;     // to be added to on the way down
    const float* lock;   // probabilities that are given; below 0 where a hand is free
};

namespace detail {

template <int Fixed>
struct Matching {
    Lanes probability[Fixed ? Fixed : kMostActions];

    Matching(const NodeRows& rows, int actions, int i) {
        Lanes sum{};
        for (int a = 0; a < actions; ++a) {
            const Lanes weight = load(rows.weights + a * rows.stride + i);
            probability[a] =
                rows.predictions
                    ? matching_weight(weight, load(rows.predictions + a * rows.stride + i))
                    : matching_weight(weight);
            sum += probability[a];
        }
        const Lanes scale = matching_scale(sum);
        const Lanes floor = matching_floor(sum, actions);
        for (int a = 0; a < actions; ++a) probability[a] = probability[a] * scale + floor;
        if (rows.lock) {
            for (int a = 0; a < actions; ++a) {
                const Lanes given = load(rows.lock + a * rows.stride + i);
                probability[a] = given >= 0 ? given : probability[a];
            }
        }
    }
};

template <int Fixed>
void split_reach(const NodeRows& rows, float keep, const float* in, float* const* out, bool* live) {
    const int actions = Fixed ? Fixed : rows.actions;
    Lanes largest[Fixed ? Fixed : kMostActions]{};
    for (int i = 0; i < rows.stride; i += kLanes) {
        const Matching<Fixed> match(rows, actions, i);
        const Lanes reach = load(in + i);
        for (int a = 0; a < actions; ++a) {
            const Lanes share = reach * match.probability[a];
            store(out[a] + i, share);
            largest[a] = share > largest[a] ? share : largest[a];
            if (rows.averages) {
                float* average = rows.averages + a * rows.stride + i;
                store(average, load(average) * keep + share);
            }
        }
    }
    for (int a = 0; a < actions; ++a) live[a] = largest_lane(largest[a]) > 0;
}

template <int Fixed>
void update_regrets(const NodeRows& rows, float factor_positive, float factor_negative,
                    float* const* values) {
    const int actions = Fixed ? Fixed : rows.actions;
    for (int i = 0; i < rows.stride; i += kLanes) {
        const Matching<Fixed> match(rows, actions, i);
        Lanes value[Fixed ? Fixed : kMostActions];
        Lanes mean{};
        for (int a = 0; a < actions; ++a) {
            value[a] = load(values[a] + i);
            mean += match.probability[a] * value[a];
        }
        for (int a = 0; a < actions; ++a) {
            float* regret = rows.weights + a * rows.stride + i;
            const Lanes seen = value[a] - mean;
            store(regret, discounted(load(regret), factor_positive, factor_negative) + seen);
            if (rows.predictions) store(rows.predictions + a * rows.stride + i, seen);
        }
        store(values[0] + i, mean);
    }
}

template <int Fixed>
void mean_values(const NodeRows& rows, float* const* values) {
    const int actions = Fixed ? Fixed : rows.actions;
    for (int i = 0; i < rows.stride; i += kLanes) {
        const Matching<Fixed> match(rows, actions, i);
        Lanes mean{};
        for (int a = 0; a < actions; ++a) mean += match.probability[a] * load(values[a] + i);
        store(values[0] + i, mean);
    }
}

// Calls a function template with the number of actions known to the compiler where it is common.
template <class Call>
void with_actions(int actions, Call&& call) {
    switch (actions) {
        case 2: call.template operator()<2>(); break;
        case 3: call.template operator()<3>(); break;
        case 4: call.template operator()<4>(); break;
        case 5: call.template operator()<5>(); break;
        default: call.template operator()<0>();
    }
}

}  // namespace detail

// Reach of each hand after each action; `keep` is what the average so far is multiplied by.
inline void split_reach(const NodeRows& rows, float keep, const float* in, float* const* out,
                        bool* live) {
    detail::with_actions(rows.actions, [&]<int Fixed>() {
        detail::split_reach<Fixed>(rows, keep, in, out, live);
    });
}

// Values of a node from those of its actions, left in the first action's row; regrets move on.
inline void update_regrets(const NodeRows& rows, float factor_positive, float factor_negative,
                           float* const* values) {
    detail::with_actions(rows.actions, [&]<int Fixed>() {
        detail::update_regrets<Fixed>(rows, factor_positive, factor_negative, values);
    });
}

// The same with the weights as they are.
inline void mean_values(const NodeRows& rows, float* const* values) {
    detail::with_actions(rows.actions,
                         [&]<int Fixed>() { detail::mean_values<Fixed>(rows, values); });
}

// The same for the best action of each hand; a locked hand does what it must.
inline void best_values(const NodeRows& rows, float* const* values) {
    for (int i = 0; i < rows.stride; i += kLanes) {
        Lanes best = load(values[0] + i);
        Lanes must{};
        for (int a = 0; a < rows.actions; ++a) {
            const Lanes value = load(values[a] + i);
            best = value > best ? value : best;
            if (rows.lock) must += load(rows.lock + a * rows.stride + i) * value;
        }
        if (rows.lock) best = load(rows.lock + i) >= 0 ? must : best;
        store(values[0] + i, best);
    }
}

// Adds rows of the opponent's actions up, into `sum`, which holds the first of them.
inline void add_rows(const float* from, int stride, float* sum) {
    for (int i = 0; i < stride; i += kLanes) store(sum + i, load(sum + i) + load(from + i));
}

}  // namespace fifthstreet
