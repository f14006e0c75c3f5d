// One shard of a table of information sets: an open-addressing index over rows in an arena.
//
// A row is its key followed by cells: the regrets of its actions, then their averages; and the
// number of its visits, if they are counted. A slot of the index is 32 bits, four of the hash and
// the row's place, so that a lookup is one cache miss in the index and one at the row itself. Rows
// never move: the arena grows by chunks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blueprint/cells.hpp"
#include "blueprint/huge_pages.hpp"
#include "shared/random.hpp"

namespace fifthstreet {

using Row = std::uint64_t*;  // the key, then cells, then visits

inline std::uint64_t mix_key(std::uint64_t key) { return split_mix(key); }

// Reads and adds to the cells of rows: regrets from cell 0 on, then averages.
class Cells {
  public:
    Cells(bool half, bool counts_visits) : format_(half), counts_visits_(counts_visits) {}

    bool half() const { return format_.half(); }
    bool counts_visits() const { return counts_visits_; }

    // Words of a row, including its key.
    int row_words(int actions) const { return cell_words(actions) + counts_visits_; }

    void count_visit(Row row, int actions) const {
        if (counts_visits_) __atomic_fetch_add(row + cell_words(actions), 1, __ATOMIC_RELAXED);
    }
    std::uint64_t visits(Row row, int actions) const { return row[cell_words(actions)]; }

    float get(Row row, int cell) const { return format_.get(row + 1, cell); }

    void add(Row row, int first, int count, const float* deltas, std::uint32_t noise) const {
        format_.add(row + 1, first, count, deltas, noise);
    }

  private:
    // Words of a row without the number of visits.
    int cell_words(int actions) const { return 1 + (half() ? (actions + 1) / 2 : actions); }

    CellFormat format_;
    bool counts_visits_;
};

class ShardTable {
  public:
    static constexpr std::uint32_t kMaxWords = 1U << 28;  // that a slot can address: 2 GiB

    explicit ShardTable(ChunkPool& pool) : pool_(&pool), slots_(kFirstSlots) {}

    Row find(std::uint64_t key, std::uint64_t hash) const {
        for (std::size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
            const std::uint32_t slot = slots_[i];
            if (!slot) return nullptr;
            if (slot >> kPlaceBits != hash >> kTagShift) continue;
            const Row row = at(slot & (kMaxWords - 1));
            if (*row == key) return row;
        }
    }

    // A lookup in three steps that can be interleaved with other lookups: prefetch the slot,
    // prefetch the row that most likely has the key, `find` it.
    void prefetch_slot(std::uint64_t hash) const {
        __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
    }
    void prefetch_row(std::uint64_t hash) const {
        for (std::size_t i = hash & (slots_.size() - 1); slots_[i];
             i = (i + 1) & (slots_.size() - 1)) {
            if (slots_[i] >> kPlaceBits == hash >> kTagShift) {
                __builtin_prefetch(at(slots_[i] & (kMaxWords - 1)));
                return;
            }
        }
    }

    // Adds a row of zeros for a key that is not in the table.
    Row insert(std::uint64_t key, std::uint64_t hash, int words) {
        if (needed_slots(rows_ + 1) > slots_.size()) {
            Slots before(needed_slots(rows_ + 1));
            before.swap(slots_);
            for (const std::uint32_t slot : before) {
                const std::uint32_t place = slot & (kMaxWords - 1);
                if (slot) link(mix_key(*at(place)), place);
            }
        }
        if (chunks_.empty() || used_.back() + words > kChunkWords) {
            // The very first word is not used: place 0 means an empty slot.
            used_.push_back(chunks_.empty() ? 1 : 0);
            chunks_.push_back(pool_->take());
        }
        const auto place =
            static_cast<std::uint32_t>((chunks_.size() - 1) * kChunkWords + used_.back());
        const Row row = at(place);
        *row = key;
        used_.back() += words;
        ++rows_;
        link(hash, place);
        return row;
    }

    std::int64_t rows() const { return rows_; }

    // Calls `visit(row, words)` for every row in order of insertion; `words_of(key)` is the length
    // of a key's row.
    template <class Words, class Visit>
    void for_each_row(Words&& words_of, Visit&& visit) const {
        for (std::size_t c = 0; c < chunks_.size(); ++c) {
            for (std::uint32_t i = c ? 0 : 1; i < used_[c];) {
                const Row row = chunks_[c] + i;
                const int words = words_of(*row);
                visit(row, words);
                i += words;
            }
        }
    }

    // Memory of the index in bytes, now or after `more_rows` more rows.
    std::size_t index_bytes(std::int64_t more_rows = 0) const {
        return sizeof(std::uint32_t) * std::max(slots_.size(), needed_slots(rows_ + more_rows));
    }

    // Number of chunks of rows, now or after rows of `more_words` more words in total.
    std::size_t chunks(std::int64_t more_words = 0) const {
        const std::size_t left = chunks_.empty() ? 0 : kChunkWords - used_.back();
        const auto wanted = static_cast<std::size_t>(more_words);
        if (wanted <= left) return chunks_.size();
        // A row that does not fit leaves the rest of its chunk empty.
        return chunks_.size() + (wanted - left) / (kChunkWords - kWidestRow) + 1;
    }

    bool has_places(std::int64_t more_words) const {
        return chunks(more_words) * kChunkWords <= kMaxWords;
    }

  private:
    static constexpr int kPlaceBits = 28;
    static constexpr int kTagShift = 60;
    static constexpr std::size_t kFirstSlots = 64;
    static constexpr std::size_t kChunkWords = ChunkPool::kChunkWords;
    static constexpr std::size_t kWidestRow = 256;  // words

    using Slots = std::vector<std::uint32_t, HugeAllocator<std::uint32_t>>;

    Row at(std::uint32_t place) const { return chunks_[place / kChunkWords] + place % kChunkWords; }

    // At most three quarters of the slots are in use.
    static std::size_t needed_slots(std::int64_t rows) {
        return std::max(kFirstSlots, std::bit_ceil(static_cast<std::size_t>(rows) * 4 / 3 + 1));
    }

    void link(std::uint64_t hash, std::uint32_t place) {
        std::size_t i = hash & (slots_.size() - 1);
        while (slots_[i]) i = (i + 1) & (slots_.size() - 1);
        slots_[i] = static_cast<std::uint32_t>(hash >> kTagShift << kPlaceBits) | place;
    }

    ChunkPool* pool_;
    Slots slots_;
    std::vector<Row> chunks_;
    std::vector<std::uint32_t> used_;  // words in use, by chunk
    std::int64_t rows_ = 0;
};

}  // namespace fifthstreet
