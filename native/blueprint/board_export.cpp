#include "blueprint/board_export.hpp"

#include <algorithm>

#include "postflop/runout_rows.hpp"

namespace fifthstreet {

static_assert(kRecordHands == DealtBoard::kWidth && kRecordStreets == kStreets);

ExportedPlan::ExportedPlan(const BoardPlan& plan, const BucketRows& rows, int traverser) {
    std::vector<const PlannedDecision*> order;
    for (const PlannedDecision& decision : plan.decisions) order.push_back(&decision);
    std::ranges::stable_sort(order, {},
                             [](const PlannedDecision* decision) { return decision->depth; });
    for (const PlannedDecision* decision : order) {
        while (static_cast<int>(depth_start.size()) <= decision->depth) {
            depth_start.push_back(static_cast<std::int32_t>(decisions.size()));
        }
        decisions.push_back({.cell = static_cast<std::int64_t>(rows.cell(decision->node, 0)),
                             .place = decision->place,
                             .first = decision->first,
                             .actions = decision->actions,
                             .reach = decision->reach[traverser],
                             .street = decision->street,
                             .is_own = decision->player == traverser,
                             .unused = 0});
        most_actions = std::max(most_actions, decision->actions);
    }
    depth_start.push_back(static_cast<std::int32_t>(decisions.size()));
    for (const PlannedEnd& end : plan.ends[traverser]) {
        ends.push_back({.reach = end.reach,
                        .folded = -1,
                        .place = end.place,
                        .fold = end.fold,
                        .lead = end.lead,
                        .total = end.total,
                        .folded_total = 0,
                        .fold_total = end.fold_total});
    }
}

void export_board(const DealtBoard& board, const BoardPass& pass, BoardRecord& out) {
    out = {};
    out.count = board.count;
    out.weight = static_cast<float>(pass.weight);
    const int own = pass.traverser;
    for (int i = 0; i < board.count; ++i) {
        out.reach[i] = board.weights[1 - own][i];
        out.steps[i] = static_cast<float>(pass.step * board.weights[own][i]);
    }
    const std::int32_t count = board.count;
    list_by_card({.runouts = 1,
                  .width = kRecordHands,
                  .other_width = kRecordHands,
                  .count = &count,
                  .holes = board.holes.data(),
                  .other_count = &count,
                  .other_holes = board.holes.data(),
                  .other_same = board.same.data(),
                  .other_weaker = board.weaker.data(),
                  .other_not_better = board.not_better.data(),
                  .by_card = out.by_card,
                  .card_start = out.card_start,
                  .showdown = &out.showdown[0][0]},
                 1);
    for (int street = 0; street < kStreets; ++street) {
        const StreetRows& rows = board.streets[street];
        RowRecord& record = out.streets[street];
        out.rows[street] = rows.count;
        std::copy_n(rows.of_hand.data(), board.count, record.of_hand);
        std::copy_n(rows.hands.data(), board.count, record.hands);
        std::copy_n(rows.start.data(), rows.count + 1, record.start);
        std::copy_n(rows.buckets.data(), rows.count, record.buckets);
    }
}

}  // namespace fifthstreet
