#include "bindings.hpp"

namespace fifthstreet {

void bind_cfr(nanobind::module_&) {}

}  // namespace fifthstreet
