// Updates of rows that wait for the end of a batch.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fifthstreet {

inline constexpr int kShards = 64;

enum class Part : std::uint64_t { kRegrets = 0, kAverages = 1 };

// Numbers to add to the regrets or averages of a row.
struct Update {
    std::uint64_t target;  // where the row is, or its key if it is new
    Part part;
    bool is_new;          // the row did not exist when it was looked up
    int actions;          // at most 255
    std::uint32_t noise;  // for stochastic rounding
    const float* deltas;
};

// Updates of some traversals to the rows of one shard, in order. An entry is its target; then
// noise, flags and number of actions; then deltas.
class UpdateLog {
  public:
    void clear() { words_.clear(); }

    void add(const Update& update) {
        const std::size_t at = words_.size();
        words_.resize(at + entry_words(update.actions));
        words_[at] = update.target;
        words_[at + 1] = std::uint64_t{update.noise} << kNoiseShift |
                         std::uint64_t{update.is_new} << kNewBit |
                         static_cast<std::uint64_t>(update.part) << kPartBit |
                         static_cast<std::uint64_t>(update.actions);
        std::copy_n(update.deltas, update.actions, reinterpret_cast<float*>(&words_[at + 2]));
    }

    // Calls `prefetch(update)` for each update some time before `apply(update)`.
    template <class Prefetch, class Apply>
    void replay(Prefetch&& prefetch, Apply&& apply) const {
        std::size_t ahead = 0;
        for (std::size_t at = 0; at < words_.size(); at += size_at(at)) {
            for (; ahead < words_.size() && ahead < at + kAhead; ahead += size_at(ahead)) {
                prefetch(entry(ahead));
            }
            apply(entry(at));
        }
    }

    std::size_t bytes() const { return sizeof(std::uint64_t) * words_.capacity(); }

  private:
    static constexpr std::size_t kAhead = 32;  // words
    // Fields of an entry's second word.
    static constexpr int kPartBit = 8;
    static constexpr int kNewBit = 9;
    static constexpr int kNoiseShift = 32;

    static std::size_t entry_words(std::size_t actions) { return 2 + (actions + 1) / 2; }
    std::size_t size_at(std::size_t at) const { return entry_words(words_[at + 1] & 0xFF); }

    Update entry(std::size_t at) const {
        const std::uint64_t word = words_[at + 1];
        return {.target = words_[at],
                .part = static_cast<Part>(word >> kPartBit & 1),
                .is_new = (word >> kNewBit & 1) != 0,
                .actions = static_cast<int>(word & 0xFF),
                .noise = static_cast<std::uint32_t>(word >> kNoiseShift),
                .deltas = reinterpret_cast<const float*>(&words_[at + 2])};
    }

    std::vector<std::uint64_t> words_;
};

// What a group of traversals leaves behind.
struct Logs {
    std::array<UpdateLog, kShards> shards;
    // By shard: rows that the log would add at most, and their words.
    std::array<std::int64_t, kShards> new_rows{};
    std::array<std::int64_t, kShards> new_words{};
    std::int64_t rows_visited = 0;

    void clear() {
        for (auto& log : shards) log.clear();
        new_rows.fill(0);
        new_words.fill(0);
        rows_visited = 0;
    }

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const auto& log : shards) sum += log.bytes();
        return sum;
    }
};

}  // namespace fifthstreet
