// The steps of a pass on one runout of a street: enter, down, terminal nodes, up, leave.
#include <algorithm>

#include "postflop/range_rows.hpp"

namespace fifthstreet {

namespace {

const float* lock_of(const PlayerTables& tables, std::int64_t block) {
    if (tables.lock_start.empty() || tables.lock_start[block] < 0) return nullptr;
    return tables.lock_rows.data() + tables.lock_start[block];
}

// Product of the factors after `done`, up to and including `now`.
float product(const std::vector<float>& factors, std::uint32_t done, std::uint32_t now) {
    double result = factors[now];
    for (std::uint32_t i = done + 1; i < now && result != 0; ++i) result *= factors[i];
    return static_cast<float>(result);
}

// The rows of each hand from the rows of the buckets.
float* rows_by_hand(const Seat& seat, int runout, int actions, const float* rows, float* out) {
    const int count = seat.count[runout];
    const int stride = row_stride(count);
    const int table_stride = seat.table_stride(runout);
    const std::uint16_t* bucket = seat.bucket.data() + seat.start[runout];
    for (int a = 0; a < actions; ++a) {
        float* row = out + static_cast<std::int64_t>(a) * stride;
        const float* from = rows + static_cast<std::int64_t>(a) * table_stride;
        for (int i = 0; i < count; ++i) row[i] = from[bucket[i]];
        std::fill(row + count, row + stride, 0.0f);
    }
    return out;
}

}  // namespace

std::int64_t RangeSolver::block_of(int player, int street, int runout, int node) const {
    const Seat& seat = streets_[street].seats[player];
    return seat.first_block + static_cast<std::int64_t>(runout) * seat.blocks +
           streets_[street].block[node];
}

// Splits the opponent's reach at their node.
void RangeSolver::split(const Pass& pass, int street, int runout, int node, Bench& bench,
                        Ends& ends) const {
    const Street& s = streets_[street];
    const Seat& seat = s.seats[pass.opponent];
    const PlayerTables& tables = tables_[pass.opponent];
    const int actions = s.n_children[node];
    const int stride = row_stride(seat.count[runout]);
    const int table_stride = seat.table_stride(runout);
    const std::int64_t size = static_cast<std::int64_t>(actions) * table_stride;
    const std::int64_t offset =
        seat.table[runout] + static_cast<std::int64_t>(s.row[node]) * table_stride;
    const std::int64_t block = block_of(pass.opponent, street, runout, node);
    const bool update = pass.mode == Mode::kUpdate;
    NodeRows rows{actions, stride, nullptr, nullptr, nullptr, lock_of(tables, block)};
    rows.weights = open_rows(update ? tables.regrets : tables.averages, offset, block, size,
                             ends.buffer(0, size));
    if (!seat.buckets.empty()) {
        rows.weights =
            rows_by_hand(seat, runout, actions, rows.weights, ends.buffer(1, actions * stride));
    }
    float keep = 1;
    if (update) {
        if (tables.predictions.data) {
            rows.predictions =
                open_rows(tables.predictions, offset, block, size, ends.buffer(1, size));
            // If the block was skipped in its player's last pass, there is no last regret.
            if (tables.regret_stamps[block] != pass.updates) {
                std::fill_n(rows.predictions, size, 0.0f);
            }
        }
        rows.averages = open_rows(tables.averages, offset, block, size, ends.buffer(2, size));
        const std::uint32_t done = tables.average_stamps[block];
        keep = done ? product(pass.discounts->keep, done - 1, pass.updates) : 0;
        tables.average_stamps[block] = pass.updates + 1;
    }
    float* out[kMaxActions];
    bool live[kMaxActions];
    for (int a = 0; a < actions; ++a) out[a] = bench.new_row();
    split_reach(rows, keep, bench.reach[node], out, live);
    if (update) close_rows(tables.averages, offset, block, size, rows.averages);
    for (int a = 0; a < actions; ++a) {
        const int child = s.first_child[node] + a;
        bench.reach[child] = out[a];
        bench.live[child] = live[a];
    }
}

// Computes the values of the player's node from its actions' values.
void RangeSolver::join(const Pass& pass, int street, int runout, int node, Bench& bench,
                       Ends& ends) const {
    const Street& s = streets_[street];
    const Seat& seat = s.seats[pass.player];
    const PlayerTables& tables = tables_[pass.player];
    const int actions = s.n_children[node];
    const int stride = row_stride(seat.count[runout]);
    const int table_stride = seat.table_stride(runout);
    const std::int64_t size = static_cast<std::int64_t>(actions) * table_stride;
    const std::int64_t offset =
        seat.table[runout] + static_cast<std::int64_t>(s.row[node]) * table_stride;
    const std::int64_t block = block_of(pass.player, street, runout, node);
    NodeRows rows{actions, stride, nullptr, nullptr, nullptr, lock_of(tables, block)};
    float* values[kMaxActions];
    for (int a = 0; a < actions; ++a) values[a] = bench.value[s.first_child[node] + a];
    switch (pass.mode) {
        case Mode::kBestResponse: best_values(rows, values); break;
        case Mode::kAverage:
            rows.weights = open_rows(tables.averages, offset, block, size, ends.buffer(0, size));
            if (!seat.buckets.empty()) {
                rows.weights = rows_by_hand(seat, runout, actions, rows.weights,
                                            ends.buffer(1, actions * stride));
            }
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

// Computes the reach of an entry's nodes, and collects the terminal nodes to sweep.
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
            case kExit: bench.value[node] = bench.new_row(); break;
            case kFold:
                bench.value[node] = bench.new_row();
                // The player's fold has the same reach as the showdown after their call, and is
                // evaluated with it.
                if (s.before_showdown[node] != pass.player) {
                    ends.folds.push_back(
                        {bench.reach[node], bench.value[node], s.total[pass.player][node]});
                }
                break;
            case kShowdown: {
                bench.value[node] = bench.new_row();
                ShowdownEnd end{
                    bench.reach[node],          bench.value[node], s.lead[pass.player][node],
                    s.total[pass.player][node], nullptr,           0};
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
    if (is_in_buckets(street)) {
        const BucketMatrices& matrices = matrices_[pass.player];
        const std::int64_t start = matrices.start[runout];
        const BucketProducts rows{opponent.count[runout], row_stride(seat.count[runout]),
                                  matrices.meets.data() + start, matrices.beats.data() + start};
        multiply_showdowns(rows, ends.showdowns);
        multiply_folds(rows, ends.folds);
        ends.showdowns.clear();
        ends.folds.clear();
        return;
    }
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

// Computes the values of an entry's nodes from its terminal nodes and exits.
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
                if (!sum) {  // the reach of every action has underflowed to zero
                    sum = bench.new_row();
                    std::fill(sum, sum + stride, 0.0f);
                }
                bench.value[node] = sum;
            }
        }
        if (tap)
            std::copy_n(bench.value[node], stride, tap + static_cast<std::int64_t>(node) * stride);
    }
}

// Computes reach at the root of an entry: the starting weights, or the reach before the deal.
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
        std::copy_n(pass.root_reach, count, row);
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
    AnyPositive seen;
    for (int i = 0; i < stride; i += kLanes) seen.see(load(row + i));
    bench.live[root] = static_cast<bool>(seen);
}

// Adds the values of an entry to its exit on the previous street, for each member of the
// runout's orbit.
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

}  // namespace fifthstreet
