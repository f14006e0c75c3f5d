// nanobind's own runtime, compiled into the core so that a build needs nothing but its sources.
#include <nb_combined.cpp>
