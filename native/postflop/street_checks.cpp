#include "postflop/street_checks.hpp"

#include <algorithm>

#include "cards/cards.hpp"
#include "shared/checks.hpp"

namespace fifthstreet {

namespace {

constexpr int kMaxHands = kCards * (kCards - 1) / 2;
constexpr std::size_t kMaxStreets = 3;

// The betting: every entry is a tree in breadth-first order, so that each node but the first is the
// child of one earlier node.
void check_betting(const Street& street, bool is_last) {
    const std::size_t nodes = street.kind.size();
    require(street.player.size() == nodes && street.first_child.size() == nodes &&
                street.n_children.size() == nodes && street.row.size() == nodes &&
                street.block.size() == nodes && street.lead[0].size() == nodes &&
                street.lead[1].size() == nodes && street.total[0].size() == nodes &&
                street.total[1].size() == nodes,
            "the arrays of a street's nodes must have one entry per node");
    require(ascend(street.entry_start, 0, static_cast<std::int64_t>(nodes)),
            "entry_start does not ascend from 0 to the number of nodes");
    std::size_t exits = 0;
    for (int entry = 0; entry < street.entries(); ++entry) {
        const std::int32_t end = street.entry_start[entry + 1];
        std::int64_t next = std::int64_t{street.entry_start[entry]} + 1;
        require(next <= end, "an entry must have at least its root");
        for (std::int32_t node = street.entry_start[entry]; node < end; ++node) {
            const int actions = street.n_children[node];
            if (street.kind[node] != kAction) {
                require(street.kind[node] == kFold ||
                            street.kind[node] == (is_last ? kShowdown : kExit),
                        "the kind of a node must be an action or a fold, a showdown on the last "
                        "street, or an exit before it");
                require(actions == 0, "a terminal node or exit has children");
                exits += street.kind[node] == kExit;
                continue;
            }
            require(actions >= 1 && actions <= kMaxActions, "a node must have 1 to 32 actions");
            require(street.player[node] == 0 || street.player[node] == 1,
                    "the player of a node must be 0 or 1");
            require(street.first_child[node] == next && next > node && next + actions <= end,
                    "the nodes of an entry are not a tree in breadth-first order");
            next += actions;
            const Seat& seat = street.seats[street.player[node]];
            require(street.row[node] >= 0 && street.row[node] <= seat.rows - actions &&
                        street.block[node] >= 0 && street.block[node] < seat.blocks,
                    "the rows or the block of a node are outside its player's tables");
        }
        require(next == end, "the nodes of an entry are not a tree in breadth-first order");
    }
    require(street.exit_node.size() == exits, "exit_node must have one entry per exit");
    for (const std::int32_t node : street.exit_node) {
        require(fits(node, 1, nodes) && street.kind[node] == kExit, "an exit_node is no exit");
    }
}

void check_runouts(const Street& street, const Street* before) {
    const std::int64_t runouts = street.runouts();
    require(runouts >= 1, "a street has no runouts");
    require(street.member_start.size() == street.parent.size() + 1 &&
                ascend(street.member_start, 0, street.member_start.back()),
            "member_start does not ascend, or has not one entry more than there are runouts");
    if (!before) {
        require(runouts == 1, "the first street must have one runout");
        return;
    }
    const std::int64_t parents = before->runouts();
    require(street.first_of_parent.size() == static_cast<std::size_t>(parents) + 1 &&
                ascend(street.first_of_parent, 0, runouts),
            "first_of_parent does not ascend from 0 to the number of runouts");
    for (std::int64_t p = 0; p < parents; ++p) {
        const std::int32_t first = street.first_of_parent[p];
        require(
            are_within(street.parent.data() + first, street.first_of_parent[p + 1] - first, p, p),
            "the runouts of a street are not grouped by their parents");
    }
}

void check_seat(const Street& street, int player, const Street* before, bool is_last) {
    const Seat& seat = street.seats[player];
    const Seat& opponent = street.seats[1 - player];
    const std::size_t runouts = street.parent.size();
    require(seat.count.size() == runouts && seat.table.size() == runouts,
            "count, start or table has not one entry per runout");
    require(seat.rows >= 0 && seat.blocks >= 0, "rows and blocks must be 0 or more");
    require(seat.group_start.size() == (is_last ? runouts : 0),
            "weaker and not_better are for the last street, and missing or given elsewhere");
    require(seat.buckets.empty() || (before && is_last && seat.buckets.size() == runouts),
            "buckets are for each runout of the last of several streets");
    for (std::size_t r = 0; r < runouts; ++r) {
        const std::int64_t start = seat.start[r];
        const std::int64_t count = seat.count[r];
        require(seat.table[r] >= 0, "the tables of a runout start before 0");
        require(fits(start, count, seat.order.size()) && fits(start, count, seat.same.size()) &&
                    fits(2 * start, 2 * count, seat.cards.size()),
                "the hands of a runout are outside their arrays");
        require(are_within(seat.cards.data() + 2 * start, 2 * count, 0, kCards - 1),
                "cards of a hand must be 0 to 51");
        require(are_within(seat.same.data() + start, count, 0, opponent.count[r]),
                "same has an index outside the opponent's hands");
        if (before) {
            const std::int64_t hands = before->seats[player].count[street.parent[r]];
            require(are_within(seat.order.data() + start, count, 0, hands - 1),
                    "order has an index outside the hands of the street before");
        }
        if (!seat.buckets.empty()) {
            require(seat.buckets[r] >= 0 && seat.buckets[r] <= count &&
                        fits(start, count, seat.bucket.size()) &&
                        are_within(seat.bucket.data() + start, count, 0, seat.buckets[r] - 1),
                    "bucket has an index outside the buckets of its runout");
        }
        if (!is_last) continue;
        const StrengthGroup* group = seat.groups.data() + seat.group_start[r];
        for (std::int64_t hand = 0; hand < count; hand = group++->end) {
            require(group->weaker <= group->not_better && group->not_better <= opponent.count[r],
                    "weaker or not_better counts more hands than the opponent has");
        }
    }
    if (!before) return;
    require(seat.inverse_start.size() == static_cast<std::size_t>(street.member_start.back()),
            "inverse_start has not one entry per member");
    for (std::size_t r = 0; r < runouts; ++r) {
        const std::int64_t hands = before->seats[player].count[street.parent[r]];
        for (int m = street.member_start[r]; m < street.member_start[r + 1]; ++m) {
            require(fits(seat.inverse_start[m], hands, seat.inverse.size()) &&
                        are_within(seat.inverse.data() + seat.inverse_start[m], hands, 0,
                                   seat.count[r]),
                    "inverse has an index outside the hands of its runout");
        }
    }
}

}  // namespace

void check_rows(const Seat& seat, std::size_t weaker, std::size_t not_better) {
    require(seat.start.size() == seat.count.size(),
            "count, start or table has not one entry per runout");
    require(are_within(seat.count, 0, kMaxHands), "a runout must have 0 to 1326 hands");
    require(weaker == not_better, "weaker and not_better differ in length");
    for (std::size_t r = 0; weaker && r < seat.count.size(); ++r) {
        require(fits(seat.start[r], seat.count[r], weaker),
                "the hands of a runout are outside their arrays");
    }
}

void check_streets(const std::vector<Street>& streets, const std::vector<float> (&weights)[2]) {
    require(!streets.empty() && streets.size() <= kMaxStreets, "streets must be 1 to 3");
    for (std::size_t s = 0; s < streets.size(); ++s) {
        const Street* before = s ? &streets[s - 1] : nullptr;
        const bool is_last = s + 1 == streets.size();
        check_runouts(streets[s], before);
        for (const Seat& seat : streets[s].seats) {
            require(seat.count.size() == streets[s].parent.size(),
                    "count, start or table has not one entry per runout");
        }
        for (int player = 0; player < 2; ++player) {
            check_seat(streets[s], player, before, is_last);
        }
        require(streets[s].seats[0].buckets.empty() == streets[s].seats[1].buckets.empty(),
                "both players must have buckets, or neither");
        check_betting(streets[s], is_last);
        require(static_cast<std::size_t>(streets[s].entries()) ==
                    (before ? before->exit_node.size() : 1),
                "entries must be one on the first street, and one per exit on others");
    }
    for (int player = 0; player < 2; ++player) {
        require(
            weights[player].size() == static_cast<std::size_t>(streets[0].seats[player].count[0]),
            "weights must be one per hand of the first street");
    }
}

TableSize table_size(const std::vector<Street>& streets, int player) {
    TableSize size;
    for (const Street& street : streets) {
        const Seat& seat = street.seats[player];
        for (std::size_t r = 0; r < seat.count.size(); ++r) {
            const std::int64_t entries =
                std::int64_t{seat.rows} * seat.table_stride(static_cast<int>(r));
            require(seat.table[r] <= INT64_MAX - entries, "the tables of a runout are too large");
            size.entries = std::max(size.entries, seat.table[r] + entries);
        }
        size.blocks += std::int64_t{seat.blocks} * street.runouts();
    }
    return size;
}

void check_locks(const std::vector<Street>& streets, int player,
                 const std::vector<std::int64_t>& start, std::size_t rows) {
    require(start.empty() ||
                start.size() == static_cast<std::size_t>(table_size(streets, player).blocks),
            "starts of locked rows must be one per block");
    if (start.empty()) return;
    std::int64_t first_block = 0;
    for (const Street& street : streets) {
        const Seat& seat = street.seats[player];
        for (std::int64_t r = 0; r < street.runouts(); ++r) {
            for (int node = 0; node < street.nodes(); ++node) {
                if (street.kind[node] != kAction || street.player[node] != player) continue;
                const std::int64_t at = start[first_block + r * seat.blocks + street.block[node]];
                const std::int64_t size =
                    std::int64_t{street.n_children[node]} * row_stride(seat.count[r]);
                require(at < 0 || fits(at, size, rows), "locked rows are outside their array");
            }
        }
        first_block += std::int64_t{seat.blocks} * street.runouts();
    }
}

}  // namespace fifthstreet
