#include "harness/verdict/fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#include "harness/diagnosis/exception.h"
#include "harness/text/names.h"
#include "harness/text/rank_list.h"
#include "harness/text/utf8.h"
#include "harness/verdict/traceback.h"
#include "harness/verdict/words.h"

namespace gridlock::verdict {
namespace {

enum class Kind { kKilled, kRaised, kExited, kFallout };
constexpr std::array<Kind, 4> kPrecedence = {Kind::kKilled, Kind::kRaised, Kind::kExited,
                                             Kind::kFallout};

std::optional<Kind> kind_of(const RankReport& report) {
  if (!report.error.empty())
    return diagnosis::is_fallout(report.error) ? Kind::kFallout : Kind::kRaised;
  if (report.stopped) return std::nullopt;
  if (report.signal != 0) return Kind::kKilled;
  if (!report.exit_code) return std::nullopt;
  if (*report.exit_code != 0 || !report.finished) return Kind::kExited;
  return std::nullopt;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

std::string when(const RankReport& report) {
  return report.finished ? "after its training ended" : in_phase(report.phase);
}

struct CrashText {
  std::string sentence;
  std::string signature;
};

CrashText tell_killed(const std::string& who, const RankReport& report) {
  std::string sentence =
      fmt::format("{} killed by {} {}", who, signal_name(report.signal), when(report));
  if (report.signal == SIGKILL) sentence += "; the kernel does that when memory runs out";
  return {sentence,
          signature_of({"crash", "killed", signal_name(report.signal), phase_kind(report.phase)})};
}

// ", case.py:81 (loss)"; the line of a SyntaxError is in no function.
std::string place_of(const diagnosis::Frame& frame) {
  const std::string place = fmt::format(", {}:{}", frame.file, frame.line);
  return frame.function.empty() ? place : fmt::format("{} ({})", place, frame.function);
}

CrashText tell_raised(const std::string& who, const RankReport& report) {
  const std::string type = diagnosis::exception_type(report.error);
  const std::string message = text::one_line(diagnosis::exception_message(report.error));
  const auto frame = blamed_frame(report.traceback);
  std::string sentence =
      fmt::format("{} raised {} {}", who, type.empty() ? "an error" : type, when(report));
  if (frame) sentence += place_of(*frame);
  if (!message.empty()) sentence += ": " + message;
  return {sentence, diagnosis::raise_signature(report.error, frame ? frame->function : "")};
}

CrashText tell_exited(const std::string& who, const RankReport& report) {
  return {fmt::format("{} exited with code {} {}, without a traceback", who,
                      report.exit_code.value_or(0), when(report)),
          signature_of({"crash", "exited early", phase_kind(report.phase)})};
}

CrashText tell(Kind kind, const std::vector<int>& ranks, const RankReport& first) {
  const std::string who = text::capitalized(text::rank_words(ranks));
  switch (kind) {
    case Kind::kKilled:
      return tell_killed(who + (ranks.size() == 1 ? " was" : " were"), first);
    case Kind::kExited:
      return tell_exited(who, first);
    default:
      return tell_raised(who, first);
  }
}

std::string class_of(Kind kind) {
  switch (kind) {
    case Kind::kKilled:
      return "killed";
    case Kind::kExited:
      return "exited early";
    default:
      return "raised";
  }
}

bool is_clean_exit(const RankReport& report) {
  constexpr std::array kClean = {"SystemExit", "SystemExit: 0", "SystemExit: None"};
  const bool raised = std::ranges::count(kClean, report.error) > 0;
  return raised || (report.error.empty() && report.exit_code == 0);
}

// The early exit explains that these ranks ended, each in its own way.
bool is_explained(const CellRecord& record, Kind kind, const std::vector<int>& ranks) {
  if (!record.early_exit || kind == Kind::kKilled) return false;
  const auto left = [&](int rank) {
    return std::ranges::count(record.early_exit->ranks, rank) > 0;
  };
  return kind == Kind::kFallout || std::ranges::all_of(ranks, left);
}

}  // namespace

std::vector<int> finished_ranks(const CellRecord& record) {
  std::vector<int> ranks;
  for (const RankReport& report : record.reports) {
    if (!report.stopped && report.signal == 0 && is_clean_exit(report)) {
      ranks.push_back(report.rank);
    }
  }
  return ranks;
}

std::optional<Fault> find_fault(const CellRecord& record) {
  for (Kind kind : kPrecedence) {
    std::vector<int> ranks;
    const RankReport* first = nullptr;
    for (const RankReport& report : record.reports) {
      if (kind_of(report) != kind) continue;
      if (!first) first = &report;
      ranks.push_back(report.rank);
    }
    if (!first) continue;
    if (is_explained(record, kind, ranks)) {
      const diagnosis::EarlyExit& exit = *record.early_exit;
      return Fault{class_of(Kind::kExited), exit.ranks, exit.sentence, exit.signature};
    }
    CrashText text_of_crash = tell(kind, ranks, *first);
    return Fault{class_of(kind), std::move(ranks), std::move(text_of_crash.sentence),
                 std::move(text_of_crash.signature), kind == Kind::kFallout};
  }
  return std::nullopt;
}

}  // namespace gridlock::verdict
