// Evaluators: from hole cards and a board to a strength, with rules for which cards may play.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cards/ranking.hpp"

namespace fifthstreet {

// Evaluates the hands of one hand type.
class Evaluator {
  public:
    static constexpr int kMaxCards = 9;

    virtual ~Evaluator() = default;

    // Best strength of a player with `hole` on `board`; 0 if no hand qualifies.
    virtual Strength strength(Mask hole, Mask board) const = 0;

    // The cards of that hand; empty if no hand qualifies.
    virtual Mask playing_cards(Mask hole, Mask board) const = 0;

    // The fewest cards that make a complete hand.
    virtual int least_cards() const = 0;

    // Whether strength() may be called with these numbers of cards.
    virtual bool accepts(int hole_count, int board_count) const {
        const int count = hole_count + board_count;
        return least_cards() <= count && count <= kMaxCards;
    }

    // Whether there are enough cards for a hand, even if there are more than strength() accepts.
    virtual bool suffices(int hole_count, int board_count) const {
        return hole_count + board_count >= least_cards();
    }

    // An error message for numbers of cards that are not accepted, with the accepted numbers.
    virtual std::string refusal(int hole_count, int board_count) const {
        return "a hand must have " + std::to_string(least_cards()) + " to " +
               std::to_string(kMaxCards) + " cards, got " +
               std::to_string(hole_count + board_count);
    }

    virtual const std::vector<std::uint8_t>& categories() const = 0;
    virtual std::size_t bytes() const = 0;

    // The ranking of the hand type if all cards may play, else null. Such hands can be evaluated by
    // adding keys.
    virtual const Ranking* free_ranking() const { return nullptr; }
};

// Any cards of hole and board play (hold'em, stud, draw).
class FreeEvaluator final : public Evaluator {
  public:
    explicit FreeEvaluator(const RankingSpec& spec) : ranking_(spec) {}

    Strength strength(Mask hole, Mask board) const override;
    Mask playing_cards(Mask hole, Mask board) const override;
    int least_cards() const override { return ranking_.size(); }
    const std::vector<std::uint8_t>& categories() const override { return ranking_.categories(); }
    std::size_t bytes() const override { return ranking_.bytes(); }
    const Ranking* free_ranking() const override { return &ranking_; }

    // Strength among incomplete hands with the same number of cards.
    Strength open_strength(Mask cards) const;
    const std::vector<std::uint8_t>& open_categories() const { return ranking_.open_categories(); }

  private:
    Ranking ranking_;
};

// A fixed number of cards from the hole and the rest from the board (Omaha, Greek hold'em).
class SplitEvaluator final : public Evaluator {
  public:
    SplitEvaluator(std::shared_ptr<const FreeEvaluator> base, int from_hole);

    Strength strength(Mask hole, Mask board) const override;
    Mask playing_cards(Mask hole, Mask board) const override;
    int least_cards() const override { return base_->least_cards(); }
    const std::vector<std::uint8_t>& categories() const override { return base_->categories(); }
    std::size_t bytes() const override { return base_->bytes(); }

    bool accepts(int hole_count, int board_count) const override {
        return from_hole_ <= hole_count && hole_count <= kMaxCards && from_board() <= board_count &&
               board_count <= kMaxBoardCards;
    }
    bool suffices(int hole_count, int board_count) const override {
        return hole_count >= from_hole_ && board_count >= from_board();
    }
    std::string refusal(int hole_count, int board_count) const override {
        return "a hand must have " + std::to_string(from_hole_) + " to " +
               std::to_string(kMaxCards) + " hole and " + std::to_string(from_board()) + " to " +
               std::to_string(kMaxBoardCards) + " board cards, got " + std::to_string(hole_count) +
               " and " + std::to_string(board_count);
    }

    int from_board() const { return base_->least_cards() - from_hole_; }

  private:
    static constexpr int kMaxBoardCards = 7;
    static constexpr int kMaxBoardParts = 35;  // C(7, 3)

    Strength strength_on_long_board(Mask hole, Mask board) const;

    std::shared_ptr<const FreeEvaluator> base_;
    int from_hole_;
};

// The largest set of cards without two of the same rank or suit, and the lowest of those (badugi).
class BadugiEvaluator final : public Evaluator {
  public:
    explicit BadugiEvaluator(const std::vector<int>& ranks_low_to_high);

    Strength strength(Mask hole, Mask board) const override;
    Mask playing_cards(Mask hole, Mask board) const override;
    int least_cards() const override { return 1; }
    const std::vector<std::uint8_t>& categories() const override { return categories_; }
    std::size_t bytes() const override {
        return sizeof(Strength) * strengths_.size() + categories_.size();
    }

  private:
    struct Best {
        Strength strength = 0;
        Mask cards = 0;
    };
    void choose(Mask cards, int suit, std::uint32_t ranks, Mask chosen, Best& best) const;

    std::vector<Strength> strengths_;  // [8192] by set of ranks
    std::vector<std::uint8_t> categories_;
};

}  // namespace fifthstreet
