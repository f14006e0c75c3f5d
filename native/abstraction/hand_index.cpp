#include "abstraction/hand_index.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "shared/checks.hpp"
#include "shared/row_blocks.hpp"

namespace fifthstreet {

namespace {

constexpr int kMaxRounds = HandIndex::kMaxCards;
constexpr int kSuitBits = 16;
constexpr std::uint32_t kAllRanks = (1u << kRanks) - 1;
constexpr std::uint32_t kNowhere = ~0u;
constexpr std::int64_t kIndexBlock = 16;  // boards of a task

// Binomial coefficients: kChoose[n][k].
constexpr auto kChoose = [] {
    std::array<std::array<std::uint32_t, kRanks + 2>, kRanks + 1> choose{};
    for (int n = 0; n <= kRanks; ++n) {
        choose[n][0] = 1;
        for (int k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
    }
    return choose;
}();

// The colexicographic rank of each set of ranks among the sets of its size.
constexpr auto kSetRank = [] {
    std::array<std::uint16_t, kAllRanks + 1> ranks{};
    for (std::uint32_t set = 1; set <= kAllRanks; ++set) {
        const int highest = std::bit_width(set) - 1;
        ranks[set] = static_cast<std::uint16_t>(ranks[set ^ (1u << highest)] +
                                                kChoose[highest][std::popcount(set)]);
    }
    return ranks;
}();

constexpr auto kCount = [] {
    std::array<std::uint8_t, kAllRanks + 1> counts{};
    for (std::uint32_t set = 1; set <= kAllRanks; ++set) counts[set] = counts[set >> 1] + (set & 1);
    return counts;
}();

// A set with the ranks in `used` taken out of the deck, so that those above move down.
inline std::uint32_t without_ranks(std::uint32_t set, std::uint32_t used) {
    while (used) {
        const std::uint32_t below = (1u << (std::bit_width(used) - 1)) - 1;
        set = (set & below) | (set >> 1 & ~below);
        used &= below;
    }
    return set;
}

// The bit of each card among the ranks of the four suits; none for bytes that are not a card.
constexpr auto kSuitRankBits = [] {
    std::array<std::uint64_t, 256> bits{};
    for (int card = 0; card < kCards; ++card) {
        bits[card] = std::uint64_t{1} << (kSuitBits * (card % kSuits) + card / kSuits);
    }
    return bits;
}();

// Exchanges the bits in `lower` with those `shift` places above.
inline std::uint64_t with_bits_exchanged(std::uint64_t bits, std::uint64_t lower, int shift) {
    const std::uint64_t changed = ((bits >> shift) ^ bits) & lower;
    return bits ^ changed ^ changed << shift;
}

// The ranks of the four suits, 16 bits each, of a set of cards: bit rank * 4 + suit moves to
// suit * 16 + rank. Each step exchanges two bits of these numbers.
inline std::uint64_t suit_ranks_of(Mask cards) {
    std::uint64_t bits = with_bits_exchanged(cards, 0x0A0A'0A0A'0A0A'0A0AULL, 3);  // 0 and 2
    bits = with_bits_exchanged(bits, 0x0000'F0F0'0000'F0F0ULL, 12);                // 2 and 4
    bits = with_bits_exchanged(bits, 0x00CC'00CC'00CC'00CCULL, 6);                 // 1 and 3
    return with_bits_exchanged(bits, 0x0000'0000'FF00'FF00ULL, 24);                // 3 and 5
}

// Multisets of `count` numbers that are all below `number`: C(number + count - 1, count). Also the
// term of a number in the rank of a multiset, `count` numbers before the end in descending order.
std::uint64_t multisets_below(std::uint64_t number, int count) {
    if (count == 1) return number;
    std::uint64_t ways = number * (number + 1) / 2;
    if (count >= 3) ways = ways * (number + 2) / 3;
    if (count == 4) ways = ways * (number + 3) / 4;
    return ways;
}

// The set of `count` ranks with a colexicographic rank.
std::uint32_t set_of_rank(std::uint32_t rank, int count) {
    std::uint32_t set = 0;
    int highest = kRanks - 1;
    for (int left = count; left > 0; --left) {
        while (kChoose[highest][left] > rank) --highest;
        set |= 1u << highest;
        rank -= kChoose[highest][left];
    }
    return set;
}

// The set in which rank i of `packed` is the i-th rank outside `used`.
std::uint32_t spread_around(std::uint32_t packed, std::uint32_t used) {
    std::uint32_t set = 0;
    int position = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
        if (used >> rank & 1) continue;
        if (packed >> position & 1) set |= 1u << rank;
        ++position;
    }
    return set;
}

inline void put_larger_first(std::uint64_t& a, std::uint64_t& b) {
    const std::uint64_t larger = std::max(a, b);
    b = std::min(a, b);
    a = larger;
}

}  // namespace

HandIndex::HandIndex(const std::vector<int>& rounds) : rounds_(rounds) {
    require(!rounds.empty() && rounds.size() <= kMaxRounds && are_within(rounds, 1, kMaxCards) &&
                std::accumulate(rounds.begin(), rounds.end(), 0) <= kMaxCards,
            "rounds must have one or more cards each and at most 10 in all");
    int shapes = 1;
    for (const int count : rounds) {
        strides_.push_back(shapes);
        shapes *= count + 1;
        require(shapes <= kMaxShapes,
                "there are too many rounds; the product of (cards + 1) must be at most 256");
    }
    for (int round = 1; round <= this->rounds(); ++round) levels_.push_back(create_level(round));
}

std::uint64_t HandIndex::shape_size(int shape, int rounds) const {
    std::uint64_t size = 1;
    int left = kRanks;
    for (int r = 0; r < rounds; ++r) {
        const int count = shape / strides_[r] % (rounds_[r] + 1);
        size *= kChoose[left][count];
        left -= count;
    }
    return size;
}

HandIndex::Level HandIndex::create_level(int rounds) const {
    Level level;
    int all = 0;  // the shape of one suit with all cards; shapes of the four suits add up to it
    for (int r = 0; r < rounds; ++r) {
        level.cards += rounds_[r];
        all += rounds_[r] * strides_[r];
    }
    // Digit by digit, a shape has no more cards than are left.
    const auto fits_into = [&](int shape, int left) {
        for (int r = 0; r < rounds; ++r) {
            const int base = rounds_[r] + 1;
            if (shape / strides_[r] % base > left / strides_[r] % base) return false;
        }
        return true;
    };
    level.side = all / 2 + 1;  // the second largest shape is at most half of all
    level.place.assign(static_cast<std::size_t>(level.side) * level.side * level.side, kNowhere);
    for (int third = 0; third < level.side; ++third) {  // shapes 3, 2 and 1, smallest first
        if (!fits_into(third, all)) continue;
        for (int second = third; second < level.side; ++second) {
            if (!fits_into(second, all - third)) continue;
            const int most = (all - third - second) / 2;
            for (int first = second; first <= most; ++first) {
                if (!fits_into(first, all - third - second)) continue;
                const int shapes[kSuits] = {all - third - second - first, first, second, third};
                Configuration made{};
                made.offset = level.size;
                std::uint64_t size = 1;
                for (int suit = 0; suit < kSuits; suit += made.alike[suit]) {
                    const int shape = shapes[suit];
                    const int alike = static_cast<int>(std::count(shapes, shapes + kSuits, shape));
                    const std::uint64_t numbers = shape_size(shape, rounds);
                    for (int i = 0; i < alike; ++i) {
                        made.shape[suit + i] = static_cast<std::uint16_t>(shape);
                        made.shape_size[suit + i] = static_cast<std::uint32_t>(numbers);
                        made.alike[suit + i] = static_cast<std::uint8_t>(alike - i);
                        made.factor[suit + i] = size;
                    }
                    size *= multisets_below(numbers, alike);
                }
                level.place[(first * level.side + second) * level.side + third] =
                    static_cast<std::uint32_t>(level.configurations.size());
                level.configurations.push_back(made);
                level.size += size;
            }
        }
    }
    return level;
}

std::size_t HandIndex::bytes() const {
    std::size_t total = 0;
    for (const Level& level : levels_) {
        total += level.place.size() * sizeof(level.place[0]) +
                 level.configurations.size() * sizeof(Configuration);
    }
    return total;
}

// The same as `suit_key`, without a branch that depends on the cards.
inline HandIndex::SuitKey HandIndex::two_round_key(const SuitRanks* sets, int suit) const {
    const auto hand = static_cast<std::uint32_t>(sets[0] >> (kSuitBits * suit) & kAllRanks);
    const auto board = static_cast<std::uint32_t>(sets[1] >> (kSuitBits * suit) & kAllRanks);
    std::uint32_t used = hand;
    std::uint32_t left = board;
    for (int taken = 0; taken < 2; ++taken) {  // as `without_ranks`; with none left, all are below
        const std::uint32_t below = (1u << (std::bit_width(used ? used : 1u << kRanks) - 1)) - 1;
        left = (left & below) | (left >> 1 & ~below);
        used &= below;
    }
    const std::uint32_t number = kSetRank[hand] + kChoose[kRanks][kCount[hand]] * kSetRank[left];
    const auto shape = static_cast<std::uint32_t>(kCount[hand] + kCount[board] * strides_[1]);
    return SuitKey{shape} << 32 | number;
}

inline HandIndex::SuitKey HandIndex::suit_key(int rounds, const SuitRanks* sets, int suit) const {
    if (rounds == 2 && rounds_[0] <= 2) return two_round_key(sets, suit);
    std::uint32_t used = 0;
    std::uint32_t number = 0;
    std::uint32_t factor = 1;
    std::uint32_t shape = 0;
    int left = kRanks;
    for (int r = 0; r < rounds; ++r) {
        const std::uint32_t set = sets[r] >> (kSuitBits * suit) & kAllRanks;
        int count = set != 0;
        std::uint32_t rank = 0;
        if (set & (set - 1)) {
            count = kCount[set];
            rank = kSetRank[without_ranks(set, used)];
        } else {
            // One card or none, distinguished without an unpredictable branch.
            rank = (std::countr_zero(set | 1u << kRanks) - kCount[used & (set - 1) & kAllRanks]) &
                   -(set != 0);
        }
        used |= set;
        number += factor * rank;
        factor *= kChoose[left][count];
        left -= count;
        shape += static_cast<std::uint32_t>(count * strides_[r]);
    }
    return SuitKey{shape} << 32 | number;
}

inline std::uint64_t HandIndex::index_of(const Level& level, SuitKey a, SuitKey b, SuitKey c,
                                         SuitKey d) {
    put_larger_first(a, b);
    put_larger_first(c, d);
    put_larger_first(a, c);
    put_larger_first(b, d);
    put_larger_first(b, c);
    const std::size_t side = static_cast<std::size_t>(level.side);
    const std::uint32_t place = level.place[((b >> 32) * side + (c >> 32)) * side + (d >> 32)];
    const Configuration& found = level.configurations[place];
    const auto term = [&](int suit, SuitKey key) {
        return found.factor[suit] *
               multisets_below(static_cast<std::uint32_t>(key), found.alike[suit]);
    };
    return found.offset + term(0, a) + term(1, b) + term(2, c) + term(3, d);
}

inline std::uint64_t HandIndex::index_of(int round, const SuitRanks* sets) const {
    const int rounds = round + 1;
    return index_of(levels_[round], suit_key(rounds, sets, 0), suit_key(rounds, sets, 1),
                    suit_key(rounds, sets, 2), suit_key(rounds, sets, 3));
}

std::uint64_t HandIndex::index(int round, const Mask* sets) const {
    SuitRanks ranks[kMaxRounds];
    for (int r = 0; r <= round; ++r) ranks[r] = suit_ranks_of(sets[r]);
    return index_of(round, ranks);
}

void HandIndex::unindex(int round, std::uint64_t index, Mask* sets) const {
    const Level& level = levels_[round];
    const auto after = std::upper_bound(
        level.configurations.begin(), level.configurations.end(), index,
        [](std::uint64_t wanted, const Configuration& each) { return wanted < each.offset; });
    const Configuration& found = *std::prev(after);
    std::fill(sets, sets + round + 1, Mask{0});
    std::uint64_t rest = index - found.offset;
    std::uint64_t rank = 0;  // of the numbers of the suits that are alike and still to come
    for (int suit = 0; suit < kSuits; ++suit) {
        const int alike = found.alike[suit];
        if (suit == 0 || found.shape[suit] != found.shape[suit - 1]) {
            const std::uint64_t ranks = multisets_below(found.shape_size[suit], alike);
            rank = rest % ranks;
            rest /= ranks;
        }
        std::uint64_t low = 0;  // the largest number whose term is not above the rank
        std::uint64_t high = found.shape_size[suit];
        while (high - low > 1) {
            const std::uint64_t middle = low + (high - low) / 2;
            (multisets_below(middle, alike) <= rank ? low : high) = middle;
        }
        rank -= multisets_below(low, alike);
        std::uint32_t used = 0;
        int left = kRanks;
        for (int r = 0; r <= round; ++r) {
            const int count = found.shape[suit] / strides_[r] % (rounds_[r] + 1);
            const std::uint32_t ways = kChoose[left][count];
            std::uint32_t set =
                spread_around(set_of_rank(static_cast<std::uint32_t>(low % ways), count), used);
            low /= ways;
            left -= count;
            used |= set;
            for (; set; set &= set - 1) {
                sets[r] |= card_bit(std::countr_zero(set) * kSuits + suit);
            }
        }
    }
}

void HandIndex::index_holes(int round, const Mask* board_sets, std::int64_t* out) const {
    const Level& level = levels_[round];
    const int rounds = round + 1;
    SuitRanks ranks[kMaxRounds];
    Mask board = 0;
    for (int r = 1; r <= round; ++r) {
        ranks[r] = suit_ranks_of(board_sets[r - 1]);
        board |= board_sets[r - 1];
    }
    // Keys of a suit with none, one or two of its ranks in the hand. Keys of cards of the board are
    // never read.
    SuitKey none[kSuits];
    SuitKey one[kCards];
    SuitKey two[kSuits][kRanks * (kRanks - 1) / 2];
    for (int suit = 0; suit < kSuits; ++suit) {
        const auto key_with = [&](std::uint64_t hand) {
            ranks[0] = hand << (kSuitBits * suit);
            return suit_key(rounds, ranks, suit);
        };
        none[suit] = key_with(0);
        for (int high = 0; high < kRanks; ++high) {
            if (board & card_bit(high * kSuits + suit)) continue;
            one[high * kSuits + suit] = key_with(1u << high);
            for (int low = 0; low < high; ++low) {
                if (board & card_bit(low * kSuits + suit)) continue;
                two[suit][high * (high - 1) / 2 + low] = key_with(1u << high | 1u << low);
            }
        }
    }
    int hand = 0;
    for (int b = 1; b < kCards; ++b) {
        for (int a = 0; a < b; ++a, ++hand) {
            if ((card_bit(a) | card_bit(b)) & board) {
                out[hand] = -1;
                continue;
            }
            SuitKey keys[kSuits] = {none[0], none[1], none[2], none[3]};
            if (a % kSuits == b % kSuits) {
                const int high = b / kSuits;
                keys[b % kSuits] = two[b % kSuits][high * (high - 1) / 2 + a / kSuits];
            } else {
                keys[a % kSuits] = one[a];
                keys[b % kSuits] = one[b];
            }
            out[hand] =
                static_cast<std::int64_t>(index_of(level, keys[0], keys[1], keys[2], keys[3]));
        }
    }
}

std::int64_t HandIndex::index_card_rows(int round, const std::uint8_t* cards, std::int64_t rows,
                                        std::int64_t* out) const {
    const int width = levels_[round].cards;
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::uint8_t* card = cards + row * width;
        SuitRanks sets[kMaxRounds];
        SuitRanks all = 0;
        for (int r = 0; r <= round; ++r) {
            sets[r] = 0;
            for (int i = 0; i < rounds_[r]; ++i) sets[r] |= kSuitRankBits[*card++];
            all |= sets[r];
        }
        if (std::popcount(all) != width) return row;
        out[row] = static_cast<std::int64_t>(index_of(round, sets));
    }
    return rows;
}

std::int64_t HandIndex::index_cards(int round, const std::uint8_t* cards, std::int64_t rows,
                                    int threads, std::int64_t* out) const {
    const int width = levels_[round].cards;
    return in_row_blocks(rows, threads, [&](std::int64_t begin, std::int64_t end) {
        return begin + index_card_rows(round, cards + begin * width, end - begin, out + begin);
    });
}

bool HandIndex::is_deal(int first, int last, const Mask* sets) const {
    Mask all = 0;
    int expected = 0;
    bool has_counts = true;
    for (int r = first; r <= last; ++r) {
        all |= *sets;
        expected += rounds_[r];
        has_counts &= count_cards(*sets++) == rounds_[r];
    }
    return has_counts && all <= kAllCards && count_cards(all) == expected;
}

std::int64_t HandIndex::index_masks(int round, const Mask* sets, std::int64_t rows, int threads,
                                    std::int64_t* out) const {
    return in_row_blocks(rows, threads, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const Mask* deal = sets + row * (round + 1);
            if (!is_deal(0, round, deal)) return row;
            out[row] = static_cast<std::int64_t>(index(round, deal));
        }
        return end;
    });
}

std::int64_t HandIndex::index_hole_rows(int round, const Mask* boards, std::int64_t rows,
                                        int threads, std::int64_t* out) const {
    return in_row_blocks(
        rows, threads,
        [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                const Mask* board = boards + row * round;
                if (!is_deal(1, round, board)) return row;
                index_holes(round, board, out + row * kHoleHands);
            }
            return end;
        },
        kIndexBlock);
}

std::int64_t HandIndex::unindex_cards(int round, const std::int64_t* indices, std::int64_t rows,
                                      int threads, std::uint8_t* cards) const {
    const Level& level = levels_[round];
    return in_row_blocks(rows, threads, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row) {
            const auto index = static_cast<std::uint64_t>(indices[row]);
            if (index >= level.size) return row;
            Mask sets[kMaxRounds];
            unindex(round, index, sets);
            std::uint8_t* card = cards + row * level.cards;
            for (int r = 0; r <= round; ++r) {
                while (sets[r]) *card++ = static_cast<std::uint8_t>(pop_card(sets[r]));
            }
        }
        return end;
    });
}

}  // namespace fifthstreet
