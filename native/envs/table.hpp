// A table of a batch: the chips, cards and betting of one hand, in a few cache lines.
//
// Records lie one behind the other, each followed by its seats and its pots; their fields are what
// Python sees as strided arrays, so nothing is copied for an observation.
#pragma once

#include <bit>
#include <cstdint>

#include "cards/cards.hpp"
#include "shared/random.hpp"

namespace fifthstreet::envs {

inline constexpr int kMaxSeats = 10;
inline constexpr int kMaxHoleCards = 6;
inline constexpr int kMaxBoardSlots = 8;
inline constexpr int kMaxStreets = 8;
inline constexpr std::uint8_t kNoCard = kCards;  // not dealt yet

using Chips = std::int64_t;
using SeatMask = std::uint32_t;

enum Kind : std::int8_t { kFold, kCall, kRaise, kWait };
inline constexpr int kKinds = 3;  // of actions; tables that wait have none

struct Seat {
    Chips stack;
    Chips bet;
    Chips start;   // stack before the hand
    Chips ante;    // posted
    Chips reward;  // won in the hands that ended in the last step
    std::uint8_t cards[kMaxHoleCards];
    std::uint8_t is_in;  // has not folded
};

struct TablePot {
    Chips amount;
    std::uint32_t seats;  // that can win it
};

struct BetAction {
    Chips amount;  // chips that a call adds, or the bet that is raised to
    std::int8_t seat;
    std::int8_t kind;
    std::int8_t street;
};

struct Table {
    // The betting.
    Chips pot;         // all chips in the middle, bets included
    Chips largest;     // bet
    Chips match;       // bet to match
    Chips raise_size;  // largest full bet or raise of the street
    Chips missing;     // chips that players who posted short lack
    Chips to_call;
    Chips min_raise;  // smallest and largest bet to raise to, 0 if there is none
    Chips max_raise;
    SeatMask active;      // has not folded
    SeatMask with_chips;  // has chips behind, folded or not
    SeatMask pending;     // still to act
    SeatMask acted;       // since the last full bet or raise
    std::int32_t raises;  // on the street
    std::int32_t actions;
    std::int32_t pots;
    std::int8_t street;
    std::int8_t actor;  // -1 when the hand is over
    std::int8_t button;
    std::uint8_t legal[kKinds];
    std::uint8_t is_posted_short;  // the largest blind is more than what was posted
    std::uint8_t ended;            // hands that ended in the last step
    // The cards.
    std::uint8_t own[kMaxHoleCards];  // hole cards of the actor
    std::uint8_t board[kMaxBoardSlots];
    std::uint8_t deck[kCards];  // the first `dealt` cards have been drawn
    std::uint8_t is_ordered;    // the deck is dealt as it lies
    std::int32_t dealt;
    Random random{0, 0};  // of the deck
    std::uint64_t seed;
    std::uint64_t choices;  // state of the stream of random actions
    std::int64_t hand;      // number of the hand
};

static_assert(sizeof(Seat) == 48 && sizeof(TablePot) == 16 && sizeof(BetAction) == 16);

inline int count_seats(SeatMask seats) { return std::popcount(seats); }

// A table with what follows it in memory.
struct TableView {
    Table& table;
    Seat* seats;
    TablePot* pots;
    BetAction* history;
};

}  // namespace fifthstreet::envs
