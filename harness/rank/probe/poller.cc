#include "harness/rank/probe/poller.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

#include "harness/rank/probe/streams.h"

namespace gridlock::probe {
namespace {

constexpr std::chrono::milliseconds kEvery{2};

struct Watched {
  std::function<bool()> is_over;
  std::function<void()> then;
};

class Poller {
 public:
  Poller() {
    std::thread([this] {
      pthread_setname_np(pthread_self(), "gridlock-probe");  // the agent looks for this name
      run();
    }).detach();
  }

  void watch(Watched watched) {
    const std::lock_guard lock(mutex_);
    new_.push_back(std::move(watched));
    if (new_.size() == 1) some_.notify_one();
  }

  void look() {
    const BesideCaptures beside;
    const std::unique_lock looking(looking_, std::try_to_lock);
    if (looking) std::erase_if(open_, is_over);
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
        std::erase_if(open_, is_over);
        some_are_open = !open_.empty();
      }
      if (some_are_open) std::this_thread::sleep_for(kEvery);
    }
  }

  static bool is_over(const Watched& watched) {
    if (!watched.is_over()) return false;
    watched.then();
    return true;
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

}  // namespace gridlock::probe
