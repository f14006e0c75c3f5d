// Boards are not visited one by one.
//
// By ranks, there are 6,175 boards, and the number of boards with the same ranks depends only on the
// ranks of the hole cards. For the flushes of a suit, what matters is the board's ranks in the suit,
// three or more, and those outside it: 36,608 boards. Only hands that complete a flush, the makers,
// are not as strong as their ranks, so only their rows are visited.
#include "cards/preflop_wins.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "cards/rank_pairs.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr int kBoardCards = 5;
constexpr int kFlushCards = 5;
constexpr int kMinSuited = 3;  // board cards of a suit that allow a flush
constexpr int kOtherSuits = kSuits - 1;

using BoardRanks = std::array<int, kBoardCards>;

// Calls `visit(ranks)` for every ascending row of `size` ranks with at most `most` equal ones.
template <class Visit>
void for_each_ranks(int size, int most, Visit&& visit) {
    BoardRanks ranks{};
    const auto extend = [&](const auto& self, int count) -> void {
        if (count == size) {
            visit(ranks);
            return;
        }
        for (int rank = count ? ranks[count - 1] : 0; rank < kRanks; ++rank) {
            if (count >= most && ranks[count - most] == rank) continue;
            ranks[count] = rank;
            self(self, count + 1);
        }
    };
    extend(extend, 0);
}

// The different ranks among the first `size` ranks of a board, and the number of cards of each.
struct RankCounts {
    int count = 0;
    BoardRanks ranks{};
    BoardRanks cards{};

    RankCounts(const BoardRanks& board, int size) {
        for (int i = 0; i < size; ++i) {
            if (i == 0 || board[i] != board[i - 1]) ranks[count++] = board[i];
            ++cards[count - 1];
        }
    }
};

// Ways to choose `cards` cards of a rank in `suits` suits, of which hole cards hold `held`.
constexpr int ways_to_deal(int suits, int held, int cards) {
    constexpr int kWays[kSuits + 1][kSuits + 1] = {
        {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
    return held > suits ? 0 : kWays[suits - held][cards];
}

template <class T>
using RankRow = std::array<T, kRankPairs>;

// The strengths of all pairs of hole ranks.
template <class T>
RankRow<T> strengths_by_ranks(const Ranking& ranking, Key board_key) {
    const RankPairs pairs = rank_pairs_on(ranking, board_key);
    RankRow<T> row;
    for (int high = 0; high < kRanks; ++high) {
        for (int low = 0; low <= high; ++low) {
            row[pair_of(high, low)] = static_cast<T>(pairs[high][low]);
        }
    }
    return row;
}

// ------------------------------------------------------------------------------- Wins by ranks

using RankWins = std::array<RankRow<std::int32_t>, kRankPairs>;

void add_rank_wins(const Ranking& ranking, const BoardRanks& board, RankWins& wins) {
    // Hole ranks matter to the number of boards by their place among the board's ranks: 0 if the
    // board does not have them.
    constexpr int kPlacePairs = pair_of(kBoardCards, kBoardCards) + 1;
    const RankCounts counts(board, kBoardCards);
    std::array<int, kRanks> place{};
    for (int i = 0; i < counts.count; ++i) place[counts.ranks[i]] = i + 1;
    RankRow<int> places;
    for (int high = 0; high < kRanks; ++high) {
        for (int low = 0; low <= high; ++low) {
            places[pair_of(high, low)] = pair_of(place[high], place[low]);
        }
    }
    std::array<RankRow<std::int32_t>, kPlacePairs> boards;  // by places and the other's ranks
    for (int a = 0; a <= counts.count; ++a) {
        for (int b = 0; b <= a; ++b) {
            std::array<std::int32_t, kPlacePairs> by_places;
            for (int c = 0; c <= counts.count; ++c) {
                for (int d = 0; d <= c; ++d) {
                    int ways = 1;
                    for (int i = 0; i < counts.count; ++i) {
                        const int held = (a == i + 1) + (b == i + 1) + (c == i + 1) + (d == i + 1);
                        ways *= ways_to_deal(kSuits, held, counts.cards[i]);
                    }
                    by_places[pair_of(c, d)] = ways;
                }
            }
            RankRow<std::int32_t>& row = boards[pair_of(a, b)];
            for (int pair = 0; pair < kRankPairs; ++pair) row[pair] = by_places[places[pair]];
        }
    }
    Key key = 0;
    for (const int rank : board) key += kRankKeys[rank];
    const auto strengths = strengths_by_ranks<std::int32_t>(ranking, key);
    for (int own = 0; own < kRankPairs; ++own) {
        const RankRow<std::int32_t>& weights = boards[places[own]];
        for (int other = 0; other < kRankPairs; ++other) {
            wins[own][other] += strengths[own] > strengths[other] ? weights[other] : 0;
        }
    }
}

// ------------------------------------------------------------------- Corrections for one suit

constexpr int kRowSize = (kKindPairs + 31) / 32 * 32;  // for vectors of any machine
using Row = std::array<std::int16_t, kRowSize>;

// Properties of two hole cards that follow from their kinds. Cards of the suit count as suit 0.
struct KindPairs {
    std::array<Mask, kKindPairs> suited{};  // cards of the suit
    std::array<bool, kKindPairs> is_hand{};
    std::array<std::uint8_t, kKindPairs> ranks{};                       // as a pair
    std::array<std::array<std::uint8_t, kKindPairs>, kRanks> others{};  // cards of other suits

    KindPairs() {
        for (int a = 0; a < kKinds; ++a) {
            for (int b = 0; b <= a; ++b) {
                const int pair = pair_of(a, b);
                is_hand[pair] = a != b || a < kRanks;  // there is one card of a rank in the suit
                ranks[pair] = static_cast<std::uint8_t>(pair_of(a % kRanks, b % kRanks));
                for (const int kind : {a, b}) {
                    if (kind < kRanks) {
                        ++others[kind][pair];
                    } else {
                        suited[pair] |= card_bit((kind - kRanks) * kSuits);
                    }
                }
            }
        }
    }
};

// Boards that a maker wins or loses, less those that it would win or lose by ranks. Against another
// maker it only has those that it wins, as the other has a row of its own.
struct Corrections {
    std::array<Row, kKindPairs> won{};
    std::array<Row, kKindPairs> lost{};
};

// All hands on boards with the same ranks in the suit and outside it.
struct BoardColumns {
    Row flush{};  // strength of the flush; 0 for hands that are no makers
    Row by_ranks{};
    Row strength{};
    Row boards[2]{};  // by the number of the maker's cards with the board's rank outside the suit
    Row boards_without_makers[2]{};  // the same, but 0 for makers
};

void add_maker(const BoardColumns& columns, int maker, int held, Corrections& out) {
    const std::int16_t own_strength = columns.strength[maker];
    const std::int16_t own_by_ranks = columns.by_ranks[maker];
    const std::int16_t* __restrict strength = columns.strength.data();
    const std::int16_t* __restrict by_ranks = columns.by_ranks.data();
    const std::int16_t* __restrict boards = columns.boards[held].data();
    const std::int16_t* __restrict fewer_boards = columns.boards_without_makers[held].data();
    std::int16_t* __restrict won = out.won[maker].data();
    std::int16_t* __restrict lost = out.lost[maker].data();
    for (int i = 0; i < kRowSize; ++i) {
        const int more_won = (own_strength > strength[i]) - (own_by_ranks > by_ranks[i]);
        const int more_lost = (own_strength < strength[i]) - (own_by_ranks < by_ranks[i]);
        won[i] = static_cast<std::int16_t>(won[i] + boards[i] * more_won);
        lost[i] = static_cast<std::int16_t>(lost[i] + fewer_boards[i] * more_lost);
    }
}

// Adds the boards whose cards of the suit are `suited`.
void add_corrections(const Ranking& ranking, const KindPairs& hands, Mask suited,
                     Corrections& out) {
    const int to_come = kBoardCards - count_cards(suited);
    BoardColumns columns;
    std::vector<int> possible;  // hands that share no card with the board
    std::vector<int> makers;
    for (int hand = 0; hand < kKindPairs; ++hand) {
        if (!hands.is_hand[hand] || (hands.suited[hand] & suited)) continue;
        possible.push_back(hand);
        const Mask cards = hands.suited[hand] | suited;
        const int count = count_cards(cards);
        if (count < kFlushCards) continue;
        makers.push_back(hand);
        columns.flush[hand] = static_cast<std::int16_t>(ranking.best(cards, key_of(cards), count));
    }
    for_each_ranks(to_come, kOtherSuits, [&](const BoardRanks& others) {
        const RankCounts counts(others, to_come);
        Key key = key_of(suited);
        for (int i = 0; i < to_come; ++i) key += kRankKeys[others[i]];
        const auto by_ranks = strengths_by_ranks<std::int16_t>(ranking, key);
        for (const int hand : possible) {
            columns.by_ranks[hand] = by_ranks[hands.ranks[hand]];
            columns.strength[hand] = std::max(columns.by_ranks[hand], columns.flush[hand]);
        }
        // With three cards of the suit on the board, makers have no other card; with four, one at
        // most, and the board has one.
        const int most_held = to_come == 1;
        for (int held = 0; held <= most_held; ++held) {
            for (const int hand : possible) {
                int ways = 1;
                for (int i = 0; i < counts.count; ++i) {
                    ways *= ways_to_deal(kOtherSuits, held + hands.others[counts.ranks[i]][hand],
                                         counts.cards[i]);
                }
                columns.boards[held][hand] = static_cast<std::int16_t>(ways);
                columns.boards_without_makers[held][hand] =
                    static_cast<std::int16_t>(columns.flush[hand] ? 0 : ways);
            }
        }
        for (const int maker : makers) {
            add_maker(columns, maker, most_held ? hands.others[others[0]][maker] : 0, out);
        }
    });
}

}  // namespace

void count_preflop_wins(const Ranking& ranking, int threads, std::int32_t* by_ranks,
                        std::int32_t* by_suit) {
    std::vector<BoardRanks> boards;
    for_each_ranks(kBoardCards, kSuits, [&](const BoardRanks& board) { boards.push_back(board); });
    std::vector<Mask> suited_sets;
    Mask suit = 0;
    for (int rank = 0; rank < kRanks; ++rank) suit |= card_bit(rank * kSuits);
    for (int cards = kMinSuited; cards <= kBoardCards; ++cards) {
        for_each_subset(suit, cards, [&](Mask suited) { suited_sets.push_back(suited); });
    }
    // Sets of a task: each has at most C(39, 2) = 741 boards, so that 16 bits are enough.
    constexpr std::size_t kSetsPerTask = 32;
    constexpr std::size_t kBoardsPerTask = 512;
    const std::size_t rank_tasks = (boards.size() + kBoardsPerTask - 1) / kBoardsPerTask;
    const std::size_t suit_tasks = (suited_sets.size() + kSetsPerTask - 1) / kSetsPerTask;
    const KindPairs hands;
    std::fill_n(by_ranks, kRankPairs * kRankPairs, 0);
    std::fill_n(by_suit, kKindPairs * kKindPairs, 0);
    std::mutex mutex;
    const auto count_by_ranks = [&](std::size_t task) {
        const auto wins = std::make_unique<RankWins>();
        const std::size_t end = std::min(boards.size(), (task + 1) * kBoardsPerTask);
        for (std::size_t i = task * kBoardsPerTask; i < end; ++i) {
            add_rank_wins(ranking, boards[i], *wins);
        }
        const std::lock_guard lock(mutex);  // integers, so the order of additions does not matter
        for (int own = 0; own < kRankPairs; ++own) {
            for (int other = 0; other < kRankPairs; ++other) {
                by_ranks[own * kRankPairs + other] += (*wins)[own][other];
            }
        }
    };
    const auto count_flushes = [&](std::size_t task) {
        const auto corrections = std::make_unique<Corrections>();
        const std::size_t end = std::min(suited_sets.size(), (task + 1) * kSetsPerTask);
        for (std::size_t i = task * kSetsPerTask; i < end; ++i) {
            add_corrections(ranking, hands, suited_sets[i], *corrections);
        }
        const std::lock_guard lock(mutex);
        for (int own = 0; own < kKindPairs; ++own) {
            for (int other = 0; other < kKindPairs; ++other) {
                by_suit[own * kKindPairs + other] += corrections->won[own][other];
                by_suit[other * kKindPairs + own] += corrections->lost[own][other];
            }
        }
    };
    ThreadPool pool(threads);
    pool.run(static_cast<std::int64_t>(suit_tasks + rank_tasks), [&](std::int64_t number) {
        const auto task = static_cast<std::size_t>(number);
        task < suit_tasks ? count_flushes(task) : count_by_ranks(task - suit_tasks);
    });
}

}  // namespace fifthstreet
