// One pass over the betting before the flop, or over a part of it.
#pragma once

#include <array>
#include <vector>

#include "ring/ring_betting.hpp"

namespace fifthstreet {

// Each seat's reach at a node, and how likely classes of others meet it. Both are padded rows.
struct RingPlace {
    std::array<const float*, kMaxSeats> reach;
    std::array<const float*, kMaxSeats> met;
    std::array<bool, kMaxSeats> is_gone;  // whether no hand of the seat gets here
};

// Rows of the values of each seat that has not folded.
using RingValues = std::array<float*, kMaxSeats>;

// What the parts of a pass hand to each other: the place of each task, and its values.
struct RingExchange {
    std::vector<float> places;  // [tasks, 2, P, stride]
    std::vector<float> values;  // [tasks, P, stride]
    std::vector<std::array<bool, kMaxSeats>> is_gone;
};

enum class RingPart : std::uint8_t {
    kDown,   // from the root to the tasks, whose places are stored
    kBelow,  // a task
    kUp,     // from the root, with the values of the tasks
};

class RingPass {
  public:
    RingPass(const RingBetting& solver, const RingTables& tables, Mode mode,
             const RingFactors& factors, RingExchange& exchange);

    // Runs the part above the tasks; kUp writes the values of all seats, [P, stride].
    void run_top(RingPart part, float* out);
    void run_task(int task);

  private:
    using Row = float*;

    void walk(int at, const RingPlace& place, const RingValues& out);
    void decide(int at, const RingPlace& place, const RingValues& out);
    void finish(const RingNode& node, const RingPayoff& payoff, const RingPlace& place,
                const RingValues& out);
    void finish_showdown(const RingNode& node, const RingPayoff& payoff, const RingPlace& place,
                         const RingValues& out);
    void join(const RingNode& node, float* const* below) const;
    void weigh(int seat, const RingPlace& place, float* out) const;
    bool has_folded(const RingNode& node, int seat) const { return node.folded >> seat & 1; }
    int gone(const RingPlace& place) const;
    Row take();
    void store_place(int task, const RingPlace& place);
    RingPlace stored_place(int task) const;

    const RingBetting& solver_;
    const RingTables& tables_;
    Mode mode_;
    RingFactors factors_;
    RingExchange& exchange_;
    RingPart part_ = RingPart::kBelow;
    std::vector<float> scratch_;
    std::size_t used_ = 0;  // rows of the scratch
};

}  // namespace fifthstreet
