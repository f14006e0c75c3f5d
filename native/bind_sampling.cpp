#include "bindings.hpp"

namespace fifthstreet {

void bind_sampling(nanobind::module_&) {}

}  // namespace fifthstreet
