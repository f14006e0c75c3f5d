// Passes of public chance sampling over the boards of a batch. The source is compiled after
// regret.hpp, game.cuh, ends.cuh and board_records.hpp.
//
// Reach and values have a row for each place and board. A launch plays all decisions of one depth,
// and a block one of them, board after board: so the traverser's regrets change in the same order
// as if boards were played one at a time. All sums have a fixed order, so two runs give the same
// bits.

struct BoardGame {
    const BoardRecord* boards;
    const DecisionRecord* decisions[2];  // by traverser, in order of depth
    const End* ends[2];                  // by traverser
    float* reach;                        // [boards][places][kRecordHands]
    float* values;                       // [boards][places][kRecordHands]
    float* regrets;
    float* averages;
    i64 places;
    i64 end_count[2];
};

__constant__ BoardGame BOARDS;

__device__ __forceinline__ float* row_at(float* rows, int board, int place) {
    return rows + (board * BOARDS.places + place) * kRecordHands;
}

// Computes the current strategy of all rows of a decision, [row][action].
__device__ __forceinline__ void match_rows(const DecisionRecord& d, const RowRecord& rows,
                                           int count, float* strategy) {
    for (int row = threadIdx.x; row < count; row += blockDim.x) {
        const float* regrets = BOARDS.regrets + d.cell + (i64)rows.buckets[row] * d.actions;
        float* out = strategy + row * d.actions;
        float sum = 0;
        for (int a = 0; a < d.actions; ++a) sum += out[a] = matching_weight(regrets[a]);
        const float scale = matching_scale(sum), floor = matching_floor(sum, d.actions);
        for (int a = 0; a < d.actions; ++a) out[a] = out[a] * scale + floor;
    }
}

extern "C" __global__ void enter_boards() {
    const BoardRecord& board = BOARDS.boards[blockIdx.x];
    float* reach = row_at(BOARDS.reach, blockIdx.x, 0);
    const int stride = row_stride(board.count);
    for (int i = threadIdx.x; i < stride; i += blockDim.x) reach[i] = board.reach[i];
}

// Lanes of a warp that add up the hands of a row together: about as many as a row has hands,
// because with one lane for each row most threads would have nothing to do.
struct Group {
    int size, lane, number, count;

    __device__ __forceinline__ Group(int hands, int rows) {
        size = 1;
        while (size < WARP && 2 * size * rows <= hands) size *= 2;
        lane = threadIdx.x % size;
        number = threadIdx.x / size;
        count = blockDim.x / size;
    }
    // The sum over the group, for each of its lanes.
    __device__ __forceinline__ float sum(float x) const {
        for (int k = size / 2; k; k >>= 1) x += __shfl_xor_sync(ALL, x, k);
        return x;
    }
};

// Copies floats to shared memory, four at a time.
__device__ __forceinline__ void copy_rows(const float* from, int count, float* to) {
    for (int i = 4 * threadIdx.x; i < count; i += 4 * blockDim.x) store4(to + i, load4(from + i));
}

// The opponent's decisions of one depth: their averages, and the reach of each action.
extern "C" __global__ void split_reach(int traverser, int boards, int first) {
    extern __shared__ __align__(16) float shared[];
    const DecisionRecord d = BOARDS.decisions[traverser][first + blockIdx.x];
    if (d.is_own) return;
    float* reach = shared;                    // [hands]
    float* strategy = shared + kRecordHands;  // [rows][actions]
    for (int b = 0; b < boards; ++b) {
        const BoardRecord& board = BOARDS.boards[b];
        const RowRecord& rows = board.streets[d.street];
        const int count = board.rows[d.street], stride = row_stride(board.count);
        copy_rows(row_at(BOARDS.reach, b, d.reach), stride, reach);
        match_rows(d, rows, count, strategy);
        __syncthreads();
        for (int i = threadIdx.x; i < stride; i += blockDim.x) {
            const bool is_hand = i < board.count;
            const float* own = strategy + (is_hand ? rows.of_hand[i] * d.actions : 0);
            float* out = row_at(BOARDS.reach, b, d.first) + i;
            for (int a = 0; a < d.actions; ++a) {
                out[a * kRecordHands] = is_hand ? reach[i] * own[a] : 0.0f;
            }
        }
        const Group group(board.count, count);
        for (int base = 0; base < count; base += group.count) {  // all lanes, for the shuffles
            const int row = base + group.number;
            float sum = 0;
            if (row < count) {
                const int last = rows.start[row + 1];
                for (int k = rows.start[row] + group.lane; k < last; k += group.size) {
                    sum += reach[rows.hands[k]];
                }
            }
            sum = group.sum(sum) * board.weight;
            if (row >= count || sum == 0) continue;
            float* averages = BOARDS.averages + d.cell + (i64)rows.buckets[row] * d.actions;
            for (int a = group.lane; a < d.actions; a += group.size) {
                averages[a] += sum * strategy[row * d.actions + a];
            }
        }
        __syncthreads();
    }
}

// Terminal nodes, a few for each block, which loads what they share.
extern "C" __global__ void __launch_bounds__(RIVER_THREADS)
    value_board_ends(int traverser, int per_block) {
    extern __shared__ __align__(16) float shared[];
    typedef Listed<LIST_PIECE_0> List;
    const BoardRecord& board = BOARDS.boards[blockIdx.y];
    SumRoom<LIST_PIECE_0> room(shared);
    u32* pairs = reinterpret_cast<u32*>(shared + SumRoom<LIST_PIECE_0>::FLOATS);
    float* reach = reinterpret_cast<float*>(pairs + RIVER_THREADS * List::PAIRS);
    List::load(board.by_card, board.count, pairs);
    uint4 hands[4];
    for (int k = 0; k < 4; ++k) {
        const int i = threadIdx.x + k * RIVER_THREADS;
        const uint4* showdowns = reinterpret_cast<const uint4*>(board.showdown);
        hands[k] = i < board.count ? in_bytes(showdowns[i]) : make_uint4(0, 0, 0, 0);
    }
    const int stride = row_stride(board.count);
    const i64 begin = (i64)blockIdx.x * per_block;
    for (i64 e = begin; e < begin + per_block && e < BOARDS.end_count[traverser]; ++e) {
        const End end = BOARDS.ends[traverser][e];
        __syncthreads();
        const float* from = row_at(BOARDS.reach, blockIdx.y, end.reach);
        for (int i = threadIdx.x; i < stride; i += RIVER_THREADS) reach[i] = from[i];
        __syncthreads();
        value_ends<LIST_PIECE_0>(end, reach, reach, row_at(BOARDS.values, blockIdx.y, 0),
                                 kRecordHands, board.count, board.count, hands, pairs,
                                 board.card_start, room);
    }
}

// The opponent's decision: a hand's value is the sum over all actions.
__device__ __forceinline__ void add_values(const DecisionRecord& d, int b) {
    const int stride = row_stride(BOARDS.boards[b].count);
    const float* in = row_at(BOARDS.values, b, d.first);
    float* out = row_at(BOARDS.values, b, d.place);
    for (int i = 4 * threadIdx.x; i < stride; i += 4 * blockDim.x) {
        F4 sum = load4(in + i);
        for (int a = 1; a < d.actions; ++a) {
            const F4 more = load4(in + a * kRecordHands + i);
            for (int k = 0; k < 4; ++k) sum.x[k] += more.x[k];
        }
        store4(out + i, sum);
    }
}

// Adds what each action gains over the strategy to the regrets of the traverser's decision.
__device__ __forceinline__ void add_regrets(const DecisionRecord& d, const BoardRecord& board,
                                            const float* steps, const float* values,
                                            float* strategy) {
    const RowRecord& rows = board.streets[d.street];
    const int count = board.rows[d.street];
    const Group group(board.count, count);
    for (int base = 0; base < count; base += group.count) {  // all lanes, for the shuffles
        const int row = base + group.number;
        const int begin = row < count ? rows.start[row] + group.lane : 0;
        const int end = row < count ? rows.start[row + 1] : 0;
        float* own = strategy + min(row, count - 1) * d.actions;
        float mean = 0;
        for (int a = 0; a < d.actions; ++a) {
            const float share = own[a];
            float sum = 0;
            for (int k = begin; k < end; k += group.size) {
                const int hand = rows.hands[k];
                sum += steps[hand] * values[a * kRecordHands + hand];
            }
            sum = group.sum(sum);
            mean += share * sum;
            __syncwarp();  // all lanes have read the share
            if (row < count && group.lane == 0) own[a] = sum;
        }
        __syncwarp();
        if (row >= count) continue;
        float* regrets = BOARDS.regrets + d.cell + (i64)rows.buckets[row] * d.actions;
        for (int a = group.lane; a < d.actions; a += group.size) regrets[a] += own[a] - mean;
    }
}

// Decisions of one depth: the traverser's values, and the regrets of their own decisions.
extern "C" __global__ void lift_values(int traverser, int boards, int first) {
    extern __shared__ __align__(16) float shared[];
    const DecisionRecord d = BOARDS.decisions[traverser][first + blockIdx.x];
    if (!d.is_own) {
        for (int b = 0; b < boards; ++b) add_values(d, b);
        return;
    }
    float* steps = shared;                                // [hands]
    float* values = steps + kRecordHands;                 // [actions][hands]
    float* strategy = values + d.actions * kRecordHands;  // [rows][actions]
    for (int b = 0; b < boards; ++b) {
        const BoardRecord& board = BOARDS.boards[b];
        const RowRecord& rows = board.streets[d.street];
        copy_rows(board.steps, kRecordHands, steps);
        copy_rows(row_at(BOARDS.values, b, d.first), d.actions * kRecordHands, values);
        match_rows(d, rows, board.rows[d.street], strategy);
        __syncthreads();
        float* out = row_at(BOARDS.values, b, d.place);
        const int stride = row_stride(board.count);
        for (int i = threadIdx.x; i < stride; i += blockDim.x) {
            float mean = 0;
            if (i < board.count) {
                const float* own = strategy + rows.of_hand[i] * d.actions;
                for (int a = 0; a < d.actions; ++a) mean += own[a] * values[a * kRecordHands + i];
            }
            out[i] = mean;
        }
        __syncthreads();
        add_regrets(d, board, steps, values, strategy);
        __syncthreads();
    }
}
