// A range solver the plain way, as the fastest open one is known to work: the baseline that the
// package's own solver is measured against.
//
// One recursion over the game for each player in turn. Rows are [action][hand] of float32, a hand
// being any of the player's range at the root, and lie in one arena for regrets and one for
// averages. Each fold and each showdown is valued by itself: a showdown takes one sweep up and one
// sweep down both players' hands in order of strength, with the reach met so far kept in all and
// per card. Loops over hands are plain and left to the compiler's vectoriser.
//
// Factors of the schedule come from the caller. Averages are not weighted by reach.
#include <algorithm>
#include <cstdint>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

constexpr int kCards = 52;
enum Kind : std::uint8_t { kAction, kExit, kFold, kShowdown };
enum Mode : int { kUpdate, kBestResponse, kAverage };

// A hand of a river board's list, which goes from the weakest to the strongest.
struct Ranked {
    std::uint16_t strength;
    std::uint16_t hand;
};

// Betting and runouts of a street, in arrays of the caller.
struct Street {
    std::int32_t nodes;
    std::int32_t runouts;
    std::int32_t rows[2];  // actions of each player's nodes, all together
    const std::uint8_t* kind;
    const std::int8_t* player;
    const std::int32_t* first_child;
    const std::uint8_t* n_children;
    const std::int32_t* row;         // of an action node: first row among its player's
    const std::int32_t* next_root;   // of an exit: node of the next street
    const float* amount[2];          // [nodes] of an end, for each player: chips of a win
    const std::int32_t* first_runout;  // [runouts before + 1]
    const std::int8_t* card;           // [runouts]
    const std::int32_t* member_start;  // [runouts + 1]
    const std::int32_t* member_perm;   // [members] number of a permutation of hands
    float chance;                      // probability of each deal
    std::int32_t width;                // places of a list, on the river
    const std::int32_t* count[2];      // [runouts]
    const Ranked* ranked[2];           // [runouts][width]
};

// One player's hands.
struct Seat {
    std::int32_t hands;
    const std::uint8_t* cards;   // [hands][2]
    const std::int32_t* same;    // [hands] the opponent's hand of the same cards, or -1
    const float* weights;        // [hands]
    const float* free_of;        // [52][hands] 0 where the hand holds the card, else 1
    const std::uint16_t* perms;  // [permutations][hands]; the first changes nothing
};

// Products of small probabilities would become denormal numbers, slow and worth nothing.
struct FlushDenormals {
#if defined(__x86_64__)
    unsigned saved = _mm_getcsr();
    FlushDenormals() { _mm_setcsr(saved | 0x8040); }
    ~FlushDenormals() { _mm_setcsr(saved); }
#endif
};

// Regret matching: strategy[a][i] in proportion to what is positive of weights[a][i].
void match(const float* __restrict weights, int actions, int hands, float* __restrict strategy,
           float* __restrict sum) {
    std::fill_n(sum, hands, 0.0f);
    for (int a = 0; a < actions; ++a) {
        const float* __restrict from = weights + static_cast<std::int64_t>(a) * hands;
        float* __restrict to = strategy + static_cast<std::int64_t>(a) * hands;
        for (int i = 0; i < hands; ++i) {
            to[i] = from[i] > 0 ? from[i] : 0.0f;
            sum[i] += to[i];
        }
    }
    const float uniform = 1.0f / static_cast<float>(actions);
    for (int a = 0; a < actions; ++a) {
        float* __restrict to = strategy + static_cast<std::int64_t>(a) * hands;
        for (int i = 0; i < hands; ++i) {
            const float share = to[i] / sum[i];
            to[i] = sum[i] > 0 ? share : uniform;
        }
    }
}

class Solver {
  public:
    Solver(const Street* streets, int count, const Seat* seats)
        : streets_(streets, streets + count), seats_{seats[0], seats[1]} {
        for (int p = 0; p < 2; ++p) {
            std::int64_t size = 0;
            for (const Street& street : streets_) {
                first_[p].push_back(size);
                const auto rows = static_cast<std::int64_t>(street.rows[p]) * street.runouts;
                size += rows * seats_[p].hands;
            }
            regrets_[p].resize(size);
            averages_[p].resize(size);
        }
        widest_ = std::max(seats_[0].hands, seats_[1].hands);
        scratch_.resize((1 + rows_at(0, 0)) * widest_);
    }

    // Iterations from `first` on, the first ever being 1.
    void iterate(int first, int count, const float* positive, const float* negative,
                 const float* keep) {
        const FlushDenormals fast;
        for (int t = first; t < first + count; ++t) {
            positive_ = positive[t];
            negative_ = negative[t];
            keep_ = keep[t - 1];  // as many updates has the strategy had that is added
            for (int player = 0; player < 2; ++player) pass(player, kUpdate);
        }
    }

    void evaluate(int player, Mode mode, float* out) {
        const FlushDenormals fast;
        std::copy_n(pass(player, mode), seats_[player].hands, out);
    }

    const float* regrets(int player) const { return regrets_[player].data(); }

  private:
    // Rows that a node and the deepest line below it have in use at the same time.
    std::size_t rows_at(int s, int node) const {
        const Street& street = streets_[s];
        if (street.kind[node] == kExit) return 2 + rows_at(s + 1, street.next_root[node]);
        if (street.kind[node] != kAction) return 0;
        std::size_t below = 0;
        for (int a = 0; a < street.n_children[node]; ++a) {
            below = std::max(below, rows_at(s, street.first_child[node] + a));
        }
        return 2 * static_cast<std::size_t>(street.n_children[node]) + 1 + below;
    }

    float* take(std::size_t rows) {
        float* taken = scratch_.data() + used_;
        used_ += rows * widest_;
        return taken;
    }
    void give_back(std::size_t rows) { used_ -= rows * widest_; }

    const float* pass(int player, Mode mode) {
        me_ = player;
        opponent_ = 1 - player;
        mode_ = mode;
        used_ = 0;
        float* out = take(1);
        play(0, 0, 0, seats_[opponent_].weights, out);
        return out;
    }

    void play(int s, int runout, int node, const float* reach, float* out) {
        const Street& street = streets_[s];
        switch (street.kind[node]) {
            case kExit: return deal(s, runout, node, reach, out);
            case kFold: return fold(street.amount[me_][node], reach, out);
            case kShowdown: return showdown(street, runout, street.amount[me_][node], reach, out);
        }
        if (street.player[node] == me_) return my_node(s, runout, node, reach, out);
        their_node(s, runout, node, reach, out);
    }

    std::int64_t address(int s, int runout, int node) const {
        const Street& street = streets_[s];
        const int p = street.player[node];
        const std::int64_t row =
            static_cast<std::int64_t>(runout) * street.rows[p] + street.row[node];
        return first_[p][s] + row * seats_[p].hands;
    }

    void my_node(int s, int runout, int node, const float* reach, float* __restrict out) {
        const Street& street = streets_[s];
        const int actions = street.n_children[node];
        const int hands = seats_[me_].hands;
        const std::size_t rows = 2 * static_cast<std::size_t>(actions) + 1;
        float* values = take(rows);
        for (int a = 0; a < actions; ++a) {
            play(s, runout, street.first_child[node] + a, reach, values + a * hands);
        }
        if (mode_ == kBestResponse) {
            std::copy_n(values, hands, out);
            for (int a = 1; a < actions; ++a) {
                const float* __restrict value = values + a * hands;
                for (int i = 0; i < hands; ++i) out[i] = value[i] > out[i] ? value[i] : out[i];
            }
            give_back(rows);
            return;
        }
        const std::int64_t at = address(s, runout, node);
        float* strategy = values + static_cast<std::size_t>(actions) * widest_;
        float* sum = strategy + static_cast<std::size_t>(actions) * widest_;
        match((mode_ == kUpdate ? regrets_ : averages_)[me_].data() + at, actions, hands, strategy,
              sum);
        std::fill_n(out, hands, 0.0f);
        for (int a = 0; a < actions; ++a) {
            const float* __restrict value = values + a * hands;
            const float* __restrict share = strategy + a * hands;
            for (int i = 0; i < hands; ++i) out[i] += share[i] * value[i];
        }
        if (mode_ == kUpdate) update(at, actions, values, strategy, out);
        give_back(rows);
    }

    void update(std::int64_t at, int actions, const float* values, const float* strategy,
                const float* __restrict mean) {
        const int hands = seats_[me_].hands;
        const float positive = positive_, negative = negative_, keep = keep_;
        for (int a = 0; a < actions; ++a) {
            float* __restrict regret = regrets_[me_].data() + at + a * hands;
            float* __restrict average = averages_[me_].data() + at + a * hands;
            const float* __restrict value = values + a * hands;
            const float* __restrict share = strategy + a * hands;
            for (int i = 0; i < hands; ++i) {
                const float factor = regret[i] > 0 ? positive : negative;
                regret[i] = regret[i] * factor + value[i] - mean[i];
                average[i] = average[i] * keep + share[i];
            }
        }
    }

    void their_node(int s, int runout, int node, const float* __restrict reach,
                    float* __restrict out) {
        const Street& street = streets_[s];
        const int actions = street.n_children[node];
        const int hands = seats_[opponent_].hands, mine = seats_[me_].hands;
        const std::size_t rows = static_cast<std::size_t>(actions) + 2;  // at most 2 * actions + 1
        float* strategy = take(rows);
        float* sum = strategy + static_cast<std::size_t>(actions) * widest_;
        float* __restrict value = sum + widest_;
        const std::int64_t at = address(s, runout, node);
        match((mode_ == kUpdate ? regrets_ : averages_)[opponent_].data() + at, actions, hands,
              strategy, sum);
        std::fill_n(out, mine, 0.0f);
        for (int a = 0; a < actions; ++a) {
            float* __restrict share = strategy + a * hands;
            for (int i = 0; i < hands; ++i) share[i] *= reach[i];
            play(s, runout, street.first_child[node] + a, share, value);
            for (int i = 0; i < mine; ++i) out[i] += value[i];
        }
        give_back(rows);
    }

    // All deals of a card, those that suits make the same only once.
    void deal(int s, int runout, int node, const float* __restrict reach, float* __restrict out) {
        const Street& next = streets_[s + 1];
        const Seat& seat = seats_[me_];
        const Seat& other = seats_[opponent_];
        float* __restrict dealt = take(2);
        float* __restrict value = dealt + widest_;
        std::fill_n(out, seat.hands, 0.0f);
        for (int r = next.first_runout[runout]; r < next.first_runout[runout + 1]; ++r) {
            const float* __restrict theirs = other.free_of + next.card[r] * other.hands;
            const float* __restrict mine = seat.free_of + next.card[r] * seat.hands;
            for (int i = 0; i < other.hands; ++i) dealt[i] = reach[i] * theirs[i] * next.chance;
            play(s + 1, r, streets_[s].next_root[node], dealt, value);
            for (int i = 0; i < seat.hands; ++i) value[i] *= mine[i];
            for (int m = next.member_start[r]; m < next.member_start[r + 1]; ++m) {
                if (next.member_perm[m] == 0) {
                    for (int i = 0; i < seat.hands; ++i) out[i] += value[i];
                    continue;
                }
                const std::uint16_t* __restrict from =
                    seat.perms + next.member_perm[m] * seat.hands;
                for (int i = 0; i < seat.hands; ++i) out[i] += value[from[i]];
            }
        }
        give_back(2);
    }

    // The opponent's reach that holds neither card of a hand: all, less what holds either. His own
    // pair of the same two cards is taken off twice.
    void fold(float amount, const float* reach, float* out) const {
        const Seat& seat = seats_[me_];
        const Seat& other = seats_[opponent_];
        float total = 0, per_card[kCards] = {};
        for (int i = 0; i < other.hands; ++i) {
            total += reach[i];
            per_card[other.cards[2 * i]] += reach[i];
            per_card[other.cards[2 * i + 1]] += reach[i];
        }
        for (int i = 0; i < seat.hands; ++i) {
            const float same = seat.same[i] < 0 ? 0.0f : reach[seat.same[i]];
            out[i] = amount * (total - per_card[seat.cards[2 * i]] -
                               per_card[seat.cards[2 * i + 1]] + same);
        }
    }

    void showdown(const Street& street, int runout, float amount, const float* reach,
                  float* out) const {
        const Seat& seat = seats_[me_];
        const Seat& other = seats_[opponent_];
        const std::int64_t list = static_cast<std::int64_t>(runout) * street.width;
        const Ranked* mine = street.ranked[me_] + list;
        const Ranked* theirs = street.ranked[opponent_] + list;
        const int hands = street.count[me_][runout], others = street.count[opponent_][runout];
        float total = 0, per_card[kCards] = {};
        const auto add = [&](int hand) {
            total += reach[hand];
            per_card[other.cards[2 * hand]] += reach[hand];
            per_card[other.cards[2 * hand + 1]] += reach[hand];
        };
        const auto met = [&](int hand) {
            return amount * (total - per_card[seat.cards[2 * hand]] -
                             per_card[seat.cards[2 * hand + 1]]);
        };
        std::fill_n(out, seat.hands, 0.0f);
        for (int i = 0, j = 0; i < hands; ++i) {
            for (; j < others && theirs[j].strength < mine[i].strength; ++j) add(theirs[j].hand);
            out[mine[i].hand] = met(mine[i].hand);
        }
        total = 0;
        std::fill_n(per_card, kCards, 0.0f);
        for (int i = hands - 1, j = others - 1; i >= 0; --i) {
            for (; j >= 0 && theirs[j].strength > mine[i].strength; --j) add(theirs[j].hand);
            out[mine[i].hand] -= met(mine[i].hand);
        }
    }

    std::vector<Street> streets_;
    Seat seats_[2];
    std::vector<std::int64_t> first_[2];  // by street: first entry of the arenas
    std::vector<float> regrets_[2], averages_[2];
    std::vector<float> scratch_;
    std::size_t widest_ = 0, used_ = 0;
    int me_ = 0, opponent_ = 1;
    Mode mode_ = kUpdate;
    float positive_ = 1, negative_ = 1, keep_ = 0;
};

}  // namespace

extern "C" {

void* plain_new(const Street* streets, int count, const Seat* seats) {
    return new Solver(streets, count, seats);
}
void plain_delete(void* solver) { delete static_cast<Solver*>(solver); }
void plain_iterate(void* solver, int first, int count, const float* positive, const float* negative,
                   const float* keep) {
    static_cast<Solver*>(solver)->iterate(first, count, positive, negative, keep);
}
void plain_evaluate(void* solver, int player, int mode, float* out) {
    static_cast<Solver*>(solver)->evaluate(player, static_cast<Mode>(mode), out);
}
const float* plain_regrets(const void* solver, int player) {
    return static_cast<const Solver*>(solver)->regrets(player);
}
}
