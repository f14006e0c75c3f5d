#include "postflop/runout_rows.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "cards/cards.hpp"
#include "cards/rank_keys.hpp"
#include "shared/checks.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr int kHoles = kCards * (kCards - 1) / 2;
constexpr std::int64_t kRunoutsPerTask = 8;

struct Hole {
    std::uint8_t low, high;
    Mask mask() const { return card_bit(low) | card_bit(high); }
};

const std::array<Hole, kHoles>& holes() {
    static const auto all = [] {
        std::array<Hole, kHoles> result;
        int index = 0;
        for (int high = 1; high < kCards; ++high) {
            for (int low = 0; low < high; ++low) {
                result[index++] = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)};
            }
        }
        return result;
    }();
    return all;
}

int hole_index(int a, int b) {
    const int low = std::min(a, b), high = std::max(a, b);
    return high * (high - 1) / 2 + low;
}

struct Ranked {
    Strength strength;
    std::uint16_t before;
    std::int16_t hole;
};

// Sorts hands from weakest to strongest, stable for hands of equal strength: byte by byte
// from the lowest, by counting.
void sort_by_strength(std::vector<Ranked>& hands) {
    std::vector<Ranked> sorted(hands.size());
    Strength used = 0;  // bits that are set in any hand
    for (const Ranked& hand : hands) used |= hand.strength;
    for (int shift = 0; used >> shift; shift += 8) {
        std::array<std::uint16_t, 257> next{};
        const auto byte = [shift](const Ranked& hand) { return hand.strength >> shift & 255; };
        for (const Ranked& hand : hands) ++next[byte(hand) + 1];
        for (int value = 0; value < 256; ++value) next[value + 1] += next[value];
        for (const Ranked& hand : hands) sorted[next[byte(hand)]++] = hand;
        hands.swap(sorted);
    }
}

void for_each_runout(std::int64_t runouts, int threads, const auto& work) {
    const std::int64_t tasks = (runouts + kRunoutsPerTask - 1) / kRunoutsPerTask;
    // Starting a thread takes longer than the rows of a river.
    ThreadPool pool(useful_threads(tasks, threads));
    pool.run(tasks, [&](std::int64_t task) {
        const std::int64_t end = std::min(runouts, (task + 1) * kRunoutsPerTask);
        for (std::int64_t r = task * kRunoutsPerTask; r < end; ++r) work(r);
    });
}

void deal_runout(const Ranking* ranking, const RunoutArrays& runouts, const RowArrays rows[2],
                 std::int64_t r) {
    std::vector<Ranked> kept[2];
    const Key board_key = key_of(runouts.boards[r]);
    const auto view = ranking ? ranking->view<7>() : Ranking::View<7>{};
    for (int p = 0; p < 2; ++p) {
        const RowArrays& row = rows[p];
        const std::int16_t* before =
            row.before + static_cast<std::int64_t>(runouts.parent[r]) * row.width_before;
        kept[p].reserve(row.width_before);
        for (int i = 0; i < row.width_before && before[i] >= 0; ++i) {
            const Hole hole = holes()[before[i]];
            if (hole.mask() & runouts.dealt[r]) continue;
            Strength strength = 0;
            if (ranking) {
                const Key key = board_key + kCardKeys[hole.low] + kCardKeys[hole.high];
                strength = view.best(hole.mask() | runouts.boards[r], key);
            }
            kept[p].push_back({strength, static_cast<std::uint16_t>(i), before[i]});
        }
        if (ranking) sort_by_strength(kept[p]);
        require(kept[p].size() <= static_cast<std::size_t>(row.width),
                "a runout has more hands than its row holds");
        const auto count = static_cast<std::uint16_t>(kept[p].size());
        row.count[r] = count;
        std::uint16_t* place = row.place + r * kHoles;
        std::fill_n(place, kHoles, count);
        for (int i = 0; i < row.width; ++i) {
            const bool is_hand = i < count;
            row.holes[r * row.width + i] = is_hand ? kept[p][i].hole : std::int16_t{-1};
            row.order[r * row.width + i] = is_hand ? kept[p][i].before : std::uint16_t{0};
            if (is_hand) place[kept[p][i].hole] = static_cast<std::uint16_t>(i);
        }
    }
    for (int p = 0; p < 2; ++p) {
        const RowArrays& row = rows[p];
        const std::uint16_t* other = rows[1 - p].place + r * kHoles;
        const auto& theirs = kept[1 - p];
        std::size_t weaker = 0, not_better = 0;
        for (int i = 0; i < row.width; ++i) {
            const bool is_hand = i < row.count[r];
            row.same[r * row.width + i] =
                is_hand ? other[kept[p][i].hole] : static_cast<std::uint16_t>(theirs.size());
            if (!ranking) continue;
            if (is_hand) {
                const Strength mine = kept[p][i].strength;
                while (weaker < theirs.size() && theirs[weaker].strength < mine) ++weaker;
                while (not_better < theirs.size() && theirs[not_better].strength <= mine)
                    ++not_better;
            }
            row.weaker[r * row.width + i] = static_cast<std::uint16_t>(is_hand ? weaker : 0);
            row.not_better[r * row.width + i] =
                static_cast<std::uint16_t>(is_hand ? not_better : 0);
        }
    }
}

}  // namespace

void deal_rows(const Ranking* ranking, const RunoutArrays& runouts, const RowArrays rows[2],
               int threads) {
    for_each_runout(runouts.runouts, threads,
                    [&](std::int64_t r) { deal_runout(ranking, runouts, rows, r); });
    for_each_runout(runouts.members, threads, [&](std::int64_t m) {
        const std::int64_t r = runouts.member_runout[m];
        const std::uint8_t* back = runouts.member_back + 4 * m;
        const auto image = [back](int card) {
            return card / kSuits * kSuits + back[card % kSuits];
        };
        for (int p = 0; p < 2; ++p) {
            const RowArrays& row = rows[p];
            const std::int16_t* before =
                row.before + static_cast<std::int64_t>(runouts.parent[r]) * row.width_before;
            const std::uint16_t* place = row.place + r * kHoles;
            std::uint16_t* inverse = row.inverse + m * row.width_before;
            for (int i = 0; i < row.width_before; ++i) {
                inverse[i] = static_cast<std::uint16_t>(row.count[r]);
                if (before[i] < 0) continue;
                const Hole hole = holes()[before[i]];
                inverse[i] = place[hole_index(image(hole.low), image(hole.high))];
            }
        }
    });
}

void list_by_card(const CardPlaces& places, int threads) {
    for_each_runout(places.runouts, threads, [&](std::int64_t r) {
        const std::int16_t* row = places.holes + r * places.width;
        std::uint16_t* by_card = places.by_card + r * 2 * places.width;
        std::uint16_t* start = places.card_start + r * (kCards + 1);
        const int count = places.count[r];
        std::array<std::uint16_t, kCards + 1> next{};
        for (int i = 0; i < count; ++i) {
            ++next[holes()[row[i]].low + 1];
            ++next[holes()[row[i]].high + 1];
        }
        for (int card = 0; card < kCards; ++card) next[card + 1] += next[card];
        std::copy(next.begin(), next.end(), start);
        std::fill_n(by_card, 2 * places.width, std::uint16_t{0});
        for (int i = 0; i < count; ++i) {
            by_card[next[holes()[row[i]].low]++] = static_cast<std::uint16_t>(i);
            by_card[next[holes()[row[i]].high]++] = static_cast<std::uint16_t>(i);
        }
        if (!places.showdown) return;
        // Indices ascend along the list of a card, so the hands below a limit come first. The limits
        // ascend, too, with the strength of the hands in the row: each list is read once.
        std::array<std::uint16_t, kCards> weaker_end, not_better_end;
        std::copy_n(start, kCards, weaker_end.begin());
        std::copy_n(start, kCards, not_better_end.begin());
        const auto below = [&](std::uint16_t& end, int card, std::uint16_t limit) {
            while (end < start[card + 1] && by_card[end] < limit) ++end;
            return end;
        };
        for (int i = 0; i < places.other_count[r]; ++i) {
            const std::int64_t at = r * places.other_width + i;
            const Hole hole = holes()[places.other_holes[at]];
            const std::uint16_t weaker = places.other_weaker[at];
            const std::uint16_t not_better = places.other_not_better[at];
            std::uint16_t* out = places.showdown + 8 * at;
            out[0] = weaker;
            out[1] = not_better;
            out[2] = below(weaker_end[hole.low], hole.low, weaker);
            out[3] = below(not_better_end[hole.low], hole.low, not_better);
            out[4] = below(weaker_end[hole.high], hole.high, weaker);
            out[5] = below(not_better_end[hole.high], hole.high, not_better);
            out[6] = static_cast<std::uint16_t>(hole.low | hole.high << 8);
            out[7] = places.other_same[at];
        }
    });
}

}  // namespace fifthstreet
