#include "multiway/pair_weights.hpp"

#include <cstddef>
#include <cstring>

namespace fifthstreet {

namespace {

float sum(Lanes value) {
    float total = 0;
    for (int lane = 0; lane < kLanes; ++lane) total += value[lane];
    return total;
}

}  // namespace

void DeckSums::clear() { std::memset(this, 0, sizeof *this); }

void pair_weights(const std::vector<std::uint8_t>& cards, const DeckSums& x, const DeckSums& y,
                  float factor, float* out) {
    // Pairs of the same hand, in total and by card.
    float same = 0;
    alignas(64) float same_at[kDeckLanes] = {};
    for (int a = 0; a < kDeckCards; ++a) {
        Lanes by_card{};
        for (int i = 0; i < kDeckLanes; i += kLanes) {
            by_card += load(x.with[a] + i) * load(y.with[a] + i);
        }
        same_at[a] = sum(by_card);
        same += same_at[a] / 2;  // each hand has two cards
    }
    for (std::size_t hand = 0; 2 * hand < cards.size(); ++hand) {
        const int a = cards[2 * hand], b = cards[2 * hand + 1];
        const float own_x = x.with[a][b], own_y = y.with[a][b];
        Lanes by_card{};
        for (int i = 0; i < kDeckLanes; i += kLanes) {
            by_card += (load(x.at + i) - load(x.with[a] + i) - load(x.with[b] + i)) *
                       (load(y.at + i) - load(y.with[a] + i) - load(y.with[b] + i));
        }
        // Sums by the hand's own two cards do not belong there.
        const float shared = sum(by_card) - (x.at[a] - own_x) * (y.at[a] - own_y) -
                             (x.at[b] - own_x) * (y.at[b] - own_y);
        const float first = x.total - x.at[a] - x.at[b] + own_x;
        const float second = y.total - y.at[a] - y.at[b] + own_y;
        const float twice = same - same_at[a] - same_at[b] + own_x * own_y;
        out[hand] = factor * (first * second - shared + twice);
    }
}

}  // namespace fifthstreet
