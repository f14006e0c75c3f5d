// Passes of vector CFR on a GPU. The layout of tables and rows is the native core's, and so are the
// formulas: this text is compiled behind regret.hpp. docs/gpu.md tells how the work is cut.
//
// A thread has four neighbouring hands of a player for the whole way down, or the whole way up,
// because regret matching never mixes hands; only the ends of a hand do, and there a warp has one
// reach vector for itself. So a subtree of the river costs two barriers, and its tables are read and
// written once. Sums are made in a fixed order: two runs give the same bits.

using namespace fifthstreet;

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef long long i64;

#define KIND_ACTION 0
#define MODE_UPDATE 0
#define MODE_BEST 1
#define WARP 32
#define MOST_THREADS 128
#define ALL 0xffffffffu

// One player on all runouts of a street; rows of hands are `width` apart.
struct Seat {
    const int* count;        // [R]
    const i64* table;        // [R] first entry in the player's tables
    const u16* order;        // [R][width] place in the row of the runout before
    const u8* cards;         // [R][width][2]
    const u16* same;         // [R][width] place of the same cards in the opponent's row
    const u16* by_card;      // [R][2 * width] places of the hands, card by card
    const u16* card_start;   // [R][53]
    const uint4* showdown;   // [R][width] on the river: see `Showdown`
    const u16* inverse;      // [members][inverse_width]
    i64 width;
    i64 inverse_width;
    i64 blocks;
    i64 first_block;
};

// What a pass for one player does on a street. Slots are rows of the opponent's reach or of values,
// counted through a street before the river, and from 0 in each entry of the river.
struct Way {
    const int* reach_slot;    // [nodes]
    const int* value_slot;    // [nodes]
    const int* vector_start;  // [entries + 1] reach vectors with ends
    const int* vector_slot;
    const int* vector_show;   // node, or -1
    const int* vector_fold;   // node, or -1
    const float* lead;        // [nodes]
    const float* total;       // [nodes]
    i64 reach_slots;          // before the river, of all entries together
    i64 value_slots;
};

struct Street {
    const int* kind;
    const int* player;
    const int* first_child;
    const int* n_children;
    const int* row;
    const int* block;
    const int* entry_start;
    const int* exit_node;
    const int* parent;           // [R]
    const int* member_start;     // [R + 1]
    const int* first_of_parent;  // [parents + 1]
    const float* chance;
    float* reach;   // before the river: [R][slots][row]
    float* values;  // before the river: [R][slots][row]; on the river: [R][entries][row]
    i64 row_width;
    i64 entries;
    i64 exits;
    i64 runouts;
    Seat seat[2];
    Way way[2];
};

struct Tables {
    void* regrets;
    void* predictions;
    void* averages;
    float* regret_scales;
    float* prediction_scales;
    float* average_scales;
    u32* regret_stamps;
    u32* average_stamps;
    const i64* lock_start;
    const float* lock_rows;
};

struct Game {
    Street street[3];
    Tables tables[2];
    const float* weights[2];  // in the order of the root's rows
    const float* positive;
    const float* negative;
    const float* keep;
    i64 streets;
};

struct Pass {
    int player;
    int mode;
    u32 iteration;
    u32 updates;
};

struct F4 {
    float x[4];
};

__device__ __forceinline__ F4 load4(const float* from) {
    const float4 v = *reinterpret_cast<const float4*>(from);
    return {{v.x, v.y, v.z, v.w}};
}

__device__ __forceinline__ void store4(float* to, const F4& v) {
    *reinterpret_cast<float4*>(to) = make_float4(v.x[0], v.x[1], v.x[2], v.x[3]);
}

__device__ __forceinline__ int row_stride(int count) { return count / 16 * 16 + 16; }

// Numbers of a table, four at a time; in 16 bits they have one scale for a block of a node.
#ifdef TABLES_INT16
typedef short Signed;
typedef u16 Unsigned;
template <class T>
__device__ __forceinline__ F4 load_table(const T* from, float scale) {
    T v[4];
    *reinterpret_cast<uint2*>(v) = *reinterpret_cast<const uint2*>(from);
    F4 out;
    for (int k = 0; k < 4; ++k) out.x[k] = (float)v[k] * scale;
    return out;
}
template <class T>
__device__ __forceinline__ void store_table(T* to, const F4& value, float inverse) {
    T v[4];
    for (int k = 0; k < 4; ++k) {
        const float x = value.x[k] * inverse;
        v[k] = (T)(int)(x + (x < 0 ? -0.5f : 0.5f));
    }
    *reinterpret_cast<uint2*>(to) = *reinterpret_cast<const uint2*>(v);
}
__device__ __forceinline__ float largest_of(float most, const F4& v) {
    for (int k = 0; k < 4; ++k) most = fmaxf(most, fabsf(v.x[k]));
    return most;
}
// The largest number of all threads of a block.
__device__ float block_largest(float x) {
    __shared__ float of_warp[32];
    for (int k = 16; k; k >>= 1) x = fmaxf(x, __shfl_xor_sync(ALL, x, k));
    __syncthreads();
    if ((threadIdx.x & 31) == 0) of_warp[threadIdx.x >> 5] = x;
    __syncthreads();
    x = of_warp[0];
    for (int w = 1; w < blockDim.x >> 5; ++w) x = fmaxf(x, of_warp[w]);
    return x;
}
#else
typedef float Signed;
typedef float Unsigned;
__device__ __forceinline__ F4 load_table(const float* from, float) { return load4(from); }
__device__ __forceinline__ void store_table(float* to, const F4& value, float) { store4(to, value); }
#endif

// Factors after `done` up to and with `now`: blocks that were skipped make up for what they missed.
__device__ float product(const float* factors, u32 done, u32 now) {
    double result = factors[now];
    for (u32 i = done + 1; i < now && result != 0; ++i) result *= factors[i];
    return (float)result;
}

// The rows of one node on one runout.
struct Rows {
    int actions;
    int stride;
    Signed* regrets;
    Signed* predictions;
    Unsigned* averages;
    float regret_scale, prediction_scale, average_scale;
    bool predictions_count;
    const float* lock;
};

__device__ Rows open_rows(const Game& g, int player, const Street& s, int runout, int node) {
    const Seat& seat = s.seat[player];
    const Tables& t = g.tables[player];
    Rows rows;
    rows.actions = s.n_children[node];
    rows.stride = row_stride(seat.count[runout]);
    const i64 offset = seat.table[runout] + (i64)s.row[node] * rows.stride;
    const i64 block = seat.first_block + (i64)runout * seat.blocks + s.block[node];
    rows.regrets = (Signed*)t.regrets + offset;
    rows.predictions = t.predictions ? (Signed*)t.predictions + offset : nullptr;
    rows.averages = (Unsigned*)t.averages + offset;
    rows.regret_scale = t.regret_scales ? t.regret_scales[block] : 1.0f;
    rows.prediction_scale = t.prediction_scales ? t.prediction_scales[block] : 1.0f;
    rows.average_scale = t.average_scales ? t.average_scales[block] : 1.0f;
    rows.lock = nullptr;
    if (t.lock_start && t.lock_start[block] >= 0) rows.lock = t.lock_rows + t.lock_start[block];
    return rows;
}

__device__ __forceinline__ i64 block_of(const Street& s, int player, int runout, int node) {
    const Seat& seat = s.seat[player];
    return seat.first_block + (i64)runout * seat.blocks + s.block[node];
}

// What four hands weigh an action by.
__device__ __forceinline__ F4 weight4(const Rows& rows, bool averages, int a, int i) {
    const i64 at = (i64)a * rows.stride + i;
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
    const Rows& rows;
    const bool averages;
    const int i;
    F4 weight[M ? M : 1];
    F4 scale, floor;

    __device__ __forceinline__ Matching(const Rows& of, bool play_averages, int first)
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
            const F4 given = load4(rows.lock + (i64)a * rows.stride + i);
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
__device__ void split(const Game& g, const Pass& pass, const Street& s, int runout, int node,
                      const float* in, float* out, int width) {
    const int opponent = 1 - pass.player;
    Rows rows = open_rows(g, opponent, s, runout, node);
    const bool update = pass.mode == MODE_UPDATE;
    float keep = 1, inverse = 1;
    if (update) {
        const i64 block = block_of(s, opponent, runout, node);
        const u32 done = g.tables[opponent].average_stamps[block];
        keep = done ? product(g.keep, done - 1, pass.updates) : 0.0f;
        rows.predictions_count = g.tables[opponent].regret_stamps[block] == pass.updates;
#ifdef TABLES_INT16
        float largest = 0;
        for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
            const Matching<M> match(rows, false, i);
            const F4 reach = load4(in + i);
            EACH_ACTION(a) {
                F4 v = load_table(rows.averages + (i64)a * rows.stride + i, rows.average_scale);
                const F4 p = match.probability(a);
                for (int k = 0; k < 4; ++k) v.x[k] = v.x[k] * keep + reach.x[k] * p.x[k];
                largest = largest_of(largest, v);
            }
        }
        largest = block_largest(largest);
        inverse = largest > 0 ? 65535.0f / largest : 0.0f;
        if (threadIdx.x == 0) g.tables[opponent].average_scales[block] = largest / 65535.0f;
#endif
    }
    for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
        const Matching<M> match(rows, !update, i);
        const F4 reach = load4(in + i);
        EACH_ACTION(a) {
            F4 share = match.probability(a);
            for (int k = 0; k < 4; ++k) share.x[k] *= reach.x[k];
            store4(out + a * width + i, share);
            if (update) {
                Unsigned* average = rows.averages + (i64)a * rows.stride + i;
                F4 v = load_table(average, rows.average_scale);
                for (int k = 0; k < 4; ++k) v.x[k] = v.x[k] * keep + share.x[k];
                store_table(average, v, inverse);
            }
        }
    }
}

// Four hands' mean value of a node's actions.
template <int M>
__device__ __forceinline__ F4 mean_value(const Matching<M>& match, const Rows& rows,
                                         const float* values, const int* slots, int width, int i) {
    F4 mean = {{0, 0, 0, 0}};
    EACH_ACTION(a) {
        const F4 v = load4(values + slots[a] * width + i);
        const F4 p = match.probability(a);
        for (int k = 0; k < 4; ++k) mean.x[k] += p.x[k] * v.x[k];
    }
    return mean;
}

// The player's node in a best response: the best action, or what a lock says.
__device__ void join_best(const Rows& rows, const int* slots, float* values, int width) {
    for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
        F4 best = load4(values + slots[0] * width + i);
        F4 must = {{0, 0, 0, 0}};
        for (int a = 0; a < rows.actions; ++a) {
            const F4 v = load4(values + slots[a] * width + i);
            for (int k = 0; k < 4; ++k) best.x[k] = fmaxf(best.x[k], v.x[k]);
            if (rows.lock) {
                const F4 given = load4(rows.lock + (i64)a * rows.stride + i);
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
__device__ void join(const Game& g, const Pass& pass, const Street& s, int runout, int node,
                     float* values, int width) {
    Rows rows = open_rows(g, pass.player, s, runout, node);
    const int* slots = s.way[pass.player].value_slot + s.first_child[node];
    if (pass.mode == MODE_BEST) {
        join_best(rows, slots, values, width);
        return;
    }
    const bool update = pass.mode == MODE_UPDATE;
    float up = 1, down = 1, inverse = 1, prediction_inverse = 1;
    if (update) {
        const i64 block = block_of(s, pass.player, runout, node);
        const u32 done = g.tables[pass.player].regret_stamps[block];
        up = product(g.positive, done, pass.iteration);
        down = product(g.negative, done, pass.iteration);
        rows.predictions_count = done + 1 == pass.iteration;
#ifdef TABLES_INT16
        float largest = 0, largest_seen = 0;
        for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
            const Matching<M> match(rows, false, i);
            const F4 mean = mean_value(match, rows, values, slots, width, i);
            EACH_ACTION(a) {
                F4 seen = load4(values + slots[a] * width + i);
                F4 r = load_table(rows.regrets + (i64)a * rows.stride + i, rows.regret_scale);
                for (int k = 0; k < 4; ++k) {
                    seen.x[k] -= mean.x[k];
                    r.x[k] = discounted(r.x[k], up, down) + seen.x[k];
                }
                largest = largest_of(largest, r);
                largest_seen = largest_of(largest_seen, seen);
            }
        }
        largest = block_largest(largest);
        inverse = largest > 0 ? 32767.0f / largest : 0.0f;
        if (threadIdx.x == 0) g.tables[pass.player].regret_scales[block] = largest / 32767.0f;
        if (rows.predictions) {
            largest_seen = block_largest(largest_seen);
            prediction_inverse = largest_seen > 0 ? 32767.0f / largest_seen : 0.0f;
            if (threadIdx.x == 0) {
                g.tables[pass.player].prediction_scales[block] = largest_seen / 32767.0f;
            }
        }
#endif
    }
    for (int i = threadIdx.x * 4; i < rows.stride; i += blockDim.x * 4) {
        const Matching<M> match(rows, !update, i);
        const F4 mean = mean_value(match, rows, values, slots, width, i);
        if (update) {
            EACH_ACTION(a) {
                Signed* regret = rows.regrets + (i64)a * rows.stride + i;
                F4 r = load_table(regret, rows.regret_scale);
                F4 seen = load4(values + slots[a] * width + i);
                for (int k = 0; k < 4; ++k) {
                    seen.x[k] -= mean.x[k];
                    r.x[k] = discounted(r.x[k], up, down) + seen.x[k];
                }
                store_table(regret, r, inverse);
                if (rows.predictions) {
                    store_table(rows.predictions + (i64)a * rows.stride + i, seen, prediction_inverse);
                }
            }
        }
        store4(values + slots[0] * width + i, mean);
    }
}

// Nodes of an entry from the first to the last: reach.
__device__ void go_down(const Game& g, const Pass& pass, const Street& s, int runout, int entry,
                        float* reach, int width) {
    const int* slots = s.way[pass.player].reach_slot;
    for (int node = s.entry_start[entry]; node < s.entry_start[entry + 1]; ++node) {
        if (s.kind[node] != KIND_ACTION || s.player[node] == pass.player) continue;
        const float* in = reach + slots[node] * width;
        float* out = reach + slots[s.first_child[node]] * width;
        const int actions = s.n_children[node];
        if (actions == 2) {
            split<2>(g, pass, s, runout, node, in, out, width);
        } else if (actions == 3) {
            split<3>(g, pass, s, runout, node, in, out, width);
        } else {
            split<0>(g, pass, s, runout, node, in, out, width);
        }
    }
}

// Nodes of an entry from the last to the first: values.
__device__ void go_up(const Game& g, const Pass& pass, const Street& s, int runout, int entry,
                      float* values, int width) {
    const int* slots = s.way[pass.player].value_slot;
    const int stride = row_stride(s.seat[pass.player].count[runout]);
    for (int node = s.entry_start[entry + 1] - 1; node >= s.entry_start[entry]; --node) {
        if (s.kind[node] != KIND_ACTION) continue;
        const int actions = s.n_children[node];
        if (s.player[node] != pass.player) {
            const int* from = slots + s.first_child[node];
            for (int i = threadIdx.x * 4; i < stride; i += blockDim.x * 4) {
                F4 sum = load4(values + from[0] * width + i);
                for (int a = 1; a < actions; ++a) {
                    const F4 v = load4(values + from[a] * width + i);
                    for (int k = 0; k < 4; ++k) sum.x[k] += v.x[k];
                }
                store4(values + from[0] * width + i, sum);
            }
        } else if (actions == 2) {
            join<2>(g, pass, s, runout, node, values, width);
        } else if (actions == 3) {
            join<3>(g, pass, s, runout, node, values, width);
        } else {
            join<0>(g, pass, s, runout, node, values, width);
        }
    }
}

// Stamps of an entry's blocks, once all threads have read them.
__device__ void stamp(const Game& g, const Pass& pass, const Street& s, int runout, int entry) {
    if (pass.mode != MODE_UPDATE) return;
    const int first = s.entry_start[entry], last = s.entry_start[entry + 1];
    for (int node = first + threadIdx.x; node < last; node += blockDim.x) {
        if (s.kind[node] != KIND_ACTION) continue;
        const int owner = s.player[node];
        const i64 block = block_of(s, owner, runout, node);
        if (owner == pass.player) {
            g.tables[owner].regret_stamps[block] = pass.iteration;
        } else {
            g.tables[owner].average_stamps[block] = pass.updates + 1;
        }
    }
}

__device__ __forceinline__ float warp_sum(float x) {
    for (int k = 16; k; k >>= 1) x += __shfl_xor_sync(ALL, x, k);
    return x;
}

// Room that a warp has for itself: sums of one reach vector.
struct WarpRoom {
    float* by_hand;  // [hands + 1] of all hands before
    float* by_list;  // [2 * hands + 1] the same along the list by card
    float* of_card;  // [52]
    float* twice;    // [52] sums before and after each card's part of the list
};

// Sums of one vector, one warp: `n` numbers given by place, each lane a piece of odd length, so that
// lanes meet different banks of shared memory.
template <class Get>
__device__ void prefix_sums(int n, float* out, Get get) {
    const int lane = threadIdx.x & 31;
    const int piece = ((n + WARP - 1) / WARP) | 1;
    const int first = min(lane * piece, n), last = min(first + piece, n);
    float sum = 0;
    for (int i = first; i < last; ++i) {
        sum += get(i);
        out[i + 1] = sum;
    }
    float before = sum;
    for (int k = 1; k < WARP; k <<= 1) {
        const float other = __shfl_up_sync(ALL, before, k);
        if (lane >= k) before += other;
    }
    before -= sum;
    for (int i = first; i < last; ++i) out[i + 1] += before;
    if (lane == 0) out[0] = 0;
    __syncwarp();
}

// A hand against the opponent's hands on a river, all places of sums: weaker, not better, the same
// two along the lists of both cards, the cards, and the hand with the same cards.
struct Showdown {
    u16 weaker, not_better, weaker_first, not_better_first, weaker_second, not_better_second, cards, same;
};

// Values of a showdown, and of the fold beside it, for one reach vector.
__device__ void showdown_values(const float* reach, int opponents, int count, const uint4* hands,
                                const u16* by_card, const u16* card_start, const WarpRoom& room,
                                float lead, float total, float* out, float fold_total,
                                float* fold_out) {
    const int lane = threadIdx.x & 31;
    prefix_sums(opponents, room.by_hand, [&](int i) { return reach[i]; });
    prefix_sums(2 * opponents, room.by_list, [&](int i) { return reach[by_card[i]]; });
    for (int card = lane; card < 52; card += WARP) {
        const float before = room.by_list[card_start[card]], after = room.by_list[card_start[card + 1]];
        room.of_card[card] = after - before;
        room.twice[card] = after + before;
    }
    __syncwarp();
    const float all_hands = room.by_hand[opponents];
    const bool wants_all = total != 0 || fold_out;
    const int stride = row_stride(count);
    for (int i = lane; i < stride; i += WARP) {
        float value = 0, fold = 0;
        if (i < count) {
            const uint4 packed = hands[i];
            const Showdown h = *reinterpret_cast<const Showdown*>(&packed);
            const int first = h.cards & 255, second = h.cards >> 8;
            // weaker - stronger = weaker + not better - all, card removal and all.
            const float ahead =
                room.by_hand[h.weaker] + room.by_hand[h.not_better] - all_hands -
                (room.by_list[h.weaker_first] + room.by_list[h.not_better_first] - room.twice[first]) -
                (room.by_list[h.weaker_second] + room.by_list[h.not_better_second] - room.twice[second]);
            value = lead * ahead;
            if (wants_all) {
                const float same = h.same < opponents ? reach[h.same] : 0.0f;
                const float compatible = all_hands - room.of_card[first] - room.of_card[second] + same;
                value += total * compatible;
                fold = fold_total * compatible;
            }
        }
        out[i] = value;
        if (fold_out) fold_out[i] = fold;
    }
    __syncwarp();
}

// Values of a fold: everything the opponent can hold counts the same.
__device__ void fold_values(const float* reach, int opponents, int count, const u8* cards,
                            const u16* same, const u16* by_card, const u16* card_start,
                            const WarpRoom& room, float total, float* out) {
    const int lane = threadIdx.x & 31;
    float sum = 0;
    for (int i = lane; i < opponents; i += WARP) sum += reach[i];
    sum = warp_sum(sum);
    for (int card = lane; card < 52; card += WARP) {
        float held = 0;
        for (int j = card_start[card]; j < card_start[card + 1]; ++j) held += reach[by_card[j]];
        room.of_card[card] = held;
    }
    __syncwarp();
    const int stride = row_stride(count);
    for (int i = lane; i < stride; i += WARP) {
        float value = 0;
        if (i < count) {
            const float held = same[i] < opponents ? reach[same[i]] : 0.0f;
            value = total *
                    (sum - room.of_card[cards[2 * i]] - room.of_card[cards[2 * i + 1]] + held);
        }
        out[i] = value;
    }
    __syncwarp();
}

// Reach at the start of an entry; whether any of this thread's hands gets there.
__device__ bool enter(const Game& g, const Pass& pass, int street, int runout, int entry, float* row) {
    const Street& s = g.street[street];
    const int opponent = 1 - pass.player;
    const Seat& seat = s.seat[opponent];
    const int count = seat.count[runout], stride = row_stride(count);
    const u16* order = seat.order + (i64)runout * seat.width;
    const float* from = g.weights[opponent];
    float chance = 1;
    if (street) {
        const Street& before = g.street[street - 1];
        const Way& way = before.way[pass.player];
        const i64 first = (i64)s.parent[runout] * way.reach_slots;
        const int exit = before.exit_node[entry];
        from = before.reach + (first + way.reach_slot[exit]) * before.row_width;
        chance = *s.chance;
    }
    bool any = false;
    for (int i = threadIdx.x; i < stride; i += blockDim.x) {
        float x = 0;
        if (i < count) x = (street ? from[order[i]] : from[i]) * chance;
        row[i] = x;
        any |= x > 0;
    }
    return any;
}

extern "C" {

// The way down on a street before the river: a block for each entry of each runout.
__global__ void __launch_bounds__(MOST_THREADS)
street_down(const Game* game, int player, int mode, u32 iteration, u32 updates, int street) {
    const Pass pass = {player, mode, iteration, updates};
    const Game& g = *game;
    const Street& s = g.street[street];
    const int runout = blockIdx.x / (int)s.entries, entry = blockIdx.x % (int)s.entries;
    const Way& way = s.way[pass.player];
    float* reach = s.reach + (i64)runout * way.reach_slots * s.row_width;
    enter(g, pass, street, runout, entry, reach + way.reach_slot[s.entry_start[entry]] * s.row_width);
    __syncthreads();
    go_down(g, pass, s, runout, entry, reach, s.row_width);
}

// Values of the exits of a street from those of the next: a block for each exit of each runout.
__global__ void __launch_bounds__(MOST_THREADS)
street_sum(const Game* game, int player, int mode, u32 iteration, u32 updates, int street) {
    const Pass pass = {player, mode, iteration, updates};
    const Game& g = *game;
    const Street& s = g.street[street];
    const Street& next = g.street[street + 1];
    const int runout = blockIdx.x / (int)s.exits, exit = blockIdx.x % (int)s.exits;
    const Seat& seat = s.seat[pass.player];
    const Seat& below = next.seat[pass.player];
    const Way& way = s.way[pass.player];
    const bool is_river = street + 2 == (int)g.streets;
    const int count = seat.count[runout], stride = row_stride(count);
    float* out = s.values +
                 ((i64)runout * way.value_slots + way.value_slot[s.exit_node[exit]]) * s.row_width;
    const Way& next_way = next.way[pass.player];
    const int root = next.entry_start[exit];
    for (int i = threadIdx.x; i < stride; i += blockDim.x) {
        float sum = 0;
        for (int r = next.first_of_parent[runout]; i < count && r < next.first_of_parent[runout + 1]; ++r) {
            const i64 row = is_river ? (i64)r * next.entries + exit
                                     : (i64)r * next_way.value_slots + next_way.value_slot[root];
            const float* from = next.values + row * next.row_width;
            for (int m = next.member_start[r]; m < next.member_start[r + 1]; ++m) {
                sum += from[below.inverse[(i64)m * below.inverse_width + i]];
            }
        }
        out[i] = sum;
    }
}

// The way up on a street before the river: a block for each entry of each runout.
__global__ void __launch_bounds__(MOST_THREADS)
street_up(const Game* game, int player, int mode, u32 iteration, u32 updates, int street) {
    const Pass pass = {player, mode, iteration, updates};
    extern __shared__ float shared[];
    const Game& g = *game;
    const Street& s = g.street[street];
    const int runout = blockIdx.x / (int)s.entries, entry = blockIdx.x % (int)s.entries;
    const Way& way = s.way[pass.player];
    const Seat& mine = s.seat[pass.player];
    const Seat& theirs = s.seat[1 - pass.player];
    const float* reach = s.reach + (i64)runout * way.reach_slots * s.row_width;
    float* values = s.values + (i64)runout * way.value_slots * s.row_width;
    const WarpRoom room = {nullptr, nullptr, shared + (threadIdx.x >> 5) * 52, nullptr};
    for (int v = way.vector_start[entry] + (threadIdx.x >> 5); v < way.vector_start[entry + 1];
         v += blockDim.x >> 5) {
        const int fold = way.vector_fold[v];
        fold_values(reach + way.vector_slot[v] * s.row_width, theirs.count[runout], mine.count[runout],
                    mine.cards + 2 * (i64)runout * mine.width, mine.same + (i64)runout * mine.width,
                    theirs.by_card + 2 * (i64)runout * theirs.width,
                    theirs.card_start + (i64)runout * 53, room, way.total[fold],
                    values + way.value_slot[fold] * s.row_width);
    }
    __syncthreads();
    go_up(g, pass, s, runout, entry, values, s.row_width);
    __syncthreads();
    stamp(g, pass, s, runout, entry);
}

// Entries of the river, each with its whole subtree in the rows of one block. Blocks take items one
// after another; rows lie in shared memory, or in `spill` where they are too many for it.
__global__ void __launch_bounds__(MOST_THREADS)
river(const Game* game, int player, int mode, u32 iteration, u32 updates, const int* entries,
      int entry_count, int reach_rows, int value_rows, float* spill) {
    const Pass pass = {player, mode, iteration, updates};
    extern __shared__ __align__(16) float shared[];
    const Game& g = *game;
    const int street = (int)g.streets - 1;
    const Street& s = g.street[street];
    const Way& way = s.way[pass.player];
    const Seat& mine = s.seat[pass.player];
    const Seat& theirs = s.seat[1 - pass.player];
    const int warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    const i64 reach_size = (i64)reach_rows * theirs.width, value_size = (i64)value_rows * mine.width;
    float* free_room = shared;
    float* reach = spill + blockIdx.x * (reach_size + value_size);
    if (!spill) {
        reach = shared;
        free_room = shared + reach_size + value_size;
    }
    float* values = reach + reach_size;
    uint4* hands = reinterpret_cast<uint4*>(free_room);
    free_room += 4 * mine.width;
    u16* by_card = reinterpret_cast<u16*>(free_room);
    free_room += theirs.width;  // two half-size numbers to a hand
    u16* card_start = reinterpret_cast<u16*>(free_room);
    free_room += 28;
    const int room_size = 3 * (int)theirs.width + 2 + 104 + 2;
    float* own = free_room + warp * room_size;
    const WarpRoom room = {own, own + theirs.width + 1, own + 3 * theirs.width + 2,
                           own + 3 * theirs.width + 2 + 52};
    const i64 items = s.runouts * (i64)entry_count;
    int loaded = -1;
    for (i64 item = blockIdx.x; item < items; item += gridDim.x) {
        const int runout = (int)(item / entry_count), entry = entries[item % entry_count];
        const int opponents = theirs.count[runout], count = mine.count[runout];
        __syncthreads();  // the item before is done with its rows
        const bool any = enter(g, pass, street, runout, entry, reach);
        if (!__syncthreads_or(any)) {
            float* out = s.values + ((i64)runout * s.entries + entry) * s.row_width;
            for (int i = threadIdx.x; i < row_stride(count); i += blockDim.x) out[i] = 0;
            continue;
        }
        if (loaded != runout) {
            loaded = runout;
            const uint4* from = mine.showdown + (i64)runout * mine.width;
            for (int i = threadIdx.x; i < count; i += blockDim.x) hands[i] = from[i];
            const u16* list = theirs.by_card + 2 * (i64)runout * theirs.width;
            for (int i = threadIdx.x; i < 2 * opponents; i += blockDim.x) by_card[i] = list[i];
            const u16* start = theirs.card_start + (i64)runout * 53;
            for (int i = threadIdx.x; i < 53; i += blockDim.x) card_start[i] = start[i];
            // No barrier: the one after the way down comes before the first use.
        }
        go_down(g, pass, s, runout, entry, reach, theirs.width);
        __syncthreads();
        for (int v = way.vector_start[entry] + warp; v < way.vector_start[entry + 1]; v += warps) {
            const float* vector = reach + way.vector_slot[v] * theirs.width;
            const int show = way.vector_show[v], fold = way.vector_fold[v];
            float* fold_out = fold >= 0 ? values + way.value_slot[fold] * mine.width : nullptr;
            if (show >= 0) {
                showdown_values(vector, opponents, count, hands, by_card, card_start, room,
                                way.lead[show], way.total[show],
                                values + way.value_slot[show] * mine.width,
                                fold >= 0 ? way.total[fold] : 0.0f, fold_out);
            } else {
                fold_values(vector, opponents, count, mine.cards + 2 * (i64)runout * mine.width,
                            mine.same + (i64)runout * mine.width, by_card, card_start, room,
                            way.total[fold], fold_out);
            }
        }
        __syncthreads();
        go_up(g, pass, s, runout, entry, values, mine.width);
        __syncthreads();
        stamp(g, pass, s, runout, entry);
        const float* result = values + way.value_slot[s.entry_start[entry]] * mine.width;
        float* out = s.values + ((i64)runout * s.entries + entry) * s.row_width;
        for (int i = threadIdx.x; i < row_stride(count); i += blockDim.x) out[i] = result[i];
    }
}

}  // extern "C"
