#include "ring/ring_betting.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "ring/ring_pass.hpp"
#include "shared/checks.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

// Subtrees that are tasks of their own have at most this share of the nodes, and some more than the
// least number of nodes that are worth a task.
constexpr int kParts = 256;
constexpr std::int32_t kLeastTask = 24;
constexpr int kDeepest = 1000;  // passes call themselves for each action

}  // namespace

RingBetting::RingBetting(int seats, std::vector<RingNode> nodes, ClassMatrices matrices)
    : seats_(seats), nodes_(std::move(nodes)), matrices_(std::move(matrices)) {
    require(seats >= 2 && seats <= kMaxSeats, "seats must be 2 to 10");
    require(!nodes_.empty() && nodes_[0].end == RingEnd::kNone && !nodes_[0].is_fold,
            "the root must be a decision");
    prepare();
}

// Checks the tree, numbers the rows of tables, and divides the tree into tasks.
void RingBetting::prepare() {
    int next = 1;
    std::vector<int> depths(nodes_.size());
    int widest = 0;
    for (int at = 0; at < nodes(); ++at) {
        RingNode& node = nodes_[at];
        const int live = seats_ - __builtin_popcount(node.folded);
        require(node.folded >> seats_ == 0 && live >= 1, "folded seats must be seats");
        deepest_ = std::max(deepest_, depths[at]);
        if (node.end != RingEnd::kNone) {
            require(node.children == 0, "an end must have no actions");
            require(
                node.end != RingEnd::kFold || (live == 1 && node.seat >= 0 && node.seat < seats_ &&
                                               !(node.folded >> node.seat & 1)),
                "after folds, one seat must be left");
            const bool is_two = node.end == RingEnd::kShowdown || node.end == RingEnd::kFlop;
            require(!is_two || live == 2, "a showdown must be of two seats");
            node.leaf = leaf_rows_;
            if (node.end == RingEnd::kFlop || node.end == RingEnd::kLeaf) leaf_rows_ += live;
            continue;
        }
        require(node.seat >= 0 && node.seat < seats_ && !(node.folded >> node.seat & 1),
                "a decision must be a seat's that has not folded");
        require(node.children >= 1 && node.children <= kMaxActions,
                "a decision must have 1 to 32 actions");
        require(node.first_child == next && next > at && node.children <= nodes() - next,
                "children must follow their parents, in the same order");
        node.row = rows_;
        rows_ += node.children;
        widest = std::max<int>(widest, node.children);
        next += node.children;
        for (int child = node.first_child; child < next; ++child) {
            depths[child] = depths[at] + 1;
            const int folded = node.folded | (nodes_[child].is_fold ? 1 << node.seat : 0);
            require(nodes_[child].folded == folded, "only the seat that decides may fold");
        }
    }
    require(next == nodes(), "each node must be the root or a child");
    require(deepest_ <= kDeepest, "a tree must be at most 1,000 actions deep");
    // Rows of a decision: three for each action, and one for each seat; of an end two.
    scratch_rows_ = static_cast<std::size_t>(deepest_ + 1) * (3 * widest + seats_) + seats_ + 4;
    std::vector<std::int32_t> sizes(nodes_.size());
    subtree_sizes(0, sizes);
    task_of_.assign(nodes_.size(), -1);
    divide(0, std::max(nodes() / kParts, kLeastTask), sizes);
}

std::int32_t RingBetting::subtree_sizes(int at, std::vector<std::int32_t>& sizes) const {
    sizes[at] = 1;
    for (int a = 0; a < nodes_[at].children; ++a) {
        sizes[at] += subtree_sizes(nodes_[at].first_child + a, sizes);
    }
    return sizes[at];
}

void RingBetting::divide(int at, std::int32_t most, const std::vector<std::int32_t>& sizes) {
    if (nodes_[at].end != RingEnd::kNone) return;
    if (sizes[at] <= most) {
        task_of_[at] = static_cast<std::int32_t>(tops_.size());
        tops_.push_back(at);
        return;
    }
    for (int a = 0; a < nodes_[at].children; ++a) divide(nodes_[at].first_child + a, most, sizes);
}

NodeRows RingBetting::rows_of(const RingNode& node, float* table) const {
    return {node.children, kClassStride, table + node.row * kClassStride,
            nullptr,       nullptr,      nullptr};
}

void RingBetting::pass(const RingTables& tables, Mode mode, const RingFactors& factors, int threads,
                       float* out) const {
    const auto tasks = static_cast<std::int64_t>(tops_.size());
    RingExchange exchange;
    exchange.places.resize(tasks * 2 * seats_ * kClassStride);
    exchange.values.resize(tasks * seats_ * kClassStride);
    exchange.is_gone.resize(tasks);
    const int used = useful_threads(tasks, threads);
    RingPass top(*this, tables, mode, factors, exchange);
    top.run_top(RingPart::kDown, out);
    std::vector<RingPass> passes(used, RingPass(*this, tables, mode, factors, exchange));
    std::atomic<std::int64_t> next{0};
    ThreadPool pool(used);
    pool.run(used, [&](std::int64_t worker) {
        for (std::int64_t task; (task = next++) < tasks;) {
            passes[worker].run_task(static_cast<int>(task));
        }
    });
    top.run_top(RingPart::kUp, out);
}

void RingBetting::iterate(const RingTables& tables, const std::vector<RingFactors>& factors,
                          int threads) const {
    std::vector<float> values(static_cast<std::size_t>(seats_) * kClassStride);
    for (const RingFactors& each : factors) {
        pass(tables, Mode::kUpdate, each, threads, values.data());
    }
}

void RingBetting::evaluate(const RingTables& tables, Mode mode, int threads, float* out) const {
    require(mode != Mode::kUpdate, "an evaluation does not update");
    pass(tables, mode, {}, threads, out);
}

void RingBetting::reach(const float* averages, const std::vector<std::int32_t>& at,
                        float* out) const {
    std::vector<std::int32_t> parents(nodes_.size());
    int widest = 0;
    for (int node = 0; node < nodes(); ++node) {
        widest = std::max<int>(widest, nodes_[node].children);
        for (int a = 0; a < nodes_[node].children; ++a) {
            parents[nodes_[node].first_child + a] = node;
        }
    }
    std::vector<float> split(static_cast<std::size_t>(widest) * kClassStride);
    for (const std::int32_t place : at) {
        require(place >= 0 && place < nodes(), "a node must be in the tree");
        for (int seat = 0; seat < seats_; ++seat) {
            std::fill_n(out + seat * kClassStride, kClasses, 1.0f);
            std::fill_n(out + seat * kClassStride + kClasses, kClassStride - kClasses, 0.0f);
        }
        for (int child = place; child; child = parents[child]) {
            const RingNode& node = nodes_[parents[child]];
            float* const own = out + node.seat * kClassStride;
            float* shares[kMaxActions];
            bool live[kMaxActions];
            for (int a = 0; a < node.children; ++a) shares[a] = split.data() + a * kClassStride;
            split_reach(rows_of(node, const_cast<float*>(averages)), 0, own, shares, live);
            std::copy_n(shares[child - node.first_child], kClassStride, own);
        }
        out += static_cast<std::int64_t>(seats_) * kClassStride;
    }
}

void RingBetting::probabilities(const float* averages, const float* dealt, double* out) const {
    std::vector<float> scratch(scratch_rows_ * kClassStride);
    std::array<const float*, kMaxSeats> reach{};
    std::array<double, kMaxSeats> mass{};
    std::fill_n(scratch.data(), kClasses, 1.0f);
    for (int seat = 0; seat < seats_; ++seat) {
        reach[seat] = scratch.data();
        mass[seat] = 1;
    }
    descend(0, averages, dealt, reach, mass, scratch, 1, out);
}

void RingBetting::descend(int at, const float* averages, const float* dealt,
                          std::array<const float*, kMaxSeats> reach,
                          std::array<double, kMaxSeats> mass, std::vector<float>& scratch,
                          std::size_t used, double* out) const {
    const RingNode& node = nodes_[at];
    out[at] = 1;
    for (int seat = 0; seat < seats_; ++seat) out[at] *= mass[seat];
    if (node.end != RingEnd::kNone) return;
    float* rows[kMaxActions];
    bool live[kMaxActions];
    for (int a = 0; a < node.children; ++a) rows[a] = scratch.data() + used++ * kClassStride;
    split_reach(rows_of(node, const_cast<float*>(averages)), 0, reach[node.seat], rows, live);
    for (int a = 0; a < node.children; ++a) {
        reach[node.seat] = rows[a];
        mass[node.seat] = 0;
        for (int i = 0; i < kClasses; ++i) mass[node.seat] += double{rows[a][i]} * dealt[i];
        descend(node.first_child + a, averages, dealt, reach, mass, scratch, used, out);
    }
}

}  // namespace fifthstreet
