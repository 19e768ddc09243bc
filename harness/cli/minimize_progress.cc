#include "harness/cli/minimize_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::cli {
namespace {

std::string time_words(double seconds, const minimizer::Budget& budget) {
  if (!budget.seconds) return text::running_time(seconds);
  return text::running_time(std::max(0.0, *budget.seconds - seconds)) + " left";
}

}  // namespace

std::string progress_words(const minimizer::Progress& progress, const minimizer::Budget& budget) {
  const minimizer::Statistics& seen = progress.statistics;
  const int refused = seen.screened + seen.completing;
  return fmt::format("{} on {}; {} tried; {}{}; {}",
                     text::count_of(static_cast<std::size_t>(progress.lines), "line"),
                     text::count_of(static_cast<std::size_t>(progress.ranks), "rank"),
                     text::count_of(static_cast<std::size_t>(seen.asked), "candidate"),
                     refused > 0 ? fmt::format("{} discarded without a run; ", refused) : "",
                     progress.last_sweep ? "last sweep" : progress.pass,
                     time_words(progress.seconds, budget));
}

MinimizeProgress::MinimizeProgress(minimizer::Budget budget)
    : budget_(budget), terminal_(isatty(STDERR_FILENO) == 1) {}

void MinimizeProgress::show(const minimizer::Progress& progress) {
  const bool shorter = progress.lines != lines_;
  lines_ = progress.lines;
  if (terminal_ || shorter) show_line(progress_words(progress, budget_));
}

void MinimizeProgress::show_verification(int ended, int runs) {
  show_line(fmt::format("verifying: {} of {} runs", ended, runs));
}

void MinimizeProgress::show_line(const std::string& words) {
  if (terminal_) {
    fmt::print(stderr, "\r\033[K{}", text::cut(words, text::kPageWidth - 1));
    drawn_ = true;
  } else {
    fmt::print(stderr, "{}\n", words);
  }
}

void MinimizeProgress::end() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
  drawn_ = false;
}

}  // namespace gridlock::cli
