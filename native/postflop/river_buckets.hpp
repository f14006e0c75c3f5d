// Buckets of hands on river boards, and the river played between buckets instead of hands.
//
// A bucket has hands of one player on one board that do about as well against each part of the
// opponent's range. Between two buckets, a showdown pays what it pays on average over all pairs of
// their hands that share no card. So a river of buckets is a small matrix game with rows as short as
// there are buckets; the streets before it keep their hands.
#pragma once

#include <cstdint>
#include <vector>

#include "postflop/leaf_sweep.hpp"

namespace fifthstreet {

struct Street;

// One player's hands on a river board, from the weakest to the strongest.
struct RiverHands {
    int count;
    const std::uint8_t* cards;    // [count][2]
    const float* weights;         // [count] in the range
    const std::uint16_t* same;    // [count] as in SweepHands
    const StrengthGroup* groups;  // against the opponent's hands
};

// Divides hands into at most `buckets` buckets. With no more hands than buckets, each is alone.
void divide_hands(const RiverHands& hands, const RiverHands& opponent, int buckets,
                  std::uint16_t* bucket);

// Means over the pairs of hands of two buckets, for the player who gets the values: one row for
// each of the opponent's buckets, [opponent's buckets][row_stride(buckets)].
struct BucketMatrices {
    std::vector<float> meets;         // share of the pairs that hold no card in common
    std::vector<float> beats;         // share of wins minus share of losses
    std::vector<std::int64_t> start;  // [R] first entry of a runout

    std::int64_t bytes() const {
        return static_cast<std::int64_t>((meets.size() + beats.size()) * sizeof(float));
    }
};

// Weights of the hands of each street's rows, [R][hands] as the other arrays of a seat, from the
// weights at the root. The last street's are returned.
std::vector<float> river_weights(const std::vector<Street>& streets, int player,
                                 const std::vector<float>& root);

// The hands of a runout of the last street.
RiverHands hands_on(const Street& river, int player, int runout, const std::vector<float>& weights);

// Replaces the hands of the last street by their buckets, and returns the matrices of each player.
void play_in_buckets(std::vector<Street>& streets, const std::vector<float> (&weights)[2],
                     int threads, BucketMatrices (&matrices)[2]);

// Evaluates terminal nodes of a runout: see `sweep_showdowns` and `sweep_folds`.
struct BucketProducts {
    int opponent_count;
    int stride;  // of the player
    const float* meets;
    const float* beats;
};
void multiply_showdowns(const BucketProducts& rows, const std::vector<ShowdownEnd>& ends);
void multiply_folds(const BucketProducts& rows, const std::vector<FoldEnd>& ends);

}  // namespace fifthstreet
