// Traversals of external, outcome and chance sampling: each deals one hand to every player.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "blueprint/deal_sampling.hpp"
#include "blueprint/regret_matching.hpp"

namespace fifthstreet {

// Runs a few traversals at a time. The nodes that they visit are in one queue, so that many rows
// are fetched from memory at the same time; then values are computed from the last node back to the
// first. Each traversal has its own random stream, so results do not depend on the grouping.
template <class Rows>
class DealSampler<Rows>::Walk {
  public:
    static constexpr int kTrips = 4;

    Walk(DealSampler& sampler, Logs& logs)
        : sampler_(sampler),
          game_(sampler.game_),
          rows_(sampler.rows_),
          logs_(logs),
          scheme_(sampler.options_.scheme) {}

    void traverse(std::int64_t first, std::int64_t end) {
        trips_.clear();
        visits_.clear();
        strategies_.clear();
        for (std::int64_t index = first; index < end; ++index) set_out(index);
        go_down();
        go_up();
    }

  private:
    static constexpr int kRiver = 3;
    static constexpr std::size_t kAhead = 8;  // lookups in flight at the same time

    struct Trip {
        explicit Trip(const Random& stream) : random(stream) {}

        Random random;
        int traverser;
        int averaged;  // the player whose averages are updated
        double weight;
        bool may_prune;
        bool pruning;
        Deal deal;
    };
    struct Visit {
        std::int32_t node;
        std::uint8_t trip;
        std::uint8_t action;  // that led here
        std::uint8_t children = 0;
        std::uint32_t first = 0;     // of the visits below
        std::uint32_t strategy = 0;  // first of its probabilities
        Place place{};
        double weight = 0;  // of regrets from here on, and of averages except in chance sampling
        // Chance sampling: weight of averages. Outcome sampling: probability of having drawn the
        // action that led here.
        double share = 1;
        double value = 0;  // to the traverser, in chips
    };

    void set_out(std::int64_t index) {
        const auto& options = sampler_.options_;
        Trip& trip = trips_.emplace_back(Random(options.seed, static_cast<std::uint64_t>(index)));
        sampler_.draw(trip.random, trip.deal);
        trip.traverser = static_cast<int>(index % game_.players());
        // A traversal visits the nodes of the next player with the probability that they play
        // towards them, which is the weight of an average. With more than two players it also
        // depends on how the others play.
        trip.averaged = (trip.traverser + 1) % game_.players();
        trip.weight = options.linear ? static_cast<double>(index + 1) : 1.0;
        trip.may_prune = options.prune_share > 0 && index >= options.prune_after;
        trip.pruning = trip.may_prune && trip.random.uniform() < options.prune_share;
        append(static_cast<std::uint8_t>(trips_.size() - 1), 0, 0, trip.weight, trip.weight);
    }

    // What the player at a node sees, computed once per street.
    const View& view_at(Deal& deal, std::int32_t node) const {
        const int player = game_.nodes[node].player;
        const int street = game_.nodes[node].street;
        View& view = deal.views[player][street];
        if (!(deal.known[player] >> street & 1)) {
            view = rows_.view(deal.hands[player], deal.board, street);
            deal.known[player] |= static_cast<std::uint8_t>(1U << street);
        }
        return view;
    }

    void append(std::uint8_t trip, std::int32_t child, int action, double weight,
                double share = 1) {
        Visit visit{game_.nodes[child].next, trip, static_cast<std::uint8_t>(action)};
        visit.weight = weight;
        visit.share = share;
        if (game_.nodes[visit.node].player < 0) {
            visit.value = game_.settlement.payoff(visit.node, trips_[trip].traverser,
                                                  trips_[trip].deal.strengths.data());
        } else {
            visit.place = rows_.begin(view_at(trips_[trip].deal, visit.node), visit.node);
            __builtin_prefetch(&game_.nodes[game_.nodes[visit.node].first_child]);
            ++logs_.rows_visited;
        }
        visits_.push_back(visit);
    }

    void go_down() {
        std::size_t fetched = 0;
        for (std::size_t i = 0; i < visits_.size(); ++i) {
            for (; fetched < std::min(visits_.size(), i + kAhead); ++fetched) {
                const Visit& soon = visits_[fetched];
                if (game_.nodes[soon.node].player < 0) continue;
                rows_.prefetch(soon.place);
            }
            Visit& visit = visits_[i];
            const int player = game_.nodes[visit.node].player;
            if (player < 0) continue;
            rows_.find(visit.place);
            visit.first = static_cast<std::uint32_t>(visits_.size());
            const bool is_own = player == trips_[visit.trip].traverser;
            if (scheme_ == DealScheme::kChance) {
                take_every(i, is_own);
            } else if (!is_own) {
                take_one(i);
            } else if (scheme_ == DealScheme::kOutcome) {
                explore(i);
            } else {
                take_all(i);
            }
            visits_[i].children = static_cast<std::uint8_t>(visits_.size() - visits_[i].first);
        }
    }

    void take_all(std::size_t i) {
        const double* strategy = decide(visits_[i]);
        const Visit visit = visits_[i];
        const Trip& trip = trips_[visit.trip];
        // Traversals that visit a hopeless action count for those that skip it.
        const double hopeless_weight = trip.weight / (1 - sampler_.options_.prune_share);
        const bool may_prune = trip.may_prune && game_.nodes[visit.node].street < kRiver;
        for (int a = 0; a < game_.nodes[visit.node].n_children; ++a) {
            const std::int32_t child = game_.nodes[visit.node].first_child + a;
            const bool hopeless = may_prune && strategy[a] == 0 && is_hopeless(trip, child, a);
            if (hopeless && trip.pruning) continue;
            append(visit.trip, child, a, hopeless ? hopeless_weight : visit.weight);
        }
    }

    // Regret-based pruning as in Pluribus (Brown & Sandholm 2019): actions that have done badly for
    // long are skipped most of the time. Actions that end the hand are cheap, so never skipped.
    bool is_hopeless(const Trip& trip, std::int32_t child, int action) const {
        return regrets_[action] < sampler_.options_.prune_below * trip.weight &&
               game_.nodes[game_.nodes[child].next].player >= 0;
    }

    void take_one(std::size_t i) {
        const double* strategy = decide(visits_[i]);
        const Visit visit = visits_[i];
        Trip& trip = trips_[visit.trip];
        const int actions = game_.nodes[visit.node].n_children;
        const auto& options = sampler_.options_;
        // Players who tremble are trained for lines that are not played on purpose.
        const int chosen = options.tremble > 0 && trip.random.uniform() < options.tremble
                               ? static_cast<int>(trip.random.below(actions))
                               : draw(trip, strategy, actions);
        if (options.averages_all || game_.nodes[visit.node].player == trip.averaged) {
            add_averages(visit, strategy, visit.weight);
        }
        append(visit.trip, game_.nodes[visit.node].first_child + chosen, chosen, visit.weight);
    }

    // Outcome sampling: the traverser draws one action, at times uniformly. What comes after
    // it counts for the times that it is not drawn.
    void explore(std::size_t i) {
        const double* strategy = decide(visits_[i]);
        const Visit visit = visits_[i];
        const int actions = game_.nodes[visit.node].n_children;
        const double epsilon = sampler_.options_.epsilon;
        for (int a = 0; a < actions; ++a) {
            explored_[a] = epsilon / actions + (1 - epsilon) * strategy[a];
        }
        const int chosen = draw(trips_[visit.trip], explored_, actions);
        append(visit.trip, game_.nodes[visit.node].first_child + chosen, chosen,
               visit.weight / explored_[chosen], explored_[chosen]);
    }

    // Chance sampling: all actions of all players. Regrets are weighted by the reach of all others,
    // averages by the player's own; where both are 0, nothing can change.
    void take_every(std::size_t i, bool is_own) {
        const double* strategy = decide(visits_[i]);
        const Visit visit = visits_[i];
        const bool is_averaged = game_.nodes[visit.node].player == trips_[visit.trip].averaged;
        if (is_averaged) add_averages(visit, strategy, visit.share);
        for (int a = 0; a < game_.nodes[visit.node].n_children; ++a) {
            const double probability = strategies_[visit.strategy + a];
            const double weight = is_own ? visit.weight : visit.weight * probability;
            const double share = is_averaged ? visit.share * probability : visit.share;
            if (weight == 0 && share == 0) continue;
            append(visit.trip, game_.nodes[visit.node].first_child + a, a, weight, share);
        }
    }

    static int draw(Trip& trip, const double* probabilities, int actions) {
        double left = trip.random.uniform();
        int chosen = -1;
        for (int a = 0; a < actions && left >= 0; ++a) {
            if (probabilities[a] <= 0) continue;
            chosen = a;
            left -= probabilities[a];
        }
        return chosen;
    }

    void add_averages(const Visit& visit, const double* strategy, double weight) {
        for (int a = 0; a < game_.nodes[visit.node].n_children; ++a) {
            deltas_[a] = static_cast<float>(weight * strategy[a]);
        }
        update(visit, Part::kAverages);
    }

    // Returns the current strategy at a visit and leaves its regrets in `regrets_`.
    const double* decide(Visit& visit) {
        const int actions = game_.nodes[visit.node].n_children;
        for (int a = 0; a < actions; ++a) {
            regrets_[a] = rows_.regret(visit.place, a);
        }
        visit.strategy = static_cast<std::uint32_t>(strategies_.size());
        strategies_.resize(strategies_.size() + actions);
        double* strategy = &strategies_[visit.strategy];
        match_regrets(regrets_, actions, strategy);
        return strategy;
    }

    void go_up() {
        for (std::size_t i = visits_.size(); i-- > 0;) {
            Visit& visit = visits_[i];
            const int player = game_.nodes[visit.node].player;
            if (player < 0) continue;
            const Visit* below = &visits_[visit.first];
            const bool is_own = player == trips_[visit.trip].traverser;
            if (!is_own && scheme_ != DealScheme::kChance) {
                visit.value = below->value;
                continue;
            }
            const double* strategy = &strategies_[visit.strategy];
            if (scheme_ == DealScheme::kOutcome) {
                learn_from_outcome(visit, *below, strategy);
                continue;
            }
            visit.value = 0;
            for (int c = 0; c < visit.children; ++c) {
                visit.value += strategy[below[c].action] * below[c].value;
            }
            if (!is_own) continue;
            std::fill(deltas_, deltas_ + game_.nodes[visit.node].n_children, 0.0F);
            for (int c = 0; c < visit.children; ++c) {
                deltas_[below[c].action] =
                    static_cast<float>(below[c].weight * (below[c].value - visit.value));
            }
            update(visit, Part::kRegrets);
        }
    }

    void learn_from_outcome(Visit& visit, const Visit& below, const double* strategy) {
        const double tried = below.value / below.share;
        visit.value = strategy[below.action] * tried;
        for (int a = 0; a < game_.nodes[visit.node].n_children; ++a) {
            const double gain = a == below.action ? tried - visit.value : -visit.value;
            deltas_[a] = static_cast<float>(visit.weight * gain);
        }
        update(visit, Part::kRegrets);
    }

    void update(const Visit& visit, Part part) {
        rows_.update(logs_, visit.place, part, game_.nodes[visit.node].n_children, deltas_,
                     trips_[visit.trip].random);
    }

    DealSampler& sampler_;
    const DealGame& game_;
    const Rows& rows_;
    Logs& logs_;
    DealScheme scheme_;
    std::vector<Trip> trips_;
    std::vector<Visit> visits_;
    std::vector<double> strategies_;
    // Of the current node.
    double regrets_[kMaxActions];
    double explored_[kMaxActions];
    float deltas_[kMaxActions];
};

}  // namespace fifthstreet
