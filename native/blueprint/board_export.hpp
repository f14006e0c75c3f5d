// Plans and boards as the records that GPUs read.
#pragma once

#include <cstdint>
#include <vector>

#include "blueprint/board_passes.hpp"
#include "blueprint/board_plan.hpp"
#include "blueprint/bucket_rows.hpp"
#include "blueprint/dealt_board.hpp"
#include "board_records.hpp"

namespace fifthstreet {

// A plan for one traverser, with decisions in order of depth.
struct ExportedPlan {
    ExportedPlan(const BoardPlan& plan, const BucketRows& rows, int traverser);

    std::vector<DecisionRecord> decisions;
    // Index of the first decision of each depth, and the end.
    std::vector<std::int32_t> depth_start;
    std::vector<EndRecord> ends;
    int most_actions = 0;
};

void export_board(const DealtBoard& board, const BoardPass& pass, BoardRecord& out);

}  // namespace fifthstreet
