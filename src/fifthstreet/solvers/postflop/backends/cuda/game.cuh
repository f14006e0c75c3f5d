// The data that the kernels read: streets, players, bundles, tables, and prepared nodes of a bundle.

using namespace fifthstreet;

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef long long i64;

#define MODE_UPDATE 0
#define MODE_BEST 1
#define WARP 32
#define AHEAD 4  // loads of a thread in flight at the same time
#define MAX_THREADS 384
#define SUM_HANDS 128     // of a block that sums the values after a deal
#define FOLD_THREADS 128  // of a block that evaluates folds before the river, one warp for each
#define ALL 0xffffffffu
// Defined for each compilation: RIVER_THREADS, the threads of a block of the river; RIVER_BLOCKS, how
// many of them should fit on a multiprocessor; LIST_PIECE_0 and LIST_PIECE_1, the entries of the
// opponent's list by card for each thread, in a pass for either player; HAS_PREDICTIONS, HAS_LOCKS and
// HAS_SPILL, whether the game has them.

// One player on all runouts of a street; rows of hands are `width` apart.
struct Seat {
    const int* count;  // [R]
    const i64* table;  // [R] first entry in the player's tables
    const u16* order;  // [R][width] index in the row of the parent runout
    const u8* cards;   // [R][width][2] before the river
    const u16* same;   // [R][width] before the river: index of the same cards in the opponent's row
    const u16* by_card;     // [R][2 * width] indices of the hands, card by card
    const u16* card_start;  // [R][53]
    const uint4* showdown;  // [R][width] on the river: see `Showdown`
    const u16* inverse;     // [members][inverse_width]
    i64 width;
    i64 inverse_width;
    i64 blocks;
    i64 first_block;
};

// A decision in a pass for one player. Slots are rows of the opponent's reach or of values.
struct Record {
    int row;    // first row in its player's tables
    int block;  // index among its player's nodes
    int actions;
    int is_own;  // whether the pass is for the player who acts
    int in;      // reach slot
    int outs;    // at an opponent's node: first of the reach slots of its actions in `child_slots`
    int values;  // first of the value slots of its actions in `child_slots`
    int joined;  // number of those; on the river, the opponent's fold is included in their call
};

// Terminal nodes evaluated together: a showdown, the player's fold at the same reach, or both; and on
// the river, with the showdown after a call, the opponent's fold instead of that call. Slots that do
// not exist are negative.
struct End {
    int reach;
    int folded;  // reach slot of the hands that the opponent folds
    int show;    // value slots
    int fold;
    float lead;
    float total;
    float folded_total;
    float fold_total;
};

// An entry of a bundle: its number, the slots of its root, and the reach slot of the exit before it.
struct Entry {
    int number;
    int reach;
    int value;
    int exit_reach;
};

// First index and number of each part of a bundle: decisions with parents first, slots, ends, entries.
struct __align__(16) Bundle {
    int record, records;
    int child, children;
    int end, ends;
    int entry, entries;
};

// The work of a pass for one player on a street. A bundle is the work of one block: a few entries on
// the river, one entry before it. Before the river, reach slots and value slots are numbered across
// the street; on the river, both are rows of the block, numbered per bundle and reused when possible.
struct StreetWork {
    const Bundle* bundles;
    const Record* records;
    const u16* child_slots;
    const End* ends;
    const Entry* entries;
    const int* root_value;  // [entries] slot
    const int* exit_value;  // [exits] slot
    i64 reach_slots;        // before the river, of all bundles together
    i64 value_slots;
};

struct Street {
    const int* parent;         // [R]
    const int* member_runout;  // [members]
    const int* member_start;   // [parents + 1] first member of each runout of the previous street
    const float* chance;
    float* reach;   // before the river: [R][slots][row]
    float* values;  // before the river: [R][slots][row]; on the river: [R][entries][row]
    i64 row_width;
    i64 entries;
    i64 exits;
    i64 runouts;        // that take part in a pass
    const int* active;  // [runouts] which ones, or null if all of them do
    Seat seat[2];
    StreetWork work[2];
};

__device__ __forceinline__ int active_runout(const Street& s, int index) {
    return s.active ? s.active[index] : index;
}

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
    const float* weights[2];  // [roots][row] in the order of the roots' rows
    const float* positive;
    const float* negative;
    const float* keep;
    i64 streets;
};

// Bundles of the river that are launched together, and the capacity of each block.
struct RiverClass {
    const Bundle* bundles;
    int bundle_count;
    int per_item;  // consecutive bundles that a block processes
    int rows;
    int max_nodes;
    char* spill;      // memory for rows, nodes and slots if they are not in shared memory
    i64 large_bytes;  // size of those, per block
};

// All threads read the same addresses, so it is in constant memory, where such reads are fast. A
// backend copies its own struct here before it launches kernels.
__constant__ Game GAME;

struct Pass {
    int player;
    int mode;
    u32 iteration;
    u32 updates;
    float positive, negative, keep;  // factors of this pass, for blocks that have not been skipped
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

// Numbers of a table, four at a time; with 16 bits, all numbers of a node's block share a scale.
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
// The largest number of all threads of a block. Two buffers are used in turn: a thread that writes to
// this buffer again has passed the next call's barrier, which all threads reach after reading here.
__device__ __forceinline__ float block_largest(float x, int& turn) {
    __shared__ float of_warp[2][MAX_THREADS / WARP];
    for (int k = 16; k; k >>= 1) x = fmaxf(x, __shfl_xor_sync(ALL, x, k));
    float* const largest = of_warp[turn++ & 1];
    if ((threadIdx.x & 31) == 0) largest[threadIdx.x >> 5] = x;
    __syncthreads();
    x = largest[0];
    for (int w = 1; w < blockDim.x >> 5; ++w) x = fmaxf(x, largest[w]);
    return x;
}
#else
typedef float Signed;
typedef float Unsigned;
__device__ __forceinline__ F4 load_table(const float* from, float) { return load4(from); }
__device__ __forceinline__ void store_table(float* to, const F4& value, float) {
    store4(to, value);
}
#endif

// Loads memory into the L2 cache ahead of its use.
__device__ __forceinline__ void prefetch(const void* address) {
#ifdef __CUDA_ARCH__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
#endif
}

// The product of the factors after `done`, up to and including `now`: blocks that were skipped catch
// up on the discounts they missed.
__device__ float product(const float* factors, u32 done, u32 now) {
    double result = factors[now];
    for (u32 i = done + 1; i < now && result != 0; ++i) result *= factors[i];
    return (float)result;
}

// A prepared decision on one runout: written by one thread, read by all.
struct __align__(16) Node {
    i64 offset;  // of its rows in its player's tables
    i64 block;
    i64 lock;      // offset of its rows in the lock rows, or negative
    float first;   // factor of positive regrets, or of the average
    float second;  // factor of negative regrets
    float regret_scale, prediction_scale, average_scale;
    int stride;
    int in;
    u16 actions, is_own, outs, values, joined, predictions_count;
    int unused;
};

static_assert(sizeof(Node) == 80, "NODE_BYTES in program.py must be the same");

// Prepares the nodes of a bundle, one thread per node. `which` selects decisions: 0 the opponent's, 1
// the player's, 2 both.
__device__ __forceinline__ void open_nodes(const Game& g, const Pass& pass, const Street& s,
                                           int runout, const Bundle& bundle, int which,
                                           Node* nodes) {
    const StreetWork& work = s.work[pass.player];
    // Everything that does not depend on a record is loaded along with it.
    const int counts[2] = {s.seat[0].count[runout], s.seat[1].count[runout]};
    const i64 tables[2] = {s.seat[0].table[runout], s.seat[1].table[runout]};
    for (int k = threadIdx.x; k < bundle.records; k += blockDim.x) {
        const Record r = work.records[bundle.record + k];
        const int owner = r.is_own ? pass.player : 1 - pass.player;
        const Seat& seat = s.seat[owner];
        const Tables& t = g.tables[owner];
        Node n;
        n.stride = row_stride(owner ? counts[1] : counts[0]);
        n.in = r.in;
        n.actions = (u16)r.actions;
        n.is_own = (u16)r.is_own;
        n.outs = (u16)(r.outs - bundle.child);
        n.values = (u16)(r.values - bundle.child);
        n.joined = (u16)r.joined;
        n.offset = (owner ? tables[1] : tables[0]) + (i64)r.row * n.stride;
        n.block = seat.first_block + (i64)runout * seat.blocks + r.block;
        n.regret_scale = t.regret_scales ? t.regret_scales[n.block] : 1.0f;
        n.prediction_scale = t.prediction_scales ? t.prediction_scales[n.block] : 1.0f;
        n.average_scale = t.average_scales ? t.average_scales[n.block] : 1.0f;
        n.lock = t.lock_start ? t.lock_start[n.block] : -1;
        n.first = n.second = 1;
        n.predictions_count = false;
        if (pass.mode == MODE_UPDATE && (which == 2 || which == r.is_own)) {
            const u32 updated = t.regret_stamps[n.block];
            if (r.is_own) {
                n.predictions_count = updated + 1 == pass.iteration;
                n.first = pass.positive;
                n.second = pass.negative;
                if (!n.predictions_count) {
                    n.first = product(g.positive, updated, pass.iteration);
                    n.second = product(g.negative, updated, pass.iteration);
                }
            } else {
                const u32 averaged = t.average_stamps[n.block];
                n.predictions_count = updated == pass.updates;
                n.first = averaged == pass.updates ? pass.keep : 0.0f;
                if (averaged && averaged != pass.updates) {
                    n.first = product(g.keep, averaged - 1, pass.updates);
                }
            }
        }
        nodes[k] = n;
    }
}

// Updates the stamps of nodes and prefetches their tables, so that later nodes' loads overlap with
// the work on earlier ones.
__device__ __forceinline__ void begin_nodes(const Game& g, const Pass& pass, const Node* nodes,
                                            int count, int which) {
    if (pass.mode == MODE_UPDATE) {
        for (int k = threadIdx.x; k < count; k += blockDim.x) {
            const Node& n = nodes[k];
            if (which != 2 && which != n.is_own) continue;
            const Tables& t = g.tables[n.is_own ? pass.player : 1 - pass.player];
            if (n.is_own) {
                t.regret_stamps[n.block] = pass.iteration;
            } else {
                t.average_stamps[n.block] = pass.updates + 1;
            }
        }
    }
    for (int k = 0; k < count; ++k) {
        const Node& n = nodes[k];
        if (which != 2 && which != n.is_own) continue;
        const Tables& t = g.tables[n.is_own ? pass.player : 1 - pass.player];
        const Signed* regrets = (const Signed*)t.regrets + n.offset;
        const Unsigned* averages = (const Unsigned*)t.averages + n.offset;
        const int bytes = n.actions * n.stride * (int)sizeof(Signed);
        for (int at = threadIdx.x * 128; at < bytes; at += blockDim.x * 128) {
            if (pass.mode == MODE_UPDATE) prefetch(reinterpret_cast<const char*>(regrets) + at);
            if (!n.is_own || pass.mode != MODE_UPDATE) {
                prefetch(reinterpret_cast<const char*>(averages) + at);
            }
        }
    }
}
