#include "harness/exec/crash.h"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>

#include "harness/diagnosis/signature.h"
#include "harness/text/names.h"
#include "harness/text/rank_list.h"

namespace gridlock::exec {
namespace {

bool only_lost_connection(const Child& child, const Watch& watch) {
  const diagnosis::Exception* exception = watch.exception_of(child.pid);
  return exception != nullptr && diagnosis::is_fallout(exception->error);
}

std::vector<int> finished_ranks(const Children& children) {
  std::vector<int> ranks;
  for (const Child& child : children.all()) {
    if (!child.running && !child.failed() && child.rank >= 0) ranks.push_back(child.rank);
  }
  return ranks;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

// A command's name stays as it is.
std::string subject(const Child& child) {
  return child.rank >= 0 ? text::capitalized(child.name) : child.name;
}

// In torch 2.11, groups that functional collectives used keep their threads even so.
constexpr const char* kAtExit =
    " as it exited, after its script had ended, as can happen while threads of torch run. "
    "dist.destroy_process_group() at the end of the script ends them, but for those of groups that "
    "functional collectives or DTensor used: there, os._exit(0) may come last";

Crash crash_of(const Child& child, const Watch& watch) {
  const diagnosis::Exception* exception = watch.exception_of(child.pid);
  const bool at_exit = child.signal != 0 && watch.script_has_ended(child.pid);
  Crash crash;
  crash.exit_code = child.exit_code();
  crash.process = child.pid;
  if (child.rank >= 0) crash.ranks = {child.rank};
  if (exception != nullptr && (child.signal == 0 || at_exit)) {
    crash.crash_class = "raised";
    crash.signature = diagnosis::signature(*exception);
    crash.error = exception->error;
    crash.sentence = fmt::format("{} failed first: {} (exit code {})", subject(child),
                                 diagnosis::exception_words(*exception), crash.exit_code);
    return crash;
  }
  crash.crash_class = child.signal != 0 ? "killed" : "exited";
  const std::string signal = child.signal != 0 ? signal_name(child.signal) : "";
  crash.signature =
      diagnosis::signature_of({"crash", crash.crash_class, signal, at_exit ? "at exit" : ""});
  crash.sentence =
      fmt::format("{} failed first: it {}", subject(child), child.end()) + (at_exit ? kAtExit : "");
  return crash;
}

}  // namespace

std::optional<Crash> find_crash(const Children& children, Watch& watch) {
  const std::vector<Child>& failures = children.failures();
  if (failures.empty()) return std::nullopt;
  const auto cause = std::ranges::find_if(
      failures, [&](const Child& child) { return !only_lost_connection(child, watch); });
  if (cause != failures.end()) return crash_of(*cause, watch);
  const Child& first = failures.front();
  const std::vector<int> finished = finished_ranks(children);
  if (const auto early = watch.early_exit(finished)) {
    return Crash{"exited early",
                 early->ranks,
                 early->sentence,
                 early->signature,
                 first.pid,
                 first.exit_code(),
                 ""};
  }
  Crash crash = crash_of(first, watch);
  if (finished.empty()) return crash;
  crash.sentence += fmt::format("; {} had finished before", text::rank_enumeration(finished));
  return crash;
}

}  // namespace gridlock::exec
