// Sums of card keys, and a perfect hash from such a sum to a table slot.
//
// A card's key is one 64-bit number; the key of a hand is the sum of its cards' keys, so hands
// and boards combine by adding. The fields of a key:
//
//   bits  0..31  5^rank: the sum reads as the count of each rank in base 5
//   bits 32..47  one 4-bit counter per suit, to detect flushes
//   bits 56..63  number of invalid cards, so that validating a batch costs nothing extra
//
// Seven cards have 49,205 different rank sums. A perfect hash (hash and displace, Belazzougui,
// Botelho & Dietzfelbinger 2009) maps them to 2^16 slots with one small table of displacements,
// which stays in the first-level cache.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/cards.hpp"

namespace fifthstreet {

using Key = std::uint64_t;

inline constexpr int kMaxTableCards = 7;  // larger hands are evaluated through their subsets
inline constexpr int kSuitShift = 32;
inline constexpr Key kInvalidCard = Key{1} << 56;

inline constexpr std::array<std::uint32_t, kRanks> kRankKeys = [] {
    std::array<std::uint32_t, kRanks> keys{};
    std::uint32_t power = 1;
    for (auto& key : keys) {
        key = power;
        power *= 5;
    }
    return keys;
}();

// Indexed by any byte, so that a batch may look keys up first and validate cards afterwards.
inline constexpr std::array<Key, 256> kCardKeys = [] {
    std::array<Key, 256> keys{};
    for (int byte = 0; byte < 256; ++byte) {
        keys[byte] = byte < kCards
                         ? kRankKeys[byte / kSuits] + (Key{1} << (kSuitShift + 4 * (byte % kSuits)))
                         : kInvalidCard;
    }
    return keys;
}();

inline std::uint32_t rank_part(Key key) { return static_cast<std::uint32_t>(key); }

// Keys of the bytes of a mask: seven independent lookups are faster than a loop over the set bits.
inline constexpr auto kByteKeys = [] {
    std::array<std::array<Key, 256>, 7> keys{};
    for (int byte = 0; byte < 7; ++byte) {
        for (int bits = 1; bits < 256; ++bits) {
            const int lowest = std::countr_zero(static_cast<unsigned>(bits));
            const int card = byte * 8 + lowest;
            keys[byte][bits] = keys[byte][bits & (bits - 1)] + kCardKeys[card];
        }
    }
    return keys;
}();

inline Key key_of(Mask cards) {
    Key key = 0;
    for (int byte = 0; byte < 7; ++byte) key += kByteKeys[byte][cards >> (8 * byte) & 0xFF];
    return key;
}

// Perfect hash of a set of rank sums into 2^kSlotBits slots.
template <int kSlotBits, int kBucketBits>
class PerfectHash {
  public:
    static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;

    explicit PerfectHash(const std::vector<std::uint32_t>& keys);

    // The data that a lookup needs, small enough to stay in registers throughout a loop.
    struct View {
        std::uint64_t multiplier;
        const std::uint16_t* displacements;

        std::size_t slot(std::uint32_t key) const {
            const std::uint64_t hash = key * multiplier;
            return position(hash) ^ displacements[bucket(hash)];
        }
    };
    View view() const { return {multiplier_, displacements_.data()}; }

    std::size_t slot(std::uint32_t key) const { return view().slot(key); }

  private:
    static std::size_t bucket(std::uint64_t hash) { return hash >> (64 - kBucketBits); }
    static std::size_t position(std::uint64_t hash) {
        return (hash >> (64 - kBucketBits - kSlotBits)) & (kSlots - 1);
    }
    bool place(const std::vector<std::uint32_t>& keys);

    std::uint64_t multiplier_ = 0x9E37'79B9'7F4A'7C15ULL;  // 2^64 / golden ratio
    std::array<std::uint16_t, std::size_t{1} << kBucketBits> displacements_{};
};

// Rank sums of 1 to 6 cards and of 7 cards have separate hashes, so that random seven-card
// hands use only their own table.
using SmallHash = PerfectHash<15, 12>;
using SevenHash = PerfectHash<16, 13>;

struct RankHashes {
    SmallHash small;
    SevenHash seven;
};

// Rank sums of exactly `cards` cards, in ascending order.
const std::vector<std::uint32_t>& rank_sums(int cards);

const RankHashes& rank_hashes();

}  // namespace fifthstreet
