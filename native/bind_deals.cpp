#include "bindings.hpp"

namespace fifthstreet {

void bind_deals(nanobind::module_&) {}

}  // namespace fifthstreet
