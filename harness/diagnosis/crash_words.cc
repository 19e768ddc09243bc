#include "harness/diagnosis/crash_words.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <array>

#include "harness/diagnosis/frame.h"
#include "harness/diagnosis/phase.h"
#include "harness/diagnosis/signature.h"
#include "harness/text/names.h"
#include "harness/text/process_end.h"
#include "harness/text/rank_list.h"
#include "harness/text/utf8.h"

namespace gridlock::diagnosis {
namespace {

bool was_over(const EndedRank& rank) {
  return rank.finished || rank.phase == kAtExit;
}

std::string when(const EndedRank& rank) {
  if (rank.stuck_seconds) return fmt::format(" {:.0f} s ago", *rank.stuck_seconds);
  if (was_over(rank))
    return fmt::format(" after the {} had ended", is_training(rank) ? "training" : "script");
  return rank.phase.empty() ? "" : " " + in_phase(rank.phase);
}

// Returns text such as " at case.py:81 (loss)". Leaves out the function for module-level code and
// for a SyntaxError, which have none.
std::string where(const Frame& frame) {
  const std::string function = plain_function(frame);
  const bool in_function = !function.empty() && function != "<module>";
  return " at " + text::clean(place(frame) + (in_function ? " (" + function + ")" : ""));
}

// Returns the whole sentences at the beginning of a message that fit into about two lines. Torch's
// messages about memory go on with advice.
std::string beginning_of(std::string message) {
  constexpr std::size_t kMost = 150;
  if (message.size() <= kMost) return message;
  const std::size_t end = message.rfind(". ", kMost);
  return end == message.npos ? message : message.substr(0, end);
}

std::string message_of(const Exception& exception) {
  std::string message = beginning_of(text::one_line(exception_message(exception.error)));
  // The full stop is removed, because the sentence continues after the message.
  if (message.ends_with('.')) message.pop_back();
  return message;
}

const char* why_killed(std::optional<bool> memory_ran_out) {
  if (!memory_ran_out) return "the kernel does this when memory runs out (see dmesg)";
  return *memory_ran_out ? "the kernel has killed a process because memory ran out"
                         : "not by the kernel for lack of memory, as its counters say";
}

std::string killed(const std::string& who, const EndedRank& first) {
  const std::string sentence =
      fmt::format("{} killed by {}{}", who, text::signal_name(first.signal), when(first));
  if (first.signal == SIGKILL) return sentence + "; " + why_killed(first.memory_ran_out);
  return sentence + (was_over(first) ? "; see docs/hang.md#aborts-at-exit" : "");
}

// Returns whether a kernel failed. A GPU runs behind its host, which notices the error in a later
// call.
bool is_of_a_kernel(const std::string& message) {
  constexpr std::array kErrors = {"device-side assert triggered",
                                  "an illegal memory access was encountered",
                                  "an illegal instruction was encountered",
                                  "misaligned address",
                                  "invalid program counter",
                                  "hardware stack error",
                                  "unspecified launch failure",
                                  "the launch timed out and was terminated",
                                  "uncorrectable ECC error encountered"};
  return std::ranges::any_of(kErrors, [&](const char* error) {
    return message.starts_with(std::string("CUDA error: ") + error);
  });
}

std::string raised(const std::string& who, const EndedRank& first) {
  const std::string type = exception_type(first.exception.error);
  const std::string message = message_of(first.exception);
  const auto frame = named_frame(first.exception.frames);
  const bool late = is_of_a_kernel(message);
  return fmt::format("{} raised {}{}{}{}{}{}", who, type.empty() ? "an error" : type, when(first),
                     frame ? where(*frame) : "", first.stuck_seconds ? " and cannot exit" : "",
                     message.empty() ? "" : ": " + message,
                     late ? ", in a kernel that was launched before" : "");
}

// Returns text about the signal that killed the rank while it exited after an exception.
std::string killed_later(const EndedRank& rank) {
  if (rank.signal == 0 || rank.stopped) return "";
  return fmt::format("; it was killed by {} as it exited", text::signal_name(rank.signal));
}

std::string exited(const std::string& who, const EndedRank& first) {
  return fmt::format("{} exited with code {}{}{}", who, first.exit_code.value_or(0), when(first),
                     is_training(first) ? ", without a traceback" : "");
}

}  // namespace

CrashWords words_of(Cause cause, const std::vector<int>& ranks, const EndedRank& first) {
  const std::string who = ranks.empty() ? first.name : text::capitalized(text::rank_words(ranks));
  const std::string kind = class_of(cause, is_training(first)), phase = phase_kind(first.phase);
  switch (cause) {
    case Cause::kKilled:
      return {killed(who + (ranks.size() > 1 ? " were" : " was"), first),
              signature_of({"crash", kind, text::signal_name(first.signal), phase})};
    case Cause::kRaised:
      return {raised(who, first) + (ranks.size() > 1 ? "" : killed_later(first)),
              signature_of({"crash", kind, exception_type(first.exception.error), first.function})};
    case Cause::kExited:
      break;
  }
  return {exited(who, first), signature_of({"crash", kind, phase})};
}

bool is_training(const EndedRank& rank) {
  return !rank.phase.empty() && rank.phase != kAtExit;
}

const char* class_of(Cause cause, bool of_training) {
  switch (cause) {
    case Cause::kKilled:
      return "killed";
    case Cause::kRaised:
      return "raised";
    case Cause::kExited:
      break;
  }
  return of_training ? "exited early" : "exited";
}

}  // namespace gridlock::diagnosis
