#include "multiway/triple_sweep.hpp"

#include <algorithm>
#include <cstring>

#include "shared/checks.hpp"

namespace fifthstreet {

namespace {

// Sums of products of the reach of the same hand of both opponents, in total and by card.
struct SameSums {
    float total = 0;
    float at[kCardLanes] = {};

    void add(const std::uint8_t* cards, float product) {
        total += product;
        at[cards[0]] += product;
        at[cards[1]] += product;
    }
    float without(const std::uint8_t* cards) const { return total - at[cards[0]] - at[cards[1]]; }
};

// A vector of the reach by card of hands without two cards.
struct WithoutHand {
    const float* at;
    const float* first;
    const float* second;

    WithoutHand(const CardSums& sums, const std::uint8_t* cards)
        : at(sums.at), first(sums.with[cards[0]]), second(sums.with[cards[1]]) {}
    Lanes operator[](int i) const { return load(at + i) - load(first + i) - load(second + i); }
};

float sum_of(Lanes value) {
    float sum = 0;
    for (int lane = 0; lane < kLanes; ++lane) sum += value[lane];
    return sum;
}

// The sum of the products of two sums' reach over pairs of disjoint hands without two cards, except
// that pairs of the same hand are still missing, and the hand of the two cards counts three times.
float product(const CardSums& x, const CardSums& y, const std::uint8_t* cards) {
    const WithoutHand first(x, cards), second(y, cards);
    Lanes by_card{};
    for (int i = 0; i < kCardLanes; i += kLanes) by_card += first[i] * second[i];
    return x.without(cards) * y.without(cards) - sum_of(by_card);
}

// The same for the sum of two products.
float products(const CardSums& x, const CardSums& y, const CardSums& z, const CardSums& w,
               const std::uint8_t* cards) {
    const WithoutHand a(x, cards), b(y, cards), c(z, cards), d(w, cards);
    Lanes by_card{};
    for (int i = 0; i < kCardLanes; i += kLanes) by_card += a[i] * b[i] + c[i] * d[i];
    return x.without(cards) * y.without(cards) + z.without(cards) * w.without(cards) -
           sum_of(by_card);
}

// A walk over an opponent's hands in order of strength, behind the player's own.
struct Walk {
    const RankedHands& hands;
    const float* reach;
    int next = 0;

    // Calls visit(hand) for the hands that follow, up to a strength; equal ones included or not.
    template <bool Equal, class Visit>
    void to(int strength, const Visit& visit) {
        const int count = hands.count();
        while (next < count &&
               (Equal ? hands.strength[next] <= strength : hands.strength[next] < strength)) {
            visit(next++);
        }
    }
};

struct Sweep {
    const RankedHands& hands;
    const Opponents& opponents;
    const TriplePayoff& payoff;
    const float* first_reach;
    const float* second_reach;
    CardSums* sums;
    float* out;

    const std::uint8_t* cards(int hand) const { return hands.cards.data() + 2 * hand; }
    static const std::uint8_t* cards(const RankedHands& of, int hand) {
        return of.cards.data() + 2 * hand;
    }
    // The product of the reach of a hand of the first opponent and the same hand of the second.
    float same(int hand) const {
        const int other = opponents.same[hand];
        if (other == opponents.second->count()) return 0.0f;
        return first_reach[hand] * second_reach[other];
    }

    // Only the first opponent contests a pot, or no one does.
    void against_one() const {
        const RankedHands& first = *opponents.first;
        const RankedHands& second = *opponents.second;
        CardSums& won = sums[0];  // of the first opponent's hands, times what the player wins
        CardSums& bystander = sums[1];
        won.clear();
        bystander.clear();
        SameSums same_won;
        for (int i = 0; i < first.count(); ++i) {
            won.add(cards(first, i), payoff.all * first_reach[i]);
            same_won.add(cards(first, i), payoff.all * same(i));
        }
        for (int i = 0; i < second.count(); ++i) bystander.add(cards(second, i), second_reach[i]);
        const float half = payoff.first / 2;
        const auto raise = [&](int i) {
            won.add(cards(first, i), half * first_reach[i]);
            same_won.add(cards(first, i), half * same(i));
        };
        // Two walks raise each hand: when it becomes equal, and when it becomes weaker.
        Walk weaker{first, first_reach}, equal{first, first_reach};
        for (int i = 0; i < hands.count(); ++i) {
            if (half != 0) {
                weaker.to<false>(hands.strength[i], raise);
                equal.to<true>(hands.strength[i], raise);
            }
            const std::uint8_t* own = cards(i);
            const float twice = won.with[own[0]][own[1]] * bystander.with[own[0]][own[1]];
            out[i] = product(won, bystander, own) + same_won.without(own) + 3 * twice;
        }
    }

    // Both opponents contest pots. With u and v the reach of the first and second opponent's hands,
    // twice if weaker and once if equal, e and f the reach of equal hands only, x and y of all hands,
    // the share of a pot that all contest is u v / 4 + e f / 12, and against one of them u y / 2.
    void against_both() const {
        const RankedHands& first = *opponents.first;
        const RankedHands& second = *opponents.second;
        enum { kBeaten, kBeatenFactor, kAny, kAnyFactor, kEqual, kEqualFactor };
        for (int i = 0; i < 6; ++i) sums[i].clear();
        const float quarter = payoff.both / 4, twelfth = payoff.both / 12;
        const float half_first = payoff.first / 2, half_second = payoff.second / 2;
        SameSums same_won;
        for (int i = 0; i < first.count(); ++i) {
            sums[kAny].add(cards(first, i), first_reach[i]);
            same_won.add(cards(first, i), payoff.all * same(i));
        }
        for (int i = 0; i < second.count(); ++i) {
            sums[kAnyFactor].add(cards(second, i), payoff.all * second_reach[i]);
            sums[kBeatenFactor].add(cards(second, i), half_first * second_reach[i]);
        }
        const float when_equal = payoff.both / 3 + half_first + half_second;
        const float when_weaker = payoff.both + payoff.first + payoff.second - when_equal;
        const auto raise_second = [&](int i) {
            const std::uint8_t* held = cards(second, i);
            sums[kBeatenFactor].add(held, quarter * second_reach[i]);
            if (half_second != 0) sums[kAnyFactor].add(held, half_second * second_reach[i]);
        };
        const auto first_is_weaker = [&](int i) {
            sums[kBeaten].add(cards(first, i), first_reach[i]);
            same_won.add(cards(first, i), when_weaker * same(i));
        };
        const auto first_is_equal = [&](int i) {
            sums[kBeaten].add(cards(first, i), first_reach[i]);
            same_won.add(cards(first, i), when_equal * same(i));
        };
        Walk weaker{first, first_reach}, equal{first, first_reach};
        Walk second_weaker{second, second_reach}, second_equal{second, second_reach};
        for (int i = 0; i < hands.count();) {
            const int strength = hands.strength[i];
            weaker.to<false>(strength, first_is_weaker);
            // Hands between the player's strengths are never equal.
            equal.to<false>(strength, first_is_equal);
            second_weaker.to<false>(strength, raise_second);
            second_equal.to<false>(strength, raise_second);
            const int first_start = equal.next, second_start = second_equal.next;
            equal.to<true>(strength, first_is_equal);
            second_equal.to<true>(strength, raise_second);
            const bool any_equal =
                equal.next > first_start && second_equal.next > second_start && twelfth != 0;
            if (any_equal) {
                add_equal(first, first_start, equal.next, first_reach, 1.0f, sums[kEqual]);
                add_equal(second, second_start, second_equal.next, second_reach, twelfth,
                          sums[kEqualFactor]);
            }
            for (; i < hands.count() && hands.strength[i] == strength; ++i) {
                const std::uint8_t* own = cards(i);
                float won =
                    products(sums[kBeaten], sums[kBeatenFactor], sums[kAny], sums[kAnyFactor], own);
                float twice = of_hand(kBeaten, own) * of_hand(kBeatenFactor, own) +
                              of_hand(kAny, own) * of_hand(kAnyFactor, own);
                if (any_equal) {
                    won += product(sums[kEqual], sums[kEqualFactor], own);
                    twice += of_hand(kEqual, own) * of_hand(kEqualFactor, own);
                }
                out[i] = won + same_won.without(own) + 3 * twice;
            }
            if (any_equal) {
                for (int k = first_start; k < equal.next; ++k) {
                    sums[kEqual].clear(cards(first, k));
                }
                for (int k = second_start; k < second_equal.next; ++k) {
                    sums[kEqualFactor].clear(cards(second, k));
                }
            }
        }
    }

    float of_hand(int sum, const std::uint8_t* own) const { return sums[sum].with[own[0]][own[1]]; }

    static void add_equal(const RankedHands& of, int begin, int end, const float* reach,
                          float factor, CardSums& sums) {
        for (int i = begin; i < end; ++i) sums.add(cards(of, i), factor * reach[i]);
    }
};

}  // namespace

void RankedHands::check() const {
    require(count() > 0, "each player must have hands");
    require(cards.size() == 2 * strength.size(), "each hand must have two cards");
    require(are_within(cards, 0, kTripleCards - 1), "cards must be below 47");
    require(std::is_sorted(strength.begin(), strength.end()), "hands must be in order of strength");
    std::vector<bool> seen(kTripleCards * kTripleCards);
    for (int i = 0; i < count(); ++i) {
        const auto [a, b] = std::minmax(cards[2 * i], cards[2 * i + 1]);
        require(a != b && !seen[a * kTripleCards + b], "hands must be two cards, each hand once");
        seen[a * kTripleCards + b] = true;
    }
}

void CardSums::clear() { std::memset(this, 0, sizeof *this); }

Opponents opponents_of(const RankedHands& first, const RankedHands& second) {
    std::vector<std::uint16_t> place(kTripleCards * kTripleCards,
                                     static_cast<std::uint16_t>(second.count()));
    const auto at = [&](const RankedHands& hands, int i) -> std::uint16_t& {
        const int a = hands.cards[2 * i], b = hands.cards[2 * i + 1];
        return place[a < b ? a * kTripleCards + b : b * kTripleCards + a];
    };
    for (int i = 0; i < second.count(); ++i) at(second, i) = static_cast<std::uint16_t>(i);
    Opponents opponents{&first, &second, {}};
    for (int i = 0; i < first.count(); ++i) opponents.same.push_back(at(first, i));
    return opponents;
}

void sweep_triples(const RankedHands& hands, const Opponents& opponents, const TriplePayoff& payoff,
                   const float* first_reach, const float* second_reach, TripleScratch& scratch,
                   float* out) {
    const Sweep sweep{hands, opponents, payoff, first_reach, second_reach, scratch.sums, out};
    if (payoff.both == 0 && payoff.second == 0) {
        sweep.against_one();
    } else {
        sweep.against_both();
    }
}

}  // namespace fifthstreet
