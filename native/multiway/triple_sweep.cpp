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

// The reach of hands without those that share a card with a hand.
struct WithoutHand {
    const float* at;
    const float* first;
    const float* second;
    float at_first, at_second, same;
    float total;

    WithoutHand(const CardSums& sums, const std::uint8_t* cards)
        : at(sums.at),
          first(sums.with[cards[0]]),
          second(sums.with[cards[1]]),
          at_first(sums.at[cards[0]]),
          at_second(sums.at[cards[1]]),
          same(sums.with[cards[0]][cards[1]]),
          total(sums.total - at_first - at_second + same) {}
    // By card. At the hand's own two cards it is not 0, which `rest` corrects.
    Lanes operator[](int i) const { return load(at + i) - load(first + i) - load(second + i); }
};

// The part of a product that is not summed over all cards. The last term is the pair of the player's
// own hand, which `SameSums::without` subtracts twice.
float rest(const WithoutHand& x, const WithoutHand& y) {
    return x.total * y.total + (x.at_first - x.same) * (y.at_first - y.same) +
           (x.at_second - x.same) * (y.at_second - y.same) + x.same * y.same;
}

// Collects what hands win: a number for each, less the sum of a vector over its lanes. The sums of as
// many hands as there are lanes are computed together.
class Winnings {
  public:
    Winnings(Lanes* by_card, float* out) : by_card_(by_card), out_(out) {}

    void add(float rest, Lanes by_card) {
        rest_[held_] = rest;
        by_card_[held_] = by_card;
        if (++held_ == kLanes) flush();
    }
    void flush() {
        transpose(by_card_);
        Lanes sums = by_card_[0];
        for (int i = 1; i < kLanes; ++i) sums += by_card_[i];
        for (int i = 0; i < held_; ++i) *out_++ = rest_[i] - sums[i];
        held_ = 0;
    }

  private:
    Lanes* by_card_;
    float* out_;
    float rest_[kLanes];
    int held_ = 0;
};

// A walk over an opponent's hands in order of strength, behind the player's own.
struct Walk {
    const RankedHands& hands;
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
    Winnings winnings;

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
    void against_one() {
        const RankedHands& first = *opponents.first;
        const RankedHands& second = *opponents.second;
        CardSums& won = sums[0];  // of the first opponent's hands, times what the player wins
        CardSums& bystander = sums[1];
        won.clear();
        bystander.clear();
        SameSums same_won;
        for (int i = 0; i < first.count(); ++i) {
            const float reach = payoff.all * first_reach[i];
            won.add(cards(first, i), reach, reach);
            same_won.add(cards(first, i), payoff.all * same(i));
        }
        for (int i = 0; i < second.count(); ++i) {
            bystander.add(cards(second, i), second_reach[i], second_reach[i]);
        }
        const float half = payoff.first / 2;
        const auto raise_to = [&](float factor) {
            return [&, factor](int i) {
                won.add(cards(first, i), half * first_reach[i], factor * first_reach[i]);
                same_won.add(cards(first, i), half * same(i));
            };
        };
        // Two walks raise each hand: when it becomes equal, and when it becomes weaker.
        const auto to_equal = raise_to(payoff.all + half);
        const auto to_weaker = raise_to(payoff.all + 2 * half);
        Walk weaker{first}, equal{first};
        for (int i = 0; i < hands.count(); ++i) {
            if (half != 0) {
                equal.to<true>(hands.strength[i], to_equal);
                weaker.to<false>(hands.strength[i], to_weaker);
            }
            const WithoutHand x(won, cards(i)), y(bystander, cards(i));
            Lanes by_card{};
            for (int lane = 0; lane < kCardLanes; lane += kLanes) by_card += x[lane] * y[lane];
            winnings.add(rest(x, y) + same_won.without(cards(i)), by_card);
        }
        winnings.flush();
    }

    // Both opponents contest pots. With u and v the reach of the first and second opponent's hands,
    // twice if weaker and once if equal, e and f the reach of equal hands only, x and y of all hands,
    // the share of a pot that all contest is u v / 4 + e f / 12, and against one of them u y / 2.
    void against_both() {
        const RankedHands& first = *opponents.first;
        const RankedHands& second = *opponents.second;
        CardSums& beaten = sums[0];  // u
        CardSums& beaten_factor = sums[1];
        CardSums& any = sums[2];  // x
        CardSums& any_factor = sums[3];
        for (int i = 0; i < 4; ++i) sums[i].clear();
        const float quarter = payoff.both / 4;
        const float half_first = payoff.first / 2, half_second = payoff.second / 2;
        SameSums same_won;
        for (int i = 0; i < first.count(); ++i) {
            any.add(cards(first, i), first_reach[i], first_reach[i]);
            same_won.add(cards(first, i), payoff.all * same(i));
        }
        for (int i = 0; i < second.count(); ++i) {
            const float y = second_reach[i];
            any_factor.add(cards(second, i), payoff.all * y, payoff.all * y);
            beaten_factor.add(cards(second, i), half_first * y, half_first * y);
        }
        const float when_equal = payoff.both / 3 + half_first + half_second;
        const float when_weaker = payoff.both + payoff.first + payoff.second - when_equal;
        const auto raise_first = [&](float times, float won) {
            return [&, times, won](int i) {
                beaten.add(cards(first, i), first_reach[i], times * first_reach[i]);
                same_won.add(cards(first, i), won * same(i));
            };
        };
        const auto raise_second = [&](float times) {
            return [&, times](int i) {
                const std::uint8_t* held = cards(second, i);
                const float y = second_reach[i];
                beaten_factor.add(held, quarter * y, (half_first + times * quarter) * y);
                if (half_second == 0) return;
                any_factor.add(held, half_second * y, (payoff.all + times * half_second) * y);
            };
        };
        const auto first_to_equal = raise_first(1, when_equal);
        const auto first_to_weaker = raise_first(2, when_weaker);
        const auto second_to_equal = raise_second(1), second_to_weaker = raise_second(2);
        Walk weaker{first}, equal{first}, second_weaker{second}, second_equal{second};
        for (int i = 0; i < hands.count();) {
            const int strength = hands.strength[i];
            // Hands between two strengths of the player become equal and weaker at once.
            equal.to<false>(strength, first_to_equal);
            weaker.to<false>(strength, first_to_weaker);
            second_equal.to<false>(strength, second_to_equal);
            second_weaker.to<false>(strength, second_to_weaker);
            const Ties ties{*this, equal.next, second_equal.next};
            equal.to<true>(strength, first_to_equal);
            second_equal.to<true>(strength, second_to_equal);
            const bool has_ties = ties.fill(equal.next, second_equal.next, payoff.both / 12);
            for (; i < hands.count() && hands.strength[i] == strength; ++i) {
                const WithoutHand x(beaten, cards(i)), y(beaten_factor, cards(i));
                const WithoutHand z(any, cards(i)), w(any_factor, cards(i));
                Lanes by_card{};
                for (int lane = 0; lane < kCardLanes; lane += kLanes) {
                    by_card += x[lane] * y[lane] + z[lane] * w[lane];
                }
                float won = rest(x, y) + rest(z, w) + same_won.without(cards(i));
                if (has_ties) {
                    const WithoutHand e(ties.first(), cards(i)), f(ties.second(), cards(i));
                    for (int lane = 0; lane < kCardLanes; lane += kLanes) {
                        by_card += e[lane] * f[lane];
                    }
                    won += rest(e, f);
                }
                winnings.add(won, by_card);
            }
            if (has_ties) ties.clear(equal.next, second_equal.next);
        }
        winnings.flush();
    }

    // Both opponents' hands that tie with the player's; their sums are zero between two strengths.
    struct Ties {
        const Sweep& sweep;
        int first_begin;
        int second_begin;

        CardSums& first() const { return sweep.sums[4]; }
        CardSums& second() const { return sweep.sums[5]; }
        // Returns whether both opponents have such hands.
        bool fill(int first_end, int second_end, float factor) const {
            if (first_end == first_begin || second_end == second_begin || factor == 0) return false;
            for (int i = first_begin; i < first_end; ++i) {
                const float reach = sweep.first_reach[i];
                first().add(cards(*sweep.opponents.first, i), reach, reach);
            }
            for (int i = second_begin; i < second_end; ++i) {
                const float reach = factor * sweep.second_reach[i];
                second().add(cards(*sweep.opponents.second, i), reach, reach);
            }
            return true;
        }
        void clear(int first_end, int second_end) const {
            for (int i = first_begin; i < first_end; ++i) {
                first().clear(cards(*sweep.opponents.first, i));
            }
            for (int i = second_begin; i < second_end; ++i) {
                second().clear(cards(*sweep.opponents.second, i));
            }
        }
    };
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

TripleScratch::TripleScratch() {
    for (CardSums& each : sums) each.clear();
}

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
    Sweep sweep{hands,
                opponents,
                payoff,
                first_reach,
                second_reach,
                scratch.sums,
                Winnings(scratch.by_card, out)};
    if (payoff.both == 0 && payoff.second == 0) {
        sweep.against_one();
    } else {
        sweep.against_both();
    }
}

}  // namespace fifthstreet
