// The parts of the Python module, one file each.
#pragma once

#include <nanobind/nanobind.h>

namespace fifthstreet {

void bind_tree(nanobind::module_& m);
void bind_solver(nanobind::module_& m);
void bind_cfr(nanobind::module_& m);       // full passes over a game tree
void bind_sampling(nanobind::module_& m);  // sampled passes over a game tree
void bind_deals(nanobind::module_& m);     // sampled deals of hold'em

}  // namespace fifthstreet
