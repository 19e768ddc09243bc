#include "harness/rank/probe/later.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "harness/rank/probe/own_thread.h"
#include "harness/rank/probe/streams.h"

namespace gridlock::probe {
namespace {

class Later {
 public:
  Later() {
    start_own_thread([this] { run(); });
  }

  void add(std::function<void()> function) {
    const std::lock_guard lock(mutex_);
    functions_.push_back(std::move(function));
    some_.notify_one();
  }

 private:
  void run() {
    const BesideCaptures beside;
    while (true) {
      std::deque<std::function<void()>> taken;
      {
        std::unique_lock lock(mutex_);
        some_.wait(lock, [&] { return !functions_.empty(); });
        taken.swap(functions_);
      }
      use_device_of_calls();
      for (const auto& function : taken) function();
    }
  }

  std::mutex mutex_;
  std::condition_variable some_;
  std::deque<std::function<void()>> functions_;
};

}  // namespace

void run_later(std::function<void()> function) {
  static auto* const later = new Later;  // never destroyed: torch's own threads outlive main
  later->add(std::move(function));
}

}  // namespace gridlock::probe
