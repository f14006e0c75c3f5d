#include "shared/thread_pool.hpp"

#include <stdexcept>
#include <system_error>

namespace fifthstreet {

ThreadPool::ThreadPool(int threads) {
    if (threads < 1) throw std::invalid_argument("threads must be at least 1");
    try {
        for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
        // The system allows no more threads; those that started do the work.
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

void ThreadPool::run(std::int64_t count, const std::function<void(std::int64_t)>& task) {
    {
        const std::lock_guard lock(mutex_);
        task_ = &task;
        count_ = count;
        next_ = 0;
        error_ = nullptr;
        busy_ = static_cast<int>(workers_.size());
        ++round_;
    }
    wake_.notify_all();
    take_tasks();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    if (error_) std::rethrow_exception(error_);
}

void ThreadPool::serve() {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [&] { return stopping_ || round_ != seen; });
        if (stopping_) return;
        seen = round_;
        lock.unlock();
        take_tasks();
        lock.lock();
        if (--busy_ == 0) done_.notify_one();
    }
}

void ThreadPool::take_tasks() {
    try {
        for (std::int64_t i = next_++; i < count_; i = next_++) (*task_)(i);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        next_ = count_;
    }
}

}  // namespace fifthstreet
