#include "ring/ring_pass.hpp"

#include <algorithm>

namespace fifthstreet {

namespace {

void clear(float* row) { std::fill_n(row, kClassStride, 0.0f); }

void scale(float* row, float factor) {
    for (int i = 0; i < kClassStride; i += kLanes) store(row + i, load(row + i) * factor);
}

// Multiplies a row by another one.
void multiply_by(float* row, const float* by) {
    for (int i = 0; i < kClassStride; i += kLanes) store(row + i, load(row + i) * load(by + i));
}

// Subtracts a row, and keeps rounding from making numbers negative.
void subtract(float* row, const float* less) {
    for (int i = 0; i < kClassStride; i += kLanes) {
        store(row + i, larger(load(row + i) - load(less + i), Lanes{}));
    }
}

}  // namespace

RingPass::RingPass(const RingBetting& solver, const RingTables& tables, Mode mode,
                   const RingFactors& factors, RingExchange& exchange)
    : solver_(solver), tables_(tables), mode_(mode), factors_(factors), exchange_(exchange) {
    scratch_.resize(solver.scratch_rows_ * kClassStride);
}

RingPass::Row RingPass::take() { return scratch_.data() + used_++ * kClassStride; }

int RingPass::gone(const RingPlace& place) const {
    return static_cast<int>(
        std::count(place.is_gone.begin(), place.is_gone.begin() + solver_.seats_, true));
}

void RingPass::run_top(RingPart part, float* out) {
    part_ = part;
    used_ = 0;
    Row ones = take(), met = take();
    clear(ones);
    std::fill_n(ones, kClasses, 1.0f);
    solver_.matrices_.met.multiply(ones, met);
    RingPlace place{};
    RingValues values{};
    for (int seat = 0; seat < solver_.seats_; ++seat) {
        place.reach[seat] = ones;
        place.met[seat] = met;
        values[seat] = part == RingPart::kUp ? out + seat * kClassStride : take();
    }
    walk(0, place, values);
}

void RingPass::run_task(int task) {
    part_ = RingPart::kBelow;
    used_ = 0;
    RingValues values{};
    for (int seat = 0; seat < solver_.seats_; ++seat) {
        values[seat] =
            exchange_.values.data() + (std::int64_t{task} * solver_.seats_ + seat) * kClassStride;
    }
    walk(solver_.tops_[task], stored_place(task), values);
}

void RingPass::store_place(int task, const RingPlace& place) {
    const int seats = solver_.seats_;
    float* const rows = exchange_.places.data() + std::int64_t{task} * 2 * seats * kClassStride;
    for (int seat = 0; seat < seats; ++seat) {
        std::copy_n(place.reach[seat], kClassStride, rows + seat * kClassStride);
        std::copy_n(place.met[seat], kClassStride, rows + (seats + seat) * kClassStride);
    }
    exchange_.is_gone[task] = place.is_gone;
}

RingPlace RingPass::stored_place(int task) const {
    const int seats = solver_.seats_;
    const float* const rows =
        exchange_.places.data() + std::int64_t{task} * 2 * seats * kClassStride;
    RingPlace place{};
    for (int seat = 0; seat < seats; ++seat) {
        place.reach[seat] = rows + seat * kClassStride;
        place.met[seat] = rows + (seats + seat) * kClassStride;
    }
    place.is_gone = exchange_.is_gone[task];
    return place;
}

void RingPass::walk(int at, const RingPlace& place, const RingValues& out) {
    const RingNode& node = solver_.nodes_[at];
    const int task = solver_.task_of_[at];
    if (part_ == RingPart::kDown) {
        if (task >= 0) {
            store_place(task, place);
        } else if (node.end == RingEnd::kNone) {
            decide(at, place, out);
        }
        return;
    }
    if (part_ == RingPart::kUp && task >= 0) {
        const float* const rows =
            exchange_.values.data() + std::int64_t{task} * solver_.seats_ * kClassStride;
        for (int seat = 0; seat < solver_.seats_; ++seat) {
            if (!has_folded(node, seat)) {
                std::copy_n(rows + seat * kClassStride, kClassStride, out[seat]);
            }
        }
        return;
    }
    if (gone(place) > 1) {  // no seat could get here alone
        for (int seat = 0; seat < solver_.seats_; ++seat) {
            if (!has_folded(node, seat)) clear(out[seat]);
        }
        return;
    }
    if (node.end == RingEnd::kNone) {
        decide(at, place, out);
    } else {
        finish(node, tables_.payoffs[at], place, out);
    }
}

// Goes on after each action of a decision.
void RingPass::decide(int at, const RingPlace& place, const RingValues& out) {
    const RingNode& node = solver_.nodes_[at];
    const int seat = node.seat, actions = node.children;
    const std::size_t before = used_;
    float* reach[kMaxActions];
    float* met[kMaxActions];
    float* values[kMaxActions];
    bool live[kMaxActions];
    for (int a = 0; a < actions; ++a) {
        reach[a] = take();
        met[a] = take();
        values[a] = a == 0 ? out[seat] : take();
    }
    const bool updates = mode_ == Mode::kUpdate && part_ != RingPart::kDown;
    float* const played = mode_ == Mode::kUpdate ? tables_.regrets : tables_.averages;
    NodeRows rows = solver_.rows_of(node, played);
    rows.averages = updates ? tables_.averages + node.row * kClassStride : nullptr;
    split_reach(rows, factors_.keep, place.reach[seat], reach, live);
    // What all actions meet together is known, so that one of them needs no product.
    std::copy_n(place.met[seat], kClassStride, met[0]);
    for (int a = 1; a < actions; ++a) {
        if (live[a]) {
            solver_.matrices_.met.multiply(reach[a], met[a]);
            subtract(met[0], met[a]);
        } else {
            clear(met[a]);
        }
    }
    if (!live[0]) clear(met[0]);
    RingValues below{};
    for (int other = 0; other < solver_.seats_; ++other) below[other] = take();
    for (int a = 0; a < actions; ++a) {
        const int child = node.first_child + a;
        const RingNode& next = solver_.nodes_[child];
        RingPlace there = place;
        there.reach[seat] = reach[a];
        there.met[seat] = met[a];
        there.is_gone[seat] = !live[a];
        RingValues to = a == 0 ? out : below;
        to[seat] = values[a];
        walk(child, there, to);
        if (part_ == RingPart::kDown) continue;
        if (next.is_fold) {
            weigh(seat, place, values[a]);
            scale(values[a], tables_.payoffs[child].folding);
        }
        for (int other = 0; a > 0 && other < solver_.seats_; ++other) {
            if (other != seat && !has_folded(node, other)) {
                add_rows(below[other], kClassStride, out[other]);
            }
        }
    }
    if (part_ != RingPart::kDown) join(node, values);
    used_ = before;
}

// Computes the values of a decision for its seat, in the first row, and updates regrets.
void RingPass::join(const RingNode& node, float* const* below) const {
    const std::int64_t first = node.row * kClassStride;
    for (int a = 0; tables_.action_values && a < node.children; ++a) {
        std::copy_n(below[a], kClassStride, tables_.action_values + first + a * kClassStride);
    }
    if (mode_ == Mode::kUpdate) {
        update_regrets(solver_.rows_of(node, tables_.regrets), factors_.positive, factors_.negative,
                       below);
    } else if (mode_ == Mode::kAverage) {
        mean_values(solver_.rows_of(node, tables_.averages), below);
    } else {
        best_values(solver_.rows_of(node, tables_.averages), below);
    }
}

// Computes how likely each class of a seat meets the others here.
void RingPass::weigh(int seat, const RingPlace& place, float* out) const {
    bool is_first = true;
    for (int other = 0; other < solver_.seats_; ++other) {
        if (other == seat) continue;
        if (is_first) {
            std::copy_n(place.met[other], kClassStride, out);
        } else {
            multiply_by(out, place.met[other]);
        }
        is_first = false;
    }
}

void RingPass::finish(const RingNode& node, const RingPayoff& payoff, const RingPlace& place,
                      const RingValues& out) {
    if (node.end == RingEnd::kFold) {
        weigh(node.seat, place, out[node.seat]);
        scale(out[node.seat], payoff.last);
        return;
    }
    const bool is_two = node.end == RingEnd::kShowdown || node.end == RingEnd::kFlop;
    if (is_two) finish_showdown(node, payoff, place, out);
    if (node.end == RingEnd::kShowdown) return;
    const float* given = tables_.leaves + node.leaf * kClassStride;
    const Row weighted = take();
    for (int seat = 0; seat < solver_.seats_; ++seat) {
        if (has_folded(node, seat)) continue;
        weigh(seat, place, weighted);
        multiply_by(weighted, given);
        if (!is_two) clear(out[seat]);
        add_rows(weighted, kClassStride, out[seat]);
        given += kClassStride;
    }
    --used_;
}

void RingPass::finish_showdown(const RingNode& node, const RingPayoff& payoff,
                               const RingPlace& place, const RingValues& out) {
    int seats[2], count = 0;
    for (int seat = 0; seat < solver_.seats_; ++seat) {
        if (!has_folded(node, seat)) seats[count++] = seat;
    }
    const std::size_t before = used_;
    Row won = take(), tied = take();
    for (int side = 0; side < 2; ++side) {
        const int seat = seats[side], other = seats[1 - side];
        const auto& [if_won, if_tied, if_lost] = side ? payoff.second : payoff.first;
        const float extra = if_tied - (if_won + if_lost) / 2;  // 0 if chips are all that counts
        solver_.matrices_.won.multiply(place.reach[other], won);
        if (extra != 0) solver_.matrices_.tied.multiply(place.reach[other], tied);
        const float* const met = place.met[other];
        for (int i = 0; i < kClassStride; i += kLanes) {
            Lanes value = load(won + i) * (if_won - if_lost) + load(met + i) * if_lost;
            if (extra != 0) value += load(tied + i) * extra;
            store(out[seat] + i, value);
        }
        for (int folded = 0; folded < solver_.seats_; ++folded) {
            if (folded != seat && folded != other) multiply_by(out[seat], place.met[folded]);
        }
    }
    used_ = before;
}

}  // namespace fifthstreet
