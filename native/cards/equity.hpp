// Equities: by enumerating all boards, by sweeping two ranges over all boards, or by sampling
// deals.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/evaluator.hpp"
#include "cards/hole_hands.hpp"

namespace fifthstreet {

inline constexpr int kMaxPlayers = 10;
// Shares of a pot are counted in whole units, so that sums are exact and do not depend on the
// number of threads. Each half of a split pot has 2520 units, which is divisible by 1..10.
inline constexpr std::int64_t kPotUnits = 2 * 2520;

// The hand types of a game and its deck. `low` may be null.
struct EquityGame {
    const Evaluator* high;
    const Evaluator* low;
    Mask deck;
    int hole_cards;
    int board_cards;
};

// The results of a player over many deals.
struct Tally {
    std::int64_t share = 0;      // units of pots won
    std::int64_t low_share = 0;  // the part of `share` won by low hands
    std::int64_t wins = 0;       // deals in which the whole pot was won
    std::int64_t ties = 0;       // deals in which part of the pot was won
    std::int64_t square = 0;     // sum of squared shares, for the error of a sample
};

// Evaluates every board for each matchup (a row of `players` disjoint hands).
void enumerate_boards(const EquityGame& game, const Mask* hands, std::int64_t matchups, int players,
                      Mask board, Mask dead, int threads, Tally* out);

// A player's hands and their weights; a count of 0 means any hand.
struct WeightedHands {
    const Mask* masks;
    const double* weights;
    std::int64_t count;
};

// Samples `chunks` chunks of kChunkSamples deals each, numbered from `first_chunk`. A chunk's
// random numbers depend only on the seed and the chunk's number. Returns the number of deals drawn,
// including those rejected because hands share cards.
inline constexpr std::int64_t kChunkSamples = 1 << 14;
std::int64_t sample_deals(const EquityGame& game, const std::vector<WeightedHands>& players,
                          Mask board, Mask dead, std::uint64_t seed, std::int64_t first_chunk,
                          std::int64_t chunks, int threads, Tally* out);

// Weighted results of each of the 1,326 hands of two players against the other's range, summed over
// complete boards: out[player][hand] = {won, tied, met} in units of the opponent's weight, where
// `met` is the weight of all opposing hands that share no card with the hand.
struct Meeting {
    double won = 0;
    double tied = 0;
    double met = 0;
};
void sweep_ranges(const Ranking& ranking, const Mask* boards, const double* multiplicities,
                  std::int64_t count, Mask dead, const float* weights[2], int threads,
                  Meeting* out[2]);

// Adds, for each of the 1,326 hands (rows) and each range of an opponent (columns), the weight that
// the hand beats on complete boards, with half of what it ties, to `points`, and the weight that
// it can meet to `met`. Hands that share a card with a board get nothing from it.
void meet_ranges(const Ranking& ranking, const Mask* boards, std::int64_t count,
                 const double* weights, std::int64_t ranges, double* points, double* met);

}  // namespace fifthstreet
