// Functions that bind the parts of the Python module, one file each, and what they share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "shared/checks.hpp"

namespace fifthstreet {

// A C-contiguous array in memory, of a type and a number of dimensions.
template <class T, int kDims = 1>
using Array =
    nanobind::ndarray<T, nanobind::ndim<kDims>, nanobind::c_contig, nanobind::device::cpu>;

// The same with any number of dimensions.
template <class T>
using AnyArray = nanobind::ndarray<T, nanobind::c_contig, nanobind::device::cpu>;

// A Python object as a T; a ValueError names one that is none. Without conversion, an array must
// have exactly the type of its elements.
template <class T>
T converted(nanobind::handle from, const char* name, bool converts = true) {
    try {
        return nanobind::cast<T>(from, converts);  // try_cast would end the process without memory
    } catch (const nanobind::cast_error&) {
        throw std::invalid_argument(std::string(name) +
                                    " has a wrong type, or is an array that is not C-contiguous");
    }
}

// A pointer to what a Python object holds; it keeps the object alive. nanobind's own conversion ends the
// process without memory.
template <class T>
std::shared_ptr<const T> shared(nanobind::handle_t<T> owner) {
    owner.inc_ref();
    return {&nanobind::cast<const T&>(owner), [owner](const T*) noexcept {
                if (!Py_IsInitialized()) return;
                const nanobind::gil_scoped_acquire acquire;
                owner.dec_ref();
            }};
}

// An entry of a dictionary; a ValueError names one that is missing.
inline nanobind::object entry_of(const nanobind::dict& from, const char* key) {
    require(from.contains(key), std::string("there is no entry ") + key);
    return nanobind::object(from[key]);
}

// The same as a T.
template <class T>
T entry_of(const nanobind::dict& from, const char* key, bool converts = true) {
    return converted<T>(entry_of(from, key), key, converts);
}

// The elements of an array of any shape.
template <class T>
std::vector<T> copied(nanobind::handle from, const char* name) {
    using Array = nanobind::ndarray<const T, nanobind::c_contig, nanobind::device::cpu>;
    const auto array = converted<Array>(from, name);
    return std::vector<T>(array.data(), array.data() + array.size());
}

// The same for an array in a dictionary.
template <class T>
std::vector<T> copied(const nanobind::dict& from, const char* key) {
    return copied<T>(entry_of(from, key), key);
}

void bind_tree(nanobind::module_& m);
void bind_runouts(nanobind::module_& m);  // hands on every runout of a street
void bind_solver(nanobind::module_& m);
void bind_leaf_matrix(nanobind::module_& m);       // payoffs at the leaves of depth-limited search
void bind_values(nanobind::module_& m);            // networks for hands on complete boards
void bind_multiway(nanobind::module_& m);          // rivers with three ranges
void bind_multiway_streets(nanobind::module_& m);  // flops and turns with three ranges
void bind_ring(nanobind::module_& m);              // more than two seats before the flop
void bind_cfr(nanobind::module_& m);               // full passes over a game tree
void bind_sampling(nanobind::module_& m);          // sampled passes over a game tree
void bind_deals(nanobind::module_& m);             // sampled deals of hold'em
void bind_prediction(nanobind::module_& m);
void bind_hand_index(nanobind::module_& m);
void bind_bucket_tables(nanobind::module_& m);
void bind_strength(nanobind::module_& m);  // exact features of hands
void bind_clustering(nanobind::module_& m);
void bind_envs(nanobind::module_& m);  // batches of tables

}  // namespace fifthstreet
