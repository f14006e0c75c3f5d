// The passes of `TripleStreets`: reach goes down the streets, values go up.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "multiway/triple_streets.hpp"

namespace fifthstreet {

namespace {

constexpr int kRiverGroup = 16;  // rivers whose values are added up by one task
constexpr int kBoardGroup = 32;  // boards of a showdown, likewise
constexpr int kOthersCards = 6;  // cards of three hands, which are not dealt

// Calls task(i, worker) for i below count, on as many threads as there are workers.
template <class Worker, class Task>
void share_out(ThreadPool& pool, std::vector<Worker>& workers, std::int64_t count,
               const Task& task) {
    std::atomic<std::int64_t> next{0};
    pool.run(static_cast<std::int64_t>(workers.size()), [&](std::int64_t which) {
        for (std::int64_t i; (i = next++) < count;) task(i, workers[which]);
    });
}

}  // namespace

// Memory of a thread.
struct TripleStreets::Worker {
    TripleScratch scratch;
    DeckSums first, second;
    Reach reach;
    std::vector<float> values;
};

// A pass for a player. The first mode decides what is played; values are computed for each of them.
struct TripleStreets::Pass {
    const Tables& tables;
    int player;
    std::vector<Mode> modes;
    const std::vector<TripleFactors>* factors = nullptr;

    bool updates() const { return modes[0] == Mode::kUpdate; }
    int variants() const { return static_cast<int>(modes.size()); }
};

void TripleStreets::prepare(Reach& reach, int level) const {
    for (int q = 0; q < kTriple; ++q) {
        reach.rows[q].resize(std::int64_t{levels_[level].reach_count[q]} * stride(q));
        reach.live[q].assign(levels_[level].reach_count[q], 0);
    }
}

// Fills the reach of all players where a level begins; cards that are dealt block hands.
void TripleStreets::enter(const Pass& pass, int level, const Reach* above, int turn, int river,
                          Reach& reach) const {
    if (!above) {
        for (int q = 0; q < kTriple; ++q) {
            std::copy_n(pass.tables[q].weights, stride(q), reach.rows[q].data());
            reach.live[q][0] = 1;
        }
        return;
    }
    const Level& upper = levels_[level - 1];
    const bool is_last = level == levels() - 1;
    const Board* board = is_last ? &this->board(turn, river) : nullptr;
    const int dealt = is_last ? -1 : left_[turn];
    for (const auto& [place, entry] : upper.passes[pass.player].waiting) {
        for (int q = 0; q < kTriple; ++q) {
            const int width = stride(q), source = upper.reach_rows[q][place];
            float* const to = reach.rows[q].data() + std::int64_t{entry} * width;
            reach.live[q][entry] = 0;
            if (!above->live[q][source]) {
                std::fill_n(to, width, 0.0f);
                continue;
            }
            const float* const from = above->rows[q].data() + std::int64_t{source} * width;
            float total = 0;
            int count = hands(q);
            if (is_last) {
                const auto& order = board->order[q];
                count = static_cast<int>(order.size());
                for (int i = 0; i < count; ++i) total += to[i] = from[order[i]];
            } else {
                const std::uint8_t* cards = cards_[q].data();
                for (int i = 0; i < count; ++i) {
                    const bool is_blocked = cards[2 * i] == dealt || cards[2 * i + 1] == dealt;
                    total += to[i] = is_blocked ? 0.0f : from[i];
                }
            }
            std::fill(to + count, to + width, 0.0f);
            reach.live[q][entry] = total > 0;
        }
    }
}

// Carries reach down a level, which updates the player's averages.
void TripleStreets::split(const Pass& pass, int level, int turn, int river, int visits,
                          Reach& reach) const {
    const Level& own = levels_[level];
    std::array<std::int64_t, kTriple> first;
    for (int q = 0; q < kTriple; ++q) first[q] = first_row(level, q, turn, river);
    for (const int place : own.passes[pass.player].decisions) {
        const TripleStreetNode& node = nodes_[own.members[place]];
        const int q = node.player, width = stride(q);
        const int child = own.places[node.first_child];
        const auto& rows = own.reach_rows[q];
        const bool adds = pass.updates() && q == pass.player;
        if (!adds && !reach.live[q][rows[place]]) {
            for (int a = 0; a < node.children; ++a) {
                reach.live[q][rows[child + a]] = 0;
                std::fill_n(reach.rows[q].data() + std::int64_t{rows[child + a]} * width, width,
                            0.0f);
            }
            continue;
        }
        float* below[kMaxActions];
        bool live[kMaxActions];
        for (int a = 0; a < node.children; ++a) {
            below[a] = reach.rows[q].data() + std::int64_t{rows[child + a]} * width;
        }
        const TripleTables& tables = pass.tables[q];
        const std::int64_t cell = (first[q] + own.row[place]) * width;
        const NodeRows at{node.children,
                          width,
                          (pass.updates() ? tables.regrets : tables.averages) + cell,
                          nullptr,
                          adds ? tables.averages + cell : nullptr,
                          tables.locks ? tables.locks + cell : nullptr};
        split_reach(at, adds ? (*pass.factors)[visits].keep : 0,
                    reach.rows[q].data() + std::int64_t{rows[place]} * width, below, live);
        for (int a = 0; a < node.children; ++a) reach.live[q][rows[child + a]] = live[a];
    }
}

// Evaluates ends before the river, where the hands of the others only have to fit.
void TripleStreets::fold_ends(const Pass& pass, int level, const Reach& reach, Worker& worker,
                              float* values) const {
    const Level& own = levels_[level];
    const int player = pass.player, width = stride(player);
    const std::int64_t size = static_cast<std::int64_t>(own.members.size()) * width;
    for (const int place : own.passes[player].ends) {
        float* const out = values + std::int64_t{place} * width;
        bool is_live = true;
        for (int side = 0; side < 2; ++side) {
            const int q = side ? second_opponent_of(player) : first_opponent_of(player);
            const int row = own.reach_rows[q][place];
            is_live = is_live && reach.live[q][row];
            if (!is_live) break;
            DeckSums& sums = side ? worker.second : worker.first;
            const float* from = reach.rows[q].data() + std::int64_t{row} * stride(q);
            sums.clear();
            for (int i = 0; i < hands(q); ++i) sums.add(&cards_[q][2 * i], from[i]);
        }
        if (!is_live) continue;  // values are zero
        pair_weights(cards_[player], worker.first, worker.second,
                     payoffs_[player][own.members[place]].all, out);
        for (int v = 1; v < pass.variants(); ++v) std::copy_n(out, width, out + v * size);
    }
}

// Carries a player's values up a level, which updates their regrets.
void TripleStreets::join(const Pass& pass, int level, int turn, int river, int visits,
                         float* values) const {
    const Level& own = levels_[level];
    const int player = pass.player, width = stride(player);
    const std::int64_t first = first_row(level, player, turn, river);
    const auto& decisions = own.passes[player].decisions;
    const TripleTables& tables = pass.tables[player];
    for (const Mode mode : pass.modes) {
        for (auto next = decisions.rbegin(); next != decisions.rend(); ++next) {
            const TripleStreetNode& node = nodes_[own.members[*next]];
            float* below[kMaxActions];
            for (int a = 0; a < node.children; ++a) {
                below[a] = values + std::int64_t{own.places[node.first_child] + a} * width;
            }
            float* const row = values + std::int64_t{*next} * width;
            std::copy_n(below[0], width, row);
            below[0] = row;  // the kernels write their result there
            if (node.player != player) {
                for (int a = 1; a < node.children; ++a) add_rows(below[a], width, row);
                continue;
            }
            const std::int64_t cell = (first + own.row[*next]) * width;
            const NodeRows at{
                node.children, width,   (pass.updates() ? tables.regrets : tables.averages) + cell,
                nullptr,       nullptr, tables.locks ? tables.locks + cell : nullptr};
            if (mode == Mode::kUpdate) {
                const TripleFactors& factor = (*pass.factors)[visits];
                update_regrets(at, factor.positive, factor.negative, below);
            } else if (mode == Mode::kAverage) {
                mean_values(at, below);
            } else {
                best_values(at, below);
            }
        }
        values += static_cast<std::int64_t>(own.members.size()) * width;
    }
}

// Leaves the values of a river in the worker's memory, in order of strength.
void TripleStreets::play_river(const Pass& pass, const Reach& above, int turn, int river,
                               int visits, Worker& worker) const {
    const int level = levels() - 1, player = pass.player, width = stride(player);
    const Level& own = levels_[level];
    const Board& dealt = board(turn, river);
    const int first = first_opponent_of(player), second = second_opponent_of(player);
    Reach& reach = worker.reach;
    enter(pass, level, &above, turn, river, reach);
    split(pass, level, turn, river, visits, reach);
    const std::int64_t size = static_cast<std::int64_t>(own.members.size()) * width;
    worker.values.resize(size * pass.variants());
    const int count = dealt.hands[player].count();
    for (const int place : own.passes[player].ends) {
        float* const out = worker.values.data() + std::int64_t{place} * width;
        const int one = own.reach_rows[first][place], two = own.reach_rows[second][place];
        if (count && reach.live[first][one] && reach.live[second][two]) {
            sweep_triples(dealt.hands[player], dealt.opponents[player],
                          payoffs_[player][own.members[place]],
                          reach.rows[first].data() + std::int64_t{one} * stride(first),
                          reach.rows[second].data() + std::int64_t{two} * stride(second),
                          worker.scratch, out);
            std::fill(out + count, out + width, 0.0f);
        } else {
            std::fill_n(out, width, 0.0f);
        }
        for (int v = 1; v < pass.variants(); ++v) std::copy_n(out, width, out + v * size);
    }
    join(pass, level, turn, river, visits, worker.values.data());
}

// Carries the values of a turn up, from sums over its rivers, to sums[variants][entries][stride]. Copies
// the values at the turn's nodes unless that is null.
void TripleStreets::lift_turn(const Pass& pass, const DealtTurn& dealt, const Reach& reach,
                              const float* below, Worker& worker, float* sums,
                              float* turn_values) const {
    const Level& own = levels_[1];
    const int player = pass.player, width = stride(player), card = left_[dealt.turn];
    const auto cards = static_cast<float>(rivers());
    const float scale = cards / static_cast<float>(dealt.rivers.size()) / (cards - kOthersCards);
    rise(pass, 1, reach, below, scale, dealt.turn, dealt.visits, worker);
    float* values = worker.values.data();
    for (int v = 0; v < pass.variants(); ++v) {
        for (int hand = 0; hand < hands(player); ++hand) {
            const std::uint8_t* held = &cards_[player][2 * hand];
            if (held[0] != card && held[1] != card) continue;
            for (std::size_t row = 0; row < own.members.size(); ++row) {
                values[static_cast<std::int64_t>(row) * width + hand] = 0;
            }
        }
        if (turn_values) std::copy_n(values, std::int64_t{own.nodes} * width, turn_values);
        for (const auto& [place, entry] : levels_[0].passes[player].waiting) {
            std::copy_n(values + std::int64_t{own.entries[entry]} * width, width,
                        sums + std::int64_t{entry} * width);
        }
        values += static_cast<std::int64_t>(own.members.size()) * width;
        sums += static_cast<std::int64_t>(own.entries.size()) * width;
    }
}

// Deals turns and rivers and adds the values where the second level begins to
// sums[variants][entries][stride].
void TripleStreets::run(const Pass& pass, const std::vector<DealtTurn>& dealt, const Reach& top,
                        int threads, float* sums, float* turn_values) const {
    const int last = levels() - 1, player = pass.player, width = stride(player);
    const auto count = static_cast<std::int64_t>(dealt.size());
    std::int64_t tasks = 0;
    for (const DealtTurn& each : dealt) tasks += each.rivers.size() / kRiverGroup + 1;
    std::vector<Worker> workers(useful_threads(tasks, threads));
    ThreadPool pool(static_cast<int>(workers.size()));
    std::vector<Reach> turn_reach(has_turn() ? dealt.size() : 0);
    if (has_turn()) {
        share_out(pool, workers, count, [&](std::int64_t i, Worker&) {
            prepare(turn_reach[i], 1);
            enter(pass, 1, &top, dealt[i].turn, -1, turn_reach[i]);
            split(pass, 1, dealt[i].turn, -1, dealt[i].visits, turn_reach[i]);
        });
    }
    struct Group {
        std::int64_t dealt;
        int begin, end;
    };
    std::vector<Group> groups;
    for (std::int64_t i = 0; i < count; ++i) {
        const int rivers = static_cast<int>(dealt[i].rivers.size());
        for (int begin = 0; begin < rivers; begin += kRiverGroup) {
            groups.push_back({i, begin, std::min(rivers, begin + kRiverGroup)});
        }
    }
    const Level& river = levels_[last];
    const auto entries = static_cast<std::int64_t>(river.entries.size());
    const std::int64_t size = entries * width * pass.variants();
    std::vector<float> group_sums(groups.size() * size);
    for (Worker& each : workers) prepare(each.reach, last);
    share_out(pool, workers, static_cast<std::int64_t>(groups.size()),
              [&](std::int64_t g, Worker& worker) {
                  const auto& [i, begin, end] = groups[g];
                  const Reach& above = has_turn() ? turn_reach[i] : top;
                  for (int r = begin; r < end; ++r) {
                      play_river(pass, above, dealt[i].turn, dealt[i].rivers[r],
                                 dealt[i].river_visits[r], worker);
                      const auto& order = board(dealt[i].turn, dealt[i].rivers[r]).order[player];
                      add_entries(pass, last, order, worker.values.data(),
                                  group_sums.data() + g * size);
                  }
              });
    if (!has_turn()) {
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const float* from = group_sums.data() + g * size;
            for (std::int64_t i = 0; i < size; ++i) sums[i] += from[i];
        }
        return;
    }
    const std::int64_t upper = static_cast<std::int64_t>(levels_[1].entries.size()) * width;
    std::vector<float> turn_sums(count * upper * pass.variants());
    share_out(pool, workers, count, [&](std::int64_t i, Worker& worker) {
        std::vector<float> below(size);
        for (std::size_t g = 0; g < groups.size(); ++g) {
            if (groups[g].dealt != i) continue;
            const float* from = group_sums.data() + g * size;
            for (std::int64_t k = 0; k < size; ++k) below[k] += from[k];
        }
        lift_turn(pass, dealt[i], turn_reach[i], below.data(), worker,
                  turn_sums.data() + i * pass.variants() * upper, turn_values);
    });
    for (std::int64_t i = 0; i < count; ++i) {
        const float* from = turn_sums.data() + i * upper * pass.variants();
        for (std::int64_t k = 0; k < upper * pass.variants(); ++k) sums[k] += from[k];
    }
}

// Adds the values where the river begins to sums by hands in the order of the range.
void TripleStreets::add_entries(const Pass& pass, int level,
                                const std::vector<std::uint16_t>& order, const float* values,
                                float* sums) const {
    const Level& own = levels_[level];
    const int width = stride(pass.player), count = static_cast<int>(order.size());
    for (int v = 0; v < pass.variants(); ++v) {
        for (const auto& [place, entry] : levels_[level - 1].passes[pass.player].waiting) {
            const float* from = values + std::int64_t{own.entries[entry]} * width;
            float* to = sums + std::int64_t{entry} * width;
            for (int i = 0; i < count; ++i) to[order[i]] += from[i];
        }
        values += static_cast<std::int64_t>(own.members.size()) * width;
        sums += static_cast<std::int64_t>(own.entries.size()) * width;
    }
}

// Computes the values of a level before the river, into the worker's memory, from sums over the cards
// that follow it.
void TripleStreets::rise(const Pass& pass, int level, const Reach& reach, const float* sums,
                         float scale, int turn, int visits, Worker& worker) const {
    const Level& own = levels_[level];
    const int width = stride(pass.player);
    const std::int64_t size = static_cast<std::int64_t>(own.members.size()) * width;
    const std::int64_t below = static_cast<std::int64_t>(levels_[level + 1].entries.size()) * width;
    worker.values.assign(size * pass.variants(), 0.0f);
    for (int v = 0; v < pass.variants(); ++v) {
        for (const auto& [place, entry] : own.passes[pass.player].waiting) {
            const float* from = sums + v * below + std::int64_t{entry} * width;
            float* to = worker.values.data() + v * size + std::int64_t{place} * width;
            for (int i = 0; i < width; ++i) to[i] = scale * from[i];
        }
    }
    fold_ends(pass, level, reach, worker, worker.values.data());
    join(pass, level, turn, -1, visits, worker.values.data());
}

TripleStreets::Reach TripleStreets::top_reach(const Pass& pass, int visits) const {
    Reach top;
    prepare(top, 0);
    enter(pass, 0, nullptr, -1, -1, top);
    split(pass, 0, -1, -1, visits, top);
    return top;
}

// Returns the factor of sums where the second level begins, by the number of cards dealt to it.
float TripleStreets::top_scale(std::size_t dealt) const {
    const auto cards = static_cast<float>(left_.size());
    return cards / static_cast<float>(dealt) / (cards - kOthersCards);
}

void TripleStreets::iterate(const Tables& tables, const std::vector<TripleFactors>& factors,
                            int visits, const std::vector<DealtTurn>& dealt, int threads) const {
    std::vector<Worker> worker(1);
    for (int player = 0; player < kTriple; ++player) {
        const Pass pass{tables, player, {Mode::kUpdate}, &factors};
        const Reach top = top_reach(pass, visits);
        std::vector<float> sums(std::int64_t{sum_rows()} * stride(player));
        run(pass, dealt, top, threads, sums.data(), nullptr);
        const std::size_t cards = has_turn() ? dealt.size() : dealt[0].rivers.size();
        rise(pass, 0, top, sums.data(), top_scale(cards), 0, visits, worker[0]);
    }
}

std::vector<DealtTurn> TripleStreets::whole(const std::vector<int>& turns) const {
    std::vector<int> every(rivers());
    std::iota(every.begin(), every.end(), 0);
    std::vector<DealtTurn> dealt;
    for (const int turn : turns) dealt.push_back({turn, 0, every, std::vector<int>(rivers())});
    return dealt;
}

void TripleStreets::add_turns(const Tables& tables, int player, const std::vector<int>& turns,
                              int threads, float* sums) const {
    const Pass pass{tables, player, {Mode::kAverage, Mode::kBestResponse}};
    run(pass, whole(turns), top_reach(pass, 0), threads, sums, nullptr);
}

void TripleStreets::finish(const Tables& tables, int player, const float* sums, float* out) const {
    const Pass pass{tables, player, {Mode::kAverage, Mode::kBestResponse}};
    std::vector<Worker> worker(1);
    rise(pass, 0, top_reach(pass, 0), sums, top_scale(left_.size()), 0, 0, worker[0]);
    const std::int64_t size = static_cast<std::int64_t>(levels_[0].members.size());
    for (int v = 0; v < 2; ++v) {
        const float* from = worker[0].values.data() + v * size * stride(player);
        const std::int64_t rows = std::int64_t{nodes(0)} * stride(player);
        std::copy_n(from, rows, out + v * rows);
    }
}

void TripleStreets::values_at(const Tables& tables, int player, int turn, int river, int threads,
                              float* out) const {
    const Pass pass{tables, player, {Mode::kAverage}};
    Reach above = top_reach(pass, 0);
    if (river < 0) {
        std::vector<float> sums(std::int64_t{sum_rows()} * stride(player));
        run(pass, whole({turn}), above, threads, sums.data(), out);
        return;
    }
    if (has_turn()) {
        Reach after;
        prepare(after, 1);
        enter(pass, 1, &above, turn, -1, after);
        split(pass, 1, turn, -1, 0, after);
        above = std::move(after);
    }
    std::vector<Worker> worker(1);
    const int last = levels() - 1;
    prepare(worker[0].reach, last);
    play_river(pass, above, turn, river, 0, worker[0]);
    std::copy_n(worker[0].values.data(), std::int64_t{nodes(last)} * stride(player), out);
}

void TripleStreets::showdown(int player, const TriplePayoff& payoff, const float* first_reach,
                             const float* second_reach, int turn, int river, int threads,
                             float* out) const {
    std::vector<const Board*> dealt;
    if (river >= 0) {
        dealt.push_back(&board(turn, river));
    } else if (has_turn() && turn >= 0) {
        for (int r = 0; r < rivers(); ++r) dealt.push_back(&board(turn, r));
    } else {
        for (const Board& each : boards_) dealt.push_back(&each);
    }
    const int width = stride(player);
    const auto count = static_cast<int>(dealt.size());
    const int groups = (count + kBoardGroup - 1) / kBoardGroup;
    std::vector<float> sums(std::int64_t{groups} * width);
    std::vector<Worker> workers(useful_threads(groups, threads));
    ThreadPool pool(static_cast<int>(workers.size()));
    share_out(pool, workers, groups, [&](std::int64_t g, Worker& worker) {
        const int end = std::min(count, static_cast<int>(g + 1) * kBoardGroup);
        for (int b = static_cast<int>(g) * kBoardGroup; b < end; ++b) {
            const Board& at = *dealt[b];
            const int q[2] = {first_opponent_of(player), second_opponent_of(player)};
            std::vector<float> rows[2];
            for (int side = 0; side < 2; ++side) {
                const float* from = side ? second_reach : first_reach;
                for (const int i : at.order[q[side]]) rows[side].push_back(from[i]);
            }
            worker.values.resize(width);
            sweep_triples(at.hands[player], at.opponents[player], payoff, rows[0].data(),
                          rows[1].data(), worker.scratch, worker.values.data());
            for (int i = 0; i < at.hands[player].count(); ++i) {
                sums[g * width + at.order[player][i]] += worker.values[i];
            }
        }
    });
    std::fill_n(out, width, 0.0f);
    for (int g = 0; g < groups; ++g) {
        for (int i = 0; i < width; ++i) out[i] += sums[std::int64_t{g} * width + i];
    }
}

}  // namespace fifthstreet
