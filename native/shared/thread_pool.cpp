#include "shared/thread_pool.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>

namespace fifthstreet {

namespace {

// A thread that sleeps takes long to wake up, on virtual machines up to half a millisecond, and runs
// follow each other closely. So threads wait awake for a short while first.
constexpr std::chrono::microseconds kAwake{200};
constexpr int kPausesPerLook = 32;

// A pool starts at most two threads per core, but up to 16 on machines with few cores.
constexpr int kFewThreads = 16;
constexpr int kThreadsPerCore = 2;

template <class Condition>
void wait_awake(const Condition& is_over) {
    const auto until = std::chrono::steady_clock::now() + kAwake;
    while (!is_over() && std::chrono::steady_clock::now() < until) {
        for (int i = 0; i < kPausesPerLook; ++i) {
#if defined(__x86_64__)
            __builtin_ia32_pause();
#elif defined(__aarch64__)
            asm volatile("yield");
#endif
        }
    }
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
    if (threads < 1 || threads > kMaxThreads) {
        throw std::invalid_argument("threads must be from 1 to 4096");
    }
    // More threads than cores gain nothing, and each takes up to 100 MB of addresses.
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    const int started = std::min(threads, std::max(kFewThreads, kThreadsPerCore * cores));
    workers_.reserve(started - 1);
    try {
        for (int i = 1; i < started; ++i) workers_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
        // The system allows no more threads; those that started do the work.
    } catch (const std::bad_alloc&) {
        // There is no memory for more threads. No destructor would join those that started.
    }
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (auto& worker : workers_) worker.join();
}

void ThreadPool::run(std::int64_t count, const Task& task) {
    if (count <= 1 || workers_.empty()) {
        for (std::int64_t i = 0; i < count; ++i) task(i);
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        task_ = &task;
        count_ = count;
        next_ = 0;
        error_ = nullptr;
        ++run_;
    }
    wake_.notify_all();
    take_tasks(task);
    wait_awake([this] { return busy_ == 0; });
    std::unique_lock lock(mutex_);
    task_ = nullptr;  // workers that wake from now on have nothing to do
    done_.wait(lock, [this] { return busy_ == 0; });
    if (error_) std::rethrow_exception(error_);
}

void ThreadPool::serve() {
    // Reserves what a thread needs to throw. Without memory for it, the C library ends the process, and
    // a thread throws just when there is no memory.
    (void)std::current_exception();
    std::uint64_t seen = 0;
    while (true) {
        wait_awake([&] { return stopping_ || run_ != seen; });
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return stopping_ || (task_ && run_ != seen); });
        if (stopping_) return;
        seen = run_;
        ++busy_;
        const Task& task = *task_;
        lock.unlock();
        take_tasks(task);
        lock.lock();
        if (--busy_ == 0) done_.notify_one();
    }
}

void ThreadPool::take_tasks(const Task& task) {
    try {
        for (std::int64_t i = next_++; i < count_; i = next_++) task(i);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        next_ = count_;
    }
}

}  // namespace fifthstreet
