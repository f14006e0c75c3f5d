// Python bindings of searches that end with a street: payoffs at leaves, and the betting before. All arrays are checked before a kernel reads them.
#include "postflop/leaf_matrix.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <new>
#include <utility>
#include <vector>

#include "bind/bindings.hpp"
#include "postflop/street_betting.hpp"
#include "shared/thread_pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

constexpr std::size_t kMaxNodes = 1 << 16;

void check_threads(int threads) {
    require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
}

std::vector<StreetNode> nodes_of(const Array<const std::int8_t, 1>& players,
                                 const Array<const std::int32_t, 1>& first_children,
                                 const Array<const std::int32_t, 1>& children) {
    const std::size_t count = players.shape(0);
    require(count <= kMaxNodes, "a street must have at most 65,536 nodes");
    require(first_children.shape(0) == count && children.shape(0) == count,
            "there must be an entry for each node");
    std::vector<StreetNode> nodes;
    for (std::size_t at = 0; at < count; ++at) {
        nodes.push_back({players(at), first_children(at), children(at), 0});
    }
    return nodes;
}

void check_rows(const StreetBetting& betting, const Array<float, 2>& rows) {
    require(rows.shape(0) == static_cast<std::size_t>(betting.rows()) &&
                rows.shape(1) == std::size_t{kHandRow},
            "tables must have a row of 1,328 numbers for each action");
}

void check_seat(int player) { require(player == 0 || player == 1, "player must be 0 or 1"); }

}  // namespace

void bind_leaf_matrix(nb::module_& m) {
    m.def(
        "add_signed_products",
        [](Array<const float, 2> first_strength, Array<const float, 2> second_strength,
           Array<const float, 3> first, Array<const float, 3> second, int threads,
           Array<float, 2> out) {
            check_threads(threads);
            const std::size_t boards = first.shape(0), sequences = first.shape(1);
            require(second.shape(0) == boards && second.shape(1) == sequences,
                    "both players must have the same boards and sequences");
            require(first_strength.shape(0) == boards && second_strength.shape(0) == boards &&
                        first_strength.shape(1) == first.shape(2) &&
                        second_strength.shape(1) == second.shape(2),
                    "strengths must have an entry per hand and board");
            require(out.shape(0) == first.shape(2) && out.shape(1) == second.shape(2),
                    "the result must have an entry per pair of hands");
            const SignedProducts products{static_cast<std::int64_t>(boards),
                                          static_cast<std::int64_t>(sequences),
                                          static_cast<std::int64_t>(first.shape(2)),
                                          static_cast<std::int64_t>(second.shape(2)),
                                          first_strength.data(),
                                          second_strength.data(),
                                          first.data(),
                                          second.data()};
            const nb::gil_scoped_release release;
            add_signed_products(products, threads, out.data());
        },
        "first_strength"_a.noconvert(), "second_strength"_a.noconvert(), "first"_a.noconvert(),
        "second"_a.noconvert(), "threads"_a, "out"_a.noconvert(),
        "Add what hands win against hands, summed over boards and sequences of actions.");
    m.def(
        "multiply_matrix",
        [](Array<const float, 2> matrix, Array<const float, 1> vector, bool is_transposed,
           int threads, Array<float, 1> out) {
            check_threads(threads);
            const std::size_t rows = matrix.shape(0), columns = matrix.shape(1);
            require(vector.shape(0) == (is_transposed ? rows : columns) &&
                        out.shape(0) == (is_transposed ? columns : rows),
                    "the vector and the result must fit the matrix");
            const nb::gil_scoped_release release;
            (is_transposed ? multiply_transposed : multiply)(
                matrix.data(), static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns),
                vector.data(), threads, out.data());
        },
        "matrix"_a.noconvert(), "vector"_a.noconvert(), "is_transposed"_a, "threads"_a,
        "out"_a.noconvert(), "Multiply a matrix, or its transpose, by a vector.");
    nb::class_<StreetBetting>(m, "StreetBetting", "The betting of one street with all hands.")
        .def(
            "__init__",
            [](StreetBetting* self, Array<const std::int8_t, 1> players,
               Array<const std::int32_t, 1> first_children, Array<const std::int32_t, 1> children) {
                new (self) StreetBetting(nodes_of(players, first_children, children));
            },
            "players"_a.noconvert(), "first_children"_a.noconvert(), "children"_a.noconvert(),
            "Refer to nodes, parents first and siblings together.")
        .def(
            "split",
            [](const StreetBetting& self, Array<float, 2> regrets, Array<float, 2> averages,
               float keep, int player, Array<float, 3> reach) {
                check_rows(self, regrets);
                check_rows(self, averages);
                check_seat(player);
                require(reach.shape(0) == static_cast<std::size_t>(self.nodes()) &&
                            reach.shape(1) == 2 && reach.shape(2) == std::size_t{kHandRow},
                        "reach must be two rows of 1,328 numbers for each node");
                const nb::gil_scoped_release release;
                self.split(regrets.data(), averages.data(), keep, player, reach.data());
            },
            "regrets"_a.noconvert(), "averages"_a.noconvert(), "keep"_a, "player"_a,
            "reach"_a.noconvert(), "Write the reach of all hands, and update a player's averages.")
        .def(
            "join",
            [](const StreetBetting& self, Array<float, 2> regrets, float positive, float negative,
               int player, Array<float, 2> values) {
                check_rows(self, regrets);
                check_seat(player);
                require(values.shape(0) == static_cast<std::size_t>(self.nodes()) &&
                            values.shape(1) == std::size_t{kHandRow},
                        "values must be a row of 1,328 numbers for each node");
                const nb::gil_scoped_release release;
                self.join(regrets.data(), positive, negative, player, values.data());
            },
            "regrets"_a.noconvert(), "positive"_a, "negative"_a, "player"_a, "values"_a.noconvert(),
            "Write a player's values at the root, and update their regrets.");
}

}  // namespace fifthstreet
