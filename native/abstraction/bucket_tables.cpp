#include "abstraction/bucket_tables.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "shared/checks.hpp"
#include "shared/row_blocks.hpp"

namespace fifthstreet {

namespace {

constexpr int kBoardCards[BucketTables::kStreets] = {0, 3, 4, 5};
constexpr std::int64_t kFetched = 64;     // look-ups whose memory is fetched at the same time
constexpr std::int64_t kBoardBlock = 16;  // boards of a task

int last_round(int board_cards) { return board_cards > 0; }

inline std::uint16_t entry(const BucketTables::Table& table, std::int64_t index) {
    return table.is_wide ? static_cast<const std::uint16_t*>(table.buckets)[index]
                         : static_cast<const std::uint8_t*>(table.buckets)[index];
}

inline void fetch(const BucketTables::Table& table, std::int64_t index) {
    __builtin_prefetch(static_cast<const char*>(table.buckets) + (index << table.is_wide));
}

}  // namespace

const HandIndex& hold_em_index(int board_cards) {
    static const std::array<HandIndex, BucketTables::kStreets> indices{
        HandIndex({2}), HandIndex({2, 3}), HandIndex({2, 4}), HandIndex({2, 5})};
    return indices[board_cards ? board_cards - 2 : 0];
}

BucketTables::BucketTables(std::array<Table, kStreets> tables) : tables_(std::move(tables)) {
    for (int street = 0; street < kStreets; ++street) {
        const Table& table = tables_[street];
        if (!table.buckets) {
            require(table.count == 0, "a street without a table has no buckets");
            continue;
        }
        const int cards = kBoardCards[street];
        const auto size = static_cast<std::int64_t>(hold_em_index(cards).size(last_round(cards)));
        require(table.size == size, "the table for boards of " + std::to_string(cards) +
                                        " cards must have " + std::to_string(size) +
                                        " buckets, got " + std::to_string(table.size));
        require(table.count >= 1 && table.count <= kMaxBuckets,
                "there must be 1 to 65,535 buckets on a street");
        const auto* wide = static_cast<const std::uint16_t*>(table.buckets);
        const auto* narrow = static_cast<const std::uint8_t*>(table.buckets);
        require(table.is_wide ? are_within(wide, size, 0, table.count - 1)
                              : are_within(narrow, size, 0, table.count - 1),
                "a bucket is not below the number of buckets");
    }
}

bool BucketTables::has_street(Mask board) const {
    const int cards = count_cards(board);
    return board <= kAllCards && (cards == 0 || (cards >= 3 && cards <= 5)) && has(cards);
}

int BucketTables::bucket(Mask hole, Mask board) const {
    const int cards = count_cards(board);
    const Mask sets[2] = {hole, board};
    const std::uint64_t index = hold_em_index(cards).index(last_round(cards), sets);
    return entry(table_of(cards), static_cast<std::int64_t>(index));
}

void BucketTables::buckets_of_board(Mask board, std::uint16_t* out) const {
    const int cards = count_cards(board);
    const Table& table = table_of(cards);
    std::array<std::int64_t, kHoleHands> indices;
    hold_em_index(cards).index_holes(last_round(cards), &board, indices.data());
    for (const std::int64_t index : indices) {
        if (index >= 0) fetch(table, index);
    }
    for (int hand = 0; hand < kHoleHands; ++hand) {
        out[hand] = indices[hand] < 0 ? kBlocked : entry(table, indices[hand]);
    }
}

std::int64_t BucketTables::buckets_of_cards(int board_cards, const std::uint8_t* cards,
                                            std::int64_t rows, int threads,
                                            std::uint16_t* out) const {
    const HandIndex& index = hold_em_index(board_cards);
    const Table& table = table_of(board_cards);
    const int width = 2 + board_cards;
    return in_row_blocks(rows, threads, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t first = begin; first < end; first += kFetched) {
            const std::int64_t count = std::min(kFetched, end - first);
            std::int64_t indices[kFetched];
            const std::int64_t good = index.index_card_rows(last_round(board_cards),
                                                            cards + first * width, count, indices);
            if (good < count) return first + good;
            for (std::int64_t i = 0; i < count; ++i) fetch(table, indices[i]);
            for (std::int64_t i = 0; i < count; ++i) out[first + i] = entry(table, indices[i]);
        }
        return end;
    });
}

std::int64_t BucketTables::buckets_of_masks(const Mask* holes, const Mask* boards,
                                            std::int64_t rows, int threads,
                                            std::uint16_t* out) const {
    return in_row_blocks(rows, threads, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t first = begin; first < end; first += kFetched) {
            const std::int64_t count = std::min(kFetched, end - first);
            const Table* tables[kFetched];
            std::int64_t indices[kFetched];
            for (std::int64_t i = 0; i < count; ++i) {
                const Mask sets[2] = {holes[first + i], boards[first + i]};
                if (count_cards(sets[0]) != 2 || sets[0] > kAllCards || sets[0] & sets[1] ||
                    !has_street(sets[1])) {
                    return first + i;
                }
                const int cards = count_cards(sets[1]);
                tables[i] = &table_of(cards);
                indices[i] =
                    static_cast<std::int64_t>(hold_em_index(cards).index(last_round(cards), sets));
                fetch(*tables[i], indices[i]);
            }
            for (std::int64_t i = 0; i < count; ++i) out[first + i] = entry(*tables[i], indices[i]);
        }
        return end;
    });
}

std::int64_t BucketTables::buckets_of_boards(const Mask* boards, std::int64_t rows, int threads,
                                             std::uint16_t* out) const {
    return in_row_blocks(
        rows, threads,
        [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                if (!has_street(boards[row])) return row;
                buckets_of_board(boards[row], out + row * kHoleHands);
            }
            return end;
        },
        kBoardBlock);
}

}  // namespace fifthstreet
