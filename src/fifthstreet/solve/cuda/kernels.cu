// Passes of vector CFR on a GPU. The layout of tables and rows is the native core's, and so are the
// formulas: this text is compiled behind regret.hpp. docs/gpu.md tells how the work is cut.
//
// A thread has four neighbouring hands of a player for the whole way down, or the whole way up,
// because regret matching never mixes hands; only the ends of a hand do, and there a block works on
// one reach vector after another. The tables of a subtree of the river are read and written once.
// Sums are made in a fixed order: two runs give the same bits.

// Reach at the start of a bundle's entries; whether any of this thread's hands gets there.
__device__ bool enter(const Game& g, const Pass& pass, int street, int runout, const Bundle& bundle,
                      float* reach, int width) {
    const Street& s = g.street[street];
    const int opponent = 1 - pass.player;
    const Seat& seat = s.seat[opponent];
    const int count = seat.count[runout], stride = row_stride(count);
    const u16* order = seat.order + (i64)runout * seat.width;
    const Street& before = g.street[street ? street - 1 : 0];
    const i64 first = street ? (i64)s.parent[runout] * before.way[pass.player].reach_slots : 0;
    const float chance = street ? *s.chance : 1.0f;
    bool any = false;
    for (int e = 0; e < bundle.entries; ++e) {
        const Entry entry = s.way[pass.player].entries[bundle.entry + e];
        float* row = reach + entry.reach * width;
        const float* from = street ? before.reach + (first + entry.exit_reach) * before.row_width
                                   : g.weights[opponent];
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

// Bundles of river entries, their whole subtrees in the rows of one block. Blocks take items one
// after another; rows lie in shared memory, or in `spill` where they are too many for it. Which of
// them is known to the compiler: loads from either are twice as many instructions.
template <bool IS_SPILT>
__device__ __forceinline__ void play_river(const Pass& pass, float* shared, const Bundle* bundles,
                                           int bundle_count, int per_item, int reach_rows,
                                           int value_rows, int most_nodes, int most_slots,
                                           char* spill) {
    const int player = pass.player;
    const Game& g = GAME;
    const int street = (int)g.streets - 1;
    const Street& s = g.street[street];
    const Way& way = s.way[player];
    const Seat& mine = s.seat[player];
    const Seat& theirs = s.seat[1 - player];
    const int my_width = (int)mine.width, their_width = (int)theirs.width;
    // What is large lies in shared memory, or in this block's part of the spill.
    const i64 rows_size = (i64)reach_rows * their_width + (i64)value_rows * my_width;
    const i64 large = rows_size * 4 + (i64)most_nodes * sizeof(Node) + (most_slots + 7) / 8 * 16;
    float* reach = IS_SPILT ? reinterpret_cast<float*>(spill + blockIdx.x * large) : shared;
    float* values = reach + (i64)reach_rows * their_width;
    Node* nodes = reinterpret_cast<Node*>(reach + rows_size);
    u16* child_slots = reinterpret_cast<u16*>(nodes + most_nodes);
    float* free_room = IS_SPILT ? shared : shared + large / 4;
    uint4* hands = reinterpret_cast<uint4*>(free_room);
    free_room += 4 * my_width;
    u32* pairs = reinterpret_cast<u32*>(free_room);
    free_room += RIVER_THREADS * LIST_PAIRS;
    u16* card_start = reinterpret_cast<u16*>(free_room);
    free_room += 28;
    const SumRoom room = sum_room(free_room);
    int loaded = -1;
    // An item is a runout with a few bundles in a row, which share what is loaded for the runout.
    const int pieces = (bundle_count + per_item - 1) / per_item;
    const i64 steps = s.runouts * (i64)pieces * per_item;
    for (i64 step = (i64)blockIdx.x * per_item; step < steps;
         step += (step + 1) % per_item ? 1 : (i64)gridDim.x * per_item - per_item + 1) {
        const i64 item = step / per_item;
        const int runout = (int)(item / pieces);
        const int which = (int)(item % pieces) * per_item + (int)(step % per_item);
        if (which >= bundle_count) continue;
        const Bundle bundle = bundles[which];
        const int opponents = theirs.count[runout], count = mine.count[runout];
        const int stride = row_stride(count);
        float* out = s.values + (i64)runout * s.entries * s.row_width;
        __syncthreads();  // the bundle before is done with its rows
        open_nodes(g, pass, s, runout, bundle, 2, nodes);
        for (int i = threadIdx.x; i < bundle.children; i += blockDim.x) {
            child_slots[i] = way.child_slots[bundle.child + i];
        }
        if (loaded != runout) {
            loaded = runout;
            const uint4* from = mine.showdown + (i64)runout * my_width;
            for (int i = threadIdx.x; i < count; i += blockDim.x) hands[i] = in_bytes(from[i]);
            load_piece(theirs.by_card + 2 * (i64)runout * their_width, opponents, pairs);
            const u16* start = theirs.card_start + (i64)runout * 53;
            for (int i = threadIdx.x; i < 53; i += blockDim.x) card_start[i] = start[i];
        }
        const bool any = enter(g, pass, street, runout, bundle, reach, their_width);
        if (!__syncthreads_or(any)) {
            for (int e = 0; e < bundle.entries; ++e) {
                float* row = out + way.entries[bundle.entry + e].number * s.row_width;
                for (int i = threadIdx.x; i < stride; i += blockDim.x) row[i] = 0;
            }
            continue;
        }
        begin_nodes(g, pass, nodes, bundle.records, 2);
        go_down(g, pass, nodes, bundle.records, reach, their_width);
        __syncthreads();
        for (int v = 0; v < bundle.vectors; ++v) {
            const Vector vector = way.vectors[bundle.vector + v];
            value_ends(vector, reach + vector.reach * their_width, opponents, count, hands, pairs,
                       card_start, room, values, my_width);
        }
        __syncthreads();
        go_up(g, pass, nodes, bundle.records, child_slots, stride, values, my_width);
        for (int e = 0; e < bundle.entries; ++e) {  // a thread still has the hands it has had
            const Entry entry = way.entries[bundle.entry + e];
            const float* result = values + entry.value * my_width;
            float* row = out + entry.number * s.row_width;
            for (int i = threadIdx.x * 4; i < stride; i += blockDim.x * 4) {
                store4(row + i, load4(result + i));
            }
        }
    }
}

extern "C" {

// The way down on a street before the river: a block for each bundle of each runout.
__global__ void __launch_bounds__(MOST_THREADS)
street_down(int player, int mode, u32 iteration, u32 updates, float positive, float negative, float keep, int street,
            int bundles) {
    extern __shared__ __align__(16) float shared[];
    const Pass pass = {player, mode, iteration, updates, positive, negative, keep};
    const Game& g = GAME;
    const Street& s = g.street[street];
    const Way& way = s.way[player];
    const int runout = blockIdx.x / bundles;
    const Bundle bundle = way.bundles[blockIdx.x % bundles];
    Node* nodes = reinterpret_cast<Node*>(shared);
    float* reach = s.reach + (i64)runout * way.reach_slots * s.row_width;
    enter(g, pass, street, runout, bundle, reach, (int)s.row_width);
    open_nodes(g, pass, s, runout, bundle, 0, nodes);
    __syncthreads();
    begin_nodes(g, pass, nodes, bundle.records, 0);
    go_down(g, pass, nodes, bundle.records, reach, (int)s.row_width);
}

// Values of the exits of a street from those of the next: a block for a piece of each exit's row.
__global__ void __launch_bounds__(MOST_THREADS)
street_sum(int player, int street) {
    const Game& g = GAME;
    const Street& s = g.street[street];
    const Street& next = g.street[street + 1];
    const int runout = blockIdx.x / (int)s.exits, exit = blockIdx.x % (int)s.exits;
    const Seat& below = next.seat[player];
    const Way& way = s.way[player];
    const Way& next_way = next.way[player];
    const bool is_river = street + 2 == (int)g.streets;
    const int count = s.seat[player].count[runout], stride = row_stride(count);
    const int i = blockIdx.y * blockDim.x + threadIdx.x;
    if (i >= stride) return;
    // Rows of the next street's entry, one to a runout, lie this far apart.
    const i64 apart = (is_river ? next.entries : next_way.value_slots) * next.row_width;
    const float* from = next.values + (is_river ? exit : next_way.root_value[exit]) * next.row_width;
    const u16* inverse = below.inverse + i;
    float sum = 0;
    if (i < count) {
        const int last = next.member_start[runout + 1];
        int m = next.member_start[runout];
        for (; m + 8 <= last; m += 8) {  // loads first, so that they overlap; sums in order
            float x[8];
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                x[k] = from[next.member_runout[m + k] * apart + inverse[(m + k) * below.inverse_width]];
            }
#pragma unroll
            for (int k = 0; k < 8; ++k) sum += x[k];
        }
        for (; m < last; ++m) {
            sum += from[next.member_runout[m] * apart + inverse[m * below.inverse_width]];
        }
    }
    s.values[((i64)runout * way.value_slots + way.exit_value[exit]) * s.row_width + i] = sum;
}

// The way up on a street before the river: a block for each bundle of each runout.
__global__ void __launch_bounds__(MOST_THREADS)
street_up(int player, int mode, u32 iteration, u32 updates, float positive, float negative, float keep, int street,
          int bundles) {
    extern __shared__ __align__(16) float shared[];
    const Pass pass = {player, mode, iteration, updates, positive, negative, keep};
    const Game& g = GAME;
    const Street& s = g.street[street];
    const Way& way = s.way[player];
    const int runout = blockIdx.x / bundles;
    const Bundle bundle = way.bundles[blockIdx.x % bundles];
    const Seat& mine = s.seat[player];
    const Seat& theirs = s.seat[1 - player];
    const float* reach = s.reach + (i64)runout * way.reach_slots * s.row_width;
    float* values = s.values + (i64)runout * way.value_slots * s.row_width;
    float* of_card = shared + (threadIdx.x >> 5) * 52;
    Node* nodes = reinterpret_cast<Node*>(shared + (blockDim.x >> 5) * 52);
    open_nodes(g, pass, s, runout, bundle, 1, nodes);
    for (int v = threadIdx.x >> 5; v < bundle.vectors; v += blockDim.x >> 5) {
        const Vector vector = way.vectors[bundle.vector + v];
        fold_values(reach + vector.reach * s.row_width, theirs.count[runout], mine.count[runout],
                    mine.cards + 2 * (i64)runout * mine.width, mine.same + (i64)runout * mine.width,
                    theirs.by_card + 2 * (i64)runout * theirs.width,
                    theirs.card_start + (i64)runout * 53, of_card, vector.fold_total,
                    values + vector.fold * s.row_width);
    }
    __syncthreads();
    begin_nodes(g, pass, nodes, bundle.records, 1);
    go_up(g, pass, nodes, bundle.records, way.child_slots + bundle.child,
          row_stride(mine.count[runout]), values, (int)s.row_width);
}

// Rows in shared memory.
__global__ void __launch_bounds__(RIVER_THREADS, RIVER_BLOCKS)
river(int player, int mode, u32 iteration, u32 updates, float positive, float negative, float keep,
      const Bundle* bundles, int bundle_count, int per_item, int reach_rows, int value_rows,
      int most_nodes, int most_slots) {
    extern __shared__ __align__(16) float shared[];
    const Pass pass = {player, mode, iteration, updates, positive, negative, keep};
    play_river<false>(pass, shared, bundles, bundle_count, per_item, reach_rows, value_rows,
                      most_nodes, most_slots, nullptr);
}

// Rows in device memory.
__global__ void __launch_bounds__(RIVER_THREADS)
spilt_river(int player, int mode, u32 iteration, u32 updates, float positive, float negative,
            float keep, const Bundle* bundles, int bundle_count, int per_item, int reach_rows,
            int value_rows, int most_nodes, int most_slots, char* spill) {
    extern __shared__ __align__(16) float shared[];
    const Pass pass = {player, mode, iteration, updates, positive, negative, keep};
    play_river<true>(pass, shared, bundles, bundle_count, per_item, reach_rows, value_rows,
                     most_nodes, most_slots, spill);
}

}  // extern "C"
