// Timeouts, as records contain them.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <utility>

namespace gridlock::probe {

// Returns the timeout in ms, for Record::aux. A longer timeout than a record can contain becomes
// the longest one (49 days). A timeout that is not set becomes 0.
inline std::uint32_t recorded(std::chrono::milliseconds timeout) {
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const std::int64_t count = timeout.count();
  return static_cast<std::uint32_t>(count < 0 ? 0 : count > kMost ? kMost : count);
}

// The timeout of a backend's calls that set none of their own. The backend's options contain it,
// and the program may change it at any time, even without calling the decorator
// (torch.distributed.distributed_c10d._set_pg_timeout). It is therefore read for each call.
class DefaultTimeout {
 public:
  DefaultTimeout() = default;
  explicit DefaultTimeout(c10::intrusive_ptr<c10d::Backend::Options> options)
      : options_(std::move(options)) {}

  std::uint32_t now() const { return options_ ? recorded(options_->timeout) : 0; }

 private:
  c10::intrusive_ptr<c10d::Backend::Options> options_;  // null: unknown
};

}  // namespace gridlock::probe
