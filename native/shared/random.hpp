// xoshiro256++ (Blackman & Vigna 2019), seeded through SplitMix64.
#pragma once

#include <bit>
#include <cstdint>

namespace fifthstreet {

inline std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9E37'79B9'7F4A'7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBULL;
    return z ^ (z >> 31);
}

class Random {
  public:
    // Streams of the same seed are independent of each other for all practical purposes.
    Random(std::uint64_t seed, std::uint64_t stream) {
        std::uint64_t mixed = seed;
        std::uint64_t state = split_mix(mixed) + stream * 0xD134'2543'DE82'EF95ULL;
        for (auto& word : state_) word = split_mix(state);
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // 0 .. bound - 1 from the upper 32 bits. The bias, bound / 2^32, is far too small to show in
    // any sample of practical size.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

    // [0, 1) with 53 bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  private:
    std::uint64_t state_[4];
};

}  // namespace fifthstreet
