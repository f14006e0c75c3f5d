// Preloaded into Python: the n-th allocation that the native core makes fails, if armed. Blocks are
// counted, so that a test sees what was never freed.
#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

std::atomic<long> left{-1};  // allocations until one fails; none fails if negative
std::atomic<long> made{0};   // allocations of the core since it was armed
std::atomic<long> live{0};   // blocks of all C++ code

// Whether an address is in the native core or in the library of C++, which the core calls.
bool is_core(const void* address) {
    Dl_info info;
    if (!dladdr(address, &info) || !info.dli_fname) return false;
    return std::strstr(info.dli_fname, "/core_") || std::strstr(info.dli_fname, "libstdc++");
}

bool must_fail(const void* caller) {
    if (left < 0 || !is_core(caller)) return false;
    ++made;
    return left-- == 0;
}

void* counted(void* memory) {
    if (memory) ++live;
    return memory;
}

void* allocate(std::size_t size, std::size_t alignment, const void* caller) {
    if (must_fail(caller)) return nullptr;
    if (!alignment) return counted(std::malloc(size ? size : 1));
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    return counted(std::aligned_alloc(alignment, rounded));
}

void* or_throw(void* memory) {
    if (!memory) throw std::bad_alloc();
    return memory;
}

void release(void* memory) {
    if (memory) --live;
    std::free(memory);
}

}  // namespace

#define CALLER __builtin_return_address(0)

void* operator new(std::size_t size) { return or_throw(allocate(size, 0, CALLER)); }
void* operator new[](std::size_t size) { return or_throw(allocate(size, 0, CALLER)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocate(size, 0, CALLER);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return allocate(size, 0, CALLER);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return or_throw(allocate(size, static_cast<std::size_t>(alignment), CALLER));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

extern "C" {

// Lets the allocation after `count` others fail; a negative count disarms.
void fail_after(long count) {
    left = -1;
    made = 0;
    left = count;
}
long allocations_made() { return made; }
long live_blocks() { return live; }
}
