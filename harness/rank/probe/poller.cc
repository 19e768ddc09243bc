#include "harness/rank/probe/poller.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "harness/rank/probe/followed.h"
#include "harness/rank/probe/later.h"
#include "harness/rank/probe/own_thread.h"
#include "harness/rank/probe/streams.h"

namespace gridlock::probe {
namespace {

constexpr std::chrono::milliseconds kEvery{2};
// The thread sleeps after this many looks at nothing. To wake it costs the program's thread more
// than a call, so that it does not sleep between the steps of a training.
constexpr int kIdleLooks = 500;

struct Watched {
  std::function<bool()> is_over;
  std::function<void()> then;
};

struct OnStream {
  device::Handle stream;
  Mark end;
  OpenCalls calls;
};

class Poller {
 public:
  Poller() {
    start_own_thread([this] { run(); });
  }

  void add(OnStream call) {
    const std::lock_guard lock(mutex_);
    new_calls_.push_back(std::move(call));
    wake();
  }

  void add(Watched watched) {
    const std::lock_guard lock(mutex_);
    new_watched_.push_back(std::move(watched));
    wake();
  }

  void look(bool waits) {
    const BesideCaptures beside;
    std::unique_lock looking(looking_, std::defer_lock);
    if (waits) looking.lock();
    if ((looking || looking.try_lock()) && take()) complete();
  }

 private:
  void run() {
    const BesideCaptures beside;
    for (int idle = 0; true; ++idle) {
      {
        const std::lock_guard looking(looking_);
        if (take()) {
          idle = 0;
          use_device_of_calls();
          complete();
        }
      }
      if (idle < kIdleLooks) {
        std::this_thread::sleep_for(kEvery);
      } else {
        drop_closed_gates();
        sleep();
        idle = 0;
      }
    }
  }

  void wake() {
    if (sleeps_) some_.notify_one();
  }

  void sleep() {
    std::unique_lock lock(mutex_);
    sleeps_ = true;
    some_.wait(lock, [&] { return !new_calls_.empty() || !new_watched_.empty(); });
    sleeps_ = false;
  }

  // Takes the new calls over. Returns whether any calls are followed. Calls no CUDA, because the
  // program may be at its end.
  bool take() {
    {
      const std::lock_guard lock(mutex_);
      taken_.swap(new_calls_);
      std::ranges::move(new_watched_, std::back_inserter(watched_));
      new_watched_.clear();
    }
    for (OnStream& call : taken_)
      calls_.add(call.stream, std::move(call.end), std::move(call.calls));
    taken_.clear();
    return !calls_.empty() || !watched_.empty();
  }

  // Completes the calls that are over.
  void complete() {
    calls_.complete_passed();
    std::erase_if(watched_, [](Watched& each) {
      if (!each.is_over()) return false;
      each.then();
      run_later([over = std::move(each)] {});
      return true;
    });
  }

  std::mutex mutex_;  // protects the next four
  std::condition_variable some_;
  std::vector<OnStream> new_calls_;
  std::vector<Watched> new_watched_;
  bool sleeps_ = false;
  std::mutex looking_;  // protects the rest; held while a device is queried, which may take forever
  std::vector<OnStream> taken_;
  FollowedCalls calls_;
  std::deque<Watched> watched_;
};

Poller& poller() {
  static auto* const poller = new Poller;  // never destroyed: torch's own threads outlive main
  return *poller;
}

}  // namespace

void complete_when_passed(device::Handle stream, Mark end, OpenCalls calls) {
  poller().add(OnStream{stream, std::move(end), std::move(calls)});
}

void poll_until_over(std::function<bool()> is_over, std::function<void()> then) {
  poller().add(Watched{std::move(is_over), std::move(then)});
}

void poll_now() {
  poller().look(false);
}

void poll_behind_others() {
  poller().look(true);
}

}  // namespace gridlock::probe
