// How many more boards each hand wins than it loses against each other hand, if no card but those
// of the board is dealt any more and both check down.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/hole_hands.hpp"

namespace fifthstreet {

// The hands that share no card with a board, in hole order.
std::vector<int> hands_beside(Mask board);

// Writes the lead of each hand over each other hand of hands_beside(board), over all complete
// boards: out[hands][hands], 0 for hands that share a card. The board has 3 to 5 cards.
void count_leads(const Ranking& ranking, Mask board, int threads, std::int16_t* out);

}  // namespace fifthstreet
