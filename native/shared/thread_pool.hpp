// A pool of threads that lives only as long as the work it was created for, so that nothing runs in
// the background between calls and a forked process does not inherit a broken pool.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace fifthstreet {

// The most threads of a pool: far more than any machine has cores.
inline constexpr int kMaxThreads = 4096;

// The number of threads for `tasks` tasks: none without a task, and no fewer than one. Invalid
// counts are passed through unchanged.
inline int useful_threads(std::int64_t tasks, int threads) {
    return static_cast<int>(
        std::min<std::int64_t>(std::max<std::int64_t>(tasks, 1), std::int64_t{threads}));
}

class ThreadPool {
  public:
    using Task = std::function<void(std::int64_t)>;

    // `threads` includes the calling thread, which also works: 1 starts no thread at all.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    // Runs task(0) .. task(count - 1) once each, in any order. If a task throws, no more tasks start
    // and the first exception is rethrown.
    void run(std::int64_t count, const Task& task);

  private:
    void serve();
    void take_tasks(const Task& task);

    std::vector<std::thread> workers_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    const Task* task_ = nullptr;  // null unless workers may join the run
    std::int64_t count_ = 0;
    std::atomic<std::int64_t> next_{0};
    std::atomic<std::uint64_t> run_{0};  // number of runs so far
    std::atomic<int> busy_{0};           // workers in this run; those that wake too late stay out
    std::atomic<bool> stopping_{false};
    std::exception_ptr error_;
};

}  // namespace fifthstreet
