// Operations at one node for all hands of a player: regret matching and averages while going down,
// values and regrets while going up. A node has `actions` consecutive rows of `stride` floats.
#pragma once

#include <cstdint>

#include "regret.hpp"
#include "shared/lanes.hpp"

namespace fifthstreet {

inline constexpr int kMaxActions = 32;

template <>
inline Lanes positive(Lanes x) {  // in one instruction
    return larger(x, Lanes{});
}

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

// What a kernel is compiled for: a fixed number of actions, or 0 for any; and whether its node may
// have predictions or locks, which would otherwise be tested at every step.
template <int Fixed, bool Plain>
struct Kernel {
    // Numbers of all actions.
    using PerAction = Lanes[Fixed ? Fixed : kMaxActions];

    static int actions(const NodeRows& rows) { return Fixed ? Fixed : rows.actions; }

    // Fetches a line of each row of the node that comes next in a table, or with -1 of the one
    // before. Rows are too short for processors to see in time where the next ones begin.
    template <int Direction>
    static void prefetch(const NodeRows& rows, const float* table, int i) {
        for (int a = 0; a < actions(rows); ++a) {
            const std::int64_t row = a + Direction * actions(rows);
            __builtin_prefetch(table + row * rows.stride + i, 1);
        }
    }

    // Computes the weight of each action in regret matching and returns their sum.
    static Lanes weigh(const NodeRows& rows, int i, PerAction& weight) {
        Lanes sum{};
        for (int a = 0; a < actions(rows); ++a) {
            const Lanes row = load(rows.weights + a * rows.stride + i);
            weight[a] = !Plain && rows.predictions
                            ? matching_weight(row, load(rows.predictions + a * rows.stride + i))
                            : matching_weight(row);
            sum += weight[a];
        }
        return sum;
    }

    // Computes each action's probability times `share`.
    static void match(const NodeRows& rows, int i, Lanes share, PerAction& out) {
        const Lanes sum = weigh(rows, i, out);
        const Lanes scale = matching_scale(sum) * share;
        const Lanes floor = matching_floor(sum, actions(rows)) * share;
        for (int a = 0; a < actions(rows); ++a) out[a] = out[a] * scale + floor;
        if (Plain || !rows.lock) return;
        for (int a = 0; a < actions(rows); ++a) {
            const Lanes given = load(rows.lock + a * rows.stride + i);
            out[a] = given >= 0 ? given * share : out[a];
        }
    }

    static void split_reach(const NodeRows rows, float keep, const float* in,
                            float* const* children, bool* live) {
        AnyPositive seen[Fixed ? Fixed : kMaxActions];
        float* out[Fixed ? Fixed : kMaxActions];
        for (int a = 0; a < actions(rows); ++a) out[a] = children[a];
        for (int i = 0; i < rows.stride; i += kLanes) {
            if (i % kRowUnit == 0) {
                prefetch<1>(rows, rows.weights, i);
                if (rows.averages) prefetch<1>(rows, rows.averages, i);
            }
            PerAction share;
            match(rows, i, load(in + i), share);
            for (int a = 0; a < actions(rows); ++a) {
                store(out[a] + i, share[a]);
                seen[a].see(share[a]);
            }
            if (!rows.averages) continue;
            for (int a = 0; a < actions(rows); ++a) {
                float* average = rows.averages + a * rows.stride + i;
                store(average, load(average) * keep + share[a]);
            }
        }
        for (int a = 0; a < actions(rows); ++a) live[a] = static_cast<bool>(seen[a]);
    }

    static void update_regrets(const NodeRows rows, float factor_positive, float factor_negative,
                               float* const* children) {
        float* values[Fixed ? Fixed : kMaxActions];
        for (int a = 0; a < actions(rows); ++a) values[a] = children[a];
        for (int i = 0; i < rows.stride; i += kLanes) {
            if (i % kRowUnit == 0) prefetch<-1>(rows, rows.weights, i);
            PerAction probability, value;
            match(rows, i, Lanes{} + 1.0f, probability);
            value[0] = load(values[0] + i);
            for (int a = 1; a < actions(rows); ++a) value[a] = load(values[a] + i);
            // From differences, so that actions of equal value have a regret of exactly zero, and
            // rounding does not choose among them.
            Lanes mean = value[0];
            for (int a = 1; a < actions(rows); ++a) mean += probability[a] * (value[a] - value[0]);
            for (int a = 0; a < actions(rows); ++a) {
                float* regret = rows.weights + a * rows.stride + i;
                const Lanes seen = value[a] - mean;
                store(regret, discounted(load(regret), factor_positive, factor_negative) + seen);
                if (!Plain && rows.predictions) store(rows.predictions + a * rows.stride + i, seen);
            }
            store(values[0] + i, mean);
        }
    }

    static void mean_values(const NodeRows& rows, float* const* values) {
        for (int i = 0; i < rows.stride; i += kLanes) {
            PerAction probability;
            match(rows, i, Lanes{} + 1.0f, probability);
            Lanes mean{};
            for (int a = 0; a < actions(rows); ++a) mean += probability[a] * load(values[a] + i);
            store(values[0] + i, mean);
        }
    }
};

// Calls with the kernel for a node: with its number of actions if that is a common one.
template <class Call>
void with_kernel(const NodeRows& rows, Call&& call) {
    const auto with = [&]<int Fixed>() {
        if (rows.predictions || rows.lock) {
            call(Kernel<Fixed, false>{});
        } else {
            call(Kernel<Fixed, true>{});
        }
    };
    switch (rows.actions) {
        case 2: with.template operator()<2>(); break;
        case 3: with.template operator()<3>(); break;
        case 4: with.template operator()<4>(); break;
        case 5: with.template operator()<5>(); break;
        default: with.template operator()<0>();
    }
}

}  // namespace detail

// Computes the reach of each hand after each action; `keep` is the factor of the average so far.
inline void split_reach(const NodeRows& rows, float keep, const float* in, float* const* out,
                        bool* live) {
    detail::with_kernel(rows, [&](auto kernel) { kernel.split_reach(rows, keep, in, out, live); });
}

// Computes the values of a node from its actions' values, in the first action's row, and updates
// the regrets.
inline void update_regrets(const NodeRows& rows, float factor_positive, float factor_negative,
                           float* const* values) {
    detail::with_kernel(rows, [&](auto kernel) {
        kernel.update_regrets(rows, factor_positive, factor_negative, values);
    });
}

// The same without changing the weights.
inline void mean_values(const NodeRows& rows, float* const* values) {
    detail::with_kernel(rows, [&](auto kernel) { kernel.mean_values(rows, values); });
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
