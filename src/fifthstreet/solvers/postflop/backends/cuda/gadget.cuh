// The root gadget: a decision over the hands of the root's row, in one block. The formulas are those
// of the native core's root_gadget.cpp.

#define GADGET_THREADS 256

// The sum of a number of each thread, in a fixed order; all threads get it.
__device__ __forceinline__ double gadget_sum(double x) {
    __shared__ double part[GADGET_THREADS];
    __syncthreads();  // the last sum has been read
    part[threadIdx.x] = x;
    __syncthreads();
    for (int half = GADGET_THREADS / 2; half; half >>= 1) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    return part[0];
}

struct Gadget {
    int is_max_margin;
    int hands;
    int stride;
    const float* value_factor;
    const float* alternative;
    const float* reach_factor;
    float* regrets;   // [2][stride]
    float* averages;  // [2][stride]
};

// What the probabilities of all hands have in common: the sum of the weights, and how many take part.
struct Choice {
    double sum;
    float taking_part;
};

__device__ __forceinline__ Choice gadget_choice(const Gadget& g, const float* rows) {
    if (!g.is_max_margin) return {0, 0};
    double sum = 0, taking_part = 0;
    for (int i = threadIdx.x; i < g.hands; i += GADGET_THREADS) {
        sum += matching_weight(rows[i]);
        taking_part += g.reach_factor[i] > 0;
    }
    sum = gadget_sum(sum);
    return {sum, (float)gadget_sum(taking_part)};
}

__device__ __forceinline__ float gadget_chance(const Gadget& g, const Choice& choice,
                                               const float* rows, int i) {
    const float weight = matching_weight(rows[i]);
    if (!g.is_max_margin) {
        const float sum = weight + matching_weight(rows[g.stride + i]);
        return weight * matching_scale(sum) + matching_floor(sum, 2);
    }
    if (choice.sum > 0) return (float)(weight / choice.sum);
    return g.reach_factor[i] > 0 ? 1.0f / choice.taking_part : 0.0f;
}

extern "C" {

// Reach of the hands that enter: from an iteration, which is added to the averages, or the
// averages themselves.
__global__ void __launch_bounds__(GADGET_THREADS)
    gadget_enter(int is_max_margin, int hands, int stride, const float* value_factor,
                 const float* alternative, const float* reach_factor, float* regrets,
                 float* averages, int mode, float keep, float* reach) {
    const Gadget g = {is_max_margin, hands,        stride,  value_factor,
                      alternative,   reach_factor, regrets, averages};
    const float* rows = mode == MODE_UPDATE ? regrets : averages;
    const Choice choice = gadget_choice(g, rows);
    for (int i = threadIdx.x; i < hands; i += GADGET_THREADS) {
        const float chance = gadget_chance(g, choice, rows, i);
        if (mode == MODE_UPDATE) {
            averages[i] = averages[i] * keep + chance;
            if (!is_max_margin) averages[stride + i] = averages[stride + i] * keep + (1 - chance);
        }
        reach[i] = chance * reach_factor[i];
    }
}

// New regrets of the gadget, from the counterfactual values at the root.
__global__ void __launch_bounds__(GADGET_THREADS)
    gadget_update(int is_max_margin, int hands, int stride, const float* value_factor,
                  const float* alternative, const float* reach_factor, float* regrets,
                  float* averages, float positive, float negative, const float* values) {
    const Gadget g = {is_max_margin, hands,        stride,  value_factor,
                      alternative,   reach_factor, regrets, averages};
    const Choice choice = gadget_choice(g, regrets);
    double mean = 0;
    if (is_max_margin) {
        for (int i = threadIdx.x; i < hands; i += GADGET_THREADS) {
            const float gain = value_factor[i] * values[i] - alternative[i];
            mean += (double)gadget_chance(g, choice, regrets, i) * gain;
        }
        mean = gadget_sum(mean);
    }
    for (int i = threadIdx.x; i < hands; i += GADGET_THREADS) {
        const float gain = value_factor[i] * values[i] - alternative[i];
        if (is_max_margin) {
            if (reach_factor[i] > 0) {
                regrets[i] = discounted(regrets[i], positive, negative) + (float)(gain - mean);
            }
            continue;
        }
        const float seen = gadget_chance(g, choice, regrets, i) * gain;
        regrets[i] = discounted(regrets[i], positive, negative) + (gain - seen);
        regrets[stride + i] = discounted(regrets[stride + i], positive, negative) - seen;
    }
}

}  // extern "C"
