#include "postflop/root_gadget.hpp"

#include <algorithm>

#include "postflop/match_rows.hpp"

namespace fifthstreet {

namespace {

float sum_of(Lanes lanes) {
    float sum = 0;
    for (int lane = 0; lane < kLanes; ++lane) sum += lanes[lane];
    return sum;
}

}  // namespace

void RootGadget::prepare() {
    for (auto* row : {&value_factor, &alternative, &reach_factor}) row->resize(stride);
    uniform.assign(stride, 0.0f);
    const auto taking_part =
        std::count_if(reach_factor.begin(), reach_factor.end(), [](float x) { return x > 0; });
    for (int i = 0; i < stride; ++i) {
        if (reach_factor[i] > 0) uniform[i] = 1.0f / static_cast<float>(taking_part);
    }
}

float RootGadget::scale_of(const float* rows) const {
    if (!is_max_margin) return 0;
    Lanes sum{};
    for (int i = 0; i < stride; i += kLanes) sum += matching_weight(load(rows + i));
    return sum_of(sum) > 0 ? 1 / sum_of(sum) : 0.0f;
}

inline Lanes RootGadget::chance(const float* rows, float scale, int i) const {
    const Lanes weight = matching_weight(load(rows + i));
    if (is_max_margin) return scale > 0 ? weight * scale : load(uniform.data() + i);
    const Lanes sum = weight + matching_weight(load(rows + stride + i));
    return weight * matching_scale(sum) + matching_floor(sum, 2);
}

inline Lanes RootGadget::gain(const float* values, int i) const {
    return load(value_factor.data() + i) * load(values + i) - load(alternative.data() + i);
}

void RootGadget::enter_average(float* reach) const {
    const float scale = scale_of(averages);
    for (int i = 0; i < stride; i += kLanes) {
        store(reach + i, chance(averages, scale, i) * load(reach_factor.data() + i));
    }
}

void RootGadget::enter(float keep, float* reach) const {
    const float scale = scale_of(regrets);
    for (int i = 0; i < stride; i += kLanes) {
        const Lanes entering = chance(regrets, scale, i);
        float* average = averages + i;
        store(average, load(average) * keep + entering);
        if (!is_max_margin) {
            store(average + stride, load(average + stride) * keep + (1 - entering));
        }
        store(reach + i, entering * load(reach_factor.data() + i));
    }
}

void RootGadget::update(float factor_positive, float factor_negative, const float* values) const {
    const float scale = scale_of(regrets);
    const auto add = [&](float* regret, Lanes seen) {
        store(regret, discounted(load(regret), factor_positive, factor_negative) + seen);
    };
    if (!is_max_margin) {
        for (int i = 0; i < stride; i += kLanes) {
            const Lanes gained = gain(values, i);
            const Lanes mean = chance(regrets, scale, i) * gained;
            add(regrets + i, gained - mean);
            add(regrets + stride + i, -mean);
        }
        return;
    }
    Lanes sum{};
    for (int i = 0; i < stride; i += kLanes) sum += chance(regrets, scale, i) * gain(values, i);
    const float mean = sum_of(sum);
    for (int i = 0; i < stride; i += kLanes) {
        const Lanes seen = gain(values, i) - mean;
        add(regrets + i, load(reach_factor.data() + i) > 0 ? seen : Lanes{});
    }
}

}  // namespace fifthstreet
