// Finds scripts in which nothing is compiled. Such a script calls the result of torch.compile and
// ends well, but on some rank no graph was captured. Each rank counts its own graphs
// (harness/rank/gridlock/start/graph_count.py).
#pragma once

#include <optional>
#include <string>

#include "minimizer/oracle.h"
#include "minimizer/ranks/failure.h"

namespace gridlock::minimizer {

inline constexpr const char* kNotCompiled = "not_compiled";  // the signature's kind
// The environment variable that makes each rank report its compilations, and the prefix of such a
// report.
inline constexpr const char* kCountGraphs = "GRIDLOCK_COUNT_GRAPHS";
inline constexpr const char* kCountReport = "{\"compiled\"";

// Returns the failure of the first rank that captured nothing, from the output of the ranks:
// "compiled code was called 3 times, and no graph was captured". The signature includes the cause:
// Dynamo gave up frames, or tried none. A rank that never calls compiled code is not reported.
std::optional<FoundFailure> find_uncaptured(const std::string& output);

class GraphOracle : public Oracle {
 public:
  // Takes the oracle `runs`, which keeps the output of its runs and outlives this object. If
  // `wanted` has no fields, any failure counts as the wanted one.
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
