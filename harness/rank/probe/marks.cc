#include "harness/rank/probe/marks.h"

#include <mutex>
#include <vector>

#include "harness/rank/probe/poller.h"

namespace gridlock::probe {
namespace {

constexpr std::size_t kFew = 8, kMore = 32;

const device::Library* maker = nullptr;  // set before any thread calls

class Pool {
 public:
  void* take() {
    const std::lock_guard lock(mutex_);
    if (free_.size() <= kFew && !making_) {
      making_ = true;
      run_later([this] { make(); });
    }
    if (free_.empty()) return nullptr;
    void* const event = free_.back();
    free_.pop_back();
    return event;
  }

  void give(void* event) {
    const std::lock_guard lock(mutex_);
    free_.push_back(event);
  }

 private:
  void make() {
    std::vector<void*> made;
    for (std::size_t i = 0; i < kMore; ++i) {
      if (void* event = maker->make_mark()) made.push_back(event);
    }
    const std::lock_guard lock(mutex_);
    free_.insert(free_.end(), made.begin(), made.end());
    making_ = made.empty();  // if CUDA makes none, it is not asked again
  }

  std::mutex mutex_;  // not held while CUDA is called
  std::vector<void*> free_;
  bool making_ = false;
};

Pool& pool() {
  static auto* const known = new Pool;  // never destroyed: torch's threads outlive main
  return *known;
}

}  // namespace

void use_marks_of(const device::Library& used) {
  maker = &used;
}

Mark mark_end(device::Handle stream) {
  void* const event = pool().take();
  if (event == nullptr) return nullptr;
  Mark mark(event, [](void* taken) { pool().give(taken); });
  return maker->put_mark(event, stream) ? mark : nullptr;
}

bool is_reached(const Mark& mark) {
  return mark != nullptr && maker->reached(mark.get());
}

}  // namespace gridlock::probe
