#include "prediction/final_hands.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr std::int64_t kSetsPerTask = 512;
constexpr int kKnown = 5;
constexpr int kLeft = kCards - kKnown;

// Adds the counts of one set of five cards.
void count_set(Mask five, std::int64_t multiplicity, const std::uint8_t* preflop_class,
               FinalCounts& counts) {
    std::array<int, kLeft> cards;
    std::array<HandFactors, kLeft> six;  // the five and each other card
    const HandFactors hand(five);
    Mask others = kAllCards & ~five;
    for (int i = 0; i < kLeft; ++i) {
        cards[i] = pop_card(others);
        six[i] = hand.with(cards[i]);
    }
    std::array<std::array<std::int32_t, kFinals>, kLeft> finals{};  // by a card to come
    for (int j = 1; j < kLeft; ++j) {
        const std::uint8_t* hole_class = preflop_class + cards[j] * (cards[j] - 1) / 2;
        for (int i = 0; i < j; ++i) {
            const int final_hand = six[j].with(cards[i]).made();
            ++finals[i][final_hand];
            ++finals[j][final_hand];
            counts.preflop[hole_class[cards[i]]][final_hand] += multiplicity;
        }
    }
    std::array<std::int64_t, kFinals> twice{};  // each pair of cards is counted for both of them
    for (int i = 0; i < kLeft; ++i) {
        std::int64_t* turn = counts.turn[six[i].cell()];
        for (int f = 0; f < kFinals; ++f) {
            turn[f] += finals[i][f] * multiplicity;
            twice[f] += finals[i][f];
        }
    }
    std::int64_t* flop = counts.flop[hand.cell()];
    for (int f = 0; f < kFinals; ++f) flop[f] += twice[f] / 2 * multiplicity;
}

template <int kRows>
void add_rows(const std::int64_t (&from)[kRows][kFinals], std::int64_t (&to)[kRows][kFinals]) {
    for (int row = 0; row < kRows; ++row) {
        for (int f = 0; f < kFinals; ++f) to[row][f] += from[row][f];
    }
}

}  // namespace

void count_final_hands(const Mask* fives, const std::int64_t* multiplicities, std::int64_t count,
                       const std::uint8_t* preflop_class, int threads, FinalCounts& out) {
    out = FinalCounts{};
    std::mutex mutex;
    const std::int64_t tasks = (count + kSetsPerTask - 1) / kSetsPerTask;
    ThreadPool pool(useful_threads(tasks, threads));
    pool.run(tasks, [&](std::int64_t task) {
        const auto counts = std::make_unique<FinalCounts>();
        const std::int64_t begin = task * kSetsPerTask;
        const std::int64_t end = std::min(count, begin + kSetsPerTask);
        for (std::int64_t i = begin; i < end; ++i) {
            count_set(fives[i], multiplicities[i], preflop_class, *counts);
        }
        const std::lock_guard lock(mutex);
        add_rows(counts->preflop, out.preflop);
        add_rows(counts->flop, out.flop);
        add_rows(counts->turn, out.turn);
    });
}

void count_board_cells(Mask board, std::int64_t* out) {
    using factors::kSuitValue;
    std::fill_n(out, kCells, 0);
    const HandFactors hand(board);
    // The two ranks determine K and the shape; with their suits, they determine which suit counts.
    std::uint8_t shape[kRanks][kRanks];
    std::uint8_t k_class[kRanks][kRanks];
    for (int a = 0; a < kRanks; ++a) {
        const HandFactors more = hand.with(a * kSuits);
        for (int b = a; b < kRanks; ++b) {
            const HandFactors both = more.with(b * kSuits);
            shape[a][b] = both.shape();
            k_class[a][b] = static_cast<std::uint8_t>(both.k_class());
        }
    }
    std::uint8_t others[kSuits][kSuits] = {};  // largest value of the suits that get no card
    for (int a = 0; a < kSuits; ++a) {
        for (int b = 0; b < kSuits; ++b) {
            for (int suit = 0; suit < kSuits; ++suit) {
                if (suit != a && suit != b) {
                    others[a][b] = std::max(others[a][b], kSuitValue[hand.suit(suit)]);
                }
            }
        }
    }
    for (Mask firsts = kAllCards & ~board; firsts;) {
        const int a = pop_card(firsts);
        const std::uint32_t with_a = hand.suit(a % kSuits) | 1u << (a / kSuits);
        for (Mask seconds = firsts; seconds;) {
            const int b = pop_card(seconds);
            const bool is_same = a % kSuits == b % kSuits;
            const std::uint32_t before = is_same ? with_a : hand.suit(b % kSuits);
            const std::uint8_t value = std::max({others[a % kSuits][b % kSuits], kSuitValue[with_a],
                                                 kSuitValue[before | 1u << (b / kSuits)]});
            const auto sf = factors::kSfClass[value][shape[a / kSuits][b / kSuits]];
            ++out[sf * kKClasses + k_class[a / kSuits][b / kSuits]];
        }
    }
}

}  // namespace fifthstreet
