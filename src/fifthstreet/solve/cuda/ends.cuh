// Ends: values of folds and showdowns.

__device__ __forceinline__ float warp_sum(float x) {
    for (int k = 16; k; k >>= 1) x += __shfl_xor_sync(ALL, x, k);
    return x;
}

// A hand against the opponent's hands on a river, all places of sums: weaker, not better, the same
// two along the lists of both cards, the cards, and the hand with the same cards. In shared memory
// places are in bytes.
struct Showdown {
    u16 weaker, not_better, weaker_first, not_better_first, weaker_second, not_better_second;
    u8 first, second;
    u16 same;
};

// Places times four: no field is so large that it runs over into the next; of `same`, which is where
// no hand is if there is none, bits fall off the end.
__device__ __forceinline__ uint4 in_bytes(const uint4& h) {
    return make_uint4(h.x << 2, h.y << 2, h.z << 2, h.w << 2);
}
__device__ __forceinline__ float at_byte(const float* from, int byte) {
    return *reinterpret_cast<const float*>(reinterpret_cast<const char*>(from) + byte);
}

#define RIVER_WARPS (RIVER_THREADS / WARP)
#define LIST_PAIRS ((LIST_PIECE + 1) / 2)

// A thread's piece of the list by card, places in bytes, two to a word; the words of all threads lie
// side by side. Behind the list's end is the place after the last hand, where nothing is.
__device__ __forceinline__ void load_piece(const u16* list, int opponents, u32* pairs) {
#pragma unroll
    for (int k = 0; k < LIST_PAIRS; ++k) {
        const int place = threadIdx.x * LIST_PIECE + 2 * k;
        const u32 low = place < 2 * opponents ? list[place] : opponents;
        const u32 high = place + 1 < 2 * opponents ? list[place + 1] : opponents;
        pairs[k * RIVER_THREADS + threadIdx.x] = (high << 16 | low) << 2;
    }
}

// Room of a block for the sums of one reach vector.
struct SumRoom {
    float* by_list;  // [RIVER_THREADS * LIST_PIECE + 1] of all hands before, along the list by card
    float* of_card;  // [52]
    float* twice;    // [52] sums before and after each card's part of the list
    float* totals;   // [2][RIVER_WARPS] of each warp
};

__device__ __forceinline__ SumRoom sum_room(float* from) {
    float* cards = from + RIVER_THREADS * LIST_PIECE + 1;
    return {from, cards, cards + 52, cards + 104};
}

// Sums of what the threads of a warp before this one have; the warp's own is put down.
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

// Ends of one reach vector, by all threads of a block. Sums along the row, in order of strength, and
// along the hands listed by card give what a hand beats; the row turns into its sums. Threads have
// pieces of odd length, so that they meet different banks of shared memory, and keep what they load
// until they know what comes before it.
__device__ __forceinline__ void value_ends(const Vector& vector, float* row, int opponents, int count,
                                           const uint4* hands, const u32* pairs,
                                           const u16* card_start, const SumRoom& room, float* values,
                                           int width) {
    const int thread = threadIdx.x, warp = thread >> 5;
    const int list_first = thread * LIST_PIECE, row_first = thread * ROW_PIECE;
    float in_list[LIST_PIECE], in_row[ROW_PIECE];
    float list_sum = 0, row_sum = 0;
#pragma unroll
    for (int k = 0; k < LIST_PAIRS; ++k) {
        const u32 pair = pairs[k * RIVER_THREADS + thread];
        in_list[2 * k] = at_byte(row, pair & 0xffffu);
        if (2 * k + 1 < LIST_PIECE) in_list[2 * k + 1] = at_byte(row, pair >> 16);
    }
#pragma unroll
    for (int k = 0; k < LIST_PIECE; ++k) list_sum += in_list[k];
#pragma unroll
    for (int k = 0; k < ROW_PIECE; ++k) {
        in_row[k] = row_first + k < opponents ? row[row_first + k] : 0.0f;
        row_sum += in_row[k];
    }
    list_sum = sum_before(list_sum, room.totals);
    row_sum = sum_before(row_sum, room.totals + RIVER_WARPS);
    __syncthreads();
    float list_base = 0, row_base = 0;
#pragma unroll
    for (int w = 0; w < RIVER_WARPS - 1; ++w) {
        if (w < warp) {
            list_base += room.totals[w];
            row_base += room.totals[RIVER_WARPS + w];
        }
    }
    list_sum += list_base;
    row_sum += row_base;
    if (thread == 0) room.by_list[0] = 0;
#pragma unroll
    for (int k = 0; k < LIST_PIECE; ++k) {
        list_sum += in_list[k];
        room.by_list[list_first + k + 1] = list_sum;
    }
#pragma unroll
    for (int k = 0; k < ROW_PIECE; ++k) {
        if (row_first + k < opponents) row[row_first + k] = row_sum;
        row_sum += in_row[k];
    }
    if (thread == RIVER_THREADS - 1) row[opponents] = row_sum;
    __syncthreads();
    for (int card = thread; card < 52; card += RIVER_THREADS) {
        const float before = room.by_list[card_start[card]], after = room.by_list[card_start[card + 1]];
        room.of_card[card] = after - before;
        room.twice[card] = after + before;
    }
    __syncthreads();
    const float all_hands = row[opponents];
    const bool wants_all = vector.fold >= 0 || vector.total != 0;
    const int stride = row_stride(count);
    for (int i = thread; i < stride; i += RIVER_THREADS) {
        const uint4 packed = i < count ? hands[i] : make_uint4(0, 0, 0, 0);
        const Showdown h = *reinterpret_cast<const Showdown*>(&packed);
        float compatible = 0;
        if (wants_all) {
            const float same =
                h.same < 4 * opponents ? at_byte(row, h.same + 4) - at_byte(row, h.same) : 0.0f;
            compatible = all_hands - at_byte(room.of_card, h.first) - at_byte(room.of_card, h.second) + same;
        }
        if (vector.show >= 0) {
            // weaker - stronger = weaker + not better - all, card removal and all.
            const float ahead =
                at_byte(row, h.weaker) + at_byte(row, h.not_better) - all_hands -
                (at_byte(room.by_list, h.weaker_first) + at_byte(room.by_list, h.not_better_first) -
                 at_byte(room.twice, h.first)) -
                (at_byte(room.by_list, h.weaker_second) + at_byte(room.by_list, h.not_better_second) -
                 at_byte(room.twice, h.second));
            const float value = vector.lead * ahead + vector.total * compatible;
            values[vector.show * width + i] = i < count ? value : 0.0f;
        }
        if (vector.fold >= 0) {
            values[vector.fold * width + i] = i < count ? vector.fold_total * compatible : 0.0f;
        }
    }
}

// Values of a fold, by one warp: everything the opponent can hold counts the same.
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
            value = total *
                    (sum - of_card[cards[2 * i]] - of_card[cards[2 * i + 1]] + held);
        }
        out[i] = value;
    }
    __syncwarp();
}
