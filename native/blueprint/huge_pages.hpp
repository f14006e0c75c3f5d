// Memory for tables that are accessed at random, in huge pages where the system has them: with
// pages of 4 KiB, most lookups in a large table would miss the TLB as well as the data cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace fifthstreet {

inline constexpr std::size_t kHugePage = std::size_t{1} << 21;  // bytes

// Aligned `new` is there on every system; std::aligned_alloc is not on Windows.
inline constexpr std::align_val_t kHugeAlignment{kHugePage};

struct FreeMemory {
    void operator()(void* memory) const { ::operator delete(memory, kHugeAlignment); }
};
using HugeBlock = std::unique_ptr<std::byte[], FreeMemory>;

// Returns uninitialised memory; `bytes` is a multiple of kHugePage.
inline HugeBlock allocate_huge(std::size_t bytes) {
    void* const memory = ::operator new(bytes, kHugeAlignment);
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);  // only a hint: everything works without it
#endif
    return HugeBlock(static_cast<std::byte*>(memory));
}

// Allocator for arrays that may grow to several huge pages.
template <class T>
struct HugeAllocator {
    using value_type = T;

    HugeAllocator() = default;
    template <class U>
    HugeAllocator(const HugeAllocator<U>&) {}

    T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < kHugePage) return static_cast<T*>(::operator new(bytes));
        const std::size_t pages = (bytes + kHugePage - 1) / kHugePage;
        return reinterpret_cast<T*>(allocate_huge(pages * kHugePage).release());
    }
    void deallocate(T* memory, std::size_t count) {
        if (count * sizeof(T) < kHugePage) {
            ::operator delete(memory);
        } else {
            FreeMemory()(memory);
        }
    }
    bool operator==(const HugeAllocator&) const { return true; }
};

// Chunks of one size for several tables, which may ask for them from different threads.
class ChunkPool {
  public:
    static constexpr std::size_t kChunkWords = 1 << 13;  // 64 KiB

    // Returns a chunk of zeros that lives as long as the pool.
    std::uint64_t* take() {
        const std::lock_guard lock(mutex_);
        if (taken_ == blocks_.size() * kPerBlock) blocks_.push_back(allocate_huge(kHugePage));
        std::byte* const chunk = blocks_.back().get() + taken_ % kPerBlock * kChunkBytes;
        ++taken_;
        std::memset(chunk, 0, kChunkBytes);
        return reinterpret_cast<std::uint64_t*>(chunk);
    }

    // Memory of `chunks` chunks in bytes.
    static std::size_t bytes(std::size_t chunks) {
        return (chunks + kPerBlock - 1) / kPerBlock * kHugePage;
    }

  private:
    static constexpr std::size_t kChunkBytes = sizeof(std::uint64_t) * kChunkWords;
    static constexpr std::size_t kPerBlock = kHugePage / kChunkBytes;

    std::mutex mutex_;
    std::size_t taken_ = 0;
    std::vector<HugeBlock> blocks_;
};

}  // namespace fifthstreet
