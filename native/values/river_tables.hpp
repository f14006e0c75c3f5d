// A network for complete boards: the native version of solvers/values/river_tables.py.
//
// For each leaf of a search and each river, both ranges are compared, histograms of their equities
// go through the layers, and the tables that come out say what each hand wins beside its equity.
// Leaves share their boards, so leaves and players are the lanes of one sweep over the hands.
#pragma once

#include <cstdint>
#include <vector>

#include "values/board_orders.hpp"
#include "values/dense_layer.hpp"

namespace fifthstreet {

inline constexpr int kMaxKnots = 1024;

class RiverTables {
  public:
    // The first layer reads features and 2 histograms of K knots, multiplied by a scale; the last
    // one returns 2 tables of K knots.
    RiverTables(std::vector<DenseLayer> layers, float histogram_scale);

    int knots() const { return layers_.back().outputs() / 2; }
    int features() const { return layers_.front().inputs() - 2 * knots(); }

    // Writes the sum over boards of weight * met * (share of the pot less one half) for each hand of
    // both players at each leaf: out[leaves][2][1326], reach[leaves][2][1326], which is not
    // negative, weights[boards], features[leaves][features()]. If `player` is 0 or 1 instead of -1,
    // the other player's results are 0.
    void evaluate(const BoardOrders& orders, const double* weights, const float* reach, int leaves,
                  const float* features, int player, int threads, float* out) const;

  private:
    std::vector<DenseLayer> layers_;
    float histogram_scale_;
};

}  // namespace fifthstreet
