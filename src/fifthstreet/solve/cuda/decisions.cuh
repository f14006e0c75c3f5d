// Decisions: regret matching on the way down, values and regrets on the way up.

// What four hands weigh an action by.
__device__ __forceinline__ F4 weight4(const Node& rows, bool averages, int a, int i) {
    const int at = a * rows.stride + i;
    if (averages) return load_table(rows.averages + at, rows.average_scale);
    F4 w = load_table(rows.regrets + at, rows.regret_scale);
    if (rows.predictions) {
        F4 next = {{0, 0, 0, 0}};
        if (rows.predictions_count) next = load_table(rows.predictions + at, rows.prediction_scale);
        for (int k = 0; k < 4; ++k) w.x[k] = matching_weight(w.x[k], next.x[k]);
    } else {
        for (int k = 0; k < 4; ++k) w.x[k] = matching_weight(w.x[k]);
    }
    return w;
}

// Probabilities of four hands. M is the number of actions, whose weights then stay in registers, or 0
// for any number, whose weights are read again.
template <int M>
struct Matching {
    const Node& rows;
    const bool averages;
    const int i;
    F4 weight[M ? M : 1];
    F4 scale, floor;

    __device__ __forceinline__ Matching(const Node& of, bool play_averages, int first)
        : rows(of), averages(play_averages), i(first) {
        F4 sum = {{0, 0, 0, 0}};
        if (M) {
#pragma unroll
            for (int a = 0; a < M; ++a) {
                weight[a] = weight4(rows, averages, a, i);
                for (int k = 0; k < 4; ++k) sum.x[k] += weight[a].x[k];
            }
        } else {
            for (int a = 0; a < rows.actions; ++a) {
                const F4 w = weight4(rows, averages, a, i);
                for (int k = 0; k < 4; ++k) sum.x[k] += w.x[k];
            }
        }
        for (int k = 0; k < 4; ++k) {
            scale.x[k] = matching_scale(sum.x[k]);
            floor.x[k] = matching_floor(sum.x[k], rows.actions);
        }
    }
    __device__ __forceinline__ F4 probability(int a) const {
        F4 p = M ? weight[a] : weight4(rows, averages, a, i);
        for (int k = 0; k < 4; ++k) p.x[k] = p.x[k] * scale.x[k] + floor.x[k];
        if (rows.lock) {
            const F4 given = load4(rows.lock + a * rows.stride + i);
            for (int k = 0; k < 4; ++k) {
                if (given.x[k] >= 0) p.x[k] = given.x[k];
            }
        }
        return p;
    }
};

// All actions of a node, unrolled where their number is known.
#define EACH_ACTION(a) _Pragma("unroll") for (int a = 0; a < (M ? M : rows.actions); ++a)

// The opponent's node: reach of each action, and his average moves on.
template <int M>
__device__ void split(const Game& g, const Pass& pass, const Node& rows, float* reach_rows,
                      int width) {
    const float* in = reach_rows + rows.in * width;
    float* out = reach_rows + rows.out * width;
    const bool update = pass.mode == MODE_UPDATE;
    const float keep = rows.first;
    float inverse = 1;
#ifdef TABLES_INT16
    if (update) {
        float largest = 0;
        for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
            const Matching<M> match(rows, false, i);
            const F4 reach = load4(in + i);
            EACH_ACTION(a) {
                F4 v = load_table(rows.averages + a * rows.stride + i, rows.average_scale);
                const F4 p = match.probability(a);
                for (int k = 0; k < 4; ++k) v.x[k] = v.x[k] * keep + reach.x[k] * p.x[k];
                largest = largest_of(largest, v);
            }
        }
        largest = block_largest(largest);
        inverse = largest > 0 ? 65535.0f / largest : 0.0f;
        if (threadIdx.x == 0) {
            g.tables[1 - pass.player].average_scales[rows.block] = largest / 65535.0f;
        }
    }
#endif
    for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
        const Matching<M> match(rows, !update, i);
        const F4 reach = load4(in + i);
        EACH_ACTION(a) {
            F4 share = match.probability(a);
            for (int k = 0; k < 4; ++k) share.x[k] *= reach.x[k];
            store4(out + a * width + i, share);
            if (update) {
                Unsigned* average = rows.averages + a * rows.stride + i;
                F4 v = load_table(average, rows.average_scale);
                for (int k = 0; k < 4; ++k) v.x[k] = v.x[k] * keep + share.x[k];
                store_table(average, v, inverse);
            }
        }
    }
}

// Four hands' mean value of a node's actions.
template <int M>
__device__ __forceinline__ F4 mean_value(const Matching<M>& match, const Node& rows,
                                         const float* values, const u16* slots, int width, int i) {
    F4 mean = {{0, 0, 0, 0}};
    EACH_ACTION(a) {
        const F4 v = load4(values + slots[a] * width + i);
        const F4 p = match.probability(a);
        for (int k = 0; k < 4; ++k) mean.x[k] += p.x[k] * v.x[k];
    }
    return mean;
}

// The player's node in a best response: the best action, or what a lock says.
__device__ void join_best(const Node& rows, const u16* slots, float* values, int width) {
    for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
        F4 best = load4(values + slots[0] * width + i);
        F4 must = {{0, 0, 0, 0}};
        for (int a = 0; a < rows.actions; ++a) {
            const F4 v = load4(values + slots[a] * width + i);
            for (int k = 0; k < 4; ++k) best.x[k] = fmaxf(best.x[k], v.x[k]);
            if (rows.lock) {
                const F4 given = load4(rows.lock + a * rows.stride + i);
                for (int k = 0; k < 4; ++k) must.x[k] += given.x[k] * v.x[k];
            }
        }
        if (rows.lock) {
            const F4 given = load4(rows.lock + i);
            for (int k = 0; k < 4; ++k) {
                if (given.x[k] >= 0) best.x[k] = must.x[k];
            }
        }
        store4(values + slots[0] * width + i, best);
    }
}

// The player's node: values from those of its actions, left in the first one's row; regrets move on.
template <int M>
__device__ void join(const Game& g, const Pass& pass, const Node& rows, const u16* slots,
                     float* values, int width) {
    const bool update = pass.mode == MODE_UPDATE;
    float inverse = 1, prediction_inverse = 1;
#ifdef TABLES_INT16
    if (update) {
        float largest = 0, largest_seen = 0;
        for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
            const Matching<M> match(rows, false, i);
            const F4 mean = mean_value(match, rows, values, slots, width, i);
            EACH_ACTION(a) {
                F4 seen = load4(values + slots[a] * width + i);
                F4 r = load_table(rows.regrets + a * rows.stride + i, rows.regret_scale);
                for (int k = 0; k < 4; ++k) {
                    seen.x[k] -= mean.x[k];
                    r.x[k] = discounted(r.x[k], rows.first, rows.second) + seen.x[k];
                }
                largest = largest_of(largest, r);
                largest_seen = largest_of(largest_seen, seen);
            }
        }
        largest = block_largest(largest);
        inverse = largest > 0 ? 32767.0f / largest : 0.0f;
        const Tables& t = g.tables[pass.player];
        if (threadIdx.x == 0) t.regret_scales[rows.block] = largest / 32767.0f;
        if (rows.predictions) {
            largest_seen = block_largest(largest_seen);
            prediction_inverse = largest_seen > 0 ? 32767.0f / largest_seen : 0.0f;
            if (threadIdx.x == 0) t.prediction_scales[rows.block] = largest_seen / 32767.0f;
        }
    }
#endif
    for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
        const Matching<M> match(rows, !update, i);
        const F4 mean = mean_value(match, rows, values, slots, width, i);
        if (update) {
            EACH_ACTION(a) {
                Signed* regret = rows.regrets + a * rows.stride + i;
                F4 r = load_table(regret, rows.regret_scale);
                F4 seen = load4(values + slots[a] * width + i);
                for (int k = 0; k < 4; ++k) {
                    seen.x[k] -= mean.x[k];
                    r.x[k] = discounted(r.x[k], rows.first, rows.second) + seen.x[k];
                }
                store_table(regret, r, inverse);
                if (rows.predictions) {
                    store_table(rows.predictions + a * rows.stride + i, seen, prediction_inverse);
                }
            }
        }
        store4(values + slots[0] * width + i, mean);
    }
}

// A bundle's decisions from the first to the last: reach.
__device__ void go_down(const Game& g, const Pass& pass, const Node* nodes, int count, float* reach,
                        int width) {
    for (int k = 0; k < count; ++k) {
        const Node& node = nodes[k];
        if (node.is_own) continue;
        if (node.actions == 2) {
            split<2>(g, pass, node, reach, width);
        } else if (node.actions == 3) {
            split<3>(g, pass, node, reach, width);
        } else {
            split<0>(g, pass, node, reach, width);
        }
    }
}

// A bundle's decisions from the last to the first: values.
__device__ void go_up(const Game& g, const Pass& pass, const Node* nodes, int count,
                      const u16* child_slots, int stride, float* values, int width) {
    for (int k = count - 1; k >= 0; --k) {
        const Node& node = nodes[k];
        const u16* slots = child_slots + node.slots;
        if (!node.is_own) {
            for (int i = threadIdx.x * 4; i < stride; i += blockDim.x * 4) {
                F4 sum = load4(values + slots[0] * width + i);
                for (int a = 1; a < node.actions; ++a) {
                    const F4 v = load4(values + slots[a] * width + i);
                    for (int k4 = 0; k4 < 4; ++k4) sum.x[k4] += v.x[k4];
                }
                store4(values + slots[0] * width + i, sum);
            }
        } else if (pass.mode == MODE_BEST) {
            join_best(node, slots, values, width);
        } else if (node.actions == 2) {
            join<2>(g, pass, node, slots, values, width);
        } else if (node.actions == 3) {
            join<3>(g, pass, node, slots, values, width);
        } else {
            join<0>(g, pass, node, slots, values, width);
        }
    }
}
