#include "cards/ranking.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "shared/checks.hpp"

namespace fifthstreet {

namespace {

constexpr int kRankSets = 1 << kRanks;
constexpr std::size_t kMaxCategories = 32;

std::uint32_t rank_set(std::uint32_t sum) {
    std::uint32_t set = 0;
    for (int rank = 0; rank < kRanks; ++rank, sum /= 5) {
        if (sum % 5) set |= 1u << rank;
    }
    return set;
}

// Visits the rank sums of one shape from weakest to strongest. Sets of positions compare by their
// highest member first, which is the order of the sets as binary numbers; larger groups compare
// before smaller ones.
template <class Visit>
void for_each_of_shape(const std::vector<int>& ranks, const std::vector<int>& shape,
                       std::size_t group, std::uint32_t used, std::uint32_t sum, Visit&& visit) {
    if (group == shape.size()) {
        visit(sum);
        return;
    }
    std::size_t next = group;
    while (next < shape.size() && shape[next] == shape[group]) ++next;
    const int members = static_cast<int>(next - group);
    for (std::uint32_t set = 0; set < (1u << ranks.size()); ++set) {
        if (std::popcount(set) != members || (set & used)) continue;
        std::uint32_t add = 0;
        for (std::size_t p = 0; p < ranks.size(); ++p) {
            if (set >> p & 1) add += shape[group] * kRankKeys[ranks[p]];
        }
        for_each_of_shape(ranks, shape, next, used | set, sum + add, visit);
    }
}

std::vector<std::uint32_t> straights(const RankingSpec& spec) {
    std::vector<std::uint32_t> sums;
    const int ranks = static_cast<int>(spec.ranks.size());
    for (int low = spec.wheel ? -1 : 0; low + spec.size <= ranks; ++low) {
        std::uint32_t sum = 0;
        for (int p = low; p < low + spec.size; ++p)
            sum += kRankKeys[spec.ranks[p < 0 ? ranks - 1 : p]];
        sums.push_back(sum);
    }
    return sums;
}

// Returns a description that makes sense: the tables are computed from nothing else.
const RankingSpec& checked(const RankingSpec& spec) {
    require(spec.size >= 1 && spec.size <= 5, "a hand has 1 to 5 cards");
    require_ranks(spec.ranks);
    require(spec.ranks.size() >= static_cast<std::size_t>(spec.size), "fewer ranks than cards");
    require(!spec.categories.empty() && spec.categories.size() <= kMaxCategories,
            "categories must be 1 to 32");
    for (const CategorySpec& category : spec.categories) {
        require(are_within(category.shape, 1, kSuits) &&
                    std::accumulate(category.shape.begin(), category.shape.end(), 0) == spec.size,
                "the shape of a category does not add up to the size of a hand");
    }
    return spec;
}

}  // namespace

void require_ranks(const std::vector<int>& ranks) {
    require(are_within(ranks, 0, kRanks - 1) && ranks.size() <= kRanks,
            "ranks must be up to 13 different numbers from 0 to 12");
    unsigned seen = 0;
    for (const int rank : ranks) {
        require(!(seen >> rank & 1), "a rank is listed twice");
        seen |= 1u << rank;
    }
}

Ranking::Ranking(const RankingSpec& spec)
    : size_(checked(spec).size),
      low_(spec.low),
      hashes_(rank_hashes()),
      small_(SmallHash::kSlots, 0),
      seven_(spec.size < 5 ? 0 : SevenHash::kSlots, 0),
      flush_(kRankSets, 0) {
    const bool suits = std::any_of(spec.categories.begin(), spec.categories.end(),
                                   [](const CategorySpec& c) { return c.suited; });
    if (suits) {
        for (int suit = 0; suit < kSuits; ++suit) {
            suit_bias_ |= Key(8 - size_) << (kSuitShift + 4 * suit);
            suit_flags_ |= Key{8} << (kSuitShift + 4 * suit);
        }
    }
    number_complete_hands(spec);
    number_open_hands(spec);
    extend_to_larger_hands();
}

Strength& Ranking::rank_entry(std::uint32_t sum, int count) {
    return count == kMaxTableCards ? seven_[hashes_.seven.slot(sum)]
                                   : small_[hashes_.small.slot(sum)];
}

void Ranking::number_complete_hands(const RankingSpec& spec) {
    std::vector<Entry> entries;
    for (std::size_t c = 0; c < spec.categories.size(); ++c) {
        const CategorySpec& category = spec.categories[c];
        const auto add = [&](std::uint32_t sum) {
            entries.push_back({sum, category.suited, static_cast<std::uint8_t>(c)});
        };
        if (category.straight) {
            for (const std::uint32_t sum : straights(spec)) add(sum);
        } else {
            for_each_of_shape(spec.ranks, category.shape, 0, 0, 0, add);
        }
    }
    // Consecutive ranks are listed twice, as a straight and as unpaired cards: the straight counts.
    std::map<std::pair<std::uint32_t, bool>, std::uint8_t> category_of;
    for (const Entry& entry : entries) {
        const auto [known, inserted] =
            category_of.try_emplace({entry.sum, entry.suited}, entry.category);
        if (!inserted && spec.categories[entry.category].straight) known->second = entry.category;
    }
    std::vector<Entry> ordered;
    for (const Entry& entry : entries) {
        if (category_of[{entry.sum, entry.suited}] == entry.category) ordered.push_back(entry);
    }
    require(ordered.size() < UINT16_MAX, "the categories have too many different hands");
    if (low_) std::reverse(ordered.begin(), ordered.end());
    categories_.assign(1, 0);
    for (const Entry& entry : ordered) {
        const Strength strength = static_cast<Strength>(categories_.size());
        if (entry.suited) {
            flush_[rank_set(entry.sum)] = strength;
        } else {
            rank_entry(entry.sum, size_) = strength;
        }
        categories_.push_back(entry.category);
    }
}

// In incomplete hands pairs, trips and quads count; straights and flushes do not. Only hands with
// the same number of cards can be compared.
void Ranking::number_open_hands(const RankingSpec& spec) {
    std::vector<Entry> entries;
    for (std::size_t c = 0; c < spec.categories.size(); ++c) {
        const CategorySpec& category = spec.categories[c];
        if (category.straight || category.suited) continue;
        // The shape without some of its single cards, fewest cards first.
        for (std::size_t groups = 1; groups < category.shape.size(); ++groups) {
            const std::vector<int> shape(category.shape.begin(), category.shape.begin() + groups);
            if (category.shape[groups] != 1) continue;
            for_each_of_shape(spec.ranks, shape, 0, 0, 0, [&](std::uint32_t sum) {
                entries.push_back({sum, false, static_cast<std::uint8_t>(c)});
            });
        }
    }
    require(entries.size() < UINT16_MAX, "the categories have too many different hands");
    if (low_) std::reverse(entries.begin(), entries.end());
    open_categories_.assign(1, 0);
    for (const Entry& entry : entries) {
        int count = 0;
        for (std::uint32_t sum = entry.sum; sum; sum /= 5) count += sum % 5;
        rank_entry(entry.sum, count) = static_cast<Strength>(open_categories_.size());
        open_categories_.push_back(entry.category);
    }
}

void Ranking::extend_to_larger_hands() {
    // The best hand of n cards is the best of all subsets of n - 1 cards.
    for (int count = size_ + 1; count <= table_cards(); ++count) {
        for (const std::uint32_t sum : rank_sums(count)) {
            Strength best = 0;
            std::uint32_t digits = sum;
            for (int rank = 0; digits; ++rank, digits /= 5) {
                if (digits % 5) best = std::max(best, rank_entry(sum - kRankKeys[rank], count - 1));
            }
            rank_entry(sum, count) = best;
        }
    }
    for (int set = 0; set < kRankSets; ++set) {
        if (std::popcount(static_cast<unsigned>(set)) <= size_) continue;
        for (int rank = 0; rank < kRanks; ++rank) {
            if (set >> rank & 1) flush_[set] = std::max(flush_[set], flush_[set ^ (1 << rank)]);
        }
    }
}

Strength Ranking::with_flush(Mask cards, Key key, Strength by_ranks) const {
    if (!low_) {
        Strength best = by_ranks;
        for (int suit = 0; suit < kSuits; ++suit) {
            if ((key + suit_bias_) & (Key{8} << (kSuitShift + 4 * suit))) {
                best = std::max(best, flush_[suit_ranks(cards, suit)]);
            }
        }
        return best;
    }
    Strength best = 0;
    for_each_subset(cards, size_, [&](Mask hand) {
        const Key hand_key = key_of(hand);
        Strength strength = 0;
        if ((hand_key + suit_bias_) & suit_flags_) {
            strength = flush_[suit_ranks(hand, std::countr_zero(hand) % kSuits)];
        } else {
            strength = small_[hashes_.small.slot(rank_part(hand_key))];
        }
        best = std::max(best, strength);
    });
    return best;
}

Strength Ranking::best(Mask cards, Key key, int count) const {
    if (count > table_cards()) {
        Strength best_yet = 0;
        for_each_subset(cards, table_cards(), [&](Mask subset) {
            best_yet = std::max(best_yet, best(subset, key_of(subset), table_cards()));
        });
        return best_yet;
    }
    return count == kMaxTableCards ? view<kMaxTableCards>().best(cards, key)
                                   : view<kMaxTableCards - 1>().best(cards, key);
}

std::size_t Ranking::bytes() const {
    return sizeof(Strength) * (small_.size() + seven_.size() + flush_.size()) + categories_.size() +
           open_categories_.size();
}

}  // namespace fifthstreet
