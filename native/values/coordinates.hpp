// A network for boards of four cards that are dealt after a flop: the native version of
// solvers/values/coordinates.py.
//
// A first network gives each hand on each board D coordinates, which do not depend on the ranges. A
// second one reads the mean coordinates of both ranges, and returns for each player D factors and a
// constant: a hand's coordinates times the factors are what it wins beside its equity.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/hole_hands.hpp"
#include "values/dense_layer.hpp"

namespace fifthstreet {

// The coordinates of all hands beside a flop, after each of some turn cards.
struct FlopCoordinates {
    Mask flop;
    std::vector<int> cards;            // the turns
    std::vector<int> hands;            // beside the flop, in hole order
    int width;                         // D
    std::vector<float> by_hand;        // [turns][hands][D], 0 for hands with the turn card
    std::vector<float> by_coordinate;  // [turns][D][hands]
    std::vector<float> boards;         // [turns][kBoardFeatures]
};

class CoordinateNetwork {
  public:
    // The first layers read the features of a hand and of the board and return D coordinates. The
    // second layers read the mean coordinates of both ranges, other features, and features of the board;
    // they return D factors and a constant for each player. `direct` reads the mean coordinates only,
    // and its results are added.
    CoordinateNetwork(std::vector<DenseLayer> hand_layers, std::vector<DenseLayer> range_layers,
                      DenseLayer direct);

    int width() const { return hand_layers_.back().outputs(); }
    // Other features of a leaf, such as the depth of its stacks.
    int features() const;

    FlopCoordinates coordinates(const Ranking& ranking, Mask flop, const std::vector<int>& cards,
                                int threads) const;

    // Writes the sum over the chosen turns of met * (share of the pot less what equity wins) for each
    // hand of both players at each leaf: out[leaves][2][1326], reach[leaves][2][1326], which is not
    // negative, features[leaves][features()]. On each turn, the values sum to zero over both ranges.
    // Turns are chosen by their places among the cards of the coordinates, each at most once.
    void evaluate(const FlopCoordinates& on_turns, const std::vector<int>& chosen,
                  const float* reach, int leaves, const float* features, int threads,
                  float* out) const;

  private:
    std::vector<DenseLayer> hand_layers_;
    std::vector<DenseLayer> range_layers_;
    DenseLayer direct_;
};

}  // namespace fifthstreet
