#include "blueprint/board_passes.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "blueprint/regret_matching.hpp"

namespace fifthstreet {

namespace {

constexpr std::int64_t kWidth = DealtBoard::kWidth;

}  // namespace

double board_weight(const DealGame& game) {
    double total = 0;
    for (std::size_t i = 0; i < game.hands[0].size(); ++i) {
        for (std::size_t j = 0; j < game.hands[1].size(); ++j) {
            if (game.hands[0][i] & game.hands[1][j]) continue;
            total += game.weight_of(0, i) * game.weight_of(1, j);
        }
    }
    int left = kCards;
    for (const int card : game.board) left -= card >= 0;
    for (const int card : game.board) {
        if (card >= 0) continue;
        total *= static_cast<double>(left - 4) / left;
        --left;
    }
    return total;
}

// One part of the plan on one board.
class BoardPasses::Part {
  public:
    Part(BoardPasses& passes, const PlanPart& part, Room& room, const DealtBoard& board,
         const BoardPass& pass)
        : passes_(passes), part_(part), room_(room), board_(board), pass_(pass) {}

    // Whether the opponent reaches the part with any hand; if not, its values are zero.
    bool is_reached() {
        const PlannedDecision& root = passes_.plan_.decisions[part_.first_decision];
        const float* reach = reach_at(root.reach[pass_.traverser]);
        const bool reached =
            std::any_of(reach, reach + board_.count, [](float x) { return x > 0; });
        if (!reached) std::fill_n(values_at(root.place), kWidth, 0.0f);
        return reached;
    }

    void go_down() {
        for (std::int32_t i = 0; i < part_.decisions; ++i) {
            const PlannedDecision& decision = passes_.plan_.decisions[part_.first_decision + i];
            if (decision.player != pass_.traverser) split_reach(decision);
        }
    }

    void value_ends() {
        room_.showdowns.clear();
        room_.folds.clear();
        const auto& ends = passes_.plan_.ends[pass_.traverser];
        for (std::int32_t i = 0; i < part_.ends[pass_.traverser]; ++i) {
            const PlannedEnd& end = ends[part_.first_end[pass_.traverser] + i];
            const float* reach = reach_at(end.reach);
            float* values = values_at(end.place);
            if (end.lead == 0) {
                room_.folds.push_back({reach, values, end.total});
            } else {
                float* fold = end.fold < 0 ? nullptr : values_at(end.fold);
                room_.showdowns.push_back(
                    {reach, values, end.lead, end.total, fold, end.fold_total});
            }
        }
        sweep_showdowns(board_.sweep_hands(), room_.showdowns, room_.scratch);
        sweep_folds(board_.sweep_hands(), room_.folds, room_.scratch);
    }

    void go_up() {
        for (std::int32_t i = part_.decisions; i-- > 0;) {
            const PlannedDecision& decision = passes_.plan_.decisions[part_.first_decision + i];
            if (decision.player == pass_.traverser) {
                mix_values(decision);
            } else {
                add_values(decision);
            }
        }
    }

  private:
    float* at(std::vector<float>& own, std::vector<float>& top, std::int32_t place) const {
        const bool is_own = place >= part_.first_place;
        return is_own ? &own[(place - part_.first_place) * kWidth] : &top[place * kWidth];
    }
    float* reach_at(std::int32_t place) { return at(room_.reach, passes_.top_.reach, place); }
    float* values_at(std::int32_t place) { return at(room_.values, passes_.top_.values, place); }

    const StreetRows& rows_at(const PlannedDecision& decision) const {
        return board_.streets[decision.street];
    }

    // Computes the current strategy of all rows at a decision.
    void match(const PlannedDecision& decision) {
        const StreetRows& rows = rows_at(decision);
        const int actions = decision.actions;
        room_.strategy.resize(static_cast<std::size_t>(actions) * kWidth);
        double regrets[kMaxActions];
        double strategy[kMaxActions];
        for (int row = 0; row < rows.count; ++row) {
            const std::uint64_t cell = passes_.rows_.cell(decision.node, rows.buckets[row]);
            for (int a = 0; a < actions; ++a) regrets[a] = passes_.rows_.regret({cell, 0}, a);
            match_regrets(regrets, actions, strategy);
            for (int a = 0; a < actions; ++a) {
                strategy_of(a)[row] = static_cast<float>(strategy[a]);
            }
        }
    }
    float* strategy_of(int action) { return &room_.strategy[action * kWidth]; }

    // At the opponent's decision: updates their averages, and splits their reach.
    void split_reach(const PlannedDecision& decision) {
        const StreetRows& rows = rows_at(decision);
        const int actions = decision.actions;
        const float* reach = reach_at(decision.reach[pass_.traverser]);
        match(decision);
        float deltas[kMaxActions];
        for (int row = 0; row < rows.count; ++row) {
            double sum = 0;
            for (int k = rows.start[row]; k < rows.start[row + 1]; ++k) sum += reach[rows.hands[k]];
            if (sum == 0) continue;
            for (int a = 0; a < actions; ++a) {
                deltas[a] = static_cast<float>(pass_.weight * sum * strategy_of(a)[row]);
            }
            passes_.rows_.add_averages(passes_.rows_.cell(decision.node, rows.buckets[row]),
                                       actions, deltas);
        }
        for (int a = 0; a < actions; ++a) {
            float* out = reach_at(decision.first + a);
            const float* strategy = strategy_of(a);
            for (int i = 0; i < board_.count; ++i) out[i] = reach[i] * strategy[rows.of_hand[i]];
            std::fill(out + board_.count, out + kWidth, 0.0f);
        }
    }

    // At the opponent's decision: a hand's value is the sum over all actions.
    void add_values(const PlannedDecision& decision) {
        float* out = values_at(decision.place);
        std::copy_n(values_at(decision.first), kWidth, out);
        for (int a = 1; a < decision.actions; ++a) {
            const float* values = values_at(decision.first + a);
            for (int i = 0; i < kWidth; ++i) out[i] += values[i];
        }
    }

    // At the traverser's decision: a hand's value is the mean of its actions' values, and what each
    // action gains over it is added to its regret.
    void mix_values(const PlannedDecision& decision) {
        const StreetRows& rows = rows_at(decision);
        const int actions = decision.actions;
        match(decision);
        const float* weights = board_.weights[pass_.traverser].data();
        room_.sums.resize(static_cast<std::size_t>(actions) * kWidth);
        float* out = values_at(decision.place);
        std::fill_n(out, kWidth, 0.0f);
        for (int a = 0; a < actions; ++a) {
            const float* values = values_at(decision.first + a);
            const float* strategy = strategy_of(a);
            for (int i = 0; i < board_.count; ++i) out[i] += strategy[rows.of_hand[i]] * values[i];
            // Row by row, so that a sum stays in a register.
            for (int row = 0; row < rows.count; ++row) {
                double sum = 0;
                for (int k = rows.start[row]; k < rows.start[row + 1]; ++k) {
                    sum += weights[rows.hands[k]] * values[rows.hands[k]];
                }
                room_.sums[a * kWidth + row] = sum;
            }
        }
        float deltas[kMaxActions];
        for (int row = 0; row < rows.count; ++row) {
            double mean = 0;
            for (int a = 0; a < actions; ++a) {
                mean += strategy_of(a)[row] * room_.sums[a * kWidth + row];
            }
            for (int a = 0; a < actions; ++a) {
                deltas[a] = static_cast<float>(pass_.step * (room_.sums[a * kWidth + row] - mean));
            }
            passes_.rows_.add_regrets(passes_.rows_.cell(decision.node, rows.buckets[row]), actions,
                                      deltas, pass_.number);
        }
    }

    BoardPasses& passes_;
    const PlanPart& part_;
    Room& room_;
    const DealtBoard& board_;
    const BoardPass& pass_;
};

BoardPasses::BoardPasses(const DealGame& game, const BucketRows& rows) : rows_(rows), plan_(game) {
    for (std::size_t i = 1; i < plan_.parts.size(); ++i) {
        most_places_ = std::max(most_places_, plan_.parts[i].places);
    }
}

std::size_t BoardPasses::bytes() const {
    std::size_t floats = top_.reach.size() + top_.values.size();
    for (const Room& room : rooms_) floats += room.reach.size() + room.values.size();
    return sizeof(float) * floats;
}

void BoardPasses::play(const DealtBoard& board, const BoardPass& pass, ThreadPool& pool,
                       int threads) {
    const auto parts = static_cast<std::int64_t>(plan_.parts.size()) - 1;
    const auto grow = [](Room& room, std::int32_t places) {
        room.reach.resize(places * kWidth);
        room.values.resize(places * kWidth);
    };
    const auto workers = static_cast<std::size_t>(useful_threads(parts, threads));
    grow(top_, plan_.parts[0].places);
    if (rooms_.size() < workers) rooms_.resize(workers);
    std::copy_n(board.weights[1 - pass.traverser].data(), kWidth, top_.reach.data());
    Part top(*this, plan_.parts[0], top_, board, pass);
    top.go_down();
    std::atomic<std::int64_t> next{0};
    pool.run(static_cast<std::int64_t>(workers), [&](std::int64_t worker) {
        Room& room = rooms_[worker];
        grow(room, most_places_);
        for (std::int64_t i = next++; i < parts; i = next++) {
            Part part(*this, plan_.parts[i + 1], room, board, pass);
            if (!part.is_reached()) continue;
            part.go_down();
            part.value_ends();
            part.go_up();
        }
    });
    top.value_ends();
    top.go_up();
}

}  // namespace fifthstreet
