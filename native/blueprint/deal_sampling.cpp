#include "blueprint/deal_sampling.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "blueprint/board_walk.hpp"
#include "blueprint/deal_walk.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

constexpr int kHandBits = 11;
constexpr int kCardBits = 6;
constexpr std::int64_t kMostDraws = 10'000'000;  // of hands for one deal
constexpr std::size_t kAhead = 32;  // words of the log whose rows are fetched in advance

// Fields of an entry's second word.
constexpr int kKindBit = 8;
constexpr int kNewBit = 9;
constexpr int kNoiseShift = 32;

int cards_seen(int street) { return street == 0 ? 0 : street + 2; }

// Cards of a board; -1 stands for none.
Mask cards_mask(const std::array<int, kBoardCards>& board) {
    Mask mask = 0;
    for (const int card : board) {
        if (card >= 0) mask |= card_bit(card);
    }
    return mask;
}

std::array<int, kBoardCards> padded(const std::vector<int>& board) {
    std::array<int, kBoardCards> cards;
    cards.fill(-1);
    std::copy(board.begin(), board.end(), cards.begin());
    return cards;
}

int hole_index(int a, int b) {
    const auto [low, high] = std::minmax(a, b);
    return high * (high - 1) / 2 + low;
}

}  // namespace

int DealSampler::cards_seen_at(std::int32_t node) const { return cards_seen(game_.street[node]); }

DealSampler::Tables::Tables() : pool(std::make_unique<ChunkPool>()) {
    shards.reserve(kShards);
    for (int shard = 0; shard < kShards; ++shard) shards.emplace_back(*pool);
}

DealSampler::DealSampler(DealGame game, const DealOptions& options)
    : game_(std::move(game)),
      options_(options),
      cells_(options.half, options.counts_visits),
      logs_(static_cast<std::size_t>(std::min<std::int64_t>(options.batch, kTasks))),
      pairs_(options.scheme == DealScheme::kPublicChance ? BoardWalk::weight_of_pairs(game_) : 0) {}

DealSampler::View DealSampler::view(Mask hole, const std::array<int, kBoardCards>& board,
                                    int street) const {
    const int low = std::countr_zero(hole);
    const int high = 63 - std::countl_zero(hole);
    const int seen = cards_seen(street);
    std::uint64_t best = ~std::uint64_t{0};
    for (const auto& perm : game_.symmetry) {
        const auto image = [&](int card) { return (card & ~3) | perm[card & 3]; };
        int drawn[kBoardCards];
        for (int i = 0; i < seen; ++i) drawn[i] = game_.board[i] < 0 ? image(board[i]) : 0;
        if (seen > 0) std::sort(drawn, drawn + cards_seen(1));  // a flop has no order
        std::uint64_t part = 0;
        for (int i = 0; i < seen; ++i) part = part << kCardBits | drawn[i];
        part = part << kHandBits | hole_index(image(low), image(high));
        best = std::min(best, part);
    }
    return {best, static_cast<int>(mix_key(best) >> (64 - std::countr_zero(unsigned{kShards})))};
}

// Deals each player a hand and completes the board.
void DealSampler::draw(Random& random, Deal& deal) const {
    const int players = game_.players();
    // If two hands share a card, all hands are drawn again, so that the probability of a deal is
    // proportional to the product of its hands' weights.
    Mask held = 0;
    std::int64_t left = kMostDraws;
    for (int p = 0; p < players;) {
        if (--left < 0) throw std::runtime_error("almost every deal of these ranges shares a card");
        const auto& upto = game_.upto[p];
        const double drawn = random.uniform() * upto.back();
        const auto found = std::upper_bound(upto.begin(), upto.end() - 1, drawn);
        deal.hands[p] = game_.hands[p][found - upto.begin()];
        const bool collides = (held & deal.hands[p]) != 0;
        held = collides ? 0 : held | deal.hands[p];
        p = collides ? 0 : p + 1;
    }
    draw_board(random, held, deal.board);
    const Mask board = cards_mask(deal.board);
    for (int p = 0; p < players; ++p) {
        deal.strengths[p] = game_.evaluator->strength(deal.hands[p], board);
        deal.known[p] = 0;
    }
}

// Completes the board with cards that nobody holds.
void DealSampler::draw_board(Random& random, Mask held, std::array<int, kBoardCards>& board) const {
    board = game_.board;
    Mask taken = held | cards_mask(board);
    for (int& card : board) {
        if (card >= 0) continue;
        do {
            card = static_cast<int>(random.below(kCards));
        } while (taken & card_bit(card));
        taken |= card_bit(card);
    }
}

void DealSampler::update(Logs& logs, const Place& place, Kind kind, int actions,
                         const float* deltas, Random& random) const {
    const std::uint64_t noise = cells_.half() ? random.next() >> 32 : 0;
    if (place.row && options_.lock_free) {
        cells_.add(place.row, kind == kAverages ? actions : 0, actions, deltas,
                   static_cast<std::uint32_t>(noise));
        cells_.count_visit(place.row, actions);
        return;
    }
    UpdateLog& log = logs[place.shard];
    const bool is_new = !place.row;
    const std::size_t at = log.words.size();
    log.words.resize(at + 2 + (actions + 1) / 2);
    log.words[at] = is_new ? place.key : reinterpret_cast<std::uintptr_t>(place.row);
    log.words[at + 1] = noise << kNoiseShift | std::uint64_t{is_new} << kNewBit |
                        std::uint64_t{kind} << kKindBit | static_cast<std::uint64_t>(actions);
    std::copy_n(deltas, actions, reinterpret_cast<float*>(&log.words[at + 2]));
    if (is_new) {
        ++log.new_rows;
        log.new_words += cells_.row_words(actions);
    }
}

bool DealSampler::run(std::int64_t batches, int threads) {
    ThreadPool pool(threads);
    const auto tasks = static_cast<std::int64_t>(logs_.size());
    for (std::int64_t b = 0; b < batches; ++b) {
        pool.run(tasks, [&](std::int64_t task) {
            auto& logs = logs_[task];
            for (auto& log : logs) log.clear();
            const std::int64_t end = iteration_ + options_.batch * (task + 1) / tasks;
            std::int64_t i = iteration_ + options_.batch * task / tasks;
            if (options_.scheme == DealScheme::kPublicChance) {
                BoardWalk walk(*this, logs);
                for (; i < end; ++i) walk.traverse(i);
                return;
            }
            Walk walk(*this, logs);
            for (; i < end; i += Walk::kTrips) {
                walk.traverse(i, std::min(i + Walk::kTrips, end));
            }
        });
        const bool fits = has_room();
        if (fits) pool.run(kShards, [&](std::int64_t shard) { merge(static_cast<int>(shard)); });
        if (fits || options_.lock_free) iteration_ += options_.batch;
        if (!fits) return false;
    }
    return true;
}

bool DealSampler::has_room() const {
    std::size_t bytes = log_bytes();
    std::size_t chunks = 0;
    for (int shard = 0; shard < kShards; ++shard) {
        std::int64_t rows = 0;
        std::int64_t words = 0;
        for (const auto& logs : logs_) {
            rows += logs[shard].new_rows;
            words += logs[shard].new_words;
        }
        const ShardTable& table = tables_.shards[shard];
        if (!table.has_places(words)) return false;
        bytes += table.index_bytes(rows);
        chunks += table.chunks(words);
    }
    return bytes + ChunkPool::bytes(chunks) <= options_.memory_limit;
}

void DealSampler::merge(int shard) {
    ShardTable& table = tables_.shards[shard];
    for (auto& logs : logs_) {
        auto& words = logs[shard].words;
        const auto size_of = [&](std::size_t at) { return 2 + ((words[at + 1] & 0xFF) + 1) / 2; };
        const auto is_new = [&](std::size_t at) { return (words[at + 1] >> kNewBit & 1) != 0; };
        std::size_t ahead = 0;
        for (std::size_t at = 0; at < words.size(); at += size_of(at)) {
            for (; ahead < words.size() && ahead < at + kAhead; ahead += size_of(ahead)) {
                if (is_new(ahead)) {
                    table.prefetch_slot(mix_key(words[ahead]));
                } else {
                    __builtin_prefetch(reinterpret_cast<Row>(words[ahead]), 1);
                }
            }
            const int actions = static_cast<int>(words[at + 1] & 0xFF);
            Row row;
            if (is_new(at)) {
                // An earlier traversal of the batch may have added the row.
                const std::uint64_t hash = mix_key(words[at]);
                row = table.find(words[at], hash);
                if (!row) row = table.insert(words[at], hash, cells_.row_words(actions));
            } else {
                row = reinterpret_cast<Row>(words[at]);
            }
            cells_.add(row, words[at + 1] >> kKindBit & 1 ? actions : 0, actions,
                       reinterpret_cast<const float*>(&words[at + 2]),
                       static_cast<std::uint32_t>(words[at + 1] >> kNoiseShift));
            cells_.count_visit(row, actions);
        }
    }
}

std::int64_t DealSampler::information_sets() const {
    std::int64_t rows = 0;
    for (const auto& shard : tables_.shards) rows += shard.rows();
    return rows;
}

std::size_t DealSampler::table_bytes() const {
    std::size_t bytes = 0;
    std::size_t chunks = 0;
    for (const auto& table : tables_.shards) {
        bytes += table.index_bytes();
        chunks += table.chunks();
    }
    return bytes + ChunkPool::bytes(chunks);
}

std::size_t DealSampler::log_bytes() const {
    std::size_t words = 0;
    for (const auto& logs : logs_) {
        for (const auto& log : logs) words += log.words.capacity();
    }
    return sizeof(std::uint64_t) * words;
}

Row DealSampler::find(std::int32_t node, Mask hole,
                      const std::array<int, kBoardCards>& board) const {
    const View seen = view(hole, board, game_.street[node]);
    const std::uint64_t wanted = key(seen, node);
    return tables_.shards[seen.shard].find(wanted, mix_key(wanted));
}

void DealSampler::visits(std::int32_t node, const std::vector<int>& board, const Mask* holes,
                         int count, std::uint64_t* out) const {
    const auto cards = padded(board);
    const Mask taken = cards_mask(cards);
    for (int hole = 0; hole < count; ++hole) {
        const Row row = cells_.counts_visits() && !(holes[hole] & taken)
                            ? find(node, holes[hole], cards)
                            : nullptr;
        out[hole] = row ? cells_.visits(row, game_.n_children[node]) : 0;
    }
}

void DealSampler::average(std::int32_t node, const std::vector<int>& board, const Mask* holes,
                          int count, double* out) const {
    const auto cards = padded(board);
    const Mask taken = cards_mask(cards);
    const int actions = game_.n_children[node];
    for (int hole = 0; hole < count; ++hole) {
        const auto at = [&](int a) -> double& { return out[a * count + hole]; };
        if (holes[hole] & taken) {
            for (int a = 0; a < actions; ++a) at(a) = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        const Row row = find(node, holes[hole], cards);
        double sum = 0;
        for (int a = 0; a < actions; ++a) {
            sum += at(a) = row ? cells_.get(row, actions + a) : 0;
        }
        for (int a = 0; a < actions; ++a) at(a) = sum > 0 ? at(a) / sum : 1.0 / actions;
    }
}

void DealSampler::save(std::vector<std::uint64_t>& words,
                       std::array<std::int64_t, kShards>& lengths) const {
    words.reserve(table_bytes() / sizeof(std::uint64_t));
    for (int shard = 0; shard < kShards; ++shard) {
        const std::size_t before = words.size();
        tables_.shards[shard].for_each_row(
            [&](std::uint64_t key) { return cells_.row_words(actions(key)); },
            [&](Row row, int count) { words.insert(words.end(), row, row + count); });
        lengths[shard] = static_cast<std::int64_t>(words.size() - before);
    }
}

bool DealSampler::load(const std::uint64_t* words, const std::int64_t* lengths,
                       std::int64_t iteration) {
    Tables loaded;
    for (int shard = 0; shard < kShards; ++shard) {
        for (std::int64_t at = 0; at < lengths[shard];) {
            const std::uint64_t node = words[at] >> (64 - kNodeBits);
            if (node >= game_.player.size() || game_.player[node] < 0) return false;
            const int size = cells_.row_words(game_.n_children[node]);
            if (size > lengths[shard] - at || !loaded.shards[shard].has_places(size)) return false;
            const Row row = loaded.shards[shard].insert(words[at], mix_key(words[at]), size);
            std::copy_n(words + at, size, row);
            at += size;
        }
        words += lengths[shard];
    }
    tables_ = std::move(loaded);
    iteration_ = iteration;
    return true;
}

}  // namespace fifthstreet
