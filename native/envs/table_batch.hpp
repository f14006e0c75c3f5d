// Many tables that are stepped together.
//
// Every table has its own streams of random numbers, so results depend neither on the number of
// threads nor on the other tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "envs/table_rules.hpp"

namespace fifthstreet::envs {

class TableBatch {
  public:
    static constexpr std::int64_t kMaxTables = 1 << 24;
    static constexpr std::int64_t kMaxHistory = 1 << 16;

    // `history` is the number of actions of a hand that are kept.
    TableBatch(TableSettings settings, const std::uint64_t* seeds, std::int64_t tables,
               std::int64_t history, int threads);

    std::int64_t tables() const { return tables_; }
    const TableRules& rules() const { return rules_; }
    std::int64_t history() const { return history_; }

    // Starts every table again, with new seeds. `decks` has the deck of each first hand in the order
    // of the deal, or nothing.
    void reset(const std::uint64_t* seeds, const std::vector<std::uint8_t>& decks, int threads);

    // Performs an action at every table; where the hand is over, the action is ignored. Hands that
    // end are followed by the next one if `deals`. Throws before anything changes if an action is
    // illegal.
    void step(const std::int8_t* kinds, const Chips* amounts, bool deals, int threads);

    // Begins the next hand at all tables where the hand is over.
    void deal(int threads);

    // Draws an action for every table: a legal kind, then a legal amount, all equally likely.
    void random_actions(std::int8_t* kinds, Chips* amounts, int threads);

    // Writes the deck of a table's hand in the order of the deal.
    void deck_order(std::int64_t table, std::uint8_t* out);

    // The memory of the tables, for views of their fields.
    const std::byte* records() const { return records_.get(); }
    std::size_t stride() const { return stride_; }
    std::size_t seats_offset() const { return sizeof(Table); }
    std::size_t pots_offset() const { return sizeof(Table) + rules_.seats() * sizeof(Seat); }
    const BetAction* actions() const { return actions_.get(); }

  private:
    TableView view(std::int64_t index) const;
    void check_decks(const std::vector<std::uint8_t>& decks) const;
    void check(const std::int8_t* kinds, const Chips* amounts) const;
    void clear_rewards(TableView at) const;
    template <class Work>
    void for_each(int threads, const Work& work) const;

    struct FreeRecords {
        void operator()(std::byte* memory) const;
    };
    struct FreeActions {
        void operator()(BetAction* memory) const;
    };

    TableRules rules_;
    std::int64_t tables_;
    std::int64_t history_;
    std::size_t stride_;
    std::unique_ptr<std::byte[], FreeRecords> records_;
    std::unique_ptr<BetAction[], FreeActions> actions_;
    std::mutex turn_;  // calls from several threads take turns
};

}  // namespace fifthstreet::envs
