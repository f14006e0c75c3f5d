#include "values/river_tables.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include "shared/checks.hpp"
#include "shared/thread_pool.hpp"
#include "values/leaf_rows.hpp"

namespace fifthstreet {

namespace {

constexpr int kBlockBoards = 6;  // boards whose rows go through the layers together
// Lanes of a sweep: more vectors than these do not stay in registers.
constexpr int kMaxVectors = kLanes == 16 ? 2 : 4;
constexpr int kChunk = 16;  // hands that go through the steps of a loop together
constexpr int kMaxLeaves = kMaxVectors * kLanes / 2;

// Two adjacent numbers, read and written at once.
typedef float Pair __attribute__((vector_size(2 * sizeof(float))));

// Reach of the hands visited so far, in total and per card.
template <int G>
struct Visited {
    Counts<G> total{};
    Counts<G> per_card[kCards]{};

    void add(const std::uint8_t* cards, const Counts<G>& reach) {
        for (int g = 0; g < G; ++g) {
            total.part[g] += reach.part[g];
            per_card[cards[0]].part[g] += reach.part[g];
            per_card[cards[1]].part[g] += reach.part[g];
        }
    }
    IntLanes without(const std::uint8_t* cards, int g) const {
        return total.part[g] - per_card[cards[0]].part[g] - per_card[cards[1]].part[g];
    }
};

inline constexpr auto first_pairs = [](int i) { return i / 2 + i % 2 * kLanes; };
inline constexpr auto last_pairs = [](int i) { return first_pairs(i) + kLanes / 2; };
inline constexpr auto first_of_pairs = [](int i) { return 2 * i; };
inline constexpr auto second_of_pairs = [](int i) { return 2 * i + 1; };

// 1 / sqrt(number) of numbers that are not negative, with a relative error of 7e-7, and something
// finite for 0: an estimate from the exponent and two steps of Newton's method, with constants that
// spread the errors (Moroz et al. 2018).
inline Lanes inverse_root(Lanes number) {
    const IntLanes bits = 0x5f376908 - (reinterpret_cast<IntLanes>(number) >> 1);
    const Lanes half = 0.5f * number;
    Lanes inverse = reinterpret_cast<Lanes>(bits);
    inverse *= 1.50087896f - half * inverse * inverse;
    inverse *= 1.50000057f - half * inverse * inverse;
    return inverse;
}

// The square root of part / whole for 0 <= part <= whole, 0 if both are 0, with the sign of a lead.
inline Lanes signed_root(IntLanes part, Lanes whole, IntLanes lead) {
    const Lanes floats = to_floats(part);
    const Lanes root = floats * inverse_root(floats * whole);
    const IntLanes sign = lead & INT_MIN;
    return reinterpret_cast<Lanes>(reinterpret_cast<IntLanes>(root) | sign);
}

// Where an equity is between 0 and `top`: arcsin(equity) / pi + 0.5, times `top`, with an error of
// 1e-6 of it. The root, with the equity's sign, is the square root of 1 - |equity|.
inline Lanes place_of(Lanes signed_root, float top) {
    const IntLanes bits = reinterpret_cast<IntLanes>(signed_root);
    const Lanes root = reinterpret_cast<Lanes>(bits & INT_MAX);
    const Lanes q = root * root, q2 = q * q;
    const Lanes low = 0.0375790354f * q + 0.4501556187f;
    const Lanes middle = 0.0039975688f * q + 0.0079571077f;
    const Lanes high = 0.0015632766f * q - 0.0012528100f;
    const Lanes from_end = top * root * ((high * q2 + middle) * q2 + low);
    return bits < 0 ? from_end : top - from_end;
}

// The knot below each place, and how far it is to the next one.
struct Neighbours {
    Neighbours(Lanes place, int knots) {
        low = to_ints(place);
        low = low < knots - 2 ? low : knots - 2 + IntLanes{};
        upper = place - to_floats(low);
    }
    IntLanes low;
    Lanes upper;
};

// What a hand on a board keeps until the tables are known.
struct Placed {
    Lanes place;  // among the knots
    Lanes met;    // reach of the opposing hands
};

// The work on a block of boards for up to kMaxLeaves leaves.
template <int G>
class Block {
  public:
    Block(const LeafRows<G>& rows, const std::vector<DenseLayer>& layers, float histogram_scale);

    // Adds what hands of a player, or with -1 of both, win on boards `begin` to `end` to `won`,
    // [1326]. The numbers of the other player are not what they win.
    void evaluate(const BoardOrders& orders, const double* weights, std::int64_t begin,
                  std::int64_t end, const float* features, int player, Numbers<G>* won);

  private:
    void compare(const BoardOrder& order);
    void place(const BoardOrder& order, float weight, Wide<Placed, G>* placed, Numbers<G>* won);
    void write_inputs(const float* features, float* row);
    const float* run_layers(int rows);
    void read_tables(const float* inputs, const float* outputs);
    void look_up(const BoardOrder& order, float weight, int player, const Wide<Placed, G>* placed,
                 Numbers<G>* won);
    // The first row of inputs on a board of the block.
    float* inputs_of(std::int64_t board) {
        return inputs_.data() +
               std::size_t(board) * rows_.leaves * DenseLayer::stride(layers_.front().inputs());
    }

    const LeafRows<G>& rows_;
    const std::vector<DenseLayer>& layers_;
    const float histogram_scale_;
    const int knots_;
    const int features_;
    IntLanes lane_starts_[G];  // the first knot of each lane in histograms_ and tables_
    Visited<G> visited_;
    std::vector<Counts<G>> leads_;         // [1081] weaker and not better hands, then the lead
    std::vector<Wide<Placed, G>> placed_;  // [boards][1081]
    std::vector<Pair> histograms_;         // [lanes][knots] to this knot, to the next one
    std::vector<Pair> tables_;             // [lanes][knots] entry, difference to the next one
    std::vector<float> inputs_;            // [boards][leaves][stride]
    std::vector<float> hidden_[2];         // [boards][leaves][stride]
};

template <int G>
Block<G>::Block(const LeafRows<G>& rows, const std::vector<DenseLayer>& layers,
                float histogram_scale)
    : rows_(rows),
      layers_(layers),
      histogram_scale_(histogram_scale),
      knots_(layers.back().outputs() / 2),
      features_(layers.front().inputs() - 2 * knots_),
      leads_(kRiverHands),
      placed_(std::size_t(kBlockBoards) * kRiverHands),
      histograms_(std::size_t(G) * kLanes * knots_),
      tables_(std::size_t(G) * kLanes * knots_) {
    const std::size_t count = std::size_t(kBlockBoards) * rows.leaves;
    int widest = 0;
    for (const DenseLayer& layer : layers) widest = std::max(widest, layer.outputs());
    inputs_.resize(count * DenseLayer::stride(layers.front().inputs()));
    for (auto& hidden : hidden_) hidden.resize(count * DenseLayer::stride(widest));
    for (int lane = 0; lane < G * kLanes; ++lane) {
        lane_starts_[lane / kLanes][lane % kLanes] = lane * knots_;
    }
}

// Sums up for each hand the reach that it beats and the reach that does not beat it.
template <int G>
void Block<G>::compare(const BoardOrder& order) {
    Visited<G> visited;
    const Counts<G>* reach = rows_.opposing.data();
    Counts<G>* leads = leads_.data();
    const std::uint16_t* group_end = order.group_ends;
    for (int begin = 0, end; begin < kRiverHands; begin = end) {
        end = *group_end++;
        if (end == begin + 1) {
            const int hand = order.hands[begin];
            const std::uint8_t* cards = kHoles[hand].cards;
            for (int g = 0; g < G; ++g) {
                const IntLanes weaker = visited.without(cards, g);
                leads[begin].part[g] = weaker + weaker - reach[hand].part[g];
            }
            visited.add(cards, reach[hand]);
            continue;
        }
        for (int i = begin; i < end; ++i) {
            const std::uint8_t* cards = kHoles[order.hands[i]].cards;
            for (int g = 0; g < G; ++g) leads[i].part[g] = visited.without(cards, g);
        }
        for (int i = begin; i < end; ++i) {
            visited.add(kHoles[order.hands[i]].cards, reach[order.hands[i]]);
        }
        for (int i = begin; i < end; ++i) {
            const std::uint8_t* cards = kHoles[order.hands[i]].cards;
            for (int g = 0; g < G; ++g) leads[i].part[g] += visited.without(cards, g);
        }
    }
    visited_ = visited;
}

// Places hands by their equity, counts them in histograms, and adds half of their equity.
template <int G>
void Block<G>::place(const BoardOrder& order, float weight, Wide<Placed, G>* placed,
                     Numbers<G>* won) {
    std::fill(histograms_.begin(), histograms_.end(), Pair{});
    Pair* histograms = histograms_.data();
    const float half = weight / 2;
    const float top = static_cast<float>(knots_ - 1);
    const int lanes = 2 * rows_.leaves;
    int knots[kChunk][G * kLanes];
    Pair parts[kChunk][G * kLanes];
    const std::uint16_t* hands = order.hands;
    const Counts<G>* leads = leads_.data();
    const Counts<G>* opposing = rows_.opposing.data();
    // Processors look ahead by about a hundred instructions: the rounds of short loops overlap,
    // and the rounds of one long loop would wait for each other.
    for (int first = 0; first < kRiverHands; first += kChunk) {
        const int count = std::min(kChunk, kRiverHands - first);
        for (int i = first; i < first + count; ++i) {
            const int hand = hands[i];
            for (int g = 0; g < G; ++g) {
                const IntLanes others = visited_.without(kHoles[hand].cards, g);
                const IntLanes lead = leads[i].part[g] - others;
                const IntLanes met = others + opposing[hand].part[g];
                const IntLanes behind = met - (lead < 0 ? -lead : lead);
                const Lanes met_floats = to_floats(met);
                placed[i].part[g] = {signed_root(behind, met_floats, lead), met_floats};
                won[hand].part[g] += half * to_floats(lead);
            }
        }
        for (int i = first; i < first + count; ++i) {
            for (int g = 0; g < G; ++g) {
                placed[i].part[g].place = place_of(placed[i].part[g].place, top);
            }
        }
        for (int i = 0; i < count; ++i) {
            const int hand = hands[first + i];
            for (int g = 0; g < G; ++g) {
                const Placed& at = placed[first + i].part[g];
                const Neighbours near(at.place, knots_);
                const Lanes opponent = to_floats(opposing[hand].part[g]);
                const Lanes pairs = pick<swapped>(opponent, opponent) * at.met;
                const Lanes above = pairs * near.upper;
                const Lanes below = pairs - above;
                store(knots[i] + g * kLanes, lane_starts_[g] + near.low);
                float* to = reinterpret_cast<float*>(parts[i] + g * kLanes);
                store(to, pick<first_pairs>(below, above));
                store(to + kLanes, pick<last_pairs>(below, above));
            }
        }
        for (int i = 0; i < count; ++i) {
            for (int lane = 0; lane < lanes; lane += 2) {
                histograms[knots[i][lane]] += parts[i][lane];
                histograms[knots[i][lane + 1]] += parts[i][lane + 1];
            }
        }
    }
}

// Writes the inputs of the layers for all leaves on a board: features, and both histograms.
template <int G>
void Block<G>::write_inputs(const float* features, float* row) {
    const int stride = DenseLayer::stride(layers_.front().inputs());
    for (int leaf = 0; leaf < rows_.leaves; ++leaf, row += stride, features += features_) {
        std::copy_n(features, features_, row);
        for (int player = 0; player < 2; ++player) {
            const Pair* histogram = histograms_.data() + (2 * leaf + player) * knots_;
            float* to = row + features_ + player * knots_;
            float total = 0, carried = 0;
            for (int k = 0; k < knots_; ++k) {
                to[k] = histogram[k][0] + carried;
                carried = histogram[k][1];
                total += to[k];
            }
            const float scale = total > 0 ? histogram_scale_ / total : 0;
            for (int k = 0; k < knots_; ++k) to[k] *= scale;
        }
    }
}

// Returns the outputs of the last layer.
template <int G>
const float* Block<G>::run_layers(int rows) {
    const float* in = inputs_.data();
    for (std::size_t at = 0; at < layers_.size(); ++at) {
        float* out = hidden_[at % 2].data();
        layers_[at].apply(in, rows, at + 1 < layers_.size(), out);
        in = out;
    }
    return in;
}

// Reads the tables of all leaves on a board, and lets them sum to zero over both ranges.
template <int G>
void Block<G>::read_tables(const float* inputs, const float* outputs) {
    const int in_stride = DenseLayer::stride(layers_.front().inputs());
    const int out_stride = DenseLayer::stride(layers_.back().outputs());
    for (int leaf = 0; leaf < rows_.leaves; ++leaf) {
        const float* histograms = inputs + leaf * in_stride + features_;
        const float* tables = outputs + leaf * out_stride;
        float excess = 0;
        for (int k = 0; k < 2 * knots_; ++k) excess += histograms[k] * tables[k];
        excess /= 2 * histogram_scale_;
        for (int player = 0; player < 2; ++player) {
            const float* table = tables + player * knots_;
            Pair* to = tables_.data() + (2 * leaf + player) * knots_;
            for (int k = 0; k + 1 < knots_; ++k) {
                to[k] = Pair{table[k] - excess, table[k + 1] - table[k]};
            }
        }
    }
}

// Adds what hands of a player win beside their equity.
template <int G>
void Block<G>::look_up(const BoardOrder& order, float weight, int player,
                       const Wide<Placed, G>* placed, Numbers<G>* won) {
    const int lanes = 2 * rows_.leaves;
    const int begin = player < 0 ? 0 : player, step = player < 0 ? 1 : 2;
    const Pair* tables = tables_.data();
    int knots[kChunk][G * kLanes];
    Pair entries[kChunk][G * kLanes] = {};
    for (int first = 0; first < kRiverHands; first += kChunk) {
        const int count = std::min(kChunk, kRiverHands - first);
        for (int i = 0; i < count; ++i) {
            for (int g = 0; g < G; ++g) {
                const Neighbours near(placed[first + i].part[g].place, knots_);
                store(knots[i] + g * kLanes, lane_starts_[g] + near.low);
            }
        }
        for (int i = 0; i < count; ++i) {
            for (int lane = begin; lane < lanes; lane += step) {
                entries[i][lane] = tables[knots[i][lane]];
            }
        }
        for (int i = 0; i < count; ++i) {
            Numbers<G>& sum = won[order.hands[first + i]];
            for (int g = 0; g < G; ++g) {
                const Placed& hand = placed[first + i].part[g];
                const Neighbours near(hand.place, knots_);
                const auto* from = reinterpret_cast<const float*>(entries[i] + g * kLanes);
                const Lanes a = load(from), b = load(from + kLanes);
                const Lanes entry =
                    pick<first_of_pairs>(a, b) + near.upper * pick<second_of_pairs>(a, b);
                sum.part[g] += weight * hand.met * entry;
            }
        }
    }
}

template <int G>
void Block<G>::evaluate(const BoardOrders& orders, const double* weights, std::int64_t begin,
                        std::int64_t end, const float* features, int player, Numbers<G>* won) {
    for (std::int64_t b = begin; b < end; ++b) {
        compare(orders[b]);
        place(orders[b], static_cast<float>(weights[b]), &placed_[(b - begin) * kRiverHands], won);
        write_inputs(features, inputs_of(b - begin));
    }
    const float* outputs = run_layers(static_cast<int>(end - begin) * rows_.leaves);
    const std::size_t rows = std::size_t(rows_.leaves);
    const std::size_t stride = DenseLayer::stride(layers_.back().outputs());
    for (std::int64_t b = begin; b < end; ++b) {
        read_tables(inputs_of(b - begin), outputs + (b - begin) * rows * stride);
        look_up(orders[b], static_cast<float>(weights[b]), player,
                &placed_[(b - begin) * kRiverHands], won);
    }
}

// All boards for up to kMaxLeaves leaves. The sums of blocks are added in order, so that the number
// of threads does not matter.
template <int G>
void evaluate_leaves(const std::vector<DenseLayer>& layers, float histogram_scale,
                     const BoardOrders& orders, const double* weights, const float* reach,
                     int leaves, const float* features, int player, ThreadPool& pool, float* out) {
    const LeafRows<G> rows(reach, leaves);
    const std::int64_t boards = orders.count();
    const std::int64_t blocks = (boards + kBlockBoards - 1) / kBlockBoards;
    std::vector<Numbers<G>> won(std::size_t(blocks) * kHoleHands);
    Spares<Block<G>> spares;  // a block's memory is used again, since new memory costs time
    pool.run(blocks, [&](std::int64_t at) {
        auto block = spares.take();
        if (!block) block = std::make_unique<Block<G>>(rows, layers, histogram_scale);
        const std::int64_t begin = at * kBlockBoards;
        block->evaluate(orders, weights, begin, std::min(boards, begin + kBlockBoards), features,
                        player, &won[at * kHoleHands]);
        spares.give(std::move(block));
    });
    for (int h = 0; h < kHoleHands; ++h) {
        Numbers<G> sum{};
        for (std::int64_t at = 0; at < blocks; ++at) {
            for (int g = 0; g < G; ++g) sum.part[g] += won[at * kHoleHands + h].part[g];
        }
        for (int lane = 0; lane < 2 * leaves; ++lane) {
            const float units = sum.part[lane / kLanes][lane % kLanes];
            const bool is_needed = player < 0 || lane % 2 == player;
            out[lane * kHoleHands + h] =
                is_needed ? static_cast<float>(units * rows.unit[lane]) : 0;
        }
    }
}

}  // namespace

RiverTables::RiverTables(std::vector<DenseLayer> layers, float histogram_scale)
    : layers_(std::move(layers)), histogram_scale_(histogram_scale) {
    require(!layers_.empty(), "there must be at least one layer");
    for (std::size_t at = 1; at < layers_.size(); ++at) {
        require(layers_[at].inputs() == layers_[at - 1].outputs(),
                "each layer must read what the one before it returns");
    }
    require(layers_.back().outputs() % 2 == 0 && knots() >= 2 && knots() <= kMaxKnots,
            "the last layer must return two tables of 2 to 1,024 knots");
    require(features() >= 0, "the first layer must read two histograms");
    require(std::isfinite(histogram_scale) && histogram_scale > 0,
            "the scale of histograms must be positive");
}

void RiverTables::evaluate(const BoardOrders& orders, const double* weights, const float* reach,
                           int leaves, const float* features, int player, int threads,
                           float* out) const {
    const std::int64_t blocks = (orders.count() + kBlockBoards - 1) / kBlockBoards;
    ThreadPool pool(useful_threads(blocks, threads));
    const int parts = (leaves + kMaxLeaves - 1) / kMaxLeaves;
    for (int part = 0, first = 0; part < parts; ++part) {
        const int count = (leaves - first) / (parts - part);
        const int vectors = (2 * count + kLanes - 1) / kLanes;
        const std::size_t start = std::size_t(first) * 2 * kHoleHands;
        [&]<int... G>(std::integer_sequence<int, G...>) {
            ((vectors == G + 1
                  ? evaluate_leaves<G + 1>(
                        layers_, histogram_scale_, orders, weights, reach + start, count,
                        features + std::size_t(first) * this->features(), player, pool, out + start)
                  : void()),
             ...);
        }(std::make_integer_sequence<int, kMaxVectors>{});
        first += count;
    }
}

}  // namespace fifthstreet
