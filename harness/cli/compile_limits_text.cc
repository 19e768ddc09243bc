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
    text += fmt::format("  compile time: at most {:g} s more than on any other rank\n",
                        *limits.skew_seconds);
  if (limits.growth)
    text += fmt::format("  compile time: at most {:g} times what smaller cells predict\n",
                        *limits.growth);
  if (limits.speedup)
    text += fmt::format("  steady steps: at least {:g} times as fast as uncompiled ones\n",
                        *limits.speedup);
  if (limits.memory)
    text += fmt::format("  peak memory: at most {:g} times that of the uncompiled cell\n",
                        *limits.memory);
  if (limits.compile_memory_mib)
    text += fmt::format("  peak memory while compiling: at most {:g} MiB\n",
                        *limits.compile_memory_mib);
  return text.empty() ? "" : "\nLimits on torch.compile\n" + text;
}

}  // namespace gridlock::cli
