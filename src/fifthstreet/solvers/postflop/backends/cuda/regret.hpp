// The formulas of regret minimisation, for one number or for several lanes (F is float, double or
// Lanes). CUDA compiles the same source: see FIFTHSTREET_DEVICE.
#pragma once

#ifdef __CUDACC__
#define FIFTHSTREET_DEVICE __device__ __forceinline__
#else
#define FIFTHSTREET_DEVICE inline
#endif

namespace fifthstreet {

template <class F>
FIFTHSTREET_DEVICE F positive(F x) {
    return x > 0 ? x : F{};
}

// The weight of an action in regret matching. `prediction` is the regret of the last iteration, for
// predictive CFR+ (Farina, Kroer & Sandholm 2021).
template <class F>
FIFTHSTREET_DEVICE F matching_weight(F regret) {
    return positive(regret);
}
template <class F>
FIFTHSTREET_DEVICE F matching_weight(F regret, F prediction) {
    return positive(positive(regret) + prediction);
}

// An action's probability is `weight * scale + floor`: its share of all weights, or uniform if no
// weight is above 0.
template <class F>
FIFTHSTREET_DEVICE F matching_scale(F sum) {
    const F one = F{} + 1.0f;
    const F least = F{} + 1.2e-38f;  // of no weights, times which 0 is still 0
    return one / (sum > least ? sum : least);
}
template <class F>
FIFTHSTREET_DEVICE F matching_floor(F sum, int actions) {
    const F uniform = F{} + 1.0f / static_cast<float>(actions);
    return sum > 0 ? F{} : uniform;
}

// An old regret, discounted according to its sign, before a new regret is added to it.
template <class F, class Factor>
FIFTHSTREET_DEVICE F discounted(F regret, Factor factor_positive, Factor factor_negative) {
    const F up = F{} + factor_positive;
    const F down = F{} + factor_negative;
    return regret * (regret > 0 ? up : down);
}

}  // namespace fifthstreet
