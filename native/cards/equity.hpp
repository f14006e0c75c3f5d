// Who wins how much: by going through all boards, by sweeping two ranges over all boards, or by
// sampling deals.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/evaluator.hpp"

namespace fifthstreet {

inline constexpr int kMaxPlayers = 10;
// Shares of a pot are counted in whole units, so that sums are exact and do not depend on the
// number of threads. 2520 is divisible by 1..10, and each half of a split pot is cut like that.
inline constexpr std::int64_t kPotUnits = 2 * 2520;

// The hand types of a game and the cards it is dealt from. `low` may be null.
struct EquityGame {
    const Evaluator* high;
    const Evaluator* low;
    Mask deck;
    int hole_cards;
    int board_cards;
};

// What a player has got over many deals.
struct Tally {
    std::int64_t share = 0;      // units of pots won
    std::int64_t low_share = 0;  // of these, for low hands
    std::int64_t wins = 0;       // deals in which the whole pot was won
    std::int64_t ties = 0;       // deals in which part of the pot was won
    std::int64_t square = 0;     // sum of squared shares, for the error of a sample
};

// Plays out every board for each matchup (a row of `players` disjoint hands).
void enumerate_boards(const EquityGame& game, const Mask* hands, std::int64_t matchups,
                      int players, Mask board, Mask dead, int threads, Tally* out);

// A player's hands and their weights; no hands stands for any hand.
struct WeightedHands {
    const Mask* masks;
    const double* weights;
    std::int64_t count;
};

// Samples `chunks` chunks of kChunkSamples deals each, numbered from `first_chunk`; a chunk's
// random numbers depend on the seed and its number alone. Returns the number of deals drawn,
// those thrown away for sharing cards included.
inline constexpr std::int64_t kChunkSamples = 1 << 14;
std::int64_t sample_deals(const EquityGame& game, const std::vector<WeightedHands>& players,
                          Mask board, Mask dead, std::uint64_t seed, std::int64_t first_chunk,
                          std::int64_t chunks, int threads, Tally* out);

// Weighted results of each of the 1,326 hands of two players against the other's range, added up
// over complete boards: out[player][hand] = {won, tied, met} in units of opponent weight.
inline constexpr int kHoleHands = 1326;
struct Meeting {
    double won = 0;
    double tied = 0;
    double met = 0;
};
void sweep_ranges(const Ranking& ranking, const Mask* boards, const double* multiplicities,
                  std::int64_t count, Mask dead, const float* weights[2], int threads,
                  Meeting* out[2]);

}  // namespace fifthstreet
