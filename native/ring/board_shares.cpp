#include "ring/board_shares.hpp"

#include <algorithm>

#include "ring/ring_betting.hpp"
#include "shared/checks.hpp"

namespace fifthstreet {

namespace {

// The mean over x from 0 to 1 of a product of terms b + t x is the share of a hand that beats each
// opponent with probability b and ties with t: it has 1 / (1 + k) if it ties with k of them. These
// points and weights integrate products of up to nine terms exactly (Gauss-Legendre).
constexpr int kPoints = 5;
constexpr float kPoint[kPoints] = {0.04691008f, 0.23076534f, 0.5f, 0.76923466f, 0.95308992f};
constexpr float kWeight[kPoints] = {0.11846344f, 0.23931434f, 0.28444444f, 0.23931434f,
                                    0.11846344f};

}  // namespace

BoardShares::BoardShares(const std::uint16_t* strengths, std::size_t boards,
                         const std::uint8_t* classes)
    : boards_(boards) {
    std::copy_n(classes, kHoleHands, classes_.begin());
    require(std::all_of(classes_.begin(), classes_.end(), [](int each) { return each < kClasses; }),
            "classes must be 0 to 168");
    std::array<RankedHole, kHoleHands> ranked;
    for (Board& board : boards_) {
        board.hands = 0;
        for (int hand = 0; hand < kHoleHands; ++hand) {
            require(strengths[hand] < 1 << 14, "strengths must be below 16,384");
            if (!strengths[hand]) continue;
            ranked[board.hands++] = {strengths[hand], static_cast<std::uint16_t>(hand)};
        }
        strengths += kHoleHands;
        sort_by_strength(ranked, board.hands);
        for (int i = 0; i < board.hands; ++i) {
            board.order[i] = ranked[i].hand;
            if (i + 1 == board.hands || ranked[i + 1].strength != ranked[i].strength) {
                board.ends.push_back(static_cast<std::uint16_t>(i + 1));
            }
        }
    }
}

// Compares the hands on a board with a seat's range.
void BoardShares::oppose(const Board& board, const float* held, Opposing& out) const {
    float sum = 0, of_card[kCards]{};
    int first = 0;
    for (const int end : board.ends) {
        for (int i = first; i < end; ++i) {
            const auto [low, high] = kHoles[board.order[i]].cards;
            out.beaten[i] = sum - of_card[low] - of_card[high];
        }
        for (int i = first; i < end; ++i) {
            const auto [low, high] = kHoles[board.order[i]].cards;
            const float weight = held[classes_[board.order[i]]];
            sum += weight;
            of_card[low] += weight;
            of_card[high] += weight;
        }
        for (int i = first; i < end; ++i) {
            const auto [low, high] = kHoles[board.order[i]].cards;
            // A hand is among those with its first card and those with its second.
            const float own = held[classes_[board.order[i]]];
            out.tied[i] = sum - of_card[low] - of_card[high] + own - out.beaten[i];
        }
        first = end;
    }
    for (int i = 0; i < board.hands; ++i) {
        const auto [low, high] = kHoles[board.order[i]].cards;
        out.met[i] = sum - of_card[low] - of_card[high] + held[classes_[board.order[i]]];
    }
}

// Adds numbers of the hands on a board to the sums of their classes.
void BoardShares::add(const Board& board, const HandRow& from, double* to) const {
    for (int i = 0; i < board.hands; ++i) to[classes_[board.order[i]]] += double{from[i]};
}

void BoardShares::shares(int seats, const float* reach, float* out, float* against) const {
    require(seats >= 2 && seats <= kMaxSeats, "seats must be 2 to 10");
    std::vector<Opposing> all(seats);
    const std::size_t size = static_cast<std::size_t>(seats) * kClassStride;
    std::vector<double> won(size), met(size), won_alone(size), met_alone(size);
    HandRow products, mean;
    for (const Board& board : boards_) {
        for (int seat = 0; seat < seats; ++seat) {
            Opposing& theirs = all[seat];
            oppose(board, reach + seat * kClassStride, theirs);
            for (int i = 0; i < board.hands; ++i) {
                mean[i] = theirs.beaten[i] + theirs.tied[i] / 2;
            }
            add(board, mean, won_alone.data() + seat * kClassStride);
            add(board, theirs.met, met_alone.data() + seat * kClassStride);
        }
        for (int seat = 0; seat < seats; ++seat) {
            std::fill_n(mean.begin(), board.hands, 0.0f);
            for (int point = 0; point < kPoints; ++point) {
                std::fill_n(products.begin(), board.hands, kWeight[point]);
                for (int other = 0; other < seats; ++other) {
                    if (other == seat) continue;
                    const Opposing& theirs = all[other];
                    for (int i = 0; i < board.hands; ++i) {
                        products[i] *= theirs.beaten[i] + theirs.tied[i] * kPoint[point];
                    }
                }
                for (int i = 0; i < board.hands; ++i) mean[i] += products[i];
            }
            std::fill_n(products.begin(), board.hands, 1.0f);
            for (int other = 0; other < seats; ++other) {
                if (other == seat) continue;
                for (int i = 0; i < board.hands; ++i) products[i] *= all[other].met[i];
            }
            add(board, mean, won.data() + seat * kClassStride);
            add(board, products, met.data() + seat * kClassStride);
        }
    }
    const auto share = [](double part, double whole) {
        return whole > 0 ? static_cast<float>(std::clamp(part / whole, 0.0, 1.0)) : 0.0f;
    };
    for (std::size_t i = 0; i < size; ++i) {
        out[i] = share(won[i], met[i]);
        against[i] = share(won_alone[i], met_alone[i]);
    }
}

}  // namespace fifthstreet
