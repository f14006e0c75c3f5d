// Functions that bind the parts of the Python module, one file each, and what they share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

namespace fifthstreet {

// The elements of an array of any shape.
template <class T>
std::vector<T> copied(nanobind::handle from) {
    using Array = nanobind::ndarray<const T, nanobind::c_contig, nanobind::device::cpu>;
    const auto array = nanobind::cast<Array>(from);
    return std::vector<T>(array.data(), array.data() + array.size());
}

// The same for an array in a dictionary.
template <class T>
std::vector<T> copied(const nanobind::dict& from, const char* key) {
    return copied<T>(nanobind::object(from[key]));
}

void bind_tree(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_cfr(nanobind::module_& m);       // full passes over a game tree
void bind_sampling(nanobind::module_& m);  // sampled passes over a game tree
void bind_deals(nanobind::module_& m);     // sampled deals of hold'em

}  // namespace fifthstreet
