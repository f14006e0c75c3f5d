// Lists of Python as vectors. nanobind's own conversion is noexcept, so that it ends the process where
// there is no memory for a vector; this one throws, which becomes a MemoryError.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/detail/nb_list.h>

#include <new>
#include <vector>

namespace fifthstreet {

// Conversions of this thread that are under way, one in the other. Only the outermost may throw: what
// is between, such as the conversion of a tuple of vectors, is noexcept.
struct VectorConversion {
    static inline thread_local int depth = 0;
    static inline thread_local bool has_failed = false;  // without memory

    VectorConversion() { ++depth; }
    ~VectorConversion() { --depth; }
    VectorConversion(const VectorConversion&) = delete;
    VectorConversion& operator=(const VectorConversion&) = delete;
};

}  // namespace fifthstreet

namespace nanobind::detail {

template <class T>
struct type_caster<std::vector<T>> : list_caster<std::vector<T>, T> {
    template <class Flags>
    bool from_python(handle from, Flags flags, cleanup_list* cleanup) {
        using Conversion = fifthstreet::VectorConversion;
        const Conversion conversion;
        std::size_t size = 0;
        PyObject* temporary = nullptr;
        PyObject** items = NB_CALL(seq_get)(from.ptr(), &size, &temporary);
        const object owner = steal(temporary);
        bool is_converted = items != nullptr;
        const auto item_flags = flags_for_local_caster<T>(flags);
        try {
            this->value.clear();
            this->value.reserve(size);
            for (std::size_t i = 0; is_converted && i < size; ++i) {
                make_caster<T> caster;
                is_converted = caster.from_python(items[i], item_flags, cleanup) &&
                               caster.template can_cast<T>();
                if (is_converted) this->value.push_back(caster.operator cast_t<T>());
            }
        } catch (const std::bad_alloc&) {
            Conversion::has_failed = true;
        }
        if (Conversion::has_failed) {
            is_converted = false;
            if (Conversion::depth == 1) {
                Conversion::has_failed = false;
                throw std::bad_alloc();
            }
        }
        return is_converted;
    }
};

}  // namespace nanobind::detail
