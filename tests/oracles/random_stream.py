"""The native core's random numbers, in plain Python."""

MASK = (1 << 64) - 1


def split_mix(state: int) -> tuple[int, int]:
    state = (state + 0x9E3779B97F4A7C15) & MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return state, z ^ (z >> 31)


def rotate(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & MASK


class Stream:
    """xoshiro256++ (Blackman & Vigna 2019), seeded through SplitMix64."""

    def __init__(self, seed: int, stream: int) -> None:
        state = (split_mix(seed)[1] + stream * 0xD1342543DE82EF95) & MASK
        self.words = []
        for _ in range(4):
            state, word = split_mix(state)
            self.words.append(word)

    def next(self) -> int:
        a, b, c, d = self.words
        result = (rotate((a + d) & MASK, 23) + a) & MASK
        shifted = (b << 17) & MASK
        c ^= a
        d ^= b
        self.words = [a ^ d, b ^ c, c ^ shifted, rotate(d, 45)]
        return result

    def uniform(self) -> float:
        return float((self.next() >> 11) * 2.0**-53)

    def below(self, bound: int) -> int:
        return ((self.next() >> 32) * bound) >> 32
