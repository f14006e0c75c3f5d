// Plans and boards as records, for trainers on other devices.
#pragma once

#include <cstdint>
#include <vector>

#include "blueprint/board_passes.hpp"
#include "blueprint/board_plan.hpp"
#include "blueprint/bucket_rows.hpp"
#include "blueprint/dealt_board.hpp"
#include "board_records.hpp"

namespace fifthstreet {

// A plan for one traverser: decisions by depth.
struct ExportedPlan {
    ExportedPlan(const BoardPlan& plan, const BucketRows& rows, int traverser);

    std::vector<DecisionRecord> decisions;
    std::vector<std::int32_t>
        depth_start;  // index of the first decision of each depth, and the end
    std::vector<EndRecord> ends;
    int most_actions = 0;
};

void export_board(const DealtBoard& board, const BoardPass& pass, BoardRecord& out);

}  // namespace fifthstreet
