#include "harness/run/script.h"

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "harness/diagnosis/hang.h"
#include "harness/exec/guard.h"
#include "harness/exec/supervisor.h"
#include "harness/process/exit_code.h"
#include "harness/process/fd.h"
#include "harness/process/files.h"
#include "harness/process/log.h"

namespace gridlock::run {
namespace {

std::filesystem::path file_of(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

// Runs in a process of its own, and leaves what it found in `log`.
int supervise(const exec::Options& options, const exec::Parts& parts,
              const volatile std::sig_atomic_t& stop, int log) {
  try {
    exec::Supervisor supervisor(options, parts);
    const int exit_code = supervisor.run(stop);
    process::write_text(file_of(log), supervisor.outcome().dump());
    return exit_code;
  } catch (const std::exception& error) {
    std::cerr << "gridlock: " << error.what() << std::endl;
    return process::kEnvironment;
  }
}

verdict::CellRecord record_of(const std::string& outcome) {
  verdict::CellRecord record;
  const auto json = nlohmann::ordered_json::parse(outcome, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    record.verdict = verdict::Verdict::kCrash;
    record.verdict_class = "lost";
    record.lost = "the supervisor of the script ended without reporting";
    return record;
  }
  diagnosis::Hang hang = facts::hang_from_json(json);
  record.verdict = verdict::verdict_named(hang.verdict);
  record.verdict_class = hang.hang_class;
  record.ranks = hang.ranks;
  record.sentence = hang.sentence;
  record.signature = hang.signature;
  record.timed_out = record.verdict == verdict::Verdict::kTimeout;
  record.interrupted = record.verdict == verdict::Verdict::kInterrupted;
  if (!hang.rule.empty()) record.hang = std::move(hang);
  return record;
}

}  // namespace

ScriptResult run_script(const exec::Options& options, const exec::Parts& parts,
                        const volatile std::sig_atomic_t& stop) {
  const process::Fd outcome(process::make_log());
  const auto work = [&] { return supervise(options, parts, stop, outcome.get()); };
  ScriptResult result;
  // A warm interpreter is a child of this process, and its ranks must become this process's.
  result.exit_code = options.warm ? work() : exec::guarded(work, stop);
  result.record = record_of(process::read_text(file_of(outcome.get())));
  return result;
}

}  // namespace gridlock::run
