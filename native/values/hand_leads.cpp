#include "values/hand_leads.hpp"

#include <algorithm>
#include <cstddef>

#include "shared/lanes.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr int kRows = 4;  // hands that are compared with a block of other hands at a time
constexpr int kVectors = 2;
constexpr int kBlock = kVectors * kShortLanes;

// Sets of cards that complete a board, together with the board.
std::vector<Mask> complete_boards(Mask board) {
    std::vector<Mask> boards;
    const int to_come = 5 - count_cards(board);
    if (to_come == 0) return {board};
    for (int high = 0; high < kCards; ++high) {
        if (board & card_bit(high)) continue;
        if (to_come == 1) boards.push_back(board | card_bit(high));
        for (int low = 0; to_come == 2 && low < high; ++low) {
            if (board & card_bit(low)) continue;
            boards.push_back(board | card_bit(low) | card_bit(high));
        }
    }
    return boards;
}

// The strengths of hands on all boards, in blocks of hands: [blocks][boards][width], 0 where a hand
// and a board share a card.
struct Strengths {
    Strengths(std::size_t hands, std::size_t boards, int width)
        : width(width), boards(boards), numbers((hands + width - 1) / width * boards * width) {}

    short& at(std::size_t hand, std::size_t board) {
        return numbers[(hand / width * boards + board) * width + hand % width];
    }
    const short* block(std::size_t at) const { return &numbers[at * boards * width]; }

    std::size_t width;
    std::size_t boards;
    std::vector<short> numbers;
};

// Adds up, for kRows hands and a block of other hands, the boards that are won less those that are
// lost.
void compare(const short* rows, const short* block, std::size_t boards,
             ShortLanes (&leads)[kRows][kVectors]) {
    for (std::size_t board = 0; board < boards; ++board) {
        for (int vector = 0; vector < kVectors; ++vector) {
            const ShortLanes other = load(block + vector * kShortLanes);
            for (int row = 0; row < kRows; ++row) {
                // Strengths are whole numbers, so the difference is the sign or beyond it.
                const ShortLanes lead = rows[row] - other;
                const ShortLanes not_above = lead <= 1 ? lead : ShortLanes{} + 1;
                leads[row][vector] += not_above >= -1 ? not_above : ShortLanes{} - 1;
            }
        }
        rows += kRows;
        block += kBlock;
    }
}

}  // namespace

std::vector<int> hands_beside(Mask board) {
    std::vector<int> hands;
    for (int h = 0; h < kHoleHands; ++h) {
        if (!(kHoles[h].mask & board)) hands.push_back(h);
    }
    return hands;
}

void count_leads(const Ranking& ranking, Mask board, int threads, std::int16_t* out) {
    // A hand that shares a card with a board counts as the weakest there. Of two hands without a
    // common card, each is so on as many boards as the other, and what they lose there cancels.
    const std::vector<int> hands = hands_beside(board);
    const std::vector<Mask> boards = complete_boards(board);
    const std::size_t count = hands.size();
    Strengths by_row(count, boards.size(), kRows), by_block(count, boards.size(), kBlock);
    const auto seven = ranking.view<7>();
    ThreadPool pool(threads);
    pool.run(static_cast<std::int64_t>(boards.size()), [&](std::int64_t b) {
        const Key key = key_of(boards[b]);
        for (std::size_t i = 0; i < count; ++i) {
            const HoleHand& hand = kHoles[hands[i]];
            if (hand.mask & boards[b]) continue;
            by_row.at(i, b) = by_block.at(i, b) =
                static_cast<short>(seven.best(hand.mask | boards[b], hand.key + key));
        }
    });
    // The leads of two hands are opposite numbers. So a block is compared with the hands before it
    // and its own, and its task writes both; the last blocks are the most work and come first.
    const std::size_t blocks = (count + kBlock - 1) / kBlock;
    pool.run(static_cast<std::int64_t>(blocks), [&](std::int64_t task) {
        const std::size_t first = (blocks - 1 - task) * kBlock;
        const std::size_t end = std::min(count, first + kBlock);
        for (std::size_t row = 0; row < end; row += kRows) {
            ShortLanes leads[kRows][kVectors] = {};
            compare(by_row.block(row / kRows), by_block.block(first / kBlock), boards.size(),
                    leads);
            const auto* numbers = reinterpret_cast<const short*>(leads);
            for (std::size_t i = row; i < std::min(count, row + kRows); ++i) {
                for (std::size_t j = first; j < end; ++j) {
                    const bool is_met = !(kHoles[hands[i]].mask & kHoles[hands[j]].mask);
                    const short lead = numbers[(i - row) * kBlock + j - first];
                    out[i * count + j] = is_met ? lead : 0;
                    out[j * count + i] = is_met ? -lead : 0;
                }
            }
        }
    });
}

}  // namespace fifthstreet
