#include "envs/table_rules.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "shared/checks.hpp"

namespace fifthstreet::envs {
namespace {

constexpr Chips kMaxChips = 1'000'000'000'000'000;  // of an amount, so that sums fit

SeatMask bit_of(int seat) { return SeatMask{1} << seat; }

// Swaps a random one of the cards that are left to the front of them, unless the deck is ordered.
std::uint8_t draw(Table& table, int deck_size) {
    if (table.is_ordered) return table.deck[table.dealt++];
    const int left = deck_size - table.dealt;
    const int from = table.dealt + static_cast<int>(table.random.below(left));
    const std::uint8_t card = table.deck[from];
    table.deck[from] = table.deck[table.dealt];
    table.deck[table.dealt++] = card;
    return card;
}

void pay(TableView view, int seat, Chips chips) {
    Seat& payer = view.seats[seat];
    payer.stack -= chips;
    payer.bet += chips;
    view.table.pot += chips;
    if (payer.stack == 0) view.table.with_chips &= ~bit_of(seat);
}

// Returns the part of the largest bet that no other seat has put in; equal bets count separately.
void return_uncalled(TableView view, int seats, int winner) {
    Chips most = view.seats[0].bet;
    Chips second = view.seats[1].bet;
    if (second > most) std::swap(most, second);
    for (int i = 2; i < seats; ++i) {
        const Chips bet = view.seats[i].bet;
        second = std::max(second, std::min(most, bet));
        most = std::max(most, bet);
    }
    if (most == second) return;
    for (int i = 0; i < seats; ++i) {
        Seat& seat = view.seats[i];
        if (i == winner || seat.bet <= second) continue;
        view.table.pot -= seat.bet - second;
        seat.stack += seat.bet - second;
        seat.bet = second;
        view.table.with_chips |= bit_of(i);
    }
}

void check_settings(const TableSettings& settings) {
    const std::size_t seats = settings.stacks.size();
    const std::size_t streets = settings.min_bets.size();
    require(seats >= 2 && seats <= kMaxSeats, "seats must be 2 to 10");
    require(settings.antes.size() == seats && settings.blinds.size() == seats,
            "antes and blinds must have one entry per seat");
    require(streets >= 1 && streets <= kMaxStreets, "streets must be 1 to 8");
    require(settings.most_raises.size() == streets && settings.board_cards.size() == streets,
            "most_raises and board_cards must have one entry per street");
    require(are_within(settings.stacks, 1, kMaxChips) && are_within(settings.antes, 0, kMaxChips) &&
                are_within(settings.blinds, -kMaxChips, kMaxChips) &&
                are_within(settings.min_bets, 1, kMaxChips),
            "an amount of chips is too small or above 10^15");
    require(are_within(settings.most_raises, -1, std::numeric_limits<std::int16_t>::max()),
            "most_raises must be -1 for any number, or 0 to 32,767");
    require(are_within(settings.board_cards, 0, kMaxBoardSlots), "board cards must be 0 to 8");
    require(settings.hole_cards >= 1 && settings.hole_cards <= kMaxHoleCards,
            "hole_cards must be 1 to 6");
    require(settings.button >= 0 && settings.button < static_cast<int>(seats),
            "there is no such seat for the button");
    require(settings.deck.size() <= kCards && are_within(settings.deck, 0, kCards - 1),
            "deck must have at most 52 cards");
    Mask cards = 0;
    for (const std::uint8_t card : settings.deck) cards |= card_bit(card);
    require(count_cards(cards) == static_cast<int>(settings.deck.size()),
            "a card is in the deck twice");
    int board = 0;
    for (const std::int32_t count : settings.board_cards) board += count;
    require(board <= kMaxBoardSlots, "board cards must be 0 to 8");
    require(seats * settings.hole_cards + board <= settings.deck.size(),
            "the deck has too few cards for all seats and the board");
    require(settings.evaluator && settings.evaluator->accepts(settings.hole_cards, board),
            "the evaluator does not accept as many hole and board cards");
}

}  // namespace

TableRules::TableRules(TableSettings settings) : settings_(std::move(settings)) {
    check_settings(settings_);
    seats_ = static_cast<int>(settings_.stacks.size());
    streets_ = static_cast<int>(settings_.min_bets.size());
    board_size_ = 0;
    for (const std::int32_t count : settings_.board_cards) board_size_ += count;
    for (const Chips blind : settings_.blinds) largest_blind_ = std::max(largest_blind_, blind);
    ante_at_ = settings_.antes;
    blind_at_ = settings_.blinds;
    if (seats_ == 2) {  // the button, which is the last position, posts the small blind
        std::swap(ante_at_[0], ante_at_[1]);
        std::swap(blind_at_[0], blind_at_[1]);
    }
    has_even_antes_ =
        !settings_.trims_antes || std::all_of(ante_at_.begin(), ante_at_.end(),
                                              [this](Chips ante) { return ante == ante_at_[0]; });
    const Ranking* ranking = settings_.evaluator->free_ranking();
    if (ranking && ranking->table_cards() == kMaxTableCards &&
        settings_.hole_cards + board_size_ == kMaxTableCards) {
        seven_cards_ = ranking;
    }
}

std::int64_t TableRules::most_actions() const {
    // A full raise adds the smallest bet or more, a smaller one is all-in. Each lets all others act.
    std::int64_t raises = 0;
    Chips least = kMaxChips;
    for (int street = 0; street < streets_; ++street) {
        if (settings_.most_raises[street] >= 0) {
            raises += settings_.most_raises[street];
        } else {
            least = std::min(least, settings_.min_bets[street]);
        }
    }
    if (std::find(settings_.most_raises.begin(), settings_.most_raises.end(), -1) !=
        settings_.most_raises.end()) {
        const Chips deepest = *std::max_element(settings_.stacks.begin(), settings_.stacks.end());
        raises += deepest / least + seats_;
    }
    return std::int64_t{streets_} * seats_ + raises * (seats_ - 1);
}

void TableRules::open(TableView view, std::uint64_t seed, const std::uint8_t* deck) const {
    Table& table = view.table;
    table = Table{};
    table.seed = seed;
    std::uint64_t mixed = ~seed;  // a stream apart from the decks' streams
    table.choices = split_mix(mixed);
    table.hand = -1;
    table.button = static_cast<std::int8_t>((settings_.button + seats_ - 1) % seats_);
    std::fill_n(view.seats, seats_, Seat{});
    begin_hand(view, deck);
}

void TableRules::begin_hand(TableView view, const std::uint8_t* deck) const {
    Table& table = view.table;
    ++table.hand;
    table.button = static_cast<std::int8_t>(table.button + 1 == seats_ ? 0 : table.button + 1);
    table.street = 0;
    table.actions = 0;
    table.pot = 0;
    table.active = table.with_chips = bit_of(seats_) - 1;
    for (int i = 0; i < seats_; ++i) {
        Seat& seat = view.seats[i];
        if (!settings_.keeps_stacks || seat.stack == 0 || seat.stack > kMaxChips) {
            seat.stack = settings_.stacks[i];
        }
        seat.start = seat.stack;
        seat.bet = 0;
        seat.is_in = 1;
    }
    deal_holes(view, deck);
    post_forced_bets(view);
    begin_first_betting(view);
}

void TableRules::deal_holes(TableView view, const std::uint8_t* deck) const {
    Table& table = view.table;
    table.random = Random(table.seed, static_cast<std::uint64_t>(table.hand));
    const int deck_size = static_cast<int>(settings_.deck.size());
    std::memcpy(table.deck, deck ? deck : settings_.deck.data(), deck_size);
    table.is_ordered = deck != nullptr;
    std::memset(table.board, kNoCard, sizeof(table.board));
    table.dealt = 0;
    for (int round = 0; round < settings_.hole_cards; ++round) {
        int seat = table.button;
        for (int i = 0; i < seats_; ++i) {
            if (++seat == seats_) seat = 0;
            view.seats[seat].cards[round] = draw(table, deck_size);
        }
    }
    for (int i = 0; i < settings_.board_cards[0]; ++i) table.board[i] = draw(table, deck_size);
}

void TableRules::post_forced_bets(TableView view) const {
    Table& table = view.table;
    int seat = table.button;
    for (int i = 0; i < seats_; ++i) {
        if (++seat == seats_) seat = 0;
        Seat& poster = view.seats[seat];
        poster.ante = std::min(ante_at_[i], poster.start);
        pay(view, seat, poster.ante);
    }
    if (table.pot > 0) {
        if (settings_.trims_antes) return_uncalled(view, seats_, -1);
        for (int i = 0; i < seats_; ++i) view.seats[i].bet = 0;
    }
    const Chips collected = table.pot;
    table.missing = 0;
    table.largest = 0;
    for (int i = 0; i < seats_; ++i) {
        if (++seat == seats_) seat = 0;
        Seat& poster = view.seats[seat];
        const Chips blind = std::abs(blind_at_[i]);
        const Chips posted = std::min(blind, poster.start - poster.ante);
        pay(view, seat, posted);
        table.missing += blind - posted;
        table.largest = std::max(table.largest, poster.bet);
    }
    table.pots = 0;
    if (collected > 0) set_pots(view);
}

void TableRules::begin_first_betting(TableView view) const {
    Table& table = view.table;
    table.is_posted_short = largest_blind_ > table.largest;
    table.raise_size = 0;
    table.raises = 0;
    table.acted = 0;
    // The player after the largest blind or straddle opens; late posts do not count.
    Chips most = std::numeric_limits<Chips>::min();
    int opener = table.button;
    int seat = table.button;
    for (int i = 0; i < seats_; ++i) {
        if (++seat == seats_) seat = 0;
        const Chips blind = blind_at_[i];
        const Chips bet = view.seats[seat].bet;
        const Chips counted = blind > 0 ? bet : blind < 0 ? -bet : 0;
        if (counted < most) continue;
        most = counted;
        opener = seat + 1 == seats_ ? 0 : seat + 1;
    }
    const Chips covered = second_largest_total(view);
    table.pending = 0;
    for (int i = 0; i < seats_; ++i) {
        if (view.seats[i].stack > 0 && covered > view.seats[i].bet) table.pending |= bit_of(i);
    }
    if (table.pending == 0) {
        end_betting(view);
        return;
    }
    table.actor = next_in(table.pending, opener);
    if (count_seats(table.pending) == 1 && view.seats[table.actor].bet >= bet_to_match(view)) {
        end_betting(view);
        return;
    }
    offer(view);
}

std::int8_t TableRules::next_in(SeatMask seats, int from) const {
    const SeatMask later = seats >> from << from;
    return static_cast<std::int8_t>(std::countr_zero(later ? later : seats));
}

Chips TableRules::second_largest_total(const TableView& view) const {
    Chips most = 0;
    Chips second = 0;
    for (SeatMask left = view.table.active; left; left &= left - 1) {
        const Seat& seat = view.seats[std::countr_zero(left)];
        const Chips total = seat.bet + seat.stack;
        second = std::max(second, std::min(most, total));
        most = std::max(most, total);
    }
    return second;
}

Chips TableRules::bet_to_match(const TableView& view) const {
    const Table& table = view.table;
    if (!table.is_posted_short) return table.largest;
    // The full blind counts, as far as two players can contest it.
    return std::max(table.largest, std::min(largest_blind_, second_largest_total(view)));
}

// Computes what the actor may do.
void TableRules::offer(TableView view) const {
    Table& table = view.table;
    const Seat& actor = view.seats[table.actor];
    const SeatMask bit = bit_of(table.actor);
    const Chips match = bet_to_match(view);
    const Chips owed = match - actor.bet;
    const Chips full_raise = std::max(table.raise_size, settings_.min_bets[table.street]);
    const int most_raises = settings_.most_raises[table.street];
    table.match = match;
    table.to_call = std::min(actor.stack, owed);
    table.legal[kFold] = owed > 0;
    table.legal[kCall] = 1;
    // In fixed limit, half of a full raise reopens the betting for those who have acted.
    const Chips reopening = settings_.limit == Limit::kFixed ? 2 * owed : owed;
    bool can_raise = actor.stack > owed && table.raises != most_raises &&
                     (!(table.acted & bit) || reopening >= full_raise);
    if (can_raise) {
        SeatMask others = table.active & table.with_chips & ~bit;
        can_raise = false;
        for (; others && !can_raise; others &= others - 1) {
            const Seat& other = view.seats[std::countr_zero(others)];
            can_raise = other.stack + other.bet > match;
        }
    }
    table.legal[kRaise] = can_raise;
    table.min_raise = table.max_raise = 0;
    if (can_raise) {
        const Chips all_in = actor.stack + actor.bet;
        table.min_raise = std::min(all_in, match + full_raise);
        table.max_raise = all_in;
        if (settings_.limit == Limit::kFixed) table.max_raise = table.min_raise;
        if (settings_.limit == Limit::kPot) {
            const Chips pot = table.pot + (table.street == 0 ? table.missing : 0);
            table.max_raise =
                std::min(all_in, std::max(table.min_raise, 2 * match - actor.bet + pot));
        }
    }
    static_assert(sizeof(table.own) == sizeof(actor.cards));
    std::memcpy(table.own, actor.cards, sizeof(table.own));
}

void TableRules::act(TableView view, int kind, Chips amount) const {
    Table& table = view.table;
    const int seat = table.actor;
    const SeatMask bit = bit_of(seat);
    table.pending &= ~bit;
    table.acted |= bit;
    if (kind == kCall) {
        amount = table.to_call;
        pay(view, seat, amount);
        table.largest = std::max(table.largest, view.seats[seat].bet);
    } else if (kind == kRaise) {
        const Chips raised_by = amount - table.match;
        pay(view, seat, amount - view.seats[seat].bet);
        table.largest = amount;
        table.pending = table.active & table.with_chips & ~bit;
        if (raised_by >= std::max(table.raise_size, settings_.min_bets[table.street])) {
            table.acted = bit;
            table.raise_size = raised_by;
        }
        ++table.raises;
    } else {
        amount = 0;
        table.active &= ~bit;
        view.seats[seat].is_in = 0;
        if (table.pots == 1) {
            view.pots[0].seats = table.active;
        } else if (table.pots > 1) {
            set_pots(view);
        }
    }
    if (!has_even_antes_ && table.pots) set_pots(view);  // bets make up for smaller antes
    view.history[table.actions++] = {amount, static_cast<std::int8_t>(seat),
                                     static_cast<std::int8_t>(kind), table.street};
    if (table.pending == 0 || count_seats(table.active) == 1) {
        end_betting(view);
        return;
    }
    table.actor = next_in(table.pending, seat + 1);
    offer(view);
}

void TableRules::end_betting(TableView view) const {
    Table& table = view.table;
    const bool is_all_in = count_seats(table.active & table.with_chips) <= 1;
    table.is_posted_short = 0;
    collect_bets(view);
    if (count_seats(table.active) == 1) {
        view.seats[std::countr_zero(table.active)].stack += table.pot;
        finish(view);
        return;
    }
    if (is_all_in) {
        while (table.street + 1 < streets_) deal_street(view);
    }
    if (table.street + 1 == streets_) {
        showdown(view);
        finish(view);
        return;
    }
    deal_street(view);
    table.raise_size = 0;
    table.raises = 0;
    table.acted = 0;
    table.pending = table.active & table.with_chips;  // two or more, else all would be all-in
    table.actor = next_in(table.pending, table.button + 1);
    offer(view);
}

void TableRules::collect_bets(TableView view) const {
    Table& table = view.table;
    if (table.largest == 0) return;
    const bool is_contested = count_seats(table.active) > 1;
    // The last player left gets their own bet back together with the pot.
    return_uncalled(view, seats_, is_contested ? -1 : std::countr_zero(table.active));
    for (int i = 0; i < seats_; ++i) view.seats[i].bet = 0;
    table.largest = 0;
    if (is_contested) set_pots(view);
}

void TableRules::deal_street(TableView view) const {
    Table& table = view.table;
    int at = table.dealt - seats_ * settings_.hole_cards;
    ++table.street;
    for (int i = 0; i < settings_.board_cards[table.street]; ++i) {
        table.board[at++] = draw(table, static_cast<int>(settings_.deck.size()));
    }
}

void TableRules::deck_order(Table table, std::uint8_t* out) const {
    const int deck_size = static_cast<int>(settings_.deck.size());
    while (table.dealt < deck_size) draw(table, deck_size);
    std::copy_n(table.deck, deck_size, out);
}

void TableRules::finish(TableView view) const {
    Table& table = view.table;
    for (int i = 0; i < seats_; ++i) {
        view.seats[i].bet = 0;
        view.seats[i].reward += view.seats[i].stack - view.seats[i].start;
    }
    std::fill_n(view.pots, seats_, TablePot{});
    table.pot = 0;
    table.pots = 0;
    table.actor = -1;
    table.match = table.to_call = table.min_raise = table.max_raise = 0;
    std::memset(table.legal, 0, sizeof(table.legal));
    std::memset(table.own, kNoCard, sizeof(table.own));
    ++table.ended;
}

}  // namespace fifthstreet::envs
