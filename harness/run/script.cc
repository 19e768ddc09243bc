#include "harness/run/script.h"

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/exec/guard.h"
#include "harness/exec/supervisor.h"
#include "harness/facts/outcome.h"
#include "harness/process/exit_code.h"
#include "harness/process/fd.h"
#include "harness/process/files.h"
#include "harness/process/log.h"

namespace gridlock::run {
namespace {

std::filesystem::path file_of(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

// Supervises the script in a process of its own. Writes the outcome to `log`.
int supervise(const exec::ExecOptions& options, const exec::Parts& parts,
              const volatile std::sig_atomic_t& stop, int log) {
  try {
    exec::Supervisor supervisor(options, parts);
    const int exit_code = supervisor.run(stop);
    process::write_all(log, facts::to_json(supervisor.outcome()).dump());
    return exit_code;
  } catch (const std::exception& error) {
    std::cerr << "gridlock: " << error.what() << std::endl;
    return process::kEnvironment;
  }
}

void add(verdict::CellRecord& record, const facts::Crash& crash) {
  record.verdict_class = crash.crash_class;
  record.ranks = crash.ranks;
  record.sentence = crash.sentence;
  record.signature = crash.signature;
}

void add(verdict::CellRecord& record, facts::FindingRecord finding) {
  record.verdict_class = finding.verdict_class;
  record.ranks = finding.ranks;
  record.sentence = finding.sentence;
  record.signature = finding.signature;
  if (!record.timed_out) record.finding = std::move(finding);
}

verdict::CellRecord record_of(const std::string& text) {
  verdict::CellRecord record;
  const auto json = nlohmann::ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    record.verdict = verdict::Verdict::kCrash;
    record.verdict_class = "lost";
    record.lost = "the process that ran the script ended without a report";
    return record;
  }
  facts::Outcome outcome = facts::outcome_from_json(json);
  // A cell that ends well passes.
  record.verdict = outcome.verdict == facts::kEnded ? verdict::Verdict::kPass
                                                    : verdict::verdict_named(outcome.verdict);
  record.timed_out = record.verdict == verdict::Verdict::kTimeout;
  record.interrupted = record.verdict == verdict::Verdict::kInterrupted;
  if (outcome.crash) add(record, *outcome.crash);
  if (outcome.finding) add(record, std::move(*outcome.finding));
  return record;
}

}  // namespace

ScriptResult run_script(const exec::ExecOptions& options, const exec::Parts& parts,
                        const volatile std::sig_atomic_t& stop) {
  const process::Fd outcome(process::make_log());
  const auto work = [&] { return supervise(options, parts, stop, outcome.get()); };
  ScriptResult result;
  // A warm interpreter is a descendant of this process, and its ranks must be descendants too. So
  // no guard process is forked for them.
  result.exit_code = options.warm ? work() : exec::run_guarded(work, stop);
  result.record = record_of(process::read_text(file_of(outcome.get())));
  return result;
}

}  // namespace gridlock::run
