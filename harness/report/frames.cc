#include "harness/report/frames.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "harness/health/breaks.h"
#include "harness/health/differences.h"
#include "harness/text/quantity.h"
#include "harness/text/rank_list.h"

namespace gridlock::report {
namespace {

using protocol::CompiledFrame;

constexpr const char* kPhases[] = {"dynamo", "aot", "partitioner", "inductor", "code"};
constexpr double kShown = 0.001;  // seconds; shorter phases are left out

std::string phases_of(const CompiledFrame& frame) {
  std::string text;
  for (const char* phase : kPhases) {
    const auto seconds = frame.seconds.find(phase);
    if (seconds == frame.seconds.end() || seconds->second < kShown) continue;
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", phase, text::duration(seconds->second));
  }
  return text;
}

std::string title(const health::Frame& frame) {
  std::string text =
      fmt::format("  {}, {}: {}", health::name_of(frame.compiled), text::rank_words(frame.ranks),
                  text::duration(health::seconds_of(frame.compiled)));
  if (frame.seconds.size() > 1)
    text += fmt::format(" (fastest rank: {})", text::duration(std::ranges::min(frame.seconds)));
  return text + "\n";
}

std::string size_of(const CompiledFrame& frame) {
  std::string text = text::count_of(static_cast<std::size_t>(frame.guards), "guard") + ", ";
  if (frame.graphs.empty()) return text + "no graph";
  text += text::count_of(static_cast<std::size_t>(frame.nodes), "node");
  for (const protocol::CompiledGraph& graph : frame.graphs) {
    if (graph.collectives.empty()) continue;
    text += fmt::format(", {} in {}", text::count_of(graph.collectives.size(), "collective"),
                        graph.graph);
  }
  return text;
}

// Returns text such as "graphs miss on rank 0". The text leaves out the ranks if the cache did the
// same on all of them.
std::string cache_words(const health::SeenCache& seen, std::size_t ranks) {
  std::string text = seen.use.cache + " " + seen.use.outcome;
  if (!seen.use.reason.empty()) text += fmt::format(" ({})", seen.use.reason);
  return seen.ranks.size() == ranks ? text : text + " on " + text::rank_words(seen.ranks);
}

std::string caches_of(const health::Frame& frame) {
  const std::set<int> ranks(frame.ranks.begin(), frame.ranks.end());
  std::vector<std::string> words;
  for (const health::SeenCache& seen : frame.caches)
    words.push_back(cache_words(seen, ranks.size()));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string in_all(const std::vector<health::Frame>& frames) {
  const auto skew = health::skew_of(frames);
  if (!skew) return "";
  return fmt::format("  total: {} on rank {} (slowest), {} on rank {} (fastest)\n",
                     text::duration(skew->most), skew->slowest, text::duration(skew->least),
                     skew->fastest);
}

std::string memory_of(const CompiledFrame& frame) {
  return frame.peak_memory_mib > 0 ? fmt::format("{:.0f} MiB", frame.peak_memory_mib) : "";
}

void add_row(const char* name, const std::string& words, std::string& text) {
  if (!words.empty()) text += fmt::format("      {}: {}\n", name, words);
}

std::string frame_text(const health::Frame& frame) {
  const CompiledFrame& compiled = frame.compiled;
  std::string text = title(frame);
  add_row("seconds", phases_of(compiled), text);
  if (compiled.error.empty()) add_row("graph", size_of(compiled), text);
  add_row("not compiled", compiled.error, text);
  add_row("recompiled because", compiled.recompiled, text);
  for (const protocol::GraphBreak& one : compiled.breaks) {
    add_row("graph break",
            fmt::format("{}: {}", health::place_words(one), health::reason_words(one)), text);
    add_row("  in", one.file, text);
  }
  add_row("peak memory", memory_of(compiled), text);
  add_row("caches", caches_of(frame), text);
  for (const std::string& path : compiled.code) add_row("code", path, text);
  return text;
}

}  // namespace

std::string frames_text(const std::vector<health::Frame>& frames) {
  if (frames.empty()) return "";
  std::string text = "\nCompiled frames [frame/recompile], with the seconds of the slowest rank\n";
  text += in_all(frames);
  for (const health::Frame& frame : frames) text += frame_text(frame);
  for (const std::string& one : health::differences(frames)) add_row("differs", one, text);
  return text;
}

}  // namespace gridlock::report
