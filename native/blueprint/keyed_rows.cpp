#include "blueprint/keyed_rows.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "cards/hole_hands.hpp"

namespace fifthstreet {

namespace {

constexpr int kHandBits = 11;
constexpr int kCardBits = 6;

int hole_index(int a, int b) {
    const auto [low, high] = std::minmax(a, b);
    return hole_of(low, high);
}

}  // namespace

KeyedRows::Tables::Tables() : pool(std::make_unique<ChunkPool>()) {
    shards.reserve(kShards);
    for (int shard = 0; shard < kShards; ++shard) shards.emplace_back(*pool);
}

KeyedRows::KeyedRows(const DealGame& game, const DealOptions& options)
    : game_(&game),
      cells_(options.half, options.counts_visits),
      lock_free_(options.lock_free),
      memory_limit_(options.memory_limit) {
    require(game.nodes.size() <= std::size_t{1} << kNodeBits,
            "too many nodes for the keys of sampled deals");
}

KeyedRows::View KeyedRows::view(Mask hole, const Board& board, int street) const {
    const int low = std::countr_zero(hole);
    const int high = 63 - std::countl_zero(hole);
    const int seen = cards_seen(street);
    std::uint64_t best = ~std::uint64_t{0};
    for (const auto& perm : game_->symmetry) {
        const auto image = [&](int card) { return (card & ~3) | perm[card & 3]; };
        int drawn[kBoardCards];
        for (int i = 0; i < seen; ++i) drawn[i] = game_->board[i] < 0 ? image(board[i]) : 0;
        if (seen > 0) std::sort(drawn, drawn + cards_seen(1));  // a flop has no order
        std::uint64_t part = 0;
        for (int i = 0; i < seen; ++i) part = part << kCardBits | drawn[i];
        part = part << kHandBits | hole_index(image(low), image(high));
        best = std::min(best, part);
    }
    return {best, static_cast<int>(mix_key(best) >> (64 - std::countr_zero(unsigned{kShards})))};
}

void KeyedRows::view_all(const std::vector<Mask>& holes, const Board& board, int street,
                         HandViews<View>& out) const {
    for (const Mask hole : holes) {
        out.of_hand.push_back(static_cast<int>(out.views.size()));
        out.views.push_back(view(hole, board, street));
    }
}

void KeyedRows::update(Logs& logs, const Place& place, Part part, int actions, const float* deltas,
                       Random& random) const {
    const auto noise = cells_.half() ? static_cast<std::uint32_t>(random.next() >> 32) : 0;
    const bool is_new = !place.row;
    const Update update{
        .target = is_new ? place.key : reinterpret_cast<std::uintptr_t>(place.row),
        .part = part,
        .is_new = is_new,
        .actions = actions,
        .noise = noise,
        .deltas = deltas,
    };
    if (lock_free_ && !is_new) {
        add(place.row, update);
        return;
    }
    logs.shards[place.shard].add(update);
    if (is_new) {
        ++logs.new_rows[place.shard];
        logs.new_words[place.shard] += cells_.row_words(actions);
    }
}

void KeyedRows::add(Row row, const Update& update) const {
    cells_.add(row, update.part == Part::kAverages ? update.actions : 0, update.actions,
               update.deltas, update.noise);
    cells_.count_visit(row, update.actions);
}

bool KeyedRows::has_room(const std::vector<Logs>& logs) const {
    std::size_t bytes = 0;
    std::size_t chunks = 0;
    for (const auto& log : logs) bytes += log.bytes();
    for (int shard = 0; shard < kShards; ++shard) {
        std::int64_t rows = 0;
        std::int64_t words = 0;
        for (const auto& log : logs) {
            rows += log.new_rows[shard];
            words += log.new_words[shard];
        }
        const ShardTable& table = tables_.shards[shard];
        if (!table.has_places(words)) return false;
        bytes += table.index_bytes(rows);
        chunks += table.chunks(words);
    }
    return bytes + ChunkPool::bytes(chunks) <= memory_limit_;
}

void KeyedRows::merge(const std::vector<Logs>& logs, int shard) {
    ShardTable& table = tables_.shards[shard];
    const auto prefetch = [&](const Update& update) {
        if (update.is_new) {
            table.prefetch_slot(mix_key(update.target));
        } else {
            __builtin_prefetch(reinterpret_cast<Row>(update.target), 1);
        }
    };
    const auto apply = [&](const Update& update) {
        if (!update.is_new) return add(reinterpret_cast<Row>(update.target), update);
        // An earlier traversal of the batch may have added the row.
        const std::uint64_t hash = mix_key(update.target);
        Row row = table.find(update.target, hash);
        if (!row) row = table.insert(update.target, hash, cells_.row_words(update.actions));
        add(row, update);
    };
    for (const auto& log : logs) log.shards[shard].replay(prefetch, apply);
}

std::int64_t KeyedRows::information_sets() const {
    std::int64_t rows = 0;
    for (const auto& shard : tables_.shards) rows += shard.rows();
    return rows;
}

std::size_t KeyedRows::bytes() const {
    std::size_t bytes = 0;
    std::size_t chunks = 0;
    for (const auto& table : tables_.shards) {
        bytes += table.index_bytes();
        chunks += table.chunks();
    }
    return bytes + ChunkPool::bytes(chunks);
}

void KeyedRows::save(std::vector<std::uint64_t>& words,
                     std::array<std::int64_t, kShards>& lengths) const {
    words.reserve(bytes() / sizeof(std::uint64_t));
    for (int shard = 0; shard < kShards; ++shard) {
        const std::size_t before = words.size();
        tables_.shards[shard].for_each_row(
            [&](std::uint64_t key) { return cells_.row_words(actions(key)); },
            [&](Row row, int count) { words.insert(words.end(), row, row + count); });
        lengths[shard] = static_cast<std::int64_t>(words.size() - before);
    }
}

bool KeyedRows::load(const std::uint64_t* words, const std::int64_t* lengths) {
    Tables loaded;
    for (int shard = 0; shard < kShards; ++shard) {
        for (std::int64_t at = 0; at < lengths[shard];) {
            const std::uint64_t node = words[at] >> (64 - kNodeBits);
            if (node >= game_->nodes.size() || game_->nodes[node].player < 0) return false;
            const int size = cells_.row_words(game_->nodes[node].n_children);
            if (size > lengths[shard] - at || !loaded.shards[shard].has_places(size)) return false;
            const Row row = loaded.shards[shard].insert(words[at], mix_key(words[at]), size);
            std::copy_n(words + at, size, row);
            at += size;
        }
        words += lengths[shard];
    }
    tables_ = std::move(loaded);
    return true;
}

}  // namespace fifthstreet
