// Nothing is compiled: a script calls what torch.compile gave it, ends well, and on some rank no
// graph was captured. Each rank counts (harness/rank/gridlock/start/graph_count.py).
#pragma once

#include <optional>
#include <string>

#include "minimizer/oracle.h"

namespace gridlock::minimizer {

inline constexpr const char* kNotCompiled = "not_compiled";  // the signature's kind
// A variable with which each rank reports what it compiled, and what such a report begins with.
inline constexpr const char* kCountGraphs = "GRIDLOCK_COUNT_GRAPHS";
inline constexpr const char* kCountReport = "{\"compiled\"";

struct Uncaptured {
  Signature signature;   // with how: frames were given up, or none was even tried
  std::string sentence;  // "compiled code was called 3 times, and no graph was captured"
};
// From what the ranks printed: of the first rank that captured nothing. Without a call there is
// nothing to capture.
std::optional<Uncaptured> find_uncaptured(const std::string& output);

class GraphOracle : public Oracle {
 public:
  // `runs` keeps the output of what it runs, and outlives it. `wanted`: without fields, any failure
  // is told as it is.
  GraphOracle(Oracle& runs, Signature wanted) : runs_(runs), wanted_(std::move(wanted)) {}

  int slots() const override { return runs_.slots(); }
  void submit(Ticket ticket, const Candidate& candidate) override;
  std::optional<Reply> wait(std::chrono::milliseconds at_most) override;
  void cancel(Ticket ticket) override { runs_.cancel(ticket); }

 private:
  Oracle& runs_;
  Signature wanted_;
};

}  // namespace gridlock::minimizer
