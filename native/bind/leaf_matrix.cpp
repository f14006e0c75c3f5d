// Python bindings of the payoffs at leaves. All arrays are checked before a kernel reads them.
#include "postflop/leaf_matrix.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "bind/bindings.hpp"
#include "shared/thread_pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

void check_threads(int threads) {
    require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
}

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
}

}  // namespace fifthstreet
