#include "harness/rank/probe/poller.h"

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

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
      pthread_setname_np(pthread_self(), "gridlock-probe");  // the agent knows it by this name
      run();
    }).detach();
  }

  void watch(Watched watched) {
    const std::lock_guard lock(mutex_);
    new_.push_back(std::move(watched));
    if (new_.size() == 1) some_.notify_one();
  }

 private:
  void run() {
    while (true) {
      {
        std::unique_lock lock(mutex_);
        if (open_.empty()) some_.wait(lock, [&] { return !new_.empty(); });
        open_.insert(open_.end(), new_.begin(), new_.end());
        new_.clear();
      }
      std::erase_if(open_, is_over);
      if (!open_.empty()) std::this_thread::sleep_for(kEvery);
    }
  }

  static bool is_over(const Watched& watched) {
    if (!watched.is_over()) return false;
    watched.then();
    return true;
  }

  std::mutex mutex_;
  std::condition_variable some_;
  std::deque<Watched> new_;
  std::deque<Watched> open_;  // the thread's own
};

}  // namespace

void poll_until_over(std::function<bool()> is_over, std::function<void()> then) {
  static auto* poller = new Poller;  // outlives the end of main, as torch's own threads do
  poller->watch({std::move(is_over), std::move(then)});
}

}  // namespace gridlock::probe
