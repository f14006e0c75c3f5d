// Terminal nodes: values of folds and showdowns.

__device__ __forceinline__ float warp_sum(float x) {
    for (int k = 16; k; k >>= 1) x += __shfl_xor_sync(ALL, x, k);
    return x;
}

// A hand against the opponent's hands on a river, as indices of prefix sums: of weaker and of not
// better hands along the row, the same two along the lists of both cards; then the two cards; and the
// index of the hand with the same cards, or the index after the last hand, where the row is zero. In
// shared memory, indices are in bytes.
struct Showdown {
    u16 weaker, not_better, weaker_first, not_better_first, weaker_second, not_better_second;
    u8 first, second;
    u16 same;
};

// Indices times four: no field is large enough to overflow into the next.
__device__ __forceinline__ uint4 in_bytes(const uint4& h) {
    return make_uint4(h.x << 2, h.y << 2, h.z << 2, h.w << 2);
}
__device__ __forceinline__ float at_byte(const float* from, int byte) {
    return *reinterpret_cast<const float*>(reinterpret_cast<const char*>(from) + byte);
}

#define RIVER_WARPS (RIVER_THREADS / WARP)

// The opponent's hands card by card: each thread's piece of the list.
template <int LIST_PIECE>
struct Listed {
    static const int PAIRS = (LIST_PIECE + 1) / 2;
    static const int PLACES = RIVER_THREADS * LIST_PIECE;

    // Loads a thread's piece of the list, as indices in bytes, two per word; the words of all threads
    // are interleaved. After the list's end, the index is that after the last hand, where the row is
    // zero.
    static __device__ __forceinline__ void load(const u16* list, int opponents, u32* pairs) {
#pragma unroll
        for (int k = 0; k < PAIRS; ++k) {
            const int place = threadIdx.x * LIST_PIECE + 2 * k;
            const u32 low = place < 2 * opponents ? list[place] : opponents;
            const u32 high = place + 1 < 2 * opponents ? list[place + 1] : opponents;
            pairs[k * RIVER_THREADS + threadIdx.x] = (high << 16 | low) << 2;
        }
    }
    // Loads the reach of the hands of a piece and returns its sum.
    static __device__ __forceinline__ float gather(const float* row, const u32* pairs,
                                                   float (&reach)[LIST_PIECE]) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < PAIRS; ++k) {
            const u32 pair = pairs[k * RIVER_THREADS + threadIdx.x];
            reach[2 * k] = at_byte(row, pair & 0xffffu);
            if (2 * k + 1 < LIST_PIECE) reach[2 * k + 1] = at_byte(row, pair >> 16);
        }
#pragma unroll
        for (int k = 0; k < LIST_PIECE; ++k) sum += reach[k];
        return sum;
    }
    // Stores the sum of all hands before each entry of a piece; `before` is the first sum.
    static __device__ __forceinline__ void put_sums(const float (&reach)[LIST_PIECE], float before,
                                                    float* sums) {
#pragma unroll
        for (int k = 0; k < LIST_PIECE; ++k) {
            sums[threadIdx.x * LIST_PIECE + k] = before;
            before += reach[k];
        }
    }
};

// Shared memory of a block for sums of a reach vector, and of the hands folded instead of calling.
template <int LIST_PIECE>
struct SumRoom {
    static const int FLOATS =
        (4 * RIVER_THREADS + 2 * Listed<LIST_PIECE>::PLACES + 2 * 52 + 3 * RIVER_WARPS + 3) / 4 * 4;
    float* by_row;    // [4 * RIVER_THREADS] prefix sums in order of strength
    float* by_list;   // [RIVER_THREADS * LIST_PIECE] prefix sums along the list by card
    float* folded;    // [RIVER_THREADS * LIST_PIECE] the same of folded hands
    float* of_card;   // [52]
    float* constant;  // [52] what a card adds to the value of a showdown, the same for all hands
    float* totals;    // [3][RIVER_WARPS] of each warp

    __device__ __forceinline__ explicit SumRoom(float* from) {
        by_row = from;
        by_list = by_row + 4 * RIVER_THREADS;
        folded = by_list + Listed<LIST_PIECE>::PLACES;
        of_card = folded + Listed<LIST_PIECE>::PLACES;
        constant = of_card + 52;
        totals = constant + 52;
    }
};

// The sum over the threads before this one in its warp; the warp's total is stored in `totals`.
__device__ __forceinline__ float sum_before(float own, float* totals) {
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int k = 1; k < WARP; k <<= 1) {
        const float other = __shfl_up_sync(ALL, own, k);
        if (lane >= k) own += other;
    }
    if (lane == WARP - 1) totals[threadIdx.x >> 5] = own;
    const float before = __shfl_up_sync(ALL, own, 1);
    return lane ? before : 0.0f;
}
// The sum of the totals of all warps before this one.
__device__ __forceinline__ float sum_of_warps(const float* totals) {
    const int warp = threadIdx.x >> 5;
    float sum = 0;
#pragma unroll
    for (int w = 0; w < RIVER_WARPS - 1; ++w) {
        if (w < warp) sum += totals[w];
    }
    return sum;
}

// Evaluates the terminal nodes of one reach vector, with all threads of a block. What a hand beats
// follows from prefix sums along the row, in order of strength, and along the hands listed by card.
// Threads have list pieces of odd length, so that they access different banks of shared memory, and
// keep what they load in registers until the sum before their piece is known. Values are written to
// `values`, which may be the rows of reach, where they are no longer read.
template <int LIST_PIECE>
__device__ __forceinline__ void value_ends(const End& end, const float* row, const float* folded,
                                           float* values, int width, int opponents, int count,
                                           const uint4 (&hands)[4], const u32* pairs,
                                           const u16* card_start, const SumRoom<LIST_PIECE>& room) {
    typedef Listed<LIST_PIECE> List;
    const bool has_folded = end.folded >= 0;
    float in_list[LIST_PIECE], in_folded[LIST_PIECE];
    float list_sum = List::gather(row, pairs, in_list), folded_sum = 0;
    if (has_folded) folded_sum = List::gather(folded, pairs, in_folded);
    const int first = threadIdx.x * 4;
    F4 in_row = {{0, 0, 0, 0}};
    if (first < row_stride(opponents)) in_row = load4(row + first);
    float row_sum = in_row.x[0] + in_row.x[1] + in_row.x[2] + in_row.x[3];
    row_sum = sum_before(row_sum, room.totals);
    list_sum = sum_before(list_sum, room.totals + RIVER_WARPS);
    if (has_folded) folded_sum = sum_before(folded_sum, room.totals + 2 * RIVER_WARPS);
    __syncthreads();
    row_sum += sum_of_warps(room.totals);
    F4 sums;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        sums.x[k] = row_sum;
        row_sum += in_row.x[k];
    }
    store4(room.by_row + first, sums);
    List::put_sums(in_list, list_sum + sum_of_warps(room.totals + RIVER_WARPS), room.by_list);
    if (has_folded) {
        folded_sum += sum_of_warps(room.totals + 2 * RIVER_WARPS);
        List::put_sums(in_folded, folded_sum, room.folded);
    }
    __syncthreads();
    const float all_hands = room.by_row[opponents];
    for (int card = threadIdx.x; card < 52; card += RIVER_THREADS) {
        const int from = card_start[card], to = card_start[card + 1];
        const float before = room.by_list[from], after = room.by_list[to];
        float constant = end.lead * (after + before) - end.total * (after - before);
        if (has_folded) constant -= end.folded_total * (room.folded[to] - room.folded[from]);
        room.of_card[card] = after - before;
        room.constant[card] = constant;
    }
    float constant = (end.total - end.lead) * all_hands;
    if (has_folded) constant += end.folded_total * 0.5f * room.folded[2 * opponents];
    __syncthreads();
    const int stride = row_stride(count);
    float* show = values + (i64)end.show * width;
    float* fold = values + (i64)end.fold * width;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int i = threadIdx.x + k * RIVER_THREADS;
        if (i >= stride) break;
        const Showdown h = *reinterpret_cast<const Showdown*>(&hands[k]);
        // weaker - stronger = weaker + not better - all, with card removal applied to each term.
        const float* by_list = room.by_list;
        const float ahead =
            at_byte(room.by_row, h.weaker) + at_byte(room.by_row, h.not_better) -
            (at_byte(by_list, h.weaker_first) + at_byte(by_list, h.not_better_first)) -
            (at_byte(by_list, h.weaker_second) + at_byte(by_list, h.not_better_second));
        const float of_cards = at_byte(room.constant, h.first) + at_byte(room.constant, h.second);
        float value = end.lead * ahead + constant + of_cards;
        if (has_folded) value += end.folded_total * at_byte(folded, h.same);
        if (end.total != 0 || end.fold >= 0) {
            const float same = at_byte(row, h.same);
            value += end.total * same;
            if (end.fold >= 0) {
                const float compatible = all_hands - at_byte(room.of_card, h.first) -
                                         at_byte(room.of_card, h.second) + same;
                fold[i] = i < count ? end.fold_total * compatible : 0.0f;
            }
        }
        show[i] = i < count ? value : 0.0f;
    }
}

// Values of a fold, by one warp: all hands that the opponent can hold count the same.
__device__ void fold_values(const float* reach, int opponents, int count, const u8* cards,
                            const u16* same, const u16* by_card, const u16* card_start,
                            float* of_card, float total, float* out) {
    const int lane = threadIdx.x & 31;
    float sum = 0;
    for (int i = lane; i < opponents; i += WARP) sum += reach[i];
    sum = warp_sum(sum);
    for (int card = lane; card < 52; card += WARP) {
        const int last = card_start[card + 1];
        float held = 0;
        int j = card_start[card];
        for (; j + 4 <= last; j += 4) {  // loads first, so that they overlap; sums in order
            float x[4];
#pragma unroll
            for (int k = 0; k < 4; ++k) x[k] = reach[by_card[j + k]];
#pragma unroll
            for (int k = 0; k < 4; ++k) held += x[k];
        }
        for (; j < last; ++j) held += reach[by_card[j]];
        of_card[card] = held;
    }
    __syncwarp();
    const int stride = row_stride(count);
    for (int i = lane; i < stride; i += WARP) {
        float value = 0;
        if (i < count) {
            const float held = same[i] < opponents ? reach[same[i]] : 0.0f;
            value = total * (sum - of_card[cards[2 * i]] - of_card[cards[2 * i + 1]] + held);
        }
        out[i] = value;
    }
    __syncwarp();
}
