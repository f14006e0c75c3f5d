// Operations at one node for all hands of a player: regret matching and averages while going down,
// values and regrets while going up. A node has `actions` consecutive rows of `stride` floats.
#pragma once

#include <cstdint>

#include "postflop/lanes.hpp"
#include "regret.hpp"

namespace fifthstreet {

inline constexpr int kMostActions = 32;

enum class Mode : std::uint8_t {
    kUpdate,        // one iteration: current strategies, tables change
    kBestResponse,  // the opponent plays their average, the player a best response to it
    kAverage,       // both play their averages
};

// Rows of one node. Those that a pass does not need are null.
struct NodeRows {
    int actions;
    int stride;
    float* weights;      // regrets, or averages if those are played
    float* predictions;  // of predictive CFR+
    float* averages;     // updated while going down
    const float* lock;   // locked probabilities; negative for hands that are not locked
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

// Calls with the number of actions as a template argument if it is a common one, otherwise with 0.
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

// Computes the reach of each hand after each action; `keep` is the factor of the average so far.
inline void split_reach(const NodeRows& rows, float keep, const float* in, float* const* out,
                        bool* live) {
    detail::with_actions(
        rows.actions, [&]<int Fixed>() { detail::split_reach<Fixed>(rows, keep, in, out, live); });
}

// Computes the values of a node from those of its actions, in the first action's row, and updates
// the regrets.
inline void update_regrets(const NodeRows& rows, float factor_positive, float factor_negative,
                           float* const* values) {
    detail::with_actions(rows.actions, [&]<int Fixed>() {
        detail::update_regrets<Fixed>(rows, factor_positive, factor_negative, values);
    });
}

// The same without changing the weights.
inline void mean_values(const NodeRows& rows, float* const* values) {
    detail::with_actions(rows.actions,
                         [&]<int Fixed>() { detail::mean_values<Fixed>(rows, values); });
}

// The same for the best action of each hand; a locked hand plays its locked strategy.
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

// Adds the row of an opponent's action to `sum`.
inline void add_rows(const float* from, int stride, float* sum) {
    for (int i = 0; i < stride; i += kLanes) store(sum + i, load(sum + i) + load(from + i));
}

}  // namespace fifthstreet
