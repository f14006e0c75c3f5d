#include "cards/matchups.hpp"

#include <array>

#include "cards/hole_hands.hpp"

namespace fifthstreet {

namespace {

constexpr double kRounding =
    1e-12;  // generous bound on the relative error of a sum of 1,326 numbers

}  // namespace

void compatible_weights(const double* weights, std::int64_t count, double* out) {
    for (std::int64_t row = 0; row < count; ++row, weights += kHoleHands, out += kHoleHands) {
        std::array<double, kCards> per_card{};
        // Hands with the same higher card are next to each other, in order of the lower one.
        for (int high = 1; high < kCards; ++high) {
            const double* hands = weights + hole_of(0, high);
            double sum = 0;
            for (int low = 0; low < high; ++low) sum += hands[low];
            for (int low = 0; low < high; ++low) per_card[low] += hands[low];
            per_card[high] += sum;
        }
        double total = 0;
        for (const double weight : per_card) total += weight;
        total /= 2;  // each hand was counted with both of its cards
        const double least = kRounding * total;
        for (int high = 1; high < kCards; ++high) {
            const int first = hole_of(0, high);
            const double others = total - per_card[high];
            for (int low = 0; low < high; ++low) {
                // The hand itself was subtracted with both of its cards.
                const double met = others - per_card[low] + weights[first + low];
                out[first + low] = met > least ? met : 0;
            }
        }
    }
}

}  // namespace fifthstreet
