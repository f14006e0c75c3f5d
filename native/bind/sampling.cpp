// Python bindings of sampled traversals. All arrays are checked before they are used.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <mutex>
#include <stdexcept>
#include <utility>

#include "bind/bindings.hpp"
#include "cfr/tree_sampling.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

using UntypedArray = nb::ndarray<nb::c_contig, nb::device::cpu>;

constexpr std::int64_t kMaxTraversals = 1 << 20;  // of a call, which cannot be interrupted

// A tree and its tables, with the Python arrays that hold them. Only one call at a time changes
// tables and scratch memory.
struct OwnedTreeSampler {
    SampledTree tree;
    SampledTables tables;
    nb::object arrays[4];
    std::mutex mutex;

    OwnedTreeSampler(SampledTree given, const SampledTables& its_tables,
                     const nb::object (&kept)[4])
        : tree(std::move(given)), tables(its_tables), arrays{kept[0], kept[1], kept[2], kept[3]} {}
};

template <class T>
void* table_data(const nb::handle& array, std::int64_t size) {
    // No conversion: the copy would be freed at once.
    const auto table =
        converted<nb::ndarray<T, nb::c_contig, nb::device::cpu>>(array, "a table", false);
    if (static_cast<std::int64_t>(table.size()) != size) {
        throw std::invalid_argument("the size of a table does not match its tree");
    }
    return table.data();
}

template <class Cell, class Exact>
SampledTables tables_of(SampledStorage storage, const SampledTree& tree,
                        const nb::object (&arrays)[4]) {
    const auto& [regrets, averages, baselines, visits] = arrays;
    const std::int64_t cells = tree.cells;
    const auto rows = static_cast<std::int64_t>(tree.strategy_walk.size());
    return {storage, table_data<Cell>(regrets, cells), table_data<Exact>(averages, cells),
            baselines.is_none() ? nullptr : table_data<Exact>(baselines, cells * tree.players),
            static_cast<std::uint64_t*>(table_data<std::uint64_t>(visits, rows))};
}

SampledTables any_tables_of(const SampledTree& tree, const nb::object (&arrays)[4]) {
    const auto type = converted<UntypedArray>(arrays[0], "the table of regrets", false).dtype();
    if (type == nb::dtype<double>()) {
        return tables_of<double, double>(SampledStorage::kFloat64, tree, arrays);
    }
    if (type == nb::dtype<float>()) {
        return tables_of<float, float>(SampledStorage::kFloat32, tree, arrays);
    }
    if (type == nb::dtype<std::uint16_t>()) {
        return tables_of<std::uint16_t, float>(SampledStorage::kBfloat16, tree, arrays);
    }
    throw std::invalid_argument("a table must be float64, float32 or uint16");
}

SampledTree tree_of(const nb::object& from) {
    const auto bytes = converted<Array<const std::int8_t, 1>>(from.attr("player"), "player", false);
    const auto ints = [&](const char* name) {
        return converted<Array<const std::int32_t, 1>>(from.attr(name), name, false);
    };
    const auto first_child = ints("first_child");
    const auto n_children = ints("n_children");
    const auto parent = ints("parent");
    const auto row = ints("row");
    const auto outcome = ints("outcome");
    const auto event_outcomes = ints("event_outcomes");
    const auto first_action = ints("first_action");
    const auto probability =
        converted<Array<const double, 1>>(from.attr("probability"), "probability", false);
    const auto payoffs = converted<Array<const double, 2>>(from.attr("payoffs"), "payoffs", false);
    const std::size_t nodes = bytes.shape(0);
    require(first_child.shape(0) == nodes && n_children.shape(0) == nodes &&
                parent.shape(0) == nodes && row.shape(0) == nodes && outcome.shape(0) == nodes &&
                probability.shape(0) == nodes && nodes > 0 && nodes <= INT32_MAX &&
                first_action.shape(0) > 0 && payoffs.shape(1) >= 2 &&
                payoffs.shape(1) <= kMaxSampledPlayers,
            "a game tree must have one entry per node and 2 to 250 players");
    const GameTreeArrays arrays{static_cast<std::int32_t>(nodes),
                                static_cast<std::int32_t>(payoffs.shape(1)),
                                static_cast<std::int32_t>(event_outcomes.shape(0)),
                                static_cast<std::int32_t>(first_action.shape(0)) - 1,
                                bytes.data(),
                                first_child.data(),
                                n_children.data(),
                                parent.data(),
                                row.data(),
                                probability.data(),
                                outcome.data(),
                                payoffs.data(),
                                event_outcomes.data(),
                                first_action.data()};
    check_tree(arrays, static_cast<std::int64_t>(payoffs.shape(0)));
    return SampledTree(arrays);
}

}  // namespace

void bind_sampling(nb::module_& m) {
    nb::class_<Random>(m, "RandomStream", "Random numbers of a sampled traversal.")
        .def(nb::init<std::uint64_t, std::uint64_t>(), "seed"_a, "stream"_a,
             "Start a stream of random numbers; different streams of a seed are independent.")
        .def("uniform", &Random::uniform, "Return a number from [0, 1).")
        .def("below", &Random::below, "bound"_a, "Return a whole number from 0 to `bound` - 1.");
    nb::class_<OwnedTreeSampler>(m, "TreeSampler", "Solves a game tree by sampled traversals.")
        .def(
            "__init__",
            [](OwnedTreeSampler* self, const nb::object& tree, const nb::object& regrets,
               const nb::object& averages, const nb::object& baselines, const nb::object& visits) {
                SampledTree sampled = tree_of(tree);
                const nb::object arrays[4] = {regrets, averages, baselines, visits};
                const SampledTables tables = any_tables_of(sampled, arrays);
                new (self) OwnedTreeSampler(std::move(sampled), tables, arrays);
            },
            "tree"_a, "regrets"_a, "averages"_a, "baselines"_a.none(), "visits"_a,
            "Copy the tree and keep references to the tables, which are updated in place.")
        .def(
            "walk",
            [](OwnedTreeSampler& self, std::int64_t first, std::int64_t count, int scheme,
               std::uint64_t seed, double epsilon, double decay, bool is_linear, double below,
               double share, std::int64_t prune_after) {
                require(first >= 0 && scheme >= 0 && scheme <= 3, "no such traversal or scheme");
                require(count >= 0 && count <= kMaxTraversals && first <= INT64_MAX - count,
                        "a call must have at most 1,048,576 traversals");
                require(epsilon >= 0 && epsilon <= 1 && share >= 0 && share < 1,
                        "epsilon must be 0 to 1, and the share of pruning 0 to below 1");
                const nb::gil_scoped_release release;
                const std::lock_guard lock(self.mutex);
                walk_samples(self.tree, self.tables,
                             {static_cast<Sampling>(scheme), seed, epsilon, decay, is_linear, below,
                              share, prune_after},
                             first, count);
            },
            "first"_a, "count"_a, nb::kw_only(), "scheme"_a, "seed"_a, "epsilon"_a, "decay"_a,
            "is_linear"_a, "below"_a, "share"_a, "prune_after"_a,
            "Run `count` traversals, starting with number `first`.")
        .def(
            "discount",
            [](OwnedTreeSampler& self, std::uint64_t seed, std::uint64_t stream, double positive,
               double negative, double average) {
                const nb::gil_scoped_release release;
                const std::lock_guard lock(self.mutex);
                discount_samples(self.tree, self.tables, seed, stream, positive, negative, average);
            },
            "seed"_a, "stream"_a, "positive"_a, "negative"_a, "average"_a,
            "Multiply positive regrets, negative regrets and averages by factors.");
}

}  // namespace fifthstreet
