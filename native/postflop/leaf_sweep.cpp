#include "postflop/leaf_sweep.hpp"

#include <algorithm>

#include "cards/cards.hpp"

namespace fifthstreet {

namespace {

// One number for each of the terminal nodes in G vectors.
template <int G>
struct Wide {
    Lanes part[G];

    Wide operator+(const Wide& other) const {
        Wide sum;
        for (int g = 0; g < G; ++g) sum.part[g] = part[g] + other.part[g];
        return sum;
    }
    Wide operator-(const Wide& other) const {
        Wide difference;
        for (int g = 0; g < G; ++g) difference.part[g] = part[g] - other.part[g];
        return difference;
    }
    Wide operator*(const Wide& other) const {
        Wide product;
        for (int g = 0; g < G; ++g) product.part[g] = part[g] * other.part[g];
        return product;
    }
};

// Reach of the opponent's hands visited so far, in total and per card.
template <int G>
struct Met {
    Wide<G> total{};
    Wide<G> per_card[kCards]{};

    void add(const std::uint8_t* cards, const Wide<G>& reach) {
        total = total + reach;
        per_card[cards[0]] = per_card[cards[0]] + reach;
        per_card[cards[1]] = per_card[cards[1]] + reach;
    }
    Wide<G> without(const std::uint8_t* cards) const {
        return total - per_card[cards[0]] - per_card[cards[1]];
    }
};

// Reads rows, one per lane, as columns; after the last hand they are zero.
template <int G>
void gather(const float* const* rows, int count, Wide<G>* columns) {
    const int stride = row_stride(count);
    for (int first = 0; first < stride; first += kLanes) {
        for (int g = 0; g < G; ++g) {
            Lanes block[kLanes];
            for (int lane = 0; lane < kLanes; ++lane) {
                block[lane] = load(rows[g * kLanes + lane] + first);
            }
            transpose(block);
            for (int i = 0; i < kLanes; ++i) columns[first + i].part[g] = block[i];
        }
    }
}

// Writes columns back as rows, with zeros after the last hand.
template <int G>
void scatter(Wide<G>* columns, int count, float* const* rows) {
    const int stride = row_stride(count);
    for (int i = count; i < stride; ++i) columns[i] = {};
    for (int first = 0; first < stride; first += kLanes) {
        for (int g = 0; g < G; ++g) {
            Lanes block[kLanes];
            for (int i = 0; i < kLanes; ++i) block[i] = columns[first + i].part[g];
            transpose(block);
            for (int lane = 0; lane < kLanes; ++lane) {
                store(rows[g * kLanes + lane] + first, block[lane]);
            }
        }
    }
}

template <int G>
void set_lane(Wide<G>& wide, int lane, float value) {
    wide.part[lane / kLanes][lane % kLanes] = value;
}

template <int G>
void sweep_some_showdowns(const SweepHands& hands, const ShowdownEnd* ends, int used,
                          SweepScratch& scratch) {
    const int count = hands.count;
    const int opponents = hands.opponent_count;
    const std::uint8_t* cards = hands.cards;
    const std::uint8_t* opponent_cards = hands.opponent_cards;
    auto* reach = reinterpret_cast<Wide<G>*>(scratch.reach.data());
    auto* values = reinterpret_cast<Wide<G>*>(scratch.values.data());
    const float* in[G * kLanes];
    float* out[G * kLanes];
    float* fold_out[G * kLanes];
    Wide<G> lead{}, total{}, fold_total{};
    bool any_total = false, any_fold = false;
    for (int lane = 0; lane < G * kLanes; ++lane) {
        in[lane] = scratch.zeros.data();
        out[lane] = fold_out[lane] = scratch.waste.data();
        if (lane >= used) continue;
        const ShowdownEnd& end = ends[lane];
        in[lane] = end.reach;
        out[lane] = end.out;
        set_lane(lead, lane, end.lead);
        set_lane(total, lane, end.total);
        any_total |= end.total != 0;
        if (end.fold_out) {
            fold_out[lane] = end.fold_out;
            set_lane(fold_total, lane, end.fold_total);
            any_fold = true;
        }
    }
    gather(in, opponents, reach);
    Met<G> met;
    int next = 0;
    int hand = 0;
    for (const StrengthGroup* group = hands.groups; hand < count; ++group) {
        for (; next < group->weaker; ++next) met.add(opponent_cards + 2 * next, reach[next]);
        const int end = group->end;
        if (group->not_better == group->weaker) {
            for (; hand < end; ++hand) {
                const Wide<G> weaker = met.without(cards + 2 * hand);
                values[hand] = weaker + weaker;
            }
            continue;
        }
        for (int i = hand; i < end; ++i) values[i] = met.without(cards + 2 * i);
        for (; next < group->not_better; ++next) met.add(opponent_cards + 2 * next, reach[next]);
        for (; hand < end; ++hand) values[hand] = values[hand] + met.without(cards + 2 * hand);
    }
    for (; next < opponents; ++next) met.add(opponent_cards + 2 * next, reach[next]);
    // weaker - stronger = weaker + (weaker or equal) - all
    if (!any_total && !any_fold) {
        for (int i = 0; i < count; ++i) {
            values[i] = lead * (values[i] - met.without(cards + 2 * i));
        }
        scatter(values, count, out);
        return;
    }
    auto* folds = reinterpret_cast<Wide<G>*>(scratch.folds.data());
    for (int i = 0; i < count; ++i) {
        const Wide<G> all = met.without(cards + 2 * i);
        const Wide<G> compatible = all + reach[hands.same[i]];
        values[i] = lead * (values[i] - all) + total * compatible;
        folds[i] = fold_total * compatible;
    }
    scatter(values, count, out);
    if (any_fold) scatter(folds, count, fold_out);
}

template <int G>
void sweep_some_folds(const SweepHands& hands, const FoldEnd* ends, int used,
                      SweepScratch& scratch) {
    auto* reach = reinterpret_cast<Wide<G>*>(scratch.reach.data());
    auto* values = reinterpret_cast<Wide<G>*>(scratch.values.data());
    const float* in[G * kLanes];
    float* out[G * kLanes];
    Wide<G> total{};
    for (int lane = 0; lane < G * kLanes; ++lane) {
        in[lane] = lane < used ? ends[lane].reach : scratch.zeros.data();
        out[lane] = lane < used ? ends[lane].out : scratch.waste.data();
        if (lane < used) set_lane(total, lane, ends[lane].total);
    }
    gather(in, hands.opponent_count, reach);
    Met<G> met;
    for (int i = 0; i < hands.opponent_count; ++i) met.add(hands.opponent_cards + 2 * i, reach[i]);
    for (int i = 0; i < hands.count; ++i) {
        values[i] = total * (met.without(hands.cards + 2 * i) + reach[hands.same[i]]);
    }
    scatter(values, hands.count, out);
}

// Calls sweep<G>(ends, used) for as many terminal nodes at a time as fit into a sweep, with as few
// vectors as they need.
template <class End, class Sweep>
void in_sweeps(const std::vector<End>& ends, const Sweep& sweep) {
    const int count = static_cast<int>(ends.size());
    for (int first = 0; first < count; first += kSweepNodes) {
        const End* some = ends.data() + first;
        const int used = std::min(kSweepNodes, count - first);
        const int vectors = (used + kLanes - 1) / kLanes;
        [&]<int... G>(std::integer_sequence<int, G...>) {
            ((vectors == G + 1 ? sweep.template operator()<G + 1>(some, used) : void()), ...);
        }(std::make_integer_sequence<int, kSweepVectors>{});
    }
}

}  // namespace

SweepScratch::SweepScratch(int width)
    : reach(kSweepVectors * width),
      values(kSweepVectors * width),
      folds(kSweepVectors * width),
      zeros(width),
      waste(width) {}

void sweep_showdowns(const SweepHands& hands, const std::vector<ShowdownEnd>& ends,
                     SweepScratch& scratch) {
    in_sweeps(ends, [&]<int G>(const ShowdownEnd* some, int used) {
        sweep_some_showdowns<G>(hands, some, used, scratch);
    });
}

void sweep_folds(const SweepHands& hands, const std::vector<FoldEnd>& ends, SweepScratch& scratch) {
    in_sweeps(ends, [&]<int G>(const FoldEnd* some, int used) {
        sweep_some_folds<G>(hands, some, used, scratch);
    });
}

}  // namespace fifthstreet
