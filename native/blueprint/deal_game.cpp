// Checks of a game by sampled deals.
#include "blueprint/deal_game.hpp"

#include <algorithm>
#include <cmath>

namespace fifthstreet {

namespace {

void check_nodes(const DealGame& game) {
    const std::size_t nodes = game.nodes.size();
    require(nodes >= 1 && nodes <= INT32_MAX, "no nodes, or too many for sampled deals");
    for (std::size_t at = 0; at < nodes; ++at) {
        const DealNode& node = game.nodes[at];
        require(node.player >= -1 && node.player < game.players(), "a node has no such player");
        require(node.street < kStreets, "the street of a node must be 0 to 3");
        // Children and the nodes after a deal come later, so that no path is endless.
        require(fits(node.next, 1, nodes) && node.next >= static_cast<std::int64_t>(at),
                "the node after a deal is not a later one");
        if (node.player < 0) continue;
        require(node.n_children >= 1 && fits(node.first_child, node.n_children, nodes) &&
                    node.first_child > static_cast<std::int64_t>(at),
                "a player's node has no children, or they do not come later");
    }
}

void check_weights(const std::vector<double>& upto) {
    require(std::is_sorted(upto.begin(), upto.end()) && upto.front() >= 0 && upto.back() > 0 &&
                std::isfinite(upto.back()),
            "cumulative weights do not ascend from 0 or more to a positive number");
}

void check_range(const std::vector<Mask>& hands, const std::vector<double>& upto) {
    require(!hands.empty() && hands.size() == upto.size(),
            "ranges must have at least one hand, each with a cumulative weight");
    for (const Mask hole : hands) require_hole(hole);
    check_weights(upto);
}

void check_flops(const DealGame& game) {
    require(game.flops.size() == game.flops_upto.size(), "each flop must have a cumulative weight");
    if (game.flops.empty()) return;
    require(cards_mask(game.board) == 0, "flops are dealt to an empty board only");
    for (const Flop& flop : game.flops) {
        Mask seen = 0;
        for (const int card : flop) {
            require(card >= 0 && card < kCards && !(seen & card_bit(card)),
                    "a flop is not three different cards from 0 to 51");
            seen |= card_bit(card);
        }
    }
    check_weights(game.flops_upto);
}

}  // namespace

void check_game(const DealGame& game) {
    require(game.players() >= 2 && game.players() <= kMaxDealtPlayers,
            "sampled deals are for 2 to 10 players");
    check_nodes(game);
    require(game.upto.size() == game.hands.size(), "each range must have cumulative weights");
    for (int player = 0; player < game.players(); ++player) {
        check_range(game.hands[player], game.upto[player]);
    }
    Mask seen = 0;
    for (const int card : game.board) {
        require(card >= -1 && card < kCards, "cards on the board must be -1 to 51");
        require(card < 0 || !(seen & card_bit(card)), "a card is on the board twice");
        if (card >= 0) seen |= card_bit(card);
    }
    check_flops(game);
    require(!game.symmetry.empty(), "symmetry must have at least one suit permutation");
    for (const auto& perm : game.symmetry) {
        int suits = 0;
        for (const std::uint8_t suit : perm) suits |= suit < kSuits ? 1 << suit : 0;
        require(suits == 15, "a suit permutation does not have all four suits");
    }
}

}  // namespace fifthstreet
