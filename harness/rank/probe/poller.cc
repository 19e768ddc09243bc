#include "harness/rank/probe/poller.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

#include "harness/rank/probe/own_thread.h"
#include "harness/rank/probe/streams.h"

namespace gridlock::probe {
namespace {

constexpr std::chrono::milliseconds kEvery{2};

struct Watched {
  std::function<bool()> is_over;
  std::function<void()> then;
};

// Runs and destroys functions in a thread of its own. Whatever calls CUDA, and may take forever
// while another thread stands in the driver, belongs here.
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

Later& later() {
  static auto* const known = new Later;  // never destroyed: torch's own threads outlive main
  return *known;
}

class Poller {
 public:
  Poller() {
    start_own_thread([this] { run(); });
  }

  void watch(Watched watched) {
    const std::lock_guard lock(mutex_);
    new_.push_back(std::move(watched));
    if (new_.size() == 1) some_.notify_one();
  }

  void look() {
    const BesideCaptures beside;
    const std::unique_lock looking(looking_, std::try_to_lock);
    if (looking) reap();
  }

 private:
  void run() {
    use_device_of_calls();
    const BesideCaptures beside;
    bool some_are_open = false;
    while (true) {
      std::deque<Watched> fresh;
      {
        std::unique_lock lock(mutex_);
        if (!some_are_open) some_.wait(lock, [&] { return !new_.empty(); });
        fresh.swap(new_);
      }
      {
        const std::lock_guard looking(looking_);
        std::ranges::move(fresh, std::back_inserter(open_));
        reap();
        some_are_open = !open_.empty();
      }
      if (some_are_open) std::this_thread::sleep_for(kEvery);
    }
  }

  void reap() {
    std::erase_if(open_, [](Watched& each) {
      if (!each.is_over()) return false;
      each.then();
      later().add([over = std::move(each)] {});
      return true;
    });
  }

  std::mutex mutex_;  // protects new_
  std::condition_variable some_;
  std::deque<Watched> new_;
  std::mutex looking_;  // protects open_; held while a device is queried, which may take forever
  std::deque<Watched> open_;
};

Poller& poller() {
  static auto* const poller = new Poller;  // never destroyed: torch's own threads outlive main
  return *poller;
}

}  // namespace

void poll_until_over(std::function<bool()> is_over, std::function<void()> then) {
  poller().watch({std::move(is_over), std::move(then)});
}

void poll_now() {
  poller().look();
}

void run_later(std::function<void()> function) {
  later().add(std::move(function));
}

}  // namespace gridlock::probe
