#include "postflop/range_solver.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include "postflop/range_rows.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fifthstreet {

namespace {

constexpr int kRunoutsPerChunk = 4;
// Rivers in buckets take little time, compared with adding up the sums of chunks.
constexpr int kBucketRunoutsPerChunk = 12;
// Rows in use on the river before terminal nodes are swept: as many as fit into the second-level
// cache besides the tables that stream through it, so that sweeps use nearly all lanes.
constexpr std::size_t kBenchBytes = 384 << 10;
constexpr std::size_t kFullSweeps = 4 * kSweepNodes;

// Products of small probabilities become denormal numbers, which are a hundred times slower on many
// machines; here they can be treated as zero.
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
        asm volatile("msr fpcr, %0" : : "r"(saved_ | (std::uint64_t{1} << 24)));
    }
    ~FlushDenormals() { asm volatile("msr fpcr, %0" : : "r"(saved_)); }

  private:
    std::uint64_t saved_;
#endif
};

}  // namespace

// Benches and terminal nodes for as many tasks as run at the same time.
class RangeSolver::Workers {
  public:
    struct Tools {
        explicit Tools(int width) : ends(width) {}
        Bench bench;
        Ends ends;
        std::vector<Bench> line;  // of the streets before the river, where one runout is evaluated
    };

    explicit Workers(const RangeSolver& solver) : solver_(solver) {}

    // Exclusive use of tools until the lease ends.
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
        // A node has a row of reach, one of values, and one of zeros if no child is reached.
        tools->bench.fit(river.nodes(),
                         solver_.rows_at_once() + 3 * static_cast<std::size_t>(largest) + 1 +
                             (solver_.is_in_buckets(solver_.last()) ? river.entries() : 0),
                         solver_.width_.back());
        return tools;
    }
    void give_back(std::unique_ptr<Tools> tools) noexcept {
        const std::lock_guard lock(mutex_);
        try {
            free_.push_back(std::move(tools));
        } catch (const std::bad_alloc&) {
            // Without memory to keep them, the next lease makes new ones.
        }
    }

    const RangeSolver& solver_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Tools>> free_;
};

RangeSolver::RangeSolver(std::vector<Street> streets, std::vector<float> first_weights,
                         std::vector<float> second_weights, bool in_buckets, int threads)
    : streets_(std::move(streets)),
      weights_{std::move(first_weights), std::move(second_weights)},
      workers_(std::make_unique<Workers>(*this)) {
    if (in_buckets) play_in_buckets(streets_, weights_, threads, matrices_);
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
        for (Bench& bench : benches_.back()) fit_street(s, bench);
    }
    chunks_.push_back(0);
    first_chunk_.push_back(0);
    if (last() == 0) return;
    const int most = in_buckets ? kBucketRunoutsPerChunk : kRunoutsPerChunk;
    for (int p = 0; p < streets_[last() - 1].runouts(); ++p) {
        for (int r = river().first_of_parent[p]; r < river().first_of_parent[p + 1];) {
            r = std::min(r + most, river().first_of_parent[p + 1]);
            chunks_.push_back(r);
        }
        first_chunk_.push_back(static_cast<int>(chunks_.size()) - 1);
    }
    sums_.resize((chunks_.size() - 1) * sum_size() / kLanes);
}

RangeSolver::~RangeSolver() = default;

// Makes a bench large enough for a street before the river.
void RangeSolver::fit_street(int street, Bench& bench) const {
    const Street& s = streets_[street];
    bench.fit(s.nodes(), 3 * static_cast<std::size_t>(s.nodes()) + s.entries(), width_[street]);
    if (!is_in_buckets(street + 1)) return;
    bench.fit_exits(static_cast<std::size_t>(width_[street]) * row_stride(s.exits()));
}

void RangeSolver::iterate(std::uint32_t first, std::uint32_t count, const Discounts& discounts,
                          int threads) {
    ThreadPool pool(threads);
    for (std::uint32_t t = first; t < first + count; ++t) {
        for (int player = 0; player < 2; ++player) {
            // While the first player is updated, the second still plays the previous strategy.
            const Pass pass{player,     1 - player, Mode::kUpdate, t, player ? t : t - 1,
                            &discounts, nullptr};
            run(pass, pool, nullptr);
        }
    }
}

void RangeSolver::pass_through(int player, Mode mode, std::uint32_t iteration,
                               std::uint32_t updates, const Discounts& discounts, int threads,
                               const float* reach, float* out) {
    ThreadPool pool(threads);
    run({player, 1 - player, mode, iteration, updates, &discounts, nullptr, reach}, pool, out);
}

void RangeSolver::evaluate(int player, Mode mode, int threads, const std::vector<float*>& taps,
                           float* out) {
    ThreadPool pool(threads);
    run({player, 1 - player, mode, 0, 0, nullptr, &taps}, pool, out);
}

void RangeSolver::evaluate_river(int player, Mode mode, int runout, float* out) const {
    const FlushDenormals fast;
    Workers::Lease tools(*workers_);
    if (tools->line.empty()) {
        tools->line.resize(last());
        for (int s = 0; s < last(); ++s) fit_street(s, tools->line[s]);
    }
    Pass pass{player, 1 - player, mode, 0, 0, nullptr, nullptr};
    const std::vector<float> reach = entering(pass);
    pass.root_reach = reach.data();
    std::vector<int> line(streets_.size());  // this runout and its parents, by street
    line.back() = runout;
    for (int s = last(); s > 0; --s) line[s - 1] = streets_[s].parent[line[s]];
    const Bench* before = nullptr;
    for (int s = 0; s < last(); ++s) {
        down_street(pass, s, line[s], before, tools->line[s], tools->ends);
        before = &tools->line[s];
    }
    river_runout(pass, runout, before, tools->bench, tools->ends, nullptr, out);
}

void RangeSolver::divide_river(int player, int buckets, int threads, std::uint16_t* out) const {
    const std::vector<float> own = river_weights(streets_, player, weights_[player]);
    const std::vector<float> other = river_weights(streets_, 1 - player, weights_[1 - player]);
    ThreadPool(threads).run(river().runouts(), [&](std::int64_t i) {
        const int runout = static_cast<int>(i);
        divide_hands(hands_on(river(), player, runout, own),
                     hands_on(river(), 1 - player, runout, other), buckets,
                     out + river().seats[player].start[runout]);
    });
}

std::int64_t RangeSolver::scratch_bytes() const {
    std::size_t bytes = sums_.size() * sizeof(Lanes);
    for (const BucketMatrices& matrices : matrices_) {
        bytes += static_cast<std::size_t>(matrices.bytes());
    }
    for (const auto& street : benches_) {
        for (const Bench& bench : street) bytes += bench.bytes();
    }
    return static_cast<std::int64_t>(bytes);
}

std::size_t RangeSolver::rows_at_once() const {
    return kBenchBytes / (sizeof(float) * static_cast<std::size_t>(width_.back()));
}

// One river runout: goes down entries until there are enough terminal nodes to fill a sweep.
void RangeSolver::river_runout(const Pass& pass, int runout, const Bench* before, Bench& bench,
                               Ends& ends, float* sums, float* tap) const {
    const int street = last();
    const Street& s = river();
    const int sum_width = street ? width_[street - 1] : 0;
    const bool in_buckets = is_in_buckets(street);
    bench.used = 0;
    if (in_buckets) enter_buckets(pass, runout, *before, bench);
    const std::size_t entered = bench.used;
    for (int entry = 0; entry < s.entries(); ++entry) {
        if (!in_buckets) enter(pass, street, runout, entry, before, bench);
        if (bench.live[s.entry_start[entry]]) {
            down(pass, street, runout, entry, bench, ends);
            ends.entries.push_back(entry);
        }
        const bool is_last = entry + 1 == s.entries();
        if (!is_last && bench.used - entered < rows_at_once() &&
            ends.showdowns.size() < kFullSweeps)
            continue;
        sweep(pass, street, runout, ends);
        for (const int waiting : ends.entries) {
            up(pass, street, runout, waiting, bench, ends, tap);
            if (in_buckets) {
                note_buckets(pass, runout, waiting, bench);
            } else if (sums) {
                leave(pass, street, runout, bench.value[s.entry_start[waiting]],
                      sums + static_cast<std::int64_t>(waiting) * sum_width);
            }
        }
        ends.entries.clear();
        if (!is_last) bench.used = entered;
    }
    if (in_buckets && sums) leave_buckets(pass, runout, bench, sums);
}

void RangeSolver::down_street(const Pass& pass, int street, int runout, const Bench* before,
                              Bench& bench, Ends& ends) const {
    bench.used = 0;
    for (int entry = 0; entry < streets_[street].entries(); ++entry) {
        enter(pass, street, runout, entry, before, bench);
        down(pass, street, runout, entry, bench, ends);
    }
    sweep(pass, street, runout, ends);
    if (is_in_buckets(street + 1)) list_exits(pass, street, runout, bench);
}

// Sums the values after deals, always in the order of the runouts, whichever thread computed them.
void RangeSolver::up_street(const Pass& pass, int street, int runout, Ends& ends) {
    const Street& s = streets_[street];
    const Street& next = streets_[street + 1];
    Bench& bench = benches_[street][runout];
    const int stride = row_stride(s.seats[pass.player].count[runout]);
    const bool in_buckets = is_in_buckets(street + 1);
    if (in_buckets) sum_chunks(pass, runout, bench);
    for (int exit = 0; exit < s.exits() && !in_buckets; ++exit) {
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
                add_rows(sums_of(chunk) + static_cast<std::int64_t>(exit) * width_[street], stride,
                         value);
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

// Numbers that a chunk of river runouts sums up.
std::size_t RangeSolver::sum_size() const {
    const auto width = static_cast<std::size_t>(width_[last() - 1]);
    const int entries = river().entries();
    return width * static_cast<std::size_t>(is_in_buckets(last()) ? row_stride(entries) : entries);
}

void RangeSolver::river_chunk(const Pass& pass, int chunk, Bench& bench, Ends& ends) {
    const int parent = river().parent[chunks_[chunk]];
    float* sums = sums_of(chunk);
    std::fill_n(sums, sum_size(), 0.0f);
    for (int runout = chunks_[chunk]; runout < chunks_[chunk + 1]; ++runout) {
        river_runout(pass, runout, &benches_[last() - 1][parent], bench, ends, sums, nullptr);
    }
}

// The opponent's reach at the root: their weights, or what a gadget makes of them.
std::vector<float> RangeSolver::entering(const Pass& pass) const {
    if (gadget_.player != pass.opponent) return weights_[pass.opponent];
    std::vector<float> reach(gadget_.stride);
    if (pass.mode == Mode::kUpdate) {
        gadget_.enter(pass.discounts->keep[pass.updates], reach.data());
    } else {
        gadget_.enter_average(reach.data());
    }
    return reach;
}

void RangeSolver::run(Pass pass, ThreadPool& pool, float* out) {
    std::vector<float> reach;
    if (!pass.root_reach) {
        reach = entering(pass);
        pass.root_reach = reach.data();
    }
    const auto finish = [&](const float* values) {
        if (out) std::copy_n(values, streets_[0].seats[pass.player].count[0], out);
        if (pass.mode != Mode::kUpdate || gadget_.player != pass.player) return;
        gadget_.update(pass.discounts->positive[pass.iteration],
                       pass.discounts->negative[pass.iteration], values);
    };
    const auto each = [&](std::int64_t count, auto&& task) {
        pool.run(count, [&](std::int64_t i) {
            const FlushDenormals fast;
            Workers::Lease lease(*workers_);
            task(static_cast<int>(i), lease->bench, lease->ends);
        });
    };
    const int streets_before = last();
    for (int s = 0; s < streets_before; ++s) {
        each(streets_[s].runouts(), [&](int runout, Bench&, Ends& ends) {
            const Bench* before = s ? &benches_[s - 1][streets_[s].parent[runout]] : nullptr;
            down_street(pass, s, runout, before, benches_[s][runout], ends);
        });
    }
    if (streets_before == 0) {
        each(1, [&](int, Bench& bench, Ends& ends) {
            float* tap = pass.taps ? (*pass.taps)[0] : nullptr;
            river_runout(pass, 0, nullptr, bench, ends, nullptr, tap);
            finish(bench.value[0]);
        });
        return;
    }
    each(static_cast<std::int64_t>(chunks_.size()) - 1,
         [&](int chunk, Bench& bench, Ends& ends) { river_chunk(pass, chunk, bench, ends); });
    for (int s = streets_before - 1; s >= 0; --s) {
        each(streets_[s].runouts(),
             [&](int runout, Bench&, Ends& ends) { up_street(pass, s, runout, ends); });
    }
    finish(benches_[0][0].value[0]);
}

}  // namespace fifthstreet
