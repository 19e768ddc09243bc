// A set of kernels and graphs that have been launched. It needs no lock and no memory besides its
// own. Functions that find no room count as new forever.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gridlock::device {

class Functions {
 public:
  bool contains(const void* function) const {
    for (std::size_t i = 0; i < kProbes; ++i) {
      const void* here = slots_[place(function, i)].load(std::memory_order_relaxed);
      if (here == function) return true;
      if (here == nullptr) return false;
    }
    return false;
  }

  void add(const void* function) {
    for (std::size_t i = 0; i < kProbes; ++i) {
      std::atomic<const void*>& slot = slots_[place(function, i)];
      const void* here = slot.load(std::memory_order_relaxed);
      if (here == function) return;
      if (here == nullptr && slot.compare_exchange_strong(here, function)) return;
      if (here == function) return;
    }
  }

  // Removes a function. Functions that share its places may then count as new, too.
  void remove(const void* function) {
    for (std::size_t i = 0; i < kProbes; ++i) {
      const void* here = function;
      slots_[place(function, i)].compare_exchange_strong(here, nullptr);
    }
  }

  void clear() {
    for (auto& slot : slots_) slot.store(nullptr, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kSlots = 1 << 14, kProbes = 16;

  // Multiplies by 2^64 / golden ratio, whose upper bits spread addresses that differ little.
  static std::size_t place(const void* function, std::size_t probe) {
    const std::uint64_t hash = reinterpret_cast<std::uintptr_t>(function) * 0x9e3779b97f4a7c15;
    return (hash / (~std::uint64_t{0} / kSlots + 1) + probe) % kSlots;
  }

  std::array<std::atomic<const void*>, kSlots> slots_{};
};

}  // namespace gridlock::device
