#include "multiway/triple_streets.hpp"

#include <algorithm>
#include <utility>

#include "shared/checks.hpp"

namespace fifthstreet {

namespace {

bool is_contested(const TriplePayoff& payoff) {
    return payoff.both != 0 || payoff.first != 0 || payoff.second != 0;
}

}  // namespace

TripleStreets::TripleStreets(std::vector<TripleStreetNode> nodes, std::vector<std::uint8_t> left,
                             Cards cards, const Strengths& strengths, Ends ends, Payoffs payoffs)
    : nodes_(std::move(nodes)),
      left_(std::move(left)),
      cards_(std::move(cards)),
      payoffs_(std::move(payoffs)) {
    require(!nodes_.empty(), "a tree must have nodes");
    const int first_street = nodes_[0].street, count = static_cast<int>(nodes_.size());
    require(first_street == 1 || first_street == 2, "a tree must start on the flop or turn");
    int next = 1;
    for (int at = 0; at < count; ++at) {
        const TripleStreetNode& node = nodes_[at];
        require(node.children >= 0 && node.children <= kMaxActions,
                "a decision must have at most 32 actions");
        if (!node.children) continue;
        require(node.first_child == next && next > at && node.children <= count - next,
                "children must follow their parents, in the same order");
        require(node.player < kTriple && (node.player >= 0 || node.children == 1),
                "a node must be a decision of a player, a deal or an end");
        for (int a = 0; a < node.children; ++a) {
            require(nodes_[next + a].street == node.street + (node.player < 0),
                    "a deal must lead to the next street");
        }
        next += node.children;
    }
    require(next == count, "each node must be the root or a child");
    require(left_.size() == (first_street == 1 ? 49u : 48u), "left must be all other cards");
    require(std::is_sorted(left_.begin(), left_.end()) && are_within(left_, 0, kDeckCards - 1) &&
                std::adjacent_find(left_.begin(), left_.end()) == left_.end(),
            "left must be different cards, in order");
    for (int player = 0; player < kTriple; ++player) {
        require(ends[player].size() == nodes_.size() && payoffs_[player].size() == nodes_.size(),
                "there must be an entry for each node");
        const auto& own = cards_[player];
        require(!own.empty() && own.size() % 2 == 0 && own.size() <= 2 * 1326,
                "each player must have hands");
        std::vector<bool> seen(kDeckCards * kDeckCards);
        for (std::size_t i = 0; i < own.size(); i += 2) {
            for (const int card : {own[i], own[i + 1]}) {
                require(std::binary_search(left_.begin(), left_.end(), card),
                        "hands must be of cards that are left");
            }
            const auto [a, b] = std::minmax(own[i], own[i + 1]);
            require(a != b && !seen[a * kDeckCards + b], "hands must be two cards, each hand once");
            seen[a * kDeckCards + b] = true;
        }
    }
    for (int street = first_street; street <= 3; ++street) add_level(street, ends);
    add_passes(ends);
    const int cards_left = static_cast<int>(left_.size());
    const int boards = has_turn() ? cards_left * (cards_left - 1) / 2 : cards_left;
    for (int player = 0; player < kTriple; ++player) {
        require(strengths[player].size() == static_cast<std::size_t>(boards) * hands(player),
                "strengths must have a row for each board");
    }
    boards_.resize(boards);
    int index = 0;
    for (int i = 0; i < cards_left; ++i) {
        if (!has_turn()) boards_[index] = board_of(strengths, index, i, i), ++index;
        for (int j = i + 1; has_turn() && j < cards_left; ++j, ++index) {
            boards_[index] = board_of(strengths, index, i, j);
        }
    }
    for (Board& each : boards_) {
        for (int player = 0; player < kTriple; ++player) {
            each.opponents[player] = opponents_of(each.hands[first_opponent_of(player)],
                                                  each.hands[second_opponent_of(player)]);
        }
    }
}

// Adds a level: its nodes, the rows of its tables and of reach.
void TripleStreets::add_level(int street, const Ends& ends) {
    Level level;
    level.places.assign(nodes_.size(), -1);
    const auto add = [&](int at) {
        level.places[at] = static_cast<int>(level.members.size());
        level.members.push_back(at);
    };
    std::vector<bool> is_entry(nodes_.size());
    is_entry[0] = levels_.empty();
    for (int at = 0; at < static_cast<int>(nodes_.size()); ++at) {
        const TripleStreetNode& node = nodes_[at];
        if (node.street == street) add(at);
        if (node.street == street - 1 && node.children == 1 && node.player < 0) {
            is_entry[node.first_child] = true;
        }
    }
    level.nodes = static_cast<int>(level.members.size());
    for (int at = 0; !levels_.empty() && at < static_cast<int>(nodes_.size()); ++at) {
        if (nodes_[at].street >= street || nodes_[at].children) continue;
        bool waits = false;
        for (int p = 0; p < kTriple; ++p) {
            waits = waits || (ends[p][at] && is_contested(payoffs_[p][at]));
        }
        if (!waits) continue;
        is_entry[at] = true;
        add(at);
    }
    level.row.assign(level.members.size(), 0);
    for (auto& rows : level.reach_rows) rows.assign(level.members.size(), -1);
    for (int place = 0; place < static_cast<int>(level.members.size()); ++place) {
        if (!is_entry[level.members[place]]) continue;
        for (int q = 0; q < kTriple; ++q) level.reach_rows[q][place] = level.reach_count[q]++;
        level.entries.push_back(place);
    }
    for (int place = 0; place < level.nodes; ++place) {
        const TripleStreetNode& node = nodes_[level.members[place]];
        if (node.player < 0 || !node.children) continue;
        level.row[place] = level.rows[node.player];
        level.rows[node.player] += node.children;
        const int first = level.places[node.first_child];
        for (int a = 0; a < node.children; ++a) {
            for (int q = 0; q < kTriple; ++q) {
                level.reach_rows[q][first + a] =
                    q == node.player ? level.reach_count[q]++ : level.reach_rows[q][place];
            }
        }
    }
    levels_.push_back(std::move(level));
}

// Lists what each player's passes do at the levels: nodes where the game is not over for them.
void TripleStreets::add_passes(const Ends& ends) {
    const int last = levels() - 1;
    for (int player = 0; player < kTriple; ++player) {
        std::vector<std::uint8_t> is_over(nodes_.size());
        for (std::size_t at = 0; at < nodes_.size(); ++at) {
            const TripleStreetNode& node = nodes_[at];
            require(node.children || ends[player][at] || is_over[at],
                    "the game must be over at its ends");
            require(!(is_over[at] && node.children && node.player == player),
                    "a player must not decide after the end");
            for (int a = 0; a < node.children; ++a) {
                is_over[node.first_child + a] = is_over[at] || ends[player][at];
            }
        }
        for (int l = 0; l <= last; ++l) {
            PassLevel& pass = levels_[l].passes[player];
            for (int place = 0; place < static_cast<int>(levels_[l].members.size()); ++place) {
                const int at = levels_[l].members[place];
                if (is_over[at]) continue;
                const TripleStreetNode& node = nodes_[at];
                const bool is_end = ends[player][at];
                // Ends of earlier streets wait only for those who contest a pot.
                if (place >= levels_[l].nodes && !is_contested(payoffs_[player][at])) continue;
                const auto wait_for = [&](int entry_node) {
                    const Level& below = levels_[l + 1];
                    const auto found = std::find(below.entries.begin(), below.entries.end(),
                                                 below.places[entry_node]);
                    pass.waiting.push_back(
                        {place, static_cast<int>(found - below.entries.begin())});
                };
                if (is_end && l < last && is_contested(payoffs_[player][at])) {
                    require(!node.children, "a showdown must be an end");
                    wait_for(at);
                } else if (is_end) {
                    pass.ends.push_back(place);
                } else if (node.player >= 0) {
                    require(node.player != player || !is_end, "a decision must not be an end");
                    pass.decisions.push_back(place);
                } else {
                    require(l < last, "a deal must lead to the next street");
                    wait_for(node.first_child);
                }
            }
        }
    }
}

TripleStreets::Board TripleStreets::board_of(const Strengths& strengths, int index, int first,
                                             int second) const {
    // Cards are numbered among those that are not on the board.
    std::array<std::uint8_t, kDeckCards> number{};
    int next = 0;
    for (int i = 0; i < static_cast<int>(left_.size()); ++i) {
        if (i != first && i != second) number[left_[i]] = static_cast<std::uint8_t>(next++);
    }
    Board board;
    for (int player = 0; player < kTriple; ++player) {
        const std::uint16_t* row = strengths[player].data() + std::int64_t{index} * hands(player);
        auto& order = board.order[player];
        for (int i = 0; i < hands(player); ++i) {
            const int a = cards_[player][2 * i], b = cards_[player][2 * i + 1];
            const bool is_possible =
                a != left_[first] && a != left_[second] && b != left_[first] && b != left_[second];
            require((row[i] > 0) == is_possible, "strengths must be 0 for impossible hands only");
            if (is_possible) order.push_back(static_cast<std::uint16_t>(i));
        }
        std::stable_sort(order.begin(), order.end(),
                         [&](int one, int other) { return row[one] < row[other]; });
        RankedHands& ranked = board.hands[player];
        for (const int i : order) {
            ranked.strength.push_back(row[i]);
            for (int k = 0; k < 2; ++k) {
                ranked.cards.push_back(number[cards_[player][2 * i + k]]);
            }
        }
    }
    return board;
}

const TripleStreets::Board& TripleStreets::board(int turn, int river) const {
    if (!has_turn()) return boards_[river];
    const int other = river < turn ? river : river + 1;
    const int i = std::min(turn, other), j = std::max(turn, other);
    return boards_[i * (2 * static_cast<int>(left_.size()) - i - 1) / 2 + j - i - 1];
}

std::int64_t TripleStreets::first_row(int level, int player, int turn, int river) const {
    if (level == 0) return 0;
    std::int64_t first = levels_[0].rows[player];
    if (level == 1) return first + (has_turn() ? turn : river) * levels_[1].rows[player];
    first += turns() * levels_[1].rows[player];
    return first + (std::int64_t{turn} * rivers() + river) * levels_[2].rows[player];
}

std::int64_t TripleStreets::rows(int player) const {
    const int last = levels() - 1;
    return first_row(last, player, turns() - 1, rivers() - 1) + levels_[last].rows[player];
}

}  // namespace fifthstreet
