#include "values/board_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "values/board_orders.hpp"

namespace fifthstreet {

namespace {

constexpr int kOtherHands = 45 * 44 / 2;  // that a hand can meet on a complete board
constexpr int kFacts = 8;
constexpr int kRankFeatures = 4;
constexpr float kScale = 4, kDeviationScale = 2;

int rank_of(int card) { return card / kSuits; }
int suit_of(int card) { return card % kSuits; }

// The knot below a place between 0 and kEquityKnots - 1, and how far it is to the next one.
struct Place {
    int low;
    float upper;
};

// Places of hands by their lead: hands that they beat less hands that beat them.
const std::array<Place, 2 * kOtherHands + 1>& places() {
    static const auto table = [] {
        std::array<Place, 2 * kOtherHands + 1> places;
        for (int lead = -kOtherHands; lead <= kOtherHands; ++lead) {
            const double equity = static_cast<double>(lead) / kOtherHands;
            const double at = (std::asin(equity) / std::numbers::pi + 0.5) * (kEquityKnots - 1);
            const int low = std::clamp(static_cast<int>(at), 0, kEquityKnots - 2);
            places[lead + kOtherHands] = {low, static_cast<float>(at - low)};
        }
        return places;
    }();
    return table;
}

// Equities of a hand on the complete boards so far.
struct Equities {
    float knots[kEquityKnots] = {};
    int boards = 0;
    double sum = 0, squares = 0;

    void add(int lead) {
        const Place place = places()[lead + kOtherHands];
        knots[place.low] += 1 - place.upper;
        knots[place.low + 1] += place.upper;
        const double equity = static_cast<double>(lead) / kOtherHands;
        sum += equity, squares += equity * equity;
        ++boards;
    }
    void write(float* out) const {
        const double mean = sum / boards;
        for (int k = 0; k < kEquityKnots; ++k) out[k] = kScale * knots[k] / boards;
        out[kEquityKnots] = static_cast<float>(mean);
        const double variance = std::max(squares / boards - mean * mean, 0.0);
        out[kEquityKnots + 1] = static_cast<float>(kDeviationScale * std::sqrt(variance));
    }
};

// Adds the equities of all hands on a complete board.
void add_board(const BoardOrder& order, Equities* equities) {
    int below[kCards] = {}, beaten = 0;  // weaker hands with a card, and all weaker hands
    int with_card[kCards] = {};
    for (int i = 0; i < kRiverHands; ++i) {
        for (const int card : kHoles[order.hands[i]].cards) ++with_card[card];
    }
    for (int begin = 0, group = 0; begin < kRiverHands; ++group) {
        const int end = order.group_ends[group];
        int equal[kCards] = {};
        for (int i = begin; i < end; ++i) {
            for (const int card : kHoles[order.hands[i]].cards) ++equal[card];
        }
        for (int i = begin; i < end; ++i) {
            const auto& cards = kHoles[order.hands[i]].cards;
            const auto sharing = [&](const int* counts) {
                return counts[cards[0]] + counts[cards[1]];
            };
            const int wins = beaten - sharing(below);
            // The hand itself has both of its cards.
            const int ties = end - begin - sharing(equal) + 1;
            const int met = kRiverHands - sharing(with_card) + 1;
            equities[order.hands[i]].add(2 * wins + ties - met);
        }
        for (int card = 0; card < kCards; ++card) below[card] += equal[card];
        beaten = begin = end;
    }
}

void write_facts(const std::uint8_t* cards, const int* suits, const int* ranks, float* out) {
    int low = cards[0], high = cards[1];
    // Which card of a pair comes first must not depend on the names of suits.
    if (rank_of(low) == rank_of(high) && suits[suit_of(low)] > suits[suit_of(high)]) {
        std::swap(low, high);
    }
    const float facts[kFacts] = {
        rank_of(high) / 12.0f,
        rank_of(low) / 12.0f,
        suits[suit_of(high)] / 2.0f,
        suits[suit_of(low)] / 2.0f,
        static_cast<float>(ranks[rank_of(high)]),
        static_cast<float>(ranks[rank_of(low)]),
        static_cast<float>(rank_of(high) == rank_of(low)),
        static_cast<float>(suit_of(high) == suit_of(low)),
    };
    std::copy_n(facts, kFacts, out);
}

}  // namespace

void board_features(const Ranking& ranking, Mask cards, float* hands, float* features) {
    std::vector<Mask> complete;
    int suits[kSuits] = {}, ranks[kRanks] = {};
    float board_ranks[kRankFeatures] = {};
    int dealt = 0;
    for (int card = 0; card < kCards; ++card) {
        if (!(cards & card_bit(card))) continue;
        ++suits[suit_of(card)], ++ranks[rank_of(card)];
        // Cards are in order of ranks.
        board_ranks[dealt++] = static_cast<float>(rank_of(card)) / 12;
    }
    for (int card = 0; card < kCards; ++card) {
        const Mask next = cards | card_bit(card);
        if (next == cards) continue;
        if (dealt == kRankFeatures) complete.push_back(next);
        for (int last = card + 1; last < kCards && dealt < kRankFeatures; ++last) {
            if (!(cards & card_bit(last))) complete.push_back(next | card_bit(last));
        }
    }
    const BoardOrders orders(ranking, complete.data(), static_cast<std::int64_t>(complete.size()),
                             1);
    std::vector<Equities> equities(kHoleHands);
    for (std::int64_t at = 0; at < orders.count(); ++at) add_board(orders[at], equities.data());

    constexpr int kPooled = kEquityKnots + 2;
    double sums[kPooled] = {};
    int possible = 0;
    for (int h = 0; h < kHoleHands; ++h) {
        float* out = hands + h * kHandFeatures;
        std::fill_n(out, kHandFeatures, 0.0f);
        if (kHoles[h].mask & cards) continue;
        equities[h].write(out);
        write_facts(kHoles[h].cards, suits, ranks, out + kPooled);
        for (int k = 0; k < kPooled; ++k) sums[k] += out[k];
        ++possible;
    }
    for (int k = 0; k < kPooled; ++k) *features++ = static_cast<float>(sums[k] / possible);
    const int most = *std::max_element(suits, suits + kSuits);
    for (int count = 2; count <= 4; ++count) *features++ = static_cast<float>(most == count);
    *features++ = static_cast<float>(std::count(suits, suits + kSuits, 2) == 2);
    *features++ = static_cast<float>(kRanks - std::count(ranks, ranks + kRanks, 0)) / 4;
    std::copy_n(board_ranks, kRankFeatures, features);
}

}  // namespace fifthstreet
