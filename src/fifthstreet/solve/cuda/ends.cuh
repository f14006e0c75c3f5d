// Ends: values of folds and showdowns, a warp to a reach vector.

__device__ __forceinline__ float warp_sum(float x) {
    for (int k = 16; k; k >>= 1) x += __shfl_xor_sync(ALL, x, k);
    return x;
}

// Room that a warp has for itself: sums of one reach vector.
struct WarpRoom {
    float* by_list;  // [2 * hands + 1] of all hands before, along the list by card
    float* of_card;  // [52]
    float* twice;    // [52] sums before and after each card's part of the list
};

// Sums of one vector, one warp, along a list of `n` places in its row: each lane has a piece of odd
// length, so that lanes meet different banks of shared memory. Nothing overlaps, so that loads need
// not wait for stores.
__device__ void prefix_sums(int n, const u16* __restrict__ list, const float* __restrict__ row,
                            float* __restrict__ out) {
    const int lane = threadIdx.x & 31;
    const int piece = ((n + WARP - 1) / WARP) | 1;
    const int first = min(lane * piece, n), last = min(first + piece, n);
    float sum = 0;
    for (int i = first; i < last; ++i) {
        sum += row[list[i]];
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

// Numbers turn into sums of all before them; the row has one place more than numbers.
__device__ void sums_in_place(int n, float* row) {
    const int lane = threadIdx.x & 31;
    const int piece = ((n + WARP - 1) / WARP) | 1;
    const int first = min(lane * piece, n), last = min(first + piece, n);
    float sum = 0;
    for (int i = first; i < last; ++i) sum += row[i];
    float before = sum;
    for (int k = 1; k < WARP; k <<= 1) {
        const float other = __shfl_up_sync(ALL, before, k);
        if (lane >= k) before += other;
    }
    if (lane == WARP - 1) row[n] = before;
    before -= sum;
    for (int i = first; i < last; ++i) {
        const float x = row[i];
        row[i] = before;
        before += x;
    }
    __syncwarp();
}

// A hand against the opponent's hands on a river, all places of sums: weaker, not better, the same
// two along the lists of both cards, the cards, and the hand with the same cards.
struct Showdown {
    u16 weaker, not_better, weaker_first, not_better_first, weaker_second, not_better_second, cards, same;
};

// Values of a showdown, and of the fold beside it, for one reach vector, which turns into its sums.
__device__ void showdown_values(float* __restrict__ reach, int opponents, int count,
                                const uint4* __restrict__ hands, const u16* __restrict__ by_card,
                                const u16* __restrict__ card_start, const WarpRoom& room, float lead,
                                float total, float* __restrict__ out, float fold_total,
                                float* __restrict__ fold_out) {
    const int lane = threadIdx.x & 31;
    prefix_sums(2 * opponents, by_card, reach, room.by_list);
    sums_in_place(opponents, reach);
    for (int card = lane; card < 52; card += WARP) {
        const float before = room.by_list[card_start[card]], after = room.by_list[card_start[card + 1]];
        room.of_card[card] = after - before;
        room.twice[card] = after + before;
    }
    __syncwarp();
    const float all_hands = reach[opponents];
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
                reach[h.weaker] + reach[h.not_better] - all_hands -
                (room.by_list[h.weaker_first] + room.by_list[h.not_better_first] - room.twice[first]) -
                (room.by_list[h.weaker_second] + room.by_list[h.not_better_second] - room.twice[second]);
            value = lead * ahead;
            if (wants_all) {
                const float same = h.same < opponents ? reach[h.same + 1] - reach[h.same] : 0.0f;
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
