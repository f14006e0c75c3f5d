// A choice that one player has with each hand before a spot begins; see gadget.py for the two kinds.
//
// The gain of entering with a hand is `value_factor * value - alternative`; a hand that enters, or is
// chosen, with probability p has the reach `reach_factor * p`.
#pragma once

#include <vector>

#include "shared/lanes.hpp"

namespace fifthstreet {

struct RootGadget {
    int player = -1;  // who chooses, or -1 if there is no gadget
    bool is_max_margin = false;
    int stride = 0;                   // of all rows, which have zeros after the last hand
    std::vector<float> value_factor;  // [stride] and so are the next three
    std::vector<float> alternative;
    std::vector<float> reach_factor;
    std::vector<float> uniform;  // with max-margin: the first choice, of all hands that take part
    float* regrets = nullptr;    // [2][stride] of entering and of declining
    float* averages = nullptr;   // [2][stride]

    // Pads the rows and computes the rest.
    void prepare();
    // Computes the reach of the hands that enter on average.
    void enter_average(float* reach) const;
    // Computes the reach of the hands that enter in an iteration and adds them to the averages, of
    // which the factor `keep` is left.
    void enter(float keep, float* reach) const;
    // Updates the regrets, given the counterfactual values at the root.
    void update(float factor_positive, float factor_negative, const float* values) const;

  private:
    // What the probabilities of all hands share: with max-margin, one divided by the sum of weights,
    // or 0 if there is none.
    float scale_of(const float* rows) const;
    // The probability of some hands, from the rows of a table.
    Lanes chance(const float* rows, float scale, int i) const;
    Lanes gain(const float* values, int i) const;
};

}  // namespace fifthstreet
