// The rules of betting: legal moves between positions, and the bets that menus offer.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "tree/betting_tree.hpp"

namespace fifthstreet::betting {

using Chips = std::int32_t;
using Seats = std::uint16_t;  // bit p is player p

constexpr Seats seat(int player) { return static_cast<Seats>(1u << player); }

// The state of a hand at a node, for up to kRoom players.
template <int kRoom>
struct Position {
    Chips in[kRoom];      // chips put in since the start of the tree
    Chips before[kRoom];  // the part of `in` that is not a bet on this street
    Chips last_raise;     // the largest full bet or raise on this street
    std::int32_t bets;    // bets and raises on this street, not counting blinds
    Seats folded;
    Seats to_act;
    Seats acted;              // since the last full raise
    Seats entered;            // have put in chips by choice on this street
    std::uint8_t cold_calls;  // of the bet to match, by players who had not entered
    std::int8_t player;
    std::int8_t aggressor;       // who bet or raised last on this street, or -1
    std::int8_t past_aggressor;  // the aggressor of the previous street
    std::uint8_t street;
    NodeKind kind;
};

struct Choice {
    TreeMove move;
    Chips to;
};

struct Choices {
    Choice at[kMaxChildren];
    int count = 0;

    bool add(Choice choice) {
        if (count == kMaxChildren) return false;
        at[count++] = choice;
        return true;
    }
    int find(const LineStep& step) const {
        for (int i = 0; i < count; ++i) {
            const bool is_bet = at[i].move == TreeMove::kBet || at[i].move == TreeMove::kAllIn;
            const bool found = step.move == TreeMove::kBet ? is_bet && at[i].to == step.amount
                                                           : at[i].move == step.move;
            if (found) return i;
        }
        return -1;
    }
};

// The amounts that a player may raise to.
struct RaiseRange {
    bool legal;
    Chips previous;        // the bet to match
    Chips least;           // by the rules; `most` may be less
    Chips most;            // the most that some opponent can match
    Chips pot_after_call;  // including all bets
};

// Rounds halves up, including those that floating point puts slightly below a half.
inline Chips round_chips(double value) {
    const double rounded = std::floor(value + 0.5 + 1e-6);
    return rounded < 1e9 ? static_cast<Chips>(rounded)
                         : 1'000'000'000;  // also if it is not a number
}

// Lines that pass through a node, and how many of their steps lead to it.
struct Passing {
    int depth;
    std::vector<int> lines;
};

template <int kRoom>
class Betting {
  public:
    using At = Position<kRoom>;

    explicit Betting(const TreeSpec& spec)
        : spec_(spec),
          blind_bet_(std::any_of(spec.blinds.begin(), spec.blinds.end(),
                                 [](Chips blind) { return blind > 0; })),
          posted_short_(spec.forced_bet >
                        *std::max_element(spec.blinds.begin(), spec.blinds.end())) {}

    int players() const {
        // Loops over two players are unrolled.
        return kRoom == 2 ? 2 : static_cast<int>(spec_.stacks.size());
    }

    At root() const {
        At at{};
        for (int p = 0; p < players(); ++p) {
            at.before[p] = spec_.antes[p];
            at.in[p] = spec_.antes[p] + spec_.blinds[p];
        }
        at.aggressor = -1;
        at.street = static_cast<std::uint8_t>(spec_.first_street);
        begin_street(at, spec_.opener);
        return at;
    }

    At after(const At& from, Choice choice) const {
        At at = from;
        if (choice.move == TreeMove::kDeal) {
            ++at.street;
            std::copy(at.in, at.in + kRoom, at.before);
            begin_street(at, 0);
            return at;
        }
        const int actor = at.player;
        at.to_act &= static_cast<Seats>(~seat(actor));
        at.acted |= seat(actor);
        if (choice.move == TreeMove::kFold) {
            at.folded |= seat(actor);
        } else if (choice.move == TreeMove::kCall) {
            at.in[actor] = at.before[actor] + choice.to;
            at.cold_calls += !(at.entered & seat(actor));
            at.entered |= seat(actor);
        } else if (choice.move != TreeMove::kCheck) {
            raise(at, actor, choice.to);
        }
        const Seats live = static_cast<Seats>(~at.folded & (seat(players()) - 1));
        if (std::has_single_bit(live)) {
            at.kind = NodeKind::kFold;
            at.player = static_cast<std::int8_t>(std::countr_zero(live));
        } else if (at.to_act == 0) {
            end_street(at);
        } else {
            at.player = next_player(at.to_act, actor + 1);
        }
        return at;
    }

    void choices(const At& at, Choices& out) const {
        out.count = 0;
        if (at.kind == NodeKind::kDeal) out.add({TreeMove::kDeal, 0});
        if (at.kind != NodeKind::kAction) return;
        const int actor = at.player;
        const RaiseRange range = raise_range(at);
        if (range.previous > bet(at, actor)) {
            out.add({TreeMove::kFold, 0});
            out.add({TreeMove::kCall, std::min(range.previous, total(at, actor))});
        } else {
            out.add({TreeMove::kCheck, 0});
        }
        const int limit = spec_.max_raises[at.street];
        if (range.legal && (limit < 0 || at.bets < limit)) {
            add_bets(at, range, out);
        }
        // A player who cannot raise may always call.
        if (out.count > 2 && out.at[1].move == TreeMove::kCall && !may_call_cold(at)) {
            std::copy(out.at + 2, out.at + out.count, out.at + 1);
            --out.count;
        }
    }

    // The choices, as changed by the lines that pass through the node.
    std::optional<LineFault> choices(const At& at, const Passing& passing, Choices& out) const {
        choices(at, out);
        for (const int number : passing.lines) {
            const TreeLine& line = spec_.lines[number];
            const LineStep& step = line.steps[passing.depth];
            const auto fault = [&](LineTrouble trouble, Chips least = 0, Chips most = 0) {
                return LineFault{number, passing.depth, trouble, least, most};
            };
            if (at.kind == NodeKind::kFold || at.kind == NodeKind::kShowdown) {
                return fault(LineTrouble::kHandOver);
            }
            if (line.removed || out.find(step) >= 0) continue;
            if (at.kind == NodeKind::kDeal ||
                (step.move != TreeMove::kBet && step.move != TreeMove::kAllIn)) {
                return fault(LineTrouble::kNotLegal);
            }
            const RaiseRange range = raise_range(at);
            if (!range.legal) return fault(LineTrouble::kNotLegal);
            const Chips least = std::min(range.least, range.most);
            const Chips to = step.move == TreeMove::kAllIn ? range.most : step.amount;
            if (to < least || to > range.most) {
                return fault(LineTrouble::kBadAmount, least, range.most);
            }
            if (!out.add(bet_to(to, range))) return fault(LineTrouble::kTooMany);
            std::sort(out.at, out.at + out.count,
                      [](Choice a, Choice b) { return order(a) < order(b); });
        }
        return remove_choices(passing, out);
    }

    // The lines through a node that continue after a choice.
    Passing follow(const Passing& passing, const Choices& choices, int choice) const {
        Passing next{passing.depth + 1, {}};
        for (const int number : passing.lines) {
            const auto& steps = spec_.lines[number].steps;
            if (static_cast<int>(steps.size()) > next.depth &&
                choices.find(steps[passing.depth]) == choice) {
                next.lines.push_back(number);
            }
        }
        return next;
    }

    Passing all_lines() const {
        Passing all{0, {}};
        for (std::size_t i = 0; i < spec_.lines.size(); ++i) {
            all.lines.push_back(static_cast<int>(i));
        }
        return all;
    }

    Chips behind(const At& at, int player) const { return spec_.stacks[player] - at.in[player]; }

  private:
    bool may_call_cold(const At& at) const {
        if (spec_.cold_calls.empty() || at.street != 0 || at.entered & seat(at.player)) return true;
        const std::size_t last = spec_.cold_calls.size() - 1;
        return at.cold_calls < spec_.cold_calls[std::min<std::size_t>(at.bets, last)];
    }
    static Chips bet(const At& at, int player) { return at.in[player] - at.before[player]; }
    // A player's bet plus the chips behind.
    Chips total(const At& at, int player) const { return spec_.stacks[player] - at.before[player]; }
    static bool live(const At& at, int player) { return (at.folded & seat(player)) == 0; }

    Chips largest_bet(const At& at) const {
        Chips largest = 0;
        for (int p = 0; p < players(); ++p) largest = std::max(largest, bet(at, p));
        return largest;
    }

    // The second largest of the live players' bets and chips behind: what two can contest.
    Chips covered(const At& at) const {
        Chips top = 0, second = 0;
        for (int p = 0; p < players(); ++p) {
            if (!live(at, p)) continue;
            second = std::max(second, std::min(top, total(at, p)));
            top = std::max(top, total(at, p));
        }
        return second;
    }

    // The largest bet; a blind that was posted short counts in full, as far as two players can
    // contest it.
    Chips bet_to_match(const At& at) const {
        const Chips largest = largest_bet(at);
        if (!posted_short_ || at.street != 0) return largest;
        return std::max(largest, std::min(spec_.forced_bet, covered(at)));
    }

    // The size of a full bet or raise: the last one, or the smallest bet.
    Chips full_raise(const At& at) const { return std::max(at.last_raise, spec_.min_bet); }

    std::int8_t next_player(Seats waiting, int from) const {
        const Seats later = static_cast<Seats>(waiting & ~(seat(from) - 1));
        return static_cast<std::int8_t>(std::countr_zero(later ? later : waiting));
    }

    void begin_street(At& at, int opener) const {
        at.past_aggressor = at.aggressor;
        at.aggressor = -1;
        at.last_raise = 0;
        at.bets = 0;
        at.acted = at.to_act = at.entered = 0;
        at.cold_calls = 0;
        const Chips contested = covered(at);
        for (int p = 0; p < players(); ++p) {
            if (live(at, p) && behind(at, p) > 0 && contested > bet(at, p)) at.to_act |= seat(p);
        }
        if (at.to_act) at.player = next_player(at.to_act, opener);
        if (at.to_act == 0 ||
            (std::has_single_bit(at.to_act) && bet(at, at.player) >= bet_to_match(at))) {
            end_street(at);
        } else {
            at.kind = NodeKind::kAction;
        }
    }

    void raise(At& at, int actor, Chips to) const {
        const Chips raised_by = to - bet_to_match(at);
        at.in[actor] = at.before[actor] + to;
        at.to_act = 0;
        for (int p = 0; p < players(); ++p) {
            if (p != actor && live(at, p) && behind(at, p) > 0) at.to_act |= seat(p);
        }
        if (raised_by >= full_raise(at)) {  // reopens the betting for all players
            at.acted = seat(actor);
            at.last_raise = raised_by;
        }
        at.entered |= seat(actor);
        at.cold_calls = 0;
        ++at.bets;
        at.aggressor = static_cast<std::int8_t>(actor);
    }

    void end_street(At& at) const {
        int able = 0;
        Chips top = 0, called = 0;  // largest and second largest bet
        for (int p = 0; p < players(); ++p) {
            able += live(at, p) && behind(at, p) > 0;
            called = std::max(called, std::min(top, bet(at, p)));
            top = std::max(top, bet(at, p));
        }
        // Uncalled chips are returned.
        for (int p = 0; p < players(); ++p) {
            at.in[p] = std::min(at.in[p], at.before[p] + called);
        }
        const bool more = able > 1 && at.street < spec_.last_street;
        at.kind = more ? NodeKind::kDeal : NodeKind::kShowdown;
        at.player = -1;
    }

    RaiseRange raise_range(const At& at) const {
        const int actor = at.player;
        RaiseRange range{};
        range.previous = bet_to_match(at);
        range.pot_after_call = spec_.pot + range.previous - bet(at, actor);
        Chips matched = 0;
        for (int p = 0; p < players(); ++p) {
            range.pot_after_call += at.in[p];
            if (p != actor && live(at, p)) matched = std::max(matched, total(at, p));
        }
        range.least = range.previous + full_raise(at);
        range.most = std::min(total(at, actor), matched);
        const Chips to_call = range.previous - bet(at, actor);
        // Players who have acted may raise again if the raises since then add up to a full one.
        const bool may_raise = !(at.acted & seat(actor)) || to_call >= full_raise(at);
        range.legal = may_raise && range.most > range.previous;
        return range;
    }

    static Choice bet_to(Chips to, const RaiseRange& range) {
        return {to == range.most ? TreeMove::kAllIn : TreeMove::kBet, to};
    }

    static std::int64_t order(Choice choice) {
        switch (choice.move) {
            case TreeMove::kFold: return -2;
            case TreeMove::kCheck:
            case TreeMove::kCall: return -1;
            default: return choice.to;
        }
    }

    bool is_donk(const At& at) const {
        const int past = at.past_aggressor;
        // Seat 0 acts first on later streets, so a higher seat acts later.
        return past > at.player && live(at, past) && behind(at, past) > 0;
    }

    // Previous bets and raises on the street; the blinds count as one.
    int bets_made(const At& at) const { return at.bets + (blind_bet_ && at.street == 0 ? 1 : 0); }

    std::optional<Chips> amount_of(const BetSize& size, const At& at, const RaiseRange& range,
                                   bool is_raise) const {
        const double pot = range.pot_after_call;
        const double previous = range.previous;
        const int raise = bets_made(at);
        if (is_raise &&
            (raise < size.first_raise || (size.last_raise >= 0 && raise > size.last_raise))) {
            return {};
        }
        switch (size.kind) {
            case SizeKind::kPotShare: return round_chips(previous + size.value * pot);
            case SizeKind::kPreviousBet: return round_chips(size.value * previous);
            case SizeKind::kChips:
                if (is_raise && size.count >= 0 && bets_made(at) > size.count) return {};
                return round_chips(previous + size.value);
            case SizeKind::kGeometric: {
                int streets = size.count < 0 ? kTreeStreets - at.street : size.count;
                if (is_raise) streets = std::max(streets - bets_made(at) + 1, 1);
                const double left = range.most - range.previous;
                const double share = (std::pow(2.0 * left / pot + 1.0, 1.0 / streets) - 1.0) / 2.0;
                return round_chips(previous + std::min(share, size.value) * pot);
            }
            case SizeKind::kAllIn: return range.most;
        }
        return {};
    }

    void add_bets(const At& at, const RaiseRange& range, Choices& out) const {
        const bool is_raise = range.previous > 0;
        const SizeUse use = is_raise      ? SizeUse::kRaise
                            : is_donk(at) ? SizeUse::kDonk
                                          : SizeUse::kBet;
        const auto& menu =
            spec_.menus[(at.player * kTreeStreets + at.street) * kSizeUses + static_cast<int>(use)];
        Chips amounts[kMaxChildren];
        int count = 0;
        const double pot = range.pot_after_call;
        for (const BetSize& size : menu) {
            if (const auto to = amount_of(size, at, range, is_raise)) amounts[count++] = *to;
        }
        if (range.most - range.previous <= round_chips(spec_.add_allin * pot)) {
            amounts[count++] = range.most;
        }
        // Deep in a tree, most sizes of a long menu are all-in: they are sorted as one.
        int below = 0;
        for (int i = 0; i < count; ++i) {
            const Chips to = std::max(amounts[i], range.least);
            if (to >= range.most) continue;
            const double called = pot + 2.0 * (to - range.previous);
            if (range.most - to > round_chips(spec_.force_allin * called)) amounts[below++] = to;
        }
        if (below < count) amounts[below++] = range.most;
        count = below;
        if (!std::is_sorted(amounts, amounts + count)) std::sort(amounts, amounts + count);
        // From the highest down, drop amounts that are too close to the last one kept.
        int kept = count;
        for (int i = count - 1; i >= 0; --i) {
            if (kept < count) {
                const double higher = pot + amounts[kept] - range.previous;
                const double lower = pot + amounts[i] - range.previous;
                if (amounts[i] == amounts[kept] || higher + 1e-6 < (1.0 + spec_.merge) * lower)
                    continue;
            }
            amounts[--kept] = amounts[i];
        }
        for (int i = kept; i < count; ++i) out.add(bet_to(amounts[i], range));
    }

    std::optional<LineFault> remove_choices(const Passing& passing, Choices& out) const {
        bool removed[kMaxChildren] = {};
        for (const int number : passing.lines) {
            const TreeLine& line = spec_.lines[number];
            if (!line.removed) continue;
            const int found = out.find(line.steps[passing.depth]);
            if (found < 0) {
                return LineFault{number, passing.depth, LineTrouble::kNotThere, 0, 0};
            }
            if (passing.depth + 1 < static_cast<int>(line.steps.size())) continue;
            removed[found] = true;
            if (std::count(removed, removed + out.count, true) == out.count) {
                return LineFault{number, passing.depth, LineTrouble::kNothingLeft, 0, 0};
            }
        }
        int kept = 0;
        for (int i = 0; i < out.count; ++i) {
            if (!removed[i]) out.at[kept++] = out.at[i];
        }
        out.count = kept;
        return {};
    }

    const TreeSpec& spec_;
    bool blind_bet_;
    bool posted_short_;  // the largest blind
};

}  // namespace fifthstreet::betting
