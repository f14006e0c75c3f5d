// A layer of a network, for many rows of inputs at once.
#pragma once

#include <vector>

#include "shared/lanes.hpp"

namespace fifthstreet {

class DenseLayer {
  public:
    // Weights are [inputs][outputs]; there is a bias for each output.
    DenseLayer(const float* weights, const float* bias, int inputs, int outputs);

    int inputs() const { return inputs_; }
    int outputs() const { return outputs_; }
    // Numbers of a row of `count` numbers in memory, where rows are as far apart as a layer writes
    // them: whole panels, and a distance that is not a power of two, which caches would map to the
    // same few places.
    static int stride(int count);

    // Writes inputs times weights plus bias to `out`, [rows][stride(outputs)]; if `is_rectified`,
    // negative results become 0. Inputs are [rows][stride(inputs)].
    void apply(const float* in, int rows, bool is_rectified, float* out) const;

  private:
    int inputs_;
    int outputs_;
    // Weights and biases in panels of adjacent outputs, with zeros after the last output.
    std::vector<Lanes> panels_;  // [panels][inputs][vectors of a panel]
    std::vector<Lanes> bias_;    // [panels][vectors of a panel]
};

}  // namespace fifthstreet
