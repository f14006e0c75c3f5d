// Side pots and the showdown of a table.
#include <algorithm>

#include "envs/table_rules.hpp"

namespace fifthstreet::envs {

// Divides the chips that are not bets; `active` are those who can win.
TableRules::Pots TableRules::side_pots(const TableView& view, SeatMask active) const {
    Pots pots;
    Chips paid[kMaxSeats];
    Chips collected[kMaxSeats];
    Chips amount = 0;
    for (int i = 0; i < seats_; ++i) {
        const Seat& seat = view.seats[i];
        paid[i] = seat.start - seat.stack;
        if (!settings_.trims_antes) {  // such antes go into the main pot, however much each paid
            paid[i] -= seat.ante;
            amount += seat.ante;
        }
        collected[i] = paid[i] - seat.bet;
    }
    Chips below = 0;
    Chips level = *std::min_element(collected, collected + seats_);
    const Chips highest = *std::max_element(collected, collected + seats_);
    while (true) {
        SeatMask seats = 0;
        for (int i = 0; i < seats_; ++i) {
            if (collected[i] >= level) amount += level - below;
            if (paid[i] >= level) seats |= SeatMask{1} << i;
        }
        seats &= active;
        if (!seats) seats = pots.count ? pots.pots[pots.count - 1].seats : active;
        while (pots.count && pots.pots[pots.count - 1].seats == seats) {
            amount += pots.pots[--pots.count].amount;
        }
        if (amount) pots.pots[pots.count++] = {amount, seats};
        if (level == highest) return pots;
        amount = 0;
        below = level;
        level = highest;
        for (int i = 0; i < seats_; ++i) {
            if (collected[i] > below) level = std::min(level, collected[i]);
        }
    }
}

void TableRules::set_pots(TableView view) const {
    Table& table = view.table;
    Chips collected = table.pot;
    for (int i = 0; i < seats_; ++i) collected -= view.seats[i].bet;
    Pots pots;
    if (has_even_antes_ && !(table.active & ~table.with_chips)) {
        if (collected) pots.pots[pots.count++] = {collected, table.active};
    } else if (collected) {
        pots = side_pots(view, table.active);
    }
    table.pots = pots.count;
    std::copy_n(pots.pots, pots.count, view.pots);
    std::fill(view.pots + pots.count, view.pots + seats_, TablePot{});
}

void TableRules::evaluate(const TableView& view, Strength* strengths) const {
    Mask board = 0;
    Key board_key = 0;
    for (int i = 0; i < board_size_; ++i) {
        board |= card_bit(view.table.board[i]);
        board_key += kCardKeys[view.table.board[i]];
    }
    for (SeatMask left = view.table.active; left; left &= left - 1) {
        const int seat = std::countr_zero(left);
        Mask hole = 0;
        Key key = board_key;
        for (int i = 0; i < settings_.hole_cards; ++i) {
            hole |= card_bit(view.seats[seat].cards[i]);
            key += kCardKeys[view.seats[seat].cards[i]];
        }
        strengths[seat] = seven_cards_ ? seven_cards_->view<7>().best(hole | board, key)
                                       : settings_.evaluator->strength(hole, board);
    }
}

void TableRules::showdown(TableView view) const {
    const Table& table = view.table;
    Strength strengths[kMaxSeats];
    evaluate(view, strengths);
    const auto best_of = [&](SeatMask seats) {
        SeatMask best = 0;
        Strength most = 0;
        for (; seats; seats &= seats - 1) {
            const int seat = std::countr_zero(seats);
            if (strengths[seat] > most) best = 0;
            most = std::max(most, strengths[seat]);
            if (strengths[seat] == most) best |= SeatMask{1} << seat;
        }
        return best;
    };
    const auto push = [&](const TablePot& pot) {
        const SeatMask winners = best_of(pot.seats);
        const int count = count_seats(winners);
        for (SeatMask left = winners; left; left &= left - 1) {
            view.seats[std::countr_zero(left)].stack += pot.amount / count;
        }
        view.seats[next_in(winners, table.button + 1)].stack += pot.amount % count;
    };
    if (table.pots == 1) {
        push(view.pots[0]);
        return;
    }
    // Hands that win nothing are mucked, and pots that only differ by those are one: this matters
    // for odd chips.
    SeatMask winners = 0;
    for (int k = 0; k < table.pots; ++k) winners |= best_of(view.pots[k].seats);
    const Pots pots = side_pots(view, winners);
    for (int k = 0; k < pots.count; ++k) push(pots.pots[k]);
}

}  // namespace fifthstreet::envs
