#include "harness/rank/probe/marks.h"

#include <mutex>
#include <vector>

#include "harness/rank/probe/later.h"

namespace gridlock::probe {
namespace {

constexpr std::size_t kFirst = 32, kMost = 4096;

const device::Library* maker = nullptr;  // set before any thread calls

std::vector<void*> make_marks(std::size_t count) {
  std::vector<void*> made;
  for (std::size_t i = 0; i < count; ++i) {
    if (void* event = maker->make_mark()) made.push_back(event);
  }
  return made;
}

// Marks that are not in use. If few are left, as many are made as there are.
class Pool {
 public:
  void* take() {
    const std::lock_guard lock(mutex_);
    if (count_ == 0 && !making_) keep(make_marks(kFirst));  // no thread stands behind a call yet
    if (free_.size() <= count_ / 4 && !making_ && count_ < kMost) {
      making_ = true;
      run_later([this, as_many = count_] { make(as_many); });
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
  void make(std::size_t count) {
    const std::vector<void*> made = make_marks(count);
    const std::lock_guard lock(mutex_);
    making_ = false;
    keep(made);
  }

  void keep(const std::vector<void*>& made) {
    free_.insert(free_.end(), made.begin(), made.end());
    count_ += made.size();
    making_ |= made.empty();  // if CUDA makes none, it is not asked again
  }

  std::mutex mutex_;  // not held while CUDA is called, except for the first marks
  std::vector<void*> free_;
  std::size_t count_ = 0;  // marks made so far
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

Mark mark_end_now(device::Handle stream) {
  void* const event = maker->mark(stream);
  if (event == nullptr) return nullptr;
  return {event, [](void* made) { run_later([made] { maker->release(made); }); }};
}

device::Passed has_passed(const Mark& mark) {
  return mark != nullptr ? maker->passed(mark.get()) : device::Passed::kNo;
}

}  // namespace gridlock::probe
