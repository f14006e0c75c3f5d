// What hands win where the betting of a flop ends: the network of values/coordinates.py, turn by turn.

#define LEAF_THREADS 256
#define LEAF_WARPS (LEAF_THREADS / 32)
#define LEAF_HANDS 5  // of a thread, at most
#define SMALLEST 1e-30f
#define ALL_LANES 0xffffffffu

namespace fifthstreet {

__device__ inline float warp_total(float x) {
    for (int k = 16; k; k >>= 1) x += __shfl_xor_sync(ALL_LANES, x, k);
    return x;
}

// The sum over all threads of a block, for each of them; `of_warps` has an entry for each warp.
__device__ inline float block_total(float own, float* of_warps) {
    own = warp_total(own);
    __syncthreads();  // entries of an earlier sum may still be read
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = own;
    __syncthreads();
    float total = 0;
    for (int w = 0; w < LEAF_WARPS; ++w) total += of_warps[w];
    return total;
}

// A layer of a network: its inputs and outputs, and where in `weights` its rows begin, one for each
// input; the bias follows.
struct Dense {
    int inputs, outputs, first;

    // Adds the layer of `from` to `to`, or stores it there.
    __device__ inline void apply(const float* weights, const float* from, float* to, bool adds,
                                 bool rectifies) const {
        const float* rows = weights + first;
        for (int j = threadIdx.x; j < outputs; j += LEAF_THREADS) {
            float sum = rows[(size_t)inputs * outputs + j];
#pragma unroll 8
            for (int i = 0; i < inputs; ++i) sum += from[i] * rows[(size_t)i * outputs + j];
            if (adds) sum += to[j];
            to[j] = rectifies && sum < 0 ? 0 : sum;
        }
        __syncthreads();
    }
};

}  // namespace fifthstreet

using namespace fifthstreet;

extern "C" {

// What hands win beside their equity at a leaf on a turn, with a block for each: the network, and
// the correction with which both players' values sum to zero. Turns are `first_turn` and each
// `turn_step`-th after it.
//
// Reach is [2, slots, hands], with the leaves from `first_slot` on; `met`, [2, leaves, hands], is the
// reach of the opposing hands that share no card with a hand. `coordinates` has `width` numbers for
// each hand on each turn, and 1 or, for impossible hands, 0: [turns, width + 1, hands]. `with_turn`
// has the hand of a turn's card and another card, [turns, 53], which is `hands` if the flop leaves
// none. `cards` has both cards of each hand. `layers` has the layers of the network, then the direct
// one, `widest` outputs at most. Values are [seats, turns, leaves, hands], of one player or, if
// `player` is -1, of both.
__global__ void __launch_bounds__(LEAF_THREADS)
    leaf_values(int hands, int slots, int first_slot, int first_turn, int turn_step, int player,
                const float* reach, const float* met, const float* coordinates, const float* boards,
                const int* with_turn, const unsigned char* cards, const float* stacks,
                const int* layers, int count, const float* weights, int width, int stack_features,
                int board_features, int widest, float* values) {
    extern __shared__ __align__(16) float shared[];
    const int leaf = blockIdx.x, leaves = gridDim.x, turn = first_turn + turn_step * blockIdx.y;
    const int columns = width + 1, inputs = 2 * width + stack_features + board_features;
    float* held = shared;                    // [2, hands + 1]
    float* means = held + 2 * (hands + 1);   // [inputs]
    float* sums = means + inputs;            // [2, columns]
    float* outputs = sums + 2 * columns;     // [2, widest]
    float* of_warps = outputs + 2 * widest;  // [LEAF_WARPS]
    const float* columns_of = coordinates + (size_t)turn * columns * hands;
    const float* possible = columns_of + (size_t)width * hands;
    const int* dealt = with_turn + turn * 53;

    for (int seat = 0; seat < 2; ++seat) {
        const float* row = reach + ((size_t)seat * slots + first_slot + leaf) * hands;
        float* own = held + seat * (hands + 1);
        for (int h = threadIdx.x; h < hands; h += LEAF_THREADS) own[h] = row[h];
        if (threadIdx.x == 0) own[hands] = 0;
    }
    for (int at = threadIdx.x; at < stack_features + board_features; at += LEAF_THREADS) {
        means[2 * width + at] = at < stack_features
                                    ? stacks[leaf * stack_features + at]
                                    : boards[turn * board_features + at - stack_features];
    }
    __syncthreads();

    // The mean coordinates of both ranges.
    const int lane = threadIdx.x % 32;
    for (int d = threadIdx.x / 32; d < columns; d += LEAF_WARPS) {
        float first = 0, second = 0;
        for (int h = lane; h < hands; h += 32) {
            const float entry = columns_of[(size_t)d * hands + h];
            first += held[h] * entry;
            second += held[hands + 1 + h] * entry;
        }
        first = warp_total(first);
        second = warp_total(second);
        if (lane == 0) {
            sums[d] = first;
            sums[columns + d] = second;
        }
    }
    __syncthreads();
    for (int at = threadIdx.x; at < 2 * width; at += LEAF_THREADS) {
        const float* own = sums + at / width * columns;
        means[at] = own[at % width] / fmaxf(own[width], SMALLEST);
    }
    __syncthreads();

    // The factors of both players' coordinates.
    const float* from = means;
    float* factors = outputs;
    for (int at = 0; at < count - 1; ++at) {
        const Dense layer = {layers[3 * at], layers[3 * at + 1], layers[3 * at + 2]};
        factors = outputs + at % 2 * widest;
        layer.apply(weights, from, factors, false, at < count - 2);
        from = factors;
    }
    const Dense direct = {layers[3 * count - 3], layers[3 * count - 2], layers[3 * count - 1]};
    direct.apply(weights, means, factors, true, false);

    // What hands win, and the reach that they meet, which is less on a turn than on the flop.
    const int other_card = threadIdx.x < 52 ? dealt[threadIdx.x] : hands;
    const float of_turn[2] = {block_total(held[other_card], of_warps),
                              block_total(held[hands + 1 + other_card], of_warps)};
    float won[2][LEAF_HANDS], meets[2][LEAF_HANDS];
    float weight = 0, excess = 0;
    for (int k = 0; k < LEAF_HANDS; ++k) {
        const int h = threadIdx.x + k * LEAF_THREADS;
        const bool is_possible = h < hands && possible[h] != 0;
        won[0][k] = factors[width];
        won[1][k] = factors[columns + width];
        for (int d = 0; d < width && is_possible; ++d) {
            const float entry = columns_of[(size_t)d * hands + h];
            won[0][k] += factors[d] * entry;
            won[1][k] += factors[columns + d] * entry;
        }
        for (int seat = 0; seat < 2; ++seat) {
            meets[seat][k] = 0;
            if (!is_possible) continue;
            const float* other = held + (1 - seat) * (hands + 1);
            const float with_first = other[dealt[cards[2 * h]]];
            const float blocked = of_turn[1 - seat] - with_first - other[dealt[cards[2 * h + 1]]];
            // What rounding has left may be negative, or more than all.
            const float all = met[((size_t)seat * leaves + leaf) * hands + h];
            meets[seat][k] = fminf(fmaxf(all - blocked, 0), all);
            const float often = held[seat * (hands + 1) + h] * meets[seat][k];
            weight += often;
            excess += often * won[seat][k];
        }
    }
    weight = block_total(weight, of_warps);
    excess = block_total(excess, of_warps) / fmaxf(weight, SMALLEST);
    for (int seat = 0; seat < 2; ++seat) {
        if (player >= 0 && seat != player) continue;
        const size_t place = player < 0 ? seat : 0;
        float* row = values + ((place * gridDim.y + blockIdx.y) * leaves + leaf) * hands;
        for (int k = 0; k < LEAF_HANDS; ++k) {
            const int h = threadIdx.x + k * LEAF_THREADS;
            if (h < hands) row[h] = (won[seat][k] - excess) * meets[seat][k];
        }
    }
}

}  // extern "C"
