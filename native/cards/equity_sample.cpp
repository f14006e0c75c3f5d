// Random deals. Hands are drawn from each range independently, and the whole deal is rejected if
// two share a card. This gives exactly the product of the weights, restricted to possible deals.
// Players who may have any hand are dealt theirs from the remaining cards, which is correct because
// the other hands always leave them the same number of choices.
#include <array>
#include <atomic>
#include <mutex>
#include <stdexcept>

#include "cards/equity.hpp"
#include "cards/showdown.hpp"
#include "shared/random.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr std::int64_t kMaxRejections = 10'000'000;

// Walker's alias method: a weighted draw with one lookup.
class AliasTable {
  public:
    explicit AliasTable(const WeightedHands& hands) : masks_(hands.masks) {
        const std::size_t count = hands.count;
        double total = 0;
        for (std::size_t i = 0; i < count; ++i) total += hands.weights[i];
        std::vector<std::uint32_t> small;
        std::vector<std::uint32_t> large;
        slots_.resize(count);
        std::vector<double> scaled(count);
        for (std::size_t i = 0; i < count; ++i) {
            scaled[i] = hands.weights[i] * static_cast<double>(count) / total;
            (scaled[i] < 1 ? small : large).push_back(static_cast<std::uint32_t>(i));
        }
        while (!small.empty() && !large.empty()) {
            const std::uint32_t less = small.back();
            const std::uint32_t more = large.back();
            small.pop_back();
            slots_[less] = {scaled[less], more};
            scaled[more] -= 1 - scaled[less];
            if (scaled[more] < 1) {
                large.pop_back();
                small.push_back(more);
            }
        }
        for (const auto* rest : {&small, &large}) {
            for (const std::uint32_t i : *rest) slots_[i] = {1, i};
        }
    }

    Mask draw(Random& random) const {
        const std::uint32_t i = random.below(static_cast<std::uint32_t>(slots_.size()));
        const Slot& slot = slots_[i];
        return masks_[random.uniform() < slot.keep ? i : slot.alias];
    }

  private:
    struct Slot {
        double keep;
        std::uint32_t alias;
    };
    const Mask* masks_;
    std::vector<Slot> slots_;
};

struct Dealer {
    const EquityGame& game;
    const std::vector<AliasTable>& ranges;
    const std::vector<int>& ranged;  // players with a range
    const std::vector<int>& open;    // players with any hand
    Mask board;
    Mask gone;  // board and dead cards
    std::array<std::uint8_t, kCards> deck;
    int deck_size;

    Mask draw_cards(int count, Mask& used, Random& random) const {
        Mask drawn = 0;
        while (count > 0) {
            const Mask bit = card_bit(deck[random.below(deck_size)]);
            if (used & bit) continue;
            used |= bit;
            drawn |= bit;
            --count;
        }
        return drawn;
    }

    // Deals until no two hands share a card, and returns the number of attempts.
    std::int64_t deal(Random& random, Mask* hands, Mask& full_board) const {
        for (std::int64_t tries = 1; tries <= kMaxRejections; ++tries) {
            Mask used = gone;
            bool possible = true;
            for (std::size_t i = 0; i < ranged.size() && possible; ++i) {
                const Mask hand = ranges[i].draw(random);
                possible = !(hand & used);
                used |= hand;
                hands[ranged[i]] = hand;
            }
            if (!possible) continue;
            for (const int p : open) hands[p] = draw_cards(game.hole_cards, used, random);
            full_board = board | draw_cards(game.board_cards - count_cards(board), used, random);
            return tries;
        }
        throw std::runtime_error("almost every deal of these ranges shares a card");
    }
};

}  // namespace

std::int64_t sample_deals(const EquityGame& game, const std::vector<WeightedHands>& players,
                          Mask board, Mask dead, std::uint64_t seed, std::int64_t first_chunk,
                          std::int64_t chunks, int threads, Tally* out) {
    std::vector<AliasTable> ranges;
    std::vector<int> ranged;
    std::vector<int> open;
    for (int p = 0; p < static_cast<int>(players.size()); ++p) {
        if (players[p].count == 0) {
            open.push_back(p);
        } else {
            ranged.push_back(p);
            ranges.emplace_back(players[p]);
        }
    }
    Dealer dealer{game, ranges, ranged, open, board, board | dead, {}, 0};
    for (Mask left = game.deck & ~dealer.gone; left;) {
        dealer.deck[dealer.deck_size++] = static_cast<std::uint8_t>(pop_card(left));
    }
    const int count = static_cast<int>(players.size());
    if (count < 1 || count > kMaxPlayers) throw std::invalid_argument("players must be 1 to 10");
    const Ranking* ranking = game.high->free_ranking();
    const bool seven_cards = ranking && ranking->table_cards() == kMaxTableCards &&
                             game.hole_cards + game.board_cards == kMaxTableCards;

    std::atomic<std::int64_t> drawn{0};
    std::mutex mutex;
    ThreadPool pool(threads);
    pool.run(chunks, [&](std::int64_t chunk) {
        Random random(seed, static_cast<std::uint64_t>(first_chunk + chunk));
        std::array<Tally, kMaxPlayers> tallies;
        std::array<Mask, kMaxPlayers> hands;
        std::array<Strength, kMaxPlayers> high{};
        std::array<Strength, kMaxPlayers> low{};
        std::int64_t tries = 0;
        for (std::int64_t i = 0; i < kChunkSamples; ++i) {
            Mask full = 0;
            tries += dealer.deal(random, hands.data(), full);
            if (seven_cards) {
                const auto seven = ranking->view<7>();
                const Key key = key_of(full);
                for (int p = 0; p < count; ++p) {
                    high[p] = seven.best(hands[p] | full, key_of(hands[p]) + key);
                }
            } else {
                for (int p = 0; p < count; ++p) high[p] = game.high->strength(hands[p], full);
            }
            if (game.low) {
                for (int p = 0; p < count; ++p) low[p] = game.low->strength(hands[p], full);
            }
            settle(high.data(), game.low ? low.data() : nullptr, count, tallies.data());
        }
        drawn += tries;
        const std::lock_guard lock(mutex);
        for (int p = 0; p < count; ++p) add(out[p], tallies[p]);
    });
    return drawn;
}

}  // namespace fifthstreet
