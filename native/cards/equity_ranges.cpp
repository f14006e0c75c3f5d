// Two ranges of hole cards swept against each other over complete boards.
//
// On one board, both ranges are visited once, in order of strength. The weight visited so far, in
// total and per card, gives the weight that a hand beats: the total minus the weight of hands that
// hold one of its two cards, which the opponent cannot have. The opponent's identical hand is
// subtracted twice, once per card, so its weight is added back.
#include <algorithm>
#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "cards/equity.hpp"
#include "cards/hole_hands.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr std::int64_t kBoardsPerTask = 64;

// Weight of a range's hands visited so far, in total and per card.
struct Running {
    double total = 0;
    std::array<double, kCards> per_card{};

    void add(const HoleHand& hand, double weight) {
        total += weight;
        per_card[hand.cards[0]] += weight;
        per_card[hand.cards[1]] += weight;
    }
    double without(const HoleHand& hand) const {
        return total - per_card[hand.cards[0]] - per_card[hand.cards[1]];
    }
};

void sweep_board(const Ranking& ranking, Mask board, double multiplicity, Mask dead,
                 const float* weights[2], std::array<Meeting, kHoleHands>* out) {
    const Key board_key = key_of(board);
    const auto seven = ranking.view<7>();
    std::array<RankedHole, kHoleHands> order;
    int count = 0;
    for (int h = 0; h < kHoleHands; ++h) {
        if ((kHoles[h].mask & (board | dead)) || (weights[0][h] == 0 && weights[1][h] == 0))
            continue;
        order[count++] = {seven.best(kHoles[h].mask | board, kHoles[h].key + board_key),
                          static_cast<std::uint16_t>(h)};
    }
    sort_by_strength(order, count);

    std::array<Running, 2> beaten;
    std::array<double, kHoleHands> won[2];
    for (int begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && order[end].strength == order[begin].strength; ++end) {
        }
        for (int i = begin; i < end; ++i) {
            const int h = order[i].hand;
            for (int p = 0; p < 2; ++p) won[p][h] = beaten[1 - p].without(kHoles[h]);
        }
        for (int i = begin; i < end; ++i) {
            const int h = order[i].hand;
            for (int p = 0; p < 2; ++p) beaten[p].add(kHoles[h], weights[p][h]);
        }
        for (int i = begin; i < end; ++i) {
            const int h = order[i].hand;
            for (int p = 0; p < 2; ++p) {
                const double not_lost = beaten[1 - p].without(kHoles[h]) + weights[1 - p][h];
                out[p][h].won += multiplicity * won[p][h];
                out[p][h].tied += multiplicity * (not_lost - won[p][h]);
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        const int h = order[i].hand;
        for (int p = 0; p < 2; ++p) {
            out[p][h].met += multiplicity * (beaten[1 - p].without(kHoles[h]) + weights[1 - p][h]);
        }
    }
}

}  // namespace

void sweep_ranges(const Ranking& ranking, const Mask* boards, const double* multiplicities,
                  std::int64_t count, Mask dead, const float* weights[2], int threads,
                  Meeting* out[2]) {
    const std::int64_t tasks = (count + kBoardsPerTask - 1) / kBoardsPerTask;
    // Sums are added to the result in the order of the tasks, whichever thread ran them, so the
    // result is the same for any number of threads.
    std::int64_t added = 0;
    bool has_failed = false;  // a task without sums, whose successors would wait forever
    std::mutex mutex;
    std::condition_variable turn;
    const auto sweep = [&](std::int64_t task) {
        auto sums = std::make_unique<std::array<std::array<Meeting, kHoleHands>, 2>>();
        const std::int64_t end = std::min(count, (task + 1) * kBoardsPerTask);
        for (std::int64_t b = task * kBoardsPerTask; b < end; ++b) {
            sweep_board(ranking, boards[b], multiplicities[b], dead, weights, sums->data());
        }
        return sums;
    };
    ThreadPool pool(threads);
    pool.run(tasks, [&](std::int64_t task) {
        decltype(sweep(task)) sums;
        try {
            sums = sweep(task);
        } catch (...) {
            const std::lock_guard lock(mutex);
            has_failed = true;
            turn.notify_all();
            throw;
        }
        std::unique_lock lock(mutex);
        turn.wait(lock, [&] { return has_failed || added == task; });
        if (has_failed) return;
        for (int p = 0; p < 2; ++p) {
            for (int h = 0; h < kHoleHands; ++h) {
                out[p][h].won += (*sums)[p][h].won;
                out[p][h].tied += (*sums)[p][h].tied;
                out[p][h].met += (*sums)[p][h].met;
            }
        }
        ++added;
        turn.notify_all();
    });
}

}  // namespace fifthstreet
