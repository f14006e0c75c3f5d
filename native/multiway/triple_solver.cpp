#include "multiway/triple_solver.hpp"

#include <algorithm>
#include <utility>

#include "shared/checks.hpp"

namespace fifthstreet {

namespace {

// Hands at ends that are worth a thread: starting and awaiting it takes some tens of microseconds, and
// a hand some tens of nanoseconds.
constexpr std::int64_t kHandsPerThread = 1 << 12;

}  // namespace

TripleSolver::TripleSolver(std::vector<TripleNode> nodes, std::array<RankedHands, kTriple> hands,
                           std::array<std::vector<std::uint8_t>, kTriple> ends,
                           std::array<std::vector<TriplePayoff>, kTriple> payoffs)
    : nodes_(std::move(nodes)), hands_(std::move(hands)), payoffs_(std::move(payoffs)) {
    require(!nodes_.empty(), "a tree must have nodes");
    int next = 1;
    for (int at = 0; at < this->nodes(); ++at) {
        TripleNode& node = nodes_[at];
        require(node.children >= 0 && node.children <= kMaxActions,
                "a decision must have at most 32 actions");
        if (!node.children) continue;
        require(node.player >= 0 && node.player < kTriple, "a decision must be a player's");
        require(node.first_child == next && next > at && node.children <= this->nodes() - next,
                "children must follow their parents, in the same order");
        node.row = rows_[node.player];
        rows_[node.player] += node.children;
        next += node.children;
    }
    require(next == this->nodes(), "each node must be the root or a child");
    for (const RankedHands& each : hands_) each.check();
    for (int player = 0; player < kTriple; ++player) {
        const int first = player == 0 ? 1 : 0, second = player == 2 ? 1 : 2;
        opponents_[player] = opponents_of(hands_[first], hands_[second]);
        prepare(player, std::move(ends[player]));
    }
}

// Lists the nodes that a pass for a player visits, and the rows of the player's reach.
void TripleSolver::prepare(int player, std::vector<std::uint8_t> ends) {
    require(ends.size() == nodes_.size() && payoffs_[player].size() == nodes_.size(),
            "there must be an entry for each node");
    std::vector<std::uint8_t> is_over(nodes_.size());
    reach_rows_[player].resize(nodes_.size());
    std::int32_t rows = 1;
    for (int at = 0; at < nodes(); ++at) {
        const TripleNode& node = nodes_[at];
        require(node.children || ends[at] || is_over[at], "the game must be over at its ends");
        if (!is_over[at]) (ends[at] ? ends_ : inner_)[player].push_back(at);
        for (int a = 0; a < node.children; ++a) {
            const int child = node.first_child + a;
            is_over[child] = is_over[at] || ends[at];
            require(!is_over[child] || node.player != player,
                    "a player must not decide after the end");
            reach_rows_[player][child] = node.player == player ? rows++ : reach_rows_[player][at];
        }
    }
    std::reverse(inner_[player].begin(), inner_[player].end());
}

const float* TripleSolver::reach_at(const Rows& reach, int player, int node) const {
    return reach[player].data() + std::int64_t{reach_rows_[player][node]} * stride(player);
}

// Carries a player's reach down by a table of regrets or averages, and updates the averages unless null.
void TripleSolver::split(const TripleTables& tables, int player, float* played, float* averages,
                         float keep, float* reach) const {
    const int width = stride(player);
    std::copy_n(tables.weights, width, reach);
    for (int at = 0; at < nodes(); ++at) {
        const TripleNode& node = nodes_[at];
        if (!node.children || node.player != player) continue;
        float* own[kMaxActions];
        bool live[kMaxActions];
        for (int a = 0; a < node.children; ++a) {
            own[a] = reach + std::int64_t{reach_rows_[player][node.first_child + a]} * width;
        }
        const std::int64_t first = node.row * width;
        const NodeRows rows{node.children,
                            width,
                            played + first,
                            nullptr,
                            averages ? averages + first : nullptr,
                            tables.locks ? tables.locks + first : nullptr};
        split_reach(rows, keep, reach + std::int64_t{reach_rows_[player][at]} * width, own, live);
    }
}

// Evaluates the nodes where the game is over for a player.
void TripleSolver::end(const Rows& reach, int player, ThreadPool& pool,
                       std::vector<TripleScratch>& scratch, float* values) const {
    const auto& ends = ends_[player];
    const int first = player == 0 ? 1 : 0, second = player == 2 ? 1 : 2;
    const auto tasks = static_cast<std::int64_t>(scratch.size());
    const auto count = static_cast<std::int64_t>(ends.size());
    // Each task has scratch memory of its own, and takes one end in `tasks`.
    pool.run(tasks, [&](std::int64_t task) {
        for (std::int64_t i = task; i < count; i += tasks) {
            const int at = ends[i];
            float* const out = values + std::int64_t{at} * stride(player);
            sweep_triples(hands_[player], opponents_[player], payoffs_[player][at],
                          reach_at(reach, first, at), reach_at(reach, second, at), scratch[task],
                          out);
            std::fill(out + hands(player), out + stride(player), 0.0f);
        }
    });
}

// Carries a player's values up, and updates the regrets.
void TripleSolver::join(const TripleTables& tables, int player, Mode mode,
                        const TripleFactors& factors, float* values) const {
    const int width = stride(player);
    const auto row = [&](int node) { return values + std::int64_t{node} * width; };
    for (const int at : inner_[player]) {
        const TripleNode& node = nodes_[at];
        float* below[kMaxActions];
        for (int a = 0; a < node.children; ++a) below[a] = row(node.first_child + a);
        std::copy_n(below[0], width, row(at));
        below[0] = row(at);  // the kernels write their result there
        if (node.player != player) {
            for (int a = 1; a < node.children; ++a) add_rows(below[a], width, below[0]);
            continue;
        }
        const std::int64_t first = node.row * width;
        const NodeRows rows{node.children,
                            width,
                            (mode == Mode::kUpdate ? tables.regrets : tables.averages) + first,
                            nullptr,
                            nullptr,
                            tables.locks ? tables.locks + first : nullptr};
        if (mode == Mode::kUpdate) {
            update_regrets(rows, factors.positive, factors.negative, below);
        } else if (mode == Mode::kAverage) {
            mean_values(rows, below);
        } else {
            best_values(rows, below);
        }
    }
}

std::vector<TripleScratch> TripleSolver::scratch_for(int threads) const {
    std::int64_t most = 0;
    for (int player = 0; player < kTriple; ++player) {
        most = std::max(most, static_cast<std::int64_t>(ends_[player].size()) * hands(player));
    }
    return std::vector<TripleScratch>(useful_threads(most / kHandsPerThread, threads));
}

void TripleSolver::iterate(const std::array<TripleTables, kTriple>& tables,
                           const std::vector<TripleFactors>& factors, int threads) const {
    Rows reach;
    int widest = 0;
    for (int player = 0; player < kTriple; ++player) {
        widest = std::max(widest, stride(player));
        reach[player].resize((rows_[player] + 1) * stride(player));
        split(tables[player], player, tables[player].regrets, nullptr, 0, reach[player].data());
    }
    std::vector<float> values(nodes_.size() * widest);
    auto scratch = scratch_for(threads);
    ThreadPool pool(static_cast<int>(scratch.size()));
    for (const TripleFactors& factor : factors) {
        for (int player = 0; player < kTriple; ++player) {
            const TripleTables& own = tables[player];
            end(reach, player, pool, scratch, values.data());
            join(own, player, Mode::kUpdate, factor, values.data());
            split(own, player, own.regrets, own.averages, factor.keep, reach[player].data());
        }
    }
}

TripleSolver::Rows TripleSolver::average_reach(
    const std::array<TripleTables, kTriple>& tables) const {
    Rows reach;
    for (int player = 0; player < kTriple; ++player) {
        reach[player].resize((rows_[player] + 1) * stride(player));
        split(tables[player], player, tables[player].averages, nullptr, 0, reach[player].data());
    }
    return reach;
}

void TripleSolver::evaluate(const std::array<TripleTables, kTriple>& tables, int player, Mode mode,
                            int threads, float* out) const {
    require(mode != Mode::kUpdate, "an evaluation does not update");
    std::fill_n(out, std::int64_t{nodes()} * stride(player), 0.0f);
    auto scratch = scratch_for(threads);
    ThreadPool pool(static_cast<int>(scratch.size()));
    end(average_reach(tables), player, pool, scratch, out);
    join(tables[player], player, mode, {}, out);
}

void TripleSolver::sweep(int player, const TriplePayoff& payoff, const float* first_reach,
                         const float* second_reach, float* out) const {
    std::vector<TripleScratch> scratch(1);
    sweep_triples(hands_[player], opponents_[player], payoff, first_reach, second_reach, scratch[0],
                  out);
    std::fill(out + hands(player), out + stride(player), 0.0f);
}

void TripleSolver::reach(const TripleTables& tables, int player, float* out) const {
    const int width = stride(player);
    std::vector<float> rows((rows_[player] + 1) * width);
    split(tables, player, tables.averages, nullptr, 0, rows.data());
    for (int at = 0; at < nodes(); ++at) {
        std::copy_n(rows.data() + std::int64_t{reach_rows_[player][at]} * width, width,
                    out + std::int64_t{at} * width);
    }
}

}  // namespace fifthstreet
