// Python bindings of the rows of hands on runouts. All arrays are checked before a kernel reads them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <string>

#include "bind/bindings.hpp"
#include "cards/evaluator.hpp"
#include "postflop/runout_rows.hpp"
#include "shared/checks.hpp"

namespace nb = nanobind;

namespace fifthstreet {

namespace {

constexpr std::int64_t kHoleCount = kCards * (kCards - 1) / 2;
constexpr int kMaxBoardCards = 5;

// Where the rows of deal_rows are written: arrays with as many rows as there are runouts or members.
RowArrays row_arrays(const nb::dict& from, bool is_river, std::int64_t parents,
                     std::int64_t runouts, std::int64_t members) {
    using Rows = nb::ndarray<std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    using Holes = nb::ndarray<std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    using Before = nb::ndarray<const std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    const auto before = entry_of<Before>(from, "before", false);
    const auto holes = entry_of<Holes>(from, "holes", false);
    const auto count = entry_of<AnyArray<std::int32_t>>(from, "count", false);
    const std::size_t width_before = before.shape(1);
    const std::size_t width = holes.shape(1);
    require(width_before <= kHoleCount && width <= 2 * kHoleCount,
            "rows of hands must have at most 1,326 hands");
    require(static_cast<std::int64_t>(before.shape(0)) == parents &&
                static_cast<std::int64_t>(holes.shape(0)) == runouts &&
                static_cast<std::int64_t>(count.size()) == runouts,
            "the rows of hands do not fit the runouts");
    require(are_within(before.data(), static_cast<std::int64_t>(before.size()), -1, kHoleCount - 1),
            "hands of a row must be -1 to 1325");
    const auto rows_of = [&](const char* key, std::int64_t rows, std::size_t columns) {
        const auto array = entry_of<Rows>(from, key, false);
        require(static_cast<std::int64_t>(array.shape(0)) == rows && array.shape(1) == columns,
                std::string(key) + " does not fit the runouts and the rows of hands");
        return array.data();
    };
    RowArrays rows;
    rows.before = before.data();
    rows.width_before = static_cast<int>(width_before);
    rows.width = static_cast<int>(width);
    rows.count = count.data();
    rows.holes = holes.data();
    rows.order = rows_of("order", runouts, width);
    rows.same = rows_of("same", runouts, width);
    rows.place = rows_of("place", runouts, kHoleCount);
    rows.weaker = rows_of("weaker", is_river ? runouts : 0, width);
    rows.not_better = rows_of("not_better", is_river ? runouts : 0, width);
    rows.inverse = rows_of("inverse", members, width_before);
    return rows;
}

void check_runouts(const AnyArray<const std::int32_t>& parent, const AnyArray<const Mask>& dealt,
                   const AnyArray<const Mask>& boards, std::int64_t parents,
                   const AnyArray<const std::int32_t>& member_runout,
                   const AnyArray<const std::uint8_t>& member_back) {
    const auto runouts = static_cast<std::int64_t>(parent.size());
    require(dealt.size() == parent.size() && boards.size() == parent.size(),
            "dealt and boards must have one entry per runout");
    require(are_within(parent.data(), runouts, 0, parents - 1), "a runout has no such parent");
    for (std::int64_t r = 0; r < runouts; ++r) {
        require(boards.data()[r] <= kAllCards && count_cards(boards.data()[r]) <= kMaxBoardCards &&
                    dealt.data()[r] <= kAllCards,
                "a board or the card dealt is not a set of up to 5 cards");
    }
    const auto members = static_cast<std::int64_t>(member_runout.size());
    require(member_back.size() == member_runout.size() * kSuits,
            "member_back must have four suits per member");
    require(are_within(member_runout.data(), members, 0, runouts - 1),
            "a member has no such runout");
    for (std::int64_t m = 0; m < members; ++m) {
        const std::uint8_t* back = member_back.data() + m * kSuits;
        int seen = 0;
        for (int suit = 0; suit < kSuits; ++suit) seen |= back[suit] < kSuits ? 1 << back[suit] : 0;
        require(seen == 15, "member_back is not a permutation of four suits");
    }
}

// Rows of hole hands: those in use are hands.
void check_hands(const AnyArray<const std::int32_t>& count,
                 const AnyArray<const std::int16_t>& holes) {
    const auto width = static_cast<std::int64_t>(holes.shape(1));
    const auto runouts = static_cast<std::int64_t>(count.size());
    require(are_within(count.data(), runouts, 0, std::min(width, kHoleCount)),
            "a runout has more hands than its row holds");
    for (std::int64_t r = 0; r < runouts; ++r) {
        require(are_within(holes.data() + r * width, count.data()[r], 0, kHoleCount - 1),
                "hands of a row must be 0 to 1325");
    }
}

}  // namespace

void bind_runouts(nb::module_& m) {
    m.def(
        "deal_rows",
        [](const Evaluator* evaluator, AnyArray<const std::int32_t> parent,
           AnyArray<const Mask> dealt, AnyArray<const Mask> boards,
           AnyArray<const std::int32_t> member_runout, AnyArray<const std::uint8_t> member_back,
           const nb::dict& first, const nb::dict& second, int threads) {
            const auto before = entry_of<AnyArray<const std::int16_t>>(first, "before", false);
            require(before.ndim() == 2, "before must have a row for each runout before");
            const auto parents = static_cast<std::int64_t>(before.shape(0));
            check_runouts(parent, dealt, boards, parents, member_runout, member_back);
            const Ranking* ranking = evaluator ? evaluator->free_ranking() : nullptr;
            require(!evaluator || (ranking && ranking->table_cards() == kMaxTableCards),
                    "the evaluator must be for five-card hands of any cards, or None");
            const auto rows_of = [&](const nb::dict& from) {
                return row_arrays(from, ranking, parents, static_cast<std::int64_t>(parent.size()),
                                  static_cast<std::int64_t>(member_runout.size()));
            };
            const RowArrays rows[2] = {rows_of(first), rows_of(second)};
            const RunoutArrays runouts{static_cast<std::int64_t>(parent.size()),
                                       parent.data(),
                                       dealt.data(),
                                       boards.data(),
                                       static_cast<std::int64_t>(member_runout.size()),
                                       member_runout.data(),
                                       member_back.data()};
            const nb::gil_scoped_release release;
            deal_rows(ranking, runouts, rows, threads);
        },
        nb::arg("evaluator").none(), nb::arg("parent"), nb::arg("dealt"), nb::arg("boards"),
        nb::arg("member_runout"), nb::arg("member_back"), nb::arg("first"), nb::arg("second"),
        nb::arg("threads"),
        "Order both players' hands on each runout and link them to the previous street.");
    m.def(
        "list_by_card",
        [](AnyArray<const std::int32_t> count, AnyArray<const std::int16_t> holes,
           AnyArray<const std::int32_t> other_count, AnyArray<const std::int16_t> other_holes,
           AnyArray<const std::uint16_t> other_same, AnyArray<const std::uint16_t> other_weaker,
           AnyArray<const std::uint16_t> other_not_better, AnyArray<std::uint16_t> by_card,
           AnyArray<std::uint16_t> card_start, AnyArray<std::uint16_t> showdown, int threads) {
            require(holes.ndim() == 2 && other_holes.ndim() == 2,
                    "holes must have a row for each runout");
            const std::size_t runouts = count.size();
            const std::size_t hands = runouts * holes.shape(1);
            const std::size_t others = runouts * other_holes.shape(1);
            const std::size_t ordered = showdown.size() ? others : 0;
            require(holes.shape(0) == runouts && other_holes.shape(0) == runouts &&
                        other_count.size() == runouts && other_same.size() == others &&
                        other_weaker.size() == ordered && other_not_better.size() == ordered &&
                        by_card.size() == 2 * hands &&
                        card_start.size() == runouts * (kCards + 1) &&
                        showdown.size() == 8 * ordered && holes.shape(1) <= 2 * kHoleCount &&
                        other_holes.shape(1) <= 2 * kHoleCount,
                    "the arrays of rows and lists do not fit together");
            check_hands(count, holes);
            check_hands(other_count, other_holes);
            const CardPlaces places{static_cast<std::int64_t>(count.size()),
                                    static_cast<int>(holes.shape(1)),
                                    static_cast<int>(other_holes.shape(1)),
                                    count.data(),
                                    holes.data(),
                                    other_count.data(),
                                    other_holes.data(),
                                    other_same.data(),
                                    other_weaker.data(),
                                    other_not_better.data(),
                                    by_card.data(),
                                    card_start.data(),
                                    showdown.size() ? showdown.data() : nullptr};
            const nb::gil_scoped_release release;
            list_by_card(places, threads);
        },
        nb::arg("count"), nb::arg("holes"), nb::arg("other_count"), nb::arg("other_holes"),
        nb::arg("other_same"), nb::arg("other_weaker"), nb::arg("other_not_better"),
        nb::arg("by_card"), nb::arg("card_start"), nb::arg("showdown"), nb::arg("threads"),
        "List the hands of each runout by card, for the card removal of GPU kernels.");
}

}  // namespace fifthstreet
