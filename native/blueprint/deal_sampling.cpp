#include "blueprint/deal_sampling.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr int kRiver = 3;
constexpr int kHandBits = 11;
constexpr int kCardBits = 6;
constexpr int kMostActions = 256;
constexpr std::size_t kAhead = 8;  // lookups in flight at the same time

enum Kind : std::uint64_t { kRegrets = 0, kAverages = 1 };

// Fields of an entry's second word.
constexpr int kKindBit = 8;
constexpr int kNewBit = 9;
constexpr int kNoiseShift = 32;

int cards_seen(int street) { return street == 0 ? 0 : street + 2; }

int hole_index(int a, int b) {
    const auto [low, high] = std::minmax(a, b);
    return high * (high - 1) / 2 + low;
}

// Regret matching: in proportion to positive regrets, or uniform if there are none.
void match_regrets(const double* regrets, int actions, double* strategy) {
    double sum = 0;
    for (int a = 0; a < actions; ++a) sum += std::max(regrets[a], 0.0);
    for (int a = 0; a < actions; ++a) {
        strategy[a] = sum > 0 ? std::max(regrets[a], 0.0) / sum : 1.0 / actions;
    }
}

}  // namespace

DealSampler::Tables::Tables() : pool(std::make_unique<ChunkPool>()) {
    shards.reserve(kShards);
    for (int shard = 0; shard < kShards; ++shard) shards.emplace_back(*pool);
}

DealSampler::DealSampler(DealGame game, const DealOptions& options)
    : game_(std::move(game)),
      options_(options),
      cells_(options.half),
      logs_(static_cast<std::size_t>(std::min<std::int64_t>(options.batch, kTasks))) {}

DealSampler::View DealSampler::view(Mask hole, const std::array<int, kBoardCards>& board,
                                    int street) const {
    const int low = std::countr_zero(hole);
    const int high = 63 - std::countl_zero(hole);
    const int seen = cards_seen(street);
    std::uint64_t best = ~std::uint64_t{0};
    for (const auto& perm : game_.symmetry) {
        const auto image = [&](int card) { return (card & ~3) | perm[card & 3]; };
        int drawn[kBoardCards];
        for (int i = 0; i < seen; ++i) drawn[i] = game_.board[i] < 0 ? image(board[i]) : 0;
        if (seen > 0) std::sort(drawn, drawn + cards_seen(1));  // a flop has no order
        std::uint64_t part = 0;
        for (int i = 0; i < seen; ++i) part = part << kCardBits | drawn[i];
        part = part << kHandBits | hole_index(image(low), image(high));
        best = std::min(best, part);
    }
    return {best, static_cast<int>(mix_key(best) >> (64 - std::countr_zero(unsigned{kShards})))};
}

// Deals each player a hand and completes the board.
void DealSampler::draw(Random& random, Deal& deal) const {
    const int players = game_.players();
    // If two hands share a card, all hands are drawn again, so that the probability of a deal is
    // proportional to the product of its hands' weights.
    Mask held = 0;
    for (int p = 0; p < players;) {
        const auto& upto = game_.upto[p];
        const double drawn = random.uniform() * upto.back();
        const auto found = std::upper_bound(upto.begin(), upto.end() - 1, drawn);
        deal.hands[p] = game_.hands[p][found - upto.begin()];
        const bool collides = (held & deal.hands[p]) != 0;
        held = collides ? 0 : held | deal.hands[p];
        p = collides ? 0 : p + 1;
    }
    Mask board = 0;
    for (const int card : game_.board) {
        if (card >= 0) board |= card_bit(card);
    }
    deal.board = game_.board;
    for (int& card : deal.board) {
        if (card >= 0) continue;
        do {
            card = static_cast<int>(random.below(kCards));
        } while ((held | board) & card_bit(card));
        board |= card_bit(card);
    }
    for (int p = 0; p < players; ++p) {
        deal.strengths[p] = game_.evaluator->strength(deal.hands[p], board);
        deal.known[p] = 0;
    }
}

// Runs a few traversals at a time. The nodes that they visit are in one queue, so that many rows
// are fetched from memory at the same time; then values are computed from the last node back to the
// first. Each traversal has its own random stream, so results do not depend on the grouping.
class DealSampler::Walk {
  public:
    static constexpr int kTrips = 4;

    Walk(DealSampler& sampler, std::array<UpdateLog, kShards>& logs)
        : sampler_(sampler), game_(sampler.game_), logs_(logs) {}

    void traverse(std::int64_t first, std::int64_t end) {
        trips_.clear();
        visits_.clear();
        strategies_.clear();
        for (std::int64_t index = first; index < end; ++index) set_out(index);
        go_down();
        go_up();
    }

  private:
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
        std::uint8_t shard = 0;
        std::uint32_t first = 0;     // of the visits below
        std::uint32_t strategy = 0;  // first of its probabilities
        std::uint64_t key = 0;
        std::uint64_t hash = 0;
        Row row = nullptr;
        double weight = 0;  // of updates from here on
        double value = 0;   // to the traverser, in chips
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
        append(static_cast<std::uint8_t>(trips_.size() - 1), 0, 0, trip.weight);
    }

    // What the player at a node sees, computed once per street.
    const View& view_at(Deal& deal, std::int32_t node) const {
        const int player = game_.player[node];
        const int street = game_.street[node];
        View& view = deal.views[player][street];
        if (!(deal.known[player] >> street & 1)) {
            view = sampler_.view(deal.hands[player], deal.board, street);
            deal.known[player] |= static_cast<std::uint8_t>(1U << street);
        }
        return view;
    }

    void append(std::uint8_t trip, std::int32_t child, int action, double weight) {
        Visit visit{game_.next[child], trip, static_cast<std::uint8_t>(action)};
        visit.weight = weight;
        if (game_.player[visit.node] < 0) {
            visit.value = game_.settlement.payoff(visit.node, trips_[trip].traverser,
                                                  trips_[trip].deal.strengths.data());
        } else {
            const View& view = view_at(trips_[trip].deal, visit.node);
            visit.shard = static_cast<std::uint8_t>(view.shard);
            visit.key = sampler_.key(view, visit.node);
            visit.hash = mix_key(visit.key);
            sampler_.tables_.shards[visit.shard].prefetch_slot(visit.hash);
        }
        visits_.push_back(visit);
    }

    void go_down() {
        std::size_t fetched = 0;
        for (std::size_t i = 0; i < visits_.size(); ++i) {
            for (; fetched < std::min(visits_.size(), i + kAhead); ++fetched) {
                const Visit& soon = visits_[fetched];
                if (game_.player[soon.node] < 0) continue;
                sampler_.tables_.shards[soon.shard].prefetch_row(soon.hash);
            }
            Visit& visit = visits_[i];
            const int player = game_.player[visit.node];
            if (player < 0) continue;
            visit.row = sampler_.tables_.shards[visit.shard].find(visit.key, visit.hash);
            visit.first = static_cast<std::uint32_t>(visits_.size());
            if (player == trips_[visit.trip].traverser) {
                take_all(i);
            } else {
                take_one(i);
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
        const bool may_prune = trip.may_prune && game_.street[visit.node] < kRiver;
        for (int a = 0; a < game_.n_children[visit.node]; ++a) {
            const std::int32_t child = game_.first_child[visit.node] + a;
            const bool hopeless = may_prune && strategy[a] == 0 && is_hopeless(trip, child, a);
            if (hopeless && trip.pruning) continue;
            append(visit.trip, child, a, hopeless ? hopeless_weight : visit.weight);
        }
    }

    // Regret-based pruning as in Pluribus (Brown & Sandholm 2019): actions that have done badly for
    // long are skipped most of the time. Actions that end the hand are cheap, so never skipped.
    bool is_hopeless(const Trip& trip, std::int32_t child, int action) const {
        return regrets_[action] < sampler_.options_.prune_below * trip.weight &&
               game_.player[game_.next[child]] >= 0;
    }

    void take_one(std::size_t i) {
        const double* strategy = decide(visits_[i]);
        const Visit visit = visits_[i];
        const int actions = game_.n_children[visit.node];
        double left = trips_[visit.trip].random.uniform();
        int chosen = -1;
        for (int a = 0; a < actions && left >= 0; ++a) {
            if (strategy[a] <= 0) continue;
            chosen = a;
            left -= strategy[a];
        }
        if (game_.player[visit.node] == trips_[visit.trip].averaged) {
            for (int a = 0; a < actions; ++a) {
                deltas_[a] = static_cast<float>(visit.weight * strategy[a]);
            }
            update(visit, kAverages);
        }
        append(visit.trip, game_.first_child[visit.node] + chosen, chosen, visit.weight);
    }

    // Returns the current strategy at a visit and leaves its regrets in `regrets_`.
    const double* decide(Visit& visit) {
        const int actions = game_.n_children[visit.node];
        for (int a = 0; a < actions; ++a) {
            regrets_[a] = visit.row ? sampler_.cells_.get(visit.row, a) : 0;
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
            const int player = game_.player[visit.node];
            if (player < 0) continue;
            const Visit* below = &visits_[visit.first];
            if (player != trips_[visit.trip].traverser) {
                visit.value = below->value;
                continue;
            }
            const double* strategy = &strategies_[visit.strategy];
            visit.value = 0;
            for (int c = 0; c < visit.children; ++c) {
                visit.value += strategy[below[c].action] * below[c].value;
            }
            std::fill(deltas_, deltas_ + game_.n_children[visit.node], 0.0F);
            for (int c = 0; c < visit.children; ++c) {
                deltas_[below[c].action] =
                    static_cast<float>(below[c].weight * (below[c].value - visit.value));
            }
            update(visit, kRegrets);
        }
    }

    // Adds `deltas_` to a row, immediately or through the log.
    void update(const Visit& visit, Kind kind) {
        const int actions = game_.n_children[visit.node];
        const Cells& cells = sampler_.cells_;
        const std::uint64_t noise = cells.half() ? trips_[visit.trip].random.next() >> 32 : 0;
        if (visit.row && sampler_.options_.lock_free) {
            cells.add(visit.row, kind == kAverages ? actions : 0, actions, deltas_,
                      static_cast<std::uint32_t>(noise));
            return;
        }
        UpdateLog& log = logs_[visit.shard];
        const bool is_new = !visit.row;
        const std::size_t at = log.words.size();
        log.words.resize(at + 2 + (actions + 1) / 2);
        log.words[at] = is_new ? visit.key : reinterpret_cast<std::uintptr_t>(visit.row);
        log.words[at + 1] = noise << kNoiseShift | std::uint64_t{is_new} << kNewBit |
                            std::uint64_t{kind} << kKindBit | static_cast<std::uint64_t>(actions);
        std::copy_n(deltas_, actions, reinterpret_cast<float*>(&log.words[at + 2]));
        if (is_new) {
            ++log.new_rows;
            log.new_words += cells.row_words(actions);
        }
    }

    DealSampler& sampler_;
    const DealGame& game_;
    std::array<UpdateLog, kShards>& logs_;
    std::vector<Trip> trips_;
    std::vector<Visit> visits_;
    std::vector<double> strategies_;
    // Of the current node.
    double regrets_[kMostActions];
    float deltas_[kMostActions];
};

bool DealSampler::run(std::int64_t batches, int threads) {
    ThreadPool pool(threads);
    const auto tasks = static_cast<std::int64_t>(logs_.size());
    for (std::int64_t b = 0; b < batches; ++b) {
        pool.run(tasks, [&](std::int64_t task) {
            auto& logs = logs_[task];
            for (auto& log : logs) log.clear();
            Walk walk(*this, logs);
            const std::int64_t end = iteration_ + options_.batch * (task + 1) / tasks;
            std::int64_t i = iteration_ + options_.batch * task / tasks;
            for (; i < end; i += Walk::kTrips) {
                walk.traverse(i, std::min(i + Walk::kTrips, end));
            }
        });
        const bool fits = has_room();
        if (fits) pool.run(kShards, [&](std::int64_t shard) { merge(static_cast<int>(shard)); });
        if (fits || options_.lock_free) iteration_ += options_.batch;
        if (!fits) return false;
    }
    return true;
}

bool DealSampler::has_room() const {
    std::size_t bytes = log_bytes();
    std::size_t chunks = 0;
    for (int shard = 0; shard < kShards; ++shard) {
        std::int64_t rows = 0;
        std::int64_t words = 0;
        for (const auto& logs : logs_) {
            rows += logs[shard].new_rows;
            words += logs[shard].new_words;
        }
        const ShardTable& table = tables_.shards[shard];
        if (!table.has_places(words)) return false;
        bytes += table.index_bytes(rows);
        chunks += table.chunks(words);
    }
    return bytes + ChunkPool::bytes(chunks) <= options_.memory_limit;
}

void DealSampler::merge(int shard) {
    ShardTable& table = tables_.shards[shard];
    for (auto& logs : logs_) {
        auto& words = logs[shard].words;
        const auto size_of = [&](std::size_t at) { return 2 + ((words[at + 1] & 0xFF) + 1) / 2; };
        const auto is_new = [&](std::size_t at) { return (words[at + 1] >> kNewBit & 1) != 0; };
        std::size_t ahead = 0;
        for (std::size_t at = 0; at < words.size(); at += size_of(at)) {
            for (; ahead < words.size() && ahead < at + 4 * kAhead; ahead += size_of(ahead)) {
                if (is_new(ahead)) {
                    table.prefetch_slot(mix_key(words[ahead]));
                } else {
                    __builtin_prefetch(reinterpret_cast<Row>(words[ahead]), 1);
                }
            }
            const int actions = static_cast<int>(words[at + 1] & 0xFF);
            Row row;
            if (is_new(at)) {
                // An earlier traversal of the batch may have added the row.
                const std::uint64_t hash = mix_key(words[at]);
                row = table.find(words[at], hash);
                if (!row) row = table.insert(words[at], hash, cells_.row_words(actions));
            } else {
                row = reinterpret_cast<Row>(words[at]);
            }
            cells_.add(row, words[at + 1] >> kKindBit & 1 ? actions : 0, actions,
                       reinterpret_cast<const float*>(&words[at + 2]),
                       static_cast<std::uint32_t>(words[at + 1] >> kNoiseShift));
        }
    }
}

std::int64_t DealSampler::information_sets() const {
    std::int64_t rows = 0;
    for (const auto& shard : tables_.shards) rows += shard.rows();
    return rows;
}

std::size_t DealSampler::table_bytes() const {
    std::size_t bytes = 0;
    std::size_t chunks = 0;
    for (const auto& table : tables_.shards) {
        bytes += table.index_bytes();
        chunks += table.chunks();
    }
    return bytes + ChunkPool::bytes(chunks);
}

std::size_t DealSampler::log_bytes() const {
    std::size_t words = 0;
    for (const auto& logs : logs_) {
        for (const auto& log : logs) words += log.words.capacity();
    }
    return sizeof(std::uint64_t) * words;
}

void DealSampler::average(std::int32_t node, const std::vector<int>& board, const Mask* holes,
                          int count, double* out) const {
    std::array<int, kBoardCards> cards{};
    Mask taken = 0;
    for (std::size_t i = 0; i < board.size(); ++i) {
        cards[i] = board[i];
        taken |= card_bit(board[i]);
    }
    const int actions = game_.n_children[node];
    for (int hole = 0; hole < count; ++hole) {
        const auto at = [&](int a) -> double& { return out[a * count + hole]; };
        if (holes[hole] & taken) {
            for (int a = 0; a < actions; ++a) at(a) = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        const View seen = view(holes[hole], cards, game_.street[node]);
        const std::uint64_t wanted = key(seen, node);
        const Row row = tables_.shards[seen.shard].find(wanted, mix_key(wanted));
        double sum = 0;
        for (int a = 0; a < actions; ++a) {
            sum += at(a) = row ? cells_.get(row, actions + a) : 0;
        }
        for (int a = 0; a < actions; ++a) at(a) = sum > 0 ? at(a) / sum : 1.0 / actions;
    }
}

void DealSampler::save(std::vector<std::uint64_t>& words,
                       std::array<std::int64_t, kShards>& lengths) const {
    words.reserve(table_bytes() / sizeof(std::uint64_t));
    for (int shard = 0; shard < kShards; ++shard) {
        const std::size_t before = words.size();
        tables_.shards[shard].for_each_row(
            [&](std::uint64_t key) { return cells_.row_words(actions(key)); },
            [&](Row row, int count) { words.insert(words.end(), row, row + count); });
        lengths[shard] = static_cast<std::int64_t>(words.size() - before);
    }
}

bool DealSampler::load(const std::uint64_t* words, const std::int64_t* lengths,
                       std::int64_t iteration) {
    Tables loaded;
    for (int shard = 0; shard < kShards; ++shard) {
        for (std::int64_t at = 0; at < lengths[shard];) {
            const std::uint64_t node = words[at] >> (64 - kNodeBits);
            if (node >= game_.player.size() || game_.player[node] < 0) return false;
            const int size = cells_.row_words(game_.n_children[node]);
            if (at + size > lengths[shard]) return false;
            const Row row = loaded.shards[shard].insert(words[at], mix_key(words[at]), size);
            std::copy_n(words + at, size, row);
            at += size;
        }
        words += lengths[shard];
    }
    tables_ = std::move(loaded);
    iteration_ = iteration;
    return true;
}

}  // namespace fifthstreet
