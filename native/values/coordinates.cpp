#include "values/coordinates.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "shared/checks.hpp"
#include "shared/thread_pool.hpp"
#include "shared/tiles.hpp"
#include "values/board_features.hpp"
#include "values/leaf_rows.hpp"

namespace fifthstreet {

namespace {

constexpr int kBlockTurns = 4;            // whose rows go through the layers together
constexpr int kPanelLeaves = kPanel / 2;  // a lane for each leaf and player
using LaneCounts = Counts<kTileVectors>;
using LaneNumbers = Numbers<kTileVectors>;

// The sums of both lanes of each leaf, in both of them.
Lanes both(Lanes lanes) { return lanes + pick<swapped>(lanes, lanes); }

int highest_width(const std::vector<DenseLayer>& layers) {
    int widest = 0;
    for (const DenseLayer& layer : layers) widest = std::max(widest, layer.outputs());
    return widest;
}

// Runs all layers on rows; a vector of the two is the result.
const float* run_layers(const std::vector<DenseLayer>& layers, const float* in, int rows,
                        std::vector<float>* hidden) {
    for (std::size_t at = 0; at < layers.size(); ++at) {
        float* out = hidden[at % 2].data();
        layers[at].apply(in, rows, at + 1 < layers.size(), out);
        in = out;
    }
    return in;
}

// What the reach of some leaves is, before and after each turn card.
class ReachRows {
  public:
    ReachRows(const FlopCoordinates& on_turns, const float* reach, int leaves)
        : rows_(reach, leaves), opposing_(on_turns.hands.size()), met_(on_turns.hands.size()) {
        for (std::size_t i = 0; i < opposing_.size(); ++i) {
            const int hand = on_turns.hands[i];
            opposing_[i] = rows_.opposing[hand];
            for (int v = 0; v < kTileVectors; ++v) {
                const IntLanes reach = opposing_[i].part[v];
                total_.part[v] += reach;
                for (const int card : kHoles[hand].cards) per_card_[card].part[v] += reach;
            }
        }
        for (std::size_t i = 0; i < opposing_.size(); ++i) {
            const auto& cards = kHoles[on_turns.hands[i]].cards;
            for (int v = 0; v < kTileVectors; ++v) {
                met_[i].part[v] = total_.part[v] - per_card_[cards[0]].part[v] -
                                  per_card_[cards[1]].part[v] + opposing_[i].part[v];
            }
        }
    }

    int leaves() const { return rows_.leaves; }
    double unit(int lane) const { return rows_.unit[lane]; }
    Lanes opposing(std::size_t hand, int v) const { return to_floats(opposing_[hand].part[v]); }
    Lanes own(std::size_t hand, int v) const {
        const Lanes other = opposing(hand, v);
        return pick<swapped>(other, other);
    }
    // The opposing reach that remains after a turn card.
    Lanes left(int turn, int v) const {
        return to_floats(total_.part[v] - per_card_[turn].part[v]);
    }
    // The opposing reach that a hand meets before the turn card.
    Lanes met(std::size_t hand, int v) const { return to_floats(met_[hand].part[v]); }
    // The opposing reach that a hand meets after a turn card that it does not hold.
    Lanes met(std::size_t hand, const std::uint8_t* cards, int turn, int v) const {
        return to_floats(met_[hand].part[v] - per_card_[turn].part[v] +
                         count_with(cards[0], turn, v) + count_with(cards[1], turn, v));
    }
    // The opposing reach with a card, or with two different ones.
    Lanes with(int card, int v) const { return to_floats(per_card_[card].part[v]); }
    Lanes with(int card, int other, int v) const { return to_floats(count_with(card, other, v)); }

  private:
    IntLanes count_with(int card, int other, int v) const {
        const int hand = card < other ? hole_of(card, other) : hole_of(other, card);
        return rows_.opposing[hand].part[v];
    }

    LeafRows<kTileVectors> rows_;
    std::vector<LaneCounts> opposing_;  // [hands]
    std::vector<LaneCounts> met_;       // [hands] before the turn card
    LaneCounts total_{};
    LaneCounts per_card_[kCards]{};
};

// The work on a block of turns.
class TurnBlock {
  public:
    TurnBlock(const FlopCoordinates& on_turns, const std::vector<DenseLayer>& layers,
              const DenseLayer& direct, int leaves)
        : on_turns_(on_turns),
          layers_(layers),
          direct_(direct),
          inputs_(rows(leaves) * DenseLayer::stride(layers.front().inputs())),
          means_(rows(leaves) * DenseLayer::stride(direct.inputs())),
          added_(rows(leaves) * DenseLayer::stride(direct.outputs())),
          factors_(on_turns.width + 1) {
        for (auto& hidden : hidden_) {
            hidden.resize(rows(leaves) * DenseLayer::stride(highest_width(layers)));
        }
    }

    // Adds what hands win on `count` turns to `sums`, [hands], before the excess on each turn is
    // subtracted, which is written to `excess`, [count].
    void evaluate(const ReachRows& reach, const int* turns, int count, const float* features,
                  LaneNumbers* sums, LaneNumbers* excess) {
        const int leaves = reach.leaves(), rows = count * leaves;
        for (int at = 0; at < count; ++at) write_inputs(reach, turns[at], at * leaves, features);
        const float* outputs = run_layers(layers_, inputs_.data(), rows, hidden_);
        direct_.apply(means_.data(), rows, false, added_.data());
        for (int at = 0; at < count; ++at) {
            read_factors(outputs, at * leaves, leaves);
            excess[at] = add_values(reach, turns[at], sums);
        }
    }

  private:
    static std::size_t rows(int leaves) { return std::size_t(kBlockTurns) * leaves; }

    void write_inputs(const ReachRows& reach, int turn, int first_row, const float* features);
    void read_factors(const float* outputs, int first_row, int leaves);
    // Returns how much hands would win too much, on average.
    LaneNumbers add_values(const ReachRows& reach, int turn, LaneNumbers* sums);

    const FlopCoordinates& on_turns_;
    const std::vector<DenseLayer>& layers_;
    const DenseLayer& direct_;
    std::vector<float> inputs_;         // [turns][leaves][stride]
    std::vector<float> means_;          // [turns][leaves][stride] the same for `direct`
    std::vector<float> added_;          // [turns][leaves][stride]
    std::vector<float> hidden_[2];      // [turns][leaves][stride]
    std::vector<LaneNumbers> factors_;  // [D + 1] of a turn, the constant last
};

void TurnBlock::write_inputs(const ReachRows& reach, int turn, int first_row,
                             const float* features) {
    const int width = on_turns_.width, hands = static_cast<int>(on_turns_.hands.size());
    const int in_stride = DenseLayer::stride(layers_.front().inputs());
    const int mean_stride = DenseLayer::stride(direct_.inputs());
    const int feature_count = layers_.front().inputs() - 2 * width - kBoardFeatures;
    const int card = on_turns_.cards[turn];
    LaneNumbers scale;
    for (int v = 0; v < kTileVectors; ++v)
        scale.part[v] = 1.0f / larger(reach.left(card, v), Lanes{} + 1);
    const float* rows = &on_turns_.by_coordinate[std::size_t(turn) * width * hands];
    in_tiles(width, [&]<int R>(int coordinate) {
        multiply_tile<R>(
            rows + std::size_t(coordinate) * hands, hands, hands,
            [&](std::size_t hand, int v) FIFTHSTREET_INLINE { return reach.opposing(hand, v); },
            [](int) FIFTHSTREET_INLINE { return Lanes{}; },
            [&](int r, int v, Lanes sum) FIFTHSTREET_INLINE {
                const Lanes mean = sum * scale.part[v];
                for (int lane = 0; lane < kLanes; ++lane) {
                    // A lane has the opponent's reach.
                    const int leaf = (v * kLanes + lane) / 2, player = 1 - lane % 2;
                    if (leaf >= reach.leaves()) break;
                    means_[std::size_t(first_row + leaf) * mean_stride + player * width +
                           coordinate + r] = mean[lane];
                }
            });
    });
    for (int leaf = 0; leaf < reach.leaves(); ++leaf) {
        float* out = &inputs_[std::size_t(first_row + leaf) * in_stride];
        out = std::copy_n(&means_[std::size_t(first_row + leaf) * mean_stride], 2 * width, out);
        out = std::copy_n(features + std::size_t(leaf) * feature_count, feature_count, out);
        std::copy_n(&on_turns_.boards[std::size_t(turn) * kBoardFeatures], kBoardFeatures, out);
    }
}

void TurnBlock::read_factors(const float* outputs, int first_row, int leaves) {
    const int count = on_turns_.width + 1;
    const int out_stride = DenseLayer::stride(layers_.back().outputs());
    const int added_stride = DenseLayer::stride(direct_.outputs());
    for (int leaf = 0; leaf < leaves; ++leaf) {
        const float* out = outputs + std::size_t(first_row + leaf) * out_stride;
        const float* added = &added_[std::size_t(first_row + leaf) * added_stride];
        for (int player = 0; player < 2; ++player) {
            const int lane = 2 * leaf + player;
            for (int d = 0; d < count; ++d) {
                const int at = player * count + d;
                factors_[d].part[lane / kLanes][lane % kLanes] = out[at] + added[at];
            }
        }
    }
}

LaneNumbers TurnBlock::add_values(const ReachRows& reach, int turn, LaneNumbers* sums) {
    const int width = on_turns_.width, hands = static_cast<int>(on_turns_.hands.size());
    const int card = on_turns_.cards[turn];
    const float* rows = &on_turns_.by_hand[std::size_t(turn) * hands * width];
    LaneNumbers excess{}, pairs{};
    in_tiles(hands, [&]<int R>(int first) {
        multiply_tile<R>(
            rows + std::size_t(first) * width, width, width,
            [&](std::size_t d, int v) FIFTHSTREET_INLINE { return factors_[d].part[v]; },
            [&](int v) FIFTHSTREET_INLINE { return factors_[width].part[v]; },
            [&](int r, int v, Lanes share) FIFTHSTREET_INLINE {
                const int hand = first + r;
                const auto& cards = kHoles[on_turns_.hands[hand]].cards;
                if (cards[0] == card || cards[1] == card) return;
                const Lanes met = reach.met(hand, cards, card, v);
                const Lanes dealt = reach.own(hand, v) * met;
                excess.part[v] += dealt * share;
                pairs.part[v] += dealt;
                sums[hand].part[v] += met * share;
            });
    });
    for (int v = 0; v < kTileVectors; ++v) {
        excess.part[v] = both(excess.part[v]) / larger(both(pairs.part[v]), Lanes{} + 1);
    }
    return excess;
}

// What all hands lose so that both players' values sum to zero on each turn: the sum over turns of
// the excess there times the reach that a hand meets.
class Excess {
  public:
    // There is an excess for each of the cards.
    Excess(const ReachRows& reach, const std::vector<int>& cards,
           const std::vector<LaneNumbers>& by_turn) {
        for (std::size_t at = 0; at < cards.size(); ++at) {
            const int card = cards[at];
            per_card_[card] = by_turn[at];
            for (int v = 0; v < kTileVectors; ++v) {
                const Lanes excess = by_turn[at].part[v];
                total_.part[v] += excess;
                reached_.part[v] += excess * reach.with(card, v);
                for (int other = 0; other < kCards; ++other) {
                    if (other != card) with_[other].part[v] += excess * reach.with(other, card, v);
                }
            }
        }
    }
    Lanes of(const ReachRows& reach, std::size_t hand, const std::uint8_t* cards, int v) const {
        const int a = cards[0], b = cards[1];
        const Lanes first = per_card_[a].part[v], second = per_card_[b].part[v];
        const Lanes met = reach.met(hand, v), itself = reach.opposing(hand, v);
        return (total_.part[v] - first - second) * met -
               (reached_.part[v] - first * reach.with(a, v) - second * reach.with(b, v)) +
               (with_[a].part[v] - second * itself) + (with_[b].part[v] - first * itself);
    }

  private:
    LaneNumbers total_{};
    LaneNumbers reached_{};           // excess times the reach that has the turn card
    LaneNumbers per_card_[kCards]{};  // 0 for cards that are not dealt
    LaneNumbers with_[kCards]{};      // excess times the reach that has this and the turn card
};

}  // namespace

CoordinateNetwork::CoordinateNetwork(std::vector<DenseLayer> hand_layers,
                                     std::vector<DenseLayer> range_layers, DenseLayer direct)
    : hand_layers_(std::move(hand_layers)),
      range_layers_(std::move(range_layers)),
      direct_(std::move(direct)) {
    require(!hand_layers_.empty() && !range_layers_.empty(), "there must be layers");
    for (const auto* layers : {&hand_layers_, &range_layers_}) {
        for (std::size_t at = 1; at < layers->size(); ++at) {
            require((*layers)[at].inputs() == (*layers)[at - 1].outputs(),
                    "each layer must read what the one before it returns");
        }
    }
    require(hand_layers_.front().inputs() == kHandFeatures + kBoardFeatures,
            "the first layer must read the features of a hand and of a board");
    const int outputs = 2 * (width() + 1);
    require(range_layers_.back().outputs() == outputs && direct_.outputs() == outputs &&
                direct_.inputs() == 2 * width() && features() >= 0,
            "layers of ranges must read and return as many numbers as there are coordinates");
}

int CoordinateNetwork::features() const {
    return range_layers_.front().inputs() - 2 * width() - kBoardFeatures;
}

FlopCoordinates CoordinateNetwork::coordinates(const Ranking& ranking, Mask flop,
                                               const std::vector<int>& cards, int threads) const {
    FlopCoordinates result{flop, cards, {}, width(), {}, {}, {}};
    for (int h = 0; h < kHoleHands; ++h) {
        if (!(kHoles[h].mask & flop)) result.hands.push_back(h);
    }
    const std::size_t turns = cards.size(), hands = result.hands.size(), width = this->width();
    result.by_hand.resize(turns * hands * width);
    result.by_coordinate.resize(turns * hands * width);
    result.boards.resize(turns * kBoardFeatures);
    ThreadPool pool(useful_threads(static_cast<std::int64_t>(turns), threads));
    pool.run(static_cast<std::int64_t>(turns), [&](std::int64_t turn) {
        std::vector<float> features(std::size_t(kHoleHands) * kHandFeatures);
        float* board = &result.boards[turn * kBoardFeatures];
        board_features(ranking, flop | card_bit(cards[turn]), features.data(), board);
        const std::size_t stride = DenseLayer::stride(hand_layers_.front().inputs());
        std::vector<float> inputs(hands * stride), hidden[2];
        for (auto& each : hidden)
            each.resize(hands * DenseLayer::stride(highest_width(hand_layers_)));
        for (std::size_t i = 0; i < hands; ++i) {
            float* row = &inputs[i * stride];
            row = std::copy_n(&features[std::size_t(result.hands[i]) * kHandFeatures],
                              kHandFeatures, row);
            std::copy_n(board, kBoardFeatures, row);
        }
        const float* found =
            run_layers(hand_layers_, inputs.data(), static_cast<int>(hands), hidden);
        const std::size_t out_stride = DenseLayer::stride(hand_layers_.back().outputs());
        for (std::size_t i = 0; i < hands; ++i) {
            if (kHoles[result.hands[i]].mask & card_bit(cards[turn])) continue;
            for (std::size_t d = 0; d < width; ++d) {
                const float coordinate = found[i * out_stride + d];
                result.by_hand[(turn * hands + i) * width + d] = coordinate;
                result.by_coordinate[(turn * width + d) * hands + i] = coordinate;
            }
        }
    });
    return result;
}

void CoordinateNetwork::evaluate(const FlopCoordinates& on_turns, const std::vector<int>& chosen,
                                 const float* reach, int leaves, const float* features, int threads,
                                 float* out) const {
    const int turns = static_cast<int>(chosen.size());
    std::vector<int> cards;
    for (const int turn : chosen) cards.push_back(on_turns.cards[turn]);
    const int blocks = (turns + kBlockTurns - 1) / kBlockTurns;
    const std::size_t hands = on_turns.hands.size();
    ThreadPool pool(useful_threads(blocks, threads));
    std::fill_n(out, std::size_t(leaves) * 2 * kHoleHands, 0.0f);
    std::vector<LaneNumbers> sums(blocks * hands), by_turn(turns);
    for (int first = 0; first < leaves; first += kPanelLeaves) {
        const int count = std::min(kPanelLeaves, leaves - first);
        const ReachRows rows(on_turns, reach + std::size_t(first) * 2 * kHoleHands, count);
        const float* from = features + std::size_t(first) * this->features();
        std::fill(sums.begin(), sums.end(), LaneNumbers{});
        Spares<TurnBlock> spares;  // a block's memory is used again, since new memory costs time
        pool.run(blocks, [&](std::int64_t at) {
            auto block = spares.take();
            if (!block)
                block = std::make_unique<TurnBlock>(on_turns, range_layers_, direct_, count);
            const int begin = static_cast<int>(at) * kBlockTurns;
            block->evaluate(rows, &chosen[begin], std::min(turns - begin, kBlockTurns), from,
                            &sums[at * hands], &by_turn[begin]);
            spares.give(std::move(block));
        });
        const Excess excess(rows, cards, by_turn);
        // Sums of blocks are added in order, so that the number of threads does not matter.
        for (std::size_t i = 0; i < hands; ++i) {
            LaneNumbers sum{};
            for (int v = 0; v < kTileVectors; ++v) {
                for (int at = 0; at < blocks; ++at) sum.part[v] += sums[at * hands + i].part[v];
                const Lanes met = rows.met(i, v);
                const Lanes less = excess.of(rows, i, kHoles[on_turns.hands[i]].cards, v);
                sum.part[v] = met > 0 ? sum.part[v] - less : Lanes{};
            }
            for (int lane = 0; lane < 2 * count; ++lane) {
                out[(std::size_t(first) * 2 + lane) * kHoleHands + on_turns.hands[i]] =
                    static_cast<float>(sum.part[lane / kLanes][lane % kLanes] * rows.unit(lane));
            }
        }
    }
}

}  // namespace fifthstreet
