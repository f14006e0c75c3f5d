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
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr std::int64_t kBoardsPerTask = 64;

struct HoleHand {
    Mask mask;
    Key key;
    std::uint8_t cards[2];
};

// All hole hands in hole order: hand b * (b - 1) / 2 + a holds the cards a < b.
const std::array<HoleHand, kHoleHands>& hole_hands() {
    static const auto all = [] {
        std::array<HoleHand, kHoleHands> hands;
        int index = 0;
        for (int b = 1; b < kCards; ++b) {
            for (int a = 0; a < b; ++a) {
                hands[index++] = {card_bit(a) | card_bit(b),
                                  kCardKeys[a] + kCardKeys[b],
                                  {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)}};
            }
        }
        return hands;
    }();
    return all;
}

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

struct Ranked {
    Strength strength;
    std::uint16_t hand;
};

// Sorts by strength in two counting passes of 7 bits (strengths fit in 14).
void sort_by_strength(std::array<Ranked, kHoleHands>& hands, int count) {
    static_assert(sizeof(Strength) == 2);
    std::array<Ranked, kHoleHands> other;
    for (const int shift : {0, 7}) {
        std::array<int, 129> starts{};
        for (int i = 0; i < count; ++i) ++starts[(hands[i].strength >> shift & 127) + 1];
        for (int digit = 1; digit < 129; ++digit) starts[digit] += starts[digit - 1];
        for (int i = 0; i < count; ++i)
            other[starts[hands[i].strength >> shift & 127]++] = hands[i];
        std::copy_n(other.begin(), count, hands.begin());
    }
}

void sweep_board(const Ranking& ranking, Mask board, double multiplicity, Mask dead,
                 const float* weights[2], std::array<Meeting, kHoleHands>* out) {
    const auto& all = hole_hands();
    const Key board_key = key_of(board);
    const auto seven = ranking.view<7>();
    std::array<Ranked, kHoleHands> order;
    int count = 0;
    for (int h = 0; h < kHoleHands; ++h) {
        if ((all[h].mask & (board | dead)) || (weights[0][h] == 0 && weights[1][h] == 0)) continue;
        order[count++] = {seven.best(all[h].mask | board, all[h].key + board_key),
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
            for (int p = 0; p < 2; ++p) won[p][h] = beaten[1 - p].without(all[h]);
        }
        for (int i = begin; i < end; ++i) {
            const int h = order[i].hand;
            for (int p = 0; p < 2; ++p) beaten[p].add(all[h], weights[p][h]);
        }
        for (int i = begin; i < end; ++i) {
            const int h = order[i].hand;
            for (int p = 0; p < 2; ++p) {
                const double not_lost = beaten[1 - p].without(all[h]) + weights[1 - p][h];
                out[p][h].won += multiplicity * won[p][h];
                out[p][h].tied += multiplicity * (not_lost - won[p][h]);
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        const int h = order[i].hand;
        for (int p = 0; p < 2; ++p) {
            out[p][h].met += multiplicity * (beaten[1 - p].without(all[h]) + weights[1 - p][h]);
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
