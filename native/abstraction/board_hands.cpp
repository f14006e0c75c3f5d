#include "abstraction/board_hands.hpp"

#include <algorithm>

namespace fifthstreet {

namespace {

constexpr int kPermutations = 24;

struct SuitPermutation {
    std::array<int, kSuits> image;
    std::array<std::uint16_t, kHoleHands> holes;  // image of each hole hand
};

std::array<SuitPermutation, kPermutations> made_suit_permutations() {
    std::array<SuitPermutation, kPermutations> made;
    std::array<int, kSuits> image{0, 1, 2, 3};
    for (SuitPermutation& each : made) {
        each.image = image;
        for (int h = 0; h < kHoleHands; ++h) {
            const auto& [a, b] = kHoles[h].cards;
            const auto [low, high] = std::minmax(
                {a - a % kSuits + image[a % kSuits], b - b % kSuits + image[b % kSuits]});
            each.holes[h] = static_cast<std::uint16_t>(hole_of(low, high));
        }
        std::next_permutation(image.begin(), image.end());
    }
    return made;
}

// All suit permutations; the first changes nothing.
const std::array<SuitPermutation, kPermutations>& suit_permutations() {
    // Not from a lambda, which compilers would spend seconds evaluating.
    static const auto all = made_suit_permutations();
    return all;
}

}  // namespace

BoardHands::BoardHands(Mask board) {
    std::array<std::uint32_t, kSuits> ranks;
    for (int suit = 0; suit < kSuits; ++suit) ranks[suit] = suit_ranks(board, suit);
    std::array<const std::uint16_t*, kPermutations> fixing;  // images of hands
    int order = 0;
    for (const SuitPermutation& each : suit_permutations()) {
        bool is_fixing = true;
        for (int suit = 0; suit < kSuits; ++suit)
            is_fixing &= ranks[each.image[suit]] == ranks[suit];
        if (is_fixing) fixing[order++] = each.holes.data();
    }
    for (int h = 0; h < kHoleHands; ++h) {
        if (kHoles[h].mask & board) continue;
        bool is_smallest = true;
        int same = 0;
        for (int p = 0; p < order; ++p) {
            is_smallest &= fixing[p][h] >= h;
            same += fixing[p][h] == h;
        }
        hands[count] = static_cast<std::uint16_t>(h);
        // Orbit-stabiliser theorem.
        multiplicity[count] = static_cast<std::uint8_t>(kPermutations / same);
        count += is_smallest;
    }
}

}  // namespace fifthstreet
