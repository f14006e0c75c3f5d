// Traversals of public chance sampling for two players and exact cards: each draws a board and
// walks the betting tree with all hands of both ranges at the same time. board_passes.hpp does the
// same for buckets, and is faster because their rows are known in advance.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <vector>

#include "blueprint/deal_sampling.hpp"
#include "blueprint/regret_matching.hpp"

namespace fifthstreet {

class BoardWalk {
  public:
    BoardWalk(DealSampler<KeyedRows>& sampler, Logs& logs)
        : sampler_(sampler), game_(sampler.game_), rows_(sampler.rows_), logs_(logs) {}

    void traverse(std::int64_t index) {
        const auto& options = sampler_.options_;
        random_ = Random(options.seed, static_cast<std::uint64_t>(index));
        board_ = sampler_.start_board(random_);
        sampler_.complete(random_, 0, board_);
        traverser_ = static_cast<int>(index % 2);
        weight_ = options.linear ? static_cast<double>(index + 1) : 1.0;
        const double scale = weight_ / sampler_.board_weight_;
        for (int player = 0; player < 2; ++player) seat(player);
        const Seat& own = seats_[traverser_];
        const Seat& other = seats_[1 - traverser_];
        steps_.resize(own.hands.size());
        for (std::size_t i = 0; i < own.hands.size(); ++i) steps_[i] = scale * own.weights[i];
        find_same();
        if (!own.hands.empty() && !other.hands.empty()) walk(0, other.weights);
    }

  private:
    using View = KeyedRows::View;
    using Place = KeyedRows::Place;
    using Numbers = std::vector<double>;

    // The hands of a player that the board does not block.
    struct Seat {
        std::vector<Mask> hands;
        Numbers weights;
        std::vector<int> strengths;
        std::vector<int> order;                       // hands from the weakest to the strongest
        std::array<HandViews<View>, kStreets> views;  // each computed when it is first needed
    };

    static int low_card(Mask hole) { return std::countr_zero(hole); }
    static int high_card(Mask hole) { return 63 - std::countl_zero(hole); }

    void seat(int player) {
        Seat& seat = seats_[player];
        seat.hands.clear();
        seat.weights.clear();
        seat.strengths.clear();
        for (auto& views : seat.views) views = {};
        Mask board = 0;
        for (const int card : board_) board |= card_bit(card);
        for (std::size_t i = 0; i < game_.hands[player].size(); ++i) {
            const Mask hole = game_.hands[player][i];
            if (hole & board) continue;
            seat.hands.push_back(hole);
            seat.weights.push_back(game_.weight_of(player, i));
            seat.strengths.push_back(game_.evaluator->strength(hole, board));
        }
        seat.order.resize(seat.hands.size());
        std::iota(seat.order.begin(), seat.order.end(), 0);
        std::stable_sort(seat.order.begin(), seat.order.end(),
                         [&](int a, int b) { return seat.strengths[a] < seat.strengths[b]; });
    }

    // Finds each of the traverser's hands among the other player's: -1 if it is not there.
    void find_same() {
        const Seat& own = seats_[traverser_];
        const Seat& other = seats_[1 - traverser_];
        same_.assign(own.hands.size(), -1);
        std::vector<int> by_mask(other.hands.size());
        std::iota(by_mask.begin(), by_mask.end(), 0);
        const auto mask_of = [&](int j) { return other.hands[j]; };
        std::ranges::sort(by_mask, {}, mask_of);
        for (std::size_t i = 0; i < own.hands.size(); ++i) {
            const auto found = std::ranges::lower_bound(by_mask, own.hands[i], {}, mask_of);
            if (found != by_mask.end() && mask_of(*found) == own.hands[i]) same_[i] = *found;
        }
    }

    const HandViews<View>& views_at(Seat& seat, int street) const {
        HandViews<View>& views = seat.views[street];
        if (views.views.empty()) rows_.view_all(seat.hands, board_, street, views);
        return views;
    }

    // The rows of a player's hands at a node, and what the player does.
    struct Decision {
        std::int32_t node;
        int actions;
        const std::vector<int>& row_of_hand;
        std::vector<Place> rows;
        Numbers strategy;  // [rows, actions]

        const double* strategy_of(std::size_t hand) const {
            return &strategy[static_cast<std::size_t>(row_of_hand[hand]) * actions];
        }
    };

    // Returns the counterfactual value of each of the traverser's hands, given the other player's
    // reach with each hand.
    Numbers walk(std::int32_t child, const Numbers& reach) {
        const std::int32_t node = game_.nodes[child].next;
        const int player = game_.nodes[node].player;
        if (player < 0) return end_values(node, reach);
        const HandViews<View>& views = views_at(seats_[player], game_.nodes[node].street);
        Decision decision{node, game_.nodes[node].n_children, views.of_hand, {}, {}};
        for (const View& view : views.views) decision.rows.push_back(rows_.begin(view, node));
        decision.strategy.resize(decision.rows.size() * decision.actions);
        logs_.rows_visited += static_cast<std::int64_t>(decision.rows.size());
        double* strategy = decision.strategy.data();
        for (Place& row : decision.rows) {
            rows_.find(row);
            for (int a = 0; a < decision.actions; ++a) regrets_[a] = rows_.regret(row, a);
            match_regrets(regrets_, decision.actions, strategy);
            strategy += decision.actions;
        }
        return player == traverser_ ? own_values(decision, reach) : other_values(decision, reach);
    }

    Numbers own_values(const Decision& decision, const Numbers& reach) {
        const int actions = decision.actions;
        const std::size_t hands = decision.row_of_hand.size();
        std::vector<Numbers> by_action;
        Numbers values(hands);
        for (int a = 0; a < actions; ++a) {
            by_action.push_back(walk(game_.nodes[decision.node].first_child + a, reach));
            for (std::size_t i = 0; i < hands; ++i) {
                values[i] += decision.strategy_of(i)[a] * by_action[a][i];
            }
        }
        // Hands that share a row are added up in their own order.
        Numbers gains(decision.strategy.size());
        for (std::size_t i = 0; i < hands; ++i) {
            double* gain = &gains[static_cast<std::size_t>(decision.row_of_hand[i]) * actions];
            for (int a = 0; a < actions; ++a) gain[a] += steps_[i] * (by_action[a][i] - values[i]);
        }
        for (std::size_t row = 0; row < decision.rows.size(); ++row) {
            bool changes = false;
            for (int a = 0; a < actions; ++a) {
                deltas_[a] = static_cast<float>(gains[row * actions + a]);
                changes |= deltas_[a] != 0;
            }
            if (changes) update(decision, row, Part::kRegrets);
        }
        return values;
    }

    Numbers other_values(const Decision& decision, const Numbers& reach) {
        const int actions = decision.actions;
        Numbers row_reach(decision.rows.size());
        for (std::size_t j = 0; j < reach.size(); ++j) {
            row_reach[decision.row_of_hand[j]] += reach[j];
        }
        for (std::size_t row = 0; row < decision.rows.size(); ++row) {
            if (row_reach[row] == 0) continue;
            for (int a = 0; a < actions; ++a) {
                const double probability = decision.strategy[row * actions + a];
                deltas_[a] = static_cast<float>(weight_ * row_reach[row] * probability);
            }
            update(decision, row, Part::kAverages);
        }
        Numbers values(seats_[traverser_].hands.size());
        Numbers after(reach.size());
        for (int a = 0; a < actions; ++a) {
            bool is_reached = false;
            for (std::size_t j = 0; j < reach.size(); ++j) {
                after[j] = reach[j] * decision.strategy_of(j)[a];
                is_reached |= after[j] != 0;
            }
            if (!is_reached) continue;
            const Numbers below = walk(game_.nodes[decision.node].first_child + a, after);
            for (std::size_t i = 0; i < values.size(); ++i) values[i] += below[i];
        }
        return values;
    }

    void update(const Decision& decision, std::size_t row, Part part) {
        rows_.update(logs_, decision.rows[row], part, decision.actions, deltas_, random_);
    }

    // A sum for each bit of a mask: a compiler cannot know that no hand is empty.
    using CardSums = std::array<double, 64>;

    // At an end, both ranges are traversed in order of strength; the reach of hands that share a
    // card with the own hand is subtracted card by card.
    Numbers end_values(std::int32_t node, const Numbers& reach) const {
        const Seat& own = seats_[traverser_];
        const Seat& other = seats_[1 - traverser_];
        const double win = payoff(node, 1, 0);
        const double tie = payoff(node, 0, 0);
        const double lose = payoff(node, 0, 1);
        double all = 0;
        CardSums by_card{};
        for (std::size_t j = 0; j < reach.size(); ++j) add(reach, other, j, all, by_card);
        Numbers values(own.hands.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double same = same_[i] < 0 ? 0 : reach[same_[i]];
            values[i] = tie * (apart(own.hands[i], all, by_card) + same);
        }
        if (win == lose) return values;  // a player has folded
        double weaker = 0;
        CardSums weaker_by_card{};
        std::size_t next = 0;
        for (const int i : own.order) {
            for (;
                 next < other.order.size() && other.strengths[other.order[next]] < own.strengths[i];
                 ++next) {
                add(reach, other, other.order[next], weaker, weaker_by_card);
            }
            values[i] += (win - tie) * apart(own.hands[i], weaker, weaker_by_card);
        }
        double stronger = 0;
        CardSums stronger_by_card{};
        next = other.order.size();
        for (std::size_t at = own.order.size(); at-- > 0;) {
            const int i = own.order[at];
            for (; next > 0 && other.strengths[other.order[next - 1]] > own.strengths[i]; --next) {
                add(reach, other, other.order[next - 1], stronger, stronger_by_card);
            }
            values[i] += (lose - tie) * apart(own.hands[i], stronger, stronger_by_card);
        }
        return values;
    }

    static void add(const Numbers& reach, const Seat& other, std::size_t j, double& sum,
                    CardSums& by_card) {
        sum += reach[j];
        by_card[low_card(other.hands[j]) & 63] += reach[j];
        by_card[high_card(other.hands[j]) & 63] += reach[j];
    }

    // The part of a sum whose hands share no card with a hand; the same hand is subtracted twice.
    static double apart(Mask hole, double sum, const CardSums& by_card) {
        return sum - by_card[low_card(hole) & 63] - by_card[high_card(hole) & 63];
    }

    // What the traverser wins at an end, given which of the two hands is the stronger one.
    double payoff(std::int32_t node, int own, int other) const {
        int strengths[2];
        strengths[traverser_] = own;
        strengths[1 - traverser_] = other;
        return game_.settlement.payoff(node, traverser_, strengths);
    }

    DealSampler<KeyedRows>& sampler_;
    const DealGame& game_;
    const KeyedRows& rows_;
    Logs& logs_;
    Random random_{0, 0};
    Board board_{};
    int traverser_ = 0;
    double weight_ = 1;  // of the traversal
    std::array<Seat, 2> seats_;
    Numbers steps_;          // weight of regrets, by hand of the traverser
    std::vector<int> same_;  // place of the traverser's hands among the other player's
    // Of the current node.
    double regrets_[kMaxActions];
    float deltas_[kMaxActions];
};

}  // namespace fifthstreet
