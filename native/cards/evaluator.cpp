#include "cards/evaluator.hpp"

#include <algorithm>
#include <array>

#include "shared/checks.hpp"

namespace fifthstreet {

Strength FreeEvaluator::strength(Mask hole, Mask board) const {
    const Mask cards = hole | board;
    return ranking_.best(cards, key_of(cards), count_cards(cards));
}

Strength FreeEvaluator::open_strength(Mask cards) const {
    return ranking_.best(cards, key_of(cards), count_cards(cards));
}

Mask FreeEvaluator::playing_cards(Mask hole, Mask board) const {
    const Strength best = strength(hole, board);
    Mask playing = 0;
    if (best == 0) return playing;
    for_each_subset(hole | board, ranking_.size(), [&](Mask hand) {
        if (ranking_.best(hand, key_of(hand), ranking_.size()) == best) playing = hand;
    });
    return playing;
}

SplitEvaluator::SplitEvaluator(std::shared_ptr<const FreeEvaluator> base, int from_hole)
    : base_(std::move(base)), from_hole_(from_hole) {
    require(base_ && from_hole >= 1 && from_hole < base_->least_cards(),
            "from_hole must be at least 1 and less than the size of a hand");
}

Strength SplitEvaluator::strength(Mask hole, Mask board) const {
    const auto view = base_->free_ranking()->view<5>();
    if (count_cards(board) > kMaxBoardCards) return strength_on_long_board(hole, board);
    std::array<Key, kMaxBoardParts> keys;
    std::array<Mask, kMaxBoardParts> parts;
    int count = 0;
    for_each_subset(board, from_board(), [&](Mask part) {
        parts[count] = part;
        keys[count++] = key_of(part);
    });
    Strength best = 0;
    for_each_subset(hole, from_hole_, [&](Mask from_hole) {
        const Key key = key_of(from_hole);
        for (int i = 0; i < count; ++i) {
            best = std::max(best, view.best(from_hole | parts[i], key + keys[i]));
        }
    });
    return best;
}

Strength SplitEvaluator::strength_on_long_board(Mask hole, Mask board) const {
    Strength best = 0;
    for_each_subset(board, from_board(), [&](Mask part) {
        for_each_subset(hole, from_hole_, [&](Mask from_hole) {
            best = std::max(best, base_->strength(from_hole, part));
        });
    });
    return best;
}

Mask SplitEvaluator::playing_cards(Mask hole, Mask board) const {
    const Strength best = strength(hole, board);
    Mask playing = 0;
    if (best == 0) return playing;
    for_each_subset(hole, from_hole_, [&](Mask from_hole) {
        for_each_subset(board, from_board(), [&](Mask part) {
            if (base_->strength(from_hole, part) == best) playing = from_hole | part;
        });
    });
    return playing;
}

BadugiEvaluator::BadugiEvaluator(const std::vector<int>& ranks) : strengths_(1 << kRanks, 0) {
    require_ranks(ranks);
    categories_.assign(1, 0);
    for (int size = 1; size <= kSuits; ++size) {
        // As binary numbers, sets of positions compare by their highest card; the lowest wins.
        for (std::uint32_t set = 1u << ranks.size(); set-- > 0;) {
            if (std::popcount(set) != size) continue;
            std::uint32_t rank_set = 0;
            for (std::size_t p = 0; p < ranks.size(); ++p) {
                if (set >> p & 1) rank_set |= 1u << ranks[p];
            }
            strengths_[rank_set] = static_cast<Strength>(categories_.size());
            categories_.push_back(static_cast<std::uint8_t>(size - 1));
        }
    }
}

void BadugiEvaluator::choose(Mask cards, int suit, std::uint32_t ranks, Mask chosen,
                             Best& best) const {
    if (suit == kSuits) {
        if (strengths_[ranks] > best.strength) best = {strengths_[ranks], chosen};
        return;
    }
    choose(cards, suit + 1, ranks, chosen, best);
    for (std::uint32_t left = suit_ranks(cards, suit) & ~ranks; left; left &= left - 1) {
        const int rank = std::countr_zero(left);
        choose(cards, suit + 1, ranks | 1u << rank, chosen | card_bit(rank * kSuits + suit), best);
    }
}

Strength BadugiEvaluator::strength(Mask hole, Mask board) const {
    Best best;
    choose(hole | board, 0, 0, 0, best);
    return best.strength;
}

Mask BadugiEvaluator::playing_cards(Mask hole, Mask board) const {
    Best best;
    choose(hole | board, 0, 0, 0, best);
    return best.cards;
}

}  // namespace fifthstreet
