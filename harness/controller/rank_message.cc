#include "harness/controller/rank_message.h"

#include <fmt/format.h>

namespace gridlock::controller {
namespace {

void merge(verdict::RankReport& report, const protocol::StepReport& step) {
  report.losses.push_back(step.loss);
  report.grad_norms.push_back(step.grad_norm);
  report.step_seconds.push_back(step.seconds);
  report.compile_seconds.push_back(step.compile_seconds);
  report.states.push_back(step.state);
  if (step.printed.empty()) return;
  report.printed.resize(report.losses.size());
  report.printed.back() = step.printed;
}

void merge(verdict::RankReport& report, const protocol::RoundedReport& rounded) {
  report.rounded.push_back(rounded);
}

void merge(verdict::RankReport& report, const protocol::DoneReport& done) {
  report.seconds = done.seconds;
  report.compile = done.compile;
  report.peak_memory_mib = done.peak_memory_mib;
  report.compile_cpu_seconds = done.compile_cpu_seconds;
  report.compile_peak_memory_mib = done.compile_peak_memory_mib;
  report.step_peak_memory_mib = done.step_peak_memory_mib;
  report.environment = done.environment;
  report.finished = true;
}

// Ignores compiled frames, which RunningTraining stores.
void merge(verdict::RankReport&, const protocol::CompiledFrame&) {}

void merge(verdict::RankReport&, const protocol::DebuggingReport&) {}

void merge(verdict::RankReport& report, const protocol::ErrorReport& raised) {
  report.error = raised.error;
  report.traceback = raised.traceback;
  report.seconds = raised.seconds;
}

void merge(verdict::RankReport& report, const protocol::UnreadableReport& unreadable) {
  report.error = fmt::format("the rank sent a message that cannot be read: {}", unreadable.why);
}

}  // namespace

void merge_message(verdict::RankReport& report, const protocol::RankMessage& message) {
  std::visit([&](const auto& body) { merge(report, body); }, message);
}

}  // namespace gridlock::controller
