// The deal before a river in buckets: from hands to buckets on the way down, and back on the way up.
//
// A hand enters the same bucket of a runout on every betting line, so all lines, the entries of the
// river, are dealt together: arrays have a row of entries for each hand or bucket.
#include <algorithm>

#include "postflop/range_rows.hpp"

namespace fifthstreet {

namespace {

float* numbers(std::vector<Lanes>& rows, std::size_t count) {
    if (rows.size() * kLanes < count) rows.resize(count / kLanes);
    return reinterpret_cast<float*>(rows.data());
}

}  // namespace

// Lists the opponent's reach at the exits of the street before the river.
void RangeSolver::list_exits(const Pass& pass, int street, int runout, Bench& bench) const {
    const Street& s = streets_[street];
    const int hands = s.seats[pass.opponent].count[runout];
    const int width = row_stride(s.exits());
    float* listed = numbers(bench.exit_reach, static_cast<std::size_t>(hands) * width);
    std::fill_n(listed, static_cast<std::size_t>(hands) * width, 0.0f);
    for (int exit = 0; exit < s.exits(); ++exit) {
        const int node = s.exit_node[exit];
        if (!bench.live[node]) continue;
        for (int i = 0; i < hands; ++i) listed[i * width + exit] = bench.reach[node][i];
    }
}

// Computes the reach of the opponent's buckets at the roots of all entries.
void RangeSolver::enter_buckets(const Pass& pass, int runout, const Bench& before,
                                Bench& bench) const {
    const Street& s = river();
    const Seat& seat = s.seats[pass.opponent];
    const int hands = streets_[last() - 1].seats[pass.opponent].count[s.parent[runout]];
    const int count = seat.count[runout];
    const int stride = row_stride(count);
    const int width = row_stride(s.entries());
    const auto size = static_cast<std::size_t>(stride) * width;
    float* columns = numbers(bench.columns, size);
    std::fill_n(columns, size, 0.0f);
    const auto* listed = reinterpret_cast<const float*>(before.exit_reach.data());
    const std::uint16_t* bucket = seat.entering.data() + seat.entering_start[runout];
    for (int i = 0; i < hands; ++i) {
        add_rows(listed + std::int64_t{i} * width, width,
                 columns + std::int64_t{bucket[i]} * width);
    }
    float* rows = bench.new_row();
    for (int entry = 1; entry < s.entries(); ++entry) bench.new_row();
    for (int first = 0; first < s.entries(); first += kLanes) {
        const int used = std::min(kLanes, s.entries() - first);
        for (int b = 0; b < stride; b += kLanes) {
            Lanes block[kLanes];
            for (int i = 0; i < kLanes; ++i) {
                block[i] = load(columns + static_cast<std::int64_t>(b + i) * width + first);
            }
            transpose(block);
            for (int i = 0; i < used; ++i) {
                store(rows + static_cast<std::int64_t>(first + i) * bench.width + b,
                      block[i] * s.chance);
            }
        }
    }
    for (int entry = 0; entry < s.entries(); ++entry) {
        float* row = rows + static_cast<std::int64_t>(entry) * bench.width;
        row[count] = 0;  // of hands that the card blocks
        AnyPositive seen;
        for (int i = 0; i < stride; i += kLanes) seen.see(load(row + i));
        bench.reach[s.entry_start[entry]] = row;
        bench.live[s.entry_start[entry]] = static_cast<bool>(seen);
    }
    const int own = s.seats[pass.player].count[runout];  // for the values
    const auto values = static_cast<std::size_t>(own + 1) * width;
    std::fill_n(numbers(bench.columns, values), values, 0.0f);
}

// Keeps the values of an entry's root.
void RangeSolver::note_buckets(const Pass& pass, int runout, int entry, Bench& bench) const {
    const int width = row_stride(river().entries());
    const int count = river().seats[pass.player].count[runout];
    const float* value = bench.value[river().entry_start[entry]];
    auto* columns = reinterpret_cast<float*>(bench.columns.data());
    for (int b = 0; b < count; ++b) columns[b * width + entry] = value[b];
}

// Adds the values of all entries to the hands of the street before, for each member of the orbit.
void RangeSolver::leave_buckets(const Pass& pass, int runout, const Bench& bench,
                                float* sums) const {
    const Street& s = river();
    const Seat& seat = s.seats[pass.player];
    const int hands = streets_[last() - 1].seats[pass.player].count[s.parent[runout]];
    const int width = row_stride(s.entries());
    const auto* columns = reinterpret_cast<const float*>(bench.columns.data());
    for (int m = s.member_start[runout]; m < s.member_start[runout + 1]; ++m) {
        const std::uint16_t* place = seat.inverse.data() + seat.inverse_start[m];
        for (int i = 0; i < hands; ++i) {
            add_rows(columns + std::int64_t{place[i]} * width, width,
                     sums + std::int64_t{i} * width);
        }
    }
}

// Sums the values after the deal at the exits of a runout of the street before the river.
void RangeSolver::sum_chunks(const Pass& pass, int runout, Bench& bench) const {
    const Street& s = streets_[last() - 1];
    const int hands = s.seats[pass.player].count[runout];
    const int stride = row_stride(hands);
    const int width = row_stride(s.exits());
    const auto size = static_cast<std::size_t>(hands) * width;
    float* total = numbers(bench.columns, size);
    std::fill_n(total, size, 0.0f);
    for (int chunk = first_chunk_[runout]; chunk < first_chunk_[runout + 1]; ++chunk) {
        add_rows(sums_of(chunk), static_cast<int>(size), total);
    }
    for (int exit = 0; exit < s.exits(); ++exit) {
        if (!bench.live[s.exit_node[exit]]) continue;
        float* value = bench.value[s.exit_node[exit]];
        for (int i = 0; i < hands; ++i) value[i] = total[i * width + exit];
        std::fill(value + hands, value + stride, 0.0f);
    }
}

}  // namespace fifthstreet
