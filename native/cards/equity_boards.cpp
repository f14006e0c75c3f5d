// Enumeration of all boards for given hands.
#include <array>
#include <mutex>

#include "cards/equity.hpp"
#include "cards/showdown.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

// Evaluates the boards of one matchup if all seven cards of hole and board may play. The players'
// keys are fixed and a board's key grows card by card, so the last card costs one addition per
// player.
struct SevenCardBoards {
    Ranking::View<7> seven;
    int players;
    std::array<Mask, kMaxPlayers> hands;
    std::array<Key, kMaxPlayers> hand_keys;
    std::array<int, kCards> deck;
    int deck_size;
    std::array<Tally, kMaxPlayers> tallies{};
    std::int64_t wins[2] = {0, 0};
    std::int64_t ties = 0;

    Strength strength(int player, Mask board, Key board_key) const {
        return seven.best(hands[player] | board, hand_keys[player] + board_key);
    }

    void play(int left, int next, Mask board, Key board_key) {
        if (left == 0) {
            settle_board(board, board_key);
            return;
        }
        for (int i = next; i + left <= deck_size; ++i) {
            play(left - 1, i + 1, board | card_bit(deck[i]), board_key + kCardKeys[deck[i]]);
        }
    }

    void settle_board(Mask board, Key board_key) {
        if (players == 2) {
            const Strength first = strength(0, board, board_key);
            const Strength second = strength(1, board, board_key);
            wins[0] += first > second;
            wins[1] += second > first;
            ties += first == second;
            return;
        }
        std::array<Strength, kMaxPlayers> strengths{};
        for (int p = 0; p < players; ++p) strengths[p] = strength(p, board, board_key);
        settle(strengths.data(), nullptr, players, tallies.data());
    }

    // Two players need only three counters during enumeration; here they become tallies.
    void finish() {
        if (players != 2) return;
        for (int p = 0; p < 2; ++p) {
            tallies[p].wins = wins[p];
            tallies[p].ties = ties;
            tallies[p].share = wins[p] * kPotUnits + ties * (kPotUnits / 2);
            tallies[p].square =
                wins[p] * kPotUnits * kPotUnits + ties * (kPotUnits / 2) * (kPotUnits / 2);
        }
    }
};

// Evaluates the boards of one matchup for any hand types.
struct AnyBoards {
    const EquityGame& game;
    int players;
    std::array<Mask, kMaxPlayers> hands;
    std::array<int, kCards> deck;
    int deck_size;
    std::array<Tally, kMaxPlayers> tallies{};

    void play(int left, int next, Mask board, Key) {
        if (left == 0) {
            std::array<Strength, kMaxPlayers> high{};
            std::array<Strength, kMaxPlayers> low{};
            for (int p = 0; p < players; ++p) high[p] = game.high->strength(hands[p], board);
            if (game.low) {
                for (int p = 0; p < players; ++p) low[p] = game.low->strength(hands[p], board);
            }
            settle(high.data(), game.low ? low.data() : nullptr, players, tallies.data());
            return;
        }
        for (int i = next; i + left <= deck_size; ++i) {
            play(left - 1, i + 1, board | card_bit(deck[i]), 0);
        }
    }

    void finish() {}
};

template <class Boards>
void play_task(Boards& boards, Mask board, Mask dead, Mask deck, int to_come, int first) {
    Mask gone = board | dead;
    for (int p = 0; p < boards.players; ++p) gone |= boards.hands[p];
    boards.deck_size = 0;
    for (Mask left = deck & ~gone; left;) boards.deck[boards.deck_size++] = pop_card(left);
    if (to_come == 0) {
        if (first == 0) boards.play(0, 0, board, key_of(board));
    } else if (first + to_come <= boards.deck_size) {
        // The boards of this task are those whose lowest new card is card `first` of the deck.
        const int card = boards.deck[first];
        boards.play(to_come - 1, first + 1, board | card_bit(card),
                    key_of(board) + kCardKeys[card]);
    }
    boards.finish();
}

}  // namespace

void enumerate_boards(const EquityGame& game, const Mask* hands, std::int64_t matchups, int players,
                      Mask board, Mask dead, int threads, Tally* out) {
    const int to_come = game.board_cards - count_cards(board);
    const Ranking* ranking = game.high->free_ranking();
    const bool seven_cards = ranking && !game.low && ranking->table_cards() == kMaxTableCards &&
                             game.hole_cards + game.board_cards == kMaxTableCards;
    // One task per matchup and lowest new card.
    const std::int64_t firsts = to_come ? kCards : 1;
    std::mutex mutex;
    ThreadPool pool(threads);
    pool.run(matchups * firsts, [&](std::int64_t task) {
        const std::int64_t matchup = task / firsts;
        const int first = static_cast<int>(task % firsts);
        const Mask* row = hands + matchup * players;
        std::array<Tally, kMaxPlayers> tallies;
        if (seven_cards) {
            SevenCardBoards boards{ranking->view<7>(), players, {}, {}, {}, 0};
            for (int p = 0; p < players; ++p) {
                boards.hands[p] = row[p];
                boards.hand_keys[p] = key_of(row[p]);
            }
            play_task(boards, board, dead, game.deck, to_come, first);
            tallies = boards.tallies;
        } else {
            AnyBoards boards{game, players, {}, {}, 0};
            for (int p = 0; p < players; ++p) boards.hands[p] = row[p];
            play_task(boards, board, dead, game.deck, to_come, first);
            tallies = boards.tallies;
        }
        const std::lock_guard lock(mutex);  // integers, so the order of additions does not matter
        for (int p = 0; p < players; ++p) add(out[matchup * players + p], tallies[p]);
    });
}

}  // namespace fifthstreet
