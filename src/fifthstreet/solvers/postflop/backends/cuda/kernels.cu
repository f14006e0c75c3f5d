// Passes of vector CFR on a GPU. The layout of tables and rows and the formulas are the
// same as in the native core: this source is compiled after regret.hpp. docs/explanation/gpu.md explains it.
//
// A thread handles the same four neighbouring hands of a player all the way down or all the way up,
// because regret matching never mixes hands. Only terminal nodes do, and there a block evaluates one
// reach vector after another. The tables of a subtree of the river are read and written once. Sums are
// computed in a fixed order: two runs give the same bits.

// Computes reach at the roots of a bundle's entries; returns whether any of this thread's hands has
// reach there.
__device__ __forceinline__ bool enter(const Game& g, const Pass& pass, int street, int runout,
                                      const Bundle& bundle, float* reach, int width) {
    const Street& s = g.street[street];
    const int opponent = 1 - pass.player;
    const Seat& seat = s.seat[opponent];
    const int count = seat.count[runout], stride = row_stride(count);
    const u16* order = seat.order + (i64)runout * seat.width;
    const Street& before = g.street[street ? street - 1 : 0];
    const i64 first = street ? (i64)s.parent[runout] * before.work[pass.player].reach_slots : 0;
    const float chance = street ? *s.chance : 1.0f;
    bool any = false;
    for (int e = 0; e < bundle.entries; ++e) {
        const Entry entry = s.work[pass.player].entries[bundle.entry + e];
        float* row = reach + entry.reach * width;
        const float* from = street ? before.reach + (first + entry.exit_reach) * before.row_width
                                   : g.weights[opponent] + (i64)runout * seat.width;
        for (int first = threadIdx.x; first < stride; first += blockDim.x * AHEAD) {
            // Loads first, so that they overlap.
            int place[AHEAD];
            float x[AHEAD];
#pragma unroll
            for (int k = 0; k < AHEAD; ++k) {
                const int i = first + k * blockDim.x;
                place[k] = i >= count ? -1 : street ? order[i] : i;
            }
#pragma unroll
            for (int k = 0; k < AHEAD; ++k) x[k] = place[k] < 0 ? 0.0f : from[place[k]] * chance;
#pragma unroll
            for (int k = 0; k < AHEAD; ++k) {
                const int i = first + k * blockDim.x;
                if (i < stride) row[i] = x[k];
                any |= x[k] > 0;
            }
        }
    }
    return any;
}

// Bundles of river entries, with their whole subtrees in the rows of one block. An item is a runout
// with a few consecutive bundles, which share what is loaded for the runout; a block processes one or
// more items. Rows are in shared memory, or in `spill` if they do not fit there. Which of the two is a
// template parameter: loads that could be from either take twice as many instructions.
template <bool IS_SPILT, bool IS_UPDATE, int PLAYER>
__device__ __forceinline__ void play_river(Pass pass, float* shared, const RiverClass& c) {
    const int LIST_PIECE = PLAYER ? LIST_PIECE_1 : LIST_PIECE_0;
    const int player = pass.player = PLAYER;
    if (IS_UPDATE) pass.mode = MODE_UPDATE;
    const Game& g = GAME;
    const int street = (int)g.streets - 1;
    const Street& s = g.street[street];
    const StreetWork& work = s.work[player];
    const Seat& mine = s.seat[player];
    const Seat& theirs = s.seat[1 - player];
    const int width = (int)s.row_width;
    SumRoom<LIST_PIECE> room(shared);
    u32* pairs = reinterpret_cast<u32*>(shared + SumRoom<LIST_PIECE>::FLOATS);
    u16* card_start = reinterpret_cast<u16*>(pairs + RIVER_THREADS * Listed<LIST_PIECE>::PAIRS);
    float* free_room = reinterpret_cast<float*>(card_start + 56);
    // Large arrays follow, in shared memory or in this block's part of the spill.
    float* rows =
        IS_SPILT ? reinterpret_cast<float*>(c.spill + blockIdx.x * c.large_bytes) : free_room;
    Node* nodes = reinterpret_cast<Node*>(rows + c.rows * width);
    u16* child_slots = reinterpret_cast<u16*>(nodes + c.max_nodes);
    const int pieces = (c.bundle_count + c.per_item - 1) / c.per_item;
    const int items = (int)s.runouts * pieces;
    for (int item = blockIdx.x; item < items; item += gridDim.x) {
        const int runout = active_runout(s, item / pieces);
        const int opponents = theirs.count[runout], count = mine.count[runout];
        const int stride = row_stride(count);
        float* out = s.values + (i64)runout * s.entries * s.row_width;
        __syncthreads();  // the previous item no longer needs the lists
        Listed<LIST_PIECE>::load(theirs.by_card + 2 * (i64)runout * theirs.width, opponents, pairs);
        const u16* start = theirs.card_start + (i64)runout * 53;
        for (int i = threadIdx.x; i < 53; i += RIVER_THREADS) card_start[i] = start[i];
        const int first = item % pieces * c.per_item;
        for (int which = first; which < first + c.per_item && which < c.bundle_count; ++which) {
            const Bundle bundle = c.bundles[which];
            __syncthreads();  // the previous bundle no longer needs its rows
            open_nodes(g, pass, s, runout, bundle, 2, nodes);
            for (int i = threadIdx.x; i < bundle.children; i += RIVER_THREADS) {
                child_slots[i] = work.child_slots[bundle.child + i];
            }
            const bool any = enter(g, pass, street, runout, bundle, rows, width);
            if (!__syncthreads_or(any)) {
                for (int e = 0; e < bundle.entries; ++e) {
                    float* row = out + work.entries[bundle.entry + e].number * s.row_width;
                    for (int i = threadIdx.x; i < stride; i += RIVER_THREADS) row[i] = 0;
                }
                continue;
            }
            begin_nodes(g, pass, nodes, bundle.records, 2);
            go_down<IS_UPDATE>(g, pass, nodes, bundle.records, child_slots, rows, width);
            __syncthreads();
            uint4 hands[4];  // of this thread
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                const int i = threadIdx.x + k * RIVER_THREADS;
                hands[k] = make_uint4(0, 0, 0, 0);
                if (i < count) hands[k] = in_bytes(mine.showdown[(i64)runout * mine.width + i]);
            }
            for (int e = 0; e < bundle.ends; ++e) {
                const End end = work.ends[bundle.end + e];
                const float* reach = rows + end.reach * width;
                const float* folded = end.folded < 0 ? reach : rows + end.folded * width;
                value_ends<LIST_PIECE>(end, reach, folded, rows, width, opponents, count, hands,
                                       pairs, card_start, room);
            }
            __syncthreads();
            go_up<IS_UPDATE>(g, pass, nodes, bundle.records, child_slots, stride, rows, width);
            for (int e = 0; e < bundle.entries; ++e) {  // no barrier: threads keep the same hands
                const Entry entry = work.entries[bundle.entry + e];
                const int i = threadIdx.x * 4;
                if (i < stride) {
                    store4(out + entry.number * s.row_width + i,
                           load4(rows + entry.value * width + i));
                }
            }
        }
    }
}

extern "C" {

// Going down on a street before the river: a block for each bundle of each runout.
__global__ void __launch_bounds__(MAX_THREADS)
    street_down(int player, int mode, u32 iteration, u32 updates, float positive, float negative,
                float keep, int street, int bundles) {
    extern __shared__ __align__(16) float shared[];
    const Pass pass = {player, mode, iteration, updates, positive, negative, keep};
    const Game& g = GAME;
    const Street& s = g.street[street];
    const StreetWork& work = s.work[player];
    const int runout = active_runout(s, blockIdx.x / bundles);
    const Bundle bundle = work.bundles[blockIdx.x % bundles];
    Node* nodes = reinterpret_cast<Node*>(shared);
    float* reach = s.reach + (i64)runout * work.reach_slots * s.row_width;
    enter(g, pass, street, runout, bundle, reach, (int)s.row_width);
    open_nodes(g, pass, s, runout, bundle, 0, nodes);
    __syncthreads();
    begin_nodes(g, pass, nodes, bundle.records, 0);
    const u16* child_slots = work.child_slots + bundle.child;
    if (mode == MODE_UPDATE) {
        go_down<true>(g, pass, nodes, bundle.records, child_slots, reach, (int)s.row_width);
    } else {
        go_down<false>(g, pass, nodes, bundle.records, child_slots, reach, (int)s.row_width);
    }
}

// Values of the folds of a street before the river: a warp for each fold of each runout. They depend
// only on the street's reach.
__global__ void __launch_bounds__(FOLD_THREADS) street_folds(int player, int street, int ends) {
    __shared__ float of_card[FOLD_THREADS / WARP][52];
    const Street& s = GAME.street[street];
    const StreetWork& work = s.work[player];
    const int warp = threadIdx.x >> 5, item = blockIdx.x * (FOLD_THREADS / WARP) + warp;
    if (item / ends >= (int)s.runouts) return;
    const int runout = active_runout(s, item / ends);
    const End end = work.ends[item % ends];
    const Seat& mine = s.seat[player];
    const Seat& theirs = s.seat[1 - player];
    const float* reach = s.reach + ((i64)runout * work.reach_slots + end.reach) * s.row_width;
    float* values = s.values + ((i64)runout * work.value_slots + end.fold) * s.row_width;
    fold_values(reach, theirs.count[runout], mine.count[runout],
                mine.cards + 2 * (i64)runout * mine.width, mine.same + (i64)runout * mine.width,
                theirs.by_card + 2 * (i64)runout * theirs.width,
                theirs.card_start + (i64)runout * 53, of_card[warp], end.fold_total, values);
}

// Values at the exits of a street from the values of the next: a block for each part of an exit's row.
__global__ void __launch_bounds__(SUM_HANDS) street_sum(int player, int street) {
    const Game& g = GAME;
    const Street& s = g.street[street];
    const Street& next = g.street[street + 1];
    const int runout = active_runout(s, blockIdx.x / (int)s.exits);
    const int exit = blockIdx.x % (int)s.exits;
    const Seat& below = next.seat[player];
    const StreetWork& work = s.work[player];
    const StreetWork& next_work = next.work[player];
    const bool is_river = street + 2 == (int)g.streets;
    const int count = s.seat[player].count[runout], stride = row_stride(count);
    const int i = blockIdx.y * SUM_HANDS + threadIdx.x;
    if (i >= stride) return;
    // The distance between the rows of the next street's entry, one per runout.
    const i64 apart = (is_river ? next.entries : next_work.value_slots) * next.row_width;
    const float* from =
        next.values + (is_river ? exit : next_work.root_value[exit]) * next.row_width;
    const u16* inverse = below.inverse + i;
    float sum = 0;
    if (i < count) {
        const int last = next.member_start[runout + 1];
        int m = next.member_start[runout];
        for (; m + AHEAD <= last; m += AHEAD) {  // loads first, so that they overlap; sums in order
            float x[AHEAD];
#pragma unroll
            for (int k = 0; k < AHEAD; ++k) {
                x[k] = from[next.member_runout[m + k] * apart +
                            inverse[(m + k) * below.inverse_width]];
            }
#pragma unroll
            for (int k = 0; k < AHEAD; ++k) sum += x[k];
        }
        for (; m < last; ++m) {
            sum += from[next.member_runout[m] * apart + inverse[m * below.inverse_width]];
        }
    }
    s.values[((i64)runout * work.value_slots + work.exit_value[exit]) * s.row_width + i] = sum;
}

// Going up on a street before the river: a block for each bundle of each runout.
__global__ void __launch_bounds__(MAX_THREADS)
    street_up(int player, int mode, u32 iteration, u32 updates, float positive, float negative,
              float keep, int street, int bundles) {
    extern __shared__ __align__(16) float shared[];
    const Pass pass = {player, mode, iteration, updates, positive, negative, keep};
    const Game& g = GAME;
    const Street& s = g.street[street];
    const StreetWork& work = s.work[player];
    const int runout = active_runout(s, blockIdx.x / bundles);
    const Bundle bundle = work.bundles[blockIdx.x % bundles];
    float* values = s.values + (i64)runout * work.value_slots * s.row_width;
    Node* nodes = reinterpret_cast<Node*>(shared);
    open_nodes(g, pass, s, runout, bundle, 1, nodes);
    __syncthreads();
    begin_nodes(g, pass, nodes, bundle.records, 1);
    const u16* child_slots = work.child_slots + bundle.child;
    const int stride = row_stride(s.seat[player].count[runout]), width = (int)s.row_width;
    if (mode == MODE_UPDATE) {
        go_up<true>(g, pass, nodes, bundle.records, child_slots, stride, values, width);
    } else {
        go_up<false>(g, pass, nodes, bundle.records, child_slots, stride, values, width);
    }
}

// The river, with a kernel for each player and kind of pass, which are template parameters.
#define RIVER(NAME, IS_UPDATE, PLAYER)                                                         \
    __global__ void __launch_bounds__(RIVER_THREADS, RIVER_BLOCKS)                             \
        NAME(int player, int mode, u32 iteration, u32 updates, float positive, float negative, \
             float keep, const Bundle* bundles, int bundle_count, int per_item, int rows,      \
             int max_nodes) {                                                                  \
        extern __shared__ __align__(16) float shared[];                                        \
        const Pass pass = {player, mode, iteration, updates, positive, negative, keep};        \
        const RiverClass of = {bundles, bundle_count, per_item, rows, max_nodes, nullptr, 0};  \
        play_river<false, IS_UPDATE, PLAYER>(pass, shared, of);                                \
    }
RIVER(update_river_0, true, 0)
RIVER(update_river_1, true, 1)
RIVER(value_river_0, false, 0)
RIVER(value_river_1, false, 1)

#if HAS_SPILL
// The same with rows in device memory.
#define SPILT_RIVER(NAME, IS_UPDATE, PLAYER)                                                   \
    __global__ void __launch_bounds__(RIVER_THREADS)                                           \
        NAME(int player, int mode, u32 iteration, u32 updates, float positive, float negative, \
             float keep, const Bundle* bundles, int bundle_count, int per_item, int rows,      \
             int max_nodes, char* spill, i64 large_bytes) {                                    \
        extern __shared__ __align__(16) float shared[];                                        \
        const Pass pass = {player, mode, iteration, updates, positive, negative, keep};        \
        const RiverClass of = {bundles,   bundle_count, per_item,   rows,                      \
                               max_nodes, spill,        large_bytes};                          \
        play_river<true, IS_UPDATE, PLAYER>(pass, shared, of);                                 \
    }
SPILT_RIVER(update_spilt_river_0, true, 0)
SPILT_RIVER(update_spilt_river_1, true, 1)
SPILT_RIVER(value_spilt_river_0, false, 0)
SPILT_RIVER(value_spilt_river_1, false, 1)
#endif

}  // extern "C"
