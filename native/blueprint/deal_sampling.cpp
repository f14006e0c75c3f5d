#include "blueprint/deal_sampling.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "blueprint/board_walk.hpp"
#include "blueprint/deal_walk.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr std::int64_t kMaxDraws = 10'000'000;  // of hands for one deal

Board padded(const std::vector<int>& board) {
    Board cards;
    cards.fill(-1);
    std::copy(board.begin(), board.end(), cards.begin());
    return cards;
}

// Draws a place by cumulative weights.
std::size_t drawn_place(Random& random, const std::vector<double>& upto) {
    const double drawn = random.uniform() * upto.back();
    return std::upper_bound(upto.begin(), upto.end() - 1, drawn) - upto.begin();
}

}  // namespace

// Deals each player a hand and completes the board.
template <class Rows>
void DealSampler<Rows>::draw(Random& random, Deal& deal) const {
    const int players = game_.players();
    // If two hands share a card, or a hand and the flop, all are drawn again, so that the
    // probability of a deal is proportional to the product of its hands' and its flop's weights.
    Mask held = 0;
    std::int64_t left = kMaxDraws;
    for (int p = 0; p < players;) {
        if (--left < 0) throw std::runtime_error("almost every deal of these ranges shares a card");
        if (p == 0) {
            deal.board = start_board(random);
            held = game_.flops.empty() ? 0 : cards_mask(deal.board);
        }
        deal.hands[p] = game_.hands[p][drawn_place(random, game_.upto[p])];
        const bool collides = (held & deal.hands[p]) != 0;
        held |= deal.hands[p];
        p = collides ? 0 : p + 1;
    }
    complete(random, held, deal.board);
    const Mask board = cards_mask(deal.board);
    for (int p = 0; p < players; ++p) {
        deal.strengths[p] = game_.evaluator->strength(deal.hands[p], board);
        deal.known[p] = 0;
    }
}

// The board before further cards are drawn: known cards, or one of the game's flops.
template <class Rows>
Board DealSampler<Rows>::start_board(Random& random) const {
    Board board = game_.board;
    if (!game_.flops.empty()) {
        const Flop& flop = game_.flops[drawn_place(random, game_.flops_upto)];
        std::copy(flop.begin(), flop.end(), board.begin());
    }
    return board;
}

// Completes a board with cards that no player holds.
template <class Rows>
void DealSampler<Rows>::complete(Random& random, Mask held, Board& board) const {
    Mask taken = held | cards_mask(board);
    for (int& card : board) {
        if (card >= 0) continue;
        do {
            card = static_cast<int>(random.below(kCards));
        } while (taken & card_bit(card));
        taken |= card_bit(card);
    }
}

template <class Rows>
bool DealSampler<Rows>::run(std::int64_t batches, int threads) {
    if (!passes_) return run_batches(batches, threads);
    run_passes(batches * options_.batch, threads);
    return true;
}

template <class Rows>
void DealSampler<Rows>::run_passes(std::int64_t traversals, int threads) {
    if constexpr (kHasPasses) {
        ThreadPool pool(threads);
        DealtBoard board;
        for (std::int64_t i = 0; i < traversals; ++i) {
            deal_board(iteration_, board);
            passes_->play(board, board_pass(iteration_), pool, threads);
            ++iteration_;
            for (const PlannedDecision& decision : passes_->plan().decisions) {
                rows_visited_ += board.streets[decision.street].count;
            }
        }
    }
}

template <class Rows>
BoardPass DealSampler<Rows>::board_pass(std::int64_t traversal) const {
    const double weight = options_.linear ? static_cast<double>(traversal + 1) : 1.0;
    return {.traverser = static_cast<int>(traversal / options_.batch % 2),
            .weight = weight,
            .step = weight / board_weight_,
            .number = static_cast<std::uint64_t>(traversal)};
}

template <class Rows>
void DealSampler<Rows>::deal_board(std::int64_t traversal, DealtBoard& out) const {
    if constexpr (kHasPasses) {
        Random random(options_.seed, static_cast<std::uint64_t>(traversal));
        Board board = start_board(random);
        complete(random, 0, board);
        out.deal(game_, rows_, board);
    }
}

template <class Rows>
bool DealSampler<Rows>::run_batches(std::int64_t batches, int threads) {
    ThreadPool pool(threads);
    const auto tasks = static_cast<std::int64_t>(logs_.size());
    for (std::int64_t b = 0; b < batches; ++b) {
        pool.run(tasks, [&](std::int64_t task) {
            Logs& logs = logs_[task];
            logs.clear();
            const std::int64_t end = iteration_ + options_.batch * (task + 1) / tasks;
            std::int64_t i = iteration_ + options_.batch * task / tasks;
            if constexpr (!kHasPasses) {
                if (options_.scheme == DealScheme::kPublicChance) {
                    BoardWalk walk(*this, logs);
                    for (; i < end; ++i) walk.traverse(i);
                    return;
                }
            }
            Walk walk(*this, logs);
            for (; i < end; i += Walk::kTrips) {
                walk.traverse(i, std::min(i + Walk::kTrips, end));
            }
        });
        const bool fits = rows_.has_room(logs_);
        if (fits) {
            pool.run(kShards,
                     [&](std::int64_t shard) { rows_.merge(logs_, static_cast<int>(shard)); });
        }
        if (fits || options_.lock_free) {
            iteration_ += options_.batch;
            for (const Logs& logs : logs_) rows_visited_ += logs.rows_visited;
        }
        if (!fits) return false;
    }
    return true;
}

template <class Rows>
std::size_t DealSampler<Rows>::log_bytes() const {
    std::size_t bytes = 0;
    for (const Logs& logs : logs_) bytes += logs.bytes();
    return bytes + (passes_ ? passes_->bytes() : 0);
}

template <class Rows>
typename Rows::Place DealSampler<Rows>::find(std::int32_t node, Mask hole,
                                             const Board& board) const {
    Place place = rows_.begin(rows_.view(hole, board, game_.nodes[node].street), node);
    rows_.find(place);
    return place;
}

template <class Rows>
void DealSampler<Rows>::visits(std::int32_t node, const std::vector<int>& board, const Mask* holes,
                               int count, std::uint64_t* out) const {
    const Board cards = padded(board);
    const Mask taken = cards_mask(cards);
    const int actions = game_.nodes[node].n_children;
    for (int hole = 0; hole < count; ++hole) {
        const bool is_blocked = (holes[hole] & taken) != 0;
        out[hole] = is_blocked ? 0 : rows_.visits(find(node, holes[hole], cards), actions);
    }
}

template <class Rows>
void DealSampler<Rows>::average(std::int32_t node, const std::vector<int>& board, const Mask* holes,
                                int count, double* out) const {
    const Board cards = padded(board);
    const Mask taken = cards_mask(cards);
    const int actions = game_.nodes[node].n_children;
    for (int hole = 0; hole < count; ++hole) {
        const auto at = [&](int a) -> double& { return out[a * count + hole]; };
        if (holes[hole] & taken) {
            for (int a = 0; a < actions; ++a) at(a) = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        const Place place = find(node, holes[hole], cards);
        double sum = 0;
        for (int a = 0; a < actions; ++a) sum += at(a) = rows_.average(place, actions, a);
        for (int a = 0; a < actions; ++a) at(a) = sum > 0 ? at(a) / sum : 1.0 / actions;
    }
}

template class DealSampler<KeyedRows>;
template class DealSampler<BucketRows>;

}  // namespace fifthstreet
