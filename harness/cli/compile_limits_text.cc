#include "harness/cli/compile_limits_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gridlock::cli {

std::string compile_limits_text(const matrix::CompileLimits& limits) {
  std::string text;
  if (limits.breaks) {
    const std::string but = limits.breaks_at.empty()
                                ? ""
                                : fmt::format(", besides {}", fmt::join(limits.breaks_at, ", "));
    text += fmt::format("  graph breaks of a rank: {} at most{}\n", *limits.breaks, but);
  }
  if (limits.recompiles)
    text += fmt::format("  recompiles of a function: {} at most\n", *limits.recompiles);
  if (limits.skew_seconds)
    text += fmt::format("  a rank compiles no more than {:g} s longer than another one\n",
                        *limits.skew_seconds);
  if (limits.growth)
    text += fmt::format("  compile time: at most {:g} times what smaller cells predict\n",
                        *limits.growth);
  if (limits.speedup)
    text += fmt::format("  steady steps: at least {:g} times as fast as uncompiled ones\n",
                        *limits.speedup);
  if (limits.memory)
    text += fmt::format("  peak of memory: at most {:g} times that of the cell uncompiled\n",
                        *limits.memory);
  if (limits.compile_memory_mib)
    text += fmt::format("  peak of memory while it compiles: at most {:g} MiB\n",
                        *limits.compile_memory_mib);
  return text.empty() ? "" : "\nLimits of its compiler\n" + text;
}

}  // namespace gridlock::cli
