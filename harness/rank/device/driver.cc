#include "harness/rank/device/driver.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "harness/rank/device/functions.h"
#include "harness/rank/device/rows.h"

namespace gridlock::device {
namespace {

using Word = void*;  // an argument: a pointer or an integer

constexpr std::size_t kCount = std::size(kRows);

constinit Functions functions;

// Returns the object of this thread, or null.
DriverCalls* calls_of_this_thread(const Hooks* active) {
  thread_local DriverCalls* known = nullptr;
  if (active == nullptr) return nullptr;
  if (known == nullptr) known = active->driver_calls();
  return known;
}

// Counts, during its own lifetime, this thread as being in a call of the driver. The driver may
// call back into a program, which calls the driver again. Only the outer call counts.
class InDriver {
 public:
  // handle() finds the handle among the arguments.
  template <typename FindHandle>
  InDriver(Until until, FindHandle handle, const void* function) {
    const Hooks* const active = active_hooks();
    calls_ = calls_of_this_thread(active);
    if (calls_ != nullptr && calls_->count % 2 != 0) calls_ = nullptr;
    if (calls_ == nullptr) return;
    const Handle found = handle();
    calls_->awaited.store(takes_work(until) ? 0 : active->awaited_now(found),
                          std::memory_order_relaxed);
    calls_->until.store(until, std::memory_order_relaxed);
    calls_->handle.store(found, std::memory_order_relaxed);
    if (function != nullptr) calls_->function.store(function, std::memory_order_relaxed);
    function_ = function;
    count();
  }
  InDriver(const InDriver&) = delete;
  InDriver& operator=(const InDriver&) = delete;
  ~InDriver() {
    if (calls_ == nullptr) return;
    if (function_ != nullptr) functions.add(function_);
    count();
  }

 private:
  void count() {
    ++calls_->count;
    calls_->shared.load(std::memory_order_relaxed)->store(calls_->count, std::memory_order_release);
  }

  DriverCalls* calls_ = nullptr;
  const void* function_ = nullptr;
};

template <const Row& kRow, bool kPerThread>
Handle handle_among(const Word* words) {
  if constexpr (kRow.until >= Until::kDevice) return device_of_this_context();
  if constexpr (kRow.until == Until::kEvent) return words[kRow.stream];
  constexpr std::uintptr_t kOfThread = 2;  // CU_STREAM_PER_THREAD
  Stream stream = nullptr;
  if constexpr (kRow.stream == kInConfig) {
    stream = static_cast<const LaunchConfig*>(words[0])->stream;
  } else if constexpr (kRow.stream != kNone) {
    stream = words[kRow.stream];
  }
  if (kPerThread && stream == nullptr) stream = reinterpret_cast<Stream>(kOfThread);
  return handle_of_context(stream);
}

template <const Row& kRow>
const void* function_among(const Word* words) {
  return kRow.function == kNone ? nullptr : words[kRow.function];
}

// The function that takes the place of a function of the driver. It passes on more arguments than
// the function has, which the C calling conventions permit.
template <std::size_t kIndex, bool kPerThread>
struct Counted {
  static inline constinit std::atomic<void*> real = nullptr;

  static int call(Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j,
                  Word k) {
    constexpr const Row& kRow = kRows[kIndex];
    const Word words[] = {a, b, c, d, e, f, g, h, i, j, k};
    const InDriver in(
        kRow.until, [&] { return handle_among<kRow, kPerThread>(words); },
        function_among<kRow>(words));
    if constexpr (kRow.name.ends_with("Unload")) functions.clear();
    return reinterpret_cast<decltype(&call)>(real.load(std::memory_order_relaxed))(a, b, c, d, e, f,
                                                                                   g, h, i, j, k);
  }
};

struct Replacement {
  void* function;
  std::atomic<void*>* real;
};

template <bool kPerThread, std::size_t... kIndex>
constexpr std::array<Replacement, kCount> replacements(std::index_sequence<kIndex...>) {
  return {Replacement{reinterpret_cast<void*>(&Counted<kIndex, kPerThread>::call),
                      &Counted<kIndex, kPerThread>::real}...};
}

// A later version of the driver may have two functions of one name. Only one of them is counted.
void* counted(std::size_t row, bool per_thread, void* real) {
  static const auto plain = replacements<false>(std::make_index_sequence<kCount>());
  static const auto of_thread = replacements<true>(std::make_index_sequence<kCount>());
  const Replacement& found = per_thread ? of_thread[row] : plain[row];
  void* known = nullptr;
  if (found.real->compare_exchange_strong(known, real) || known == real) return found.function;
  return real;
}

}  // namespace

void* counted_proc(std::string_view name, bool per_thread, void* real) {
  for (std::size_t row = 0; row < kCount; ++row) {
    if (name == kRows[row].name) return counted(row, per_thread, real);
  }
  return real;
}

void* counted_symbol(std::string_view symbol, void* real) {
  constexpr std::string_view kSuffix = "_ptsz";
  const bool per_thread = symbol.ends_with(kSuffix);
  if (per_thread) symbol.remove_suffix(kSuffix.size());
  for (std::size_t row = 0; row < kCount; ++row) {
    if (symbol == kRows[row].symbol) return counted(row, per_thread, real);
  }
  return real;
}

void forget_launched(const void* function) {
  functions.remove(function);
}

bool launched(const void* function) {
  return functions.contains(function);
}

}  // namespace gridlock::device
