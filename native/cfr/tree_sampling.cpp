// Multiplications and additions must not be fused: traversals branch on whether a regret is
// positive, and a fused sum that is slightly off zero would make them differ between machines.
#if defined(__clang__)
#pragma clang fp contract(off)
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

#include "cfr/tree_sampling.hpp"

#include <algorithm>
#include <bit>

namespace fifthstreet {

namespace {

struct Float64 {
    using Cell = double;
    using Average = Float64;
    static double load(double cell) { return cell; }
    static double store(double value, Random&) { return value; }
};

struct Float32 {
    using Cell = float;
    using Average = Float32;
    static double load(float cell) { return cell; }
    static float store(double value, Random&) { return static_cast<float>(value); }
};

// The upper half of a float32. A number between two neighbours is rounded to either of them, with a
// higher probability for the nearer one, so that sums of small steps are right on average (Gupta et
// al. 2015).
struct Bfloat16 {
    using Cell = std::uint16_t;
    using Average = Float32;
    static double load(std::uint16_t cell) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(cell) << 16);
    }
    static std::uint16_t store(double value, Random& random) {
        // A float64 has 45 more bits in its mantissa.
        const std::uint64_t raised = std::bit_cast<std::uint64_t>(value) + (random.next() >> 19);
        const auto cut = static_cast<float>(std::bit_cast<double>(raised & ~((1ULL << 45) - 1)));
        return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(cut) >> 16);
    }
};

template <class Storage>
void add(typename Storage::Cell& cell, double step, Random& random) {
    cell = Storage::store(Storage::load(cell) + step, random);
}

// Avoids a comparison, which is compiled to a branch: it caused a third of all mispredictions in
// external sampling of Leduc, and 5 to 10% of the time.
double positive_part(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return std::bit_cast<double>(bits & ~(bits >> 63));
}

// Runs traversals one after another. `kWithBaseline` and `kPruning` are template parameters so that
// traversals without them do not pay for them.
template <class Storage, bool kWithBaseline, bool kPruning>
class Walker {
    using Cell = typename Storage::Cell;
    using Average = typename Storage::Average;
    using Baseline = typename Average::Cell;

  public:
    Walker(SampledTree& tree, const SampledTables& tables, const SamplingOptions& options)
        : nodes_(tree.nodes.data()),
          payoffs_(tree.payoffs.data()),
          tree_(tree),
          regrets_(static_cast<Cell*>(tables.regrets)),
          averages_(static_cast<typename Average::Cell*>(tables.averages)),
          all_baselines_(static_cast<Baseline*>(tables.baselines)),
          visits_(tables.visits),
          options_(options),
          top_(tree.scratch.data()) {}

    void run(std::int64_t first, std::int64_t count) {
        for (std::int64_t k = first; k < first + count; ++k) {
            const std::int64_t iteration = k / tree_.players;
            random_ = Random(options_.seed, static_cast<std::uint64_t>(k));
            traverser_ = static_cast<std::uint32_t>(k % tree_.players);
            averaged_ = static_cast<std::uint32_t>((k + 1) % tree_.players);
            weight_ = options_.is_linear ? static_cast<double>(iteration + 1) : 1.0;
            ++tree_.walks;
            if constexpr (kWithBaseline) {
                baselines_ = all_baselines_ + static_cast<std::int64_t>(traverser_) * tree_.cells;
            }
            if constexpr (kPruning) {
                below_ = options_.below * weight_;
                hopeless_weight_ = weight_ / (1.0 - options_.share);
                may_prune_ = iteration >= options_.prune_after;
                is_pruning_ = may_prune_ && random_.uniform() < options_.share;
            }
            switch (options_.scheme) {
                case Sampling::kOutcome: sample_outcome(0, 1.0); break;
                case Sampling::kExternal: sample_others(0); break;
                case Sampling::kChance: sample_chance<false>(0, 1.0, 1.0); break;
                case Sampling::kPublicChance: sample_chance<true>(0, 1.0, 1.0); break;
            }
        }
    }

  private:
    // External sampling: chance and the other players draw an action, the traverser tries all. The
    // strategy of the player after the traverser is added to the average at the nodes visited.
    double sample_others(std::int32_t id) {
        for (;;) {
            const SampledNode& node = nodes_[id];
            if (node.kind == traverser_) return try_all(node);
            if (node.kind == kEnd) return payoffs_[node.at + traverser_];
            if (node.kind >= kEvenChance) {
                id = draw_outcome(node);
                continue;
            }
            const int n = node.children;
            double* strategy = top_;
            match(node.at, n, strategy);
            const int drawn = draw_action(strategy, n);
            if (node.kind == averaged_) add_averages(node, strategy, weight_);
            if constexpr (kWithBaseline) {
                top_ += n;
                const double value = sample_others(node.first_child + drawn);
                top_ -= n;
                return corrected(node.at, n, strategy, drawn, value);
            }
            id = node.first_child + drawn;
        }
    }

    double try_all(const SampledNode& node) {
        const int n = node.children;
        double* strategy = top_;
        double* values = top_ + n;
        top_ += 2 * n;
        ++visits_[node.row];
        match(node.at, n, strategy);
        double value = 0;
        for (int a = 0; a < n; ++a) {
            const std::int32_t child = node.first_child + a;
            if constexpr (kPruning) {
                if (is_hopeless(node, a, strategy[a])) {
                    if (is_pruning_) continue;
                    const double before = weight_;
                    weight_ = hopeless_weight_;
                    values[a] = sample_others(child);
                    weight_ = before;
                    continue;  // never played, so it is not part of the value
                }
            }
            const SampledNode& next = nodes_[child];
            values[a] = next.kind == kEnd ? payoffs_[next.at + traverser_] : sample_others(child);
            value += strategy[a] * values[a];
        }
        for (int a = 0; a < n; ++a) {
            double weight = weight_;
            if constexpr (kPruning) {
                if (is_hopeless(node, a, strategy[a])) {
                    if (is_pruning_) continue;
                    weight = hopeless_weight_;
                }
            }
            add<Storage>(regrets_[node.at + a], weight * (values[a] - value), random_);
        }
        top_ -= 2 * n;
        return value;
    }

    // Whether traversals with pruning skip the action.
    bool is_hopeless(const SampledNode& node, int a, double probability) const {
        return may_prune_ && probability == 0 && Storage::load(regrets_[node.at + a]) < below_ &&
               nodes_[node.first_child + a].kind != kEnd;
    }

    // Outcome sampling: one path. `sampled` is the probability of drawing the traverser's actions
    // so far; actions of the others and chance are drawn as they are played and cancel out.
    double sample_outcome(std::int32_t id, double sampled) {
        for (;;) {
            const SampledNode& node = nodes_[id];
            if (node.kind == kEnd) return payoffs_[node.at + traverser_];
            if (node.kind >= kEvenChance) {
                id = draw_outcome(node);
                continue;
            }
            const int n = node.children;
            double* strategy = top_;
            match(node.at, n, strategy);
            if (node.kind == traverser_) return explore(node, sampled);
            const int drawn = draw_action(strategy, n);
            if (node.kind == averaged_) add_averages(node, strategy, weight_ / sampled);
            if constexpr (kWithBaseline) {
                top_ += n;
                const double value = sample_outcome(node.first_child + drawn, sampled);
                top_ -= n;
                return corrected(node.at, n, strategy, drawn, value);
            }
            id = node.first_child + drawn;
        }
    }

    double explore(const SampledNode& node, double sampled) {
        const int n = node.children;
        double* strategy = top_;
        ++visits_[node.row];
        const double floor = options_.epsilon / n;
        const double follow = 1.0 - options_.epsilon;
        const double u = random_.uniform();
        int drawn = 0;  // unless another action is drawn: infinite regrets have no strategy
        double sum = 0;
        double chosen = 1;
        for (int a = 0; a < n; ++a) {
            const double p = floor + follow * strategy[a];
            if (p > 0) {
                drawn = a;
                chosen = p;
                sum += p;
                if (u < sum) break;
            }
        }
        top_ += n;
        const double after = sample_outcome(node.first_child + drawn, sampled * chosen);
        top_ -= n;
        const double step = weight_ / sampled;
        double value = 0;
        if constexpr (kWithBaseline) {
            Baseline* baseline = baselines_ + node.at;
            double* values = top_ + n;
            for (int a = 0; a < n; ++a) {
                const double b = baseline[a];
                values[a] = a == drawn ? b + (after - b) / chosen : b;
                value += strategy[a] * values[a];
            }
            for (int a = 0; a < n; ++a) {
                add<Storage>(regrets_[node.at + a], step * (values[a] - value), random_);
            }
            learn(baseline[drawn], after);
        } else {
            const double tried = after / chosen;
            value = strategy[drawn] * tried;
            for (int a = 0; a < n; ++a) {
                const double gain = a == drawn ? tried - value : -value;
                add<Storage>(regrets_[node.at + a], step * gain, random_);
            }
        }
        return value;
    }

    // Chance sampling and public chance sampling: all actions of players are visited. `others` is
    // the reach of all players but the traverser times the weights of chance; `averaged` is the
    // reach of the player whose average is updated. Where both are 0, nothing can change.
    template <bool kPublicOnly>
    double sample_chance(std::int32_t id, double others, double averaged) {
        const SampledNode& node = nodes_[id];
        if (node.kind == kEnd) return payoffs_[node.at + traverser_];
        if (node.kind >= kEvenChance) {
            if constexpr (!kPublicOnly) {
                return sample_chance<kPublicOnly>(draw_outcome(node), others, averaged);
            }
            return node.row >= 0 ? public_chance(node, others, averaged)
                                 : private_chance(node, others, averaged);
        }
        const int n = node.children;
        const double* strategy = kept_strategy(node);
        double value = 0;
        if (node.kind == traverser_) {
            ++visits_[node.row];
            double* values = top_;
            top_ += n;
            for (int a = 0; a < n; ++a) {
                values[a] = sample_chance<kPublicOnly>(node.first_child + a, others, averaged);
                value += strategy[a] * values[a];
            }
            const double step = weight_ * others;
            for (int a = 0; a < n; ++a) {
                add<Storage>(regrets_[node.at + a], step * (values[a] - value), random_);
            }
            top_ -= n;
            return value;
        }
        const bool is_averaged = node.kind == averaged_;
        if (is_averaged) add_averages(node, strategy, weight_ * averaged);
        for (int a = 0; a < n; ++a) {
            const double reach = others * strategy[a];
            const double own = is_averaged ? averaged * strategy[a] : averaged;
            if (reach == 0 && own == 0) continue;
            value += strategy[a] * sample_chance<kPublicOnly>(node.first_child + a, reach, own);
        }
        return value;
    }

    double private_chance(const SampledNode& node, double others, double averaged) {
        const double* probability = tree_.probability.data() + tree_.chances[node.at].outcomes;
        double value = 0;
        for (std::uint32_t c = 0; c < node.children; ++c) {
            const std::int32_t child = node.first_child + static_cast<std::int32_t>(c);
            value += probability[c] * sample_chance<true>(child, others * probability[c], averaged);
        }
        return value;
    }

    double public_chance(const SampledNode& node, double others, double averaged) {
        const std::int32_t outcomes = tree_.event_outcomes[node.row];
        std::int32_t& drawn = tree_.event_outcome[node.row];
        if (tree_.event_walk[node.row] != tree_.walks) {
            tree_.event_walk[node.row] = tree_.walks;
            drawn = static_cast<std::int32_t>(random_.below(static_cast<std::uint32_t>(outcomes)));
        }
        const ChanceRow& chance = tree_.chances[node.at];
        const std::int32_t c = tree_.child_of_outcome[chance.lookup + drawn];
        if (c < 0) return 0;
        const double scale = tree_.probability[chance.outcomes + c] * outcomes;
        return scale * sample_chance<true>(node.first_child + c, others * scale, averaged);
    }

    // The strategy at the first visit: a traversal may visit an information set more than once, and
    // the visits change its regrets.
    const double* kept_strategy(const SampledNode& node) {
        double* strategy = tree_.strategy.data() + node.at;
        if (tree_.strategy_walk[node.row] != tree_.walks) {
            tree_.strategy_walk[node.row] = tree_.walks;
            match(node.at, node.children, strategy);
        }
        return strategy;
    }

    void add_averages(const SampledNode& node, const double* strategy, double share) {
        ++visits_[node.row];
        for (std::uint32_t a = 0; a < node.children; ++a) {
            add<Average>(averages_[node.at + a], share * strategy[a], random_);
        }
    }

    // Regret matching.
    void match(std::int32_t at, int n, double* strategy) const {
        double sum = 0;
        for (int a = 0; a < n; ++a) {
            strategy[a] = positive_part(Storage::load(regrets_[at + a]));
            sum += strategy[a];
        }
        if (sum > 0) {
            const double scale = 1.0 / sum;
            for (int a = 0; a < n; ++a) strategy[a] *= scale;
        } else {
            const double even = 1.0 / n;
            for (int a = 0; a < n; ++a) strategy[a] = even;
        }
    }

    // A loop without branches, which counts the sums that are at most u, made external sampling 10%
    // slower.
    int draw_action(const double* strategy, int n) {
        const double u = random_.uniform();
        double sum = 0;
        for (int a = 0; a < n; ++a) {
            sum += strategy[a];
            if (u < sum) return a;
        }
        return last_action(strategy, n);
    }

    // The last action that is played: reached only because of rounding.
    [[gnu::noinline]] static int last_action(const double* strategy, int n) {
        int last = n - 1;
        while (last > 0 && strategy[last] == 0) --last;
        return last;
    }

    std::int32_t draw_outcome(const SampledNode& node) {
        const std::uint32_t n = node.children;
        if (node.kind == kEvenChance) {
            return node.first_child + static_cast<std::int32_t>(random_.below(n));
        }
        const double* sums = tree_.cumulative.data() + tree_.chances[node.at].outcomes;
        const double* drawn = std::upper_bound(sums, sums + n, random_.uniform());
        return node.first_child + static_cast<std::int32_t>(drawn - sums);
    }

    // The value of a node from the value of one action drawn from the strategy, and the baselines
    // of all actions (Schmid et al. 2019).
    double corrected(std::int32_t at, int n, const double* strategy, int drawn, double value) {
        Baseline* baseline = baselines_ + at;
        double expected = 0;
        for (int a = 0; a < n; ++a) expected += strategy[a] * baseline[a];
        const double result = expected + (value - baseline[drawn]);
        learn(baseline[drawn], value);
        return result;
    }

    void learn(Baseline& baseline, double value) const {
        baseline = static_cast<Baseline>(baseline + options_.decay * (value - baseline));
    }

    const SampledNode* nodes_;
    const double* payoffs_;
    SampledTree& tree_;
    Cell* regrets_;
    typename Average::Cell* averages_;
    Baseline* all_baselines_;
    std::uint64_t* visits_;
    Baseline* baselines_ = nullptr;  // the traverser's
    SamplingOptions options_;
    double* top_;  // end of the scratch memory in use
    Random random_{0, 0};
    std::uint32_t traverser_ = 0;
    std::uint32_t averaged_ = 0;  // the player whose average this traversal updates
    double weight_ = 1;           // of the iteration
    // Traversals with pruning skip the subtree of a hopeless action; the others count for them.
    double hopeless_weight_ = 1;
    double below_ = 0;
    bool may_prune_ = false;
    bool is_pruning_ = false;
};

template <class Storage>
void walk(SampledTree& tree, const SampledTables& tables, const SamplingOptions& options,
          std::int64_t first, std::int64_t count) {
    if (tables.baselines && options.share > 0) {
        Walker<Storage, true, true>(tree, tables, options).run(first, count);
    } else if (tables.baselines) {
        Walker<Storage, true, false>(tree, tables, options).run(first, count);
    } else if (options.share > 0) {
        Walker<Storage, false, true>(tree, tables, options).run(first, count);
    } else {
        Walker<Storage, false, false>(tree, tables, options).run(first, count);
    }
}

template <class Storage>
void discount(const SampledTree& tree, const SampledTables& tables, Random random, double positive,
              double negative, double average) {
    using Average = typename Storage::Average;
    auto* regrets = static_cast<typename Storage::Cell*>(tables.regrets);
    auto* averages = static_cast<typename Average::Cell*>(tables.averages);
    for (std::int32_t i = 0; i < tree.cells; ++i) {
        const double regret = Storage::load(regrets[i]);
        regrets[i] = Storage::store(regret * (regret > 0 ? positive : negative), random);
        averages[i] = Average::store(Average::load(averages[i]) * average, random);
    }
}

}  // namespace

void walk_samples(SampledTree& tree, const SampledTables& tables, const SamplingOptions& options,
                  std::int64_t first, std::int64_t count) {
    switch (tables.storage) {
        case SampledStorage::kFloat64: walk<Float64>(tree, tables, options, first, count); break;
        case SampledStorage::kFloat32: walk<Float32>(tree, tables, options, first, count); break;
        case SampledStorage::kBfloat16: walk<Bfloat16>(tree, tables, options, first, count); break;
    }
}

void discount_samples(const SampledTree& tree, const SampledTables& tables, std::uint64_t seed,
                      std::uint64_t stream, double positive, double negative, double average) {
    const Random random(seed, stream);
    switch (tables.storage) {
        case SampledStorage::kFloat64:
            discount<Float64>(tree, tables, random, positive, negative, average);
            break;
        case SampledStorage::kFloat32:
            discount<Float32>(tree, tables, random, positive, negative, average);
            break;
        case SampledStorage::kBfloat16:
            discount<Bfloat16>(tree, tables, random, positive, negative, average);
            break;
    }
}

}  // namespace fifthstreet
