// Passes over the betting of a single street, hand by hand, as in the native core's
// street_betting.cpp: a thread walks the whole tree with one hand.
//
// A slot is a row of reach and of values. Decisions have the first slots, parents before children;
// ends follow. A decision is a record of three numbers: who acts, its first row in the tables, and
// its number of actions. `children` has the slot after each row's action.

#define RECORD 3

namespace fifthstreet {

// The probabilities of a decision's actions with one hand.
struct Matching {
    __device__ Matching(const float* tables, size_t first, int actions, int hands) {
        float sum = 0;
        for (int a = 0; a < actions; ++a) sum += matching_weight(tables[first + (size_t)a * hands]);
        scale = matching_scale(sum);
        floor = matching_floor(sum, actions);
    }
    __device__ float of(float entry) const { return matching_weight(entry) * scale + floor; }

    float scale, floor;
};

}  // namespace fifthstreet

using namespace fifthstreet;

extern "C" {

// Splits both players' reach, [2, slots, hands], from the first slot on, and adds one player's to
// their average strategies, [rows, hands]. Strategies follow from the tables, [rows, hands].
__global__ void betting_split(int decisions, const int* records, const int* children, int slots,
                              int hands, const float* tables, float* averages, float keep,
                              int player, float* reach) {
    const int hand = blockIdx.x * blockDim.x + threadIdx.x;
    if (hand >= hands) return;
    for (int at = 0; at < decisions; ++at) {
        const int who = records[at * RECORD], row = records[at * RECORD + 1];
        const int actions = records[at * RECORD + 2];
        const size_t first = (size_t)row * hands + hand;
        float* own = reach + (size_t)who * slots * hands + hand;
        float* other = reach + (size_t)(1 - who) * slots * hands + hand;
        const Matching chances(tables, first, actions, hands);
        const float here = own[(size_t)at * hands], there = other[(size_t)at * hands];
        for (int a = 0; a < actions; ++a) {
            const size_t entry = first + (size_t)a * hands;
            const size_t child = (size_t)children[row + a] * hands;
            const float share = chances.of(tables[entry]) * here;
            own[child] = share;
            other[child] = there;
            if (who == player) averages[entry] = averages[entry] * keep + share;
        }
    }
}

// Joins the values of a player's hands, [slots, hands], from ends to the first slot, and updates
// the player's regrets. Values of ends are multiplied by `factors`; from the slot `deals` on, the
// sum of `beside`, [turns, slots - deals, hands], times twice the factor and `part_factor`, is added
// to them first.
__global__ void betting_join(int decisions, const int* records, const int* children, int slots,
                             int hands, int deals, int turns, const float* factors,
                             const float* beside, float part_factor, float* regrets, float positive,
                             float negative, int player, float* values) {
    const int hand = blockIdx.x * blockDim.x + threadIdx.x;
    if (hand >= hands) return;
    float* value = values + hand;
    for (int at = decisions; at < slots; ++at) {
        float won = value[(size_t)at * hands];
        float added = 0;
        for (int turn = 0; turn < turns && at >= deals; ++turn) {
            added += beside[((size_t)turn * (slots - deals) + at - deals) * hands + hand];
        }
        won += 2 * part_factor * added;
        value[(size_t)at * hands] = won * factors[at];
    }
    for (int at = decisions - 1; at >= 0; --at) {
        const int who = records[at * RECORD], row = records[at * RECORD + 1];
        const int actions = records[at * RECORD + 2];
        const size_t first = (size_t)row * hands + hand;
        const float zeroth = value[(size_t)children[row] * hands];
        float joined = zeroth;
        if (who != player) {
            for (int a = 1; a < actions; ++a) joined += value[(size_t)children[row + a] * hands];
        } else {
            // From differences, so that actions of equal value have a regret of exactly zero.
            const Matching chances(regrets, first, actions, hands);
            for (int a = 1; a < actions; ++a) {
                const float difference = value[(size_t)children[row + a] * hands] - zeroth;
                joined += chances.of(regrets[first + (size_t)a * hands]) * difference;
            }
            for (int a = 0; a < actions; ++a) {
                const size_t entry = first + (size_t)a * hands;
                const float seen = value[(size_t)children[row + a] * hands] - joined;
                regrets[entry] = discounted(regrets[entry], positive, negative) + seen;
            }
        }
        value[(size_t)at * hands] = joined;
    }
}

}  // extern "C"
