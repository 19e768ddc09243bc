#include "minimizer/ranks/graph_oracle.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "minimizer/ranks/reports.h"

namespace gridlock::minimizer {
namespace {

struct Count {
  int calls = 0, graphs = 0, given_up = 0;
};

std::optional<Count> count_in(const std::string& text) {
  const auto report = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!report.is_object() || !report["compiled"].is_object()) return std::nullopt;
  const auto& counted = report["compiled"];
  return Count{counted.value("calls", 0), counted.value("graphs", 0), counted.value("given_up", 0)};
}

}  // namespace

std::optional<FoundFailure> find_uncaptured(const std::string& output) {
  for (const std::string& report : reports_in(output, kCountReport)) {
    const auto count = count_in(report);
    if (!count || count->calls == 0 || count->graphs > 0) continue;
    const char* how = count->given_up > 0 ? "frames given up" : "no frame tried";
    return FoundFailure{{kNotCompiled, {{"class", how}}},
                        fmt::format("compiled code was called {} {}, and no graph was captured: {}",
                                    count->calls, count->calls == 1 ? "time" : "times", how)};
  }
  return std::nullopt;
}

void GraphOracle::submit(Ticket ticket, const Candidate& candidate) {
  Candidate counting = candidate;
  counting.launch.environment.emplace_back(kCountGraphs, "1");
  runs_.submit(ticket, counting);
}

std::optional<Reply> GraphOracle::wait(std::chrono::milliseconds at_most) {
  auto reply = runs_.wait(at_most);
  if (!reply || reply->answer.verdict != Verdict::kPasses) return reply;
  const auto found = find_uncaptured(reply->output);
  reply->output = without_reports(reply->output, kCountReport);
  if (!found) return reply;
  Answer& answer = reply->answer;
  const bool same = wanted_.fields.empty() || wanted_ == found->signature;
  answer.verdict = same ? Verdict::kSame : Verdict::kDifferent;
  answer.failures = same ? 1 : 0;
  answer.seen = found->signature;
  answer.reason = found->sentence;
  return reply;
}

}  // namespace gridlock::minimizer
