#include "cards/batch.hpp"

#include "shared/row_blocks.hpp"

namespace fifthstreet {

namespace {

template <int kWidth>
std::int64_t evaluate_rows(const Ranking& ranking, const std::uint8_t* cards, std::int64_t begin,
                           std::int64_t end, Strength* out) {
    const auto view = ranking.view<kWidth>();
    for (std::int64_t row = begin; row < end; ++row) {
        const std::uint8_t* hand = cards + row * kWidth;
        Key key = 0;
        Mask mask = 0;
        for (int i = 0; i < kWidth; ++i) {
            key += kCardKeys[hand[i]];
            mask |= Mask{1} << (hand[i] & 63);
        }
        if (key >= kInvalidCard || count_cards(mask) != kWidth) return row;
        out[row] = view.best(mask, key);
    }
    return end;
}

std::int64_t evaluate_rows(const Evaluator& evaluator, const std::uint8_t* cards, int width,
                           std::int64_t begin, std::int64_t end, Strength* out) {
    for (std::int64_t row = begin; row < end; ++row) {
        Key key = 0;
        Mask mask = 0;
        for (int i = 0; i < width; ++i) {
            const std::uint8_t card = cards[row * width + i];
            key += kCardKeys[card];
            mask |= Mask{1} << (card & 63);
        }
        if (key >= kInvalidCard || count_cards(mask) != width) return row;
        out[row] = evaluator.strength(mask, 0);
    }
    return end;
}

// Calls `evaluate(hole, board, out)` for every row until one makes no hand.
template <class Evaluate>
std::int64_t for_each_mask(const Mask* holes, const Mask* boards, std::int64_t begin,
                           std::int64_t end, Strength* out, Evaluate&& evaluate) {
    for (std::int64_t row = begin; row < end; ++row) {
        const Mask hole = holes[row];
        const Mask board = boards ? boards[row] : 0;
        if ((hole & board) || (hole | board) > kAllCards) return row;
        if (!evaluate(hole, board, out[row])) return row;
    }
    return end;
}

// Seven cards, the usual case, are evaluated inline.
std::int64_t evaluate_mask_rows(const Evaluator& evaluator, const Mask* holes, const Mask* boards,
                                std::int64_t begin, std::int64_t end, Strength* out) {
    const auto one_by_one = [&](Mask hole, Mask board, Strength& strength) {
        if (!evaluator.accepts(count_cards(hole), count_cards(board))) return false;
        strength = evaluator.strength(hole, board);
        return true;
    };
    const Ranking* ranking = evaluator.free_ranking();
    if (!ranking || ranking->table_cards() < 7) {
        return for_each_mask(holes, boards, begin, end, out, one_by_one);
    }
    const auto seven = ranking->view<7>();
    return for_each_mask(holes, boards, begin, end, out,
                         [&](Mask hole, Mask board, Strength& strength) {
                             const Mask cards = hole | board;
                             if (count_cards(cards) != 7) return one_by_one(hole, board, strength);
                             strength = seven.best(cards, key_of(cards));
                             return true;
                         });
}

}  // namespace

std::int64_t evaluate_cards(const Evaluator& evaluator, const std::uint8_t* cards,
                            std::int64_t rows, int width, Strength* out, int threads) {
    const Ranking* ranking = evaluator.free_ranking();
    return in_row_blocks(rows, threads, [&](std::int64_t begin, std::int64_t end) {
        if (ranking && width <= ranking->table_cards()) {
            if (width == 5) return evaluate_rows<5>(*ranking, cards, begin, end, out);
            if (width == 6) return evaluate_rows<6>(*ranking, cards, begin, end, out);
            if (width == 7) return evaluate_rows<7>(*ranking, cards, begin, end, out);
        }
        return evaluate_rows(evaluator, cards, width, begin, end, out);
    });
}

std::int64_t evaluate_masks(const Evaluator& evaluator, const Mask* holes, const Mask* boards,
                            std::int64_t rows, Strength* out, int threads) {
    return in_row_blocks(rows, threads, [&](std::int64_t begin, std::int64_t end) {
        return evaluate_mask_rows(evaluator, holes, boards, begin, end, out);
    });
}

}  // namespace fifthstreet
