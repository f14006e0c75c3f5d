// The rules of the hands at a table: forced bets, betting, side pots and showdown.
//
// They are as in the rules engine (src/fifthstreet/game) for games whose streets deal hole cards
// once and then a board; tests play the same hands on both.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cards/evaluator.hpp"
#include "envs/table.hpp"

namespace fifthstreet::envs {

enum class Limit { kNone, kPot, kFixed };

// Fields are checked by the constructor of TableRules.
struct TableSettings {
    std::vector<Chips> stacks;              // of each seat
    std::vector<Chips> antes;               // of each position, the first after the button
    std::vector<Chips> blinds;              // likewise; negative if posted late
    std::vector<Chips> min_bets;            // of each street
    std::vector<std::int32_t> most_raises;  // of each street; -1 for any number
    std::vector<std::int32_t> board_cards;  // dealt on each street
    std::vector<std::uint8_t> deck;
    Limit limit = Limit::kNone;
    int hole_cards = 2;
    int button = 0;             // of the first hand
    bool trims_antes = true;    // uncalled parts of antes are returned
    bool keeps_stacks = false;  // from hand to hand; those without chips buy their stack again
    std::shared_ptr<const Evaluator> evaluator;
};

class TableRules {
  public:
    explicit TableRules(TableSettings settings);

    int seats() const { return seats_; }
    const TableSettings& settings() const { return settings_; }
    int board_size() const { return board_size_; }

    // The maximum number of actions of a hand with the stacks of the settings.
    std::int64_t most_actions() const;

    // Begins the first hand of a table. Hand h of a seed always has the same deck; the first deck
    // may be given in the order of the deal.
    void open(TableView view, std::uint64_t seed, const std::uint8_t* deck) const;

    // Moves the button on and deals the next hand, which may be over at once.
    void begin_hand(TableView view, const std::uint8_t* deck = nullptr) const;

    // Performs an action that is legal.
    void act(TableView view, int kind, Chips amount) const;

    // Writes the deck of this hand: the cards in the order in which they are or would be dealt.
    void deck_order(Table table, std::uint8_t* out) const;

  private:
    struct Pots {
        TablePot pots[kMaxSeats];
        int count = 0;
    };

    std::int8_t next_in(SeatMask seats, int from) const;  // the first of the seats, from one on
    void deal_holes(TableView view, const std::uint8_t* deck) const;
    void post_forced_bets(TableView view) const;
    void begin_first_betting(TableView view) const;
    void offer(TableView view) const;
    void end_betting(TableView view) const;
    void collect_bets(TableView view) const;
    void deal_street(TableView view) const;
    void showdown(TableView view) const;
    void finish(TableView view) const;
    void set_pots(TableView view) const;
    Pots side_pots(const TableView& view, SeatMask active) const;
    Chips second_largest_total(const TableView& view) const;
    Chips bet_to_match(const TableView& view) const;
    void evaluate(const TableView& view, Strength* strengths) const;

    TableSettings settings_;
    int seats_;
    int streets_;
    int board_size_;
    Chips largest_blind_ = 0;
    bool has_even_antes_;  // so that without all-ins there is one pot, whatever is bet
    const Ranking* seven_cards_ = nullptr;  // for hold'em, whose hands are evaluated by keys
    std::vector<Chips> ante_at_;            // by position, also heads-up
    std::vector<Chips> blind_at_;
};

}  // namespace fifthstreet::envs
