#include "tree/betting_tree.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <type_traits>
#include <unordered_map>

#include "tree/betting_rules.hpp"

namespace fifthstreet {
namespace {

using namespace betting;

// A node whose children are not built yet, and its set of lines in `PassingLines`, or -1.
template <int kRoom>
struct Waiting {
    Position<kRoom> at;
    std::int32_t node;
    std::int32_t passing;
};

// Sets of lines through nodes. Few nodes have any lines, so nodes store only the number of a set.
template <int kRoom>
class PassingLines {
  public:
    explicit PassingLines(const Betting<kRoom>& betting) : betting_(betting) {
        if (Passing all = betting.all_lines(); !all.lines.empty()) sets_.push_back(std::move(all));
    }

    std::int32_t root() const { return sets_.empty() ? -1 : 0; }

    std::optional<LineFault> choices(const Position<kRoom>& at, std::int32_t set,
                                     Choices& out) const {
        if (set >= 0) return betting_.choices(at, sets_[set], out);
        betting_.choices(at, out);
        return {};
    }

    std::int32_t after(std::int32_t set, const Choices& choices, int choice) {
        if (set < 0) return -1;
        Passing next = betting_.follow(sets_[set], choices, choice);
        if (next.lines.empty()) return -1;
        sets_.push_back(std::move(next));
        return static_cast<std::int32_t>(sets_.size()) - 1;
    }

  private:
    const Betting<kRoom>& betting_;
    std::vector<Passing> sets_;
};

template <int kRoom>
std::optional<LineFault> find_fault_in(const TreeSpec& spec) {
    const Betting<kRoom> betting(spec);
    PassingLines<kRoom> lines(betting);
    std::vector<Waiting<kRoom>> waiting;
    if (lines.root() >= 0) waiting.push_back({betting.root(), 0, lines.root()});
    Choices choices;
    while (!waiting.empty()) {
        const Waiting<kRoom> next = waiting.back();
        waiting.pop_back();
        if (const auto fault = lines.choices(next.at, next.passing, choices)) return fault;
        for (int i = 0; i < choices.count; ++i) {
            const std::int32_t passing = lines.after(next.passing, choices, i);
            if (passing >= 0) {
                waiting.push_back({betting.after(next.at, choices.at[i]), 0, passing});
            }
        }
    }
    return {};
}

// Everything that the tree after a deal depends on.
template <int kRoom>
struct StreetStart {
    Chips in[kRoom];
    Seats folded;
    std::int8_t aggressor;
    std::uint8_t street;

    bool operator==(const StreetStart& other) const = default;
};

template <int kRoom>
struct StreetStartHash {
    std::size_t operator()(const StreetStart<kRoom>& start) const {
        std::uint64_t hash = start.folded * 64u + start.street * 16u + (start.aggressor + 1u);
        for (const Chips chips : start.in) {
            hash = (hash ^ static_cast<std::uint32_t>(chips)) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        }
        return hash;
    }
};

template <int kRoom>
struct Tally {
    std::int64_t nodes[kTreeKinds][kTreeStreets] = {};
    std::int64_t action_nodes[kRoom][kTreeStreets] = {};
    std::int64_t actions[kRoom][kTreeStreets] = {};
    std::int64_t total = 0;

    // Calls `change` for every number in this tally and its counterpart in the other.
    template <class Change>
    void combine(const Tally& other, Change change) {
        static_assert(sizeof(Tally) % sizeof(std::int64_t) == 0);
        auto* mine = reinterpret_cast<std::int64_t*>(this);
        const auto* theirs = reinterpret_cast<const std::int64_t*>(&other);
        for (std::size_t i = 0; i < sizeof(Tally) / sizeof(std::int64_t); ++i) {
            change(mine[i], theirs[i]);
        }
    }
};

template <int kRoom>
class Counting {
  public:
    explicit Counting(const TreeSpec& spec) : betting_(spec), lines_(betting_) {}

    TreeCounts run(std::int64_t limit, std::int64_t max_visits,
                   const std::function<void()>& check_interrupt) {
        constexpr std::uint64_t kNodesPerCheck = 1 << 12;  // they have up to 255 children
        // A known subtree has at most `limit` nodes, so that sums do not overflow.
        limit = std::min(limit, std::numeric_limits<std::int64_t>::max() / 2);
        visit({betting_.root(), 0, lines_.root()});
        for (std::uint64_t turn = 1;
             !waiting_.empty() && tally_.total <= limit && visits_ < max_visits; ++turn) {
            if (turn % kNodesPerCheck == 0) check_interrupt();
            const Waiting<kRoom> next = waiting_.back();
            waiting_.pop_back();
            if (next.node == kCloses) {
                remember();
            } else {
                expand(next);
            }
        }
        TreeCounts counts;
        std::copy(&tally_.nodes[0][0], &tally_.nodes[0][0] + kTreeKinds * kTreeStreets,
                  &counts.nodes[0][0]);
        std::copy(&tally_.action_nodes[0][0], &tally_.action_nodes[0][0] + kRoom * kTreeStreets,
                  &counts.action_nodes[0][0]);
        std::copy(&tally_.actions[0][0], &tally_.actions[0][0] + kRoom * kTreeStreets,
                  &counts.actions[0][0]);
        counts.total = tally_.total;
        counts.is_complete = waiting_.empty() && tally_.total <= limit;
        return counts;
    }

  private:
    static constexpr std::int32_t kCloses = -1;  // marks that the last open deal is fully counted
    static constexpr std::size_t kMaxKnown = (std::size_t{1} << 28) / sizeof(Tally<kRoom>);

    struct Open {
        StreetStart<kRoom> start;
        Tally<kRoom> before;
    };

    void visit(const Waiting<kRoom>& next) {
        const auto& at = next.at;
        ++visits_;
        ++tally_.total;
        ++tally_.nodes[static_cast<int>(at.kind)][at.street];
        if (at.kind == NodeKind::kAction) ++tally_.action_nodes[at.player][at.street];
        if (at.kind == NodeKind::kAction || at.kind == NodeKind::kDeal) waiting_.push_back(next);
    }

    void expand(const Waiting<kRoom>& next) {
        const auto& at = next.at;
        if (at.kind == NodeKind::kDeal && next.passing < 0) {
            const StreetStart<kRoom> start = start_of(at);
            if (const auto known = known_.find(start); known != known_.end()) {
                tally_.combine(known->second, [](std::int64_t& a, std::int64_t b) { a += b; });
                return;
            }
            open_.push_back({start, tally_});
            waiting_.push_back({at, kCloses, -1});
        }
        lines_.choices(at, next.passing, choices_);
        if (at.kind == NodeKind::kAction) {
            tally_.actions[at.player][at.street] += choices_.count;
        }
        for (int i = 0; i < choices_.count; ++i) {
            visit({betting_.after(at, choices_.at[i]), 0, lines_.after(next.passing, choices_, i)});
        }
    }

    StreetStart<kRoom> start_of(const Position<kRoom>& at) const {
        StreetStart<kRoom> start{};
        std::copy(at.in, at.in + kRoom, start.in);
        start.folded = at.folded;
        start.street = at.street;
        start.aggressor = at.aggressor;
        // An aggressor who can no longer act makes no difference.
        if (at.aggressor >= 0 &&
            ((at.folded & seat(at.aggressor)) || betting_.behind(at, at.aggressor) == 0)) {
            start.aggressor = -1;
        }
        return start;
    }

    void remember() {
        if (known_.size() < kMaxKnown) {
            Tally<kRoom> below = tally_;
            below.combine(open_.back().before, [](std::int64_t& a, std::int64_t b) { a -= b; });
            known_.emplace(open_.back().start, below);
        }
        open_.pop_back();
    }

    Betting<kRoom> betting_;
    PassingLines<kRoom> lines_;
    Tally<kRoom> tally_;
    std::int64_t visits_ = 0;
    Choices choices_;
    std::vector<Waiting<kRoom>> waiting_;
    std::vector<Open> open_;
    std::unordered_map<StreetStart<kRoom>, Tally<kRoom>, StreetStartHash<kRoom>> known_;
};

template <int kRoom>
void write_node(const TreeArrays& out, std::int32_t node, const Position<kRoom>& at, int players,
                std::int32_t parent, Choice choice) {
    out.kind[node] = static_cast<std::uint8_t>(at.kind);
    out.player[node] = at.player;
    out.street[node] = at.street;
    out.parent[node] = parent;
    out.first_child[node] = 0;
    out.n_children[node] = 0;
    out.move[node] = static_cast<std::uint8_t>(choice.move);
    out.amount[node] = choice.to;
    std::copy(at.in, at.in + players, out.committed + std::int64_t{node} * players);
    out.folded[node] = at.folded;
}

template <int kRoom>
bool fill_in(const TreeSpec& spec, const TreeArrays& out) {
    const Betting<kRoom> betting(spec);
    PassingLines<kRoom> lines(betting);
    const int players = betting.players();
    std::deque<Waiting<kRoom>> waiting;  // a deque, so that memory is freed as it shrinks
    const auto root = betting.root();
    if (out.nodes < 1) return false;
    write_node(out, 0, root, players, 0, {TreeMove::kRoot, 0});
    waiting.push_back({root, 0, lines.root()});
    std::int64_t nodes = 1;
    Choices choices;
    while (!waiting.empty()) {
        const Waiting<kRoom>& next = waiting.front();
        lines.choices(next.at, next.passing, choices);
        if (nodes + choices.count > out.nodes) return false;
        if (choices.count) out.first_child[next.node] = static_cast<std::int32_t>(nodes);
        out.n_children[next.node] = static_cast<std::uint8_t>(choices.count);
        for (int i = 0; i < choices.count; ++i) {
            const auto child = betting.after(next.at, choices.at[i]);
            const auto node = static_cast<std::int32_t>(nodes++);
            write_node(out, node, child, players, next.node, choices.at[i]);
            if (child.kind == NodeKind::kAction || child.kind == NodeKind::kDeal) {
                waiting.push_back({child, node, lines.after(next.passing, choices, i)});
            }
        }
        waiting.pop_front();
    }
    return nodes == out.nodes;
}

// Calls `call` with the smallest kRoom that fits the players: smaller positions save memory.
template <class Call>
auto with_room(int players, Call call) {
    if (players <= 2) return call(std::integral_constant<int, 2>{});
    if (players <= 3) return call(std::integral_constant<int, 3>{});
    if (players <= 6) return call(std::integral_constant<int, 6>{});
    return call(std::integral_constant<int, kTreePlayers>{});
}

}  // namespace

std::optional<LineFault> TreeBuilder::find_fault() const {
    return with_room(players(), [&](auto room) { return find_fault_in<room>(spec_); });
}

TreeCounts TreeBuilder::count(std::int64_t limit, std::int64_t max_visits,
                              const std::function<void()>& check_interrupt) const {
    return with_room(players(), [&](auto room) {
        return Counting<room>(spec_).run(limit, max_visits, check_interrupt);
    });
}

bool TreeBuilder::fill(const TreeArrays& out) const {
    return with_room(players(), [&](auto room) { return fill_in<room>(spec_, out); });
}

}  // namespace fifthstreet
