#include "range_solver.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fifthstreet {

namespace {

constexpr int kRunoutsPerChunk = 6;
// Rows in use on the river before their ends are swept: as many as the second-level cache holds
// beside the tables that stream through it, so that sweeps run with nearly all lanes in use.
constexpr std::size_t kBenchBytes = 384 << 10;
constexpr std::size_t kFullSweeps = 8 * kLanes;

// Products of small probabilities become denormal numbers, which many machines handle a hundred
// times slower; they are worth nothing here.
class FlushDenormals {
  public:
#if defined(__x86_64__)
    FlushDenormals() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | 0x8040); }
    ~FlushDenormals() { _mm_setcsr(saved_); }

  private:
    unsigned saved_;
#elif defined(__aarch64__)
    FlushDenormals() {
        asm volatile("mrs %0, fpcr" : "=r"(saved_));
        asm volatile("msr fpcr, %0" : : "r"(saved_ | (1UL << 24)));
    }
    ~FlushDenormals() { asm volatile("msr fpcr, %0" : : "r"(saved_)); }

  private:
    unsigned long saved_;
#endif
};

const float* lock_of(const PlayerTables& tables, std::int64_t block) {
    if (tables.lock_start.empty() || tables.lock_start[block] < 0) return nullptr;
    return tables.lock_rows.data() + tables.lock_start[block];
}

// Product of the factors after `done` up to and with `now`.
float product(const std::vector<float>& factors, std::uint32_t done, std::uint32_t now) {
    double result = factors[now];
    for (std::uint32_t i = done + 1; i < now && result != 0; ++i) result *= factors[i];
    return static_cast<float>(result);
}

}  // namespace

struct RangeSolver::Pass {
    int player;
    int opponent;
    Mode mode;
    std::uint32_t iteration;  // from 1
    std::uint32_t updates;    // that the opponent's strategy has had
    const Discounts* discounts;
    const std::vector<float*>* taps;
};

// Rows of the nodes of one runout while a pass goes through it.
struct RangeSolver::Bench {
    std::vector<Lanes> rows;
    std::size_t used = 0;
    int width = 0;
    std::vector<const float*> reach;  // [nodes] opponent's
    std::vector<float*> value;        // [nodes] player's
    std::vector<std::uint8_t> live;   // [nodes] whether any hand of the opponent gets there

    void fit(int nodes, std::size_t most_rows, int row_width) {
        width = row_width;
        rows.resize(most_rows * row_width / kLanes);
        reach.resize(nodes);
        value.resize(nodes);
        live.resize(nodes);
    }
    float* new_row() {
        return reinterpret_cast<float*>(rows.data()) + used++ * width;
    }
};

struct RangeSolver::Ends {
    explicit Ends(int width) : scratch(width) {}

    std::vector<ShowdownEnd> showdowns;
    std::vector<FoldEnd> folds;
    SweepScratch scratch;
    std::vector<int> entries;  // of the river that wait for their ends
    std::vector<Lanes> buffers[3];

    // Room to decode rows of an integer table.
    float* buffer(int which, std::size_t count) {
        if (buffers[which].size() * kLanes < count) buffers[which].resize(count / kLanes);
        return reinterpret_cast<float*>(buffers[which].data());
    }
};

// Benches and ends for as many tasks as run at the same time.
class RangeSolver::Workers {
  public:
    struct Tools {
        explicit Tools(int width) : ends(width) {}
        Bench bench;
        Ends ends;
    };

    explicit Workers(const RangeSolver& solver) : solver_(solver) {}

    // Tools that nobody else holds until the lease ends.
    class Lease {
      public:
        explicit Lease(Workers& workers) : workers_(workers), tools_(workers.take()) {}
        ~Lease() { workers_.give_back(std::move(tools_)); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        Tools* operator->() { return tools_.get(); }

      private:
        Workers& workers_;
        std::unique_ptr<Tools> tools_;
    };

  private:
    std::unique_ptr<Tools> take() {
        {
            const std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                auto tools = std::move(free_.back());
                free_.pop_back();
                return tools;
            }
        }
        const Street& river = solver_.river();
        const int width = *std::max_element(solver_.width_.begin(), solver_.width_.end());
        int largest = 0;
        for (int e = 0; e < river.entries(); ++e) {
            largest = std::max(largest, river.entry_start[e + 1] - river.entry_start[e]);
        }
        auto tools = std::make_unique<Tools>(width);
        // A node has a row of reach, one of values, and one of zeros if all below is out of reach.
        tools->bench.fit(river.nodes(), solver_.rows_at_once() + 3 * static_cast<std::size_t>(largest) + 1,
                         solver_.width_.back());
        return tools;
    }
    void give_back(std::unique_ptr<Tools> tools) {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(tools));
    }

    const RangeSolver& solver_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Tools>> free_;
};

RangeSolver::RangeSolver(std::vector<Street> streets, std::vector<float> first_weights,
                         std::vector<float> second_weights)
    : streets_(std::move(streets)),
      weights_{std::move(first_weights), std::move(second_weights)},
      workers_(std::make_unique<Workers>(*this)) {
    std::int64_t blocks[2] = {0, 0};
    for (Street& street : streets_) {
        int widest = 0;
        for (const Seat& seat : street.seats) {
            for (const int count : seat.count) widest = std::max(widest, row_stride(count));
        }
        width_.push_back(widest);
        for (int p = 0; p < 2; ++p) {
            street.seats[p].first_block = blocks[p];
            blocks[p] += static_cast<std::int64_t>(street.seats[p].blocks) * street.runouts();
        }
        street.before_showdown.assign(street.nodes(), -1);
        for (int node = 0; node < street.nodes(); ++node) {
            const int first = street.first_child[node];
            if (street.n_children[node] > 1 && street.kind[first] == kFold &&
                street.kind[first + 1] == kShowdown) {
                street.before_showdown[first] = street.player[node];
            }
        }
    }
    for (int s = 0; s < last(); ++s) {
        benches_.emplace_back(streets_[s].runouts());
        const std::size_t rows = 3 * static_cast<std::size_t>(streets_[s].nodes()) + streets_[s].entries();
        for (Bench& bench : benches_.back()) bench.fit(streets_[s].nodes(), rows, width_[s]);
    }
    chunks_.push_back(0);
    first_chunk_.push_back(0);
    if (last() == 0) return;
    for (int p = 0; p < streets_[last() - 1].runouts(); ++p) {
        for (int r = river().first_of_parent[p]; r < river().first_of_parent[p + 1];) {
            r = std::min(r + kRunoutsPerChunk, river().first_of_parent[p + 1]);
            chunks_.push_back(r);
        }
        first_chunk_.push_back(static_cast<int>(chunks_.size()) - 1);
    }
    sums_.resize((chunks_.size() - 1) * static_cast<std::size_t>(river().entries()) *
                 width_[last() - 1]);
}

RangeSolver::~RangeSolver() = default;

void RangeSolver::iterate(std::uint32_t first, std::uint32_t count, const Discounts& discounts,
                          int threads) {
    ThreadPool pool(threads);
    for (std::uint32_t t = first; t < first + count; ++t) {
        for (int player = 0; player < 2; ++player) {
            // The second player's strategy is the one of the iteration before when the first moves.
            const Pass pass{player, 1 - player, Mode::kUpdate, t, player ? t : t - 1, &discounts, nullptr};
            run(pass, pool, nullptr);
        }
    }
}

void RangeSolver::evaluate(int player, Mode mode, int threads, const std::vector<float*>& taps,
                           float* out) {
    ThreadPool pool(threads);
    run({player, 1 - player, mode, 0, 0, nullptr, &taps}, pool, out);
}

void RangeSolver::evaluate_river(int player, Mode mode, int runout, float* out) {
    const FlushDenormals fast;
    Workers::Lease tools(*workers_);
    const Pass pass{player, 1 - player, mode, 0, 0, nullptr, nullptr};
    std::vector<int> line(streets_.size());  // the runout of each street on the way to this one
    line.back() = runout;
    for (int s = last(); s > 0; --s) line[s - 1] = streets_[s].parent[line[s]];
    for (int s = 0; s < last(); ++s) down_street(pass, s, line[s], tools->ends);
    const Bench* before = last() ? &benches_[last() - 1][line[last() - 1]] : nullptr;
    river_runout(pass, runout, before, tools->bench, tools->ends, nullptr, out);
}

std::int64_t RangeSolver::scratch_bytes() const {
    std::size_t bytes = sums_.size() * sizeof(float);
    for (const auto& street : benches_) {
        for (const Bench& bench : street) bytes += bench.rows.size() * sizeof(Lanes);
    }
    return static_cast<std::int64_t>(bytes);
}

std::size_t RangeSolver::rows_at_once() const {
    return kBenchBytes / (sizeof(float) * static_cast<std::size_t>(width_.back()));
}

std::int64_t RangeSolver::block_of(int player, int street, int runout, int node) const {
    const Seat& seat = streets_[street].seats[player];
    return seat.first_block + static_cast<std::int64_t>(runout) * seat.blocks +
           streets_[street].block[node];
}

// Splits the opponent's reach at his node.
void RangeSolver::split(const Pass& pass, int street, int runout, int node, Bench& bench,
                        Ends& ends) const {
    const Street& s = streets_[street];
    const Seat& seat = s.seats[pass.opponent];
    const PlayerTables& tables = tables_[pass.opponent];
    const int actions = s.n_children[node];
    const int stride = row_stride(seat.count[runout]);
    const std::int64_t size = static_cast<std::int64_t>(actions) * stride;
    const std::int64_t offset =
        seat.table[runout] + static_cast<std::int64_t>(s.row[node]) * stride;
    const std::int64_t block = block_of(pass.opponent, street, runout, node);
    const bool update = pass.mode == Mode::kUpdate;
    NodeRows rows{actions, stride, nullptr, nullptr, nullptr, lock_of(tables, block)};
    rows.weights = open_rows(update ? tables.regrets : tables.averages, offset, block, size,
                             ends.buffer(0, size));
    float keep = 1;
    if (update) {
        if (tables.predictions.data) {
            rows.predictions =
                open_rows(tables.predictions, offset, block, size, ends.buffer(1, size));
            // Where nobody came by in the player's last pass, no regret was seen.
            if (tables.regret_stamps[block] != pass.updates) {
                std::fill_n(rows.predictions, size, 0.0f);
            }
        }
        rows.averages = open_rows(tables.averages, offset, block, size, ends.buffer(2, size));
        const std::uint32_t done = tables.average_stamps[block];
        keep = done ? product(pass.discounts->keep, done - 1, pass.updates) : 0;
        tables.average_stamps[block] = pass.updates + 1;
    }
    float* out[kMostActions];
    bool live[kMostActions];
    for (int a = 0; a < actions; ++a) out[a] = bench.new_row();
    split_reach(rows, keep, bench.reach[node], out, live);
    if (update) close_rows(tables.averages, offset, block, size, rows.averages);
    for (int a = 0; a < actions; ++a) {
        const int child = s.first_child[node] + a;
        bench.reach[child] = out[a];
        bench.live[child] = live[a];
    }
}

// Makes the values of the player's node from those of its actions.
void RangeSolver::join(const Pass& pass, int street, int runout, int node, Bench& bench,
                       Ends& ends) const {
    const Street& s = streets_[street];
    const Seat& seat = s.seats[pass.player];
    const PlayerTables& tables = tables_[pass.player];
    const int actions = s.n_children[node];
    const int stride = row_stride(seat.count[runout]);
    const std::int64_t size = static_cast<std::int64_t>(actions) * stride;
    const std::int64_t offset =
        seat.table[runout] + static_cast<std::int64_t>(s.row[node]) * stride;
    const std::int64_t block = block_of(pass.player, street, runout, node);
    NodeRows rows{actions, stride, nullptr, nullptr, nullptr, lock_of(tables, block)};
    float* values[kMostActions];
    for (int a = 0; a < actions; ++a) values[a] = bench.value[s.first_child[node] + a];
    switch (pass.mode) {
        case Mode::kBestResponse:
            best_values(rows, values);
            break;
        case Mode::kAverage:
            rows.weights =
                open_rows(tables.averages, offset, block, size, ends.buffer(0, size));
            mean_values(rows, values);
            break;
        case Mode::kUpdate: {
            rows.weights = open_rows(tables.regrets, offset, block, size, ends.buffer(0, size));
            if (tables.predictions.data) {
                rows.predictions =
                    open_rows(tables.predictions, offset, block, size, ends.buffer(1, size));
            }
            const std::uint32_t done = tables.regret_stamps[block];
            if (rows.predictions && done + 1 != pass.iteration) {
                std::fill_n(rows.predictions, size, 0.0f);
            }
            update_regrets(rows, product(pass.discounts->positive, done, pass.iteration),
                           product(pass.discounts->negative, done, pass.iteration), values);
            tables.regret_stamps[block] = pass.iteration;
            close_rows(tables.regrets, offset, block, size, rows.weights);
            if (rows.predictions) {
                close_rows(tables.predictions, offset, block, size, rows.predictions);
            }
            break;
        }
    }
    bench.value[node] = values[0];
}

// Reach of an entry's nodes, and what is to be swept for its ends.
void RangeSolver::down(const Pass& pass, int street, int runout, int entry, Bench& bench,
                       Ends& ends) const {
    const Street& s = streets_[street];
    for (int node = s.entry_start[entry]; node < s.entry_start[entry + 1]; ++node) {
        const int first = s.first_child[node];
        if (!bench.live[node]) {
            for (int a = 0; a < s.n_children[node]; ++a) bench.live[first + a] = false;
            continue;
        }
        switch (s.kind[node]) {
            case kAction:
                if (s.player[node] == pass.opponent) {
                    split(pass, street, runout, node, bench, ends);
                } else {
                    for (int a = 0; a < s.n_children[node]; ++a) {
                        bench.reach[first + a] = bench.reach[node];
                        bench.live[first + a] = true;
                    }
                }
                break;
            case kExit:
                bench.value[node] = bench.new_row();
                break;
            case kFold:
                bench.value[node] = bench.new_row();
                // A fold of the player's just before his call hangs on the same reach as the
                // showdown, and is valued with it.
                if (s.before_showdown[node] != pass.player) {
                    ends.folds.push_back(
                        {bench.reach[node], bench.value[node], s.total[pass.player][node]});
                }
                break;
            case kShowdown: {
                bench.value[node] = bench.new_row();
                ShowdownEnd end{bench.reach[node], bench.value[node], s.lead[pass.player][node],
                                s.total[pass.player][node], nullptr, 0};
                if (node > 0 && s.before_showdown[node - 1] == pass.player) {
                    end.fold_out = bench.value[node - 1];
                    end.fold_total = s.total[pass.player][node - 1];
                }
                ends.showdowns.push_back(end);
                break;
            }
        }
    }
}

void RangeSolver::sweep(const Pass& pass, int street, int runout, Ends& ends) const {
    const Seat& seat = streets_[street].seats[pass.player];
    const Seat& opponent = streets_[street].seats[pass.opponent];
    const SweepHands hands{
        seat.count[runout],
        opponent.count[runout],
        seat.cards.data() + 2 * seat.start[runout],
        opponent.cards.data() + 2 * opponent.start[runout],
        seat.same.data() + seat.start[runout],
        seat.group_start.empty() ? nullptr : seat.groups.data() + seat.group_start[runout],
    };
    sweep_showdowns(hands, ends.showdowns, ends.scratch);
    sweep_folds(hands, ends.folds, ends.scratch);
    ends.showdowns.clear();
    ends.folds.clear();
}

// Values of an entry's nodes, once those of its ends and exits are known.
void RangeSolver::up(const Pass& pass, int street, int runout, int entry, Bench& bench, Ends& ends,
                     float* tap) const {
    const Street& s = streets_[street];
    const int stride = row_stride(s.seats[pass.player].count[runout]);
    for (int node = s.entry_start[entry + 1] - 1; node >= s.entry_start[entry]; --node) {
        if (!bench.live[node]) continue;
        if (s.kind[node] == kAction) {
            if (s.player[node] == pass.player) {
                join(pass, street, runout, node, bench, ends);
            } else {
                float* sum = nullptr;
                for (int a = 0; a < s.n_children[node]; ++a) {
                    const int child = s.first_child[node] + a;
                    if (!bench.live[child]) continue;
                    if (sum) {
                        add_rows(bench.value[child], stride, sum);
                    } else {
                        sum = bench.value[child];
                    }
                }
                if (!sum) {  // every product was too small to be told from zero
                    sum = bench.new_row();
                    std::fill(sum, sum + stride, 0.0f);
                }
                bench.value[node] = sum;
            }
        }
        if (tap) std::copy_n(bench.value[node], stride, tap + static_cast<std::int64_t>(node) * stride);
    }
}

// Reach at the start of an entry: the root's weights, or what came through the deal before.
void RangeSolver::enter(const Pass& pass, int street, int runout, int entry, const Bench* before,
                        Bench& bench) const {
    const Street& s = streets_[street];
    const Seat& seat = s.seats[pass.opponent];
    const int root = s.entry_start[entry];
    const int count = seat.count[runout];
    const int stride = row_stride(count);
    float* row = bench.new_row();
    bench.reach[root] = row;
    if (!before) {
        std::copy_n(weights_[pass.opponent].data(), count, row);
        std::fill(row + count, row + stride, 0.0f);
        bench.live[root] = true;
        return;
    }
    const int exit = streets_[street - 1].exit_node[entry];
    bench.live[root] = before->live[exit];
    if (!bench.live[root]) return;
    const float* from = before->reach[exit];
    const std::uint16_t* order = seat.order.data() + seat.start[runout];
    const float chance = s.chance;
    for (int i = 0; i < count; ++i) row[i] = from[order[i]] * chance;
    std::fill(row + count, row + stride, 0.0f);
    Lanes largest{};
    for (int i = 0; i < stride; i += kLanes) {
        const Lanes reach = load(row + i);
        largest = reach > largest ? reach : largest;
    }
    bench.live[root] = largest_lane(largest) > 0;
}

// Adds the values of an entry to those of the exit before it, for each member of the runout's orbit.
void RangeSolver::leave(const Pass& pass, int street, int runout, const float* values,
                        float* sums) const {
    const Street& s = streets_[street];
    const Seat& seat = s.seats[pass.player];
    const int count = streets_[street - 1].seats[pass.player].count[s.parent[runout]];
    for (int m = s.member_start[runout]; m < s.member_start[runout + 1]; ++m) {
        const std::uint16_t* place = seat.inverse.data() + seat.inverse_start[m];
        for (int i = 0; i < count; ++i) sums[i] += values[place[i]];
    }
}

// One river runout: entries are taken down until enough ends wait to fill a sweep.
void RangeSolver::river_runout(const Pass& pass, int runout, const Bench* before, Bench& bench,
                               Ends& ends, float* sums, float* tap) const {
    const int street = last();
    const Street& s = river();
    const int sum_width = street ? width_[street - 1] : 0;
    bench.used = 0;
    for (int entry = 0; entry < s.entries(); ++entry) {
        enter(pass, street, runout, entry, before, bench);
        if (bench.live[s.entry_start[entry]]) {
            down(pass, street, runout, entry, bench, ends);
            ends.entries.push_back(entry);
        }
        const bool is_last = entry + 1 == s.entries();
        if (!is_last && bench.used < rows_at_once() && ends.showdowns.size() < kFullSweeps) continue;
        sweep(pass, street, runout, ends);
        for (const int waiting : ends.entries) {
            up(pass, street, runout, waiting, bench, ends, tap);
            if (sums) {
                leave(pass, street, runout, bench.value[s.entry_start[waiting]],
                      sums + static_cast<std::int64_t>(waiting) * sum_width);
            }
        }
        ends.entries.clear();
        if (!is_last) bench.used = 0;
    }
}

void RangeSolver::down_street(const Pass& pass, int street, int runout, Ends& ends) {
    Bench& bench = benches_[street][runout];
    const Bench* before = street ? &benches_[street - 1][streets_[street].parent[runout]] : nullptr;
    bench.used = 0;
    for (int entry = 0; entry < streets_[street].entries(); ++entry) {
        enter(pass, street, runout, entry, before, bench);
        down(pass, street, runout, entry, bench, ends);
    }
    sweep(pass, street, runout, ends);
}

// Sums up what came back through the deals, in the order of the runouts whoever computed them.
void RangeSolver::up_street(const Pass& pass, int street, int runout, Ends& ends) {
    const Street& s = streets_[street];
    const Street& next = streets_[street + 1];
    Bench& bench = benches_[street][runout];
    const int stride = row_stride(s.seats[pass.player].count[runout]);
    for (int exit = 0; exit < s.exits(); ++exit) {
        if (!bench.live[s.exit_node[exit]]) continue;
        float* value = bench.value[s.exit_node[exit]];
        std::fill(value, value + stride, 0.0f);
        if (street + 1 < last()) {
            for (int r = next.first_of_parent[runout]; r < next.first_of_parent[runout + 1]; ++r) {
                const Bench& child = benches_[street + 1][r];
                const int root = next.entry_start[exit];
                if (child.live[root]) leave(pass, street + 1, r, child.value[root], value);
            }
        } else {
            for (int chunk = first_chunk_[runout]; chunk < first_chunk_[runout + 1]; ++chunk) {
                add_rows(chunk_sums(chunk, exit), stride, value);
            }
        }
    }
    float* tap = nullptr;
    if (pass.taps && (*pass.taps)[street]) {
        tap = (*pass.taps)[street];
        for (int r = 0; r < runout; ++r) {
            tap += static_cast<std::int64_t>(s.nodes()) * row_stride(s.seats[pass.player].count[r]);
        }
    }
    for (int entry = 0; entry < s.entries(); ++entry) {
        up(pass, street, runout, entry, bench, ends, tap);
    }
}

float* RangeSolver::chunk_sums(int chunk, int entry) {
    const std::size_t row = static_cast<std::size_t>(chunk) * river().entries() + entry;
    return sums_.data() + row * width_[last() - 1];
}

void RangeSolver::river_chunk(const Pass& pass, int chunk, Bench& bench, Ends& ends) {
    const int parent = river().parent[chunks_[chunk]];
    float* sums = chunk_sums(chunk, 0);
    std::fill_n(sums, static_cast<std::size_t>(river().entries()) * width_[last() - 1], 0.0f);
    for (int runout = chunks_[chunk]; runout < chunks_[chunk + 1]; ++runout) {
        river_runout(pass, runout, &benches_[last() - 1][parent], bench, ends, sums, nullptr);
    }
}

void RangeSolver::run(const Pass& pass, ThreadPool& pool, float* out) {
    const auto each = [&](std::int64_t count, auto&& task) {
        pool.run(count, [&](std::int64_t i) {
            const FlushDenormals fast;
            Workers::Lease lease(*workers_);
            task(static_cast<int>(i), lease->bench, lease->ends);
        });
    };
    const int streets_before = last();
    for (int s = 0; s < streets_before; ++s) {
        each(streets_[s].runouts(),
             [&](int runout, Bench&, Ends& ends) { down_street(pass, s, runout, ends); });
    }
    const int count = streets_[0].seats[pass.player].count[0];
    if (streets_before == 0) {
        each(1, [&](int, Bench& bench, Ends& ends) {
            float* tap = pass.taps ? (*pass.taps)[0] : nullptr;
            river_runout(pass, 0, nullptr, bench, ends, nullptr, tap);
            if (out) std::copy_n(bench.value[0], count, out);
        });
        return;
    }
    each(static_cast<std::int64_t>(chunks_.size()) - 1,
         [&](int chunk, Bench& bench, Ends& ends) { river_chunk(pass, chunk, bench, ends); });
    for (int s = streets_before - 1; s >= 0; --s) {
        each(streets_[s].runouts(),
             [&](int runout, Bench&, Ends& ends) { up_street(pass, s, runout, ends); });
    }
    if (out) std::copy_n(benches_[0][0].value[0], count, out);
}

}  // namespace fifthstreet
