#include "envs/table_batch.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "shared/checks.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet::envs {
namespace {

constexpr std::int64_t kChunk = 256;  // tables that a thread takes at a time
constexpr std::align_val_t kLine{64};

// 0 .. count - 1 from 64 random bits. The bias is far too small to show.
Chips scaled(std::uint64_t bits, std::uint64_t count) {
    if (count <= UINT32_MAX) return static_cast<Chips>((bits >> 32) * count >> 32);
    return static_cast<Chips>(bits % count);
}

std::string refusal(const Table& table, int kind, Chips amount, std::int64_t history) {
    if (kind < 0 || kind >= kKinds) {
        return "kind must be 0 (fold), 1 (check or call), 2 (bet or raise) or 3 (wait), got " +
               std::to_string(kind);
    }
    if (kind == kFold && !table.legal[kFold]) return "there is no bet to fold to";
    if (kind == kRaise && !table.legal[kRaise]) return "the seat cannot bet or raise";
    if (table.actions >= history) {
        return "history must be larger: the hand has more than " + std::to_string(history) +
               " actions";
    }
    return "a bet or raise must be to " + std::to_string(table.min_raise) + " to " +
           std::to_string(table.max_raise) + ", got " + std::to_string(amount);
}

}  // namespace

void TableBatch::FreeRecords::operator()(std::byte* memory) const {
    ::operator delete(memory, kLine);
}

void TableBatch::FreeActions::operator()(BetAction* memory) const { std::free(memory); }

TableBatch::TableBatch(TableSettings settings, const std::uint64_t* seeds, std::int64_t tables,
                       std::int64_t history, int threads)
    : rules_(std::move(settings)), tables_(tables), history_(history) {
    require(tables >= 1 && tables <= kMaxTables, "tables must be 1 to 16,777,216");
    require(history >= 1 && history <= kMaxHistory, "history must be 1 to 65,536 actions");
    const std::size_t size = pots_offset() + rules_.seats() * sizeof(TablePot);
    stride_ = (size + 63) / 64 * 64;
    records_.reset(static_cast<std::byte*>(::operator new(stride_ * tables, kLine)));
    std::memset(records_.get(), 0, stride_ * tables);
    // Most of the history is never touched, so it is not cleared here.
    actions_.reset(static_cast<BetAction*>(
        std::calloc(static_cast<std::size_t>(tables * history), sizeof(BetAction))));
    if (!actions_) throw std::bad_alloc();
    reset(seeds, {}, threads);
}

TableView TableBatch::view(std::int64_t index) const {
    std::byte* const record = records_.get() + stride_ * index;
    return {*reinterpret_cast<Table*>(record), reinterpret_cast<Seat*>(record + seats_offset()),
            reinterpret_cast<TablePot*>(record + pots_offset()), actions_.get() + history_ * index};
}

template <class Work>
void TableBatch::for_each(int threads, const Work& work) const {
    require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
    const std::int64_t chunks = (tables_ + kChunk - 1) / kChunk;
    ThreadPool pool(useful_threads(chunks, threads));
    pool.run(chunks, [&](std::int64_t chunk) {
        const std::int64_t end = std::min(tables_, (chunk + 1) * kChunk);
        for (std::int64_t i = chunk * kChunk; i < end; ++i) work(i, view(i));
    });
}

void TableBatch::reset(const std::uint64_t* seeds, const std::vector<std::uint8_t>& decks,
                       int threads) {
    const std::lock_guard turn(turn_);
    check_decks(decks);
    const std::size_t size = rules_.settings().deck.size();
    for_each(threads, [&](std::int64_t i, TableView table) {
        std::fill_n(table.pots, rules_.seats(), TablePot{});
        rules_.open(table, seeds[i], decks.empty() ? nullptr : decks.data() + size * i);
    });
}

void TableBatch::check_decks(const std::vector<std::uint8_t>& decks) const {
    const std::vector<std::uint8_t>& deck = rules_.settings().deck;
    Mask wanted = 0;
    for (const std::uint8_t card : deck) wanted |= card_bit(card);
    require(are_within(decks, 0, kCards - 1), "cards must be 0 to 51");
    for (std::size_t at = 0; at < decks.size(); at += deck.size()) {
        Mask cards = 0;
        for (std::size_t i = at; i < at + deck.size(); ++i) cards |= card_bit(decks[i]);
        require(cards == wanted, "table " + std::to_string(at / deck.size()) +
                                     ": each card of the deck must appear once");
    }
}

void TableBatch::check(const std::int8_t* kinds, const Chips* amounts) const {
    for (std::int64_t i = 0; i < tables_; ++i) {
        const Table& table = view(i).table;
        const int kind = kinds[i];
        if (table.actor < 0 || kind == kWait) continue;
        const bool is_legal =
            kind >= 0 && kind < kKinds && table.legal[kind] && table.actions < history_ &&
            (kind != kRaise || (amounts[i] >= table.min_raise && amounts[i] <= table.max_raise));
        if (!is_legal) {
            throw std::invalid_argument("table " + std::to_string(i) + ": " +
                                        refusal(table, kind, amounts[i], history_));
        }
    }
}

void TableBatch::step(const std::int8_t* kinds, const Chips* amounts, bool deals, int threads) {
    const std::lock_guard turn(turn_);
    check(kinds, amounts);
    for_each(threads, [&](std::int64_t i, TableView at) {
        Table& table = at.table;
        clear_rewards(at);
        if (table.actor >= 0 && kinds[i] != kWait) rules_.act(at, kinds[i], amounts[i]);
        if (table.actor < 0 && deals) rules_.begin_hand(at);
    });
}

void TableBatch::deal(int threads) {
    const std::lock_guard turn(turn_);
    for_each(threads, [&](std::int64_t, TableView at) {
        if (at.table.actor >= 0) return;
        clear_rewards(at);
        rules_.begin_hand(at);
    });
}

void TableBatch::clear_rewards(TableView at) const {
    if (!at.table.ended) return;
    at.table.ended = 0;
    for (int seat = 0; seat < rules_.seats(); ++seat) at.seats[seat].reward = 0;
}

void TableBatch::random_actions(std::int8_t* kinds, Chips* amounts, int threads) {
    const std::lock_guard turn(turn_);
    for_each(threads, [&](std::int64_t i, TableView at) {
        Table& table = at.table;
        kinds[i] = kCall;
        amounts[i] = 0;
        if (table.actor < 0) return;
        // The legal kinds follow each other: folding needs a bet, and calling is always legal.
        const int first = table.legal[kFold] ? kFold : kCall;
        const int count = kKinds - first - (table.legal[kRaise] ? 0 : 1);
        const Chips drawn = scaled(split_mix(table.choices), count);
        kinds[i] = static_cast<std::int8_t>(first + drawn);
        if (kinds[i] == kRaise) {
            amounts[i] = table.min_raise +
                         scaled(split_mix(table.choices), table.max_raise - table.min_raise + 1);
        }
    });
}

void TableBatch::deck_order(std::int64_t table, std::uint8_t* out) {
    const std::lock_guard turn(turn_);
    require(table >= 0 && table < tables_, "there is no such table");
    rules_.deck_order(view(table).table, out);
}

}  // namespace fifthstreet::envs
