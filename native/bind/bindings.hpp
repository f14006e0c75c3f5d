// The parts of the Python module, one file each.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

namespace fifthstreet {

// An array of a dictionary, whatever its shape.
template <class T>
std::vector<T> copied(const nanobind::dict& from, const char* key) {
    using Array = nanobind::ndarray<const T, nanobind::c_contig, nanobind::device::cpu>;
    const auto array = nanobind::cast<Array>(from[key]);
    return std::vector<T>(array.data(), array.data() + array.size());
}

void bind_tree(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_cfr(nanobind::module_& m);       // full passes over a game tree
void bind_sampling(nanobind::module_& m);  // sampled passes over a game tree
void bind_deals(nanobind::module_& m);     // sampled deals of hold'em

}  // namespace fifthstreet
