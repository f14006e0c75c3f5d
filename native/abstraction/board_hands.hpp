// The hole hands on a board, up to the suit permutations that leave the board unchanged.
#pragma once

#include <array>
#include <cstdint>

#include "cards/hole_hands.hpp"

namespace fifthstreet {

// The hands of a board that represent their orbits, in hole order. Together with the boards that
// represent theirs, these are the canonical hands of a street, each once.
struct BoardHands {
    explicit BoardHands(Mask board);

    int count = 0;
    std::array<std::uint16_t, kHoleHands> hands;
    std::array<std::uint8_t, kHoleHands> multiplicity;  // deals that a hand on its board represents
};

}  // namespace fifthstreet
