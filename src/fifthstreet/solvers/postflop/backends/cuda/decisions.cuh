// Decisions: regret matching while going down, values and regrets while going up. A thread handles
// four neighbouring hands; a block has threads for a whole row.

__device__ __forceinline__ F4 nothing() { return {{0, 0, 0, 0}}; }

__device__ __forceinline__ F4 operator+(const F4& one, const F4& other) {
    F4 sum;
    for (int k = 0; k < 4; ++k) sum.x[k] = one.x[k] + other.x[k];
    return sum;
}

// Rows of a node's actions, four hands of each. If their number is M, all are loaded at once and stay
// in registers; if M is 0, there may be any number and they are loaded when they are used.
template <int M, class Load>
struct Held {
    const Load& load;
    F4 row[M ? M : 1];

    __device__ __forceinline__ explicit Held(const Load& from) : load(from) {
        if (M) {
#pragma unroll
            for (int a = 0; a < M; ++a) row[a] = from(a);
        }
    }
    __device__ __forceinline__ F4 operator()(int a) const {
        if (M) return row[a];
        return load(a);
    }
};

// A loop over all actions of a node, unrolled if their number is known.
#define EACH_ACTION(a) _Pragma("unroll") for (int a = 0; a < (M ? M : n.actions); ++a)

// The weights of an action for four hands, from regrets and, with a predictive schedule, predictions.
__device__ __forceinline__ F4 matching_weights(F4 regret, const F4& prediction) {
#if HAS_PREDICTIONS
    for (int k = 0; k < 4; ++k) regret.x[k] = matching_weight(regret.x[k], prediction.x[k]);
#else
    for (int k = 0; k < 4; ++k) regret.x[k] = matching_weight(regret.x[k]);
#endif
    return regret;
}

__device__ __forceinline__ F4 load_prediction(const Tables& t, const Node& n, i64 at) {
#if HAS_PREDICTIONS
    if (n.predictions_count) {
        return load_table((const Signed*)t.predictions + at, n.prediction_scale);
    }
#endif
    return nothing();
}

// Probabilities of four hands from the sum of their weights, or from a lock's rows.
struct Matching {
    F4 scale, floor;
    const float* lock;

    __device__ __forceinline__ Matching(const F4& sum, int actions, const float* lock_rows)
        : lock(lock_rows) {
        for (int k = 0; k < 4; ++k) {
            scale.x[k] = matching_scale(sum.x[k]);
            floor.x[k] = matching_floor(sum.x[k], actions);
        }
    }
    // `at` is the offset of the action's row.
    __device__ __forceinline__ F4 probability(const F4& weight, int at) const {
        F4 p;
        for (int k = 0; k < 4; ++k) p.x[k] = weight.x[k] * scale.x[k] + floor.x[k];
#if HAS_LOCKS
        if (lock) {
            const F4 locked = load4(lock + at);
            for (int k = 0; k < 4; ++k) {
                if (locked.x[k] >= 0) p.x[k] = locked.x[k];
            }
        }
#endif
        return p;
    }
};

// The lock rows of a thread's hands, or null without a lock.
__device__ __forceinline__ const float* lock_of(const Tables& t, const Node& n, int i,
                                                bool is_mine) {
    return HAS_LOCKS && is_mine && n.lock >= 0 ? t.lock_rows + n.lock + i : nullptr;
}

// With 16 bits, all numbers of a node share a scale, for which all threads of a block find the largest
// number together; threads without hands contribute zeros.
#ifdef TABLES_INT16
#define SHARES_SCALE true
#else
#define SHARES_SCALE false
#endif

// An opponent's node: computes the reach of each action and updates the average strategy.
template <bool IS_UPDATE, int M>
__device__ __forceinline__ void split(const Game& g, const Pass& pass, const Node& n,
                                      const u16* outs, float* reach_rows, int width, int& turn) {
    const int i = threadIdx.x * 4;
    const bool is_mine = i < n.stride;
    if (!(IS_UPDATE && SHARES_SCALE) && !is_mine) return;
    const Tables& t = g.tables[1 - pass.player];
    const i64 first = n.offset + i;
    Unsigned* averages = (Unsigned*)t.averages + first;
    const auto load_weight = [&](int a) {
        if (!is_mine) return nothing();
        const i64 at = first + a * n.stride;
        if (!IS_UPDATE) return load_table((const Unsigned*)t.averages + at, n.average_scale);
        return matching_weights(load_table((const Signed*)t.regrets + at, n.regret_scale),
                                load_prediction(t, n, at));
    };
    const auto load_average = [&](int a) {
        if (!is_mine) return nothing();
        return load_table((const Unsigned*)averages + a * n.stride, n.average_scale);
    };
    const Held<M, decltype(load_weight)> weight(load_weight);
    const Held<IS_UPDATE ? M : 0, decltype(load_average)> average(load_average);
    const F4 reach = is_mine ? load4(reach_rows + n.in * width + i) : nothing();
    F4 sum = nothing();
    EACH_ACTION(a) sum = sum + weight(a);
    const Matching match(sum, M ? M : n.actions, lock_of(t, n, i, is_mine));
    const auto share_of = [&](int a) {
        F4 share = match.probability(weight(a), a * n.stride);
        for (int k = 0; k < 4; ++k) share.x[k] *= reach.x[k];
        return share;
    };
    const auto average_with = [&](int a, const F4& share) {
        F4 v = average(a);
        for (int k = 0; k < 4; ++k) v.x[k] = v.x[k] * n.first + share.x[k];
        return v;
    };
    float inverse = 1;
#ifdef TABLES_INT16
    if (IS_UPDATE) {
        float largest = 0;
        EACH_ACTION(a) largest = largest_of(largest, average_with(a, share_of(a)));
        largest = block_largest(largest, turn);
        inverse = largest > 0 ? 65535.0f / largest : 0.0f;
        if (threadIdx.x == 0) t.average_scales[n.block] = largest / 65535.0f;
    }
#endif
    if (!is_mine) return;
    EACH_ACTION(a) {
        const F4 share = share_of(a);
        if (IS_UPDATE) store_table(averages + a * n.stride, average_with(a, share), inverse);
        store4(reach_rows + outs[a] * width + i, share);
    }
}

// The player's node in a best response: the value of the best action, or of a locked strategy.
__device__ __forceinline__ void join_best(const Game& g, const Pass& pass, const Node& n,
                                          const u16* slots, float* values, int width) {
    const int i = threadIdx.x * 4;
    if (i >= n.stride) return;
    const float* lock = lock_of(g.tables[pass.player], n, i, true);
    F4 best = load4(values + slots[0] * width + i);
    F4 locked_value = nothing();
    for (int a = 0; a < n.actions; ++a) {
        const F4 v = load4(values + slots[a] * width + i);
        for (int k = 0; k < 4; ++k) best.x[k] = fmaxf(best.x[k], v.x[k]);
        if (lock) {
            const F4 locked = load4(lock + a * n.stride);
            for (int k = 0; k < 4; ++k) locked_value.x[k] += locked.x[k] * v.x[k];
        }
    }
    if (lock) {
        const F4 locked = load4(lock);
        for (int k = 0; k < 4; ++k) {
            if (locked.x[k] >= 0) best.x[k] = locked_value.x[k];
        }
    }
    store4(values + slots[0] * width + i, best);
}

// The player's node: computes its values from its actions' values, in the row of the first action,
// and updates the regrets.
template <bool IS_UPDATE, int M>
__device__ __forceinline__ void join(const Game& g, const Pass& pass, const Node& n,
                                     const u16* slots, float* values, int width, int& turn) {
    const int i = threadIdx.x * 4;
    const bool is_mine = i < n.stride;
    if (!(IS_UPDATE && SHARES_SCALE) && !is_mine) return;
    const Tables& t = g.tables[pass.player];
    const i64 first = n.offset + i;
    Signed* regrets = (Signed*)t.regrets + first;
    const auto load_row = [&](int a) {
        if (!is_mine) return nothing();
        const i64 at = first + a * n.stride;
        if (!IS_UPDATE) return load_table((const Unsigned*)t.averages + at, n.average_scale);
        return load_table((const Signed*)t.regrets + at, n.regret_scale);
    };
    const auto load_next = [&](int a) {
        return is_mine ? load_prediction(t, n, first + a * n.stride) : nothing();
    };
    const auto load_value = [&](int a) {
        return is_mine ? load4(values + slots[a] * width + i) : nothing();
    };
    const Held<M, decltype(load_row)> row(load_row);
    const Held<IS_UPDATE && HAS_PREDICTIONS ? M : 0, decltype(load_next)> next(load_next);
    const Held<M, decltype(load_value)> value(load_value);
    const auto weight = [&](int a) {
        if (!IS_UPDATE) return row(a);
        return matching_weights(row(a), next(a));
    };
    F4 sum = nothing();
    EACH_ACTION(a) sum = sum + weight(a);
    const Matching match(sum, M ? M : n.actions, lock_of(t, n, i, is_mine));
    F4 mean = nothing();
    EACH_ACTION(a) {
        const F4 p = match.probability(weight(a), a * n.stride), v = value(a);
        for (int k = 0; k < 4; ++k) mean.x[k] += p.x[k] * v.x[k];
    }
    if (IS_UPDATE) {
        const auto new_regret = [&](int a) {
            F4 v = value(a);
            for (int k = 0; k < 4; ++k) v.x[k] -= mean.x[k];
            return v;
        };
        const auto regret_with = [&](int a, const F4& added) {
            F4 r = row(a);
            for (int k = 0; k < 4; ++k) {
                r.x[k] = discounted(r.x[k], n.first, n.second) + added.x[k];
            }
            return r;
        };
        float inverse = 1, prediction_inverse = 1;
#ifdef TABLES_INT16
        float largest = 0, largest_added = 0;
        EACH_ACTION(a) {
            const F4 added = new_regret(a);
            largest = largest_of(largest, regret_with(a, added));
            largest_added = largest_of(largest_added, added);
        }
        largest = block_largest(largest, turn);
        inverse = largest > 0 ? 32767.0f / largest : 0.0f;
        if (threadIdx.x == 0) t.regret_scales[n.block] = largest / 32767.0f;
        if (HAS_PREDICTIONS) {
            largest_added = block_largest(largest_added, turn);
            prediction_inverse = largest_added > 0 ? 32767.0f / largest_added : 0.0f;
            if (threadIdx.x == 0) t.prediction_scales[n.block] = largest_added / 32767.0f;
        }
#endif
        if (!is_mine) return;
        EACH_ACTION(a) {
            const F4 added = new_regret(a);
            store_table(regrets + a * n.stride, regret_with(a, added), inverse);
            if (HAS_PREDICTIONS) {
                store_table((Signed*)t.predictions + first + a * n.stride, added,
                            prediction_inverse);
            }
        }
    }
    if (is_mine) store4(values + slots[0] * width + i, mean);
}

// Computes reach at a bundle's decisions, from the first to the last.
template <bool IS_UPDATE>
__device__ __forceinline__ void go_down(const Game& g, const Pass& pass, const Node* nodes,
                                        int count, const u16* child_slots, float* reach,
                                        int width) {
    int turn = 0;  // of block_largest, with 16 bits
    for (int k = 0; k < count; ++k) {
        const Node& node = nodes[k];
        if (node.is_own) continue;
        const u16* outs = child_slots + node.outs;
        if (node.actions == 2) {
            split<IS_UPDATE, 2>(g, pass, node, outs, reach, width, turn);
        } else if (node.actions == 3) {
            split<IS_UPDATE, 3>(g, pass, node, outs, reach, width, turn);
        } else {
            split<IS_UPDATE, 0>(g, pass, node, outs, reach, width, turn);
        }
    }
}

// Computes values at a bundle's decisions, from the last to the first.
template <bool IS_UPDATE>
__device__ __forceinline__ void go_up(const Game& g, const Pass& pass, const Node* nodes, int count,
                                      const u16* child_slots, int stride, float* values,
                                      int width) {
    int turn = 0;
    for (int k = count - 1; k >= 0; --k) {
        const Node& node = nodes[k];
        const u16* slots = child_slots + node.values;
        if (!node.is_own) {
            const int i = threadIdx.x * 4;
            if (node.joined == 1 || i >= stride) continue;
            F4 sum = load4(values + slots[0] * width + i);
            for (int a = 1; a < node.joined; ++a) sum = sum + load4(values + slots[a] * width + i);
            store4(values + slots[0] * width + i, sum);
        } else if (!IS_UPDATE && pass.mode == MODE_BEST) {
            join_best(g, pass, node, slots, values, width);
        } else if (node.actions == 2) {
            join<IS_UPDATE, 2>(g, pass, node, slots, values, width, turn);
        } else if (node.actions == 3) {
            join<IS_UPDATE, 3>(g, pass, node, slots, values, width, turn);
        } else {
            join<IS_UPDATE, 0>(g, pass, node, slots, values, width, turn);
        }
    }
}
