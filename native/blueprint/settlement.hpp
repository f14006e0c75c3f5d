// Payoffs at the ends of a betting tree for any number of players, with side pots.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace fifthstreet {

// Bets and dead chips are whole numbers of `chip`; everything else is money.
class Settlement {
  public:
    Settlement() = default;

    // `folded` [N] has bit p set where player p has folded; `bets` [N, P] is what players have put
    // in besides antes, without uncalled bets; `prizes` [N] is the pot less rake. `dead` chips are
    // in the pot from the start; `costs` [P] is what each player paid of them.
    Settlement(const std::vector<std::uint16_t>& folded, std::vector<std::int32_t> bets,
               const std::vector<double>& prizes, std::int32_t dead, std::vector<double> costs,
               double chip)
        : players_(static_cast<int>(costs.size())),
          dead_(dead),
          chip_(chip),
          bets_(std::move(bets)),
          costs_(std::move(costs)) {
        const unsigned everybody = (1U << players_) - 1;
        ends_.reserve(folded.size());
        for (std::size_t node = 0; node < folded.size(); ++node) {
            const auto live = static_cast<std::uint16_t>(~folded[node] & everybody);
            ends_.push_back({prizes[node], live, has_side_pots(bets_at(node), live)});
        }
    }

    // Money that a player wins or loses at an end, given the strength of each player's hand.
    double payoff(std::size_t node, int player, const int* strengths) const {
        const End& end = ends_[node];
        const std::int32_t* bets = bets_at(node);
        double won = 0;
        if (end.live >> player & 1) {
            won = end.has_side_pots ? share_in_layers(end, bets, player, strengths)
                                    : share(end, player, strengths);
        }
        return won - (bets[player] * chip_ + costs_[player]);
    }

  private:
    struct End {
        double prize;
        std::uint16_t live;  // bit p: player p has not folded
        bool has_side_pots;
    };

    const std::int32_t* bets_at(std::size_t node) const { return &bets_[node * players_]; }

    bool has_side_pots(const std::int32_t* bets, std::uint16_t live) const {
        const int first = std::countr_zero(live);
        for (int p = first; p < players_; ++p) {
            if ((live >> p & 1) && bets[p] != bets[first]) return true;
        }
        return false;
    }

    // What a live player wins of a pot that all live players contest.
    static double share(const End& end, int player, const int* strengths) {
        int winners = 0;
        for (unsigned left = end.live; left; left &= left - 1) {
            const int other = strengths[std::countr_zero(left)];
            if (other > strengths[player]) return 0;
            winners += other == strengths[player];
        }
        return winners == 1 ? end.prize : end.prize / winners;
    }

    // The same if some are all-in for less. The pot is split into layers, from one live player's
    // bet to the next higher one; a layer is contested by those who have bet at least that much.
    double share_in_layers(const End& end, const std::int32_t* bets, int player,
                           const int* strengths) const {
        double won = 0;  // chips
        std::int64_t layer = dead_;
        std::int32_t below = -1;
        while (below < bets[player]) {
            std::int32_t level = std::numeric_limits<std::int32_t>::max();
            for (unsigned left = end.live; left; left &= left - 1) {
                const std::int32_t bet = bets[std::countr_zero(left)];
                if (bet > below) level = std::min(level, bet);
            }
            int best = 0;
            int winners = 0;
            for (int p = 0; p < players_; ++p) {
                layer += std::max(0, std::min(bets[p], level) - std::max(below, 0));
                if (!(end.live >> p & 1) || bets[p] < level) continue;
                if (strengths[p] > best) {
                    best = strengths[p];
                    winners = 0;
                }
                winners += strengths[p] == best;
            }
            if (strengths[player] == best) won += static_cast<double>(layer) / winners;
            layer = 0;
            below = level;
        }
        return won * end.prize / std::accumulate(bets, bets + players_, std::int64_t{dead_});
    }

    int players_ = 0;
    std::int32_t dead_ = 0;
    double chip_ = 1;
    std::vector<End> ends_;           // [N]
    std::vector<std::int32_t> bets_;  // [N, P]
    std::vector<double> costs_;       // [P]
};

}  // namespace fifthstreet
