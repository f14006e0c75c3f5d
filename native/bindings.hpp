// The parts of the Python module, one file each.
#pragma once

#include <nanobind/nanobind.h>

namespace fifthstreet {

void bind_tree(nanobind::module_& m);
void bind_solver(nanobind::module_& m);

}  // namespace fifthstreet
